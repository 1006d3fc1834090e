"""The shapes of games, their options, data and rules."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

Json = dict[str, Any]


class Option(Struct, frozen=True):
    """One option of a game and what it may be."""

    name: str
    values: list[Any]
    default: Any


class NamedSeat(Struct, frozen=True):
    """A seat and what it is called."""

    id: str
    name: str


class SeatsWhen(Struct, frozen=True):
    """The seats under these options."""

    when: Json
    seats: list[NamedSeat]


class SeatTable(Struct, frozen=True):
    """The seats for every combination of the options on which they depend."""

    depends: list[str]
    table: list[SeatsWhen]


class OptionAbout(Struct, frozen=True):
    """An option in plain words."""

    title: str
    text: str
    values: dict[str, str]


class AboutGame(Struct, frozen=True):
    """A game for somebody who has never played it; minutes are an estimate, from and to."""

    line: str
    text: str
    players: str
    minutes: tuple[int, int]
    weight: int
    seats: dict[str, str]
    options: dict[str, OptionAbout]


class OverviewPart(Struct, frozen=True):
    """A heading of the one-page overview and its points."""

    title: str
    lines: list[str]


class BotLevel(Struct, frozen=True):
    """A bot in a line for people, and its measured rating if there is one."""

    name: str
    line: str
    rating: int | None


class Game(Struct, frozen=True, kw_only=True):
    """What the lobby needs to offer a game."""

    id: str
    title: str
    version: int
    books: list[str]
    board: str
    options: list[Option]
    seats: SeatTable
    bots: list[str]
    levels: list[BotLevel]
    """The bots once more, the strongest first, with what they are like."""
    about: AboutGame | None
    variant: VariantOf | None
    """Set if this is a variant of another game; its matches are never rated."""


class VariantOf(Struct, frozen=True):
    """What a variant is called, and of which game it is one."""

    game: str
    title: str


class DataTable(Struct, frozen=True):
    """A table of a game's data and where it comes from."""

    name: str
    source: str
    confidence: str


class GameTable(Game, frozen=True, kw_only=True):
    """A game as a page needs it to show a match."""

    tables: list[DataTable]
    words: dict[str, dict[str, str]]


class GameDetails(GameTable, frozen=True, kw_only=True):
    """A game with its data tables, words and action space."""

    verbs: dict[str, list[str | int]]
    overview: list[OverviewPart]


class Games(Struct, frozen=True):
    """What there is to play."""

    games: list[Game]


class Clause(Struct, frozen=True):
    """One clause, in our words."""

    ref: str
    id: str
    section: str
    kind: str
    text: str
    rulings: list[str]
    cases: list[str]


class Ruling(Struct, frozen=True):
    """How we read clauses that leave something open."""

    ref: str
    id: str
    clauses: list[str]
    question: str
    reading: str


class Book(Struct, frozen=True):
    """A rulebook."""

    id: str
    clauses: list[Clause]
    rulings: list[Ruling]


class Rules(Struct, frozen=True):
    """Every clause of a game's books, in our words."""

    books: list[Book]
