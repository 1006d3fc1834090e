"""Random games of the Britannia games, looked at as tables: nothing is counted twice or left over, and what is saved comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from albion.engine.codec import load, save
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.playout import random_chooser
from albion.games import find_game
from albion.kernels.britannia.answers import RESTART, TAKE_BACK

EVERY = 11
"""A position is saved and read again at every few questions."""
MOST_BACK = 6
"""This many phases are begun again on trial."""


def disorder(game: str, options: int, seed: int, answers: int) -> list[str]:
    """What is wrong with the tables of a random game."""
    found: Any = find_game(game)
    chosen = found.option_sets()[options % len(found.option_sets())]
    s, pick = found.setup(chosen, Dice(seed)), random_chooser(Dice(seed + 1))
    d, back = settle(s), 0
    for i in range(answers):
        if d is None:
            break
        wrong = [*found.invariants(s), *untidy(s)]
        if i % EVERY == 0 and load(found, save(found, s)) != s:
            wrong.append("a saved position comes back otherwise")
        if back < MOST_BACK and (RESTART in d.actions or TAKE_BACK in d.actions):
            back += 1
            wrong += [
                f"{a} goes otherwise from a saved position" for a in d.actions if not _alike(found, s, a)
            ]
        if wrong:
            return [f"after {i} answers at {d.step}: {text}" for text in wrong]
        d = apply(s, pick(s, d))
    return []


def _alike(game: Any, s: Any, a: Any) -> bool:
    """Whether an answer leads to the same table from a position and from the one saved and read again."""
    if a not in (RESTART, TAKE_BACK):
        return True
    saved, kept = load(game, save(game, s)), s.clone()
    apply(saved, a)
    apply(kept, a)
    return bool(saved == kept)


def untidy(s: Any) -> Iterator[str]:
    """Counts of nobody, sorts without their armies, and entries where nobody came."""
    for nation, mine in s.armies.items():
        if any(n <= 0 for n in mine.values()):
            yield f"{nation} counts nobody somewhere"
        for place in mine:
            if nation not in s.at.get(place, ()):
                yield f"{nation} in {place} is not seen there"
    for place, here in s.at.items():
        if not here or any(not s.armies[n].get(place) for n in here):
            yield f"{place} names a nation that is not there"
    for nation, places in getattr(s, "sorts", {}).items():
        if not places:
            yield f"{nation} has no sorts, but a table of them"
        for place, tally in places.items():
            if (
                not tally
                or any(n <= 0 for n in tally.values())
                or sum(tally.values()) > s.count(nation, place)
            ):
                yield f"{nation} in {place}: sorts {tally} of {s.count(nation, place)}"
    for area, whence in s.entered.items():
        if s.turn is not None and sum(whence.values()) > s.count(s.turn, area):
            yield f"more entered {area} than are there"
        if not whence or any(n <= 0 for n in whence.values()):
            yield f"nobody entered {area} from somewhere"
    for place, n in s.fresh.items():
        if s.turn is not None and not 0 < n <= s.count(s.turn, place):
            yield f"{n} in {place} have not moved, {s.count(s.turn, place)} are there"
