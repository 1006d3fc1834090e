"""Counted ahead for speed: who can surely move from an Area, and who surely cannot; the law decides the rest."""

from __future__ import annotations

from functools import cache, lru_cache

from albion.games.domesday.data import KINDS
from albion.games.domesday.onward import onward
from albion.games.domesday.rules import Board
from albion.games.domesday.s03_map import banner, kinds_in
from albion.games.domesday.s05_4_laws import Band, Departure, escape, toll
from albion.games.domesday.s05_4_move import movers
from albion.games.domesday.state import NONE, SLOT, Dom, Stack, Troops


def can_move(s: Dom, mine: list[str], area: str, lord: str) -> bool:
    """Whether any stack of these factions can move from there, which lord Controls: mostly without asking the law."""
    purse = s.purse
    if purse.bound or purse.seat == s.rules.absentee:
        return bool(movers(s, mine, area))
    doubt, castles = False, s.rules.options.saxon_castles
    for faction, st in s.stacks[area].items():
        flag = banner(s, faction) if faction == "fyrd" else faction
        if flag in mine and (st.count or st.leaders):
            halves = purse.halves if lord == flag else purse.halves - s.board.price["leave-contested"]
            sure, low = bounds(s.board, faction, st.troops, bool(st.leaders), area, castles)
            if lord in ("", flag):
                if sure <= halves:
                    return True
                doubt = doubt or low <= halves
            elif low <= halves:
                if faction == "fyrd":
                    doubt = True
                elif flees(s, faction, st, area):
                    return True
    return doubt and bool(movers(s, mine, area))


def flees(s: Dom, faction: str, st: Stack, area: str) -> bool:
    """Whether some unit of a stack can pay a retreat out of an Enemy-Controlled Area."""
    extra, halves = s.board.price["leave-enemy-controlled"], s.purse.halves
    for kind in kinds_in(st):
        kinds = ((faction, kind),)
        band = Band(faction) if kind == "leader" else _lone(faction, SLOT[kind] + (not st.troops[SLOT[kind]]))
        escapes = escape(s, band, kinds, area)
        d = Departure(kinds, extra, escapes, False)
        if any([toll(s, band, d, to) <= halves for to in escapes]):
            return True
    return False


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
