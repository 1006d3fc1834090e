"""5.5 Battle: the Battle Chart, Battle Events, Retreats, and the end of a Battle Action."""

from __future__ import annotations

from collections.abc import Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.plain import replaced
from albion.engine.step import Choice, Step, Steps, step
from albion.games.domesday.reasons import absent, foreign, held, no_retreat, not_of_stack, retreat_reason
from albion.games.domesday.refusals import Reason, too_dear, unlisted
from albion.games.domesday.s01_4_absentee import answerer
from albion.games.domesday.s03_map import at_home, banner, contests, controller, homeland, hosts, owner
from albion.games.domesday.s04_5_stacking import AfterAction
from albion.games.domesday.s04_units import change, open_gates, set_leader, unit_name, unit_parts, units_of
from albion.games.domesday.s05_1_points import FactionChoice, pay, spenders
from albion.games.domesday.s05_5_2_battle_events import AbsenteeEvents, BattleEvent
from albion.games.domesday.s05_5_3_retreat import ACROSS, nowhere, retreat_forbids, ways
from albion.games.domesday.s05_5_4_damage import FireBox
from albion.games.domesday.state import Battle, Dom, Fighter, the_battle

TOP = 7
CONTROLLED = cite("domesday 5.5.a 3.3.2.a R37")


def price(s: Dom, faction: str, area: str) -> int:
    """Half an AP in the attacker's Homeland, otherwise one."""
    return s.board.price["battle-homeland" if homeland(s, area, faction) else "battle"]


@rule(cite("domesday 5.5.a 5.5.b 5.5.c R37"))
def battle_bars(s: Dom, mine: list[str], area: str) -> Iterator[Cite]:
    """The rules against a Battle there."""
    there = hosts(s, area)
    able = [f for f in mine if f in there and len(there) > 1]
    if not able:
        yield cite("domesday 5.5.a")
        return
    if controller(s, area):
        yield CONTROLLED
    if min(price(s, f, area) for f in able) > s.purse.halves:
        yield cite("domesday 5.5.b")


def battle_reason(s: Dom, mine: list[str], area: str, why: Cite) -> Reason | None:
    """The price, where points are what lacks; or that nobody of his is there, or one faction Controls it."""
    if why != cite("domesday 5.5.b"):
        alone = ("no-foe-there", {"area": area}) if len(hosts(s, area)) == 1 else None
        return absent(s, mine, area) or alone or held(s, area)
    return too_dear(s, min(price(s, f, area) for f in mine if f in hosts(s, area)))


def begin_battle(s: Dom, area: str, log: Log) -> Steps[Dom]:
    """Choose the attacking faction if there are several."""
    mine = sorted({banner(s, f) for f in spenders(s)})
    able = tuple(f for f in mine if contests(s, area, f) and price(s, f, area) <= s.purse.halves)
    if len(able) == 1:
        return (OpenBattle(area, able[0]),)
    return (AttackAs(area, able),)


@step(cite("domesday 5.5.1.a 5.5.4.f"))
class AttackAs(FactionChoice, frozen=True):
    """Only one of the player's factions attacks: which?"""

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Only own factions that Contest the Area and can pay."""
        return unlisted(a, self.candidates(s), cite("domesday 5.5.1.a 5.5.a"))

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Another's, not there, or too dear for it."""
        if a.verb != "as":
            return None
        found = foreign(s, s.purse.seat, a.name)
        if found or a.noun == "fyrd":
            return found or ("fyrd-with-king", {"faction": banner(s, "fyrd")})
        if a.name in hosts(s, self.area) and price(s, a.name, self.area) > s.purse.halves:
            return too_dear(s, price(s, a.name, self.area))
        return absent(s, [a.name], self.area)

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """That one attacks."""
        return (OpenBattle(self.area, a.name),)


