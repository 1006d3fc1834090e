"""A log whose events are counted and forgotten."""

from __future__ import annotations

from albion.engine.event import Event


class Counted(list[Event]):
    """Nobody reads it, so that steps need not put events into it that are only there to be read.

    Not compiled: a list's own class cannot be.
    """
