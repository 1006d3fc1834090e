"""The games on offer: options, seats, words, rules; nothing here changes while the server runs."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import albion
from albion.bots import bot_names
from albion.bots.ratings import ratings
from albion.bots.registry import levels
from albion.engine.cases import read_cases
from albion.engine.cite import Ref, load_book
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.options import choices
from albion.engine.words import Words, load_words
from albion.lessons import About, load_about
from albion.server import responses
from albion.server.errors import unknown

Json = dict[str, Any]
Games = Mapping[str, Game[Any]]
CASES = Path(albion.__file__).parents[2] / "tests" / "cases"
"""The folder of rule cases in a checkout; an installed package has none."""
_MOST = 4096
"""More option sets than this are not tried to find out on which the seats depend."""


def find_games(path: str) -> Games:
    """The games at 'module:attribute', so that worker processes find the same ones."""
    module, _, attribute = path.partition(":")
    games: Games = getattr(importlib.import_module(module), attribute)
    return games


def find(games: Games, game: str) -> Game[Any]:
    """The game of that id, or a refusal."""
    try:
        return games[game]
    except KeyError:
        raise unknown("game") from None


def words_of(game: Game[Any]) -> Words:
    """The game's catalogue of words."""
    return load_words(*game.books)


def seat_names(games: Games, game: str) -> Mapping[str, str]:
    """What the seats of a game are called; none when the game is not installed any more."""
    return words_of(games[game]).names if game in games else {}


def board_of(game: Game[Any]) -> str:
    """The board a game is played on, as its drawing is called."""
    return getattr(game, "board", game.id)


class Played(NamedTuple):
    """What the page of a match needs besides the match itself, by name."""

    game: str
    board: str


@lru_cache(maxsize=64)
def summary(game: Game[Any]) -> responses.Game:
    """What the lobby needs to offer a game."""
    return responses.Game(**_summary(game))


_SHOWN = ("names", "question", "action", "event", "term")
"""Words a page says itself; the server has said all others before it sends them."""


@lru_cache(maxsize=64)
def at_table(game: Game[Any]) -> responses.GameTable:
    """What a page needs to show a match."""
    full = details(game)
    words = {part: full.words[part] for part in _SHOWN if part in full.words}
    return responses.GameTable(**_summary(game), tables=full.tables, words=words)


@lru_cache(maxsize=64)
def details(game: Game[Any]) -> responses.GameDetails:
    """The lobby's part, and data tables, words and action space."""
    verbs = game.verbs(game.options_type())
    told = load_about(game)
    return responses.GameDetails(
        **_summary(game),
        tables=[responses.DataTable(*table) for table in game.tables()],
        words={part: dict(words) for part, words in words_of(game).catalogue.items()},
        verbs={verb: list(nouns) for verb, nouns in verbs.items()},
        overview=[responses.OverviewPart(part.title, part.lines) for part in (told.overview if told else ())],
    )


def _summary(game: Game[Any]) -> Json:
    known = choices(game.options_type)
    return {
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "books": list(game.books),
        "board": board_of(game),
        "options": [responses.Option(name, list(values), values[0]) for name, values in known.items()],
        "seats": _seats(game, known),
        "bots": list(bot_names(game.id)),
        "levels": _levels(game.id),
        "about": _about(load_about(game)),
        "variant": _variant(game),
    }


def _variant(game: Game[Any]) -> responses.VariantOf | None:
    title = variant_title(game.variant)
    return None if title is None else responses.VariantOf(game.id.partition("+")[0], title)


def variant_title(patch: str) -> str | None:
    """What a variant is called; None for a game as it is."""
    return msgspec.json.decode(patch)["title"] if patch else None


def _levels(game: str) -> list[responses.BotLevel]:
    """Those of the game; under a variant's rules nobody has measured them."""
    measured = {rated.level: rated.rating for rated in ratings().get(game, [])}
    return [responses.BotLevel(x.name, x.line, measured.get(x.name)) for x in levels(game.partition("+")[0])]


def _about(told: About | None) -> responses.AboutGame | None:
    return None if told is None else msgspec.convert(told, responses.AboutGame, from_attributes=True)


def _seats(game: Game[Any], known: Mapping[str, tuple[Any, ...]]) -> responses.SeatTable:
    """The seats for every combination of those options on which they depend."""
    names = list(known)
    found: dict[tuple[Any, ...], tuple[str, ...]] = {}
    for values in itertools.islice(itertools.product(*known.values()), _MOST):
        seats = _seats_with(game, dict(zip(names, values, strict=True)))
        if seats is not None:
            found[values] = seats
    depends = [k for k in range(len(names)) if _matters(found, k)]
    table = {tuple(values[k] for k in depends): seats for values, seats in reversed(found.items())}
    words = words_of(game)
    rows = [
        responses.SeatsWhen(
            {names[k]: value for k, value in zip(depends, key, strict=True)},
            [responses.NamedSeat(seat, words.name(seat)) for seat in seats],
        )
        for key, seats in reversed(table.items())
    ]
    return responses.SeatTable([names[k] for k in depends], rows)


def _seats_with(game: Game[Any], given: Json) -> tuple[str, ...] | None:
    """The seats under these options; None if they do not go together."""
    try:
        return tuple(game.seats(game.options_type(**given)))
    except (DataError, ValueError):
        return None


def _matters(found: Mapping[tuple[Any, ...], tuple[str, ...]], k: int) -> bool:
    seen: dict[tuple[Any, ...], tuple[str, ...]] = {}
    return any(
        seen.setdefault(values[:k] + values[k + 1 :], seats) != seats for values, seats in found.items()
    )


@lru_cache(maxsize=16)
def rules(books: tuple[str, ...]) -> responses.Rules:
    """Every clause of these books, with rulings and the cases that prove it."""
    cases = _cases(books)
    return responses.Rules([_book(book, cases) for book in books])


def _book(book: str, cases: Mapping[Ref, list[str]]) -> responses.Book:
    known = load_book(book)
    rulings: dict[Ref, list[str]] = {}
    for ruling in known.rulings.values():
        for ref in ruling.clauses:
            rulings.setdefault(ref, []).append(str(ruling.ref))
    clauses = [
        responses.Clause(
            ref=str(c.ref),
            id=c.ref.clause,
            section=c.section,
            kind=c.kind,
            text=c.text,
            rulings=rulings.get(c.ref, []),
            cases=cases.get(c.ref, []),
        )
        for c in known.clauses.values()
    ]
    readings = [
        responses.Ruling(
            ref=str(r.ref),
            id=r.ref.clause,
            clauses=[str(ref) for ref in r.clauses],
            question=r.question,
            reading=r.reading,
        )
        for r in known.rulings.values()
    ]
    return responses.Book(book, clauses, readings)


def _cases(books: tuple[str, ...]) -> dict[Ref, list[str]]:
    found: dict[Ref, list[str]] = {}
    for ref, name in _case_names(books):
        found.setdefault(ref, []).append(name)
    return found


def _case_names(books: tuple[str, ...]) -> Iterator[tuple[Ref, str]]:
    for book in books:
        folder = CASES / book.replace("-", "_")
        if not folder.is_dir():
            continue
        try:
            for case in (c for c in read_cases(folder) if not c.walked):
                for ref in case.rule:
                    yield ref, case.name
        except DataError:
            # A case file somebody is just writing must not close the rules drawer.
            continue
