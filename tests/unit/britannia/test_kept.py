"""What is copied field by field, kept or known beforehand equals what it stands for."""

from __future__ import annotations

from typing import Any

import pytest

from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.playout import random_chooser
from albion.games import find_game
from albion.games.redux_leaders.options import LeadersOptions
from albion.games.redux_leaders.steady import Steady
from albion.kernels.britannia.checkpoint import _fields, noted, set_back
from albion.kernels.britannia.muster import complete
from albion.kernels.britannia.parties import every_force
from albion.kernels.britannia.units import Force


def halfway(game: str, answers: int) -> Any:
    """The table of a random game after this many answers."""
    found: Any = find_game(game)
    s, pick = found.setup(found.option_sets()[0], Dice(3)), random_chooser(Dice(4))
    d = settle(s)
    for _ in range(answers):
        assert d is not None
        d = apply(s, pick(s, d))
    return s


def other(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, dict):
        return {"somebody": {}}
    if isinstance(value, frozenset | tuple):
        return type(value)((*value, "nowhere"))
    return "somebody"


@pytest.mark.parametrize("game", ["redux-core", "redux-leaders"])
def test_a_table_becomes_another_in_every_field(game: str) -> None:
    s, there = halfway(game, 700), halfway(game, 1100)
    names = [*_fields(type(s))]
    for name in names:
        setattr(s, name, 9 if name == "surplus_allowed" else other(getattr(there, name)))

    set_back(s, noted(there))

    assert len(names) >= 15
    assert [name for name in names if getattr(s, name) != getattr(there, name)] == []


@pytest.mark.parametrize("boats", [False, True])
def test_a_player_of_leaders_who_remembers_answers_as_one_who_does_not(boats: bool) -> None:
    found: Any = find_game("redux-leaders")
    options = LeadersOptions(boats=boats)
    s = found.setup(options, Dice(8))
    players = {seat: Steady(Dice(0)) for seat in found.seats(options)}
    d, kept, asked = settle(s), 0, 0
    while d is not None:
        a = players[d.seat].choose(s, d)
        kept += d.step == "March" and len(players[d.seat].memory.moves) > 1
        asked += 1

        assert Steady(Dice(0)).choose(s, d) == a
        d = apply(s, a)

    assert asked > 500
    assert kept > 50


def test_every_force_of_a_pool_is_listed_once() -> None:
    pool = Force(4, (("cavalry", 2), ("raider:irish-sea", 1)), ("arthur",))

    found = every_force(pool)

    assert len({*found}) == len(found)
    assert tuple(f for f in found if f.n == 3) == complete(pool, 3, ())
    assert found[-1] == Force(0, (), ("arthur",))
    assert every_force(Force(2)) == (Force(1), Force(2))
