"""Actions made once and used many times: the hot steps offer hundreds of hexes."""

from __future__ import annotations

from functools import cache, lru_cache

from albion.engine.action import Action, Noun
from albion.kernels.hex import gathered, hexes_of


@cache
def act(verb: str, noun: Noun | None = None) -> Action:
    """The action, always the same object."""
    return Action(verb, noun)


@cache
def _known(verb: str) -> dict[int, tuple[Action, ...]]:
    return {}


@lru_cache(maxsize=4096)
def acts(verb: str, pattern: int) -> tuple[Action, ...]:
    """One action for each hex of a bit pattern, lowest first."""
    return gathered(pattern, _known(verb), lambda key: _some(verb, key))


def _some(verb: str, key: int) -> tuple[Action, ...]:
    """The actions for the hexes of one byte of a pattern."""
    return tuple(act(verb, h) for h in hexes_of(key % 256 << key // 256 * 8))
