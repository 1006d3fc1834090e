"""What all environments share: a game being played, numbers for answers, and what a finished game is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from albion import games
from albion.engine.action import Action, Decision, Seat
from albion.engine.cite import cite_text
from albion.engine.dice import Dice
from albion.engine.errors import DataError, IllegalActionError
from albion.engine.game import Game
from albion.engine.options import Options, options_from
from albion.engine.refusal import refuse
from albion.engine.state import State
from albion.envs.actions import ActionNumbers
from albion.envs.course import Course
from albion.envs.observing import UNREAD, Frame, Observation, Schema, load_schema

SEEDS = 2**31
"""How many different seeds a match can have."""


def given(game: str, options: dict[str, Any]) -> tuple[Game[Any], Options]:
    """The game of that id and its options; what is not named keeps its default."""
    found = games.find_game(game)
    plain = {
        name: value.item() if isinstance(value, np.generic) else value for name, value in options.items()
    }
    return found, options_from(found.options_type, plain)


def missing(owner: object, name: str, begun: tuple[str, ...]) -> AttributeError:
    """The error for an attribute that is not there; of those that come with a game it says how to begin one."""
    how = " before a game has begun: call reset() first" if name in begun else ""
    return AttributeError(f"'{type(owner).__name__}' has no '{name}'{how}")


class Playing:
    """One game from setup to outcome, by action numbers."""

    def __init__(self, game: Game[Any], options: Options) -> None:
        self.game, self.options = game, options
        self.seats = game.seats(options)
        self.numbers = ActionNumbers(game, options)
        self.schema: Schema = load_schema(game.id)
        self._frame = Frame(game, self.schema, len(self.numbers))
        self._actions, self._number = self.numbers.actions, self.numbers.numbers.__getitem__
        self.course: Course
        self.state: State
        self.decision: Decision | None = None
        self._legal: list[int] | None = None
        """The numbers of the answers to the open question, once somebody has asked for them."""

    def __getattr__(self, name: str) -> Any:
        """Only reached for what is not there."""
        raise missing(self, name, ("course", "state"))

    def begin(self, seed: int) -> None:
        """Set up and go to the first question."""
        self.course = Course(self.game.setup(self.options, Dice(seed)))
        self.state, self.decision, self._legal = self.course.state, self.course.decision, None

    def legal(self, seat: Seat) -> list[int]:
        """The numbers of the legal answers, if that seat is asked."""
        d = self.decision
        if d is None or d.seat != seat:
            return []
        legal = self._legal
        if legal is None:
            legal = self._legal = [*map(self._number, d.actions)]
        return legal

    def take(self, number: int) -> None:
        """Answer the open question; a number that is not legal now is refused."""
        d = self.decision
        legal = self._legal
        if legal is None and d is not None:
            legal = self.legal(d.seat)
        if legal is None or number not in legal:
            raise self._refused(number)
        self.decision, self._legal = self.course.take(self._actions[number]), None

    def _refused(self, number: int) -> DataError | IllegalActionError:
        if not 0 <= number < len(self._actions):
            return DataError(f"there is no action {number}: expected 0 to {len(self._actions) - 1}")
        a = self._actions[number]
        why = refuse(self.game, self.state, a)
        assert why is not None
        return IllegalActionError(f"action {number}, '{a}', is not legal now: {cite_text(why.cite)}", why)

    def action(self, number: int) -> Action:
        """What a number stands for."""
        return self.numbers.actions[number]

    def observation(self, seat: Seat) -> Observation:
        """What a seat may know now; the arrays are computed when read."""
        seen, course = Observation(UNREAD), self.course
        seen.moment = self._frame, course, len(course.taken), seat, self.legal(seat)
        return seen

    def worth(self) -> dict[Seat, float]:
        """At the end, each seat's share of the victory less the share that all equal seats would have: they sum to 0."""
        outcome = self.state.outcome
        assert outcome is not None
        fair, share = 1 / len(self.seats), 1 / len(outcome.winners)
        return {seat: (share if seat in outcome.winners else 0.0) - fair for seat in self.seats}
