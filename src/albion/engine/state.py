"""The state of a game: the table, and what is still to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from albion.engine.action import Seat
from albion.engine.cite import Cite
from albion.engine.dice import Dice
from albion.engine.plain import field_types

if TYPE_CHECKING:
    from albion.engine.step import Step


class Outcome(NamedTuple):
    """How it ended: points per seat, who won, and by which rule."""

    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    cite: Cite


class Progress(NamedTuple):
    """A phase, identified by its object, and how many moves have been made in it; fewer once some are taken back."""

    phase: Any
    moves: int


NO_PHASE = Progress(None, 0)
"""For a game in which nothing can be taken back."""


@dataclass(slots=True)
class State:
    """The position is in the fields; where we are in the procedure is the agenda."""

    shared: ClassVar[frozenset[str]] = frozenset()
    """Fields that are not saved: constants are rebuilt when a state is loaded, cached values when needed."""

    dice: Dice
    agenda: list[Step[Any]] = field(default_factory=list)
    """Last item comes next."""
    outcome: Outcome | None = None

    def clone(self) -> Self:
        """A copy that shares nothing mutable; each game writes its own."""
        raise NotImplementedError

    def stored(self) -> dict[str, Any]:
        """What is saved, by the names that stored matches have for it."""
        return {name: getattr(self, name) for name in field_types(type(self)) if name not in self.shared}

    @classmethod
    def restored(cls, fields: dict[str, Any]) -> dict[str, Any]:
        """What was saved, by the names of today's fields."""
        return fields

    def read_whole(self) -> None:
        """Read what loading has left for later; a DataError if an older version wrote it otherwise."""

    def progress(self) -> Progress:
        """How far the current phase has got."""
        return NO_PHASE
