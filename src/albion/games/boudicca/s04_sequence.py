"""4.0 The Sequence of Play: six turns of five phases."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.actions import act
from albion.games.boudicca.questions import Question, Reason, elsewhere
from albion.games.boudicca.roster import BRITONS, ROMANS, SIDES
from albion.games.boudicca.s05_hand import different, play_card
from albion.games.boudicca.s05_impulses import BeginImpulse
from albion.games.boudicca.s08_civilians import CivilianMovement
from albion.games.boudicca.s14_victory import Victory
from albion.games.boudicca.state import FOUGHT, FURY, PLUNDER, RAMPAGE, SPENT, BoudiccaState

NOT_BID = cite("boudicca 5.1.3.a 4.1.4.a")


@step(cite("boudicca 4.0.a 4.0.b"))
class Turn(Step[BoudiccaState], frozen=True):
    """One turn: cards, Civilians, initiative, operations, end; strictly in that order."""

    number: int

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Lay out the phases."""
        s.turn = self.number
        emit(log, "turn", self.cite, turn=self.number)
        return [
            CardSelection(),
            Phase("civilians"),
            CivilianMovement(),
            Phase("initiative"),
            Initiative(),
            EndOfTurn(),
        ]


@step(cite("boudicca 4.0.b"))
class Phase(Step[BoudiccaState], frozen=True):
    """A phase begins; its name is shown until the next one."""

    phase: str

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Remember its name for views and refusals."""
        s.phase = self.phase
        return []


@rule(cite("boudicca 5.1.2.a 5.1.2.b 5.1.4.a 5.1.4.b"))
def cards_due(s: BoudiccaState, side: str) -> int:
    """The Turn Track's number; for Britons one more for each Town they occupy and have not sacked."""
    due: int = getattr(s.rules.data.sequence.turn_track, side)[s.turn - 1]
    if side == BRITONS:
        towns = [
            h
            for h in s.rules.board.towns
            if s.occupied(h, BRITONS) and s.sacked.get(h) not in (BRITONS, "both")
        ]
        due += s.rules.data.sequence.town_bonus.cards_per_town * len(towns)
    return min(due, len(s.rules.decks[side]))


@rule(cite("boudicca 4.0.c 5.1.1.a 5.1.3.a 2.3.a"))
def deal(s: BoudiccaState, side: str, log: Log) -> None:
    """All of a side's cards are shuffled and a new hand drawn."""
    deck = s.dice.shuffled(s.rules.decks[side])
    n = cards_due(s, side)
    hand = deck[:n] if s.options.solitaire else sorted(deck[:n])
    s.hands[side], s.decks[side], s.spent[side] = tuple(hand), tuple(deck[n:]), ()
    if not s.options.solitaire:
        emit(
            log, "hand", cite("boudicca 5.1.3.a"), seats=[Seat(side)], final=True, seat=side, cards=list(hand)
        )
    emit(log, "draw", cite("boudicca 4.0.c 5.1.2.a"), final=True, seat=side, count=n)


@step(cite("boudicca 4.0.c 5.1.1.a 5.1.2.a 5.1.5.a"))
class CardSelection(Step[BoudiccaState], frozen=True):
    """Phase A: both players shuffle all their cards and draw."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Deal, then see about mulligans."""
        s.phase = "cards"
        s.bids = {}
        for side in SIDES:
            deal(s, side, log)
        return [Mulligan(side) for side in SIDES] if not s.options.solitaire else []


@step(cite("boudicca 5.1.5.a 5.1.5.b"))
class Mulligan(Question, frozen=True):
    """A hand of nothing but events may be shown and drawn again, once; asked of any hand so small."""

    side: str
    secret = True

    def seat(self, s: BoudiccaState) -> Seat:
        """The owner of the hand."""
        return Seat(self.side)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Asked whenever it could be so, that the question tells nothing."""
        if len(s.hands[self.side]) > s.rules.data.cards.decks.event_cards:
            return ()
        return (act("mulligan"), act("keep")) if self._events_only(s) else (act("keep"),)

    def _events_only(self, s: BoudiccaState) -> bool:
        return not any(s.rules.value[c] for c in s.hands[self.side])

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only with events alone."""
        if a.verb == "mulligan":
            return None if self._events_only(s) else cite("boudicca 5.1.5.a")
        return elsewhere(s, a)

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Show the hand and draw a new, final one."""
        if a.verb == "mulligan":
            emit(log, "mulligan", self.cite, seat=self.side, cards=list(s.hands[self.side]))
            deal(s, self.side, log)
        return []


@step(cite("boudicca 4.0.e 4.1.1.a 4.1.2.a 4.1.3.a 4.1.4.a 4.1.4.b"))
class Initiative(Step[BoudiccaState], frozen=True):
    """Phase C: the Britons have it on turn 1; later both may spend a card and roll."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Ask for cards, or for the first player."""
        if s.turn == 1:
            return [FirstPlayer(s.rules.data.sequence.sequence.first_initiative)]
        return [*(Bid(side) for side in SIDES), RevealBids()]


