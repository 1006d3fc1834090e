"""Every band that units of one stack of Domesday could form: which of them may set out, and which can be picked up one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations, product
from math import prod

from albion.games.domesday.open_steps import ways_out
from albion.games.domesday.quick import can_move
from albion.games.domesday.s03_map import banner, controller, owner
from albion.games.domesday.s04_units import available, change, room
from albion.games.domesday.s05_4_laws import Band
from albion.games.domesday.s05_4_march import March, fyrd_with
from albion.games.domesday.s05_4_move import movers
from albion.games.domesday.state import LONGSHIP, NONE, Dom, Purse
from support.domesday_positions import position

MOST = 1500
"""Stacks that can be divided in more ways are left out."""
PURSES = 3

Key = tuple[tuple[int, ...], tuple[int, ...], frozenset[str]]


def fleets(seed: int) -> Dom:
    """An odd position with more Longships about."""
    s, chance = position(seed), random.Random(seed * 7 + 1)
    for _ in range(10):
        area, faction = chance.choice(s.board.areas), chance.choice(list(s.rules.owner))
        n = min(chance.randint(1, 4), available(s, faction, "longship"), room(s, area, faction))
        if n > 0:
            change(s, area, faction, "longship", False, n)
    return s


def compared(seed: int) -> tuple[int, list[str]]:
    """How many fleets and Absentee stacks set out although no unit could alone, and which bands the picks miss or strand."""
    s, chance, joined, found = fleets(seed), random.Random(seed), 0, list[str]()
    for area, faction in stacks(s):
        for halves in chance.sample(range(1, 10), PURSES):
            s.purse = Purse(owner(s, faction), halves)
            free = [band for band in bands(s, area, faction) if ways_out(s, band, (area,))]
            joined += bool(free) and all(band.count + len(band.leaders) > 1 for band in free)
            where = f"{faction} in {area}, seed {seed}, {halves} halves"
            moves = faction in movers(s, [faction], area)
            if moves != bool(free) or moves != can_move(s, [faction], area, controller(s, area)):
                found.append(f"{where}: whether they may set out")
            elif moves:
                found += [f"{where}: {text}" for text in missed(s, March(Band(faction), (area,)), free)]
    return joined, found


def stacks(s: Dom) -> Iterator[tuple[str, str]]:
    """Fleets and the Absentee's stacks that are not too large."""
    for area in tuple(s.stacks):
        for faction in sorted({banner(s, f) for f in s.stacks[area]}):
            st, fyrd = s.at(area, faction), fyrd_with(s, faction, area)
            ways = prod(n + 1 for n in (*st.troops, *fyrd.troops)) << len(st.leaders)
            fleet = st.troops[LONGSHIP] + fyrd.troops[LONGSHIP] > 1
            if 1 < ways <= MOST and (fleet or owner(s, faction) == s.rules.absentee):
                yield area, faction


def bands(s: Dom, area: str, faction: str) -> Iterator[Band]:
    """Each band that could be formed there."""
    st, fyrd = s.at(area, faction), fyrd_with(s, faction, area)
    led = list(chain.from_iterable(combinations(st.leaders, k) for k in range(len(st.leaders) + 1)))
    for troops, levies, leaders in product(_parts(st.troops), _parts(fyrd.troops), led):
        if any(troops) or any(levies) or leaders:
            yield Band(faction, troops, levies if any(levies) else NONE, leaders)


def _parts(troops: tuple[int, ...]) -> list[tuple[int, ...]]:
    return list(product(*(range(n + 1) for n in troops)))


def missed(s: Dom, start: March, free: list[Band]) -> Iterator[str]:
    """Bands that could set out but cannot be picked up, and picks after which nothing is left to do."""
    seen, todo = set[Key](), [start]
    while todo:
        march = todo.pop()
        if _key(march.band) in seen:
            continue
        seen.add(_key(march.band))
        answers = march.candidates(s)
        if not answers:
            yield f"nothing can be done with {march.band}"
        todo += [March(march.picked(s, a.name), march.path) for a in answers if a.verb == "pick"]
    yield from (f"nobody can pick {band}" for band in free if _key(band) not in seen)


def _key(band: Band) -> Key:
    return band.troops, band.fyrd, frozenset(band.leaders)
