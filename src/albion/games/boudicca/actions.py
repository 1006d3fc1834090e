"""Actions made once and used many times: the hot steps offer hundreds of hexes."""

from __future__ import annotations

from functools import cache, lru_cache

from albion.engine.action import Action, Noun
from albion.kernels.hex import hexes_of


@cache
def act(verb: str, noun: Noun | None = None) -> Action:
    """The action, always the same object."""
    return Action(verb, noun)


@lru_cache(maxsize=100_000)
def _eight(verb: str, n: int, byte: int) -> tuple[Action, ...]:
    """The actions for the hexes of the n-th byte of a bit pattern."""
    return tuple(act(verb, h) for h in hexes_of(byte << (8 * n)))


def acts(verb: str, pattern: int) -> list[Action]:
    """One action for each hex of a bit pattern, lowest first."""
    found: list[Action] = []
    for n, byte in enumerate(pattern.to_bytes((pattern.bit_length() + 7) // 8, "little")):
        if byte:
            found += _eight(verb, n, byte)
    return found
