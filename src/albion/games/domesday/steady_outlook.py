"""How the steady player looks at a position: what an Area, a unit and an action point are worth to a seat."""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.tastes import PLAIN, Tastes
from albion.games.domesday.s03_map import homeland, hosts, in_play, owner
from albion.games.domesday.s06_victory import points
from albion.games.domesday.state import Dom

WORTH = {"knight": 4.0, "huscarl": 3.0, "longship": 2.0, "spearman": 1.0, "archer": 1.0, "castle": 4.0}
LEADER = 6.0
"""What a Leader is worth, in units of which a Spearman is one."""
NO_FORTS: frozenset[str] = frozenset()


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
        self.now: dict[str, tuple[dict[str, int], float]] = {}
        self.seen: dict[tuple[str, str, int], float] = {}

    def worth(self, area: str, count: Mapping[str, int], forts: frozenset[str] = NO_FORTS) -> float:
        """What an Area with so many units of each faction is worth to the seat; forts: with a new Castle."""
        s, weight = self.s, self.weight
        space = s.board.spaces[area]
        if not space.value or not count:
            return 0.0
        extra = -s.wasted.get(area, 0)
        for b in s.buildings.get(area, ()):
            extra += s.board.buildings[b].vp
        total = sum(count.values())
        each = max(0, space.value + extra) * self.hold * self.tastes.want(area)
        shared, lord, most, home = 0.0, "", 0, False
        for f, n in count.items():
            at_home = f in forts or homeland(s, area, f)
            if at_home:
                shared += weight.get(owner(s, f), 0.0) * each
            if 3 * n >= 2 * total:
                lord, most, home = f, n, at_home
        if not lord:
            return shared
        lasting = (self.coin if space.coin else 0.0) + (self.crown if space.crown else 0.0)
        scored = max(0, 2 * space.value + extra) * self.hold * self.tastes.want(area) if home else each
        held = weight.get(owner(s, lord), 0.0) * (scored + lasting)
        if most >= 2 * (total - most + 1):
            return held
        rival = "" if lord in forts or s.at(area, lord).castle else self._heir(area, lord, count)
        if rival:
            return held + self.near * (shared + weight.get(rival, 0.0) * each - held)
        return held + self.far * (shared - held)

    def _heir(self, area: str, lord: str, count: Mapping[str, int]) -> str:
        """A player who could contest the Area by recruiting there, or ''."""
        s = self.s
        icons, lords = s.board.spaces[area].homelands, owner(s, lord)
        for f, seat in s.rules.owner.items():
            if f in icons and f not in count and seat != lords and in_play(s, f):
                return seat
        return ""

    def change(self, area: str, faction: str, n: int, forts: frozenset[str] = NO_FORTS) -> float:
        """What it changes if so many units of a faction come to an Area, or leave it."""
        key = (area, faction, n)
        if not forts and key in self.seen:
            return self.seen[key]
        before, worth = self.standing(area)
        after = {**before, faction: before.get(faction, 0) + n}
        if not after[faction]:
            del after[faction]
        found = self.worth(area, after, forts) - worth
        if not forts:
            self.seen[key] = found
        return found

    def standing(self, area: str) -> tuple[dict[str, int], float]:
        """Units of each faction in an Area, and what that is worth."""
        found = self.now.get(area)
        if found is None:
            count = hosts(self.s, area)
            found = self.now[area] = count, self.worth(area, count)
        return found
