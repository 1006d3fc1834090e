"""How a nation stands under the limits of a phase's end, counted in one number, so that what moves change adds up."""

from __future__ import annotations

from typing import NamedTuple

LANE = 10
"""Bits for each count; none comes near a thousand."""
HELD, CLEAR_HELD, OVER, BURST, SURPLUS, SEABORNE, PEOPLED, PEOPLE = (1 << LANE * i for i in range(8))
"""One of each, as they are added up."""
MASK = (1 << LANE) - 1
CLEAR_AREAS, OVERFULL_AREAS, ALL_SEABORNE = MASK * CLEAR_HELD, MASK * OVER, MASK * SEABORNE
AREAS, PERSONS = LANE * 6, LANE * 7
"""Where the areas with settlers, and the settlers, are counted."""


class Count(NamedTuple):
    """How a nation stands under the limits."""

    held: int
    clear: int
    """Clear areas held."""
    over: int
    """Areas with more than their normal limit."""
    burst: int
    """Areas with more than even an overstack may have."""
    surplus: int
    """Armies beyond the normal limits."""
    at_sea: int
    areas: int
    """Land areas with settlers."""
    people: int
    """Settlers on land."""


def unpacked(total: int) -> Count:
    """The counts that were added up in one number."""
    return Count(*[total >> LANE * i & MASK for i in range(8)])
