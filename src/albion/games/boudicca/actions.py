"""Actions made once and used many times: the hot steps offer hundreds of hexes."""

from __future__ import annotations

from functools import cache, lru_cache

from albion.engine.action import Action, Noun
from albion.kernels.hex import Known, gathered, hexes_of, nothing_known

_ACTIONS: dict[str, dict[Noun | None, Action]] = {}


def act(verb: str, noun: Noun | None = None) -> Action:
    """The action, always the same object; by verb and noun apart, as a pair of them would have to be made and hashed each time."""
    known = _ACTIONS.get(verb)
    if known is None:
        known = _ACTIONS[verb] = {}
    found = known.get(noun)
    if found is None:
        found = known[noun] = Action(verb, noun)
    return found


@cache
def _known(verb: str) -> Known[Action]:
    return nothing_known()


@lru_cache(maxsize=256)
def acts(verb: str, pattern: int) -> tuple[Action, ...]:
    """One action for each hex of a bit pattern, lowest first."""
    return gathered(pattern, _known(verb), lambda place, byte: _some(verb, byte << 8 * place))


def _some(verb: str, pattern: int) -> tuple[Action, ...]:
    """The actions for the hexes of one byte."""
    return tuple([act(verb, h) for h in hexes_of(pattern)])