@step(cite("domesday 5.5.b 5.5.1.a 5.5.1.b 5.5.4.f 5.5.c 5.5.e 5.5.6.t"))
class OpenBattle(Step[Dom], frozen=True):
    """Pay, and place everybody on the Battle Chart."""

    area: str
    faction: str

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Attack Boxes for one faction, Defend Boxes for all others; then the phases of a Battle."""
        pay(s, price(s, self.faction, self.area))
        s.battle = Battle(self.area, self.faction)
        line_up(s)
        emit(log, "battle", self.cite, area=self.area, faction=self.faction, boxes=chart(s))
        seats, absent = s.rules.seats, s.rules.absentee
        events = (AbsenteeEvents() if seat == absent else BattleEvent(seat) for seat in seats)
        return (*events, LineUp(), Retreats(), FireBox("attack", TOP), EndBattle())


@rule(cite("domesday 5.5.1.a 5.5.1.b 5.5.1.c 4.1.3.a 4.1.3.b 3.2.e 4.3.2.d 5.5.2.b 4.2.3.a R20 R36"))
def initiative(s: Dom, b: Battle, faction: str, unit: str, reduced: bool) -> int:
    """Factor, one more for a defender at home, and what Battle Events change; Castles always 0."""
    if unit == "castle":
        return 0
    leader = s.board.leaders.get(unit)
    if leader is not None:
        kind, base = "leader", leader.factors.initiative
    else:
        kind, base = unit, s.board.kinds[unit].factors(reduced).initiative
    if banner(s, faction) != b.attacker:
        border = s.at(b.area, faction).border
        if at_home(s, b.area, faction, kind) or (border and at_home(s, border, faction, kind)):
            base += 1
    for m in b.modifiers:
        if (
            m.stat == "initiative"
            and m.faction == banner(s, faction)
            and ("all" in m.kinds or kind in m.kinds)
        ):
            base += m.n
    return max(0, min(TOP, base))


def line_up(s: Dom) -> None:
    """Fill the Boxes from the map."""
    b = the_battle(s)
    attack: list[Fighter] = []
    defend: list[Fighter] = []
    for faction, st in s.stacks.get(b.area, {}).items():
        side = attack if banner(s, faction) == b.attacker else defend
        found = [(kind, reduced) for kind, reduced, n in units_of(s, b.area, faction) for _ in range(n)]
        found += [(x, False) for x in st.leaders] + ([("castle", True)] if st.castle else [])
        side += [Fighter(faction, u, r, initiative(s, b, faction, u, r)) for u, r in found]
    s.battle = replaced(b, attack=tuple(attack), defend=tuple(defend))


def chart(s: Dom) -> dict[str, dict[str, list[str]]]:
    """The Boxes with units in them, for screens and cases."""
    b = the_battle(s)
    found: dict[str, dict[str, list[str]]] = {}
    for side, fighters in (("attack", b.attack), ("defend", b.defend)):
        boxes: dict[str, list[str]] = {}
        for x in sorted(fighters, key=lambda x: -x.box):
            name = (
                x.unit
                if x.unit in s.board.leaders
                else unit_name(x.faction, x.unit, x.reduced and x.unit != "castle")
            )
            boxes.setdefault(str(x.box), []).append(name)
        found[side] = boxes
    return found


@step(cite("domesday 5.5.2.b 5.5.1.a 5.5.1.b"))
class LineUp(Step[Dom], frozen=True):
    """Units whose Initiative an Event changed move to their Box; those that fell are gone."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Fill the Boxes again."""
        line_up(s)
        return ()


# Retreat (5.5.3)


@step(cite("domesday 5.5.3.a 5.5.e"))
class Retreats(Step[Dom], frozen=True):
    """In order of play each player may try to retreat each of his factions."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """One question per faction."""
        b = the_battle(s)
        there = hosts(s, b.area)
        return tuple(RetreatRoll(f) for seat in s.rules.seats for f in s.rules.factions[seat] if f in there)


def in_the_field(s: Dom, faction: str) -> Iterator[tuple[str, str, str, bool]]:
    """Faction, unit, kind and strength of what could run from the Battle, the King's with his Fyrd."""
    area = the_battle(s).area
    for f in (faction, "fyrd") if banner(s, "fyrd") == faction else (faction,):
        for kind, reduced, _ in units_of(s, area, f):
            yield f, kind, kind, reduced
        for leader in s.at(area, f).leaders:
            yield f, leader, "leader", False


def runners(s: Dom, faction: str, die: int | None) -> Iterator[tuple[str, str, bool, int]]:
    """Faction, unit, strength and Initiative of what may still retreat on that roll."""
    b = the_battle(s)
    for f, unit, kind, reduced in in_the_field(s, faction):
        speed = initiative(s, b, f, unit, reduced)
        if die is None or speed >= die:
            spare = None if die is None else speed - die
            if ways(s, f, kind, b.area, spare):
                yield f, unit, reduced, speed


@step(cite("domesday 5.5.3.a 5.5.e 4.3.2.g 4.4.d"))
class RetreatRoll(Choice[Dom], frozen=True):
    """Roll to retreat, or hold the field."""

    exact = True
    faction: str

    def about(self, s: Dom) -> dict[str, Json]:
        """Its fields, and what the refusal means."""
        return {**Choice.about(self, s), "no": "hold-field"}

    def seat(self, s: Dom) -> Seat:
        """The faction's player."""
        return answerer(s, owner(s, self.faction), the_battle(s).area)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Nothing to ask where nobody could go."""
        b = the_battle(s)
        if self.faction not in b.pinned and any(True for _ in runners(s, self.faction, None)):
            yield Action("roll")
            yield Action("hold")

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Roll the die that decides which units may retreat."""
        if a.verb == "hold":
            return ()
        die = roll(s, log, 1, who=owner(s, self.faction), cite=self.cite)[0]
        return (RetreatUnit(self.faction, die), AfterAction(), LineUp())


