"""How a nation stands under the limits of a phase's end, counted in one number, so that what moves change adds up.

Each count has ten bits of it; none comes near a thousand.
"""

from __future__ import annotations

LANE = 10
MASK = (1 << LANE) - 1
HELD, CLEAR_HELD, OVER, BURST, SURPLUS, SEABORNE, PEOPLED, PEOPLE = (1 << LANE * i for i in range(8))
"""One area held; one of them clear; one area over its normal limit; one with more than even an overstack may have;
an army beyond a normal limit; one at sea; a land area with settlers; a settler on land."""


def held(total: int) -> int:
    """Areas held."""
    return total & MASK


def crowded(total: int) -> bool:
    """Whether two areas are over their limits, or one beyond what an overstack may have."""
    return total // BURST & MASK > 0 or total // OVER & MASK > 1


def surplus(total: int) -> int:
    """Armies beyond the normal limits."""
    return total // SURPLUS & MASK
