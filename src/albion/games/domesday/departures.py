"""Counted ahead for speed: who in an Area can surely leave it, and for what at least; a property compares it with the law."""

from __future__ import annotations

from functools import lru_cache

from albion.games.domesday.kinds import KINDS
from albion.games.domesday.onward import FAR, onward
from albion.games.domesday.rules import Board
from albion.games.domesday.s03_map import banner
from albion.games.domesday.state import Dom, Leaving, Troops


def leavings(s: Dom, area: str, lord: str) -> list[Leaving]:
    """Each stack that could move from an Area, which lord Controls.

    Kept while nothing there changes, unless there are Fyrd: whom they follow depends on the King.
    """
    known = s.glance().leavings
    found = known.get(area)
    if found is None:
        found = _leavings(s, area, lord)
        if "fyrd" not in s.stacks[area]:
            known[area] = found
    return found


def _leavings(s: Dom, area: str, lord: str) -> list[Leaving]:
    castles, found = s.rules.options.saxon_castles, list[Leaving]()
    for faction, st in s.stacks[area].items():
        if st.count or st.leaders:
            flag = banner(s, faction)
            extra = 0 if lord == flag else s.board.price["leave-contested"]
            sure, low = bounds(s.board, faction, st.troops, bool(st.leaders), area, castles)
            found.append((flag, faction, sure + extra if lord in ("", flag) else FAR, low + extra))
    return found


@lru_cache(maxsize=1 << 14)
def bounds(
    board: Board, faction: str, troops: Troops, led: bool, area: str, castles: bool
) -> tuple[int, int]:
    """For the quickest unit of a stack: what it surely leaves for, and what none of it leaves below."""
    kinds = [k for n, k in enumerate(KINDS) if troops[2 * n] or troops[2 * n + 1]] + ["leader"] * led
    found = [onward(board, ((faction, kind),), (area,), castles) for kind in kinds]
    return min([sure for sure, _ in found]), min([low for _, low in found])
