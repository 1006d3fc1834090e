"""Plain armies move by a short path of their own (`movement`); here it is compared with the procedure for forces (`march`)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from albion.engine.cite import Cite
from albion.engine.dice import Dice
from albion.engine.event import Log
from albion.engine.loop import apply, settle
from albion.engine.plain import field_names
from albion.games.redux_core import GAME
from albion.games.redux_core.options import CoreOptions
from albion.games.redux_leaders.options import LeadersOptions
from albion.games.redux_leaders.rules import leaders_and_raiders
from albion.games.redux_leaders.s09_units import ways
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.halting import past_double_or_overstack
from albion.kernels.britannia.host import HostRuleset, HostState
from albion.kernels.britannia.limits import excess_armies, one_overstack
from albion.kernels.britannia.march_phase import MarchPhase
from albion.kernels.britannia.movement import Movement
from albion.kernels.britannia.prospect import Outlook, no_end_left
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.units import Force, Way

PHASES = 60


class PlainForces(HostRuleset):
    """The laws that are asked most often: those of redux-core, and the ways of redux-leaders, on which nobody is barred."""

    def stacking(self, s: BritState, nation: Nation, armies: Mapping[Place, int]) -> Cite | None:
        return one_overstack(s, nation, armies)

    def excess(self, s: BritState, nation: Nation) -> int:
        return excess_armies(s, nation)

    def no_end_left(self, s: BritState, nation: Nation) -> Cite:
        return no_end_left(s, nation)

    def outlook(self, s: BritState, nation: Nation) -> Outlook:
        return Outlook(s, nation)

    def overrun(self, s: BritState, nation: Nation, area: Area, arriving: int, led: bool) -> int:
        return past_double_or_overstack(s, nation, area, arriving, led)

    def ways(self, s: HostState, nation: Nation, place: Place, used: int) -> Sequence[Way]:
        return ways(s, nation, place, used)

    def entering(
        self, s: HostState, nation: Nation, place: Place, area: Area, force: Force | None
    ) -> Cite | None:
        return None

    def company(self, s: HostState, nation: Nation, place: Place, force: Force) -> Cite | None:
        return None

    def arrived(self, s: HostState, log: Log, nation: Nation, area: Area) -> None:
        pass


def host_rules(s: BritState, watchful: bool) -> HostRuleset:
    """The laws of redux-core for a game that knows forces; watchful: as if some law might bar an area, so that all ways are tried."""
    leaders = leaders_and_raiders(LeadersOptions())
    theirs: dict[str, Any] = {name: getattr(leaders, name) for name in field_names(leaders)}
    theirs |= {name: getattr(s.rules, name) for name in field_names(s.rules)}
    plain: dict[str, Any] = {"restrained": lambda s, nation: watchful, "phase_begins": ()}
    return PlainForces(**(theirs | plain))


def beginnings(seed: int) -> Iterator[tuple[BritState, Movement]]:
    """The table at the beginning of Movement Phases of a random game."""
    chance, s = random.Random(seed), GAME.setup(CoreOptions(), Dice(seed))
    d = settle(s)
    while d is not None:
        asked = s.agenda[-1]
        if isinstance(asked, Movement) and not s.moves and not s.careful:
            yield s.clone(), asked
        d = apply(s, chance.choice(d.actions))


def as_forces(s: BritState, asked: Movement, watchful: bool) -> HostState:
    """The same table for a game that knows forces."""
    t = HostState(s.dice.clone(), rules=host_rules(s, watchful))
    t.round, t.turn, t.at = s.round, s.turn, s.at.copy()
    t.armies = {n: d.copy() for n, d in s.armies.items()}
    t.track, t.points = s.track.copy(), s.points.copy()
    t.entered = {a: d.copy() for a, d in s.entered.items()}
    t.agenda = [MarchPhase(asked.nation)]
    return t


def table(s: BritState) -> tuple[Any, ...]:
    """All that a move changes."""
    return s.armies, s.at, s.fresh, s.entered, s.moves, s.careful, s.needy


@pytest.mark.parametrize("watchful", [False, True])
def test_plain_armies_move_as_forces_without_leaders_do(watchful: bool) -> None:
    """The same answers, and the same table after each, until the phase ends; moves taken back included."""
    chance, careful, marched = random.Random(7), 0, 0
    for n, (s, asked) in zip(range(PHASES), beginnings(3), strict=False):
        forces = as_forces(s, asked, watchful)
        s.agenda = [asked]
        d, e = settle(s), settle(forces)
        while d is not None and e is not None:
            assert sorted(map(str, d.actions)) == sorted(map(str, e.actions)), f"phase {n}: {s.agenda[-1]}"
            assert table(s) == table(forces), f"phase {n}: {s.agenda[-1]}"
            careful += s.careful
            marched += d.step == "MarchOn"
            a = chance.choice(d.actions)
            d, e = apply(s, a), apply(forces, a)

        assert d is None and e is None
        assert table(s) == table(forces)
    assert careful > 20 and marched > 20
