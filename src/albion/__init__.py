"""Albion: historical wargames of early Britain, exactly by their rulebooks."""

from albion import compiled

__version__ = "0.1.0"

COMPILED = compiled.use()
"""Whether compiled code runs, and why or why not."""
