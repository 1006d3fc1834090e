"""The map of Boudicca in a few figures: what each side still has to win and lose, and how near it is to it."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp

from albion.bots.search.outlook import Sight, Told
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.state import BOXES, DEAD, NEVER, BoudiccaState
from albion.games.boudicca.steady_aims import revolt_chance, stacks, tribe_strength
from albion.kernels.hex import Hex, distance

MOVE = 8
"""Hexes that a stack can hope to cross in one move."""
STRONGER = {ROMANS: 1.4, BRITONS: 1.6}
"""How many times the defenders' power it takes to be likely to win."""
TROOP = 6.0
"""The power of what can take an empty place."""
WEAK, WHOLE = 22, 44
"""The strength below which a legion counts as weak, and that of a whole one."""
BOTH = "both"

TOLD = {
    "town open": Told("more towns open to the Britons", "fewer towns open to the Britons"),
    "town left": Told("more towns unsacked", "fewer towns unsacked"),
    "town guard": Told("towns better guarded", "towns worse guarded"),
    "town relief": Told("legions nearer to the towns", "legions farther from the towns"),
    "post open": Told("more posts open to the Britons", "fewer posts open to the Britons"),
    "oppidum open": Told("more oppida open to the Romans", "fewer oppida open to the Romans"),
    "oppidum left": Told("more oppida unsacked", "fewer oppida unsacked"),
    "oppidum guard": Told("oppida better guarded", "oppida worse guarded"),
    "civilians open": Told("more Civilians in danger", "fewer Civilians in danger"),
    "druids open": Told("Druids in danger", "Druids out of danger"),
    "boudicca open": Told("Boudicca in danger", "Boudicca out of danger"),
    "paulinus open": Told("Paulinus in danger", "Paulinus out of danger"),
    "tribes in danger": Told("more tribes in danger", "fewer tribes in danger"),
    "tribes' last steps": Told("more tribes close to destruction", "fewer tribes close to destruction"),
    "ready to rise": Told("tribes closer to revolt", "tribes further from revolt"),
    "being roused": Told(
        "leaders nearer to tribes not in revolt", "leaders farther from tribes not in revolt"
    ),
    "legion in danger": Told("more legions in danger", "fewer legions in danger"),
    "legion asleep": Told("more legions unmobilized", "fewer legions unmobilized"),
    "romans cards": Told("more cards for the Romans", "fewer cards for the Romans"),
    "britons cards": Told("more cards for the Britons", "fewer cards for the Britons"),
}
"""What is seen, in words."""

Stacks = list[tuple[Hex, float]]


def table(s: BoudiccaState) -> Iterator[Sight]:
    """Everything that the valuation looks at."""
    bands, troops = stacks(s, BRITONS), stacks(s, ROMANS)
    yield from _places(s, bands, troops)
    yield from _people(s, bands, troops)
    yield from _tribes(s, bands, troops)
    yield from _legions(s, bands, troops)
    yield from _means(s, bands, troops)


def near(found: Stacks, h: Hex, need: float) -> float:
    """How near the nearest stack with enough power is: 1 in the hex itself, and a third as much for each move farther away."""
    closest = min((distance(x, h) for x, strong in found if strong > need), default=99)
    return _NEAR[min(closest, 99)]


_NEAR: tuple[float, ...] = tuple(3.0 ** (-d / MOVE) for d in range(100))


def _places(s: BoudiccaState, bands: Stacks, troops: Stacks) -> Iterator[Sight]:
    """What can be sacked: how near whoever could do it is, and how near whoever could relieve it."""
    board, mine, theirs = s.rules.board, dict(troops), dict(bands)
    mover = s.phasing
    for kind, places in (("town", board.towns), ("post", board.posts)):
        for h in places:
            if s.sacked.get(h) in (BRITONS, BOTH):
                continue
            guard = mine.get(h, 0.0)
            yield f"{kind} left", 1.0
            open_ = near(bands, h, max(TROOP, STRONGER[BRITONS] * guard))
            yield f"{kind} open", open_
            if mover == BRITONS:
                yield f"{kind} open first", open_
            if h in theirs and not guard:
                yield f"{kind} held", 1.0
            yield f"{kind} guard", min(guard, 40.0) / 10
            yield f"{kind} relief", near(troops, h, 20.0)
    for tribe, h in board.oppidum.items():
        if s.sacked.get(h) in (ROMANS, BOTH):
            continue
        guard = theirs.get(h, 0.0)
        rises = float(tribe_strength(s, tribe)) if tribe not in s.revolted else 0.0
        worth = 5 / 3 if tribe == "iceni" else 1.0
        yield "oppidum left", worth
        if tribe not in s.revolted:
            yield "oppidum quiet", worth
        yield "oppidum guard", worth * min(guard, 40.0) / 10
        open_ = worth * near(troops, h, max(TROOP, STRONGER[ROMANS] * guard, rises))
        yield "oppidum open", open_
        if mover == ROMANS:
            yield "oppidum open first", open_
        if h in mine and not guard:
            yield "oppidum held", worth
        yield "oppidum far", worth * (1 - near(troops, h, 12.0))


