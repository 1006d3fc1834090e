"""The King: at the end of rounds 11 to 14, and among the last four in round 16."""

from __future__ import annotations

from albion.engine.cite import cite, rule
from albion.engine.event import Log
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.data import table
from albion.games.britannia_2005.s02_points import award
from albion.games.britannia_2005.s04_growth import PlaceArmies
from albion.games.britannia_2005.s19_danes import english
from albion.games.britannia_2005.state import Brit
from albion.kernels.britannia.board import Nation


@rule(cite("britannia-2005 king.a king.b R12"))
def king(s: Brit) -> Nation | None:
    """The nation that occupies twice as many English areas as any other, and at least four."""
    row = table("titles")["king"]
    held = english(s)
    for nation, n in held.items():
        others = max(k for x, k in held.items() if x != nation)
        if n >= row["minimum"] and n >= row["times"] * others:
            return nation
    return None


@step(cite("britannia-2005 king.a king.b king.c king.d vp.titles.b endround.c R29"))
class King(Step[Brit], frozen=True):
    """The King's nation scores and gets one infantry, placed as in Increase Population."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Crown him, if there is one."""
        if s.round == table("titles")["last_king"]["round"]:
            last_king(s, log)
            return []
        nation = king(s)
        if nation is None:
            return []
        award(s, log, nation, table("titles")["king"]["points"], "king", self.cite)
        return [PlaceArmies(nation, 1, (), 0)]


@rule(cite("britannia-2005 king.round16.a king.round16.b king.round16.c king.round16.d R10 R34"))
def last_king(s: Brit, log: Log) -> None:
    """The sole survivor of four leaders is King, unless a nation outside has twice his areas; else the usual test."""
    row = table("titles")["last_king"]
    claimants = {x: s.rules.leaders[x].nation for x in row["leaders"]}
    alive = [n for x, n in claimants.items() if x in s.leaders]
    crowned: Nation | None = None
    if len(alive) == 1:
        mine = len(s.land_areas(alive[0]))
        others = [n for n in s.rules.nations if n not in claimants.values()]
        greater = any(k >= 2 * mine and k for k in (len(s.land_areas(n)) for n in others))
        crowned = None if greater else alive[0]
    elif alive and king(s) in alive:
        crowned = king(s)
    if crowned is not None:
        award(s, log, crowned, row["points"], "king", cite("britannia-2005 king.round16.d"))
