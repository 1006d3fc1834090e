"""The gate for changed rules: walks through every game, kept by version, must be walked again alike.

A stored match depends on what is asked, what is offered, how often dice are rolled and how positions are saved.
If one of these changes, the game's version must be raised: `pytest tests/versions --rewrite` then adds walks of the
new version. Walks that are there already are never written again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from albion.engine.codec import save
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.options import options_text, parse_options
from albion.games import GAMES

FILE = Path(__file__).parent / "walks.tsv"
SEEDS = (1, 2)
SETS = 4
"""This many option sets of each game are walked."""
ANSWERS = 500


class Walk(NamedTuple):
    """One random game and what it came to."""

    game: str
    version: int
    options: str
    seed: int
    digest: str


def walk(game: Game[Any], options: str, seed: int) -> Walk:
    chosen = parse_options(game.options_type, options)
    chance = random.Random(seed)
    s = game.setup(chosen, Dice(seed))
    d = settle(s)
    seen = sha256(json.dumps(sorted(json.loads(save(game, s)))).encode())
    for _ in range(ANSWERS):
        if d is None:
            break
        a = chance.choice(d.actions)
        offered = " ".join(map(str, d.actions))
        seen.update(f"{d.seat} {d.step}: {offered} > {a} {s.dice.count}\n".encode())
        d = apply(s, a)
    seen.update(repr(s.outcome and sorted(s.outcome.scores.items())).encode())
    return Walk(game.id, game.version, options, seed, seen.hexdigest()[:16])


def known() -> list[Walk]:
    rows = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [
        Walk(game, int(version), options, int(seed), digest) for game, version, options, seed, digest in rows
    ]


def wanted(game: Game[Any]) -> Iterator[tuple[str, int]]:
    sets = [options_text(o) for o in game.option_sets()]
    for options in sets[:: max(1, len(sets) // SETS)][:SETS]:
        yield from ((options, seed) for seed in SEEDS)


@pytest.mark.parametrize("name", GAMES)
def test_changed_rules_raise_the_version(name: str, request: pytest.FixtureRequest) -> None:
    game = GAMES[name]
    kept = {(w.options, w.seed): w for w in known() if (w.game, w.version) == (name, game.version)}
    walked = [walk(game, options, seed) for options, seed in (kept or dict.fromkeys(wanted(game)))]
    if not kept and request.config.getoption("--rewrite"):
        with FILE.open("a", encoding="utf-8") as file:
            file.writelines("\t".join(map(str, w)) + "\n" for w in walked)
        return

    assert kept, f"{name} version {game.version} has no walks: run pytest tests/versions --rewrite"
    changed = [w for w in walked if w != kept[w.options, w.seed]]
    assert not changed, (
        f"the rules of {name} have changed, but its version is still {game.version}: stored matches would go on under"
        f" other rules than they began with. Raise it, then run pytest tests/versions --rewrite. ({changed[0]})"
    )
