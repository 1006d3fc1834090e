"""Boudicca as a search sees it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from albion.bots.bend import Bend
from albion.bots.bot import Policy
from albion.bots.search.boudicca_sights import TOLD, table
from albion.bots.search.outlook import Sight, Told
from albion.engine.action import Seat
from albion.engine.dice import Dice
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s14_victory import points
from albion.games.boudicca.state import BoudiccaState
from albion.games.boudicca.steady import Steady

TURNS = 6
AHEAD = 4
"""Impulses that are played on."""
SETTLED = frozenset(
    {
        "Escort",
        "Evacuation",
        "HitUnit",
        "Interception",
        "KillCivilians",
        "LoseStep",
        "Mulligan",
        "Restore",
        "Towards",
    }
)
"""Questions about single units, which a rule of thumb answers as well: three quarters of all that are asked."""

WARY: Mapping[str, float] = {"careful": 2.0, "guard": 2.0}
"""Boudicca rides away before her stack is lost, and bands go home to oppida that stand open."""


class BoudiccaOutlook:
    """What either side still has to win and lose, and how near it is to it; one valuation per turn."""

    game = "boudicca"
    stages = TURNS
    leap = 1.0
    pooled = False
    humours: tuple[Mapping[str, float], ...] = ()

    def policy(self, dice: Dice, bend: Bend) -> Policy:
        """The heuristic player."""
        return Steady(dice, bend)

    def temper(self, seat: Seat) -> Mapping[str, float]:
        """The Britons protect their queen and their oppida; the Romans keep the heuristic's own parameters."""
        return WARY if seat == BRITONS else {}

    def stage(self, s: Any) -> int:
        """The turn."""
        return min(int(s.turn), TURNS) - 1

    def turn(self, s: Any) -> Hashable:
        """An Impulse."""
        return s.turn, s.impulse

    def horizon(self, s: Any) -> Callable[[Any], bool]:
        """Two Impulses of each side, or the turn's end; in the last turn the end of the game, which needs no valuation."""
        if s.turn >= TURNS:
            return lambda world: False
        turn, last = s.turn, s.impulse + AHEAD
        return lambda world: bool(world.turn != turn or world.impulse >= last)

    def care(self, step: str) -> float:
        """Most for the start of an Impulse, when all its points are planned; none for what a rule of thumb settles."""
        if step in SETTLED:
            return 0.0
        return 1.0 if step == "Impulse" else 0.4

    def factions(self, s: Any) -> Mapping[str, Seat]:
        """The two sides, each its own seat."""
        return {ROMANS: Seat(ROMANS), BRITONS: Seat(BRITONS)}

    def points(self, s: Any) -> Mapping[str, float]:
        """Points as the table stands."""
        return points(s)

    def sights(self, s: Any) -> Iterable[Sight]:
        """What is left to win and lose, who is near enough to take it, and the means to do so."""
        assert isinstance(s, BoudiccaState)
        return table(s)

    def told(self, sight: str) -> Told | None:
        """A sight in words, if it means something to a person."""
        return TOLD.get(sight)
