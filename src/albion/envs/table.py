"""What all environments share: a game being played, numbers for answers, and what a finished game is worth."""

from __future__ import annotations

from typing import Any

from albion import games
from albion.engine.action import Action, Decision, Seat
from albion.engine.cite import cite_text
from albion.engine.dice import Dice
from albion.engine.errors import IllegalActionError
from albion.engine.game import Game
from albion.engine.options import Options, options_from
from albion.engine.refusal import refuse
from albion.engine.state import State
from albion.envs.actions import ActionNumbers
from albion.envs.course import Course
from albion.envs.observing import Frame, Observation, Schema, load_schema

SEEDS = 2**31
"""How many different seeds a match can have."""


def given(game: str, options: dict[str, Any]) -> tuple[Game[Any], Options]:
    """The game of that id and its options; what is not named keeps its default."""
    found = games.find_game(game)
    return found, options_from(found.options_type, options)


class Playing:
    """One game from setup to outcome, by action numbers."""

    def __init__(self, game: Game[Any], options: Options) -> None:
        self.game, self.options = game, options
        self.seats = game.seats(options)
        self.numbers = ActionNumbers(game, options)
        self.schema: Schema = load_schema(game.id)
        self._frame = Frame(game, self.schema, len(self.numbers))
        self.course: Course
        self.state: State
        self.decision: Decision | None = None
        self._legal: list[int] | None = None
        """The numbers of the answers to the open question, once somebody has asked for them."""

    def begin(self, seed: int) -> None:
        """Set up and go to the first question."""
        self.course = Course(self.game.setup(self.options, Dice(seed)))
        self.state, self.decision, self._legal = self.course.state, self.course.decision, None

    def legal(self, seat: Seat) -> list[int]:
        """The numbers of the legal answers, if that seat is asked."""
        d = self.decision
        if d is None or d.seat != seat:
            return []
        if self._legal is None:
            self._legal = self.numbers.of(d.actions)
        return self._legal

    def take(self, number: int) -> None:
        """Answer the open question; a number that is not legal now is refused."""
        a, d = self.numbers.actions[number], self.decision
        if d is None or number not in (self._legal or self.legal(d.seat)):
            why = refuse(self.game, self.state, a)
            assert why is not None
            raise IllegalActionError(f"action {number}, '{a}', is not legal now: {cite_text(why.cite)}", why)
        self.course.take(a)
        self.decision, self._legal = self.course.decision, None

    def action(self, number: int) -> Action:
        """What a number stands for."""
        return self.numbers.actions[number]

    def observation(self, seat: Seat) -> Observation:
        """What a seat may know now; the arrays are computed when read."""
        return Observation(self._frame, self.course, seat, self.legal(seat))

    def worth(self) -> dict[Seat, float]:
        """At the end, each seat's share of the victory less the share that all equal seats would have: they sum to 0."""
        outcome = self.state.outcome
        assert outcome is not None
        fair, share = 1 / len(self.seats), 1 / len(outcome.winners)
        return {seat: (share if seat in outcome.winners else 0.0) - fair for seat in self.seats}
