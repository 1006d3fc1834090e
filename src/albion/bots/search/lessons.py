"""Training games, stored as they are played, so that training can be stopped and continued."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic

import msgspec

from albion.bots.search.training import Lesson, Played, play_lesson
from albion.engine.errors import DataError

Run = Callable[[Callable[[Lesson], Played], Sequence[Lesson]], Iterable[Played]]
"""Whoever plays the lessons, one after the other or in several processes."""


class Kept(msgspec.Struct, frozen=True):
    """One line of the file: which lesson of which rules, and how it went."""

    game: str
    version: int
    played: Played


def play_kept(
    path: Path, version: int, lessons: Sequence[Lesson], run: Run, minutes: float = 0
) -> Iterator[Played]:
    """Each lesson's game, from the file or played now and added to it; stops after this many minutes, 0: never."""
    known = {x.played.seed: x.played for x in _read(path) if x.version == version}
    yield from (known[x.seed] for x in lessons if x.seed in known)
    left = [x for x in lessons if x.seed not in known]
    end = monotonic() + 60 * minutes
    with path.open("ab") as file:
        for lesson, played in zip(left, run(play_lesson, left), strict=True):
            file.write(msgspec.json.encode(Kept(lesson.game, version, played)) + b"\n")
            file.flush()
            yield played
            if minutes and monotonic() > end:
                return


def _read(path: Path) -> list[Kept]:
    if not path.is_file():
        return []
    try:
        return [msgspec.json.decode(line, type=Kept) for line in path.read_bytes().splitlines()]
    except msgspec.MsgspecError as error:
        raise DataError(f"the lessons in '{path}' are damaged and cannot be read: {error}") from None
