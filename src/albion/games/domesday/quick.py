"""Counted ahead for speed: who can surely move from an Area, and who surely cannot; the law decides the rest."""

from __future__ import annotations

from functools import cache, lru_cache
from heapq import heappop, heappush

from albion.games.domesday.data import KINDS
from albion.games.domesday.rules import Board
from albion.games.domesday.s03_map import CASTLE_FACTIONS, banner, kinds_in
from albion.games.domesday.s05_4_laws import FAR
from albion.games.domesday.s05_4_move import movers
from albion.games.domesday.s05_5_3_retreat import shut
from albion.games.domesday.state import Dom, Stack, Troops


def can_move(s: Dom, mine: list[str], area: str, lord: str) -> bool:
    """Whether any stack of these factions can move from there, which lord Controls: mostly without asking the law."""
    purse, row = s.purse, s.stacks[area]
    if purse.bound or purse.seat == s.rules.absentee:
        return bool(movers(s, mine, area))
    doubt = False
    for faction, st in row.items():
        flag = banner(s, faction) if faction == "fyrd" else faction
        if flag in mine and (st.count or st.leaders):
            halves = purse.halves if lord == flag else purse.halves - s.board.price["leave-contested"]
            sure, low = bounds(s.board, faction, st.troops, bool(st.leaders), area)
            if lord in ("", flag):
                if sure <= halves:
                    return True
            elif low <= halves and flees(s, faction, st, area, halves):
                return True
            doubt = doubt or low <= halves
    return doubt and bool(movers(s, mine, area))


def flees(s: Dom, faction: str, st: Stack, area: str, halves: int) -> bool:
    """Whether some unit surely leaves an Enemy-Controlled Area: every retreat is to an Area, and can be paid."""
    board = s.board
    if faction == "fyrd" or any(
        via in board.spaces or not board.spaces[to].value for to, via in board.spaces[area].retreats
    ):
        return False
    for kind in kinds_in(st):
        tolls = board.tolls[faction, kind]
        if all(tolls[to] <= halves for to, _ in board.spaces[area].retreats):
            return any(
                shut(s, faction, kind, to, via, None) is None for to, via in board.spaces[area].retreats
            )
    return False


@lru_cache(maxsize=1 << 14)
def bounds(board: Board, faction: str, troops: Troops, led: bool, area: str) -> tuple[int, int]:
    """For the quickest unit of a stack: what it surely leaves for, and what none of it leaves below."""
    kinds = [k for n, k in enumerate(KINDS) if troops[2 * n] or troops[2 * n + 1]] + ["leader"] * led
    sure = FAR if faction == "fyrd" else min(surely(board, faction, k, area) for k in kinds)
    return sure, min(least(board, faction, k, area) for k in kinds)


@cache
def surely(board: Board, faction: str, kind: str, area: str) -> int:
    """Such a unit surely leaves for so much: no Castle helps, enemy fleets are everywhere, Estuaries are shut."""
    return _cheapest(board, faction, kind, area, sure=True)


@cache
def least(board: Board, faction: str, kind: str, area: str) -> int:
    """No such unit leaves the Area for less, whoever holds what; Castles are thought of everywhere."""
    return _cheapest(board, faction, kind, area, sure=False)


def _cheapest(board: Board, faction: str, kind: str, area: str, sure: bool) -> int:
    icon = "saxon" if faction == "fyrd" else faction
    queue, seen = [(0, area)], set[str]()
    while queue:
        cost, here = heappop(queue)
        space = board.spaces[here]
        if here != area and (space.value or kind in space.terrain.stay):
            return cost
        if here in seen:
            continue
        seen.add(here)
        for to in space.exits:
            place = board.spaces[to]
            if sure and place.kind == "estuary":
                continue
            home = kind in place.terrain.homeland_for or icon in place.homelands
            castle = not sure and bool(place.value) and icon in CASTLE_FACTIONS
            price = place.terrain.enter_homeland if home or castle else place.terrain.enter
            if sure and place.kind == "sea":
                price += board.price["outmatched-longships"]
            heappush(queue, (cost + price, to))
    return FAR
