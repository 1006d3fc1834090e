"""Questions whose answers all come to the same are answered for the player; cases and records still see them asked."""

from __future__ import annotations

from typing import Any

import pytest

from albion.engine.action import Action
from albion.engine.cases import set_up
from albion.engine.dice import Dice
from albion.engine.loop import apply, is_forced, settle
from albion.games import find_game
from albion.games.britannia_2005.options import Options2005

SOUTH = ("york", "essex", "kent", "sussex", "wessex", "avalon", "hwicce", "norfolk", "suffolk")


def begun(start: str, position: dict[str, str]) -> tuple[Any, Any]:
    s = set_up(find_game("britannia-2005"), Options2005(), start, position, Dice(1))
    return s, settle(s)


def forts(n: int) -> dict[str, str]:
    return {"round": "6", "cumbria": "2 Romans", **dict.fromkeys(SOUTH[:n], "1 Romans fort")}


@pytest.mark.parametrize(
    ("start", "position"),
    [
        ("RomansLeave", forts(5)),
        ("RomansLeave", {**forts(3), "cheshire": "2 Romans"}),
        ("Cnut", {"round": "14", "york": "2 Danes, Cnut", "kent": "1 Danes", "north-sea": "1 Danes"}),
    ],
)
def test_whatever_the_order_the_table_is_the_same(start: str, position: dict[str, str]) -> None:
    tables = []
    for pick in (0, -1):
        s, d = begun(start, position)
        while d is not None:
            assert is_forced(s, d)
            d = apply(s, d.actions[pick])
        tables.append(find_game("britannia-2005").notation.line(s))

    assert tables[0] == tables[1]


@pytest.mark.parametrize(
    ("start", "position", "first"),
    [
        ("RomansLeave", forts(9), Action("keep", "york")),
        ("Cnut", {"round": "14", "york": "4 Danes, Cnut", "kent": "1 Danes"}, Action("remove", "york")),
    ],
)
def test_with_one_too_many_the_player_is_asked(start: str, position: dict[str, str], first: Action) -> None:
    s, d = begun(start, position)

    assert first in d.actions
    assert not is_forced(s, d)
