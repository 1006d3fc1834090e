"""A lesson played to its end as its author meant it: the proof that every expected answer is legal there."""

from __future__ import annotations

from typing import Any

from albion.bots import answer, answer_seed, fits, make_bot
from albion.engine.action import Decision, parse_action
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.loop import is_forced
from albion.engine.match import Match
from albion.lessons.lesson import ANY, Lesson, begin, seating
from albion.lessons.progress import Given, Progress, follow

_LONGEST = 2000
"""No lesson needs more answers."""


class Rehearsal:
    """A lesson's match, and the answers given so far."""

    def __init__(self, lesson: Lesson, game: Game[Any]) -> None:
        self.lesson = lesson
        self.match: Match[Any] = begin(lesson, game)
        self.given: list[Given] = []
        chairs = seating(lesson, game)
        self.bots = {seat: make_bot(name, game) for seat, name in chairs.items() if name != "human"}
        self._settle()

    def progress(self) -> Progress:
        """How far it has come."""
        return follow(self.lesson, self.given, self.match.decision)

    def play(self, text: str) -> None:
        """Answer the open question, then let everything follow that is not the learner's to answer."""
        d = self.match.decision
        assert d is not None
        self._give(d, text, forced=False)
        self._settle()

    def _give(self, d: Decision, text: str, *, forced: bool) -> None:
        self.match.play(d.seat, parse_action(text, self.match.verbs))
        self.given.append(Given(d.seat, d.step, text, forced))

    def _settle(self) -> None:
        while (d := self.match.decision) is not None and len(self.given) < _LONGEST:
            if is_forced(self.match.state, d):
                self._give(d, str(d.actions[0]), forced=True)
            elif d.seat in self.bots:
                self._ask_bot(d)
            else:
                return

    def _ask_bot(self, d: Decision) -> None:
        s = self.match.state
        rolled, seed = s.dice.count, answer_seed(self.match.seed, d.seat, len(self.match.actions))
        for a in answer(self.bots[d.seat], self.match.game, s, d, seed):
            now = self.match.decision
            if now is None or not fits(a, d.seat, rolled, s, now):
                return
            self._give(now, str(a), forced=False)


def rehearse(lesson: Lesson, game: Game[Any]) -> list[int]:
    """Press what the coach says, to the end; the stages in the order they were shown. An illegal answer is a DataError."""
    play = Rehearsal(lesson, game)
    shown: list[int] = []
    while (at := play.progress()).stage < len(lesson.stages):
        due = min(at.stage, len(shown))
        d, stage = play.match.decision, lesson.stages[due]
        where = f"lesson of {game.id}, stage {due + 1}, '{stage.title}'"
        if d is None or len(play.given) >= _LONGEST:
            raise DataError(f"{where}: the match ends before its question {stage.step} comes")
        legal = [str(a) for a in d.actions]
        wanted = stage.wanted(at.done if due == at.stage else 0)
        pressed = legal[0] if ANY in wanted else next((text for text in wanted if text in legal), None)
        if at.waiting or due < at.stage or pressed is None:
            raise DataError(f"{where}: '{wanted[0]}' is not an answer when {d.seat} is asked {d.step}")
        if due == len(shown):
            shown.append(due)
        play.play(pressed)
    return shown
