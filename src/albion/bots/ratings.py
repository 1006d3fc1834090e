"""The measured strength of every level, as the lobby shows it; `albion ladder --keep` writes it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

RATINGS = Path(__file__).parent / "ratings.json"
ENOUGH = 30
"""A rating from fewer games says more about its starting value than about the level."""


class Rated(msgspec.Struct, frozen=True):
    """A level's rating with its 95% interval."""

    level: str
    rating: int
    low: int
    high: int
    games: int


@cache
def ratings() -> dict[str, list[Rated]]:
    """By game; nothing for one that was never measured."""
    if not RATINGS.is_file():
        return {}
    return msgspec.json.decode(RATINGS.read_bytes(), type=dict[str, list[Rated]])


def write_ratings(game: str, rated: list[Rated]) -> None:
    """Store a game's ratings with the others', for levels that have played enough games."""
    ratings.cache_clear()
    found = ratings() | {game: [r for r in rated if r.games >= ENOUGH]}
    RATINGS.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    ratings.cache_clear()
