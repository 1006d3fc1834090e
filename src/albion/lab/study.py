"""What usually happens from here: many continuations of one position, by bots."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from albion import games
from albion.bots import bot_names
from albion.engine.action import Action, Decision, parse_action
from albion.engine.cases import set_up
from albion.engine.dice import Dice
from albion.engine.errors import AlbionError, DataError
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.match import replay
from albion.engine.options import Options, options_from, parse_options
from albion.engine.record import read_record
from albion.engine.state import State
from albion.lab.recording import Watcher
from albion.lab.tables import Rows
from albion.sim.play import play_out, seat_bots, spread
from albion.sim.statistics import Interval, mean, wilson

_KEYS = ("game", "options", "bots", "games", "seed", "record", "at", "start", "position", "do")
MOST = 100_000


@dataclass(frozen=True)
class Study:
    """A position, what is done first, and who plays on."""

    game: Game[Any]
    options: Options
    state: State
    do: tuple[Action, ...]
    bots: tuple[str, ...]
    games: int
    seed: int


class Line(NamedTuple):
    """How a seat fared over all continuations."""

    seat: str
    wins: Interval | None
    """None if no continuation reached the end of the game."""
    points: Interval
    low: float
    high: float
    """Nine in ten continuations lie between these points."""


class Answer(NamedTuple):
    """What usually happens."""

    games: int
    ended: int
    """Continuations that reached the end of the game."""
    done: int
    """Continuations in which everything in `do` could be done."""
    lines: list[Line]
    holders: pl.DataFrame
    """Round, place, faction and the share of continuations in which it holds the place as that round ends."""


def read_study(path: Path, count: int | None = None) -> Study:
    """The study in a TOML file, checked; records are looked for beside it."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(f"there is no file '{path}'") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name} is not TOML: {error}") from None
    try:
        return study_from(raw if count is None else {**raw, "games": count}, path.parent)
    except AlbionError as error:
        raise DataError(f"{path.name}: {error}") from error


def study_from(raw: Mapping[str, Any], folder: Path) -> Study:
    """The study in plain values."""
    for key in raw:
        if key not in _KEYS:
            raise DataError(f"'{key}' is no key of a study: expected some of {', '.join(_KEYS)}")
    for key, least in (("games", 1), ("seed", 0), ("at", 0)):
        value = raw.get(key, least)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= 2**62:
            raise DataError(f"'{key}' must be a whole number from {least} on, not {value!r}")
    game, options, state = _from_record(raw, folder) if "record" in raw else _from_notation(raw)
    seats = game.seats(options)
    named = raw.get("bots", "steady")
    bots = spread([named] if isinstance(named, str) else list(named), seats)
    for bot in bots:
        if bot not in bot_names(game.id):
            raise DataError(
                f"'bots': there is no bot '{bot}' for {game.id}: expected one of {', '.join(bot_names(game.id))}"
            )
    verbs = game.verbs(options)
    do = tuple(parse_action(game.notation.spelt(text), verbs) for text in raw.get("do", ()))
    study = Study(game, options, state, do, bots, min(raw.get("games", 100), MOST), raw.get("seed", 1))
    _check_first(study)
    return study


def _from_record(raw: Mapping[str, Any], folder: Path) -> tuple[Game[Any], Options, State]:
    if "start" in raw or "position" in raw or "game" in raw:
        raise DataError(
            "a study with a 'record' takes game and position from it: leave game, start and position out"
        )
    try:
        record = read_record((folder / str(raw["record"])).read_text(encoding="utf-8"), games.find_game)
    except FileNotFoundError:
        raise DataError(f"'record': there is no file '{folder / str(raw['record'])}'") from None
    if record.seed is None:
        raise DataError("'record': the match has not ended, so its seed is not known yet")
    at = raw.get("at", 0)
    if at > len(record.actions):
        raise DataError(f"'at' must be a number from 0 to {len(record.actions)}, not {at}")
    match = replay(record.game, record.options, record.seed, record.actions[:at])
    return record.game, record.options, match.state


def _from_notation(raw: Mapping[str, Any]) -> tuple[Game[Any], Options, State]:
    game = games.find_game(str(raw.get("game", "")))
    given = raw.get("options", {})
    options = (
        parse_options(game.options_type, given)
        if isinstance(given, str)
        else options_from(game.options_type, given)
    )
    state: State = set_up(game, options, str(raw.get("start", "setup")), raw.get("position", {}), Dice(0))
    settle(state)
    return game, options, state


def _check_first(study: Study) -> None:
    """The first thing to do must be legal at once; the others may hang on dice."""
    d = settle(study.state.clone())
    if d is None:
        raise DataError("nothing is asked from there on: expected a position in the middle of a game")
    if study.do and study.do[0] not in d.actions:
        raise DataError(f"'do': '{study.do[0]}' is not legal when {d.seat} is asked {d.step}")


def ask(study: Study, watch: Callable[[], None] = lambda: None) -> Answer:
    """Play every continuation; the same study gives the same answer."""
    game, seats = study.game, study.game.seats(study.options)
    bots = seat_bots(game, study.options, study.bots)
    rows = Rows("study")
    ended = done = 0
    points: dict[str, list[float]] = {seat: [] for seat in seats}
    wins = dict.fromkeys(seats, 0.0)
    for n in range(study.games):
        s = study.state.clone()
        s.dice = Dice(study.seed + n)
        watcher = Watcher(game, s, frozenset({"areas"}))
        d, complete = _first(study, s, settle(s, watcher.log), watcher)
        done += complete
        play_out(game, bots, s, d, study.seed + n, log=watcher.log, watch=watcher.look)
        watcher.finish()
        watcher.write(n, rows.lists)
        outcome = s.outcome
        ended += outcome is not None
        scores = outcome.scores if outcome is not None else game.scores(s)
        for seat in seats:
            points[seat].append(scores.get(seat, 0))
            if outcome is not None and seat in outcome.winners:
                wins[seat] += 1 / len(outcome.winners)
        watch()
    lines = []
    for seat in seats:
        got = pl.Series(points[seat])
        share = wilson(wins[seat], ended) if ended else None
        low, high = got.quantile(0.05) or 0.0, got.quantile(0.95) or 0.0
        lines.append(Line(seat, share, mean(points[seat]), low, high))
    return Answer(study.games, ended, done, lines, _holders(rows, study.games))


def _first(study: Study, s: State, d: Decision | None, watcher: Watcher) -> tuple[Decision | None, bool]:
    """Do what the study asks for, as long as it is legal."""
    for a in study.do:
        if d is None or a not in d.actions:
            return d, False
        d = apply(s, a, watcher.log)
        watcher.look()
    return d, True


def _holders(rows: Rows, count: int) -> pl.DataFrame:
    areas = rows.frames().get("areas")
    if areas is None:
        return pl.DataFrame(
            schema={"round": pl.Int64, "place": pl.String, "faction": pl.String, "share": pl.Float64}
        )
    return (
        areas.group_by("round", "place", "faction")
        .agg((pl.len() / count).alias("share"))
        .sort("round", "place", "share", "faction", descending=[False, False, True, False])
    )
