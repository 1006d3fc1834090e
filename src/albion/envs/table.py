"""What all environments share: a game being played, numbers for answers, and what a finished game is worth."""

from __future__ import annotations

from typing import Any

from albion import games
from albion.engine.action import Action, Decision, Seat
from albion.engine.cite import cite_text
from albion.engine.dice import Dice
from albion.engine.errors import IllegalActionError
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.options import Options, options_from
from albion.engine.refusal import refuse
from albion.engine.state import State
from albion.envs.actions import ActionNumbers
from albion.envs.observing import Observation, Schema, load_schema

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
        self.state: State
        self.decision: Decision | None = None
        self._legal: list[int] | None = None
        """The numbers of the answers to the open question, once somebody has asked for them."""

    def begin(self, seed: int) -> None:
        """Set up and go to the first question."""
        self.state = self.game.setup(self.options, Dice(seed))
        self.decision, self._legal = settle(self.state), None

    def legal(self, seat: Seat) -> list[int]:
        """The numbers of the legal answers, if that seat is asked."""
        d = self.decision
        return self._answers(d) if d is not None and d.seat == seat else []

    def _answers(self, d: Decision) -> list[int]:
        if self._legal is None:
            self._legal = self.numbers.of(d.actions)
        return self._legal

    def take(self, number: int) -> None:
        """Answer the open question; a number that is not legal now is refused."""
        a, d = self.numbers.actions[number], self.decision
        if d is None or number not in self._answers(d):
            why = refuse(self.game, self.state, a)
            assert why is not None
            raise IllegalActionError(f"action {number}, '{a}', is not legal now: {cite_text(why.cite)}", why)
        self.decision, self._legal = apply(self.state, a), None

    def action(self, number: int) -> Action:
        """What a number stands for."""
        return self.numbers.actions[number]

    def observation(self, seat: Seat) -> Observation:
        """What a seat may know now; the arrays are made when they are read."""
        source = (self.game, self.schema, self.state.clone(), self.decision)
        return Observation(source, seat, self.legal(seat), len(self.numbers))

    def worth(self) -> dict[Seat, float]:
        """At the end, each seat's share of the victory less the share that all equal seats would have: they sum to 0."""
        outcome = self.state.outcome
        assert outcome is not None
        fair, share = 1 / len(self.seats), 1 / len(outcome.winners)
        return {seat: (share if seat in outcome.winners else 0.0) - fair for seat in self.seats}
