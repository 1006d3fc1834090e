"""What usually happens from here: many continuations of one position, by bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from albion import games
from albion.bots import Bot
from albion.engine.action import Action, Decision, Seat, parse_action
from albion.engine.cases import set_up
from albion.engine.dice import Dice
from albion.engine.errors import AlbionError, DataError
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.match import replay
from albion.engine.options import Options
from albion.engine.record import read_record
from albion.engine.state import State
from albion.engine.toml import read_toml
from albion.lab.experiment import options_of, seated_bots, under
from albion.lab.link import record_at
from albion.lab.recording import Watcher
from albion.sim.play import play_out, seat_bots
from albion.sim.statistics import Interval, mean, wilson

_KEYS = ("title", "game", "options", "bots", "games", "seed", "record", "at", "start", "position", "do")
MOST = 100_000
_SHAPES: tuple[tuple[str, tuple[type, ...], str], ...] = (
    ("title", (str,), "a text for people to read"),
    ("game", (str,), "a game's id"),
    ("options", (str, dict), "a text such as 'players=3', or a table"),
    ("bots", (str, list), "one bot's name for every seat, or a list with one per seat"),
    ("record", (str,), "the name of a record's file"),
    ("start", (str,), "a text, as in a rule case"),
    ("position", (dict,), "a table of places and what stands there"),
    ("do", (list,), "a list of answers such as 'from essex'"),
)
"""What each key must hold."""


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
    viewer: Seat | None = None
    """The seat that asks, if anything is hidden from it: what it cannot know is dealt again in each continuation."""
    title: str = ""
    """What is asked, for people to read."""


class Line(NamedTuple):
    """How a seat fared over all continuations."""

    seat: str
    wins: Interval | None
    """None if no continuation reached the end of the game."""
    points: Interval
    low: float
    high: float
    """Nine in ten continuations lie between these points."""


class Holder(NamedTuple):
    """How often a faction holds a place as a round ends."""

    round: int
    place: str
    faction: str
    share: float


class Answer(NamedTuple):
    """The result of a study: what usually happened in its continuations."""

    games: int
    """Continuations played."""
    ended: int
    """Continuations that reached the end of the game."""
    done: int
    """Continuations in which everything in `do` could be done."""
    lines: list[Line]
    holders: list[Holder]
    """By round and place, the most frequent first."""


def read_study(path: Path, count: int | None = None) -> Study:
    """The study in a TOML file, checked; records are looked for beside it."""
    raw = read_toml(path)
    try:
        return study_from(raw if count is None else {**raw, "games": count}, path.parent)
    except AlbionError as error:
        raise DataError(f"{path.name}: {error}") from error


def study_from(raw: Mapping[str, Any], folder: Path) -> Study:
    """The study in plain values."""
    for key in raw:
        if key not in _KEYS:
            raise DataError(f"'{key}' is not a key of a study: expected some of {', '.join(_KEYS)}")
    for key, least, most in (("games", 1, MOST), ("seed", 0, 2**62), ("at", 0, 2**62)):
        value = raw.get(key, least)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise DataError(f"'{key}' must be a whole number from {least} to {most:,}, not {value!r}")
    for key, kinds, expected in _SHAPES:
        if key in raw and not isinstance(raw[key], kinds):
            raise DataError(f"'{key}' must be {expected}, not {raw[key]!r}")
    for key in ("do", "bots"):
        if isinstance(raw.get(key), list) and not all(isinstance(text, str) for text in raw[key]):
            raise DataError(f"'{key}' must be a list of texts, not {raw[key]!r}")
    return _study(raw, *(_from_record(raw, folder) if "record" in raw else _from_notation(raw)))


def study_of_link(link: str, at: int | None, bots: str, count: int | None = None) -> Study:
    """What usually happens from a position of a finished match that a link leads to."""
    raw = {"bots": bots} if count is None else {"bots": bots, "games": count}
    try:
        return _study(raw, *_at(record_at(link), at))
    except AlbionError as error:
        told = str(error)
        raise DataError(told if told.startswith(link) else f"{link}: {told}") from error


def _study(raw: Mapping[str, Any], game: Game[Any], options: Options, state: State) -> Study:
    """The study of a position."""
    seats = game.seats(options)
    named = raw.get("bots", "steady")
    bots = seated_bots(game, seats, [named] if isinstance(named, str) else named)
    verbs = game.verbs(options)
    with under("do"):
        do = tuple(parse_action(game.notation.spelt(text), verbs) for text in raw.get("do", ()))
    count, seed = raw.get("games", 100), raw.get("seed", 1)
    study = Study(game, options, state, do, bots, count, seed, title=raw.get("title", ""))
    _check_first(study)
    return study


def _from_record(raw: Mapping[str, Any], folder: Path) -> tuple[Game[Any], Options, State]:
    if "start" in raw or "position" in raw or "game" in raw:
        raise DataError(
            "a study with a 'record' takes game and position from it: leave game, start and position out"
        )
    try:
        text = (folder / str(raw["record"])).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(f"'record': there is no file '{folder / str(raw['record'])}'") from None
    except (OSError, UnicodeDecodeError):
        raise DataError(
            f"'record': '{folder / str(raw['record'])}' is not a record: expected a text file"
        ) from None
    try:
        return _at(text, raw.get("at", 0))
    except AlbionError as error:
        raise DataError(f"'record': {raw['record']}: {error}") from error


def _at(text: str, at: int | None) -> tuple[Game[Any], Options, State]:
    """The position of a record after n actions."""
    record = read_record(text, games.find_game)
    if record.seed is None:
        raise DataError("the match has not ended, so its seed is not known yet")
    if at is None or at >= len(record.actions):
        raise DataError(f"'at' must be a number from 0 to {len(record.actions) - 1}, not {at}")
    match = replay(record.game, record.options, record.seed, record.actions[:at], record.chance)
    return record.game, record.options, match.state


def _from_notation(raw: Mapping[str, Any]) -> tuple[Game[Any], Options, State]:
    if "at" in raw:
        raise DataError("'at' counts the actions of a 'record': expected both or neither")
    if "game" not in raw:
        raise DataError(f"expected a 'record', or a 'game': one of {', '.join(games.GAMES)}")
    with under("game"):
        game = games.find_game(raw["game"])
    options = options_of(game, raw.get("options", {}))
    try:
        state: State = set_up(game, options, raw.get("start", "setup"), raw.get("position", {}), Dice(0))
    except AlbionError as error:
        told = str(error)
        named = told.startswith(("start", "position"))
        raise DataError(told if named else f"'start' or 'position': {told}") from error
    settle(state)
    return game, options, state


def _check_first(study: Study) -> None:
    """The first action must be legal at once; later ones may depend on dice."""
    d = settle(study.state.clone())
    if d is None:
        raise DataError("nothing is asked from there on: expected a position in the middle of a game")
    if study.do and study.do[0] not in d.actions:
        raise DataError(f"'do': '{study.do[0]}' is not legal when {d.seat} is asked {d.step}")


def ask(study: Study, seconds: float | None = None, watch: Callable[[int], None] | None = None) -> Answer:
    """Play every continuation, or as many as begin within the time; the same number gives the same answer.

    `watch` is told how many have been played.
    """
    tally, begun = _Tally(study), monotonic()
    bots = seat_bots(study.game, study.options, study.bots)
    for n in range(study.games):
        if n and seconds is not None and monotonic() - begun > seconds:
            break
        tally.play(n, bots)
        if watch is not None:
            watch(n + 1)
    return tally.answer()


class _Tally:
    """Plays continuations one after the other and counts their results."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.games = self.ended = self.done = 0
        self.points: dict[Seat, list[float]] = {seat: [] for seat in study.game.seats(study.options)}
        self.wins = dict.fromkeys(self.points, 0.0)
        self.held: Counter[tuple[int, str, str]] = Counter()

    def play(self, n: int, bots: Mapping[Seat, Bot]) -> None:
        """Continuation n, to its end."""
        study, game, dice = self.study, self.study.game, Dice(self.study.seed + n)
        s = study.state.clone() if study.viewer is None else game.imagine(study.state, study.viewer, dice)
        s.dice = dice
        watcher = Watcher(game, s, frozenset({"areas"}))
        d, complete = _first(study, s, settle(s, watcher.log), watcher)
        play_out(game, bots, s, d, study.seed + n, log=watcher.log, watch=watcher.look)
        watcher.finish()
        self.held.update((number, place, faction) for number, place, faction, _ in watcher.areas())
        self.games += 1
        self.done += complete
        self._score(s)

    def _score(self, s: State) -> None:
        outcome = s.outcome
        scores = outcome.scores if outcome is not None else self.study.game.scores(s)
        for seat, points in self.points.items():
            points.append(scores.get(seat, 0))
        if outcome is not None:
            self.ended += 1
            for seat in outcome.winners:
                self.wins[seat] += 1 / len(outcome.winners)

    def answer(self) -> Answer:
        """The answer from everything played so far."""
        lines = []
        for seat, points in self.points.items():
            share = wilson(self.wins[seat], self.ended) if self.ended else None
            lines.append(Line(seat, share, mean(points), _quantile(points, 0.05), _quantile(points, 0.95)))
        held = [Holder(*key, count / self.games) for key, count in self.held.items()]
        held.sort(key=lambda h: (h.round, h.place, -h.share, h.faction))
        return Answer(self.games, self.ended, self.done, lines, held)


def _quantile(values: list[float], share: float) -> float:
    """The value below which that share of all lies."""
    return sorted(values)[round(share * (len(values) - 1))]


def _first(study: Study, s: State, d: Decision | None, watcher: Watcher) -> tuple[Decision | None, bool]:
    """Do what the study asks for, as long as it is legal."""
    for a in study.do:
        if d is None or a not in d.actions:
            return d, False
        d = apply(s, a, watcher.log)
        watcher.look()
    return d, True
