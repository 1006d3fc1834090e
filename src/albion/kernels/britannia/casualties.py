"""Losses in battle: the roller says which kind a hit eliminates, the owner which army of that kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite
from albion.kernels.britannia.asking import Question
from albion.kernels.britannia.board import Nation
from albion.kernels.britannia.engagement import Battle, Side
from albion.kernels.britannia.state import MapState

M = TypeVar("M", bound=MapState, contravariant=True)


class WhichFalls(Question[M], Generic[M], frozen=True):
    """Asks which army falls, where it makes a difference: by the place it came from, or by its sort."""

    exact = True
    by: ClassVar[tuple[str, ...]] = ("lose",)
    """The verbs that name one."""

    def owner(self) -> Nation:
        """Whose army falls."""
        raise NotImplementedError

    def fallible(self, s: M) -> Sequence[Action]:
        """Each place that some of them came from, or each sort of them."""
        raise NotImplementedError

    def not_there(self, a: Action) -> Cite:
        """The clauses against an army that is not among them."""
        raise NotImplementedError

    def elsewhere(self, a: Action) -> tuple[str, dict[str, Json]] | None:
        """The sentence that none of them came from there."""
        raise NotImplementedError

    def seat(self, s: M) -> Seat:
        """The owner, not the roller."""
        return s.rules.seat_of[self.owner()]

    def candidates(self, s: M) -> Iterable[Action]:
        return self.fallible(s)

    def forbids(self, s: M, a: Action) -> Cite | None:
        """Only one that is there can fall, and one must."""
        return self.skips(a) if a.verb not in self.by or a in self.fallible(s) else self.not_there(a)

    def reason(self, s: M, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        return self.elsewhere(a) if a.verb == "lose" else None


class WhichKindFalls(Question[M], Generic[M], frozen=True):
    """A hit that could fell either of two kinds: the roller chooses."""

    exact = True
    battle: Battle
    side: Side

    def kinds(self, s: M) -> Sequence[str]:
        """The kinds that the hits can fell."""
        raise NotImplementedError

    def seat(self, s: M) -> Seat:
        """The player who rolled, not the owner of the losses."""
        return s.rules.seat_of[self.battle.foe(self.side)]

    def candidates(self, s: M) -> Iterable[Action]:
        return [Action("strike", kind) for kind in self.kinds(s)]
