"""Saxon burhs."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Steps, step
from albion.games.britannia_2005.data import table
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.s05_stacking import crowding
from albion.games.britannia_2005.state import SAXONS, Brit
from albion.kernels.britannia.answers import END
from albion.kernels.britannia.asking import Question
from albion.kernels.britannia.board import Area


@rule(cite("britannia-2005 saxon.burh.a saxon.burh.c saxon.burh.d saxon.burh.e saxon.burh.h R13"))
def no_burh(s: Brit, area: Area) -> Cite | None:
    """Why Saxons may not build a burh in an area now."""
    row = table("limits")["burhs"]
    if s.round not in row["rounds"]:
        return cite("britannia-2005 saxon.burh.a")
    against = [
        (not s.alone(SAXONS, area), "saxon.burh.a R13"),
        (area in s.rules.board.difficult, "saxon.burh.d"),
        (area in s.burhs, "saxon.burh.c"),
        (len(s.burhs) >= row["most"] - len(s.land_areas(SAXONS)), "saxon.burh.e"),
    ]
    broken = [clauses for holds, clauses in against if holds]
    found = cite(*(f"britannia-2005 {clauses}" for clauses in broken)) if broken else ()
    if found:
        return tuple(dict.fromkeys(found))
    crowd = crowding(s, SAXONS, area)
    return None if crowd is None else (*cite("britannia-2005 saxon.burh.h move.stacking.f"), *crowd.cite[:2])


@step(cite("britannia-2005 saxon.burh.a saxon.burh.b"))
class BuildBurhs(Question[Brit], frozen=True):
    """In rounds 12 and 13 Saxons may spend points on burhs before six make an army."""

    asks = SAXONS

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Every area that could have one, and no more."""
        if s.track[SAXONS] < int(table("limits")["burhs"]["cost"]):
            return ()
        areas = [Action("build", a) for a in s.land_areas(SAXONS) if no_burh(s, a) is None]
        return [*areas, END] if areas else ()

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Where the rules on burhs allow one."""
        return no_burh(s, Area(a.name)) if a.verb == "build" else None

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """What is in the way of a burh there, with its number."""
        if a.verb != "build":
            return None
        if why[0].clause == "saxon.burh.h":
            crowd = crowding(s, SAXONS, a.name)
            return None if crowd is None else crowd.told()
        if why[0].clause == "saxon.burh.b":
            return "burh-costs", {"n": s.track[SAXONS], "most": int(table("limits")["burhs"]["cost"])}
        found = said(s, SAXONS, a, why)
        areas = len(s.land_areas(SAXONS))
        most = max(0, int(table("limits")["burhs"]["most"]) - areas)
        return None if found is None else (found[0], {**found[1], "n": areas, "most": most})

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        if a == END:
            return []
        s.build(SAXONS, Area(a.name))
        s.track[SAXONS] -= int(table("limits")["burhs"]["cost"])
        emit(log, "burh", self.cite, nation=SAXONS, area=a.noun)
        return [self]

    def about(self, s: Brit) -> dict[str, Json]:
        return {"nation": SAXONS, "points": s.track[SAXONS]}