@step(cite("boudicca 4.1.4.a 4.1.4.b R9 R44"))
class Bid(Question, frozen=True):
    """A card face down for the initiative roll, or none, before the dice."""

    exact = True
    side: str
    secret = True

    def seat(self, s: BoudiccaState) -> Seat:
        """The owner of the hand."""
        return Seat(self.side)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Each kind of card in hand, or none; in solitaire an unseen one."""
        if not s.hands[self.side]:
            return ()
        kinds = ["unseen"] if s.options.solitaire else [*different(s.hands[self.side])]
        return [*(act("bid", card) for card in kinds), act("decline")]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only an own card."""
        if a.verb not in ("bid", "decline"):
            return elsewhere(s, a)
        if a in self.candidates(s):
            return None
        return cite("boudicca 13.0.b") if s.options.solitaire else NOT_BID

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """The card that is not there, or that nobody has seen."""
        if a.verb == "bid" and s.options.solitaire:
            return "face-down", {}
        if a.verb != "bid" or why != NOT_BID:
            return None
        return ("not-in-hand", {"card": a.name}) if a.name in s.rules.value else ("cards-known", {})

    def warns(self, s: BoudiccaState, a: Action) -> Refusal | None:
        """An event card is spent for nothing."""
        if a.verb != "bid" or s.rules.value.get(a.name, 1):
            return None
        return Refusal(cite("boudicca R9 4.1.4.a"), "bid-adds-nothing", {"card": a.name})

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Bid the card face down; nobody sees which, or whether there is one."""
        if a.verb == "bid":
            s.bids[self.side] = s.hands[self.side][0] if s.options.solitaire else a.name
        emit(log, "bid", self.cite, seats=[Seat(self.side)], seat=self.side, card=s.bids.get(self.side))
        return []


@step(cite("boudicca 4.1.4.a 4.1.4.b R9"))
class RevealBids(Step[BoudiccaState], frozen=True):
    """Both cards are turned up together and are spent."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Take them out of the hands."""
        bids, s.bids = s.bids, {}
        for side, card in bids.items():
            play_card(s, side, card, log, how="bid-shown", counts=False)
        value = s.rules.value
        return [InitiativeRoll(value.get(bids.get(ROMANS, ""), 0), value.get(bids.get(BRITONS, ""), 0))]


@step(cite("boudicca 4.1.3.a 4.1.4.a 4.1.5.a"))
class InitiativeRoll(Step[BoudiccaState], frozen=True):
    """A die each plus the card's value; ties are rolled again with the same cards."""

    romans: int = 0
    britons: int = 0

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """The higher total has the initiative."""
        total = {}
        for side, plus in ((ROMANS, self.romans), (BRITONS, self.britons)):
            total[side] = roll(s, log, 1, who=side, cite=self.cite)[0] + plus
        tied = total[ROMANS] == total[BRITONS]
        winner = None if tied else max(SIDES, key=lambda side: total[side])
        emit(
            log, "initiative", self.cite, totals=total, romans=total[ROMANS], britons=total[BRITONS], winner=winner
        )  # fmt: skip
        return [self] if winner is None else [FirstPlayer(winner)]


@step(cite("boudicca 4.1.1.a 4.1.2.a"))
class FirstPlayer(Question, frozen=True):
    """The holder of the initiative decides who goes first."""

    side: str

    def seat(self, s: BoudiccaState) -> Seat:
        """The holder."""
        return Seat(self.side)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Either side."""
        return [act("first", side) for side in SIDES]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Nothing but a side."""
        return None if a.verb == "first" else elsewhere(s, a)

    def about(self, s: BoudiccaState) -> dict[str, Json]:
        """Who holds it."""
        return {"seat": self.side}

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """The first Impulse is that of the side chosen."""
        s.passes = 0
        emit(log, "first", self.cite, seat=self.side, first=a.noun)
        return [Phase("operations"), BeginImpulse(a.name)]


@step(cite("boudicca 4.0.j 4.0.l 4.0.m 7.1.12.b 7.1.14.b"))
class EndOfTurn(Step[BoudiccaState], frozen=True):
    """Phase E: unplayed cards, Used and Rampage markers go; the next turn, or victory."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Clear the table for the next turn."""
        s.phase = "end"
        for u in range(len(s.used)):
            s.used[u] = 0
            s.marks[u] &= ~(FOUGHT | PLUNDER | RAMPAGE | FURY | SPENT)
        for side in SIDES:
            if s.hands[side]:
                emit(log, "discards", cite("boudicca 4.0.j"), seat=side, count=len(s.hands[side]))
            s.hands[side] = s.decks[side] = s.spent[side] = ()
        s.waiting_card = s.won_major = s.ii_tried = s.final = False
        last = s.rules.data.sequence.sequence.turns
        emit(log, "end-of-turn", self.cite, turn=s.turn)
        return [Victory()] if s.turn >= last else [Turn(s.turn + 1)]
