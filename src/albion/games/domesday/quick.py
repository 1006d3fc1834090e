"""Counted ahead for speed: who can surely move from an Area, and who surely cannot; the law decides the rest."""

from __future__ import annotations

from functools import cache

from albion.games.domesday.departures import leavings
from albion.games.domesday.onward import Kinds, dearest
from albion.games.domesday.open_steps import flees, leaves
from albion.games.domesday.s03_map import kinds_in
from albion.games.domesday.s05_4_laws import Band, Departure, escape
from albion.games.domesday.s05_4_move import movers
from albion.games.domesday.state import LONGSHIP, NONE, SLOT, Dom


def can_move(s: Dom, mine: list[str], area: str, lord: str) -> bool:
    """Whether any stack of these factions can move from there, which lord Controls: mostly without asking the law."""
    purse = s.purse
    if purse.seat == s.rules.absentee:
        return bool(movers(s, mine, area))
    halves = purse.halves
    for flag, faction, sure, low in leavings(s, area, lord):
        if low > halves or flag not in mine:
            continue
        if sure <= halves and not purse.bound:
            return True
        if faction == "fyrd":
            if flag in movers(s, [flag], area):
                return True
        elif _any_leaves(s, flag, area, lord):
            return True
        elif s.stacks[area][faction].troops[LONGSHIP] > 1 and flag in movers(s, [flag], area):
            # A fleet may pass where one ship alone is outmatched.
            return True
    return False


def _any_leaves(s: Dom, faction: str, area: str, lord: str) -> bool:
    """Whether some unit of a stack can go: one that is alone pays the least."""
    st, free = s.stacks[area][faction], lord in ("", faction)
    extra = 0 if lord == faction else s.board.price["leave-contested"]
    for kind in kinds_in(st):
        kinds = ((faction, kind),)
        band = Band(faction) if kind == "leader" else _lone(faction, SLOT[kind] + (not st.troops[SLOT[kind]]))
        if free:
            if leaves(s, band, kinds, area, extra):
                return True
        elif flees(
            s, band, Departure(kinds, dearest(s.board, kinds), extra, _retreats(s, band, kinds, area)), area
        ):
            return True
    return False


def _retreats(s: Dom, band: Band, kinds: Kinds, area: str) -> dict[str, str]:
    """The retreats open to a unit, as the law gave them before if nothing has changed around."""
    known = s.glance().retreats.setdefault(area, {})
    key = (*kinds[0], s.king)
    if key not in known:
        known[key] = escape(s, band, kinds, area)
    return known[key]


@cache
def _lone(faction: str, slot: int) -> Band:
    return Band(faction, (*NONE[:slot], 1, *NONE[slot + 1 :]))
