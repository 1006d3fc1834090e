"""The steady player finishes every kind of game, answers only what is offered, and beats chance."""

from __future__ import annotations

import pytest

from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.state import BoudiccaState
from albion.sim.play import play_recorded


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
