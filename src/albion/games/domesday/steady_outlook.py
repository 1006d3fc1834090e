"""How the steady player looks at a position: what an Area, a unit and an action point are worth to a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from albion.engine.tastes import PLAIN, Tastes
from albion.games.domesday.rules import Rules
from albion.games.domesday.s03_map import hosts
from albion.games.domesday.s06_victory import points
from albion.games.domesday.state import Dom

WORTH = {"knight": 4.0, "huscarl": 3.0, "longship": 2.0, "spearman": 1.0, "archer": 1.0, "castle": 4.0}
LEADER = 6.0
"""What a Leader is worth, in units of which a Spearman is one."""
NO_FORTS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """What of an Area does not hang on the units in it."""

    value: int
    built: int
    scale: float
    """What a victory point scored there counts."""
    lasting: float
    """What Control brings besides points."""
    homes: frozenset[str]
    castles: tuple[str, ...]
    heirs: tuple[tuple[str, str], ...]
    """Factions that may recruit there, and their players."""


class Outlook:
    """A seat's own points count, those of rivals count against it; what lasts counts more than what may be lost."""

    def __init__(self, s: Dom, seat: str, tastes: Tastes = PLAIN) -> None:
        self.s, self.seat, self.tastes = s, seat, tastes
        scores = points(s)
        rivals = {x: n for x, n in scores.items() if x != seat}
        self.leader = max(rivals, key=lambda x: rivals[x])
        others = tastes.habit("others", -0.25)
        self.weight = dict.fromkeys(rivals, others) | {self.leader: tastes.habit("leader", -0.6), seat: 1.0}
        turns = s.rules.last_turn - s.turn
        to_come = sum(map(len, s.hands.values())) + turns * s.rules.draw * len(s.hands)
        self.hold = 1 / (1 + to_come / tastes.habit("haste", 40.0))
        """How much of what an Area scores now is likely to count in the end."""
        self.unit = tastes.habit("thrift", 0.35) * to_come / (to_come + 12)
        """What half an action point's worth of units is worth beyond where it stands."""
        own = len(s.hands.get(seat, ())) + turns * s.rules.draw
        self.coin = tastes.habit("coin", 0.7) * (1 + 0.6 * turns)
        self.crown = tastes.habit("crown", 0.1) * own
        self.near = tastes.habit("near", 0.5) * (1 - self.hold)
        """The risk that a rival contests an Area held without a unit to spare where he may recruit."""
        self.far = tastes.habit("far", 0.25) * (1 - self.hold)
        """The same where he would have to march."""
        self.sides = {f: self.weight.get(x, 0.0) for f, x in s.rules.owner.items()}
        """The weight of each faction's player."""
        self.places: dict[str, Place] = {}
        self.now: dict[str, tuple[dict[str, int], float]] = {}
        self.seen: dict[tuple[str, int], dict[str, float]] = {}

    def worth(self, area: str, count: Mapping[str, int], forts: frozenset[str] = NO_FORTS) -> float:
        """What an Area with this many units of each faction is worth to the seat; forts: with a new Castle."""
        place = self.places.get(area) or self._look_at(area)
        if not place.value or not count:
            return 0.0
        wasted = self.s.wasted.get(area, 0)
        each = max(0, place.value + place.built - wasted) * place.scale
        sides, homes, total = self.sides, place.homes, 0
        for n in count.values():
            total += n
        shared, lord, most = 0.0, "", 0
        for f, n in count.items():
            if f in homes or f in forts:
                shared += sides[f] * each
            if 3 * n >= 2 * total:
                lord, most = f, n
        if not lord:
            return shared
        home = lord in homes or lord in forts
        scored = max(0, 2 * place.value + place.built - wasted) * place.scale if home else each
        held = sides[lord] * (scored + place.lasting)
        if most >= 2 * (total - most + 1):
            return held
        if lord not in forts and lord not in place.castles:
            mine = self.s.rules.owner[lord]
            for f, seat in place.heirs:
                if seat != mine and f not in count:
                    return held + self.near * (shared + sides[f] * each - held)
        return held + self.far * (shared - held)

    def _look_at(self, area: str) -> Place:
        s, space = self.s, self.s.board.spaces[area]
        castles = [f for f, st in s.stacks.get(area, {}).items() if st.castle]
        found = self.places[area] = Place(
            space.value,
            sum(s.board.buildings[b].vp for b in s.buildings[area]) if area in s.buildings else 0,
            self.hold * self.tastes.want(area),
            (self.coin if space.coin else 0.0) + (self.crown if space.crown else 0.0),
            space.homelands.union(castles) if castles else space.homelands,
            tuple(castles),
            heirs(s.rules, area, s.revolt),
        )
        return found

    def change(self, area: str, faction: str, n: int, forts: frozenset[str] = NO_FORTS) -> float:
        """What it changes if this many units of a faction come to an Area, or leave it."""
        if faction not in self.sides:
            return 0.0  # the Fyrd of a land without a King stays in its box
        before, worth = self.standing(area)
        after = {**before, faction: before.get(faction, 0) + n}
        if not after[faction]:
            del after[faction]
        return self.worth(area, after, forts) - worth

    def arrivals(self, faction: str, n: int) -> dict[str, float]:
        """What is known of what this many units of a faction would change by coming to each Area; to be added to."""
        return self.seen.setdefault((faction, n), {})

    def standing(self, area: str) -> tuple[dict[str, int], float]:
        """Units of each faction in an Area, and what that is worth."""
        found = self.now.get(area)
        if found is None:
            count = hosts(self.s, area)
            found = self.now[area] = count, self.worth(area, count)
        return found


@lru_cache(maxsize=1 << 10)
def heirs(rules: Rules, area: str, revolt: bool) -> tuple[tuple[str, str], ...]:
    """The factions at home in an Area before or after the Revolt, and their players."""
    gone, icons = "saxon" if revolt else "baron", rules.board.spaces[area].homelands
    return tuple((f, seat) for f, seat in rules.owner.items() if f in icons and f != gone)
