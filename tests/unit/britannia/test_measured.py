"""What is measured once and answered quickly about the end of a Movement Phase equals the law it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from albion.engine.action import Decision
from albion.engine.codec import load, save
from albion.engine.dice import Dice
from albion.engine.fuzz import random_chooser
from albion.engine.loop import apply, settle
from albion.games import find_game
from albion.kernels.britannia import prospect
from albion.kernels.britannia.board import Place
from albion.kernels.britannia.measured import outlook_now
from albion.kernels.britannia.movement import RESTART, TAKE_BACK
from albion.kernels.britannia.prospect import Outlook
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.sureties import gains, to_gain

BOTH = pytest.mark.parametrize("game", ["redux-core", "redux-leaders"])
SURETIES = ("surely_stands", "surely_held", "surely_fed", "surely_seated")
Moves = Iterator[tuple[Place, Place, int]]


def careful(game: str, seed: int) -> Iterator[tuple[BritState, Decision]]:
    """Every question of a random game's movement in which no move may spoil the end."""
    found: Any = find_game(game)
    s, pick = found.setup(found.option_sets()[0], Dice(seed)), random_chooser(Dice(seed + 1))
    d = settle(s)
    while d is not None:
        if s.careful and s.turn is not None and d.step in ("Movement", "March"):
            yield s, d
        d = apply(s, pick(s, d))


def moves(s: BritState) -> Moves:
    """Plain armies that could go next door, in every number."""
    assert s.turn is not None
    for place, n in s.fresh.items():
        for area in s.rules.outlook(s, s.turn).ends(place):
            if area != place and area in s.rules.board.near:
                yield from ((place, area, k) for k in range(1, n + 1))


@BOTH
def test_quick_answers_equal_the_search(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[BritState, list[tuple[tuple[Place, Place, int], bool]]]] = []
    for s, _ in careful(game, 11):
        if len(seen) < 60 and s.turn is not None:
            look = s.rules.outlook(s, s.turn)
            asked = [((p, a, n), look.keeps(p, ((a, n),), n, n, fresh=True)) for p, a, n in moves(s)]
            seen.append((s.clone(), asked))

    for name in SURETIES:
        monkeypatch.setattr(prospect, name, lambda *_: False)

    assert sum(len(asked) for _, asked in seen) > 500
    for s, asked in seen:
        for (p, a, n), answer in asked:
            assert s.turn is not None
            assert s.rules.outlook(s, s.turn).keeps(p, ((a, n),), n, n, fresh=True) == answer, (p, a, n)


@BOTH
def test_a_move_that_gains_too_few_areas_spoils_the_end(game: str) -> None:
    refused = 0
    for s, _ in careful(game, 12):
        assert s.turn is not None
        look: Outlook = s.rules.outlook(s, s.turn)
        for place, area, n in moves(s):
            if to_gain(look, place, n, fresh=True) > gains(look, area):
                refused += 1

                assert not look.keeps(place, ((area, n),), n, n, fresh=True)

    assert refused > 200


@BOTH
def test_an_outlook_is_measured_anew_once_anything_moves(game: str) -> None:
    """One outlook serves a position's questions; a clone, a move or a changed table gets its own."""
    asked = 0
    for s, d in careful(game, 13):
        assert s.turn is not None
        look = outlook_now(s, s.turn)
        twin = s.clone()
        place = next(iter(s.fresh), "")

        assert outlook_now(s, s.turn) is look
        assert outlook_now(twin, s.turn) is not look
        if place and d.actions[0].verb == "from":
            twin.fresh[place] += 1
            twin.armies[s.turn][place] += 1
            assert outlook_now(twin, s.turn).mine[place] == look.mine[place] + 1
            asked += 1

    assert asked > 30


@BOTH
def test_a_saved_phase_is_set_back_as_one_that_was_not(game: str) -> None:
    found: Any = find_game(game)
    s, pick = found.setup(found.option_sets()[0], Dice(14)), random_chooser(Dice(15))
    d, back = settle(s), 0
    while d is not None and back < 12:
        for a in (RESTART, TAKE_BACK):
            if a in d.actions and s.checkpoint:
                saved, kept = load(found, save(found, s)), s.clone()
                assert saved == kept
                apply(saved, a)
                apply(kept, a)
                back += 1

                assert saved == kept
        d = apply(s, pick(s, d))

    assert back >= 12
