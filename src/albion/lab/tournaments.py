"""What people score in tournaments, where reports exist: `tournaments.toml` beside a game's rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from albion.engine.game import Game


class Band(NamedTuple):
    """Points that are usual for somebody."""

    low: int
    high: int


class Tournaments(NamedTuple):
    """Reported play of one game."""

    source: str
    bands: Mapping[str, Band]
    """By seat, and for the winner."""
    wins: Mapping[str, int]
    """Games won, by seat."""

    def share(self, seat: str) -> float | None:
        """The share of games that people won from this seat."""
        every = sum(self.wins.values())
        return self.wins[seat] / every if seat in self.wins else None


def tournaments_of(game: Game[Any]) -> Tournaments | None:
    """The reports in the game's package, if any; a variant is a different game."""
    if game.variant:
        return None
    file = files(game.packages[-1]) / "tournaments.toml"
    if not file.is_file():
        return None
    raw = tomllib.loads(file.read_text(encoding="utf-8"))
    return Tournaments(raw["source"], {who: Band(*band) for who, band in raw["bands"].items()}, raw["wins"])
