"""Laws that are easier shown in Python than as a case, and promises of the steps."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from albion.engine.action import Action, Seat
from albion.engine.dice import Dice, LoadedDice
from albion.engine.loop import apply, settle
from albion.engine.match import Match
from albion.engine.plain import plain
from albion.engine.playout import random_chooser
from albion.engine.step import Choice
from albion.games.boudicca import GAME
from albion.games.boudicca.odds import distribution
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.s06_stacking import horde_markers, legion_markers
from albion.games.boudicca.s10_combat import CombatRound, ratio
from albion.games.boudicca.s10_pursuit import pursuit_dice
from albion.games.boudicca.state import Battle, BoudiccaState


def table(start: str, **position: str) -> BoudiccaState:
    """A position as cases write it."""
    s = GAME.blank(BoudiccaOptions())
    for key, text in position.items():
        GAME.notation.place(s, key.lstrip("_").replace("_", "-"), text)
    GAME.notation.start(s, start)
    return s


def test_odds_are_the_nearest_whole_ratio_with_halves_for_the_defender() -> None:
    for attack in range(1, 90):
        for defence in range(1, 90):
            many, few = ratio(attack, defence)
            true = Fraction(max(attack, defence), min(attack, defence))
            shown = max(many, few)

            assert min(many, few) == 1
            assert abs(true - shown) <= Fraction(1, 2)
            if abs(true - shown) == Fraction(1, 2):
                assert shown == (int(true) if attack > defence else int(true) + 1)


def test_pursuit_example_of_the_book() -> None:
    assert pursuit_dice(5, 2, 2) == 1
    assert [pursuit_dice(w, 0, 2) for w in range(6)] == [0, 1, 1, 1, 2, 2]


def test_when_nobody_can_hurt_the_disrupted_markers_go() -> None:
    s = table("CombatRound 6106 romans", _6106="3 ix, 1 regni")
    s.battle = Battle(6106, "romans", size="skirmish", disrupted=(9, 9))
    s.dice = LoadedDice([6, 6])
    CombatRound().run(s, None)

    assert s.battle.disrupted == (0, 0)


def test_one_side_that_can_hurt_keeps_the_markers() -> None:
    s = table("CombatRound 6106 romans", _6106="3 ix, 1 regni")
    s.battle = Battle(6106, "romans", size="skirmish", disrupted=(9, 1))
    s.dice = LoadedDice([6, 1])
    CombatRound().run(s, None)

    assert s.battle.disrupted == (9, 1)


def test_markers_stand_where_most_of_a_legion_and_the_largest_hordes_are() -> None:
    s = table(
        "Impulse romans", _6106="3 ix", _6107="6 ix", _5119="1 xx inactive", _6103="2 iceni", _6003="4 iceni"
    )

    assert legion_markers(s) == {"ix": 6107}
    assert horde_markers(s) == (6003, 6103)


def test_a_game_has_three_horde_markers() -> None:
    s = table("Impulse britons", _6103="2 iceni", _6003="2 regni", _6106="2 belgae", _6108="2 cantii")

    assert len(horde_markers(s)) == 3


def test_the_distribution_of_a_round_is_exact() -> None:
    s = table("CombatRound 6106 romans", _6106="4 ix, 1 trinovantes")
    settle_battle = Battle(6106, "romans", size="major")
    s.battle = settle_battle
    two = distribution(s, settle_battle, "romans", 2)

    assert sum(two) == 1
    assert two[0] == Fraction(1, 36)
    assert two[4] == Fraction(4, 36)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_offered_without_a_second_look_is_not_forbidden(seed: int) -> None:
    for options in GAME.option_sets()[:2]:
        s = GAME.setup(options, Dice(seed))
        pick, d = random_chooser(Dice(seed + 9)), settle(s)
        while d is not None:
            step = s.agenda[-1]
            assert isinstance(step, Choice)
            for a in d.actions[:: max(1, len(d.actions) // 12)]:
                assert step.forbids(s, a) is None, (step, a)
            d = apply(s, pick(s, d))


def test_a_reach_question_refuses_every_hex_it_does_not_offer() -> None:
    s = table("Impulse britons", _6103="2 iceni", _6106="1 ix", ap="1")
    d = settle(s)
    for verb, noun in (("activate", 6103), ("take", "all")):
        d = apply(s, Action(verb, noun))
    assert d is not None
    step = s.agenda[-1]
    assert isinstance(step, Choice)
    for verb in ("to", "attack"):
        for h in s.rules.board.grid.hexes[::7]:
            a = Action(verb, h)
            assert (step.forbids(s, a) is None) == (a in d.actions), a


def test_nobody_learns_a_card_before_it_is_played() -> None:
    match: Match[BoudiccaState] = Match(GAME, BoudiccaOptions(), 11)
    pick = random_chooser(Dice(12))
    while match.decision is not None:
        match._apply(pick(match.state, match.decision))
    for log in match.events:
        for event in log:
            if event.kind in ("hand", "drew", "bid"):
                assert event.seats is not None
                assert event.seats == {Seat(event.data["seat"])}


def test_a_bid_is_hidden_until_both_are_laid_down() -> None:
    s = table("Initiative", turn="2", hand_romans="ap-3, ap-1", hand_britons="ap-1")
    settle(s)
    apply(s, Action("bid", "ap-3"))

    assert GAME.view(s, Seat("romans"))["bid"] == "ap-3"
    assert GAME.view(s, Seat("britons"))["bid"] is None
    assert GAME.view(s, None)["bid"] is None
    guesses = {GAME.imagine(s, Seat("britons"), Dice(n)).bids.get("romans") for n in range(40)}
    assert len(guesses) > 1


def test_imagined_hands_fit_what_was_seen() -> None:
    s = table("Impulse romans", hand_romans="ap-1, ap-3", hand_britons="ap-1, ap-1", played_britons="rampage")
    for n in range(20):
        twin = GAME.imagine(s, Seat("romans"), Dice(n))

        assert twin.hands["romans"] == s.hands["romans"]
        assert len(twin.hands["britons"]) == 2
        assert "rampage" not in (*twin.hands["britons"], *twin.decks["britons"])
        assert sorted((*twin.hands["britons"], *twin.decks["britons"], "rampage")) == sorted(
            s.rules.decks["britons"]
        )


def test_a_position_is_written_and_read_back() -> None:
    s = GAME.setup(BoudiccaOptions(), Dice(3))
    pick, d = random_chooser(Dice(4)), settle(s)
    for _ in range(160):
        assert d is not None
        d = apply(s, pick(s, d))
    again = GAME.blank(BoudiccaOptions())
    for key in GAME.notation.keys(s):
        GAME.notation.place(again, key, GAME.notation.read(s, key))

    assert GAME.notation.line(again) == GAME.notation.line(s)


def test_steps_are_small_json() -> None:
    s = GAME.setup(BoudiccaOptions(), Dice(3))
    settle(s)

    assert all(msgspec.json.encode(step, enc_hook=plain) for step in s.agenda)
