"""5.3 Event cards: what each does when it is played in an Impulse."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.step import Steps, step
from albion.games.boudicca.actions import act, acts
from albion.games.boudicca.questions import Question, Reason, elsewhere, place
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s05_hand import draw_card
from albion.games.boudicca.s06_putting_right import pressing, put_right_reason
from albion.games.boudicca.s06_stacking import PUT_RIGHT, arrival_fault, departure_fault, stacking_reason
from albion.games.boudicca.s11_revolts import SpontaneousRevolt
from albion.games.boudicca.s12_druids import Invocation, druids_with_power
from albion.games.boudicca.state import DEAD, FURY, PLUNDER, RAMPAGE, BoudiccaState
from albion.kernels.hex import Hex, bit, bits

PAULINUS = cite("boudicca 5.3.2.a 12.1.3.d R48")
GERMANIA = cite("boudicca 5.3.2.c 5.3.2.d R33 R53")
EARLY = cite("boudicca 5.3.2.c R53")
PORT = cite("boudicca R53 5.3.2.c")


@rule(cite("boudicca 5.3.a 5.0.a 5.3.2.c 7.2.1.a 12.2.5.a"))
def event_fault(s: BoudiccaState, side: str, card: str) -> Cite | None:
    """Why an event cannot be played now; it can still be discarded."""
    match card:
        case "druid-invocation":
            return None if druids_with_power(s) else cite("boudicca 12.2.5.a")
        case "rampage":
            return None if s.held_bits(BRITONS) else cite("boudicca 5.3.1.c")
        case "paulinus-moves":
            return _paulinus_fault(s)
        case "force-march":
            return cite("boudicca 7.2.1.a")
        case "hail-caesar":
            return germania_fault(s)
    return None


def event_reason(s: BoudiccaState, card: str, why: Cite) -> Reason:
    """What the event wants that is not there."""
    if why == EARLY and s.turn < s.rules.data.tables.hail_caesar.germania_first_turn:
        return "germania-early", {"turn": s.rules.data.tables.hail_caesar.germania_first_turn}
    key = {
        "druid-invocation": "no-druid",
        "rampage": "no-britons",
        "force-march": "force-march-later",
        "hail-caesar": "germania-used" if s.germania else "germania-nothing",
    }.get(card)
    if key:
        return key, {}
    here = s.where[s.rules.paulinus]
    if here == DEAD:
        return "leader-dead", {"leader": "paulinus"}
    return stacking_reason(s, why, s.at.get(here, ()), here)


def _paulinus_fault(s: BoudiccaState) -> Cite | None:
    u = s.rules.paulinus
    if s.where[u] == DEAD:
        return cite("boudicca 5.3.2.a 12.1.3.d")
    return departure_fault(s, (u,), s.where[u], ROMANS) if s.alive(u) else None


def play_event(s: BoudiccaState, card: str, log: Log) -> Steps[BoudiccaState]:
    """What follows an event card."""
    match card:
        case "spontaneous-revolt":
            return [SpontaneousRevolt()]
        case "druid-invocation":
            return [Invocation()]
        case "rampage":
            return [RampageHex()]
        case "draw-another-card":
            another_card(s, log)
        case "paulinus-moves":
            return [PlacePaulinus()]
        case "hail-caesar":
            return [Germania()]
    return []


@rule(cite("boudicca 5.3.1.d 5.3.1.e R38"))
def another_card(s: BoudiccaState, log: Log) -> None:
    """A card at once after a Major Battle won this turn; otherwise the card waits face up."""
    if s.won_major:
        draw_card(s, BRITONS, log, cite("boudicca 5.3.1.e"))
    else:
        s.waiting_card = True
        emit(log, "card-waits", cite("boudicca 5.3.1.d"), card="draw-another-card")


@step(cite("boudicca 5.3.1.c 7.1.4.a R52"))
class RampageHex(Question, frozen=True):
    """Which hex of Britons runs riot."""

    def seat(self, s: BoudiccaState) -> Seat:
        """The Briton player."""
        return Seat(BRITONS)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Every hex with Briton units."""
        return [act("rampage", h) for h in sorted(s.held(BRITONS))]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only such a hex."""
        if a.verb != "rampage":
            return elsewhere(s, a)
        return None if s.occupied(a.number, BRITONS) else cite("boudicca 5.3.1.c")

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """That no combat unit is there to run riot."""
        return ("no-fighters", place(s, a.number)) if a.verb == "rampage" else None

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Roll and mark the units."""
        h = a.number
        result = s.rules.data.tables.rampage.results[roll(s, log, 1, who=BRITONS, cite=self.cite)[0] - 1]
        mark = {"plunder": PLUNDER, "rampage": RAMPAGE, "fury": RAMPAGE | FURY}.get(result, 0)
        for u in s.units(h, BRITONS):
            s.marks[u] |= mark
        emit(log, "rampage", self.cite, hex=h, result=result, effect=f"rampage-{result}")
        return []


