"""Small Movement phases of the 2005 game tried out whole: every position that plain moves can reach, and what the law of
the phase's end says of it, with its quick paths and without."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from albion.engine.dice import Dice
from albion.games.britannia_2005 import GAME
from albion.games.britannia_2005.options import Options2005
from albion.games.britannia_2005.s05_advance import advance
from albion.games.britannia_2005.s05_end_limits import out_of_reach
from albion.games.britannia_2005.s05_end_outlook import Outlook, surely_ends
from albion.games.britannia_2005.s05_marching import MarchOn, Send
from albion.games.britannia_2005.s05_movement import MovementPhase
from albion.games.britannia_2005.s05_passage import Group, may_go_on, voyages, ways
from albion.games.britannia_2005.s05_phase_end import breach, may_stop
from albion.games.britannia_2005.s14_subjects import empties
from albion.games.britannia_2005.state import Brit
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.units import CAVALRY, riders

CORNERS: tuple[tuple[int, str, dict[str, tuple[int, int]], str], ...] = (
    (12, "norsemen", {"orkneys": (3, 5), "caithness": (0, 3), "hebrides": (0, 3)}, ""),
    (9, "caledonians", {"hebrides": (3, 5), "skye": (0, 3), "orkneys": (0, 1)}, ""),
    (8, "jutes", {"kent": (2, 4), "essex": (2, 4)}, ""),
    (6, "jutes", {"english-channel": (1, 2), "kent": (0, 3), "cornwall": (0, 2)}, ""),
    (10, "welsh", {"cornwall": (2, 4), "devon": (2, 3), "dyfed": (0, 3)}, ""),
    (3, "romans", {"devon": (3, 4), "cornwall": (2, 4), "english-channel": (0, 1)}, ""),
    (11, "saxons", {"downlands": (2, 4), "wessex": (2, 4)}, "egbert"),
    (13, "saxons", {"downlands": (2, 3), "kent": (2, 4), "essex": (0, 2)}, "edgar"),
    (9, "irish", {"atlantic-ocean": (1, 3), "clwyd": (1, 2), "powys": (1, 2)}, ""),
    (7, "romano-british", {"downlands": (2, 4), "wessex": (0, 3), "devon": (0, 2)}, "arthur"),
    (16, "normans", {"english-channel": (1, 3), "devon": (1, 3), "cornwall": (0, 2)}, ""),
    (2, "welsh", {"devon": (2, 4), "cornwall": (1, 3)}, ""),
    (4, "romans", {"hwicce": (2, 4), "gwent": (2, 4)}, ""),
    (14, "danes", {"lindsey": (2, 4), "norfolk": (2, 4), "frisian-sea": (0, 1)}, "cnut"),
    (8, "scots", {"irish-sea": (2, 5), "galloway": (0, 2), "skye": (0, 2), "dalriada": (1, 2)}, ""),
)
"""Round, nation, where how many of its armies may stand, and a leader who may be among them."""
FOES = ("angles", "picts", "belgae", "brigantes")
MOST = 4000
"""A phase with more positions than this is left alone."""


def small(seed: int, number: int) -> Iterator[tuple[Brit, Nation]]:
    """This many crowded corners of the map at the beginning of a Movement phase."""
    chance = random.Random(seed)
    for n in range(number):
        rounds, name, places, leader = CORNERS[n % len(CORNERS)]
        nation, s = Nation(name), GAME.setup(Options2005(), Dice(seed))
        for other in s.rules.nations:
            for place, k in list(s.armies[other].items()):
                s.add(other, place, -k)
        s.round, s.turn, s.agenda = rounds, nation, []
        counts = {p: chance.randint(*span) for p, span in places.items()}
        for place, k in counts.items():
            if k:
                s.add(nation, place, k)
        _surround(s, nation, chance)
        home = next(iter(places))
        if leader and chance.random() < 0.6 and counts[home]:
            s.leaders[leader] = home
        if name in ("romano-british", "normans") and counts[home] > 1:
            s.add(nation, home, -1)
            s.put(nation, home, riders(1))
        if rounds < 5 and chance.random() < 0.6:
            s.subjects[Nation("welsh")] = Nation("romans")
        if name == "saxons" and chance.random() < 0.5 and s.alone(nation, "kent"):
            s.build(nation, Area("kent"))
        MovementPhase(nation, 0).run(s, None)
        yield s, nation


def _surround(s: Brit, nation: Nation, chance: random.Random) -> None:
    """Others, or a few armies of its own, stand round about."""
    near = s.rules.board.near
    around = sorted({a for p in list(s.armies[nation]) if p in near for a in near[Area(p)]} - s.at.keys())
    for area in around:
        if chance.random() < 0.35:
            others = ("welsh",) if nation == "romans" else FOES
            s.add(Nation(chance.choice(others)), area, chance.randint(1, 2))


def next_positions(s: Brit, nation: Nation) -> Iterator[tuple[Brit, tuple[Place, Area, int]]]:
    """Every position after one group has moved and stopped, whatever the limits say."""
    for place in list(s.fresh):
        steps = [(a, False) for a, _ in ways(s, Group(nation, 1), place)]
        steps += [(a, True) for a in voyages(s, Group(nation, 1), place)]
        for area, sailing in steps:
            for n in range(1, s.fresh[place] + 1):
                if empties(s, nation, place, n):
                    continue
                for t, further in _sent(s, Send(nation, place, area, sailing), n):
                    yield from ((u, (place, area, n)) for u in _stops(t, further, area))


def _sent(s: Brit, send: Send, n: int) -> Iterator[tuple[Brit, Group | None]]:
    for force in send.forces(s, n):
        t = s.clone()
        follow = send.go(t, None, force)
        yield t, follow[0].group if follow else None  # type: ignore[attr-defined]


def _stops(s: Brit, g: Group | None, area: Area) -> Iterator[Brit]:
    """Where a group that could go on may come to rest, some of it before the rest."""
    if g is None or may_stop(s, g.nation, area):
        yield s
    if g is None:
        return
    for n in range(1, may_go_on(s, g, area) + 1):
        if empties(s, g.nation, area, n):
            continue
        for force in MarchOn(g, area).forces(s, n):
            part = g.part(n, force.of(CAVALRY))
            steps = [(a, False) for a, _ in ways(s, part, area)] + [(a, True) for a in voyages(s, part, area)]
            for beyond, sailing in steps:
                t = s.clone()
                further = advance(t, None, part, area, beyond, sailing)
                if n == g.n or may_stop(s, g.nation, area):
                    yield from _stops(t, further, beyond)


def key(s: Brit, nation: Nation) -> Any:
    """What decides how the phase may go on."""
    entered = sorted((a, sorted(d.items())) for a, d in s.entered.items())
    return repr(
        (
            sorted(s.armies[nation].items()),
            sorted(s.fresh.items()),
            sorted(s.leaders.items()),
            s.still,
            entered,
            s.sorts,
            s.fresh_sorts,
        )
    )


class TooLongError(Exception):
    """The phase has more positions than are looked at."""


def can_end(s: Brit, nation: Nation, known: dict[Any, bool]) -> bool:
    """Whether plain moves lead to a position within the limits."""
    here = key(s, nation)
    if here in known:
        return known[here]
    if len(known) > MOST:
        raise TooLongError
    known[here] = breach(s, nation, s.armies[nation]) is None
    if not known[here]:
        known[here] = any(can_end(t, nation, known) for t, _ in next_positions(s, nation))
    return known[here]


def disagreements(seed: int, number: int) -> list[str]:
    """Where the law, or one of its quick answers, says another thing than trying it out."""
    found: list[str] = []
    for s, nation in small(seed, number):
        known: dict[Any, bool] = {}
        try:
            found += _compared(s, nation, known)
        except TooLongError:
            continue
    return found


def _compared(s: Brit, nation: Nation, known: dict[Any, bool]) -> list[str]:
    found = []
    look = Outlook(s, nation)
    if look.met != (breach(s, nation, s.armies[nation]) is None):
        found.append(f"{nation}: met is {look.met} of {s.armies[nation]}")
    if (out_of_reach(s, nation) is None) != can_end(s, nation, known):
        found.append(f"{nation}: {s.armies[nation]} can end: {can_end(s, nation, known)}")
    if surely_ends(s, nation, s.armies[nation]) and not can_end(s, nation, known):
        found.append(f"{nation}: {s.armies[nation]} does not surely end")
    after: dict[tuple[Place, Area, int], bool] = {}
    for t, move in next_positions(s, nation):
        fine = can_end(t, nation, known)
        after[move] = after.get(move, False) or fine
        if (out_of_reach(t, nation) is None) != fine:
            found.append(f"{nation}: {s.armies[nation]}, after {move}: {t.armies[nation]} can end: {fine}")
    for move, fine in after.items():
        if look.allows(*move) and not fine:
            found.append(f"{nation}: {s.armies[nation]}: {move} is allowed at once, but ends nowhere")
    return found
