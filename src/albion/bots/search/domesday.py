"""Domesday as a search sees it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from albion.bots.bend import Bend
from albion.bots.bot import Policy
from albion.bots.search.domesday_sights import table, told
from albion.bots.search.outlook import Sight, Told
from albion.engine.action import Seat
from albion.engine.dice import Dice
from albion.games.domesday.s06_victory import points
from albion.games.domesday.state import Dom
from albion.games.domesday.steady import Steady

STAGES = 8


class DomesdayOutlook:
    """What each player holds, and how surely; a valuation for each Turn still to come."""

    game = "domesday"
    stages = STAGES
    leap = 0.7

    def policy(self, dice: Dice, bend: Bend) -> Policy:
        """The heuristic player."""
        return Steady(dice, bend)

    def stage(self, s: Any) -> int:
        """How many Turns are left, this one included."""
        return max(0, min(STAGES - 1, int(s.rules.last_turn) - int(s.turn)))

    def turn(self, s: Any) -> Hashable:
        """A card and what is done with it."""
        return s.turn, _cards(s)

    def horizon(self, s: Any) -> Callable[[Any], bool]:
        """A card of everyone, or the Turn's end."""
        turn, last = s.turn, _cards(s) - len(s.hands)
        return lambda world: bool(world.turn != turn or _cards(world) <= last)

    def factions(self, s: Any) -> Mapping[str, Seat]:
        """The players: an Area is worth points to whoever plays the factions in it."""
        return {seat: Seat(seat) for seat in s.rules.seats}

    def points(self, s: Any) -> Mapping[str, float]:
        """VPs as the table stands."""
        found = points(s)
        return {seat: found.get(seat, 0) for seat in s.rules.seats}

    def sights(self, s: Any) -> Iterable[Sight]:
        """What each player holds surely or barely, his arms and means, and what lies open around him."""
        assert isinstance(s, Dom)
        return table(s)

    def told(self, sight: str) -> Told | None:
        """What a player has."""
        return told(sight)


def _cards(s: Any) -> int:
    return sum(len(hand) for hand in s.hands.values())
