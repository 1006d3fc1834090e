"""A game small enough to know by heart: stones, a die and hidden cards."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Literal

from albion.engine import cite as cites
from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite, load_book, rule
from albion.engine.dice import Dice, LoadedDice, roll
from albion.engine.errors import DataError
from albion.engine.event import Log, emit
from albion.engine.game import Game, Notation, Table, View
from albion.engine.kept import Kept
from albion.engine.options import Options
from albion.engine.refusal import Refusal
from albion.engine.state import Outcome, State
from albion.engine.step import Choice, Step, Steps, step
from albion.engine.words import load_words

BOOKS = Path(__file__).parent / "books"
CASES = Path(__file__).parent / "cases"


def put_on_the_shelf() -> None:
    """Read the tiny book and its words into the engine's cache, from beside the tests."""
    shelf, cites.BOOKS = cites.BOOKS, BOOKS
    try:
        load_book("tiny")
        load_words("tiny")
    finally:
        cites.BOOKS = shelf


put_on_the_shelf()

NUMBERS = tomllib.loads((BOOKS / "tiny/data/numbers.toml").read_text())
CARDS = ("ace", "two", "three", "four", "five", "six")
GAMBLE = cite("tiny 2.b")
LIMIT = cite("tiny 1.b")


class TinyOptions(Options, frozen=True):
    players: Literal[2, 3] = 2
    gambling: bool = True
    heap: Literal["small", "large"] = "small"


@dataclass(slots=True)
class TinyState(State):
    shared: ClassVar[frozenset[str]] = frozenset({"options"})

    options: TinyOptions = field(default_factory=TinyOptions)
    heap: int = 0
    points: dict[str, int] = field(default_factory=dict)
    hands: dict[str, list[str]] = field(default_factory=dict)
    deck: list[str] = field(default_factory=list)

    def clone(self) -> TinyState:
        return TinyState(
            self.dice.clone(),
            self.agenda[:],
            self.outcome,
            self.options,
            self.heap,
            dict(self.points),
            {seat: hand[:] for seat, hand in self.hands.items()},
            self.deck[:],
        )


@rule(cite("tiny 4.a"))
def winners(points: dict[str, int]) -> tuple[Seat, ...]:
    """The highest score wins; equal scores share."""
    return tuple(Seat(s) for s, n in points.items() if n == max(points.values()))


@step(cite("tiny 4.a"))
class NextTurn(Step[TinyState], frozen=True):
    """On to the next seat, or to the end."""

    turn: int

    def run(self, s: TinyState, log: Log) -> Steps[TinyState]:
        if s.heap == 0:
            s.outcome = Outcome(
                {Seat(seat): n for seat, n in s.points.items()}, winners(s.points), cite("tiny 4.a")
            )
            emit(log, "over", cite("tiny 4.a"))
            return []
        return [Turn(self.turn), NextTurn((self.turn + 1) % len(s.points))]


@step(cite("tiny 1.a 2.a 3.a 3.b"))
class Turn(Choice[TinyState], frozen=True):
    """Take, gamble or play a card."""

    turn: int

    def seat(self, s: TinyState) -> Seat:
        return Seat(list(s.points)[self.turn])

    def candidates(self, s: TinyState) -> Iterable[Action]:
        yield from (Action("take", n) for n in range(1, NUMBERS["most"] + 1))
        if s.options.gambling:
            yield Action("gamble")
        yield from (Action("play", card) for card in s.hands[self.seat(s)])

    def forbids(self, s: TinyState, a: Action) -> Cite | None:
        if a.verb == "take" and isinstance(a.noun, int) and a.noun > s.heap:
            return LIMIT
        if a.verb == "gamble" and s.heap < 3:
            return GAMBLE
        if a.verb == "play" and a.noun not in s.hands[self.seat(s)]:
            return cite("tiny 3.b")
        return None

    def reason(self, s: TinyState, a: Action, why: Cite) -> tuple[str, dict[str, Any]] | None:
        return ("too-few", {"wanted": a.number, "left": s.heap}) if why == LIMIT else None

    def warns(self, s: TinyState, a: Action) -> Refusal | None:
        return Refusal(cite("tiny 4.a"), "last") if a == Action("take", s.heap) else None

    def take(self, s: TinyState, a: Action, log: Log) -> Steps[TinyState]:
        seat = self.seat(s)
        if a.verb == "play":
            s.hands[seat].remove(str(a.noun))
            s.points[seat] += CARDS.index(str(a.noun)) + 1
            emit(log, "played", cite("tiny 3.a"), seat=seat, card=a.noun)
            return []
        if a.verb == "gamble":
            count = max(0, roll(s, log, 1, who=seat, cite=cite("tiny 2.a"))[0] - 3)
        else:
            count = a.number
        count = min(count, s.heap)
        s.heap -= count
        s.points[seat] += count
        emit(log, "took", cite("tiny 1.a"), seat=seat, count=count)
        return []

    def about(self, s: TinyState) -> dict[str, Any]:
        return {"left": s.heap}


