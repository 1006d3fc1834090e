"""A tiny game with hidden hands, secret choices, dice, undo and forced answers, to test the server with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from albion.engine.action import Action, Json, Seat, Verbs
from albion.engine.cite import Cite, Ref
from albion.engine.dice import Dice, roll
from albion.engine.event import Log, emit
from albion.engine.game import Game, Notation, Table, View
from albion.engine.kept import Kept
from albion.engine.options import Options
from albion.engine.state import Outcome, State
from albion.engine.step import Choice, Step, Steps, step

RULE: Cite = (Ref("hands", "1"),)
LIMIT: Cite = (Ref("hands", "2"),)
CARDS = tuple(range(1001, 1201))
"""Numbers that occur nowhere else, so that a leak is found by searching for them."""
HAND = 4
PLACES = 3


class HandsOptions(Options, frozen=True):
    """How many play, and how long."""

    players: Literal[2, 3] = 2
    rounds: Literal[3, 40] = 3


@dataclass(slots=True)
class Hands(State):
    """Hands, a deck, and tokens laid in the open."""

    shared: ClassVar[frozenset[str]] = frozenset({"options"})
    options: HandsOptions = field(default_factory=HandsOptions)
    hands: dict[str, list[int]] = field(default_factory=dict)
    deck: list[int] = field(default_factory=list)
    hidden: dict[str, int] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    number: int = 0

    def clone(self) -> Hands:
        """A copy that shares nothing mutable."""
        return Hands(
            self.dice.clone(),
            list(self.agenda),
            self.outcome,
            self.options,
            {seat: list(hand) for seat, hand in self.hands.items()},
            list(self.deck),
            dict(self.hidden),
            dict(self.tokens),
            dict(self.points),
            self.number,
        )


@step(RULE)
class Round(Step[Hands], frozen=True):
    """Everybody lays tokens, hides a card, then all is revealed."""

    def run(self, s: Hands, log: Log) -> Steps[Hands]:
        s.number += 1
        if s.number > s.options.rounds:
            best = max(s.points.values())
            scores = {Seat(seat): n for seat, n in s.points.items()}
            s.outcome = Outcome(scores, tuple(Seat(p) for p, n in s.points.items() if n == best), RULE)
            return []
        emit(log, "round", RULE, number=s.number)
        lay = [Lay(seat, 0) for seat in s.hands]
        return [*lay, *(Hide(seat) for seat in s.hands), Reveal(), Round()]


@step(LIMIT)
class Lay(Choice[Hands], frozen=True):
    """Lay up to three times, five tokens only at first."""

    who: str
    laid: int

    def seat(self, s: Hands) -> Seat:
        return Seat(self.who)

    def candidates(self, s: Hands) -> Iterable[Action]:
        return (*(Action("lay", n) for n in range(1, 6)), Action("end"))

    def forbids(self, s: Hands, a: Action) -> Cite | None:
        return LIMIT if a.verb == "lay" and (self.laid >= PLACES or (a.noun == 5 and self.laid)) else None

    def take(self, s: Hands, a: Action, log: Log) -> Steps[Hands]:
        if a.verb == "end":
            return []
        s.tokens[self.who] += int(a.noun or 0)
        emit(log, "laid", LIMIT, who=self.who, n=a.noun)
        return [Lay(self.who, self.laid + 1)]


@step(RULE)
class Hide(Choice[Hands], frozen=True):
    """Choose a card, face down."""

    secret: ClassVar[bool] = True
    who: str

    def seat(self, s: Hands) -> Seat:
        return Seat(self.who)

    def candidates(self, s: Hands) -> Iterable[Action]:
        return (Action("hide", card) for card in s.hands[self.who])

    def about(self, s: Hands) -> dict[str, Json]:
        return {"who": self.who, "hand": list(s.hands[self.who])}

    def take(self, s: Hands, a: Action, log: Log) -> Steps[Hands]:
        card = int(a.noun or 0)
        s.hands[self.who].remove(card)
        s.hidden[self.who] = card
        emit(log, "hid", RULE, who=self.who)
        emit(log, "chose", RULE, seats=[Seat(self.who)], card=card)
        return []


@step(RULE)
class Reveal(Step[Hands], frozen=True):
    """The highest card earns a die; everybody draws; the lowest bows."""

    def run(self, s: Hands, log: Log) -> Steps[Hands]:
        emit(log, "revealed", RULE, final=True, cards=dict(s.hidden))
        best = max(s.hidden, key=lambda seat: s.hidden[seat])
        least = min(s.hidden, key=lambda seat: s.hidden[seat])
        s.points[best] += roll(s, log, 1, who=best, cite=RULE)[0]
        s.hidden.clear()
        for seat, hand in s.hands.items():
            card = s.deck.pop()
            hand.append(card)
            emit(log, "drew", RULE, seats=[Seat(seat)], final=True, card=card)
        return [Bow(least)]


@step(RULE)
class Bow(Choice[Hands], frozen=True):
    """The one answer there is."""

    who: str

    def seat(self, s: Hands) -> Seat:
        return Seat(self.who)

    def candidates(self, s: Hands) -> Iterable[Action]:
        return (Action("bow"),)

    def take(self, s: Hands, a: Action, log: Log) -> Steps[Hands]:
        emit(log, "bowed", RULE, who=self.who)
        return []


class HandsNotation(Notation[Hands]):
    """Tokens alone."""

    def keys(self, s: Hands) -> Iterable[str]:
        return [seat for seat, n in s.tokens.items() if n]

    def read(self, s: Hands, key: str) -> str:
        return f"{s.tokens[key]} tokens"

    def place(self, s: Hands, key: str, text: str) -> None:
        s.tokens[key] = int(text.split()[0])


class HandsGame(Game[Hands]):
    """The game."""

    id = "hands"
    title = "Hands"
    version = 1
    books = ()
    board = "none"
    options_type = HandsOptions
    state_type = Hands
    packages = ("hands",)
    bound = 2000
    notation = HandsNotation()

    def seats(self, o: Any) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in ("north", "south", "west")[: o.players])

    def verbs(self, o: Any) -> Verbs:
        return {"lay": (1, 2, 3, 4, 5), "end": (), "hide": CARDS, "bow": ()}

    def setup(self, o: Any, dice: Dice) -> Hands:
        s = self.blank(o)
        s.dice = dice
        s.deck = dice.shuffled(CARDS)
        for hand in s.hands.values():
            hand.extend(s.deck.pop() for _ in range(HAND))
        s.agenda = [Round()]
        return s

    def blank(self, o: Any) -> Hands:
        seats = self.seats(o)
        zero: dict[str, int] = dict.fromkeys(seats, 0)
        return Hands(
            Dice(0), options=o, hands={seat: [] for seat in seats}, tokens=dict(zero), points=dict(zero)
        )

    def shared(self, o: Any) -> dict[str, Any]:
        return {"options": o}

    def options_of(self, s: Hands) -> HandsOptions:
        return s.options

    def view(self, s: Hands, seat: Seat | None, kept: Kept | None = None) -> View:
        return {
            "round": {"number": s.number, "name": f"Round {s.number}", "of": s.options.rounds},
            "scores": dict(s.points),
            "tokens": dict(s.tokens),
            "seats": {p: {"hand": len(hand), "hidden": p in s.hidden} for p, hand in s.hands.items()},
            "hand": list(s.hands[seat]) if seat is not None else [],
        }

    def imagine(self, s: Hands, seat: Seat, dice: Dice) -> Hands:
        new = s.clone()
        new.dice = dice
        others = [p for p in s.hands if p != seat]
        unseen = sorted(
            [
                *s.deck,
                *(c for p in others for c in s.hands[p]),
                *(s.hidden[p] for p in others if p in s.hidden),
            ]
        )
        pool = dice.shuffled(unseen)
        for p in others:
            new.hands[p] = [pool.pop() for _ in s.hands[p]]
            if p in s.hidden:
                new.hidden[p] = pool.pop()
        new.deck = pool
        return new

    def scores(self, s: Hands) -> dict[str, int]:
        return dict(s.points)

    def odds(self, s: Hands, a: Action | None) -> Json | None:
        return {"win": 0.5} if a is not None and a.verb == "hide" else None

    def tables(self) -> tuple[Table, ...]:
        return (Table("cards", "made up", "stated"),)


GAME = HandsGame()
GAMES = {"hands": GAME}
