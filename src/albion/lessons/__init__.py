"""Teaching: what a game is, and a guided first game on the real rules, both written as data beside each game."""

from albion.lessons.about import About, load_about

__all__ = ["About", "load_about"]
