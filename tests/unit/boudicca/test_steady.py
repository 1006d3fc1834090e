"""The steady player finishes every kind of game, answers only what is offered, and beats chance."""

from __future__ import annotations

from itertools import chain

import pytest

from albion.bots.bend import Bend
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.tastes import PLAIN
from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s07_ways import movable
from albion.games.boudicca.state import NEVER, BoudiccaState
from albion.games.boudicca.steady import Steady, loss
from albion.games.boudicca.steady_aims import power, prize
from albion.games.boudicca.steady_danger import Danger
from albion.games.boudicca.steady_kept import KeptMarches
from albion.games.boudicca.steady_marches import Marches
from albion.games.boudicca.steady_refuge import NEAR, Refuge
from albion.kernels.hex import hexes_of
from albion.sim.habits import habits_of, together
from albion.sim.play import Job, play_recorded


def played(romans: str, britons: str, seed: int, options: BoudiccaOptions) -> BoudiccaState:
    """A whole game between two bots."""
    s: BoudiccaState = play_recorded(GAME, options, (romans, britons), seed).state
    return s


@pytest.mark.parametrize("options", GAME.option_sets(), ids=str)
def test_it_plays_every_option_set_to_the_end(options: BoudiccaOptions) -> None:
    assert played("steady", "steady", 1, options).outcome is not None


@pytest.mark.parametrize("seed", [1, 2])
def test_either_side_beats_chance(seed: int) -> None:
    romans = played("steady", "random", seed, BoudiccaOptions()).outcome
    britons = played("random", "steady", seed, BoudiccaOptions()).outcome

    assert romans is not None
    assert britons is not None
    assert romans.winners == ("romans",)
    assert britons.winners == ("britons",)


def test_cards_are_put_to_use() -> None:
    found = together(habits_of(Job("boudicca", "", ("steady", "steady"), seed)) for seed in (1, 2, 3, 4))

    assert found.cards()["force-march"]["play"] > 0
    assert found.cards()["rampage"]["discard"] == 0
    assert found.answers["Bid"]["bid"] > 0


def test_the_last_counter_of_a_tribe_is_spared() -> None:
    s = GAME.setup(BoudiccaOptions(), Dice(1))
    first, *others = s.rules.of_body["trinovantes"]
    s.steps[first] = 1
    among_others = loss(s, first)
    for u in others:
        s.kill(u)

    assert loss(s, first) > among_others


def test_the_last_of_a_tribe_are_worth_hunting() -> None:
    s = GAME.setup(BoudiccaOptions(), Dice(1))
    first, *others = s.rules.of_body["trinovantes"]
    s.put(first, 3333)
    before, _ = prize(s, 3333, ROMANS)
    for u in others:
        s.kill(u)

    assert prize(s, 3333, ROMANS)[0] > before + 2


def test_civilians_count_on_no_guard_that_a_raid_would_sweep_away() -> None:
    s = GAME.setup(BoudiccaOptions(), Dice(1))
    camulodunum, lindum = 3030, 5119

    assert Refuge(s).safety(camulodunum) < NEAR
    assert Refuge(s).safety(lindum) > Refuge(s).safety(camulodunum)


def beside_a_legion() -> tuple[BoudiccaState, int]:
    """The Trinovantes a short march from the Ninth Legion, which is awake."""
    s = GAME.setup(BoudiccaOptions(), Dice(1))
    settle(s)
    here = 4820
    for u in s.rules.of_body["trinovantes"]:
        s.put(u, here)
        s.arrived[u] = 0
    for u in s.fighters(5119, ROMANS):
        s.ready[u] = 0
    s.phasing, s.impulse = BRITONS, 5
    return s, here


def test_a_tribe_in_danger_scatters_out_of_reach() -> None:
    s, here = beside_a_legion()
    group, aim = Marches(s).escape(here, s.rules.of_body["trinovantes"]) or ((), None)

    assert len(group) == 1
    assert aim is not None
    assert Danger(s, BRITONS).worst(aim.hex) < power(s, group)


