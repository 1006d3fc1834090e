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

STAGES = 6
"""Halves of a Turn before the end that are told apart: as many as an Invasion has."""
LATE = 12
"""Cards in all hands together up to which a Turn is in its second half."""
WHOLE = 10
"""Cards in all hands together, in the last Turn, from which playing on goes to the end of the game."""
SETTLED = frozenset(
    {
        "BattleEvent",
        "RetreatRoll",
        "RetreatUnit",
        "InflictDamage",
        "LendDamage",
        "BattleFaction",
        "Exchange",
        "OfferCard",
        "OfferPrice",
        "Answer",
        "AnswerCard",
        "Bargain",
        "AttritionLoss",
        "ReduceStack",
        "ScatterUnit",
        "ScatterTo",
        "LevyUnit",
    }
)
"""Questions about single units in Battle and single cards in exchange."""
RAIDERS: Mapping[str, float] = {"haste": 0.15, "thrift": 0.1, "plunder": 1.2}
"""Of what Areas score early in the game a tenth is left in the end, of Plunder all."""
BUILDERS: Mapping[str, float] = {"haste": 2.0}
"""Castles keep what they stand on."""
TEMPERS = {"norman": BUILDERS}
HUMOURS: tuple[Mapping[str, float], ...] = (
    {"thrift": 2.5},
    {"thrift": 0.0},
    {"plunder": 2.0},
    {"march": 0.4},
    {"near": 2.0, "far": 2.0},
    {"leader": 2.0, "others": 2.0},
)
"""Units before Areas, Areas before units, Plunder, restless, wary of what is barely held, out to hurt."""


class DomesdayOutlook:
    """What each player holds, and how securely; one valuation for each half of a Turn still to come."""

    game = "domesday"
    stages = STAGES
    leap = 1.0
    pooled = True
    humours = HUMOURS

    def policy(self, dice: Dice, bend: Bend) -> Policy:
        """The heuristic player."""
        return Steady(dice, bend)

    def temper(self, seat: Seat) -> Mapping[str, float]:
        """The Normans build, everybody else raids."""
        return TEMPERS.get(seat, RAIDERS)

    def stage(self, s: Any) -> int:
        """How many halves of a Turn are left after this one; in a longer game the first are all alike."""
        left = 2 * (int(s.rules.last_turn) - int(s.turn)) + (_cards(s) > LATE)
        return max(0, min(STAGES - 1, left))

    def turn(self, s: Any) -> Hashable:
        """A card and what is done with it."""
        return s.turn, _cards(s)

    def horizon(self, s: Any) -> Callable[[Any], bool]:
        """One card from every player, or the Turn's end; when few cards are left in the last Turn, the end of the game."""
        if s.turn >= s.rules.last_turn and _cards(s) <= WHOLE:
            return lambda world: False
        turn, last = s.turn, _cards(s) - len(s.hands)
        return lambda world: bool(world.turn != turn or _cards(world) <= last)

    def care(self, step: str) -> float:
        """Most for the choice of a card, when all its points are planned; none for what a rule of thumb settles."""
        if step in SETTLED:
            return 0.0
        return 1.0 if step == "CardTurn" else 0.35

    def factions(self, s: Any) -> Mapping[str, Seat]:
        """The players: an Area is worth points to whoever plays the factions in it."""
        return {seat: Seat(seat) for seat in s.rules.seats}

    def points(self, s: Any) -> Mapping[str, float]:
        """VPs as the table stands."""
        found = points(s)
        return {seat: found.get(seat, 0) for seat in s.rules.seats}

    def sights(self, s: Any) -> Iterable[Sight]:
        """What each player holds securely or barely, their forces and means, and what lies open around them."""
        assert isinstance(s, Dom)
        return table(s)

    def told(self, sight: str) -> Told | None:
        """A sight in words: what a player has."""
        return told(sight)


def _cards(s: Any) -> int:
    return sum(len(hand) for hand in s.hands.values())
