"""Albion: historical wargames of early Britain, exactly by their rulebooks."""

import os

from albion import compiled

__version__ = "0.1.0"

COMPILED = compiled.use()
"""Whether compiled code runs, and why or why not."""
if not COMPILED.used:
    os.environ[compiled.PURE] = (
        "1"  # processes started from here run the same, even if a build is ready by then
    )
