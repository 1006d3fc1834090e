"""Counted ahead for speed: what it costs to get out of a passage, surely and at least; a property compares it with the law."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from albion.games.domesday.rules import Board, Space
from albion.games.domesday.s03_map import SAILORS

FAR = 99
Kinds = tuple[tuple[str, str], ...]
"""Each faction and kind of unit on the march."""


@lru_cache(maxsize=1 << 16)
def onward(board: Board, kinds: Kinds, since: tuple[str, ...], saxon_castles: bool) -> tuple[int, int]:
    """From the last of these spaces to another where such units can stay: what surely suffices, what is needed at least.

    Surely: no Castle helps, enemy fleets are everywhere, Estuaries are shut. At least: Castles stand everywhere.
    """
    castles = ("norman", "baron", "saxon", "fyrd") if saxon_castles else ("norman", "baron")
    return _cheapest(board, kinds, since, None), _cheapest(board, kinds, since, castles)


@lru_cache(maxsize=4096)
def dearest(board: Board, kinds: Kinds) -> dict[str, int]:
    """What entering each space costs such units, Castles apart."""
    return {to: max([board.tolls[key][to] for key in kinds], default=0) for to in board.spaces}


def _cheapest(board: Board, kinds: Kinds, since: tuple[str, ...], castles: tuple[str, ...] | None) -> int:
    sure = castles is None
    guests = tuple([key for key in kinds if castles is None or key[0] not in castles])
    plain, abroad = dearest(board, kinds), dearest(board, guests)
    fleets = board.price["outmatched-longships"]
    levied = castles is not None and "fyrd" in castles
    afloat = not sure and all(kind in SAILORS for _, kind in kinds)
    queue, seen = [(0, since[-1])], {*since} - {since[-1]}
    while queue:
        cost, here = heappop(queue)
        place = board.spaces[here]
        if here != since[-1] and (place.value or (afloat and place.kind == "estuary")):
            return cost
        if here in seen:
            continue
        seen.add(here)
        for to in place.exits:
            space = board.spaces[to]
            if to not in seen and not (sure and space.kind == "estuary") and _open(space, kinds, levied):
                price = plain[to]
                if sure and space.kind == "sea":
                    price += fleets
                elif space.value and len(guests) < len(kinds):
                    price = max(abroad[to], space.terrain.enter_homeland)
                heappush(queue, (cost + price, to))
    return FAR


def _open(space: Space, kinds: Kinds, levied: bool) -> bool:
    """Whether no Fyrd unit is kept from it: Spearmen stay at home, also where a Saxon Castle may stand; Longships near it."""
    abroad = space.kind == "sea" or (space.value > 0 and "saxon" not in space.homelands and not levied)
    return not (
        (abroad and ("fyrd", "spearman") in kinds)
        or (space.kind == "overseas" and ("fyrd", "longship") in kinds)
    )
