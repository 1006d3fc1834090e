"""Every game is built alike: the same files for the same things, chapters by number, and every exception has a reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import albion.games
from albion.games import GAMES

ROOT = Path(albion.games.__file__).parent
FOLDERS = tuple(sorted(game.replace("-", "_") for game in GAMES if "+" not in game))
SKELETON = {
    "options.py": "what the players agree before the game",
    "data.py": "its tables, read once and checked",
    "rules.py": "the record of fixed facts and chosen laws, built once from data and options",
    "state.py": "the table, and how it is copied",
    "notation.py": "positions as text",
    "view.py": "what a seat may see",
    "odds.py": "exact chances of what an answer would roll",
    "game.py": "the game as seen from outside",
    "steady.py": "its own bot; what it weighs may stand in steady_*.py",
    "about.toml": "what it is, for the lobby",
    "words.toml": "every word a player reads",
    "lesson.toml": "the guided first game",
    "orders.toml": "standing orders",
    "clauses.tsv": "the rulebook, clause by clause",
    "rulings.toml": "our readings where the book is silent",
    "coverage.toml": "clauses with nothing to enforce, and why",
    "data": "the tables themselves",
    "__init__.py": "the package's door",
}
BESIDE = {
    "reasons.py": "the sentences of refusals where no number decides, by verb and clause",
    "refusals.py": "when each answer has its time, and what refusals of several chapters share",
    "VIEW.md": "the shape of the view, where the game has one of its own",
}
"""What a game may have besides."""
CHAPTER = re.compile(r"s\d\d(_\d)*_[a-z_]+\.py|steady_[a-z_]+\.py")

PLAIN = "armies are all alike, so that the kernel's own serves"
WITH_LEADERS = "the kernel's own for sorts of armies and leaders serves"
LEFT_OUT = {
    ("redux_core", "state.py"): PLAIN,
    ("redux_core", "notation.py"): PLAIN,
    ("redux_core", "view.py"): PLAIN,
    ("redux_core", "odds.py"): PLAIN,
    ("redux_leaders", "view.py"): WITH_LEADERS,
    ("redux_leaders", "odds.py"): WITH_LEADERS,
    ("redux_leaders", "coverage.toml"): "every clause of the book is proved",
}
ADDED = {
    ("boudicca", "actions.py"): "answers made once: the hot questions offer hundreds of hexes",
    ("boudicca", "board.py"): "a hex map with its ways is no table",
    ("boudicca", "check.py"): "what tables that name each other must agree on",
    ("boudicca", "battlefield.py"): "a battle as its forecast sees it",
    ("boudicca", "courses.py"): "the courses a battle can take, for its forecast",
    ("boudicca", "forecast.py"): "whole battles worked out ahead, which odds.py only shows",
    ("boudicca", "imagine.py"): "hands are secret: what a seat could believe",
    ("boudicca", "invariants.py"): "counters that are hidden, carried and flipped need a long list",
    ("boudicca", "questions.py"): "what every question shares",
    ("boudicca", "roster.py"): "the counters, in the order that arrays of the state follow",
    ("boudicca", "schema.py"): "owners bring tables of their own, which are checked field by field",
    ("boudicca", "schema_base.py"): "the same, for what every table carries",
    ("boudicca", "schema_map.py"): "the same, for the map",
    ("boudicca", "starts.py"): "words that begin a case; notation.py is long enough",
    ("boudicca", "notation_tracks.py"): "what a position says besides counters; notation.py is long enough",
    ("britannia_2005", "tournaments.toml"): "the one game whose tournaments were reported",
    ("domesday", "check.py"): "what tables that name each other must agree on",
    ("domesday", "facts.py"): "facts that cases name",
    ("domesday", "invariants.py"): "counters, Leaders and cards are conserved: a long list",
    ("domesday", "march_reasons.py"): "what refusals of marches say; the chapter is long enough",
    ("domesday", "departures.py"): "counted ahead for speed, compared with the laws by a property",
    (
        "domesday",
        "kinds.py",
    ): "the order of every list of troops, in a file of its own so that it is compiled",
    ("domesday", "onward.py"): "counted ahead for speed, compared with the laws by a property",
    ("domesday", "open_steps.py"): "counted ahead for speed, compared with the laws by a property",
    ("domesday", "openings.py"): "counted ahead for speed, compared with the laws by a property",
    ("domesday", "quick.py"): "counted ahead for speed, compared with the laws by a property",
    ("domesday", "starts.py"): "where a position begins, in words; the positions alone fill notation.py",
    ("domesday", "reasons.py"): "what refusals of several chapters say",
    ("domesday", "spelling.py"): "names as people write them; notation.py is long enough",
}


def contents(folder: str) -> set[str]:
    return {path.name for path in (ROOT / folder).iterdir() if path.name != "__pycache__"}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_game_has_the_whole_skeleton(folder: str) -> None:
    missing = {name for name in SKELETON if (folder, name) not in LEFT_OUT} - contents(folder)

    assert not missing


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_no_part_of_the_skeleton_is_a_chapter_or_has_a_reason(folder: str) -> None:
    beside = contents(folder) - SKELETON.keys() - BESIDE.keys()
    stray = {name for name in beside if not CHAPTER.fullmatch(name) and (folder, name) not in ADDED}

    assert not stray


def test_exceptions_are_still_needed() -> None:
    needless = [where for where in LEFT_OUT if where[1] in contents(where[0])]
    gone = [where for where in ADDED if where[1] not in contents(where[0])]

    assert not needless + gone