def test_a_careful_queen_is_the_first_to_leave_a_stack_in_danger() -> None:
    s, here = beside_a_legion()
    queen, (first, second, *others) = s.rules.boudicca, s.rules.of_body["trinovantes"]
    s.put(queen, here)
    for u in others:
        s.put(u, 3333)
    pool = tuple(sorted((first, second, queen)))
    stays, _ = Marches(s).escape(here, pool) or ((), None)
    rides, aim = Marches(s, Bend(habits={"careful": 2.0})).escape(here, pool) or ((), None)

    assert queen not in stays
    assert rides == (queen,)
    assert aim is not None
    assert Danger(s, BRITONS).worst(aim.hex) <= power(s, s.units(aim.hex, BRITONS))


def test_an_open_oppidum_is_worth_going_home_to_only_for_those_who_guard() -> None:
    s = GAME.setup(BoudiccaOptions(), Dice(1))
    settle(s)
    home = s.rules.board.oppidum["cantii"]
    guards = Bend(habits={"guard": 3.0})
    plain, guarded = prize(s, home, BRITONS)[0], prize(s, home, BRITONS, guards)[0]
    s.sacked[home] = ROMANS

    assert guarded == plain + 2.0
    assert prize(s, home, BRITONS, guards)[0] == plain


def test_there_is_no_danger_from_a_legion_that_sleeps() -> None:
    s, here = beside_a_legion()
    woken = Danger(s, BRITONS).worst(here)
    for u in s.fighters(5119, ROMANS):
        s.ready[u] = NEVER

    assert woken > 0
    assert not Danger(s, BRITONS).expected_loss(here, s.rules.of_body["trinovantes"])


def test_no_stack_is_activated_only_to_stay() -> None:
    match = play_recorded(GAME, BoudiccaOptions(), ("steady", "steady"), 3)
    idle, moved = 0, True
    for e in chain.from_iterable(match.events):
        if e.kind == "activate":
            idle += not moved
        moved = e.kind == "move" or (moved and e.kind != "activate")

    assert idle == 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_iceni_march_in_the_first_turn(seed: int) -> None:
    s = GAME.setup(BoudiccaOptions(), Dice(seed))
    home = s.rules.board.oppidum["iceni"]
    d, player = settle(s), Steady(Dice(0))
    while d is not None and s.turn == 1:
        d = apply(s, player.choose(s, d))

    assert any(s.where[u] != home for u in s.rules.of_body["iceni"])


def test_whoever_leaves_an_oppidum_leaves_a_guard() -> None:
    s = GAME.setup(BoudiccaOptions(), Dice(1))
    settle(s)
    home = s.rules.board.oppidum["trinovantes"]
    first, second, *others = s.rules.of_body["trinovantes"]
    for u in others:
        s.put(u, 3333)
    for u in tuple(s.fighters(3030, ROMANS)):
        s.kill(u)
    s.phasing = BRITONS
    pool = (first, second)
    together, _ = Marches(s).plan(home, pool)
    s.sacked[home] = ROMANS
    forsaken, _ = Marches(s).plan(home, pool)

    assert len(together) == 1
    assert forsaken == pool


def test_plans_that_are_kept_are_those_that_would_be_made_now() -> None:
    s = GAME.setup(BoudiccaOptions(), Dice(9))
    players, kept = {side: Steady(Dice(1)) for side in (ROMANS, BRITONS)}, KeptMarches(PLAIN)
    d, compared, again, last = settle(s), 0, 0, None
    while d is not None and compared < 150:
        a = players[d.seat].choose(s, d)
        if d.step in ("Impulse", "MoveStack", "March"):
            plans = kept.of(s, [])
            again, last = again + (plans is last), plans
            for h in hexes_of(s.present_bits(s.phasing)):
                pool = movable(s, h, s.phasing)
                assert plans.plan(h, pool) == Marches(s).plan(h, pool)
            compared += 1
        d = apply(s, a)

    assert 30 < again < 120
