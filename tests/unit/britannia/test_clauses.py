"""Laws that editions share: each edition finds them under clauses of its own."""

from __future__ import annotations

from dataclasses import fields

import pytest

from albion.engine.cite import LAWS, cite
from albion.engine.loop import settle
from albion.games import GAMES
from albion.kernels.britannia.battles import BattleOrder
from albion.kernels.britannia.clauses import Clauses

EDITIONS = {"redux-core": "redux-core", "redux-leaders": "redux-core", "britannia-2005": "britannia-2005"}


def clauses_of(game: str) -> Clauses:
    found = GAMES[game].blank(GAMES[game].option_sets()[0]).rules.clauses
    assert isinstance(found, Clauses)
    return found


@pytest.mark.parametrize("game", EDITIONS)
def test_every_clause_of_a_shared_law_leads_to_the_law(game: str) -> None:
    clauses = clauses_of(game)
    for topic in fields(clauses):
        for ref in getattr(clauses, topic.name):
            assert ref.book in GAMES[game].books
            assert any(law.module.startswith("albion.kernels.britannia") for law in LAWS[ref]), ref


@pytest.mark.parametrize("game", EDITIONS)
def test_a_shared_question_cites_the_book_of_the_game_that_is_played(game: str) -> None:
    s = GAMES[game].blank(GAMES[game].option_sets()[0])
    for nation, area in (("welsh", "york"), ("picts", "york"), ("welsh", "kent"), ("picts", "kent")):
        s.add(nation, area, 1)
    s.turn = "welsh"
    s.agenda = [BattleOrder("welsh")]  # type: ignore[arg-type]

    d = settle(s)

    assert d is not None
    assert d.cite == clauses_of(game).battle_order
    assert {ref.book for ref in d.cite} == {EDITIONS[game]}


def test_one_law_stands_in_two_books() -> None:
    core, other = cite("redux-core 7.b"), cite("britannia-2005 battle.general.d")

    assert {law for law in LAWS[core[0]] if law.name.startswith("BattleOrder")} <= set(LAWS[other[0]])
