"""Cards as data, the questions: which option, which Area, which unit, which Sea, against whom (5.8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite
from albion.engine.event import Log
from albion.engine.plain import replaced
from albion.engine.step import Choice, Steps, step
from albion.games.domesday.data import Effect
from albion.games.domesday.reasons import not_held
from albion.games.domesday.refusals import Reason, unlisted
from albion.games.domesday.s01_4_absentee import answerer
from albion.games.domesday.s03_map import owner
from albion.games.domesday.s04_5_stacking import ReduceTroop
from albion.games.domesday.s05_8_effect_deeds import AREA_EFFECTS, send_home, strike
from albion.games.domesday.s05_8_effect_laws import (
    BESIDE_CASTLE,
    acting_faction,
    fleets_to_go,
    foes_within_reach,
    homeward,
    listed,
    not_there,
    open_areas,
    optional,
    picker,
    program,
    resolver,
    untouched,
    victims,
)
from albion.games.domesday.state import Dom

DONE = Action("done")
NO_SITE = {
    "4.4.a": "no-city",
    "4.4.b": "no-building-site",
    "4.4.c": "no-building-site",
    "4.4.f": "built-already",
}
"""By the decisive clause: why no Building is placed there."""


def event_about(s: Dom, e: Effect) -> dict[str, Json]:
    """An effect in words for a screen."""
    return {
        "card": s.event.card,
        "faction": acting_faction(s, e),
        "effect": e.op,
        "leader": e.leader,
        "n": e.n,
    }


class ResolverChoice(Choice[Dom], frozen=True):
    """A question to the player who resolves the Event."""

    def seat(self, s: Dom) -> Seat:
        """The resolving player; for an Absentee card, the player who drew it."""
        return answerer(s, resolver(s))


@step(cite("domesday 5.8.a 1.4.2.b"))
class ChooseOption(ResolverChoice, frozen=True):
    """Which of the card's two options?"""

    exact = True
    options: tuple[int, ...]

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Those open to the faction, counted from one."""
        return (Action("option", n + 1) for n in self.options)

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Open to the faction."""
        return unlisted(a, self.candidates(s), cite("domesday 5.8.a"))

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Remember the option chosen."""
        s.event = replaced(s.event, option=a.number - 1)
        return ()


class PickPlace(Choice[Dom], frozen=True):
    """In which Area is an effect carried out; or no more of it, where the card leaves that open."""

    exact = True
    own = ("done",)
    i: int
    left: int

    def open(self, s: Dom, e: Effect) -> Collection[str]:
        """The Areas where it can be."""
        raise NotImplementedError

    def closed(self, s: Dom, e: Effect, area: str) -> Cite | None:
        """Why not in another."""
        raise NotImplementedError

    def about(self, s: Dom) -> dict[str, Json]:
        """The card, what it does now, and for whom."""
        return {**event_about(s, program(s)[self.i]), "no": "no-more"}

    def candidates(self, s: Dom) -> Iterator[Action]:
        """The open Areas; nothing to ask if there is none."""
        e = program(s)[self.i]
        found = self.open(s, e)
        if found:
            yield from (Action("at", a) for a in found)
            if optional(e):
                yield DONE

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """What closes the Area, or the card that leaves no choice."""
        e = program(s)[self.i]
        if a == DONE:
            return None if optional(e) else cite("domesday 5.8.a")
        if a.verb != "at" or a.noun in self.open(s, e):
            return None
        return self.closed(s, e, a.name)


@step(cite("domesday 5.8.a 5.8.1.b 5.8.2.e 4.3.1.c R44"))
class PickArea(PickPlace, frozen=True):
    """In which Area does the effect happen?"""

    done: tuple[str, ...] = ()

    def seat(self, s: Dom) -> Seat:
        """The player of the units placed, or who resolves the Event."""
        e = program(s)[self.i]
        return answerer(s, owner(s, e.faction) if e.faction else resolver(s))

    def open(self, s: Dom, e: Effect) -> Collection[str]:
        """Open Areas not yet chosen."""
        return [a for a in open_areas(s, e) if a not in self.done]

    def closed(self, s: Dom, e: Effect, area: str) -> Cite | None:
        """Not listed, beside an enemy Castle, not Controlled, or chosen already."""
        return not_there(s, e, area, chosen=area in self.done)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """An Area that the card does not name, chosen already, with an enemy Castle, or Wasted enough."""
        e = program(s)[self.i]
        if a.verb != "at":
            return _more(a, self.left)
        if a.noun in self.done:
            return "chosen-already", {"area": a.name}
        if e.op == "place-building" and why[0].clause in NO_SITE:
            return NO_SITE[why[0].clause], {"area": a.name, "building": e.building}
        if why[0] == BESIDE_CASTLE[0] and not s.board.spaces[a.name].is_area:
            return "no-place", {"area": a.name}
        if a.name not in listed(s, e):
            return "not-named", {"area": a.name}
        if why == BESIDE_CASTLE:
            return "castle-there", {"area": a.name}
        if e.op == "place-castle" and why[0].clause == "4.5.1.c":
            return "castle-stands", {"area": a.name}
        if e.op in ("place-castle", "place-building") and why[0].clause == "5.8.a":
            return not_held(s, [acting_faction(s, e)], a.name)
        return _wasted(s, e, a.name)

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Apply the effect there; then ask for the next Area, if the card says so."""
        if a == DONE:
            return ()
        e = program(s)[self.i]
        after = AREA_EFFECTS[e.op](s, e, a.name, log)
        if self.left > 1:
            return (*after, PickArea(self.i, self.left - 1, (*self.done, a.name)))
        return after


