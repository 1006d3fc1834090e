"""The steady player finishes every kind of game, answers only what is offered, and beats chance."""

from __future__ import annotations

import pytest

from albion.bots.boudicca_aims import prize
from albion.bots.boudicca_refuge import NEAR, Refuge
from albion.bots.steady_boudicca import loss
from albion.engine.dice import Dice
from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.roster import ROMANS
from albion.games.boudicca.state import BoudiccaState
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
