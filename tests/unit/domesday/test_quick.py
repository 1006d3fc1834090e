"""What is counted ahead for speed equals the law it replaces."""

from __future__ import annotations

import pytest

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

ASKED = 40
"""Questions of one game that are compared."""


@pytest.mark.parametrize(
    "options",
    [
        DomesdayOptions(scenario="comet"),
        DomesdayOptions(),
        DomesdayOptions(scenario="domesday", saxon_castles=True),
        DomesdayOptions(scenario="crusade"),
        DomesdayOptions(players=3, absentee="norse"),
    ],
    ids=lambda o: f"{o.scenario}-{o.absentee}",
)
def test_quick_answers_are_the_laws(options: DomesdayOptions) -> None:
    s = GAME.setup(options, Dice(17))
    dice, d, asked = Dice(5), settle(s), 0
    while d is not None and asked < ASKED:
        if isinstance(s.agenda[-1], Spend):
            asked += 1
            mine = sorted({banner(s, f) for f in spenders(s)})
            for area in s.stacks:
                assert can_move(s, mine, area, controller(s, area)) == bool(movers(s, mine, area)), (
                    area,
                    s.purse,
                )
                assert controller(s, area) == master(hosts(s, area))
            check_glance(s)
            every = (Action(verb, area) for verb in VERBS for area in sorted(s.board.spaces))
            assert openings(s) == [a for a in every if opening_forbids(s, a) is None]
        d = apply(s, d.actions[dice.d(len(d.actions)) - 1])

    assert asked


def test_while_the_mark_is_the_same_so_are_the_stacks() -> None:
    s = GAME.setup(DomesdayOptions(scenario="comet"), Dice(8))
    dice, d, before = Dice(8), settle(s), s.clone()
    same = other = 0
    while d is not None:
        d = apply(s, d.actions[dice.d(len(d.actions)) - 1])
        same, other = same + (s.mark is before.mark), other + (s.mark is not before.mark)
        assert s.mark is not before.mark or s.stacks == before.stacks
        before = s.clone()

    assert same and other


def check_glance(s: Dom) -> None:
    """What was noted with each change is what one sees looking anew."""
    noted, plain = s.glance(), s.board.tables.stacking.plain
    fresh = Sights(s.stacks, plain)
    assert {f: spaces for f, spaces in noted.homes.items() if spaces} == fresh.homes
    assert sorted(noted.castles) == sorted(fresh.castles)
    assert noted.large >= fresh.large and noted.outside >= fresh.outside
    for area, known in noted.retreats.items():
        for (faction, kind, king), escapes in known.items():
            if king == s.king:
                assert escapes == escape(s, Band(faction), ((faction, kind),), area)


@pytest.mark.parametrize("seed", [5, 6])
def test_a_way_on_known_from_the_map_is_the_laws(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    s = GAME.setup(DomesdayOptions(scenario="conquest"), Dice(seed))
    dice, d, asked = Dice(seed), settle(s), 0
    while d is not None and asked < 3 * ASKED:
        step = s.agenda[-1]
        if isinstance(step, March) and (step.band.count or step.band.leaders):
            band, kinds = step.band, step.band.kinds()
            for to in (x for x in s.board.spaces[step.here].exits if not s.board.spaces[x].value):
                since = (*passage(s, band, step.path), to)
                for halves in range(s.purse.halves + 1):
                    quick = gets_on(s, band, kinds, since, halves)
                    with monkeypatch.context() as law:
                        law.setattr(s05_4_laws, "onward", lambda *_: (FAR, 0))
                        assert quick == way_on(s, band, kinds, since, halves), (step, to, halves)
                asked += 1
        d = apply(s, d.actions[dice.d(len(d.actions)) - 1])

    assert asked


@pytest.mark.parametrize("seed", [3, 4])
def test_a_step_is_open_if_no_law_bars_it(seed: int) -> None:
    s = GAME.setup(DomesdayOptions(), Dice(seed))
    dice, d, asked = Dice(seed), settle(s), 0
    while d is not None and asked < 4 * ASKED:
        step = s.agenda[-1]
        if isinstance(step, March) and (step.band.count or step.band.leaders):
            asked += 1
            leave = departure(s, step.band, step.here)
            for to in s.board.spaces:
                law = next(bars(s, step.band, step.path, to, leave), None) is None
                assert may_enter(s, step.band, step.path, to, leave) == law, (step, to)
        d = apply(s, d.actions[dice.d(len(d.actions)) - 1])

    assert asked
