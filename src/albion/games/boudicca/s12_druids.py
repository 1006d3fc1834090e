"""12.2 Druids: recruiting, Invocation, and whom a Convocation reaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.step import Steps, step
from albion.games.boudicca.actions import act
from albion.games.boudicca.questions import Question, Reason, elsewhere, place
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s05_hand import draw_card
from albion.games.boudicca.s11_revolts import Incite, not_in_revolt
from albion.games.boudicca.state import DEAD, PLUNDER, RESERVE, SACKER, SCARED, SPENT, BoudiccaState
from albion.kernels.hex import Hex, bit, distance, hexes_of

RECRUIT = cite("boudicca 12.2.1.a 12.2.2.a 12.2.3.b R23")
INVOCATION = cite("boudicca 5.3.1.b 12.2.5.a 12.2.5.b R26 R54")


def druids_in_play(s: BoudiccaState) -> list[int]:
    """The Druids on the map."""
    return [u for u in s.rules.druids if s.alive(u)]


@rule(cite("boudicca 12.2.5.a R54"))
def druids_with_power(s: BoudiccaState) -> list[int]:
    """Those of them whom no invocation has exhausted this turn."""
    return [u for u in druids_in_play(s) if not s.marks[u] & SPENT]


@rule(cite("boudicca 12.2.2.a 12.2.3.b R23"))
def vacancies(s: BoudiccaState) -> int:
    """How many Druids may come over now: in place of those who fell before this Impulse."""
    return s.rules.data.units.leaders.druids_in_play - len(druids_in_play(s)) - s.druids_fell


@rule(RECRUIT)
def recruit_fault(s: BoudiccaState, h: Hex) -> Cite | None:
    """Why no Druid can be recruited there."""
    board = s.rules.board
    if len(druids_in_play(s)) >= s.rules.data.units.leaders.druids_in_play:
        return cite("boudicca 12.2.2.a")
    if not any(s.where[u] == RESERVE for u in s.rules.druids):
        return cite("boudicca 12.2.1.a")
    if not vacancies(s):
        return cite("boudicca 12.2.3.b R23")
    near = board.grid.within(board.entry["mona"], s.rules.data.activation.ranges.recruit_hexes)
    if h not in near or h not in board.land:
        return cite("boudicca 12.2.3.b")
    return cite("boudicca 12.1.1.a") if s.units(h, ROMANS) else None


def recruit_hexes(s: BoudiccaState) -> Iterator[Hex]:
    """Where a new Druid may appear."""
    board = s.rules.board
    if len(druids_in_play(s)) < s.rules.data.units.leaders.druids_in_play:
        near = board.grid.within(board.entry["mona"], s.rules.data.activation.ranges.recruit_hexes)
        yield from (h for h in sorted(near) if recruit_fault(s, h) is None)


def recruit(s: BoudiccaState, h: Hex, log: Log) -> None:
    """The next Druid comes over from Mona."""
    u = next(u for u in s.rules.druids if s.where[u] == RESERVE)
    s.put(u, h)
    emit(log, "recruit", RECRUIT, leader=s.rules.units[u].id, hex=h)


@step(INVOCATION)
class Invocation(Question, frozen=True):
    """Which Druid invokes the gods."""

    def seat(self, s: BoudiccaState) -> Seat:
        """The Briton player."""
        return Seat(BRITONS)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Each Druid in play."""
        return [act("invoke", s.rules.units[u].id) for u in druids_with_power(s)]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only a Druid in play."""
        if a.verb != "invoke":
            return elsewhere(s, a)
        u = s.rules.index[a.name]
        if u not in druids_in_play(s):
            return cite("boudicca 12.2.5.a")
        return cite("boudicca R54 12.2.5.a") if s.marks[u] & SPENT else None

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """That this is no Druid, that he is not on the map, or that his power is spent."""
        if a.verb != "invoke":
            return None
        u = s.rules.index[a.name]
        key = "druid-spent" if s.alive(u) else "leader-gone"
        return (key if u in s.rules.druids else "no-druid-here"), {"leader": a.name}

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Roll and apply at once."""
        u = s.rules.index[a.name]
        table = s.rules.data.tables.druid_invocation
        found = table.results[roll(s, log, 1, who=BRITONS, cite=self.cite)[0] - 1]
        emit(log, "invocation", self.cite, leader=a.noun, result=found)
        match found:
            case "spent":
                s.used[u] = 2
                s.marks[u] |= SPENT
            case "fear":
                return [ScareStack(s.where[u], table.fear_hexes)]
            case "dread":
                return [ScareStack(s.where[u], table.dread_hexes)]
            case "call":
                call = CallTribe(s.where[u])
                return [call if call.candidates(s) else ScareStack(s.where[u], table.fear_hexes)]
            case "andate":
                draw_card(s, BRITONS, log, self.cite)
        return []


