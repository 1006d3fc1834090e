"""The machinery of any game; it knows no particular game."""
