"""The checked path through a game, used by everyone who is not trusted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from albion.engine.action import Action, Decision, Seat
from albion.engine.dice import Dice, mixed
from albion.engine.errors import (
    IllegalActionError,
    MalformedActionError,
    NotYourTurnError,
    ReplayError,
    UndoError,
)
from albion.engine.event import Event
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.options import Options
from albion.engine.refusal import Refusal, refusal_text, refuse
from albion.engine.state import State
from albion.engine.words import load_words

S = TypeVar("S", bound=State)

Chance = tuple[int, str]
"""What a player added to the seed, after the number of the first action whose dice depend on it (0: the setup's too)."""


class Match(Generic[S]):
    """One match: (game, version, options, seed, actions), and the state they lead to."""

    def __init__(self, game: Game[S], options: Options, seed: int, chance: Sequence[Chance] = ()) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.chance = list(chance)
        self.verbs = game.verbs(options)
        self.actions: list[Action] = []
        self.answered: list[Seat] = []
        """Who gave each action."""
        self.events: list[list[Event]] = [[]]
        """What happened: events[0] during setup, events[n] by action n."""
        self.state: S = game.setup(options, Dice(self._key(0)))
        self.decision: Decision | None = settle(self.state, self.events[0])
        self._snapshots: dict[int, tuple[S, Decision | None]] = {0: (self.state.clone(), self.decision)}

    @classmethod
    def resume(
        cls, game: Game[S], options: Options, seed: int, state: S, chance: Sequence[Chance] = ()
    ) -> Match[S]:
        """Take a match up again at a stored position; it counts its actions from there."""
        match = cls.__new__(cls)
        match.game, match.options, match.seed, match.chance = game, options, seed, list(chance)
        match.verbs = game.verbs(options)
        match.actions, match.answered, match.events = [], [], [[]]
        match.state = state
        match.decision = settle(state, match.events[0])
        match._snapshots = {0: (state.clone(), match.decision)}
        return match

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.decision is None

    def play(self, seat: Seat, a: Action) -> list[Event]:
        """Answer the open question; refused with the reason if it is not legal."""
        d = self.decision
        if d is None:
            raise NotYourTurnError("the match is over")
        if seat != d.seat:
            raise NotYourTurnError(f"it is not {seat}'s turn: {d.seat} is to play")
        self.check(a)
        if a not in d.actions:
            why = self.explain(a)
            assert why is not None
            raise IllegalActionError(refusal_text(load_words(*self.game.books), a, why), why)
        return self._apply(a)

    def check(self, a: Action) -> None:
        """Refuse what is not an action of this game at all."""
        nouns = self.verbs.get(a.verb)
        if nouns is None or (a.noun not in nouns if nouns else a.noun is not None):
            raise MalformedActionError(f"'{a}' is not an action of {self.game.title}")

    def _apply(self, a: Action) -> list[Event]:
        d = self.decision
        assert d is not None
        log: list[Event] = []
        self._take_key(self.state, len(self.actions) + 1)
        self.decision = apply(self.state, a, log)
        self.actions.append(a)
        self.answered.append(d.seat)
        self.events.append(log)
        if self.decision is None or self.decision.seat != d.seat:
            self._snapshots[len(self.actions)] = (self.state.clone(), self.decision)
        return log

    def _key(self, n: int) -> int:
        """The seed of the rolls of action n; 0: of the setup."""
        return mixed(self.seed, [text for k, text in self.chance if k <= n])

    def _take_key(self, state: S, n: int) -> None:
        if self.chance and state.dice.seed != (key := self._key(n)):
            state.dice = Dice(key, state.dice.count)

    def explain(self, a: Action) -> Refusal | None:
        """Why not; None if it is legal."""
        self.check(a)
        return refuse(self.game, self.state, a)

    def at(self, n: int) -> tuple[S, Decision | None]:
        """The position after the first n actions, from the nearest snapshot before it."""
        if not 0 <= n <= len(self.actions):
            raise ReplayError(f"the match has {len(self.actions)} actions, so there is no position {n}")
        nearest = max(k for k in self._snapshots if k <= n)
        state, decision = self._snapshots[nearest]
        state = state.clone()
        for k, a in enumerate(self.actions[nearest:n], start=nearest + 1):
            self._take_key(state, k)
            decision = apply(state, a)
        return state, decision

    def positions(self) -> Iterator[S]:
        """The position at the start and after every action; it is one object that changes, so clone what you keep."""
        state, _ = self.at(0)
        yield state
        for k, a in enumerate(self.actions, start=1):
            self._take_key(state, k)
            apply(state, a)
            yield state

    def undoable(self, seat: Seat) -> int | None:
        """The index of the action this seat would undo, if it may."""
        for n in range(len(self.actions) - 1, -1, -1):
            if any(event.final for event in self.events[n + 1]):
                return None
            if self.answered[n] == seat:
                return n
        return None

    def undo(self, seat: Seat) -> None:
        """Undo this seat's last answer and everything after it, but never past a final event."""
        n = self.undoable(seat)
        if n is None:
            raise UndoError(f"{seat} cannot undo: nothing to take back since the last dice, secret or start")
        self.truncate(n)

    def truncate(self, n: int) -> None:
        """Go back to the position after n actions and discard the rest."""
        self.state, self.decision = self.at(n)
        del self.actions[n:], self.answered[n:], self.events[n + 1 :]
        self.chance = [(min(k, n + 1), text) for k, text in self.chance]
        for k in [k for k in self._snapshots if k > n]:
            del self._snapshots[k]

    def dice_rolled(self, n: int) -> list[int]:
        """The faces rolled in the open by action n (0: in setup)."""
        return [face for e in self.events[n] if e.kind == "roll" for face in e.data["dice"]]


def replay(
    game: Game[S], options: Options, seed: int, actions: Sequence[Action], chance: Sequence[Chance] = ()
) -> Match[S]:
    """Play a recorded list of actions again; one that no longer fits is a ReplayError."""
    match = Match(game, options, seed, chance)
    for n, a in enumerate(actions, start=1):
        d = match.decision
        if d is None:
            raise ReplayError(f"action {n} of {len(actions)}, '{a}', comes after the end of the game")
        if a not in d.actions:
            raise ReplayError(
                f"action {n} of {len(actions)}, '{a}', does not fit {game.id} version {game.version}: "
                f"{d.seat} was asked {d.step}"
            )
        match._apply(a)
    return match
