"""Kept for speed: plans of the question before, for as long as nothing that they follow from has changed."""

from __future__ import annotations

from albion.engine.tastes import Tastes
from albion.games.boudicca.state import BoudiccaState
from albion.games.boudicca.steady_aims import Survey, sights
from albion.games.boudicca.steady_marches import Marches
from albion.kernels.hex import Hex


class KeptMarches:
    """The plans for one position: whoever is asked what to activate is next asked who goes, and where to."""

    def __init__(self, tastes: Tastes) -> None:
        self._tastes = tastes
        self._known: Marches | None = None
        self._seen: tuple[object, ...] = ()
        self._survey: Survey | None = None
        self._sights: tuple[object, ...] = ()

    def of(self, s: BoudiccaState, taken: list[Hex]) -> Marches:
        """Plans for the position, those already made if it is the same; not while stacks must be put right."""
        now, known = position(s), self._known
        if known is None or known.s is not s or known.taken != taken or self._seen != now or s.strained:
            known = self._known = Marches(s, self._tastes, taken, self._surveyed(s))
            self._seen = now
        return known

    def _surveyed(self, s: BoudiccaState) -> Survey:
        """What there is to go for: a march of one's own does not change it."""
        now, known = sights(s, s.phasing), self._survey
        if known is None or known.s is not s or self._sights != now:
            known = self._survey = Survey(s, s.phasing, self._tastes)
            self._sights = now
        return known


def position(s: BoudiccaState) -> tuple[object, ...]:
    """All that plans follow from while no stack must be put right: points and cards are not part of it."""
    return (
        tuple(s.where), tuple(s.steps), tuple(s.used), tuple(s.moved), tuple(s.ready), tuple(s.marks),
        s.impulse, s.turn, s.phasing, s.bridges(), s.revolted, tuple(s.sacked.items()), s.by_road, s.forced,
    )  # fmt: skip
