"""Standing orders: what they answer, when they ask, and when they disarm themselves."""

from __future__ import annotations

from typing import Any

import pytest

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.orders import (
    ASK,
    Disarmed,
    Given,
    Kind,
    Order,
    answer_by_order,
    default_orders,
    nouns_of,
    number,
    order_kinds,
    passing_answer,
)
from albion.engine.plain import replaced
from albion.engine.state import State
from albion.engine.step import STEPS
from albion.games import GAMES

LOSING = "essex: 3 Saxons, 1 Romano-British"


def asked(game: Game[Any], start: str, line: str) -> tuple[State, Decision]:
    """The question a position asks."""
    s = game.blank(game.options_type())
    game.notation.from_line(s, line)
    game.notation.start(s, start)
    d = settle(s)
    assert d is not None
    return s, d


def attacked(line: str) -> tuple[State, Decision]:
    """The Romano-British are attacked in Essex, in the Saxons' turn."""
    return asked(GAMES["redux-core"], "Retreat essex: Saxons attack Romano-British, defender", line)


def answer(order: Order, line: str = LOSING) -> Given | Disarmed | None:
    """What the defender's order for retreats gives."""
    return answer_by_order(GAMES["redux-core"], {"retreat": order}, *attacked(line))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_orders_speak_of_questions_and_verbs_that_the_game_has(game: Game[Any]) -> None:
    known = {name for package in game.packages for name in STEPS.get(package, {})}
    verbs = game.verbs(game.options_type())
    kinds = order_kinds(*game.books)

    assert kinds
    for kind in kinds:
        assert set(kind.steps) <= known, kind.id
        assert set(kind.verbs) <= set(verbs), kind.id
        for policy in kind.policies:
            patterns = (*policy.give, *policy.below, *policy.least)
            assert {p.partition(" ")[0] for p in patterns} <= set(kind.verbs), (kind.id, policy.id)
            assert bool(policy.below or policy.least) == bool(policy.chance) == ("{n}" in policy.text)
            assert policy.id != ASK


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_secret_questions_never_wait_because_of_what_the_seat_holds(game: Game[Any]) -> None:
    """An order that could be disarmed by a card in the hand would tell that the card is there."""
    steps = {name: step for package in game.packages for name, step in STEPS.get(package, {}).items()}
    for kind in order_kinds(*game.books):
        if any(getattr(steps[name], "secret", False) for name in kind.steps):
            assert all(policy.give[-1].partition(" ")[2] in ("", "*", "{nation}") for policy in kind.policies)
            assert not any(policy.chance for policy in kind.policies)


def test_a_lost_battle_is_left_and_a_good_one_is_fought() -> None:
    odds = Order(policy="odds")

    losing = answer(odds)
    winning = answer(odds, "essex: 1 Saxons, 3 Romano-British")

    assert isinstance(losing, Given) and losing.action.verb == "retreat"
    assert winning == Given("retreat", Action("stay"))


def test_the_number_is_the_players_own() -> None:
    assert answer(Order(policy="odds", n=0)) == Given("retreat", Action("stay"))
    given = answer(Order(policy="odds", n=100), "essex: 1 Saxons, 3 Romano-British")
    assert isinstance(given, Given) and given.action.verb == "retreat"


def test_only_the_places_the_player_named() -> None:
    assert answer(Order(policy="retreat", only=("suffolk",))) == Given(
        "retreat", Action("retreat", "suffolk")
    )


def test_a_place_that_is_not_possible_disarms_instead_of_staying() -> None:
    found = answer(Order(policy="retreat", only=("orkneys",)))

    assert found == Disarmed("retreat", "nothing you restricted it to is possible here")


def test_in_ones_own_turn_the_player_is_asked() -> None:
    game = GAMES["redux-core"]
    s, d = attacked("essex: 3 Saxons, 1 Romano-British")
    s.turn = "romano-british"  # type: ignore[attr-defined]

    assert answer_by_order(game, {"retreat": Order(policy="stay")}, s, d) is None


def test_without_an_order_for_it_the_player_is_asked() -> None:
    s, d = attacked(LOSING)

    assert answer_by_order(GAMES["redux-core"], {}, s, d) is None
    assert answer_by_order(GAMES["redux-core"], {"retreat": Order(policy=ASK)}, s, d) is None
    assert answer(Order(policy="stay", disarmed="because")) is None


def test_an_unforeseen_verb_disarms() -> None:
    s, d = attacked(LOSING)
    strange = replaced(d, actions=(*d.actions, Action("submit")))

    found = answer_by_order(GAMES["redux-core"], {"retreat": Order(policy="stay")}, s, strange)

    assert found == Disarmed("retreat", "it was not made for 'submit'")


def test_an_order_none_of_whose_answers_is_legal_disarms() -> None:
    s, d = attacked(LOSING)
    no_stay = replaced(d, actions=tuple(a for a in d.actions if a.verb != "stay"))

    found = answer_by_order(GAMES["redux-core"], {"retreat": Order(policy="stay")}, s, no_stay)

    assert found == Disarmed("retreat", "none of the answers it allows is legal here")


def test_defaults_are_the_policies_the_game_names() -> None:
    kinds = order_kinds("britannia-2005")

    orders = default_orders(kinds)

    assert orders["retreat"] == Order(policy="odds")
    assert "submission" not in orders


def test_nouns_a_player_may_name() -> None:
    kind = next(k for k in order_kinds("redux-core") if k.id == "retreat")
    game = GAMES["redux-core"]

    nouns = nouns_of(kind, game.verbs(game.options_type()))

    assert "york" in nouns
    assert 1 not in nouns


@pytest.mark.parametrize(("text", "value"), [(0.5, 0.5), ("3/6", 0.5), (1, 1), ("often", None), (True, None)])
def test_chances_however_they_are_written(text: object, value: float | None) -> None:
    assert number(text) == value


def test_a_later_book_replaces_an_earlier_order() -> None:
    core: Kind = next(k for k in order_kinds("redux-core") if k.id == "retreat")
    both = [k for k in order_kinds("redux-core", "redux-leaders") if k.id == "retreat"]

    assert core.steps == ("Retreat", "RetreatSend")
    assert [k.steps for k in both] == [("FallBack", "FallBackSend")]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_turns_can_be_given_up_in_every_game(game: Game[Any]) -> None:
    s = game.setup(game.options_type(), Dice(3))
    d = settle(s)
    for _ in range(12):
        assert d is not None
        seat, answers = d.seat, 0
        while d is not None and d.seat == seat:
            d = apply(s, passing_answer(game, s, d))
            answers += 1
            assert answers < 100, f"{game.id}: {seat} goes round in circles at {d and d.step}"
