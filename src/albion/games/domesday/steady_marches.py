"""Where the steady player could march: bands of each stack, the Areas in reach, and the way there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush

from albion.engine.action import Action
from albion.engine.plain import replaced
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.onward import Kinds, dearest
from albion.games.domesday.open_steps import may_enter
from albion.games.domesday.rules import Board
from albion.games.domesday.s03_map import banner
from albion.games.domesday.s04_units import add, company, limit, unit_name
from albion.games.domesday.s05_1_points import spenders
from albion.games.domesday.s05_4_laws import (
    Band,
    closed,
    departure,
    entry,
    named,
    outmatched,
)
from albion.games.domesday.state import NONE, Dom, Troops
from albion.games.domesday.steady_outlook import WORTH, Outlook
from albion.games.domesday.steady_plans import Plan

Ways = dict[str, tuple[int, tuple[str, ...]]]
"""What each Area in reach costs, and the spaces on the way."""
Party = tuple[Band, tuple[Action, ...]]
"""A band, and the answers that pick it up."""
REACH = 8
"""Half action points a planned march may cost."""
MARCH = 1.3
"""The least gain in points for which a band sets out."""


def marches(s: Dom, look: Outlook, offered: tuple[Action, ...]) -> Iterator[Plan]:
    """Marches that seem worth their price, as if no enemy stood on the way."""
    mine = {banner(s, f) for f in spenders(s)}
    least, budget = look.tastes.habit("march", MARCH) * look.hold, min(s.purse.halves, REACH)
    for area in [a.name for a in offered if a.verb == "move"]:
        row = s.stacks[area]
        able = sorted(mine & {banner(s, f) for f in row})
        for f in able:
            head = (Action("move", area), *((Action("as", f),) if len(able) > 1 else ()))
            for band, picks in _bands(s, f, area):
                begin = (*head, *picks)
                size = band.count + len(band.leaders)
                loss = look.change(area, f, -size)
                gains = look.arrivals(f, size)
                for to, cost in within(s.board, band.kinds(), area):
                    if cost > budget:
                        break
                    gain = gains.get(to)
                    if gain is None:
                        gain = gains[to] = look.change(to, f, size)
                    if gain + loss > least:
                        yield Plan(gain + loss, max(1, cost), (area, to), begin, band)


def arrived(plan: Plan, cost: int, path: tuple[str, ...]) -> Plan:
    """A march whose way is known."""
    steps = tuple(Action("enter", x) for x in path)
    return Plan(plan.gain, max(1, cost), plan.areas, (*plan.actions, *steps, Action("stop")))


def _bands(s: Dom, faction: str, area: str) -> tuple[Party, ...]:
    """The cheapest unit, two, all but one, all with their Leaders; never so that what stays is too many."""
    st = s.at(area, faction)
    if not st.count:
        return ()
    count, leaders = company(s, area, faction)
    return parties(faction, st.troops, leaders, count, limit(s, leaders), s.board.limits.plain)


@lru_cache(maxsize=1 << 12)
def parties(
    faction: str, troops: Troops, leaders: tuple[str, ...], count: int, most: int, plain: int
) -> tuple[Party, ...]:
    """The same of such a stack; count: its troops with the Fyrd, most: how many its Leaders may have, plain: without any."""
    units = [
        (kind, reduced)
        for n, kind in enumerate(KINDS)
        for reduced in (False, True)
        for _ in range(troops[2 * n + reduced])
    ]
    units.sort(key=lambda u: (WORTH[u[0]], not u[1]))
    own, found = len(units), list[Party]()
    for n in sorted({1, 2, own - 1, own} if not leaders else {1, 2}):
        if 0 < n <= own and n <= plain and count - n <= most:
            found.append(_band(faction, units[:n]))
    if leaders:
        for rest in (0, 1):
            if own - rest > 0 and count - own + rest <= plain:
                band, picks = _band(faction, units[rest:])
                led = Band(faction, band.troops, NONE, leaders)
                found.append((led, (*picks, *[Action("pick", x) for x in leaders])))
    return tuple(found)


def _band(faction: str, units: list[tuple[str, bool]]) -> Party:
    troops = NONE
    for kind, reduced in units:
        troops = add(troops, kind, reduced, 1)
    return Band(faction, troops), tuple([Action("pick", unit_name(faction, k, r)) for k, r in units])


@lru_cache(maxsize=1 << 12)
def within(board: Board, kinds: Kinds, area: str) -> tuple[tuple[str, int], ...]:
    """Areas such units could reach and the least it would cost, cheapest first, if nobody stood in the way."""
    tolls = dearest(board, kinds)
    best = {area: 0}
    queue = [(0, area)]
    while queue:
        cost, here = heappop(queue)
        if cost > best[here]:
            continue
        for to in board.spaces[here].exits:
            more = cost + tolls[to]
            if more <= REACH and more < best.get(to, REACH + 1):
                best[to] = more
                heappush(queue, (more, to))
    found = [(to, cost) for to, cost in best.items() if board.spaces[to].value and to != area]
    return tuple(sorted(found, key=lambda x: (x[1], x[0])))


def ways(s: Dom, band: Band, area: str, halves: int) -> Ways:
    """The Areas a band can reach for so much by the laws, through nobody else's units: the price and the way."""
    before = s.purse
    s.purse = replaced(before, halves=halves)
    found = _ways(s, band, area, min(halves, REACH))
    s.purse = before
    return found


def _ways(s: Dom, band: Band, area: str, budget: int) -> Ways:
    d = departure(s, band, area)
    spaces, shores, stacks, tolls = s.board.spaces, s.board.shores, s.stacks, dearest(s.board, d.kinds)
    best: dict[str, int] = {area: 0}
    found: Ways = {}
    queue: list[tuple[int, tuple[str, ...]]] = [(0, (area,))]
    while queue:
        cost, path = heappop(queue)
        here = path[-1]
        if cost > best[here]:
            continue
        for to in spaces[here].exits:
            if best.get(to, budget + 1) <= cost:
                continue
            more = cost + (entry(s, d.kinds, to) if to in stacks else tolls[to])
            if here == area:
                more += d.surcharge
            if to in shores:
                more += outmatched(s, band, to)
            if more > budget or more >= best.get(to, budget + 1):
                continue
            if here == area:
                if not may_enter(s, band, path, to, d):
                    continue
            elif closed(s, band, to) is not None or not named(s, band, here, to):
                continue
            best[to] = more
            road = (*path, to)
            if spaces[to].value:
                found[to] = more, road[1:]
            row = stacks.get(to)
            if row is None or (len(row) == 1 and band.faction in row):
                heappush(queue, (more, road))
    return found


def fits(s: Dom, band: Band, goal: str) -> bool:
    """Whether the band and those already there make one stack."""
    count, leaders = company(s, goal, band.faction)
    return count + band.count <= limit(s, (*leaders, *band.leaders))
