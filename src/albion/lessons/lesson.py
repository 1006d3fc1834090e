"""A lesson: a start, and stages that say what to press and why; read from the game's own `lesson.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from albion.engine.action import Seat, Verbs, parse_action
from albion.engine.cases import set_up
from albion.engine.cite import cite, folder
from albion.engine.dice import Dice
from albion.engine.errors import AlbionError, DataError
from albion.engine.game import Game
from albion.engine.match import Match
from albion.engine.options import Options, options_from

Text = Annotated[str, Meta(min_length=1)]
ANY = "any"
"""In place of an answer: whatever the learner likes."""


class Stage(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to learn."""

    title: Text
    step: Text
    """The question at which it begins, by the id of its step."""
    press: Annotated[tuple[Text, ...], Meta(min_length=1)]
    """The answers in order; 'send 2 | send 3' takes either, 'any' takes every answer."""
    say: Text
    """What the coach says: what is going on, and what to press."""
    otherwise: Text = "That is allowed too. Let's continue from here."
    """What the coach says after another answer."""
    rule: str = ""
    """The clause behind it."""
    seat: str = ""
    """Whose question it is, where the learner answers for several."""
    repeat: bool = False
    """Stay while the same question comes again."""
    scene: str = ""
    """The place it is about, where the answers name none."""

    def accepts(self, n: int, action: str) -> bool:
        """Whether that is the n-th answer expected here."""
        wanted = self.wanted(n)
        return ANY in wanted or action in wanted

    def wanted(self, n: int) -> tuple[str, ...]:
        """The answers that would do as the n-th."""
        return tuple(text.strip() for text in self.press[n].split("|"))


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided first game."""

    title: Text
    minutes: Annotated[int, Meta(ge=1)]
    intro: Text
    end: Text
    """What the coach says when it is over."""
    you: Annotated[tuple[Text, ...], Meta(min_length=1)]
    """The seats for which the learner answers."""
    start: Text
    """Where play begins, as in a rule case: steps, or 'setup'."""
    stages: Annotated[tuple[Stage, ...], Meta(min_length=1)]
    seed: int = 1
    options: dict[str, Any] = {}
    position: dict[str, Any] = {}
    bot: str = "steady"
    """Who answers for the other seats."""


@cache
def load_lesson(game: Game[Any]) -> Lesson | None:
    """The game's lesson, checked; None for a game without one."""
    path = folder(game.id) / "lesson.toml"
    return read_lesson(path, game) if path.is_file() else None


def read_lesson(path: Path, game: Game[Any]) -> Lesson:
    """A lesson from a file; errors name the file and the stage."""
    name = f"{path.name} of {game.id}"
    try:
        lesson = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DataError(f"{name}: {error}") from error
    try:
        options = lesson_options(lesson, game)
        for problem in _problems(lesson, game, options):
            raise DataError(problem)
    except AlbionError as error:
        raise DataError(f"{name}: {error}") from error
    return lesson


def _problems(lesson: Lesson, game: Game[Any], options: Options) -> Iterator[str]:
    seats, verbs = game.seats(options), game.verbs(options)
    yield from (f"there is no seat '{seat}'" for seat in lesson.you if seat not in seats)
    for n, stage in enumerate(lesson.stages, start=1):
        where = f"stage {n}, '{stage.title}'"
        if stage.seat and stage.seat not in lesson.you:
            yield f"{where}: the learner does not answer for '{stage.seat}'"
        yield from (f"{where}: {told}" for told in _wrong_answers(stage, verbs))
        if stage.rule:
            try:
                cite(stage.rule)
            except DataError as error:
                yield f"{where}: {error}"


def _wrong_answers(stage: Stage, verbs: Verbs) -> Iterator[str]:
    for text in (text for n in range(len(stage.press)) for text in stage.wanted(n) if text != ANY):
        try:
            parse_action(text, verbs)
        except AlbionError as error:
            yield str(error)


def lesson_options(lesson: Lesson, game: Game[Any]) -> Options:
    """The options a lesson is played with."""
    return options_from(game.options_type, dict(lesson.options))


def begin(lesson: Lesson, game: Game[Any]) -> Match[Any]:
    """The match of a lesson, at its start."""
    options = lesson_options(lesson, game)
    state = set_up(game, options, lesson.start, lesson.position, Dice(lesson.seed))
    return Match.resume(game, options, lesson.seed, state)


def seating(lesson: Lesson, game: Game[Any]) -> Mapping[Seat, str]:
    """Who sits where: 'human' or a bot's name."""
    seats = game.seats(lesson_options(lesson, game))
    return {seat: "human" if seat in lesson.you else lesson.bot for seat in seats}
