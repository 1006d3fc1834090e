"""Counted ahead for speed: who can surely move from an Area, and who surely cannot; the law decides the rest."""

from __future__ import annotations

from functools import cache, lru_cache

from albion.games.domesday.data import KINDS
from albion.games.domesday.onward import Kinds, onward
from albion.games.domesday.open_steps import flees, leaves
from albion.games.domesday.rules import Board
from albion.games.domesday.s03_map import banner, kinds_in
from albion.games.domesday.s05_4_laws import Band, Departure, escape
from albion.games.domesday.s05_4_move import movers
from albion.games.domesday.state import NONE, SLOT, Dom, Stack, Troops


def can_move(s: Dom, mine: list[str], area: str, lord: str) -> bool:
    """Whether any stack of these factions can move from there, which lord Controls: mostly without asking the law."""
    purse = s.purse
    if purse.seat == s.rules.absentee:
        return bool(movers(s, mine, area))
    castles = s.rules.options.saxon_castles
    for faction, st in s.stacks[area].items():
        flag = banner(s, faction) if faction == "fyrd" else faction
        if flag in mine and (st.count or st.leaders):
            extra = 0 if lord == flag else s.board.price["leave-contested"]
            sure, low = bounds(s.board, faction, st.troops, bool(st.leaders), area, castles)
            if low > purse.halves - extra:
                continue
            free = lord in ("", flag)
            if free and sure <= purse.halves - extra and not purse.bound:
                return True
            if faction == "fyrd":
                if flag in movers(s, [flag], area):
                    return True
            elif _any_leaves(s, faction, st, area, extra, free):
                return True
    return False


def _any_leaves(s: Dom, faction: str, st: Stack, area: str, extra: int, free: bool) -> bool:
    """Whether some unit of a stack can go: one that is alone pays the least."""
    for kind in kinds_in(st):
        kinds = ((faction, kind),)
        band = Band(faction) if kind == "leader" else _lone(faction, SLOT[kind] + (not st.troops[SLOT[kind]]))
        if free:
            if leaves(s, band, kinds, area, extra):
                return True
        elif flees(s, band, Departure(kinds, extra, _retreats(s, band, kinds, area), False), area):
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


@lru_cache(maxsize=1 << 14)
def bounds(
    board: Board, faction: str, troops: Troops, led: bool, area: str, castles: bool
) -> tuple[int, int]:
    """For the quickest unit of a stack: what it surely leaves for, and what none of it leaves below."""
    kinds = [k for n, k in enumerate(KINDS) if troops[2 * n] or troops[2 * n + 1]] + ["leader"] * led
    found = [onward(board, ((faction, kind),), (area,), castles) for kind in kinds]
    return min(sure for sure, _ in found), min(low for _, low in found)
