"""A game in progress whose earlier positions can be recovered."""

from __future__ import annotations

from albion.engine.action import Action, Decision
from albion.engine.loop import apply, settle
from albion.engine.state import State

EVERY = 128
"""A copy of the position is kept every this many answers, from which later ones can be recovered."""


class Course:
    """A game as far as it has gone, from which any position it went through can be had again.

    An observation may be read long after the game has gone on, but mostly is not: to copy the position for each costs nearly half
    as much as an answer.
    """

    __slots__ = ("_again", "_kept", "decision", "state", "taken")

    def __init__(self, s: State) -> None:
        self.state, self.decision = s, settle(s)
        self.taken: list[Action] = []
        """The answers so far."""
        self._kept = [(s.clone(), self.decision)]
        self._again: tuple[int, State, Decision | None] | None = None
        """The position made again last, and after how many answers it is: what was kept is mostly read in order."""

    def take(self, a: Action) -> Decision | None:
        """Answer the open question; the next one."""
        taken = self.taken
        taken.append(a)
        d = self.decision = apply(self.state, a)
        if not len(taken) % EVERY:
            self._kept.append((self.state.clone(), d))
        return d

    def at(self, answers: int) -> tuple[State, Decision | None]:
        """The position after that many answers; read it at once and do not change it."""
        if answers == len(self.taken):
            return self.state, self.decision
        near = answers - answers % EVERY
        if self._again is not None and near <= self._again[0] <= answers:
            near, s, d = self._again
        else:
            kept, d = self._kept[answers // EVERY]
            s = kept.clone()
        for a in self.taken[near:answers]:
            d = apply(s, a)
        self._again = answers, s, d
        return s, d
