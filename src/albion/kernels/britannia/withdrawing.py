"""Raiders go back over the sea after the battles: from which area next, or no more do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from albion.engine.action import Action
from albion.engine.cite import Cite
from albion.engine.event import Log
from albion.engine.step import Steps
from albion.kernels.britannia.answers import DONE
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Area
from albion.kernels.britannia.state import MapState

M = TypeVar("M", bound=MapState, contravariant=True)


class Withdrawing(NationChoice[M], Generic[M], frozen=True):
    """Which raiders go back; or no more do."""

    exact = True

    def ashore(self, s: M) -> Iterable[Area]:
        """Where raiders are on land."""
        raise NotImplementedError

    def tried(self, s: M, area: Area) -> Sequence[Cite | None]:
        """Why each of those in an area, or each force of them, may not go back; None: it may."""
        raise NotImplementedError

    def none_there(self, s: M, area: Area) -> Cite:
        """The sentence that no raiders are in an area."""
        raise NotImplementedError

    def may_go(self, s: M, area: Area) -> bool:
        """Whether some may go back from an area."""
        return None in self.tried(s, area)

    def first(self, s: M) -> Sequence[Action]:
        """What else may be answered before anybody withdraws."""
        return ()

    def ending(self, s: M, going: Sequence[Action]) -> Sequence[Action]:
        """The end, unless somebody must go back and can."""
        return (DONE,)

    def otherwise(self, s: M, a: Action) -> Cite | None:
        """What the position has against any other answer."""
        return None

    def withdraw(self, s: M, log: Log, area: Area) -> Steps[Any]:
        """One goes; of several, ask who."""
        raise NotImplementedError

    def instead(self, s: M, log: Log, a: Action) -> Steps[Any]:
        """What follows any other answer."""
        raise NotImplementedError

    def candidates(self, s: M) -> Iterable[Action]:
        """Withdrawals, and the end; nothing when no raider is ashore."""
        first, areas = self.first(s), self.ashore(s)
        if not areas:
            return [*first, DONE] if first else []
        going = [Action("withdraw", a) for a in areas if self.may_go(s, a)]
        return [*first, *going, *self.ending(s, going)]

    def forbids(self, s: M, a: Action) -> Cite | None:
        """Only raiders withdraw, and only those that may."""
        if a.verb != "withdraw":
            return self.otherwise(s, a)
        area = Area(a.name)
        tried = self.tried(s, area)
        return None if None in tried else next((c for c in tried if c), self.none_there(s, area))

    def take(self, s: M, a: Action, log: Log) -> Steps[Any]:
        if a.verb == "withdraw":
            return self.withdraw(s, log, Area(a.name))
        return [] if a == DONE else self.instead(s, log, a)
