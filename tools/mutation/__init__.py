"""Mutation runs: one change to a law or a number of data at a time, and whether a rule case notices."""
