"""Ladder games kept on disk, so that a long measurement can be stopped and continued, and the page that shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from albion.bots.registry import effort_of, levels
from albion.bots.search.model import Head, as_fitted, model_file, read_head
from albion.bots.search.player import SEARCH, Effort
from albion.engine.game import Game
from albion.engine.options import Options, options_text
from albion.sim.batch import play_batch
from albion.sim.ladder import Rung, Step, rate, step_of
from albion.sim.play import Job, Result, play_recorded
from albion.sim.statistics import Interval

SUFFIX = ".jsonl"
MARK = "~"
"""Before the fingerprint of the heuristic in the name of players."""


class Kept(msgspec.Struct, frozen=True):
    """One game of a measurement; `players` says which rules and model the bots had."""

    players: str
    options: str
    bots: tuple[str, ...]
    seed: int
    scores: dict[str, int]
    winners: tuple[str, ...]
    questions: int


class Results:
    """A game's measured games in one folder; those of other rules or another model are passed over."""

    def __init__(self, game: Game[Any], options: Options, folder: Path | None) -> None:
        self._game, self._options = game, options_text(options)
        self._path = None if folder is None else folder / f"{game.id}{SUFFIX}"
        self._known: dict[tuple[tuple[str, ...], int], Result] = {}
        if self._path is not None and self._path.is_file():
            for line in self._path.read_bytes().splitlines():
                self._add(msgspec.json.decode(line, type=Kept))

    def _add(self, k: Kept) -> None:
        if k.options == self._options and same_players(self._game, k.players, k.bots):
            self._known[k.bots, k.seed] = Result(k.seed, k.bots, k.scores, k.winners, k.questions)

    def play(self, jobs: Sequence[Job], processes: int, end: float | None = None) -> Iterator[Result]:
        """Each job's result, first those on file; the jobs that are left when time is up have none."""
        yield from (found for job in jobs if (found := self._known.get((job.bots, job.seed))))
        new = [job for job in jobs if (job.bots, job.seed) not in self._known]
        if end is not None and monotonic() > end:
            return
        for job, r in zip(new, play_batch(new, processes), strict=True):
            self._known[job.bots, job.seed] = r
            self._write(r)
            yield r
            if end is not None and monotonic() > end:
                return

    def _write(self, r: Result) -> None:
        if self._path is None:
            return
        k = Kept(players(self._game, r.bots), self._options, r.bots, r.seed, r.scores, r.winners, r.questions)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(k) + b"\n")

    def among(self, level: str, below: str) -> list[Result]:
        """The games of one of a level among another."""
        return [
            r for (bots, _), r in self._known.items() if bots.count(level) == 1 and {*bots} == {level, below}
        ]

    def mixed(self) -> list[Result]:
        """Every game, in the order of seeds: what ratings are made from."""
        return [self._known[key] for key in sorted(self._known, key=lambda key: key[1])]


def players(game: Game[Any], bots: Sequence[str]) -> str:
    """Which rules these bots played by, how the heuristic plays them and, where one was trained, its search, model and effort."""
    if {*bots} == {"random"}:
        return f"{game.version}"
    told = f"{game.version}{MARK}{fingerprint(game)}"
    trained = {x.name for x in levels(game.id) if x.trained} & {*bots}
    if not trained:
        return told
    thought = repr([SEARCH, *(_set(effort_of(name, game.id)) for name in sorted(trained))]).encode()
    path = model_file(game.id)
    model = as_fitted(path.read_bytes(), path.name)
    return f"{told}-{sha256(model + thought).hexdigest()[:10]}"


def _set(effort: Effort) -> dict[str, float]:
    """An effort by what is set in it, so that a knob added later leaves the name of those that do not use it."""
    usual = Effort._field_defaults
    return {knob: value for knob, value in effort._asdict().items() if usual.get(knob) != value}


@cache
def fingerprint(game: Game[Any]) -> str:
    """The heuristic by what it does: all levels but the lowest rest on it, so that a change of its play makes them others."""
    played = play_recorded(game, game.options_type(), ("steady",), 1)
    return sha256(" ".join(str(a) for a in played.actions).encode()).hexdigest()[:8]


def same_players(game: Game[Any], told: str, bots: Sequence[str]) -> bool:
    """Whether a game was played by these bots as they are now, under rules among which the model was carried over.

    Games from before fingerprints were kept count for as long as their rules and model do.
    """
    before, now = _parts(told), _parts(players(game, bots))
    same = before.mark in ("", *_marks(game, now.mark)) and before.model == now.model
    return same and before.version in _comparable(game)


class _Parts(NamedTuple):
    version: int
    mark: str
    model: str


def _parts(told: str) -> _Parts:
    rest, _, model = told.partition("-")
    version, _, mark = rest.partition(MARK)
    return _Parts(int(version), mark, model)


def _comparable(game: Game[Any]) -> frozenset[int]:
    """The versions of the rules between which the game's model says that play does not differ."""
    head = _head(game)
    serves = head.serves if head is not None else frozenset[int]()
    return serves if game.version in serves else frozenset((game.version,))


def _marks(game: Game[Any], mark: str) -> set[str]:
    """All fingerprints of the heuristic that has this one now: rules may have led the same player another way."""
    head, found = _head(game), {mark}
    for carried in reversed(head.carried if head is not None else ()):
        if found & {*carried.heuristic}:
            found |= {*carried.heuristic}
    return found


def _head(game: Game[Any]) -> Head | None:
    path = model_file(game.id)
    return read_head(path.read_bytes(), path.name) if path.is_file() else None


HEAD = """# How strong the levels are

Written by `albion ladder GAME --results docs/strength`; every game behind it is stored in `docs/strength/`, so that a
measurement can be stopped, continued and checked. Shares of wins and margins have 95% intervals; a margin is points
above the mean of the other seats. Ratings use the Plackett-Luce model (openskill): 1500 for an unknown player,
400 points for odds of ten to one. Bots play through the same function as at the table.
"""


def write_page(folder: Path, found: Sequence[tuple[Game[Any], Options, Sequence[tuple[str, str]]]]) -> Path:
    """The page of all games measured in a folder, beside it."""
    page = folder.with_suffix(".md")
    parts = [HEAD]
    for game, options, pairs in found:
        results = Results(game, options, folder)
        if not (played := results.mixed()):
            continue
        steps = [step_of(a, b, rows) for a, b in pairs if (rows := results.among(a, b))]
        parts.append(_section(game.title, rate(played), steps))
    page.write_text("\n".join(parts))
    return page


def _section(title: str, rungs: Sequence[Rung], steps: Sequence[Step]) -> str:
    lines = [f"## {title}", "", "| level | rating | games |", "|---|---|---|"]
    lines += [
        f"| {r.level} | {r.rating.value:.0f} ({r.rating.low:.0f} to {r.rating.high:.0f}) | {r.games} |"
        for r in rungs
    ]
    lines += [
        "",
        "| one of | among | games | won | fair share | margin | by seat: won, margin |",
        "|---|---|---|---|---|---|---|",
    ]
    for x in steps:
        seats = "; ".join(
            f"{seat} {x.won_by[seat]:.0%}, {margin.value:+.0f}" for seat, margin in sorted(x.seats.items())
        )
        cells = (
            x.level,
            x.below,
            str(x.games),
            _percent(x.wins),
            f"{x.fair:.0%}",
            f"{x.margin.value:+.1f} ({x.margin.low:+.1f} to {x.margin.high:+.1f})",
            seats,
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _percent(x: Interval) -> str:
    return f"{x.value:.0%} ({x.low:.0%} to {x.high:.0%})"
