"""Batches of games, statistics and measurements; a game is reached only by its id."""
