"""What a steady player of Britannia (2005) wants: the worth of areas, the odds of attacks, and plans to move."""

from __future__ import annotations

from functools import cache

import msgspec

from albion.engine.action import Action
from albion.engine.tastes import PLAIN, Tastes
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.games.britannia_2005.steady_routes import Routes
from albion.kernels.britannia.answers import FROM, MARCH_ON, SEND
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.units import CAVALRY

LAST = 16
NEAR_SCORING = (0.85, 0.6, 0.45, 0.3)
"""How much of an area's points one may hope for, by rounds still to go until they are scored."""
AFTER_THAT = 0.3
POPULATION = 0.22
ARMY = 1.6
BUSY = 0.15
"""What an army could have done elsewhere."""
DENY = 0.25
"""What taking an area from another player is worth, as a share of its worth to them."""


class Source(msgspec.Struct, frozen=True):
    """Armies that could reach an area, and how."""

    place: Place
    armies: int
    legs: tuple[Action, ...]
    cost: float
    """What leaving costs, if all go."""
    led: bool


class Plan(msgspec.Struct, frozen=True):
    """Groups to send one after the other, and what they should bring."""

    gain: float
    groups: tuple[tuple[Source, int], ...]
    """Who goes, and how many of them."""

    def actions(self) -> tuple[Action, ...]:
        """The answers that carry it out."""
        return tuple([a for source, n in self.groups for a in move(source, n)])


NO_PLAN = Plan(-99.0, ())


@cache
def battle(a: int, d: int, hit_a: float, hit_d: float) -> tuple[float, float, float]:
    """A fight to the end: chance that the attacker wins, attackers lost, defenders lost."""
    if not a or not d:
        return float(a > 0), 0.0, 0.0
    win = lost = killed = 0.0
    still = (1 - hit_a) ** a * (1 - hit_d) ** d
    for i in range(a + 1):
        for j in range(d + 1):
            if i or j:
                p = _binomial(a, min(i, a), hit_a) * _binomial(d, j, hit_d) / (1 - still)
                fallen, dead = min(j, a), min(i, d)
                w, la, ld = battle(a - fallen, d - dead, hit_a, hit_d)
                win, lost, killed = win + p * w, lost + p * (la + fallen), killed + p * (ld + dead)
    return win, lost, killed


@cache
def _binomial(n: int, k: int, p: float) -> float:
    ways_to = 1
    for i in range(k):
        ways_to = ways_to * (n - i) // (i + 1)
    return float(ways_to * p**k * (1 - p) ** (n - k))


class Fights(msgspec.Struct, frozen=True):
    """Fights that are known, with these chances to hit."""

    hit_a: float
    hit_d: float
    ends: dict[int, tuple[float, float, float]]


@cache
def fights(hit_a: float, hit_d: float) -> Fights:
    """Those of two chances to hit."""
    return Fights(hit_a, hit_d, {})


def fought(known: Fights, a: int, d: int) -> tuple[float, float, float]:
    """A fight to the end, as `battle` tells it."""
    found = known.ends.get(a << 8 | d)
    if found is None:
        found = known.ends[a << 8 | d] = battle(a, d, known.hit_a, known.hit_d)
    return found


def chances(s: Brit, attacker: Nation, defender: Nation, area: Area, led: bool) -> tuple[float, float]:
    """How often a die of each side takes an army of the other, roughly."""
    strong = attacker == ROMANS or attacker in s.sorts
    tough = defender == ROMANS and s.count(ROMANS, area) > 0
    hard = area in s.rules.board.difficult
    need_a = 6 if hard or tough else 4 if strong else 5
    need_d = 6 if strong else 4 if tough or s.number(defender, area, CAVALRY) else 5
    need_a -= 1 if led else 0
    need_d -= 1 if s.leader_at(defender, area) is not None else 0
    return (7 - need_a) / 6, (7 - need_d) / 6


@cache
def _scorings(rounds: tuple[bool, ...], now: int) -> tuple[tuple[int, float], ...]:
    """Scoring rounds to come with the weight of each."""
    found = [n for n in range(now, LAST + 1) if rounds[n - 1]]
    return tuple(
        (n, NEAR_SCORING[min(n - now, 3)] if i == 0 else AFTER_THAT * 0.6 ** (i - 1))
        for i, n in enumerate(found)
    )


def move(source: Source, n: int) -> tuple[Action, ...]:
    """The answers that carry n armies along a source's way."""
    first, *rest = source.legs
    actions = [FROM[source.place], first, SEND[n]]
    for leg in rest:
        actions += [MARCH_ON[n], leg]
    return tuple(actions)


def passing(s: Brit, nation: Nation, legs: tuple[Action, ...]) -> float:
    """Points for areas occupied on the way."""
    box = s.rules.occupy[s.round - 1].get(nation)
    if box is None or box.at_withdrawal:
        return 0.0
    paid = s.scored.get(box.id, {})
    areas = [Area(a.name) for a in legs]
    return sum(float(box.values.get(a, 0)) for a in areas if a not in paid and a not in s.at)


def _joint(gain: float, rows: list[Source], last: int, used: int) -> Plan:
    """All armies of the rows before the last one, and some of that."""
    if not used:
        return NO_PLAN
    return Plan(gain, (*[(x, x.armies) for x in rows[:last]], (rows[last], used)))


