"""Quick properties that a mutant must keep besides its rule cases: they see fast paths that no single case can."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

TESTS = Path(__file__).resolve().parents[2] / "tests"
REDUX = ("redux-core", "redux-leaders")
BRITANNIA_2005 = "britannia-2005"
SMALL = 60
"""This many small Movement Phases are tried out."""
CORNERS = 90
"""This many crowded corners of the 2005 game's map are tried out."""
ANSWERS = 700
"""So long are the random games whose tables are looked at."""

BY_TEXT = 1200
"""This many answers of a random game are compared with the rulebook's words."""
LEDGER = 5000
"""Enough answers for a whole game of Britannia 2005."""
WORDS = 400
"""This many answers of a game of Domesday are compared with the rulebook's words."""
LOOKED_AT = 60
"""This many questions of a game of Domesday are compared."""
SCENARIOS = ("invasion", "crusade")
"""The scenarios of Domesday that are looked at."""


class Property(NamedTuple):
    """Something true of a game, asked like a case."""

    game: str
    name: str
    run: Callable[[], list[str]]
    """What is not true, in sentences."""
    counted: bool = False
    """Whether it must not take more effort than without the change."""
    walked: bool = True
    """Like a random walk, it is tried after the cases."""

    def __str__(self) -> str:
        return f"property: {self.name}"


def properties(game: str) -> list[Property]:
    """What is asked of a game."""
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    if game == "domesday":
        return _domesday()
    if game == BRITANNIA_2005:
        return _britannia_2005()
    return _redux(game) if game in REDUX else []


def _asking(module: str, *given: Any) -> Callable[[], list[str]]:
    """What a module of tests/support finds wrong.

    It is read only when it is asked, by the process that tries a mutant: what it imports is then the changed game.
    """
    return partial(_asked, module, given)


def _asked(module: str, given: tuple[Any, ...]) -> list[str]:
    module, _, name = module.partition(".")
    found: list[str] = getattr(importlib.import_module(f"support.{module}"), name or "disagreements")(*given)
    return found


def _redux(game: str) -> list[Property]:
    ends = _asking("small_ends", game, 1, SMALL)
    return [
        Property(game, "what may be done with care can still end", ends, counted=True),
        *(
            Property(
                game,
                f"tables stay in order, options {n}",
                _asking("kept_tables.disorder", game, n, n + 1, ANSWERS),
                counted=not n,
            )
            for n in (0, 1)
        ),
        Property(game, "retreats are those of the text", _asking("retreats_by_text", game, 1, BY_TEXT)),
    ]


def _domesday() -> list[Property]:
    """What is counted ahead equals the laws, in the first questions of two games; and both are as the text has it."""
    return [
        *(
            Property(
                "domesday",
                f"quick looks are the laws, options {n}",
                partial(_with_options, "quick_looks", scenario, 5 + n, LOOKED_AT),
            )
            for n, scenario in enumerate(SCENARIOS)
        ),
        Property(
            "domesday",
            "points, offers and retreats are those of the text",
            partial(_with_options, "domesday_by_text", SCENARIOS[0], 5, WORDS),
        ),
    ]


def _with_options(module: str, scenario: str, *given: Any) -> list[str]:
    """The same of Domesday, whose properties take the game's options."""
    options = importlib.import_module("albion.games.domesday.options").DomesdayOptions
    return _asked(module, (options(scenario=scenario), *given))


def _britannia_2005() -> list[Property]:
    name = "what the law says of a phase's end is what play comes to"
    retreats = _asking("retreats_by_text", BRITANNIA_2005, 1, BY_TEXT)
    return [
        Property(BRITANNIA_2005, name, _asking("ends_2005", 1, CORNERS), counted=True),
        Property(BRITANNIA_2005, "retreats are those of the text", retreats),
        Property(
            BRITANNIA_2005, "armies get as far as the text lets them", _asking("reach_by_text", 2, BY_TEXT)
        ),
        Property(
            BRITANNIA_2005, "points and forts are those of the text", _asking("ledger_by_text", 1, LEDGER)
        ),
    ]
