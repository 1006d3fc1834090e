"""Stored positions are read again: names and fields of steps and states are how a match lies in the database.

A match in play goes on from a saved position, so a renamed step or field would leave it unreadable. Positions of each
version are kept with what follows from them; a game that can no longer read those of its own version must have a new one.
"""

from __future__ import annotations

import random
import zlib
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from albion.engine.codec import load, save
from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.games import GAMES

FILE = Path(__file__).parent / "positions.tsv"
SEEDS = range(1, 13)
ANSWERS = 40
"""So far a kept position is played on."""
MOST = 16
"""This many positions of a game are kept at the most."""


class Position(NamedTuple):
    """A saved position and what random answers lead to from there."""

    game: str
    version: int
    data: str
    digest: str


def played_on(game: Game[Any], data: str) -> str:
    s = load(game, zlib.decompress(b64decode(data)))
    chance, seen = random.Random(1), sha256()
    d = settle(s)
    for _ in range(ANSWERS):
        if d is None:
            break
        a = chance.choice(d.actions)
        seen.update(f"{d.seat} {d.step}: {' '.join(map(str, d.actions))} > {a} {s.dice.count}\n".encode())
        d = apply(s, a)
    return seen.hexdigest()[:16]


def positions(game: Game[Any]) -> list[Position]:
    """Positions of random games that between them have as many kinds of steps still to do as can be had."""
    found: list[Position] = []
    known: set[str] = set()
    options = game.option_sets()
    for seed in SEEDS:
        chance, s = random.Random(seed), game.setup(options[seed % len(options)], Dice(seed))
        d = settle(s)
        while d is not None and len(found) < MOST:
            steps = {step.name for step in s.agenda}
            if len(steps - known) > (1 if seed == 1 else 0):
                known |= steps
                data = b64encode(zlib.compress(save(game, s), 9)).decode()
                found.append(Position(game.id, game.version, data, played_on(game, data)))
            d = apply(s, chance.choice(d.actions))
    return found


def kept(game: Game[Any]) -> list[Position]:
    rows = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()]
    every = [Position(name, int(version), data, digest) for name, version, data, digest in rows]
    return [p for p in every if (p.game, p.version) == (game.id, game.version)]


@pytest.mark.parametrize("name", [name for name in GAMES if "+" not in name])
def test_stored_positions_of_this_version_are_read_and_go_on_alike(
    name: str, request: pytest.FixtureRequest
) -> None:
    game = GAMES[name]
    stored = kept(game)
    if not stored and request.config.getoption("--rewrite"):
        with FILE.open("a", encoding="utf-8") as file:
            file.writelines("\t".join(map(str, p)) + "\n" for p in positions(game))
        return

    assert stored, f"{name} version {game.version} has no positions: run pytest tests/versions --rewrite"
    for p in stored:
        assert played_on(game, p.data) == p.digest, f"{name} goes on otherwise from a stored position"


def test_a_position_with_a_step_that_is_gone_is_refused() -> None:
    game = GAMES["redux-core"]
    data = zlib.decompress(b64decode(kept(game)[0].data)).replace(b'"MoveTo"', b'"Amble"')
    data = data.replace(b'"RoundEnd"', b'"Dusk"')

    with pytest.raises(DataError, match="cannot be read"):
        load(game, data)
