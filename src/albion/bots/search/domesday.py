"""Domesday as a search sees it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from albion.bots.bend import Bend
from albion.bots.bot import Policy
from albion.bots.search.outlook import Sight, Told
from albion.engine.action import Seat
from albion.engine.dice import Dice
from albion.games.domesday.s06_victory import points
from albion.games.domesday.state import Dom
from albion.games.domesday.steady import Steady

STAGES = 8


class DomesdayOutlook:
    """Units by faction and Area, Plunder, cards in hand, the King; a valuation for each Turn still to come."""

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
        """How large each faction's stack is in each space, Plunder, hands and the King."""
        assert isinstance(s, Dom)
        for space, row in s.stacks.items():
            for faction, stack in row.items():
                yield f"{faction} in {space}", 0.5 * stack.size
                yield f"{faction} at {space}", 1.0
                yield f"{faction} in arms", 0.2 * stack.count
                if stack.castle:
                    yield f"castle {faction}", 1.0
        for seat, n in s.plunder.items():
            yield f"plunder {seat}", 0.1 * n
        for seat, hand in s.hands.items():
            yield f"cards {seat}", float(len(hand))
        if s.king:
            yield f"king {s.sides.get(s.king, '')}", 1.0

    def told(self, sight: str) -> Told | None:
        """A faction and where it stands, or what a player has."""
        kind, *about = sight.split()
        if about[0] in ("in", "at"):
            return (
                None
                if about[-1] == "arms"
                else Told("more {0} in {1}", "fewer {0} in {1}", (kind, about[-1]))
            )
        match kind:
            case "plunder":
                return Told("more Plunder for the {0}", "less Plunder for the {0}", tuple(about))
            case "cards":
                return Told("more cards for the {0}", "fewer cards for the {0}", tuple(about))
            case "king":
                return Told("the King with the {0}", "no King with the {0}", tuple(about))
        return None


def _cards(s: Any) -> int:
    return sum(len(hand) for hand in s.hands.values())
