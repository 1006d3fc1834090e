"""How far to trust what a few imagined worlds say about a plan.

Dice move a position more than one plan does. Taking the best mean of many plans at face value mostly picks the
luckiest, so a plan is measured against the heuristic's own in the same worlds, and a gain counts the less the less
sure it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

PREJUDICE = 0.5
"""By how much of a leap another plan is worse than the heuristic's own before anything has been tried."""
SPREAD = 4.0
"""Points by which two plans differ from world to world, as far as is known before they have been tried."""
KNOWN = 4
"""Worlds that this knowledge counts for."""


class Gain(NamedTuple):
    """A plan's gain over the heuristic's own: as measured, its squared standard error, and the part to be trusted."""

    seen: float
    doubt: float
    trusted: float


def gain(plan: Sequence[float], own: Sequence[float], leap: float) -> Gain:
    """The gain, from the worth of both in the same worlds; `leap`: by how many points plans typically differ."""
    n = min(len(plan), len(own))
    if n == 0:
        return Gain(0.0, inf, -PREJUDICE * leap)
    differences = [plan[i] - own[i] for i in range(n)]
    seen = sum(differences) / n
    squares = sum((x - seen) ** 2 for x in differences)
    doubt = (squares + KNOWN * SPREAD**2) / (n - 1 + KNOWN) / n
    prior = leap * leap
    return Gain(seen, doubt, (prior * seen - doubt * PREJUDICE * leap) / (prior + doubt))
