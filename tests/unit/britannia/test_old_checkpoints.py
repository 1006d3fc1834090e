"""A table noted by an older version, which had other fields, is told to be unreadable before somebody goes back to it."""

from __future__ import annotations

import json

import pytest

from albion.engine.codec import load, save
from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.loop import apply, settle
from albion.games import GAMES
from albion.kernels.britannia.checkpoint import Checkpoint


@pytest.mark.parametrize("name", ["redux-core", "redux-leaders"])
def test_a_checkpoint_is_read_whole_or_refused(name: str) -> None:
    game = GAMES[name]
    s = game.setup(game.options_type(), Dice(1))
    d = settle(s)
    while d is not None and not s.checkpoint:
        d = apply(s, d.actions[0])
    here = load(game, save(game, s))
    here.read_whole()
    for data in (b"[1, 2]", s.checkpoint.written().replace(b"1", b'"x"')):
        here.checkpoint = Checkpoint.read(data)
        with pytest.raises(DataError, match="the table a phase began with cannot be read"):
            here.read_whole()


@pytest.mark.parametrize("name", ["redux-core", "redux-leaders"])
def test_a_checkpoint_is_the_same_in_whatever_order_its_sets_were_written(name: str) -> None:
    """Each process has an order of its own: a match that another one wrote is none the worse for it."""
    game = GAMES[name]
    s = game.setup(game.options_type(), Dice(1))
    d = settle(s)
    while d is not None and not (s.checkpoint and len(s.foes) > 1):
        d = apply(s, d.actions[0])
    fields = json.loads(s.checkpoint.written())
    sets = [n for n, value in enumerate(fields) if isinstance(value, list) and set(value) == s.foes]
    (n,) = sets
    other = [*fields[:n], fields[n][::-1], *fields[n + 1 :]]
    other_table = [*fields[:n], fields[n][1:], *fields[n + 1 :]]

    assert fields[n] == sorted(s.foes)
    assert Checkpoint.read(json.dumps(other).encode()) == s.checkpoint
    assert Checkpoint.read(json.dumps(other_table).encode()) != s.checkpoint
