"""The shapes of clocks and holidays, as they are sent."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Clock(Struct, frozen=True, kw_only=True):
    """How long players may take, and how that stands."""

    kind: Literal["turn", "bank"]
    minutes: int
    """For each turn, or in each seat's bank at the start."""
    increment: int
    """Minutes that a bank gains with each turn."""
    at_zero: str
    """'bot:LEVEL' takes over, 'pass' gives the turn up, 'vote' lets the others decide."""
    seat: str | None
    """Whose time is running; None while nobody's is."""
    due: str | None
    """When it will be up, if the server is not down meanwhile and the player takes no holiday."""
    left: dict[str, int]
    """Seconds in each seat's bank when its last turn ended."""


class Holiday(Struct, frozen=True):
    """When a player is away and no clock runs."""

    id: int
    begins: str
    ends: str


class Holidays(Struct, frozen=True):
    """A player's holidays, and how many days may still be taken."""

    holidays: list[Holiday]
    days_left: int
