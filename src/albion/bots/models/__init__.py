"""Trained valuations, one file for each game; `albion train` makes them."""