class Judgement:
    """What one player wants, its tastes perhaps bent."""

    def __init__(self, tastes: Tastes = PLAIN) -> None:
        self.tastes = tastes
        self.army, self.busy = tastes.habit("army", ARMY), tastes.habit("busy", BUSY)
        self.deny = tastes.habit("deny", DENY)
        self.routes = Routes()
        self.round = 0
        self.held: dict[Nation, dict[Area, float]] = {}
        """Worths already judged: they hang on the round alone."""

    def worth(self, s: Brit, nation: Nation, area: Area) -> float:
        """What an area means to a nation: points to come for holding it, for occupying it now, and people."""
        total = self.held_worth(s, nation, area)
        box = s.rules.occupy[s.round - 1].get(nation)
        if box is not None and area in box.values and area not in s.scored.get(box.id, {}):
            total += self.tastes.want(area) * box.values[area]
        if nation == ROMANS:
            return total if area not in s.forts else 0.0
        points = 1 if area in s.rules.board.difficult else 2
        return total + POPULATION * points * min(1.0, (LAST - s.round) / 6)

    def held_worth(self, s: Brit, nation: Nation, area: Area) -> float:
        """Points for holding an area, by how soon they are scored."""
        if self.round != s.round:
            self.round, self.held = s.round, {}
        worths = self.held.setdefault(nation, {})
        known = worths.get(area)
        if known is not None:
            return known
        hold, total = s.rules.hold, 0.0
        flags = tuple(r.scoring for r in s.rules.timeline)
        for n, weight in _scorings(flags, s.round):
            values = hold[n - 1].get(nation)
            if values:
                total += weight * values.get(area, 0)
        total *= self.tastes.want(area)
        worths[area] = total
        return total

    def sources(self, s: Brit, nation: Nation) -> dict[Area, list[Source]]:
        """For each area the armies that could get there, those whose leaving costs least first."""
        found: dict[Area, list[Source]] = {}
        self.routes.begin(s, nation)
        for place, n in s.fresh.items():
            leader = s.leader_at(nation, place)
            led = leader is not None and leader not in s.still
            at_sea = s.rules.board.at_sea(place)
            fortified = at_sea or nation == ROMANS or s.stronghold(nation, place) > 0
            cost = 0.0 if fortified else self.held_worth(s, nation, Area(place)) + POPULATION
            kept = place in s.guarded
            for area, legs in self.routes.of(s, nation, place, led):
                if area == place or (n == 1 and kept):
                    continue
                spare = n if not kept and (fortified or n == 1) else n - 1
                if spare:
                    all_go = cost if spare == s.count(nation, place) else 0.0
                    found.setdefault(area, []).append(Source(place, spare, legs, all_go, led))
        for rows in found.values():
            rows.sort(key=lambda x: (x.cost, -x.armies, len(x.legs)))
        return found

    def plans(self, s: Brit, nation: Nation) -> list[Plan]:
        """Every way to take an area, vacant or not."""
        seat, found = s.rules.seat_of[nation], []
        for area, rows in self.sources(s, nation).items():
            foe = s.foe(nation, area)
            if foe is None and area not in s.at:
                found.append(self.settle(s, nation, area, rows[0]))
            elif foe is None:
                found += self.gather(s, rows)
            elif s.rules.seat_of[foe] != seat and not s.at_peace(nation, foe):
                found.append(self.assault(s, nation, foe, area, rows))
        return found

    def settle(self, s: Brit, nation: Nation, area: Area, source: Source) -> Plan:
        """One army to a vacant area; several from the sea or a crowd."""
        gain = self.worth(s, nation, area) + passing(s, nation, source.legs[:-1])
        crowd = s.count(nation, source.place)
        n = min(source.armies, 2) if crowd > 4 and s.rules.board.at_sea(source.place) else 1
        leaving = source.cost if crowd == n else 0.0
        return Plan(gain - leaving, ((source, n),))

    def gather(self, s: Brit, rows: list[Source]) -> list[Plan]:
        """Armies at sea that find nothing better join their own ashore."""
        afloat = [source for source in rows if s.rules.board.at_sea(source.place)]
        return [Plan(-1.0, ((afloat[0], 1),))] if afloat else []

    def assault(self, s: Brit, nation: Nation, foe: Nation, area: Area, rows: list[Source]) -> Plan:
        """Bring armies together until the odds are good; value what is won and what is lost."""
        prize = self.worth(s, nation, area) + self.deny * self.held_worth(s, foe, area)
        price, pay = self.price_of(s, nation), self.routes.pay(s, nation, foe)
        present, defenders = s.count(nation, area), s.strength(foe, area)
        hit_a, hit_d = chances(s, nation, foe, area, s.leader_at(nation, area) is not None)
        win, lost, killed = fought(fights(hit_a, hit_d), present, defenders)
        already = win * prize + killed * (pay + 0.35) - lost * price
        best, last, most, n, cost = -99.0, 0, 0, 0, 0.0
        close = pay + 0.35
        for i, source in enumerate(rows[:4]):
            hit_a, hit_d = chances(s, nation, foe, area, source.led)
            known = fights(hit_a, hit_d)
            for used in range(1, source.armies + 1):
                win, lost, killed = fought(known, n + used + present, defenders)
                leaving = source.cost if used == source.armies else 0.0
                gain = (
                    win * prize
                    + killed * close
                    - lost * price
                    - cost
                    - leaving
                    - self.busy * (n + used)
                    - already
                )
                if gain > best:
                    best, last, most = gain, i, used
                if win > 0.97:
                    return _joint(best, rows, last, most)
            n, cost = n + source.armies, cost + source.cost
        return _joint(best, rows, last, most)

    def price_of(self, s: Brit, nation: Nation) -> float:
        """What losing an army costs: little at the end, and little to Romans, who are sent more."""
        if s.round == LAST:
            return 0.2
        if nation == ROMANS:
            return 0.4 if s.round < 3 else 1.0
        return self.army
