"""`every_game`: one random match for each game, option set and seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import pytest

from albion.engine.action import Decision
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.match import Match
from albion.engine.options import options_text, parse_options
from albion.games import GAMES
from support.tiny import TINY

FIRST_SEED = 7_000_000_019
"""Long enough that its digits stand in no view by accident."""

CHECKED = 11
"""Invariants are checked at each question whose number this divides."""

LOOKS = 12
"""At how many positions of a match the costly properties look."""


class Start(NamedTuple):
    """What a random match depends on."""

    game: str
    options: str
    seed: int

    def __str__(self) -> str:
        return f"{self.game} {self.options} {self.seed - FIRST_SEED}"


def game_of(start: Start) -> Game[Any]:
    """The game, the tests' own included."""
    return TINY if start.game == "tiny" else GAMES[start.game]


def starts(seeds: int) -> Iterator[Start]:
    """Every game and option set with this many seeds; a game that cannot be imported fails by itself."""
    for name in ("tiny", *GAMES):
        try:
            sets = [options_text(o) for o in game_of(Start(name, "", 0)).option_sets()]
        except Exception as error:
            sets = [f"cannot be loaded: {error}"]
        yield from (Start(name, o, FIRST_SEED + n) for o in sets for n in range(seeds))


def every_game(seeds: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a test a finished random match of every game, option set and seed."""
    # One group a match: whichever process plays it, plays it once.
    params = [pytest.param(s, id=str(s), marks=pytest.mark.xdist_group(str(s))) for s in starts(seeds)]
    return pytest.mark.parametrize("match", params, indirect=True)


class Played(Match[Any]):
    """A match with what was found broken on the way."""

    broken: tuple[str, ...] = ()


@lru_cache(maxsize=256)
def random_match(start: Start) -> Played:
    """A whole match by random answers, or as far as the game's bound; nobody may change it."""
    game = game_of(start)
    match = Played(game, parse_options(game.options_type, start.options), start.seed)
    dice = Dice(start.seed + 1)
    while match.decision is not None and len(match.actions) <= game.bound:
        d = match.decision
        if len(match.actions) % CHECKED == 0:
            match.broken += tuple(f"{len(match.actions)}: {b}" for b in game.invariants(match.state))
        match._apply(d.actions[dice.d(len(d.actions)) - 1])
    match.broken += tuple(game.invariants(match.state))
    return match


def positions(match: Match[Any], looks: int = LOOKS) -> Iterator[tuple[Any, Decision]]:
    """Some open questions of a match, evenly spread, each with a state of its own."""
    last = len(match.actions)
    for n in sorted({last * i // looks for i in range(looks)}):
        state, decision = match.at(n)
        if decision is not None:
            yield state, decision