@step(cite("tiny 3.a"))
class Deal(Step[TinyState], frozen=True):
    """Two hidden cards each."""

    def run(self, s: TinyState, log: Log) -> Steps[TinyState]:
        s.deck = s.dice.shuffled(CARDS)
        for seat in s.points:
            s.hands[seat] = [s.deck.pop(), s.deck.pop()]
            emit(log, "dealt", cite("tiny 3.a"), seats=[Seat(seat)], seat=seat, cards=list(s.hands[seat]))
        return []


class TinyNotation(Notation[TinyState]):
    entered: ClassVar[dict[str, str]] = {"played": "card"}

    def impossible(self, s: TinyState) -> Iterable[str]:
        cards = [card for hand in s.hands.values() for card in hand]
        return (f"the {card} is in two hands" for card in CARDS if cards.count(card) > 1)

    def place(self, s: TinyState, key: str, text: str) -> None:
        if key == "heap" and text.isdigit():
            s.heap = int(text)
        elif key in s.points:
            points, _, cards = text.partition(":")
            s.points[key], s.hands[key] = int(points), cards.split()
        else:
            raise DataError(f"'{key}' is not a place of this game: expected heap or a seat")

    def read(self, s: TinyState, key: str) -> str:
        return str(s.heap) if key == "heap" else f"{s.points[key]}: {' '.join(s.hands[key])}".strip()

    def tidy(self, s: TinyState, key: str, text: str) -> str:
        return " ".join(text.split())

    def keys(self, s: TinyState) -> Iterable[str]:
        return ("heap", *s.points)

    def start(self, s: TinyState, text: str) -> None:
        seats, (text, alone, _) = list(s.points), text.partition(" alone")
        if text not in seats:
            raise DataError(f"'{text}' cannot start: expected one of {', '.join(seats)}")
        turn = seats.index(text)
        s.agenda = [Turn(turn)] if alone else [NextTurn((turn + 1) % len(seats)), Turn(turn)]


class Tiny(Game[TinyState]):
    id = "tiny"
    title = "Stones"
    version = 2
    books = ("tiny",)
    board = "tiny"
    options_type = TinyOptions
    state_type = TinyState
    packages = ("support.tiny",)
    bound = 200
    due = {"take": cite("tiny 1.a"), "gamble": cite("tiny 2.a"), "play": cite("tiny 3.a")}
    notation = TinyNotation()

    def seats(self, o: TinyOptions) -> tuple[Seat, ...]:
        return tuple(Seat(s) for s in ("blue", "red", "green")[: o.players])

    def verbs(self, o: TinyOptions) -> dict[str, tuple[Any, ...]]:
        return {"take": (1, 2, 3), "gamble": (), "play": CARDS}

    def blank(self, o: TinyOptions) -> TinyState:
        seats = self.seats(o)
        return TinyState(LoadedDice([]), [], None, o, 0, dict.fromkeys(seats, 0), {s: [] for s in seats})

    def setup(self, o: TinyOptions, dice: Dice) -> TinyState:
        s = self.blank(o)
        s.dice, s.heap = dice, NUMBERS["heap"] * (1 if o.heap == "small" else 2)
        s.agenda = [NextTurn(0), Deal()]
        return s

    def shared(self, o: TinyOptions) -> dict[str, Any]:
        return {"options": o}

    def options_of(self, s: TinyState) -> TinyOptions:
        return s.options

    def view(self, s: TinyState, seat: Seat | None, kept: Kept | None = None) -> View:
        seen: View = {
            "round": {"number": 1, "name": "", "of": 1},
            "active": {},
            "pieces": [{"place": "heap", "faction": "", "kind": "stone", "count": s.heap}],
            "scores": dict(s.points),
            "factions": {},
            "seats": {key: {"cards": len(hand)} for key, hand in s.hands.items()},
        }
        if seat is not None:
            seen["hand"] = s.hands[seat]
        return seen

    def imagine(self, s: TinyState, seat: Seat, dice: Dice) -> TinyState:
        twin = s.clone()
        others = [key for key in s.hands if key != seat]
        hidden = dice.shuffled([*s.deck, *(card for key in others for card in s.hands[key])])
        for key in others:
            twin.hands[key] = [hidden.pop() for _ in s.hands[key]]
        twin.deck, twin.dice = hidden, dice
        return twin

    def scores(self, s: TinyState) -> dict[str, int]:
        return dict(s.points)

    def option_sets(self) -> tuple[TinyOptions, ...]:
        return (TinyOptions(), TinyOptions(players=3, gambling=False), TinyOptions(players=3, heap="large"))

    def invariants(self, s: TinyState) -> list[str]:
        return [] if s.heap >= 0 else ["the heap is below nothing"]

    def odds(self, s: TinyState, a: Action | None) -> dict[str, float] | None:
        return {"nothing": 0.5, "some": 0.5} if a == Action("gamble") else None

    def tables(self) -> tuple[Table, ...]:
        return (Table("numbers", NUMBERS["source"], NUMBERS["confidence"]),)


TINY = Tiny()
GAME = TINY


def tiny(name: str) -> Tiny:
    """The one game that lookups know here."""
    if name != "tiny":
        raise DataError(f"there is no game '{name}': expected tiny")
    return TINY
