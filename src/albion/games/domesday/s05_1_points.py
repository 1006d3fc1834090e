"""5.1 Action points: whose they are, and what an Event allows them for."""

from __future__ import annotations

from albion.engine.cite import Cite, cite, rule
from albion.games.domesday.s03_map import banner, my_factions
from albion.games.domesday.state import Dom, Purse

ELSEWHERE = cite("domesday 5.1.b R43")


@rule(cite("domesday 5.1.c 5.1.b R42"))
def spenders(s: Dom) -> tuple[str, ...]:
    """The factions these points may be spent for."""
    mine = my_factions(s, s.purse.seat)
    if not s.purse.faction:
        return mine
    return tuple(f for f in mine if banner(s, f) == s.purse.faction)


@rule(cite("domesday 5.1.b R43"))
def reach(s: Dom, verb: str, area: str) -> Cite | None:
    """Points of an Event serve only its actions and Areas."""
    if s.purse.actions and verb not in s.purse.actions:
        return ELSEWHERE
    return ELSEWHERE if s.purse.bound and verb != "move" and area not in s.purse.areas else None


def pay(s: Dom, halves: int) -> None:
    """Take half action points from those left."""
    p = s.purse
    s.purse = Purse(p.seat, p.halves - halves, p.bound, p.areas, p.faction, p.actions)
