"""Words that begin a case or a puzzle: the same forms in all editions, and one sentence for what is none of them."""

from __future__ import annotations

from typing import Any

import pytest

from albion.engine.errors import DataError
from albion.games import find_game

EDITIONS = pytest.mark.parametrize("game", ["redux-core", "redux-leaders", "britannia-2005"])


def started(game: str, text: str) -> Any:
    found: Any = find_game(game)
    s = found.blank(found.option_sets()[0])
    found.notation.place(s, "york", "2 Saxons, 1 Angles")
    found.notation.start(s, text)
    return s


@EDITIONS
@pytest.mark.parametrize("text", ["Movement: Saxons", "NationTurn: Saxon", "Battles: saxons"])
def test_a_nation_begins_its_phase_and_is_on_turn(game: str, text: str) -> None:
    s = started(game, text)

    assert s.turn == "saxons"
    assert [step.nation for step in s.agenda] == ["saxons"]


@EDITIONS
def test_so_many_armies_are_placed(game: str) -> None:
    s = started(game, "PlaceArmies: Saxons, 2")

    assert (s.turn, s.agenda[0].nation, s.agenda[0].n) == ("saxons", "saxons", 2)


@EDITIONS
@pytest.mark.parametrize("step", ["GameRound", "RoundEnd"])
def test_a_round_begins_or_ends(game: str, step: str) -> None:
    s = started(game, f"{step}: 3")

    assert (s.round, s.turn, s.agenda[0].number) == (3, None, 3)


@EDITIONS
@pytest.mark.parametrize("step", ["BattleRound", "Retreat"])
def test_a_battle_has_begun_and_its_attacker_is_on_turn(game: str, step: str) -> None:
    s = started(game, f"{step} york: Saxons attack Angles from lindsey, attacker")

    b = s.agenda[0].battle
    assert (s.turn, b.area, b.attacker, b.defender) == ("saxons", "york", "saxons", "angles")
    assert s.entered["york"] == {"lindsey": 2}


@EDITIONS
@pytest.mark.parametrize("text", ["Amble: Saxons", "Movement york: Saxons", "Retreat: Saxons"])
def test_other_words_are_refused_with_those_that_are_known(game: str, text: str) -> None:
    with pytest.raises(DataError, match=f"start '{text}': expected one of .*Movement.*RoundEnd.*Retreat"):
        started(game, text)
