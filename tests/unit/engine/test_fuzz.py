"""Fuzz: what it must notice, and the record it leaves."""

import pytest

from albion import COMPILED
from albion.engine.action import Action, Seat
from albion.engine.dice import Dice
from albion.engine.errors import RuleError
from albion.engine.fuzz import fuzz_game
from albion.engine.game import View
from albion.engine.kept import Kept
from albion.engine.playout import playout
from albion.engine.record import read_record
from albion.engine.step import Choice
from support.tiny import TINY, NextTurn, Tiny, TinyOptions, TinyState, Turn, tiny

SEED = 10**12


class Leaky(Tiny):
    def view(self, s: TinyState, seat: Seat | None, kept: Kept | None = None) -> View:
        return super().view(s, seat) | {"hands": s.hands}


class Telling(Tiny):
    def view(self, s: TinyState, seat: Seat | None, kept: Kept | None = None) -> View:
        return super().view(s, seat) | {"seed": s.dice.seed}


class Broken(Tiny):
    def invariants(self, s: TinyState) -> list[str]:
        return ["three stones are missing"] if s.heap < 9 else []


class Endless(Tiny):
    bound = 3


class Short(Tiny):
    def verbs(self, o: TinyOptions) -> dict[str, tuple[object, ...]]:  # type: ignore[override]
        return {"take": (1, 2), "gamble": (), "play": ("ace",)}


@pytest.mark.parametrize("options", TINY.option_sets())
def test_a_sound_game_passes(options: TinyOptions) -> None:
    assert fuzz_game(TINY, options, SEED) > 3


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        (Leaky(), "sees something that it may not know"),
        (Telling(), "sees something|the seed is in the view"),
        (Broken(), "three stones are missing"),
        (Endless(), "no end after 3 questions"),
        (Short(), "is not an action of Stones"),
    ],
)
def test_a_broken_promise_is_noticed(game: Tiny, problem: str) -> None:
    with pytest.raises(RuleError, match=problem) as found:
        for seed in range(SEED, SEED + 20):
            fuzz_game(game, TinyOptions(), seed)

    assert found.value.record is not None
    assert found.value.record.startswith("albion record 1")


def test_the_record_of_a_failure_leads_back_to_it() -> None:
    with pytest.raises(RuleError) as found:
        fuzz_game(Broken(), TinyOptions(), SEED)
    assert found.value.record is not None
    record = read_record(found.value.record, tiny)

    assert record.seed == SEED
    assert record.actions


def test_a_dead_end_is_an_error_of_ours() -> None:
    class Stuck(Choice[TinyState], frozen=True):
        def candidates(self, s: TinyState) -> list[Action]:
            return [Action("take", 3)]

        def forbids(self, s: TinyState, a: Action) -> tuple[()] | None:
            return ()

    with pytest.raises(RuleError, match="dead end"):
        Stuck().legal(TINY.setup(TinyOptions(), Dice(1)))


def test_a_playout_counts_its_questions() -> None:
    s, asked = playout(TINY, TinyOptions(), 3)

    assert s.outcome is not None
    assert 4 <= asked <= TINY.bound


@pytest.mark.skipif(
    COMPILED.used, reason="compiled records are not guarded: pure Python finds who changes one"
)
def test_steps_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Turn(0).turn = 1  # type: ignore[misc]


def test_steps_are_compared_by_their_fields() -> None:
    assert NextTurn(0) == NextTurn(0) != NextTurn(1)