def _more(a: Action, left: int) -> Reason | None:
    """A card that leaves no choice has this many to come."""
    return ("more-to-come", {"n": left}) if a == DONE else None


def _wasted(s: Dom, e: Effect, area: str) -> Reason | None:
    """As many Wasted as its Value, or none at all."""
    n = s.wasted.get(area, 0)
    if e.op == "remove-wasted":
        return "not-wasted", {"area": area}
    full = e.op == "place-wasted" and n >= s.board.spaces[area].value
    return ("wasted-enough", {"area": area, "n": n, "value": s.board.spaces[area].value}) if full else None


@step(cite("domesday 5.8.a 5.8.1.b 4.3.1.c R45"))
class PickField(PickPlace, frozen=True):
    """In which Area is a unit affected?"""

    def seat(self, s: Dom) -> Seat:
        """Who chooses the units."""
        return answerer(s, picker(s, program(s)[self.i]))

    def open(self, s: Dom, e: Effect) -> Collection[str]:
        """Areas with a unit the effect can affect."""
        return victims(s, e)

    def closed(self, s: Dom, e: Effect, area: str) -> Cite | None:
        """No such unit there, or one that stays what it is."""
        return untouched(s, e, area)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Nobody there that the card can affect."""
        return ("untouched", {"area": a.name}) if a.verb == "at" else _more(a, self.left)

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Ask which unit in that Area."""
        return () if a == DONE else (PickUnit(self.i, self.left, a.name),)


@step(cite("domesday 5.8.a 5.8.3.a 5.8.3.b 4.3.1.d R45"))
class PickUnit(Choice[Dom], frozen=True):
    """Which unit is affected?"""

    exact = True
    i: int
    left: int
    area: str

    def about(self, s: Dom) -> dict[str, Json]:
        """The card, what it does now, and for whom."""
        return {**event_about(s, program(s)[self.i]), "area": self.area}

    def seat(self, s: Dom) -> Seat:
        """Who chooses the units."""
        return answerer(s, picker(s, program(s)[self.i]))

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Units there that the effect can affect."""
        found = victims(s, program(s)[self.i]).get(self.area, ())
        return (Action("unit", x) for x in found)

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Wrong faction, kind, or company."""
        e = program(s)[self.i]
        if a.verb != "unit" or a.noun in victims(s, e).get(self.area, ()):
            return None
        return cite("domesday R45 4.3.1.c") if a.noun in s.board.leaders else untouched(s, e, self.area)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Not one of those the card can affect here."""
        if a.verb != "unit":
            return None
        return "leaders-spared" if a.noun in s.board.leaders else "not-touched", {
            "unit": a.name,
            "area": self.area,
        }

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Apply the effect; then ask for the next unit."""
        after = strike(s, program(s)[self.i], self.area, a.name, log)
        return (*after, PickField(self.i, self.left - 1)) if self.left > 1 else after


@step(cite("domesday 5.8.a 4.3.1.c"))
class ReduceStack(ReduceTroop, frozen=True):
    """Which unit of a large stack does the Event reduce?"""

    verb = "unit"
    against = cite("domesday 5.8.a 4.3.1.c")


@step(cite("domesday 5.8.a 3.1.6.b"))
class ChooseSea(ResolverChoice, frozen=True):
    """Along which Sea does the storm blow?"""

    exact = True
    i: int

    def candidates(self, s: Dom) -> Iterator[Action]:
        """The Seas."""
        return (Action("at", x.id) for x in s.board.tables.sea)

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Only a Sea."""
        return unlisted(a, self.candidates(s), cite("domesday 5.8.a"))

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """It is not a Sea."""
        return ("not-named", {"area": a.name}) if a.verb == "at" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Remember the Sea; then ask for the ships."""
        s.event = replaced(s.event, area=a.name)
        return (PickField(self.i, program(s)[self.i].n),)


@step(cite("domesday 5.8.a 6.2.4.a"))
class ChooseTarget(ResolverChoice, frozen=True):
    """Against which other player?"""

    exact = True

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Each other player the card can reach."""
        return (Action("against", x) for x in foes_within_reach(s))

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Another player whom the card can reach."""
        return unlisted(a, self.candidates(s), cite("domesday 5.8.a"))

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """It is himself, nobody at this table, or no fleet of the faction is in an Area with that player."""
        if a.verb != "against":
            return None
        if a.noun not in s.rules.seats:
            return "no-player", {"seat": a.noun}
        return ("against-yourself", {}) if a.noun == resolver(s) else ("no-raid-on", {"seat": a.noun})

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Remember the target."""
        s.event = replaced(s.event, target=a.name)
        return ()


@step(cite("domesday 5.8.a"))
class GoHome(ResolverChoice, frozen=True):
    """Which raiding fleet goes home?"""

    exact = True
    i: int

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Areas Contested with the player who pays."""
        return (Action("at", a) for a in fleets_to_go(s))

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Fleets that Contest an Area of the player who pays."""
        return unlisted(a, self.candidates(s), cite("domesday 5.8.a"))

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """No such fleet there."""
        return ("untouched", {"area": a.name}) if a.verb == "at" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """It sails at no cost."""
        send_home(s, a.name, homeward(s, program(s)[self.i]), log)
        return ()