@step(PAULINUS)
class PlacePaulinus(Question, frozen=True):
    """Where the Governor appears."""

    exact = True

    def seat(self, s: BoudiccaState) -> Seat:
        """The Roman player."""
        return Seat(ROMANS)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Anywhere on the map that is free of Britons."""
        here = s.where[s.rules.paulinus]
        taken = s.present_bits(BRITONS) | (bit(here) if here > DEAD else 0)
        wanted = bits(pressing(s, (s.rules.paulinus,))) or s.rules.board.land_bits
        return acts("place", wanted & ~taken)

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Not among enemies, not across the sea."""
        if a.verb != "place":
            return elsewhere(s, a)
        h = a.number
        if s.units(h, BRITONS):
            return cite("boudicca 12.1.1.a R48")
        if h == s.where[s.rules.paulinus]:
            return cite("boudicca 5.3.2.a")
        if h not in s.rules.board.land:
            return cite("boudicca 5.3.2.a R48")
        wanted = pressing(s, (s.rules.paulinus,))
        return PUT_RIGHT if wanted and h not in wanted else None

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """The stack that waits for him, or what is wrong with the hex."""
        if a.verb != "place" or why == PUT_RIGHT:
            return put_right_reason(s) if why == PUT_RIGHT else None
        if s.units(a.number, BRITONS):
            return "enemies-there", place(s, a.number)
        here = a.number == s.where[s.rules.paulinus]
        return ("there-already" if here else "out-of-the-way"), place(s, a.number)

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Place the leader, ready to act."""
        u = s.rules.paulinus
        s.put(u, a.number)
        s.ready[u] = min(s.ready[u], s.impulse)
        emit(log, "paulinus", self.cite, hex=a.noun)
        return []


@rule(GERMANIA)
def germania_hexes(s: BoudiccaState) -> list[Hex]:
    """Towns and Posts on the coast, and Londinium, standing and free of Britons."""
    board = s.rules.board
    inland = (h for h in board.towns if board.names[h] == "Londinium")
    return sorted(
        h
        for h in (*board.ports, *inland)
        if s.sacked.get(h) not in (BRITONS, "both") and not s.units(h, BRITONS) and recoverable(s, h, ())
    )


def _closed(s: BoudiccaState, h: Hex) -> str:
    """Why nobody lands there."""
    board = s.rules.board
    if h not in board.ports and board.names.get(h) != "Londinium":
        return "no-port"
    if s.sacked.get(h) in (BRITONS, "both"):
        return "port-sacked"
    return "port-taken" if s.units(h, BRITONS) else "port-closed"


@rule(GERMANIA)
def germania_fault(s: BoudiccaState) -> Cite | None:
    """From the third turn, once per game, with a port and something to bring."""
    if s.germania:
        return cite("boudicca 5.3.2.d")
    if s.turn < s.rules.data.tables.hail_caesar.germania_first_turn:
        return EARLY
    return None if germania_hexes(s) else PORT


def recoverable(s: BoudiccaState, h: Hex, brought: tuple[int, ...]) -> list[int]:
    """Eliminated troops that could come in there, and those just brought that lack a step."""
    r = s.rules
    dead = [u for u in range(*r.ranks[ROMANS]) if s.where[u] == DEAD]
    back = [u for u in dead if arrival_fault(s, (u,), h, ROMANS) is None]
    return sorted([*back, *(u for u in brought if s.steps[u] < r.units[u].steps)])


@step(GERMANIA)
class Germania(Question, frozen=True):
    """Where the reinforcements from Germania land."""

    def seat(self, s: BoudiccaState) -> Seat:
        """The Roman player."""
        return Seat(ROMANS)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Every open port."""
        return [act("place", h) for h in germania_hexes(s)]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only an open port."""
        if a.verb != "place":
            return elsewhere(s, a)
        return None if a.number in germania_hexes(s) else PORT

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """No port, or one that is closed."""
        return (_closed(s, a.number), place(s, a.number)) if a.verb == "place" else None

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Used for this game; now the troops."""
        s.germania = True
        emit(log, "germania", self.cite, hex=a.noun)
        return [Restore(a.number, s.rules.data.tables.hail_caesar.germania_steps, ())]


@step(GERMANIA)
class Restore(Question, frozen=True):
    """Which lost step comes back."""

    hex: int
    left: int
    brought: tuple[int, ...]

    def seat(self, s: BoudiccaState) -> Seat:
        """The Roman player."""
        return Seat(ROMANS)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Lost units, or those brought that are not yet whole; or enough."""
        units = recoverable(s, self.hex, self.brought) if self.left else []
        return [*(act("restore", s.rules.units[u].id) for u in units), act("done")] if units else ()

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only lost Roman troops, within stacking."""
        if a.verb == "restore":
            u = s.rules.index[a.name]
            if u in recoverable(s, self.hex, self.brought):
                return None
            fault = arrival_fault(s, (u,), self.hex, ROMANS) if s.where[u] == DEAD else None
            return fault or PORT
        return None if a.verb == "done" else elsewhere(s, a)

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """The count that breaks a limit, or that the unit is not among the lost."""
        if why == PORT:
            return "not-lost", {"unit": a.name}
        return stacking_reason(s, why, (*s.at.get(self.hex, ()), s.rules.index.get(a.name, 0)), self.hex)

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """One step more; usable from the next Roman Impulse."""
        if a.verb == "done":
            return []
        u = s.rules.index[a.name]
        if s.where[u] == DEAD:
            s.put(u, self.hex)
            s.ready[u], s.used[u] = s.impulse + 1, 0
        s.steps[u] += 1
        emit(log, "restored", self.cite, unit=a.noun, hex=self.hex, steps=s.steps[u])
        brought = self.brought if u in self.brought else (*self.brought, u)
        return [Restore(self.hex, self.left - 1, brought)]
