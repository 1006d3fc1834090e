"""The coach: finds from a lesson's log how far it has come, and what to say there."""

from __future__ import annotations

from albion.engine.cite import cite
from albion.lessons import Given, Lesson, Stage, Strayed, follow, load_lesson
from albion.server import responses
from albion.server.errors import RequestError
from albion.server.table import Table


def coach(table: Table) -> responses.LessonView:
    """What the coach says now."""
    lesson = load_lesson(table.game) if table.row.origin == "lesson" else None
    if lesson is None:
        raise RequestError(409, "lesson", "this match is not a lesson")
    rows = (table.entries[seq].row for seq in table.effective[1:])
    given = (Given(r.seat or "", r.step or "", r.action or "", bool(r.forced)) for r in rows)
    at = follow(lesson, given, table.match.decision)
    stage = lesson.stages[at.stage] if at.stage < len(lesson.stages) else None
    return responses.LessonView(
        title=lesson.title,
        minutes=lesson.minutes,
        intro=lesson.intro,
        end=lesson.end,
        stages=[each.title for each in lesson.stages],
        stage=at.stage,
        waiting=at.waiting,
        now=None if stage is None else _told(stage, at.done),
        strayed=None if at.strayed is None else _stray(lesson, at.strayed),
    )


def _told(stage: Stage, done: int) -> responses.LessonStage:
    clauses = responses.clause_texts(cite(stage.rule)) if stage.rule else []
    press = [list(stage.wanted(n)) for n in range(done, len(stage.press))]
    return responses.LessonStage(stage.title, stage.say, clauses[0] if clauses else None, press, stage.scene)


def _stray(lesson: Lesson, strayed: Strayed) -> responses.LessonStray:
    stage = lesson.stages[strayed.stage]
    return responses.LessonStray(stage.title, stage.otherwise, strayed.action)
