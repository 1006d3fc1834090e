"""What the players agree before the game."""

from __future__ import annotations

from typing import Literal

from albion.engine.errors import DataError
from albion.engine.options import Options

SCENARIOS = ("comet", "invasion", "conquest", "domesday", "crusade")
SEATS = ("danish", "norse", "english", "norman")


class DomesdayOptions(Options, frozen=True):
    """Scenario and campaign, number of players, Absentee Player, and the loan of Baron counters."""

    players: Literal[4, 3] = 4
    """Seats of the game: four, or three without the Danish Player (1.3)."""
    scenario: Literal["invasion", "comet", "conquest", "domesday", "crusade"] = "invasion"
    """Comet is the short one for learning; Invasion is the first in which every seat has time to win."""
    until: Literal["same", "invasion", "conquest", "domesday", "crusade"] = "same"
    """The last scenario of a campaign (7.2)."""
    absentee: Literal["none", "danish", "norse", "english", "norman"] = "none"
    """A seat nobody takes (1.4)."""
    saxon_knights: bool = False
    """Saxons may use Baron Knights until the Revolt (4.3.3)."""
    saxon_castles: bool = False
    """Saxons may use Baron Castles until the Revolt (4.3.3)."""


def last_scenario(o: DomesdayOptions) -> str:
    """The scenario the game ends with."""
    last = o.scenario if o.until == "same" else o.until
    if SCENARIOS.index(last) < SCENARIOS.index(o.scenario):
        raise DataError(f"option until cannot be '{o.until}': expected '{o.scenario}' or a later scenario")
    return last


def all_seats(o: DomesdayOptions) -> tuple[str, ...]:
    """Every seat of the game in order of play, the Absentee's too."""
    return SEATS if o.players == 4 else SEATS[1:]


def present(o: DomesdayOptions) -> tuple[str, ...]:
    """The seats with a player."""
    seats = all_seats(o)
    if o.absentee != "none" and o.absentee not in seats:
        raise DataError(f"option absentee cannot be '{o.absentee}': expected one of none, {', '.join(seats)}")
    return tuple(seat for seat in seats if seat != o.absentee)
