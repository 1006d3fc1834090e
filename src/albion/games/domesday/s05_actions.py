"""5.0 Actions: spending action points, one action after another."""

from __future__ import annotations

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import foremost
from albion.engine.step import Choice, Step, Steps, step
from albion.games.domesday.openings import openings
from albion.games.domesday.refusals import Reason, ap
from albion.games.domesday.s01_4_absentee import answerer
from albion.games.domesday.s03_map import banner, my_factions
from albion.games.domesday.s04_5_stacking import AfterAction
from albion.games.domesday.s05_1_points import (
    ELSEWHERE,
    OTHER_DEEDS,
    SERVES_ONE,
    event_areas,
    reach,
    spenders,
)
from albion.games.domesday.s05_2_recruit import (
    begin_build,
    begin_recruit,
    build_bars,
    build_reason,
    recruit_forbids,
    recruit_reason,
)
from albion.games.domesday.s05_4_move import begin_move, move_bars, move_reason
from albion.games.domesday.s05_5_battle import battle_bars, battle_reason, begin_battle
from albion.games.domesday.s05_6_waste import (
    begin_survey,
    begin_waste,
    survey_bars,
    survey_reason,
    waste_bars,
    waste_reason,
)
from albion.games.domesday.state import Dom, Purse

END = Action("end")
OPEN = {
    "build": build_bars,
    "move": move_bars,
    "battle": battle_bars,
    "waste": waste_bars,
    "survey": survey_bars,
}
CALM = ("build", "waste", "survey")
"""Actions after which no stack can be too large."""
BEGIN = {
    "recruit": begin_recruit,
    "build": begin_build,
    "move": begin_move,
    "battle": begin_battle,
    "waste": begin_waste,
    "survey": begin_survey,
}
REASONS = {
    "recruit": recruit_reason,
    "build": build_reason,
    "move": move_reason,
    "battle": battle_reason,
    "waste": waste_reason,
    "survey": survey_reason,
}


@step(cite("domesday 5.1.c 5.1.d"))
class Points(Step[Dom], frozen=True):
    """Action points are there to be spent."""

    purse: Purse

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Put them on the track."""
        s.purse = self.purse
        emit(
            log, "points", self.cite, seat=self.purse.seat, halves=self.purse.halves, ap=ap(self.purse.halves)
        )
        return (Spend(),)


@step(cite("domesday 5.1.c 5.1.d 2.2.b"))
class Spend(Choice[Dom], frozen=True):
    """Spend the points, action by action; what is left at the end is lost."""

    exact = True
    own = tuple(BEGIN)

    def seat(self, s: Dom) -> Seat:
        """The player, or who stands in for the Absentee."""
        return answerer(s, s.purse.seat)

    def about(self, s: Dom) -> dict[str, Json]:
        """Whose points, how many, and where they may be spent."""
        purse = s.purse
        return {
            "player": purse.seat,
            "ap": ap(purse.halves),
            "areas": list(event_areas(s)),
            "faction": purse.faction,
        }

    def candidates(self, s: Dom) -> list[Action]:
        """Every action that can be paid, then the end; nothing but the end: no question."""
        found = openings(s) if s.purse.halves else []
        return [*found, END] if found else []

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """The rule against an action."""
        return opening_forbids(s, a)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """The number that decides."""
        return opening_reason(s, a, why)

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Begin that action, after which limits are enforced; ending loses what is left."""
        if a == END:
            left = s.purse.halves
            emit(log, "points-lost", cite("domesday 5.1.d"), halves=left, ap=ap(left))
            return ()
        return (*BEGIN[a.verb](s, a.name, log), AfterAction(a.verb in CALM), self)


def opening_forbids(s: Dom, a: Action) -> Cite | None:
    """The rules against beginning an action in an Area."""
    if a.verb not in BEGIN:
        return None
    area, factions = a.name, spenders(s)
    elsewhere = reach(s, a.verb, area) or ()
    if a.verb == "recruit":
        return foremost((elsewhere, recruit_forbids(s, factions, area) or ())) or None
    laws = tuple(OPEN[a.verb](s, _flags(s, factions), area))
    if laws and not elsewhere and (bound := _bound_by_event(s, a)):
        return bound
    return foremost((elsewhere, *laws)) or None


def _flags(s: Dom, factions: tuple[str, ...]) -> list[str]:
    """Whom these factions fight for."""
    return sorted({banner(s, f) for f in factions})


@rule(cite("domesday 5.1.b R42 R43"))
def _bound_by_event(s: Dom, a: Action) -> Cite:
    """Whether only the Event's points stand in the way: another of the player's factions could do it, or could if the Area were named."""
    if not s.purse.faction:
        return ()
    every = _flags(s, my_factions(s, s.purse.seat))
    law = next(OPEN[a.verb](s, every, a.name), None)
    if law is None:
        return SERVES_ONE
    return ELSEWHERE if law[0] == ELSEWHERE[0] else ()


def opening_reason(s: Dom, a: Action, why: Cite) -> Reason | None:
    """The number that decides, where one does."""
    mine, area = _flags(s, spenders(s)), a.name
    if why == SERVES_ONE:
        return "serves-only", {"faction": s.purse.faction}
    if OTHER_DEEDS[1] in why:
        return "deeds-only", {"actions": [f"for-{verb}" for verb in s.purse.actions]}
    if why[0] == ELSEWHERE[0]:
        return "elsewhere", {"areas": list(event_areas(s))}
    return REASONS[a.verb](s, mine, area, why) if a.verb in REASONS else None
