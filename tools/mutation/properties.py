"""Quick properties that a mutant must keep besides its rule cases: they see fast paths that no single case can."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).resolve().parents[2] / "tests"
REDUX = ("redux-core", "redux-leaders")
BRITANNIA_2005 = "britannia-2005"
SMALL = 60
"""So many small Movement Phases are tried out."""
CORNERS = 90
"""So many crowded corners of the 2005 game's map are tried out."""
ANSWERS = 700
"""So long are the random games whose tables are looked at."""

BY_TEXT = 1200
"""So many answers of a random game are compared with the rulebook's words."""
WORDS = 400
"""So many answers of a game of Domesday are compared with the rulebook's words."""
LOOKED_AT = 60
"""So many questions of a game of Domesday are compared."""


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
    """What is asked of a game; the modules of tests/support are read with the package under trial."""
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    if game == "domesday":
        return _domesday()
    if game == BRITANNIA_2005:
        return _britannia_2005()
    if game not in REDUX:
        return []
    ends = importlib.import_module("support.small_ends").disagreements
    retreats = importlib.import_module("support.retreats_by_text").disagreements
    tables = importlib.import_module("support.kept_tables").disorder
    return [
        Property(
            game, "what may be done with care can still end", partial(ends, game, 1, SMALL), counted=True
        ),
        *(
            Property(
                game,
                f"tables stay in order, options {n}",
                partial(tables, game, n, n + 1, ANSWERS),
                counted=not n,
            )
            for n in (0, 1)
        ),
        Property(game, "retreats are those of the text", partial(retreats, game, 1, BY_TEXT)),
    ]


def _domesday() -> list[Property]:
    """What is counted ahead equals the laws, in the first questions of two games; and both are as the text has it."""
    looks = importlib.import_module("support.quick_looks").disagreements
    options = importlib.import_module("albion.games.domesday.options").DomesdayOptions
    words = importlib.import_module("support.domesday_by_text").disagreements
    sets = (options(), options(scenario="crusade"))
    return [
        *(
            Property(
                "domesday", f"quick looks are the laws, options {n}", partial(looks, o, 5 + n, LOOKED_AT)
            )
            for n, o in enumerate(sets)
        ),
        Property(
            "domesday", "points, offers and retreats are those of the text", partial(words, sets[0], 5, WORDS)
        ),
    ]


def _britannia_2005() -> list[Property]:
    found = importlib.import_module("support.ends_2005").disagreements
    retreats = importlib.import_module("support.retreats_by_text").disagreements
    reach = importlib.import_module("support.reach_by_text").disagreements
    name = "what the law says of a phase's end is what play comes to"
    return [
        Property(BRITANNIA_2005, name, partial(found, 1, CORNERS), counted=True),
        Property(
            BRITANNIA_2005, "retreats are those of the text", partial(retreats, BRITANNIA_2005, 1, BY_TEXT)
        ),
        Property(BRITANNIA_2005, "armies get as far as the text lets them", partial(reach, 2, BY_TEXT)),
    ]
