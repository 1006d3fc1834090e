"""The Britannia games as a search sees them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from typing import Any

from albion.bots.bend import Bend
from albion.bots.bot import Policy
from albion.bots.search.outlook import Sight, Told
from albion.engine.action import Seat
from albion.engine.dice import Dice


class BritanniaOutlook:
    """Armies by nation and place, leaders and whose turn it is; one valuation per round; play continues to the round's end."""

    leap = 0.0
    pooled = False
    humours: tuple[Mapping[str, float], ...] = ()

    def __init__(self, game: str, rounds: int, policy: Callable[[Dice, Bend], Policy]) -> None:
        self.game, self.stages = game, rounds
        self._policy = policy

    def policy(self, dice: Dice, bend: Bend) -> Policy:
        """The edition's heuristic player."""
        return self._policy(dice, bend)

    def temper(self, seat: Seat) -> Mapping[str, float]:
        """The heuristic's own parameters."""
        return {}

    def stage(self, s: Any) -> int:
        """The round."""
        return int(s.round) - 1

    def turn(self, s: Any) -> Hashable:
        """A nation's turn."""
        return s.round, s.turn

    def horizon(self, s: Any) -> Callable[[Any], bool]:
        """The round's end."""
        begin = s.round
        return lambda world: bool(world.round != begin)

    def care(self, step: str) -> float:
        """All questions alike."""
        return 1.0

    def factions(self, s: Any) -> Mapping[str, Seat]:
        """Each nation, with the seat that scores its points."""
        seats: Mapping[str, Seat] = s.rules.seat_of
        return seats

    def points(self, s: Any) -> Mapping[str, float]:
        """By nation."""
        found: Mapping[str, float] = s.points
        return found

    def sights(self, s: Any) -> Iterable[Sight]:
        """How many armies stand where, where any stand at all, leaders, population markers and the turn."""
        for nation, where in s.armies.items():
            for place, n in where.items():
                armies, present = _names(nation, place)
                yield armies, 0.5 * n
                yield present, 1.0
        for nation, n in s.track.items():
            if n:
                yield f"track {nation}", 0.3 * n
        for leader in s.leaders:
            yield f"leader {leader}", 1.0
        yield f"turn {s.turn}", 1.0

    def told(self, sight: str) -> Told | None:
        """A nation and where it stands, or a leader."""
        kind, *about = sight.split()
        if kind in ("armies", "present") and "/" not in about[-1]:
            return Told("more {0} in {1}", "fewer {0} in {1}", tuple(about), about[0])
        return Told("{0} on the board", "{0} gone", tuple(about)) if kind == "leader" else None


@cache
def _names(nation: str, place: str) -> tuple[str, str]:
    return f"armies {nation} {place}", f"present {nation} {place}"
