"""Actions made once and used many times: the hot steps offer hundreds of hexes."""

from __future__ import annotations

from functools import cache, lru_cache

from albion.engine.action import Action, Noun
from albion.kernels.hex import hexes_of, words


@cache
def act(verb: str, noun: Noun | None = None) -> Action:
    """The action, always the same object."""
    return Action(verb, noun)


@lru_cache(maxsize=100_000)
def _some(verb: str, at: int, word: int) -> tuple[Action, ...]:
    """The actions for the hexes of one word of a bit pattern."""
    return tuple(act(verb, h) for h in hexes_of(word << at))


@lru_cache(maxsize=4096)
def acts(verb: str, pattern: int) -> tuple[Action, ...]:
    """One action for each hex of a bit pattern, lowest first."""
    found: list[Action] = []
    for at, word in words(pattern):
        found += _some(verb, at, word)
    return tuple(found)
