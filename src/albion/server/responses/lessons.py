"""The shape of a lesson in progress."""

from __future__ import annotations

from msgspec import Struct

from albion.server.responses.clauses import ClauseText


class LessonStage(Struct, frozen=True):
    """What the coach says now, and the answers it has in mind, in order; each is a list of those that would do."""

    title: str
    say: str
    rule: ClauseText | None
    press: list[list[str]]
    scene: str
    """The place it is about, where the answers name none."""


class LessonStray(Struct, frozen=True):
    """The last own answer was another one than the coach had in mind."""

    title: str
    text: str
    pressed: str


class LessonView(Struct, frozen=True, kw_only=True):
    """A lesson and how far this match has come in it."""

    title: str
    minutes: int
    intro: str
    end: str
    stages: list[str]
    stage: int
    waiting: bool
    now: LessonStage | None
    strayed: LessonStray | None
