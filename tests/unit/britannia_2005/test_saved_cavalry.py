"""Cavalry is saved under the names and in the form that stored matches have for it."""

from __future__ import annotations

import json

from albion.engine.codec import load, save
from albion.engine.dice import Dice
from albion.games.britannia_2005 import GAME
from albion.games.britannia_2005.options import Options2005
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.units import Force, riders, riding

NORMANS = Nation("normans")


def test_cavalry_is_saved_as_its_numbers_and_read_again() -> None:
    s = GAME.setup(Options2005(), Dice(1))
    s.put(NORMANS, Area("kent"), Force(3, riding(2)))
    s.all_fresh(NORMANS)
    s.enter(Area("kent"), "english-channel", riders(2))

    saved = json.loads(save(GAME, s))

    assert saved["cavalry"] == {"normans": {"kent": 2}}
    assert saved["fresh_cavalry"] == {"kent": 2}
    assert saved["entered_cavalry"] == {"kent": {"english-channel": 2}}
    assert load(GAME, json.dumps(saved).encode()) == s


def test_a_nation_that_was_saved_without_cavalry_left_has_none() -> None:
    s = GAME.setup(Options2005(), Dice(1))
    saved = json.loads(save(GAME, s)) | {"cavalry": {"normans": {}}, "entered_cavalry": {"kent": {}}}

    assert load(GAME, json.dumps(saved).encode()) == s
