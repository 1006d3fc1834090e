"""5.6 Waste and 5.7 Survey."""

from __future__ import annotations

from collections.abc import Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Choice, Steps, step
from albion.games.domesday.reasons import absent, foreign, held, not_held
from albion.games.domesday.refusals import Reason, too_dear
from albion.games.domesday.s01_4_absentee import answerer
from albion.games.domesday.s03_map import contests, controller, homeland, my_factions
from albion.games.domesday.s04_units import have, reduce_troop, unit_name, unit_parts, units_of
from albion.games.domesday.s05_1_points import pay
from albion.games.domesday.s06_victory import add_plunder
from albion.games.domesday.state import Dom


@rule(cite("domesday 5.6.a 5.6.b 3.1.1.b 3.4.c R29"))
def waste_bars(s: Dom, mine: list[str], area: str) -> Iterator[Cite]:
    """The rules against laying an Area waste."""
    if not s.board.spaces[area].value:
        yield cite("domesday 5.6.b 3.1.1.b")
        return
    master = controller(s, area)
    if master:
        fine = master in mine and not homeland(s, area, master)
    else:
        fine = any(contests(s, area, f) for f in mine)
    if not fine:
        yield cite("domesday 5.6.a")
    if s.wasted.get(area, 0) >= s.board.spaces[area].value:
        yield cite("domesday 5.6.b")
    if s.purse.halves < s.board.price["waste"]:
        yield cite("domesday 5.6.a")


def waste_reason(s: Dom, mine: list[str], area: str, why: Cite) -> Reason | None:
    """Water has no Value; whose Area it is, Wasted against the Value, or the price."""
    value, wasted, master = s.board.spaces[area].value, s.wasted.get(area, 0), controller(s, area)
    if not value:
        return "no-value", {"area": area}
    if why[0].clause == "5.6.b":
        return "wasted-enough", {"area": area, "n": wasted, "value": value}
    if master in mine and homeland(s, area, master):
        return "own-homeland", {"area": area, "faction": master}
    if master not in mine and (found := absent(s, mine, area) or held(s, area)):
        return found
    return too_dear(s, s.board.price["waste"])


def begin_waste(s: Dom, area: str, log: Log) -> Steps[Dom]:
    """One Wasted more; then perhaps Plunder."""
    s.wasted[area] = s.wasted.get(area, 0) + 1
    emit(log, "wasted", cite("domesday 5.6.a 3.4.a"), area=area, n=1)
    pay(s, s.board.price["waste"])
    return (GainPlunder(area),) if s.purse.halves else ()


@rule(cite("domesday 5.6.c 5.6.d 6.2.1.a R56"))
def loot_forbids(s: Dom, seat: str, area: str, noun: str, first: bool) -> Cite | None:
    """One Knight, Huscarl or Longship; or two reductions among Spearmen and Archers."""
    faction, kind, reduced = unit_parts(noun)
    if not kind or kind == "castle":
        return cite("domesday 5.6.c 5.6.d")
    if faction not in my_factions(s, seat) or not have(s.at(area, faction).troops, kind, reduced):
        return cite("domesday 5.6.c 4.3.1.c")
    if kind in ("spearman", "archer"):
        steps = sum(
            n * (1 if r else 2)
            for f in my_factions(s, seat)
            for k, r, n in units_of(s, area, f)
            if k in ("spearman", "archer")
        )
        return cite("domesday 5.6.d") if first and steps < 2 else None
    return None if first else cite("domesday 5.6.d")


@step(cite("domesday 5.6.c 5.6.d 6.2.1.a 3.4.c"))
class GainPlunder(Choice[Dom], frozen=True):
    """Half an AP more and a reduced unit for one Plunder, or not."""

    exact = True
    own = ("decline",)
    area: str
    second: bool = False

    def about(self, s: Dom) -> dict[str, Json]:
        """Its fields, and what the refusal means."""
        return {**Choice.about(self, s), "no": "no-plunder"}

    def seat(self, s: Dom) -> Seat:
        """The player who spends."""
        return answerer(s, s.purse.seat)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Each unit that could pay for it; if there is none, no question."""
        seat, price = s.purse.seat, s.board.price["plunder"]
        found = [
            Action("reduce", unit_name(f, kind, reduced))
            for f in my_factions(s, seat)
            for kind, reduced, _ in units_of(s, self.area, f)
            if loot_forbids(s, seat, self.area, unit_name(f, kind, reduced), not self.second) is None
        ]
        if found and s.purse.halves >= price:
            yield from found
            if not self.second:
                yield Action("decline")

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """By kind of unit."""
        if a.verb == "decline":
            return cite("domesday 5.6.d") if self.second else None
        if a.verb != "reduce":
            return None
        return loot_forbids(s, s.purse.seat, self.area, a.name, not self.second)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Another's unit, one that is not there, or not what Plunder costs."""
        if a.verb == "decline":
            return "loot-begun", {}
        if a.verb != "reduce":
            return None
        if cite("domesday 4.3.1.c")[0] not in why:
            return "loot-second" if self.second else "loot-price", {}
        return foreign(s, s.purse.seat, a.name) or ("not-here", {"unit": a.name, "area": self.area})

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Reduce; after the second Spearman or Archer, or one other unit, gain the Plunder."""
        if a.verb == "decline":
            return ()
        faction, kind, reduced = unit_parts(a.name)
        reduce_troop(s, self.area, faction, kind, reduced, log)
        if kind in ("spearman", "archer") and not self.second:
            return (GainPlunder(self.area, True),)
        add_plunder(s, s.purse.seat, 1, log, cite("domesday 6.2.1.a 5.6.c"), self.area)
        pay(s, s.board.price["plunder"])
        return ()


@rule(cite("domesday 5.7.a 5.7.b 3.4.c"))
def survey_bars(s: Dom, mine: list[str], area: str) -> Iterator[Cite]:
    """The rules against surveying an Area."""
    master = controller(s, area)
    if master not in mine or not s.wasted.get(area):
        yield cite("domesday 5.7.a 5.7.b")
    elif s.purse.halves < s.board.price["survey-homeland" if homeland(s, area, master) else "survey"]:
        yield cite("domesday 5.7.a" if homeland(s, area, master) else "domesday 5.7.b")


def survey_reason(s: Dom, mine: list[str], area: str, why: Cite) -> Reason | None:
    """Nothing to take away, or the price where points are what lacks."""
    master = controller(s, area)
    if not s.wasted.get(area):
        return "not-wasted", {"area": area}
    if master not in mine:
        return not_held(s, mine, area)
    return too_dear(s, s.board.price["survey-homeland" if homeland(s, area, master) else "survey"])


def begin_survey(s: Dom, area: str, log: Log) -> Steps[Dom]:
    """One Wasted less."""
    home = homeland(s, area, controller(s, area))
    take_wasted(s, area, 1)
    emit(log, "surveyed", cite("domesday 5.7.a" if home else "domesday 5.7.b"), area=area)
    pay(s, s.board.price["survey-homeland" if home else "survey"])
    return ()


def take_wasted(s: Dom, area: str, n: int) -> None:
    """Take Wasted markers away."""
    left = s.wasted.get(area, 0) - n
    if left > 0:
        s.wasted[area] = left
    else:
        s.wasted.pop(area, None)
