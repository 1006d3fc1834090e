"""The table and what is still to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from albion.engine.action import Seat
from albion.engine.cite import Cite
from albion.engine.dice import Dice

if TYPE_CHECKING:
    from albion.engine.step import Step


class Outcome(NamedTuple):
    """How it ended: points a seat, who won, and by which rule."""

    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    cite: Cite


class Progress(NamedTuple):
    """A phase, known by its object alone, and how many moves stand in it: fewer once some were taken back."""

    phase: Any
    moves: int


NO_PHASE = Progress(None, 0)
"""Of a game in which nothing is ever taken back."""


@dataclass(slots=True)
class State:
    """What lies on the table is the state; where we are in the procedure is the agenda."""

    shared: ClassVar[frozenset[str]] = frozenset()
    """Fields that are not saved: what never changes is built again when a state is loaded, what was measured once asked."""

    dice: Dice
    agenda: list[Step[Any]] = field(default_factory=list)
    """Last item comes next."""
    outcome: Outcome | None = None

    def clone(self) -> Self:
        """A copy that shares nothing mutable; each game writes its own."""
        raise NotImplementedError

    def progress(self) -> Progress:
        """How far the phase under way has got."""
        return NO_PHASE