@step(cite("domesday 5.5.3.a 5.5.3.b 5.5.3.c 4.3.2.g 4.1.3.a"))
class RetreatUnit(Choice[Dom], frozen=True):
    """Which unit retreats?"""

    exact = True
    faction: str
    die: int

    def about(self, s: Dom) -> dict[str, Json]:
        """Its fields, and what the refusal means."""
        return {**Choice.about(self, s), "no": "no-more-retreats"}

    def seat(self, s: Dom) -> Seat:
        """The faction's player."""
        return answerer(s, owner(s, self.faction), the_battle(s).area)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Those quick enough that have somewhere to go."""
        found = [_noun(s, f, u, r) for f, u, r, _ in runners(s, self.faction, self.die)]
        if found:
            yield from (Action("retreat", x) for x in found)
            yield Action("hold")

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Too slow, nowhere to go, or not one of his."""
        if a.verb != "retreat" or a in tuple(self.candidates(s)):
            return None
        b, noun = the_battle(s), a.name
        if noun.endswith(":castle"):
            return cite("domesday 4.3.2.g")
        faction, kind, speed = self._runner(s, noun)
        if speed < 0:
            return cite("domesday 5.5.3.a 4.3.1.c")
        if speed < self.die:
            return cite("domesday 5.5.3.b 4.1.3.a")
        return nowhere(s, faction, kind, b.area, speed - self.die)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Initiative against the roll, or that the unit is another's or not there."""
        if a.verb != "retreat":
            return None
        if a.name.endswith(":castle"):
            return "castles-hold", {}
        _, _, speed = self._runner(s, a.name)
        if 0 <= speed < self.die:
            return "too-slow", {"speed": speed, "die": self.die}
        area = the_battle(s).area
        if speed >= 0:
            return no_retreat(area, speed, self.die, why)
        return foreign(s, owner(s, self.faction), a.name) or not_of_stack(s, self.faction, area, a.name)

    def _runner(self, s: Dom, noun: str) -> tuple[str, str, int]:
        """Faction, kind and Initiative of a unit of the faction in the Battle; -1 if there is none."""
        for f, unit, kind, reduced in in_the_field(s, self.faction):
            if _noun(s, f, unit, reduced) == noun:
                return f, kind, initiative(s, the_battle(s), f, unit, reduced)
        return "", "", -1

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Ask where the unit goes, then for the next unit."""
        return () if a.verb == "hold" else (RetreatTo(self.faction, self.die, a.name), self)


def _noun(s: Dom, faction: str, unit: str, reduced: bool) -> str:
    return unit if unit in s.board.leaders else unit_name(faction, unit, reduced)


@step(cite("domesday 5.5.3.b 5.5.3.d 5.5.3.g 5.5.3.h 5.5.3.i"))
class RetreatTo(Choice[Dom], frozen=True):
    """Where does it retreat to?"""

    exact = True
    faction: str
    die: int
    unit: str

    def seat(self, s: Dom) -> Seat:
        """The faction's player."""
        return answerer(s, owner(s, self.faction), the_battle(s).area)

    def _spare(self, s: Dom) -> tuple[str, str, int]:
        b = the_battle(s)
        if self.unit in s.board.leaders:
            return self.faction, "leader", initiative(s, b, self.faction, self.unit, False) - self.die
        faction, kind, reduced = unit_parts(self.unit)
        return faction, kind, initiative(s, b, faction, kind, reduced) - self.die

    def candidates(self, s: Dom) -> Iterator[Action]:
        """The spaces of the best priority."""
        b = the_battle(s)
        faction, kind, spare = self._spare(s)
        return (Action("to", x) for x in ways(s, faction, kind, b.area, spare))

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """By Initiative, Control, water and priorities."""
        b = the_battle(s)
        if a.verb != "to":
            return None
        faction, kind, spare = self._spare(s)
        return retreat_forbids(s, faction, kind, b.area, a.name, spare)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """How much Initiative a crossing needs, who holds the Area, or where the unit must go."""
        if a.verb != "to":
            return None
        faction, kind, spare = self._spare(s)
        if why in ACROSS.values():
            return "no-crossing", {"speed": spare + self.die, "die": self.die}
        return retreat_reason(s, faction, kind, the_battle(s).area, a.name, spare, why)

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """It leaves the Battle."""
        b = the_battle(s)
        if self.unit in s.board.leaders:
            set_leader(s, self.unit, a.name)
        else:
            faction, kind, reduced = unit_parts(self.unit)
            change(s, b.area, faction, kind, reduced, -1)
            change(s, a.name, faction, kind, reduced, 1)
        open_gates(s, b.area)
        line_up(s)
        emit(log, "retreated", self.cite, unit=self.unit, area=b.area, to=a.noun)
        return ()


@step(cite("domesday 5.5.d 5.5.2.c 5.8.7.b R28"))
class EndBattle(Step[Dom], frozen=True):
    """The Battle is over; Battle Events go back to hand if nobody was hurt, otherwise to the discards."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Cards are discarded, or go back if nobody was hurt."""
        b = the_battle(s)
        for seat, card in b.cards:
            if b.hurt:
                s.discard = (*s.discard, card)
            elif seat == s.rules.absentee:
                s.faceup = (*s.faceup, card)
            else:
                s.hands[seat] = tuple(sorted((*s.hands[seat], card)))
                emit(log, "card-returned", self.cite, seat=seat, card=card)
        s.battle = None
        emit(log, "battle-over", self.cite, area=b.area)
        return ()
