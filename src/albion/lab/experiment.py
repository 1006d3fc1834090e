"""An experiment as a file, checked completely before anything runs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from albion import games
from albion.bots import bot_names
from albion.engine.action import Seat
from albion.engine.errors import AlbionError, DataError
from albion.engine.game import Game
from albion.engine.options import Options, choices, options_from, options_text, parse_options, show
from albion.engine.toml import read_toml
from albion.games.variants import read_variant
from albion.sim.play import spread

TABLES = ("points", "sources", "areas", "counts")
"""What can be recorded beside every game's result, its seats and its times."""

MOST_GAMES = 10_000_000
MOST_SEED = 2**62
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._ +=,-]{0,99}")
_WIDTH = (0.001, 1.0)
_TOP = (
    "name",
    "seed",
    "games",
    "width",
    "most",
    "record",
    "arm",
    "game",
    "options",
    "bots",
    "seating",
    "variant",
    "note",
)
_ARM = ("name", "game", "options", "bots", "seating", "games", "variant")


@dataclass(frozen=True, slots=True)
class Arm:
    """One set-up to be played many times: a game, its options and who sits where."""

    name: str
    game: str
    version: int
    options: str
    bots: tuple[str, ...]
    """A name per seat, in seat order, before anybody changes seats."""
    rotate: bool
    """Whether everybody moves on by one seat after each game."""
    games: int
    variant: str = ""
    """The whole patch, if a variant is played."""

    @property
    def full_game(self) -> str:
        """What `find_game` needs to know: the id, and for a variant its patch."""
        return f"{self.game} {self.variant}".strip()

    def seated(self, n: int) -> tuple[str, ...]:
        """Who plays which seat in game n."""
        turn, k = (n if self.rotate else 0), len(self.bots)
        return tuple(self.bots[(i - turn) % k] for i in range(k))

    def player(self, n: int, seat: int) -> int:
        """Which of the listed bots sits on that seat in game n."""
        return (seat - n) % len(self.bots) if self.rotate else seat


@dataclass(frozen=True, slots=True)
class Experiment:
    """Everything a run needs to know; two runs of one experiment give the same rows."""

    name: str
    seed: int
    """Game n of every arm is played with seed + n, so that arms can be compared game by game."""
    width: float | None
    """An arm stops when no interval of a win share is wider than this."""
    record: tuple[str, ...]
    arms: tuple[Arm, ...]
    note: str = ""
    """What a reader of its results should know."""


def read_experiment(path: Path) -> Experiment:
    """The experiment in a TOML file."""
    raw = read_toml(path)
    try:
        return experiment_from(raw, path.stem, path.parent)
    except AlbionError as error:
        raise DataError(f"{path.name}: {error}") from error


def experiment_from(raw: Mapping[str, Any], name: str, folder: Path = Path()) -> Experiment:
    """The experiment in plain values, as TOML gives them; variant files are looked for in the folder."""
    _known("the experiment", raw, _TOP)
    width, count = _length(raw)
    record = raw.get("record", list(TABLES))
    if not isinstance(record, list) or not all(table in TABLES for table in record):
        raise DataError(f"'record' must be a list of some of {', '.join(TABLES)}, not {record!r}")
    title = raw.get("name", name)
    if not isinstance(title, str) or not NAME.fullmatch(title):
        raise DataError(f"'name' must be a short text without slashes, not {title!r}")
    rows = raw.get("arm", [{}] if "game" in raw or "variant" in raw else [])
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise DataError("expected at least one [[arm]], each with a 'game'")
    shared = {key: raw[key] for key in ("game", "options", "bots", "seating", "variant") if key in raw}
    arms: list[Arm] = []
    for n, row in enumerate(rows, start=1):
        try:
            _known("an arm", row, _ARM)
            if width is not None and "games" in row:
                raise DataError("'games' and the experiment's 'width' exclude each other")
            arms += _arms({**shared, **row}, count, folder)
        except AlbionError as error:
            raise DataError(f"arm {n}: {error}") from error
    twice = next((a.name for i, a in enumerate(arms) if a.name in [b.name for b in arms[:i]]), None)
    if twice is not None:
        raise DataError(f"two arms are called '{twice}': give each a 'name' of its own")
    seed = int(_number(raw, "seed", 1, (0, MOST_SEED)))
    tables = tuple(t for t in TABLES if t in record)
    return Experiment(title, seed, width, tables, tuple(arms), _note(raw))


def _length(raw: Mapping[str, Any]) -> tuple[float | None, int]:
    """The wanted width of intervals, if one is given, and how many games are played for each arm at most."""
    width = _number(raw, "width", None, _WIDTH) if "width" in raw else None
    if width is not None and "games" in raw:
        raise DataError(
            "'games' and 'width' exclude each other: expected a number of games, or 'width' with 'most'"
        )
    if width is None and "most" in raw:
        raise DataError("'most' limits an experiment with 'width': expected 'games' here")
    count = int(
        _number(raw, "most" if width is not None else "games", 2000 if width else 100, (1, MOST_GAMES))
    )
    return width, count


