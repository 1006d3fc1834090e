"""A log that is only counted is told the same as one that is read, save what is only there to be read."""

import pytest

from albion.engine.counted import Counted
from albion.engine.dice import Dice
from albion.engine.event import Event
from albion.engine.loop import apply, settle
from albion.engine.tally import BOOKKEEPING, opens
from albion.games import GAMES

ANSWERS = 150


def told(game_id: str, log: list[Event]) -> list[Event]:
    """What the first random answers of a game tell."""
    game, chance = GAMES[game_id], Dice(2)
    s = game.setup(game.options_type(), Dice(1))
    d = settle(s, log)
    for _ in range(ANSWERS):
        assert d is not None
        d = apply(s, d.actions[chance.d(len(d.actions)) - 1], log)
    return log


def is_news(e: Event) -> bool:
    """Whether an event tells what happened, or that a round of the game begins."""
    return (e.kind not in BOOKKEEPING or opens(e)) and not e.kind.startswith("stuck-")


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_counts_is_told(game: str) -> None:
    read, counted = told(game, []), told(game, Counted())
    assert [e for e in counted if is_news(e)] == [e for e in read if is_news(e)]


@pytest.mark.parametrize("game", ["redux-core", "redux-leaders", "britannia-2005"])
def test_where_the_game_is_in_its_sequence_is_told_to_readers_alone(game: str) -> None:
    read, counted = told(game, []), told(game, Counted())
    assert {"phase", "turn"} <= {e.kind for e in read}
    assert not {"phase", "turn"} & {e.kind for e in counted}