def _people(s: BoudiccaState, bands: Stacks, troops: Stacks) -> Iterator[Sight]:
    """Civilians and leaders, and who threatens them."""
    r, mine, theirs = s.rules, dict(troops), dict(bands)
    first = s.phasing == BRITONS
    for u in r.civilians:
        h = s.where[u]
        if h > DEAD:
            threat = near(bands, h, max(1.0, STRONGER[BRITONS] * mine.get(h, 0.0)))
            yield "civilians", 1.0
            yield "civilians open", threat
            if first:
                yield "civilians open first", threat
    for u in r.druids:
        h = s.where[u]
        if h > DEAD:
            yield "druids", 1.0
            yield "druids open", near(troops, h, max(1.0, STRONGER[ROMANS] * theirs.get(h, 0.0)))
    h = s.where[r.boudicca]
    if h > DEAD:
        yield "boudicca", 1.0
        yield "boudicca open", near(troops, h, max(1.0, STRONGER[ROMANS] * theirs.get(h, 0.0)))
        yield "boudicca's band", min(theirs.get(h, 0.0), 100.0) / 50
    h = s.where[r.paulinus]
    if h > DEAD:
        yield "paulinus open", near(bands, h, max(1.0, STRONGER[BRITONS] * mine.get(h, 0.0)))
        yield "paulinus's army", min(mine.get(h, 0.0), 100.0) / 50


def _tribes(s: BoudiccaState, bands: Stacks, troops: Stacks) -> Iterator[Sight]:
    """Tribes in arms, how many stand between them and their end, and those that may yet rise."""
    r, theirs = s.rules, dict(bands)
    strikers = [x for x in troops if x[1] > TROOP]
    for tribe in r.tribes:
        kin = r.of_body[tribe]
        if tribe not in s.revolted:
            chance, strong = revolt_chance(s, tribe), tribe_strength(s, tribe) / 10
            yield "quiet", strong
            yield "ready to rise", strong * chance
            h = r.board.oppidum[tribe]
            rouser = min(
                (distance(s.where[u], h) for u in (*r.druids, r.boudicca) if s.where[u] > DEAD), default=99
            )
            yield "being roused", strong * chance * _NEAR[min(rouser, 99)]
            continue
        left = [u for u in kin if s.where[u] > DEAD]
        if not left:
            continue
        n, steps = len(kin), sum(s.steps[u] for u in left)
        yield "tribes alive", n / 5
        yield "tribes' last steps", n / 5 * 0.7 ** (steps - 1)
        safety = max(
            1 - near(strikers, h, STRONGER[ROMANS] * theirs.get(h, 0.0)) for h in {s.where[u] for u in left}
        )
        yield "tribes in danger", n / 5 * (1 - safety)
        yield "tribes in danger, few", n / 5 * (1 - safety) * 0.7 ** (steps - 1)


def _legions(s: BoudiccaState, bands: Stacks, troops: Stacks) -> Iterator[Sight]:
    """How far each legion is from being weak, and from its end."""
    r, mine = s.rules, dict(troops)
    for legion in r.legions:
        left = [u for u in r.of_body[legion] if s.where[u] > DEAD or s.where[u] in BOXES.values()]
        if not left:
            continue
        strong = float(s.strength(left))
        if strong >= WEAK:
            yield "legion near weakness", _slope((WHOLE - strong) / (WHOLE - WEAK))
        yield "legion near its end", _slope(1 - strong / WHOLE)
        here = [h for h in {s.where[u] for u in left} if h > DEAD]
        open_ = max((near(bands, h, STRONGER[BRITONS] * mine.get(h, 0.0)) for h in here), default=0.0)
        yield "legion in danger", open_
        if not here or any(s.ready[u] >= NEVER for u in left):
            yield "legion asleep", 1.0


def _slope(x: float) -> float:
    return exp(3 * (x - 1))


def _means(s: BoudiccaState, bands: Stacks, troops: Stacks) -> Iterator[Sight]:
    """Strength, cards, points and time."""
    r = s.rules
    for who, found in ((ROMANS, troops), (BRITONS, bands)):
        yield f"{who} in arms", sum(strong for _, strong in found) / 50
        yield f"{who} at their strongest", max((strong for _, strong in found), default=0.0) / 50
        yield f"{who} cards", len(s.hands[who]) / 2
        yield f"{who} points", sum(r.value[c] for c in s.hands[who]) / 4
    for who in (ROMANS, BRITONS):
        low, high = r.ranks[who]
        units = [u for u in range(low, high) if s.where[u] > DEAD]
        yield f"{who} tired", sum(s.used[u] >= 2 for u in units) / 10
        yield f"{who} steps", sum(s.steps[u] for u in units) / 20
    yield f"phasing {s.phasing}", 1.0
    yield "impulse", s.impulse / 5
    yield "ap", float(s.ap if s.phasing == ROMANS else -s.ap)
