"""What Boudicca's points may be spent on, computed a second time from the rulebook's words (5.0, 7.4, 9.2, 11, 12.2)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from albion.engine.action import Decision
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s05_impulses import Impulse
from albion.games.boudicca.state import (
    BUSY,
    DEAD,
    DISPLACED,
    ISCA,
    MONA,
    NEVER,
    PLUNDER,
    RESERVE,
    SACKER,
    SPENT,
    BoudiccaState,
    enemy,
)
from support.boudicca_by_text import (
    COSTS,
    MAP,
    PLACES,
    POSTS,
    QUIET,
    RIVERS,
    STEPS,
    TERRAIN,
    TOWNS,
    held,
    out_of,
    troops,
)

OPPIDA = {o["tribe"]: o["hex"] for o in PLACES["oppida"]["list"]}
FIRST = ("iceni", "trinovantes")
"""In revolt from the start (11.2.1)."""
DEVA = int(PLACES["off_map"]["mona"])
SPENDING = ["activate", "sack", "destroy", "build", "mobilize", "enter", "incite", "recruit", "convoke"]


def disagreements(options: BoudiccaOptions, seed: int, answers: int) -> tuple[int, list[str]]:
    """How many offers a lively random game makes in this many answers, and where they and the words part."""
    s = GAME.setup(options, Dice(seed))
    dice, d, made, found = Dice(seed + 1), settle(s), 0, list[str]()
    while d is not None and answers and not found:
        if isinstance(s.agenda[-1], Impulse) and not s.strained:
            made += sum(a.verb in SPENDING for a in d.actions)
            found += _compared(s, d)
        lively = [a for a in d.actions if a.verb not in QUIET] or list(d.actions)
        verbs = list(dict.fromkeys(a.verb for a in lively))
        verb = verbs[dice.d(len(verbs)) - 1]
        likely = [a for a in lively if a.verb == verb]
        d = apply(s, likely[dice.d(len(likely)) - 1])
        answers -= 1
    return made, found


def _compared(s: BoudiccaState, d: Decision) -> Iterator[str]:
    words = set(_offers(s))
    said = {str(a) for a in d.actions if a.verb in SPENDING}
    if said != words:
        yield f"{s.phasing} with {s.ap} points: {sorted(said ^ words)}"


def _offers(s: BoudiccaState) -> Iterator[str]:
    if s.ap < 1:
        return
    side, own = s.phasing, [u for u, x in enumerate(s.rules.units) if x.side == s.phasing]
    yield from {f"activate {s.where[u]}" for u in own if s.where[u] > DEAD and _moves(s, u)}
    for h in held(s, side):
        if _prey(s, side, h) and any(_sacks(s, u) for u in troops(s, h, side)):
            yield f"sack {h}"
    yield from _bridges(s, side)
    yield from _roman(s) if side == ROMANS else _briton(s)


def _moves(s: BoudiccaState, u: int) -> bool:
    """Mobilized, not moved in this Impulse nor twice this turn, neither sacking, Scared nor plundering (7.1.14)."""
    idle = s.moved[u] == s.impulse or s.used[u] > 1 or s.ready[u] > s.impulse
    return not (idle or s.rules.civilian[u] or s.marks[u] & (SACKER | BUSY))


def _prey(s: BoudiccaState, side: str, h: int) -> bool:
    """A Town or Post for Britons, an oppidum for Romans, not yet sacked by them (9.2)."""
    places = TOWNS | POSTS if side == BRITONS else set(OPPIDA.values())
    return h in places and s.sacked.get(h) not in (side, "both")


def _sacks(s: BoudiccaState, u: int) -> bool:
    """A mobilized unit that has not moved in this Impulse."""
    moved = s.moved[u] == s.impulse or s.marks[u] & DISPLACED
    return not moved and s.ready[u] <= s.impulse and not s.marks[u] & BUSY


def _bridges(s: BoudiccaState, side: str) -> Iterator[str]:
    """Infantry beside the hexside from the start of the Impulse, no enemy within two hexes; cohorts build (7.4)."""
    watched = {h for foe in held(s, enemy(side)) for h in within(foe, 2)}
    for hexside in RIVERS | set(MAP["bridges"]["hexsides"]) | set(s.spans):
        ends = [int(h) for h in hexside.split("/")]
        standing = s.spans.get(hexside, "built" if hexside in MAP["bridges"]["hexsides"] else "") == "built"
        if watched & set(ends):
            continue
        crew = [u for h in ends for u in troops(s, h, side) if _works(s, u)]
        if standing and crew:
            yield f"destroy {hexside}"
        cohorts = side == ROMANS and any(s.rules.units[u].body for u in crew)
        if not standing and cohorts and s.ap > 1:
            yield f"build {hexside}"


def _works(s: BoudiccaState, u: int) -> bool:
    early = s.arrived[u] < s.impulse and s.ready[u] <= s.impulse
    return early and not s.rules.units[u].cavalry and not s.marks[u] & BUSY


def within(h: int, most: int) -> set[int]:
    """Hexes at most this many steps away, whatever lies between."""
    found = {h}
    for _ in range(most):
        found |= {x + step for x in found for step in STEPS[x // 100 % 2]}
    return found


def _roman(s: BoudiccaState) -> Iterator[str]:
    """Hexes of sleeping cohorts, the legions off the map (11.1)."""
    cohorts = [u for u, x in enumerate(s.rules.units) if x.side == ROMANS and x.body]
    asleep = {s.where[u] for u in cohorts if s.ready[u] == NEVER}
    yield from (f"mobilize {h}" for h in asleep if h > DEAD)
    for name, box in (("mona", MONA), ("isca", ISCA)):
        if box in asleep and not (box == ISCA and s.ii_tried):
            yield f"mobilize {name}"
        if any(_moves(s, u) for u in troops(s, box, ROMANS)):
            yield f"enter {name}"


def _briton(s: BoudiccaState) -> Iterator[str]:
    """Quiet tribes with a leader in their oppidum, Druids from Mona, Druids who call (11.2.4, 12.2)."""
    leaders = [u for u in (s.rules.boudicca, *s.rules.druids) if s.where[u] > DEAD]
    fit = [u for u in leaders if not s.marks[u] & (SPENT | PLUNDER)]
    for tribe, h in OPPIDA.items():
        quiet = tribe not in s.revolted and tribe not in FIRST
        if quiet and any(s.where[u] == h for u in fit) and not troops(s, h, ROMANS):
            yield f"incite {tribe}"
    in_play = sum(s.where[u] > DEAD for u in s.rules.druids)
    if in_play + s.druids_fell < 2 and any(s.where[u] == RESERVE for u in s.rules.druids):
        taken = held(s, ROMANS, leaders=True)
        yield from (f"recruit {h}" for h in within(DEVA, 2) if h in TERRAIN and h not in taken)
    called = [u for u in fit if u != s.rules.boudicca and _hears(s, s.where[u])]
    yield from (f"convoke {s.rules.units[u].id}" for u in called)


def _hears(s: BoudiccaState, druid: int) -> bool:
    """Whether some tribal unit elsewhere that has not sacked could come for at most 3 MPs around Romans (12.2.6)."""
    romans = held(s, ROMANS)
    for start in held(s, BRITONS) - {druid}:
        if all(s.marks[u] & SACKER for u in troops(s, start, BRITONS)):
            continue
        todo, seen = [(0.0, start)], set[int]()
        while todo:
            spent, h = heappop(todo)
            if h == druid:
                return True
            if h in seen:
                continue
            seen.add(h)
            for there, _, water in out_of(s, h):
                cost = spent + COSTS[BRITONS][TERRAIN[there]] + COSTS["river"] * water
                if cost <= 3 and there not in romans:
                    heappush(todo, (cost, there))
    return False
