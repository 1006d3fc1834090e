"""The King of England, decided once when the final round ends."""

from __future__ import annotations

from albion.engine.cite import cite, rule
from albion.engine.event import Log
from albion.games.redux_core.data import table
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.sequence import award
from albion.kernels.britannia.state import BritState, held_areas


@rule(cite("redux-core 3.2.a 3.2.b 3.2.c 3.2.d R5 R6"))
def score_king(s: BritState, log: Log) -> None:
    """Most areas of the kingdom when the last round ends; ties share the points, the remainder is lost."""
    if not s.rules.timeline[s.round - 1].final:
        return
    kings = most_of_the_kingdom(s)
    points = table("limits")["king"]["points"]
    for nation in kings:
        award(s, log, nation, points // len(kings), "king", "redux-core 3.2.b 3.2.c 3.2.d")


def most_of_the_kingdom(s: BritState) -> list[Nation]:
    """The nations that hold most areas in and south of York and Cheshire."""
    kingdom = frozenset(map(Area, table("limits")["king"]["areas"]))
    held = {n: sum(1 for a in held_areas(s, n) if a in kingdom) for n in s.rules.nations}
    most = max(held.values())
    return [n for n, count in held.items() if count == most] if most else []
