"""Who is asked: the player of a nation, or of one side of a battle; and whether an answer can be passed over."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite
from albion.engine.step import Choice
from albion.kernels.britannia.board import Nation
from albion.kernels.britannia.engagement import Battle, Side
from albion.kernels.britannia.state import MapState

M = TypeVar("M", bound=MapState, contravariant=True)


class Question(Choice[M], Generic[M], frozen=True):
    """A question to the player of a nation that is always the same, if nothing else is said."""

    asks: ClassVar[Nation]

    must: ClassVar[Cite] = ()
    """The clause by which it has to be answered, where none of its answers passes it over."""

    def seat(self, s: M) -> Seat:
        """The nation's player."""
        return s.rules.seat_of[self.asks]

    def skips(self, a: Action) -> Cite | None:
        """The law against passing over a question that has to be answered."""
        return (self.must or None) if a.verb in ("end", "done", "pass") else None


class NationChoice(Question[M], Generic[M], frozen=True):
    """A question to the player of one nation."""

    nation: Nation

    def seat(self, s: M) -> Seat:
        """The nation's player."""
        return s.rules.seat_of[self.nation]


class SideChoice(Question[M], Generic[M], frozen=True):
    """A question to the player of one side of a battle."""

    battle: Battle
    side: Side

    @property
    def nation(self) -> Nation:
        """Whose side it is."""
        return self.battle.nation(self.side)

    def seat(self, s: M) -> Seat:
        """The owner of that side, not the roller."""
        return s.rules.seat_of[self.battle.nation(self.side)]

    def about(self, s: M) -> dict[str, Json]:
        b = self.battle
        return {"nation": self.nation, "side": self.side, "area": b.area, "foe": b.foe(self.side)}
