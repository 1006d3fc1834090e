"""How far a learner has come: a function of the answers given, so that nothing else need be stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from albion.engine.action import Decision
from albion.lessons.lesson import ANY, Lesson, Stage


class Given(NamedTuple):
    """An answer of the match so far."""

    seat: str
    step: str
    action: str
    forced: bool
    """Nothing else was legal, so it was given for the seat."""


class Strayed(NamedTuple):
    """An answer other than the one the coach had in mind."""

    stage: int
    action: str


class Progress(NamedTuple):
    """Where a learner stands."""

    stage: int
    """The stage now, counted from 0; the number of stages: the lesson is over."""
    done: int
    """Answers of this stage already given."""
    waiting: bool
    """The open question is not the stage's: the learner plays on until it comes."""
    strayed: Strayed | None
    """What the last own answer was, if the coach had another in mind."""


def follow(lesson: Lesson, answers: Iterable[Given], open_question: Decision | None) -> Progress:
    """Walk through the answers: each does what its stage expects, or leads past it.

    After another answer the lesson goes on with the first stage to come that asks the question then open; stages
    in between have lost their occasion and are passed over.
    """
    k, done, strayed = 0, 0, None
    for given in answers:
        if given.seat not in lesson.you or (given.forced and not _due(lesson, k, done, given)):
            continue
        k, done = _at(lesson, k, done, given.seat, given.step, None)
        if k == len(lesson.stages):
            break
        if done == 0:
            k = _meant(lesson, k, given)
        stage = lesson.stages[k]
        if done == 0 and not _asks(stage, given.seat, given.step):
            continue
        if stage.accepts(done, given.action):
            strayed = None
            if not stage.repeat:
                k, done = (k, done + 1) if done + 1 < len(stage.press) else (k + 1, 0)
        else:
            strayed = Strayed(k, given.action)
            k, done = k + 1, 0
    d = open_question
    if d is None or d.seat not in lesson.you:
        return Progress(k, done, k < len(lesson.stages), strayed)
    legal = [str(a) for a in d.actions]
    k, done = _at(lesson, k, done, d.seat, d.step, legal)
    over = k == len(lesson.stages)
    fits = over or done > 0 or _fits(lesson.stages[k], d.seat, d.step, legal)
    return Progress(k, done, not fits, strayed)


def _at(
    lesson: Lesson, k: int, done: int, seat: str, step: str, legal: Sequence[str] | None
) -> tuple[int, int]:
    """The stage for this question: the one in progress if it fits, otherwise the next that does; the same if none does."""
    if k == len(lesson.stages):
        return k, 0
    stage = lesson.stages[k]
    if done and (legal is None or any(a == ANY or a in legal for a in stage.wanted(done))):
        return k, done
    for later in range(k + bool(done), len(lesson.stages)):
        if _fits(lesson.stages[later], seat, step, legal):
            return later, 0
    return k + bool(done or stage.repeat), 0


def _due(lesson: Lesson, k: int, done: int, given: Given) -> bool:
    """Whether an answer given for the seat is just what the stage expects; any other one says nothing of the learner."""
    stage = lesson.stages[k] if k < len(lesson.stages) else None
    asked = stage is not None and (done > 0 or _asks(stage, given.seat, given.step))
    return stage is not None and asked and stage.accepts(done, given.action)


def _meant(lesson: Lesson, k: int, given: Given) -> int:
    """The stage that an answer begins: this one, otherwise a later one that has just this answer in mind."""
    if lesson.stages[k].accepts(0, given.action):
        return k
    same = (n for n in range(k, len(lesson.stages)) if _asks(lesson.stages[n], given.seat, given.step))
    return next((n for n in same if given.action in lesson.stages[n].wanted(0)), k)


def _asks(stage: Stage, seat: str, step: str) -> bool:
    return stage.step == step and stage.seat in ("", seat)


def _fits(stage: Stage, seat: str, step: str, legal: Sequence[str] | None) -> bool:
    """Whether a stage can begin at this question; without a list of answers the question alone decides."""
    wanted = stage.wanted(0)
    return _asks(stage, seat, step) and (legal is None or ANY in wanted or any(a in legal for a in wanted))
