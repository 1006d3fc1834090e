"""Told at once for speed: which steps are open to a band, without naming the laws; a property compares it with them."""

from __future__ import annotations

from albion.games.domesday.onward import Kinds, dearest
from albion.games.domesday.s03_map import SAILORS, enemy_controlled
from albion.games.domesday.s05_4_laws import (
    Band,
    Departure,
    bars,
    departure,
    doors,
    entry,
    gets_on,
    may_rest,
    named,
    outmatched,
    passage,
    toll,
)
from albion.games.domesday.state import NONE, Dom


def may_enter(s: Dom, band: Band, path: tuple[str, ...], to: str, d: Departure) -> bool:
    """Whether nothing stands against the step."""
    if d.escapes is not None:
        return to in d.escapes and next(bars(s, band, path, to, d), None) is None
    purse = s.purse
    if (
        band.fyrd is not NONE
        or d.crowded
        or purse.bound
        or purse.seat == s.rules.absentee
        or to not in s.board.touch[path[-1]]
    ):
        return next(bars(s, band, path, to, d), None) is None
    if not s.board.spaces[to].value:
        return may_pass(s, band, path, to, d)
    if entry(s, d.kinds, to, d.plain) + d.surcharge > purse.halves:
        return False
    return to not in path or passage(s, band, path)[0] != to


def may_pass(s: Dom, band: Band, path: tuple[str, ...], to: str, d: Departure) -> bool:
    """The same of a Road, a Road Box or water next to the band, which has no Fyrd and is free to go."""
    cost, halves = entry(s, d.kinds, to, d.plain) + d.surcharge, s.purse.halves
    if cost <= halves and to in s.board.shores:
        cost += outmatched(s, band, to)
    if cost > halves or not _unbarred(s, band, to):
        return False
    since = passage(s, band, path) if len(path) > 1 else path
    if to == since[0] or (not cost and to in since):
        return False
    return may_rest(s, band, to, band.count) or gets_on(s, band, d.kinds, (*since, to), halves - cost)


def _unbarred(s: Dom, band: Band, to: str) -> bool:
    """Not an Estuary that an enemy Controls and some of the band cannot sail."""
    return to not in s.stacks or not enemy_controlled(s, to, band.faction) or band.sailors()


def ways_out(s: Dom, band: Band, path: tuple[str, ...]) -> bool:
    """Whether any step is open to the band."""
    d = departure(s, band, path[-1])
    return any(may_enter(s, band, path, to, d) for to in doors(s, d, path[-1]))


def leaves(s: Dom, band: Band, kinds: Kinds, area: str, surcharge: int) -> bool:
    """Whether a single unit, no Fyrd and not the Absentee's, can leave an Area that no enemy Controls."""
    spaces, halves, plain = s.board.spaces, s.purse.halves - surcharge, dearest(s.board, kinds)
    for to in spaces[area].exits:
        cost = entry(s, kinds, to, plain)
        if cost > halves or not named(s, band, area, to):
            continue
        if spaces[to].value:
            return True
        if to in s.board.shores:
            cost += outmatched(s, band, to)
            if cost > halves or not _unbarred(s, band, to):
                continue
            if kinds[0][1] in SAILORS and may_rest(s, band, to, band.count):
                return True
        if gets_on(s, band, kinds, (area, to), halves - cost):
            return True
    return False


def flees(s: Dom, band: Band, d: Departure, area: str) -> bool:
    """Whether a single unit, no Fyrd and not the Absentee's, can pay a retreat out of an Enemy-Controlled Area."""
    return any(toll(s, band, d, to) <= s.purse.halves and named(s, band, area, to) for to in d.escapes or ())
