"""What Domesday counts ahead for speed, compared with the laws in positions of a random game."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

from albion.engine.action import Action
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.domesday import GAME, s05_4_laws
from albion.games.domesday.onward import FAR
from albion.games.domesday.open_steps import may_enter
from albion.games.domesday.openings import openings
from albion.games.domesday.options import DomesdayOptions
from albion.games.domesday.quick import can_move
from albion.games.domesday.rules import VERBS
from albion.games.domesday.s03_map import banner, controller, hosts, master
from albion.games.domesday.s05_1_points import spenders
from albion.games.domesday.s05_4_laws import Band, bars, departure, escape, gets_on, passage, way_on
from albion.games.domesday.s05_4_march import March
from albion.games.domesday.s05_4_move import movers
from albion.games.domesday.s05_actions import Spend, opening_forbids
from albion.games.domesday.state import Dom, Sights


def disagreements(options: DomesdayOptions, seed: int, asked: int) -> list[str]:
    """What quick looks and laws do not agree on, at this many questions that have to do with moving."""
    s = GAME.setup(options, Dice(seed))
    dice, d = Dice(seed + 1), settle(s)
    found: list[str] = []
    while d is not None and asked and not found:
        step = s.agenda[-1]
        if isinstance(step, Spend):
            found += [*_openings(s), *_glance(s)]
        elif isinstance(step, March) and (step.band.count or step.band.leaders):
            found += _steps(s, step)
        asked -= isinstance(step, Spend | March)
        d = apply(s, d.actions[dice.d(len(d.actions)) - 1])
    return found


def _openings(s: Dom) -> Iterator[str]:
    """Where each action can begin, who can move, who Controls."""
    mine = sorted({banner(s, f) for f in spenders(s)})
    for area in s.stacks:
        if can_move(s, mine, area, controller(s, area)) != bool(movers(s, mine, area)):
            yield f"whether a stack can move from {area} with {s.purse}"
        if controller(s, area) != master(hosts(s, area)):
            yield f"who Controls {area}"
    every = (Action(verb, area) for verb in VERBS for area in sorted(s.board.spaces))
    if openings(s) != [a for a in every if opening_forbids(s, a) is None]:
        yield f"what may be begun with {s.purse}"


def _glance(s: Dom) -> Iterator[str]:
    """What was noted with each change of a stack."""
    noted, fresh = s.glance(), Sights(s.stacks, s.board.tables.stacking.plain)
    if {f: spaces for f, spaces in noted.homes.items() if spaces} != fresh.homes:
        yield "where factions stand"
    if sorted(noted.castles) != sorted(fresh.castles):
        yield "where Castles stand"
    if noted.large != fresh.large or not noted.outside >= fresh.outside:
        yield "which stacks are large or on a border"
    for area, known in noted.retreats.items():
        for (faction, kind, king), escapes in known.items():
            if king == s.king and escapes != escape(s, Band(faction), ((faction, kind),), area):
                yield f"where a {kind} of the {faction} faction retreats to from {area}"


def _steps(s: Dom, step: March) -> Iterator[str]:
    """Which steps are open to a band, and where a passage leads on."""
    band, leave = step.band, departure(s, step.band, step.here)
    for to in s.board.spaces:
        if may_enter(s, band, step.path, to, leave) != (
            next(bars(s, band, step.path, to, leave), None) is None
        ):
            yield f"whether {step} may enter {to}"
    for to in (x for x in s.board.spaces[step.here].exits if not s.board.spaces[x].value):
        since = (*passage(s, band, step.path), to)
        for halves in range(s.purse.halves + 1):
            quick = gets_on(s, band, band.kinds(), since, halves)
            with mock.patch.object(s05_4_laws, "onward", lambda *_: (FAR, 0)):
                if quick != way_on(s, band, band.kinds(), since, halves):
                    yield f"whether {step} gets on from {to} with {halves} halves"
