"""Movement phases that cannot end: what is given back, that they then end, and that looking ahead tells the truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from albion.bots import answer, make_bot
from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.loop import apply, is_forced, settle
from albion.engine.playout import random_chooser
from albion.games import find_game
from albion.games.redux_core.options import CoreOptions
from albion.kernels.britannia.answers import RESTART, TAKE_BACK
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.limits import unmet
from albion.kernels.britannia.movement import MovementPhase
from albion.kernels.britannia.state import BritState

BOTH = pytest.mark.parametrize("game", ["redux-core", "redux-leaders"])
ONLY_AFTER = {"careful", "needy", "dice"}
"""What tells a phase begun again from one begun: that it was, and the dice, which nobody throws in it."""


def played(game: str, seed: int) -> Iterator[tuple[BritState, Decision]]:
    """Every question of a random game, before it is answered."""
    found: Any = find_game(game)
    s, pick = found.setup(found.option_sets()[0], Dice(seed)), random_chooser(Dice(seed + 1))
    d = settle(s)
    while d is not None:
        yield s, d
        d = apply(s, pick(s, d))


def same_table(a: BritState, b: BritState) -> list[str]:
    """The fields in which two tables differ."""
    return [
        f.name
        for f in fields(a)
        if f.compare and f.name not in ONLY_AFTER and getattr(a, f.name) != getattr(b, f.name)
    ]


@BOTH
def test_a_phase_begun_again_equals_its_beginning_in_every_field(game: str) -> None:
    begun, again = None, 0
    for s, d in played(game, 5):
        if d.step in ("Movement", "March") and not s.moves and not s.careful:
            begun = s.clone()
        if RESTART in d.actions and d.step in ("Movement", "March"):
            assert begun is not None
            twin = s.clone()
            apply(twin, RESTART)
            again += 1

            assert same_table(twin, begun) == []
            assert twin.careful

    assert again > 20


@BOTH
def test_taking_back_leaves_the_moves_before_as_they_were(game: str) -> None:
    """The table after a move is taken back is one the phase has had before, occupation and truces included."""
    seen: list[BritState] = []
    back = 0
    for s, d in played(game, 6):
        if d.step in ("Movement", "March") and not s.careful:
            seen = [s.clone()] if not s.moves else [*seen, s.clone()]
        if TAKE_BACK in d.actions:
            twin = s.clone()
            apply(twin, TAKE_BACK)
            back += 1

            assert any(same_table(twin, before) == [] for before in seen[:-1])

    assert back > 20


@BOTH
def test_a_question_of_movement_is_never_skipped(game: str) -> None:
    """Whoever is let set out is asked where to, and whoever is let go somewhere is asked how many."""
    follows = {"from": ("MoveTo", "MarchTo"), "to": ("Send", "MarchSend")}
    for s, d in played(game, 9):
        if d.step not in ("Movement", "March") or not s.careful:
            continue
        for a in d.actions:
            asked = apply(s.clone(), a) if a.verb in follows else None
            assert a.verb not in follows or (asked is not None and asked.step in follows[a.verb]), a


@BOTH
def test_nobody_goes_back_twice_in_a_phase(game: str) -> None:
    gone: list[str] = []
    for s, d in played(game, 7):
        if d.step in ("Movement", "March") and not s.careful and not s.moves:
            gone = []
        if d.step in ("Movement", "March") and RESTART in d.actions:
            gone.append(d.step)

        assert len(gone) < 2


@BOTH
def test_looking_ahead_agrees_with_the_law_of_the_end(game: str) -> None:
    """What is counted ahead of a move equals what the laws say once it is made."""
    asked = 0
    for s, d in played(game, 8):
        if d.step not in ("Movement", "March") or s.turn is None or asked > 1500:
            continue
        look = s.rules.outlook(s, s.turn)
        assert (look.stands("", (), 0, 0) == 0) == (unmet(s, s.turn) is None)
        for a in d.actions:
            if a.verb == "from" and not getattr(s, "leaders", None) and not getattr(s, "sorts", None):
                asked += _compare(s, s.turn, str(a.noun))

    assert asked > 200


def _compare(s: BritState, nation: Nation, place: str) -> int:
    twin = s.clone()
    d = apply(twin, Action("from", place))
    asked = 0
    for to in d.actions if d else ():
        area, step = Area(str(to.noun)), twin.clone()
        sent = apply(step, to)
        for send in sent.actions if sent else ():
            after = step.clone()
            now = apply(after, send)
            while now is not None and now.step in ("MarchOn", "MarchFurther"):
                now = apply(after, Action("stop"))
            n = send.number
            foretold = s.rules.outlook(s, nation).stands(place, ((area, n),), n, n)
            assert (foretold == 0) == (unmet(after, nation) is None), (place, to, send)
            asked += 1
    return asked


CROWDED = (
    "round: 7; avalon: 1 Norsemen; bernicia: 2 Angles; cheshire: 2 Danes; cumbria: 2 Brigantes; downlands: 5 Saxons; "
    "essex: 2 Danes; galloway: 2 Brigantes; hwicce: 2 Romano-British; kent: 1 Jutes; lindsey: 2 Danes; lothian: 1 Danes; "
    "march: 1 Romano-British; norfolk: 2 Danes; north-mercia: 1 Angles; pennines: 1 Angles; south-mercia: 1 Danes; "
    "suffolk: 3 Angles; sussex: 1 Jutes; wessex: 1 Jutes; york: 1 Danes"
)


def crowded() -> tuple[BritState, Decision | None]:
    """Five Saxons in the Downlands who must spread among their neighbours."""
    game: Any = find_game("redux-core")
    s: BritState = game.blank(CoreOptions())
    game.notation.from_line(s, CROWDED)
    s.turn, s.agenda = Nation("saxons"), [MovementPhase(Nation("saxons"))]
    return s, settle(s)


@pytest.mark.parametrize("which", [0, -1], ids=["first", "last"])
def test_who_always_answers_alike_ends_a_crowded_phase(which: int) -> None:
    s, d = crowded()
    asked = 0
    while d is not None:
        d = apply(s, d.actions[which])
        asked += 1

        assert asked < 60


def test_the_steady_player_ends_a_crowded_phase() -> None:
    game: Any = find_game("redux-core")
    s, d = crowded()
    asked = 0
    while d is not None:
        forced = is_forced(s, d)
        d = apply(s, d.actions[0] if forced else answer(make_bot("steady", game), game, s, d, asked)[0])
        asked += 1

        assert asked < 60
