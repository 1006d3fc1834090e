"""Albion: historical wargames of early Britain, exactly by their rulebooks."""

__version__ = "0.1.0"