def _note(raw: Mapping[str, Any]) -> str:
    note = raw.get("note", "")
    if not isinstance(note, str):
        raise DataError(f"'note' must be a text, not {note!r}")
    return note.strip()


def _arms(row: Mapping[str, Any], count: int, folder: Path) -> Iterator[Arm]:
    """The arms of one table: one for each game and option set it names."""
    chosen = _games(row, folder)
    title = row.get("name")
    if title is not None and (not isinstance(title, str) or not NAME.fullmatch(title)):
        raise DataError(f"'name' must be a short text without slashes, not {title!r}")
    made = [(game, o) for game in chosen for o in _option_sets(game, row.get("options", ""))]
    for game, options in made:
        seats = game.seats(options)
        bots = seated_bots(game, seats, _names(row.get("bots", "steady")))
        seating = row.get("seating", "fixed")
        if seating not in ("fixed", "rotate"):
            raise DataError(f"'seating' must be fixed or rotate, not {seating!r}")
        plain = " ".join(filter(None, (game.id, short_options(options))))
        name = title if title is not None and len(made) == 1 else " ".join(filter(None, (title, plain)))
        many = int(_number(row, "games", count, (1, MOST_GAMES)))
        yield Arm(
            name, game.id, game.version, options_text(options), bots, seating == "rotate", many, game.variant
        )


def _games(row: Mapping[str, Any], folder: Path) -> list[Game[Any]]:
    if "variant" in row:
        if not isinstance(row["variant"], str):
            raise DataError(f"'variant' must be the name of a variant's file, not {row['variant']!r}")
        with under("variant"):
            v = read_variant(folder / row["variant"])
        if row.get("game", v.game) != v.game:
            raise DataError(
                f"'variant': {row['variant']} is a variant of {v.game}, but 'game' is {row['game']!r}: leave 'game' out"
            )
        try:
            return [games.find_game(f"{v.id} {v.text}")]
        except AlbionError as error:
            raise DataError(f"{row['variant']}: {error}") from error
    names = row.get("game")
    listed: list[Any] = names if isinstance(names, list) else [names]
    if not listed or not all(isinstance(name, str) for name in listed):
        raise DataError(
            f"'game' must be a game's id or a list of them: expected some of {', '.join(games.GAMES)}"
        )
    with under("game"):
        return [games.find_game(name) for name in listed]


def _option_sets(game: Game[Any], given: Any) -> Sequence[Options]:
    """Options as text, as a table, as a list of either, or all option sets of the game."""
    if given == "all":
        return tuple(game.option_sets())
    if isinstance(given, (str, dict)):
        return (options_of(game, given),)
    if isinstance(given, list) and given:
        return tuple(o for one in given for o in _option_sets(game, one))
    raise DataError(
        f"'options' must be a text such as 'players=3', a table or a list of those, not {given!r}"
    )


@contextmanager
def under(key: str) -> Iterator[None]:
    """Report errors inside this block as errors of that key."""
    try:
        yield
    except AlbionError as error:
        raise DataError(f"'{key}': {error}") from error


def options_of(game: Game[Any], given: str | dict[str, Any]) -> Options:
    """Options as text or as a table."""
    with under("options"):
        if isinstance(given, str):
            return parse_options(game.options_type, given)
        return options_from(game.options_type, given)


def seated_bots(game: Game[Any], seats: Sequence[Seat], names: Sequence[str]) -> tuple[str, ...]:
    """A bot for each seat, all of them known to the game."""
    with under("bots"):
        bots = spread(names, seats)
        for bot in bots:
            if bot not in bot_names(game.id):
                expected = ", ".join(bot_names(game.id))
                raise DataError(f"there is no bot '{bot}' for {game.id}: expected one of {expected}")
        return bots


def short_options(o: Options) -> str:
    """Only what differs from the default, for names people read."""
    known = choices(type(o))
    return ",".join(f"{k}={show(getattr(o, k))}" for k, v in known.items() if getattr(o, k) != v[0])


def _names(given: Any) -> list[str]:
    if isinstance(given, str):
        return [name.strip() for name in given.split(",")]
    if isinstance(given, list) and given and all(isinstance(name, str) for name in given):
        return given
    raise DataError(
        f"'bots' must be one bot's name for every seat, or a list with one per seat, not {given!r}"
    )


def _known(where: str, raw: Mapping[str, Any], keys: Sequence[str]) -> None:
    for key in raw:
        if key not in keys:
            raise DataError(f"'{key}' is not a key of {where}: expected some of {', '.join(keys)}")


def _number(raw: Mapping[str, Any], key: str, default: float | None, bounds: tuple[float, float]) -> float:
    value = raw.get(key, default)
    low, high = bounds
    whole = isinstance(low, int)
    if (
        isinstance(value, bool)
        or not isinstance(value, int if whole else (int, float))
        or not low <= value <= high
    ):
        kind = "a whole number" if whole else "a number"
        raise DataError(f"'{key}' must be {kind} from {low:,} to {high:,}, not {value!r}")
    return value
