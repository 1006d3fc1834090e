"""Actions made once and used many times: the hot steps offer hundreds of hexes."""

from __future__ import annotations

from functools import cache

from albion.engine.action import Action, Noun


@cache
def act(verb: str, noun: Noun | None = None) -> Action:
    """The action, always the same object."""
    return Action(verb, noun)