@step(cite("boudicca 5.3.1.b 12.2.5.a R26"))
class ScareStack(Question, frozen=True):
    """Which Roman stack near the Druid is Scared."""

    hex: int
    range: int

    def seat(self, s: BoudiccaState) -> Seat:
        """The Briton player."""
        return Seat(BRITONS)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Every Roman stack in range."""
        return [act("scare", h) for h in sorted(s.held(ROMANS)) if distance(h, self.hex) <= self.range]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only a Roman stack in range."""
        if a.verb != "scare":
            return elsewhere(s, a)
        return None if a in self.candidates(s) else cite("boudicca R26")

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """How far away it is."""
        away = distance(self.hex, a.number) if a.verb == "scare" else 0
        if a.verb != "scare":
            return None
        if away > self.range:
            return "hexes-away", place(s, a.number) | {"away": away, "limit": self.range}
        return "no-romans", place(s, a.number)

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Its units are Scared."""
        for u in s.units(a.number, ROMANS):
            s.marks[u] |= SCARED
        emit(log, "scared", self.cite, hex=a.noun)
        return []


@step(cite("boudicca 5.3.1.b 12.2.5.a 11.2.4.b"))
class CallTribe(Question, frozen=True):
    """Which tribe not in revolt near the Druid is called to arms."""

    hex: int

    def seat(self, s: BoudiccaState) -> Seat:
        """The Briton player."""
        return Seat(BRITONS)

    def candidates(self, s: BoudiccaState) -> list[Action]:
        """Every tribe not in revolt whose oppidum is near enough."""
        reach = s.rules.data.tables.druid_invocation.call_hexes
        return [
            act("call", tribe)
            for tribe, h in s.rules.board.oppidum.items()
            if not_in_revolt(s, tribe) and distance(h, self.hex) <= reach
        ]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only a tribe not in revolt that is near enough."""
        if a.verb != "call":
            return elsewhere(s, a)
        return None if a in self.candidates(s) else cite("boudicca 12.2.5.a 11.2.4.b")

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """It has risen already, or how far away it is."""
        if a.verb != "call":
            return None
        if not not_in_revolt(s, a.name):
            return "in-revolt", {"tribe": a.name}
        h, limit = s.rules.board.oppidum[a.name], s.rules.data.tables.druid_invocation.call_hexes
        return "hexes-away", place(s, h) | {"away": distance(h, self.hex), "limit": limit}

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """A roll for it, without AP."""
        return [Incite(a.name, s.rules.data.tables.druid_invocation.call_drm)]


@rule(cite("boudicca 12.2.6.b 9.2.2.a R19"))
def within_call(s: BoudiccaState, druid: int) -> list[int]:
    """Whom a Druid calls: tribal units near him; those who have sacked a place this Impulse stay in it."""
    return [u for u in near_druid(s, druid) if not s.marks[u] & SACKER]


@rule(cite("boudicca 12.2.6.b R19"))
def near_druid(s: BoudiccaState, druid: int) -> list[int]:
    """Tribal units elsewhere within 3 MPs of a Druid."""
    here = s.where[druid]
    points = s.rules.data.activation.ranges.convocation_mp
    near = (
        s.held_bits(BRITONS) & s.rules.board.grid.disk(here, 2 * points // s.rules.board.least) & ~bit(here)
    )
    found: list[int] = []
    for h in hexes_of(near):
        way = s.rules.board.reach(BRITONS, "off", s.bridges(), h, 2 * points, s.held_bits(ROMANS))
        if way.cost(here) is not None:
            found += s.fighters(h, BRITONS)
    return found


@rule(cite("boudicca 12.2.6.a 12.2.6.b R52 R54"))
def convoke_fault(s: BoudiccaState, druid: int) -> Cite | None:
    """Why a Druid cannot call a Convocation."""
    if druid not in s.rules.druids or s.where[druid] <= DEAD:
        return cite("boudicca 12.2.6.a")
    if s.marks[druid] & SPENT:
        return cite("boudicca R54 12.2.6.a")
    if s.marks[druid] & PLUNDER:
        return cite("boudicca R52 12.2.6.a")
    if within_call(s, druid):
        return None
    return cite("boudicca 9.2.2.a R19 12.2.6.b" if near_druid(s, druid) else "boudicca 12.2.6.b")
