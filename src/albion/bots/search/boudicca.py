"""Boudicca as a search sees it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from albion.bots.bend import Bend
from albion.bots.bot import Policy
from albion.bots.search.boudicca_nearby import THREATS, nearby
from albion.bots.search.outlook import Sight, Told
from albion.engine.action import Seat
from albion.engine.dice import Dice
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s14_victory import points
from albion.games.boudicca.state import DEAD, NEVER, BoudiccaState
from albion.games.boudicca.steady import Steady

TURNS = 6
AHEAD = 4
"""Impulses that are played on."""
WIDTH = 800
"""Hexes are seen in squares of eight columns by eight rows: a hex's number is its column and its row."""


class BoudiccaOutlook:
    """Strength by side and part of the map, what is sacked and risen, cards in hand; a valuation a turn."""

    game = "boudicca"
    stages = TURNS
    leap = 1.0

    def policy(self, dice: Dice, bend: Bend) -> Policy:
        """The heuristic player."""
        return Steady(dice, bend)

    def stage(self, s: Any) -> int:
        """The turn."""
        return min(int(s.turn), TURNS) - 1

    def turn(self, s: Any) -> Hashable:
        """An Impulse."""
        return s.turn, s.impulse

    def horizon(self, s: Any) -> Callable[[Any], bool]:
        """Two Impulses of each side, or the turn's end."""
        turn, last = s.turn, s.impulse + AHEAD
        return lambda world: bool(world.turn != turn or world.impulse >= last)

    def factions(self, s: Any) -> Mapping[str, Seat]:
        """The two sides."""
        return {ROMANS: Seat(ROMANS), BRITONS: Seat(BRITONS)}

    def points(self, s: Any) -> Mapping[str, float]:
        """Points as the table stands."""
        return points(s)

    def sights(self, s: Any) -> Iterable[Sight]:
        """Where each side is strong, who lives, what is sacked, who has risen, the cards left, and what is about to be."""
        assert isinstance(s, BoudiccaState)
        board, side, names = s.rules.board, s.rules.side, s.rules.units
        for h, units in s.at.items():
            if h <= DEAD:
                continue
            part = f"{h // WIDTH}.{h % 100 // 8}"
            for who in (ROMANS, BRITONS):
                mine = [u for u in units if side[u] == who and s.rules.combat[u]]
                if mine:
                    strong = s.strength(mine) / 10
                    yield f"{who} in {part}", strong
                    yield f"{who} in arms", strong
                    if h in board.towns or h in board.posts or h in board.tribe_at:
                        yield f"{who} at {h}", strong
        for u in (*s.rules.civilians, *s.rules.druids, s.rules.paulinus, s.rules.boudicca):
            if s.where[u] == DEAD:
                yield f"dead {names[u].id}", 1.0
        for h, who in s.sacked.items():
            yield f"sacked {h} {who}", 1.0
        for tribe in s.revolted:
            yield f"risen {tribe}", 1.0
        waiting = sum(1 for u, ready in enumerate(s.ready) if ready >= NEVER and side[u] == ROMANS)
        yield "romans not mobilized", waiting / 5
        for who, hand in s.hands.items():
            yield f"cards {who}", float(len(hand))
        yield f"phasing {s.phasing}", 1.0
        yield "impulse", s.impulse / 10
        yield from nearby(s)

    def told(self, sight: str) -> Told | None:
        """A side and where it stands, who is dead, risen or in danger, and what is sacked."""
        kind, *about = sight.split()
        match kind:
            case "romans" | "britons":
                return (
                    Told("more {0} at {1}", "fewer {0} at {1}", (kind, about[-1]))
                    if about[0] == "at"
                    else None
                )
            case "soon":
                return THREATS.get(" ".join(about[1:]))
            case "dead":
                return Told("{0} dead", "{0} alive", tuple(about))
            case "sacked":
                return Told("{0} sacked", "{0} not sacked", tuple(about[:1]))
            case "risen":
                return Told("the {0} in revolt", "the {0} quiet", tuple(about))
            case "cards":
                return Told("more cards for the {0}", "fewer cards for the {0}", tuple(about))
        return None
