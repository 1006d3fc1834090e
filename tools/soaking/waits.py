"""How long players waited: p99, and within which bounds a p99, or one p99 relative to another, is known."""

from __future__ import annotations

import random
from collections.abc import Sequence

Second = list[float]
"""What ended within one second: a pause of the server meets several players at once, so seconds are drawn, not single waits."""
CERTAINTY = 0.95
_TIMES = 1000
"""How often seconds are drawn again."""


def p99(seconds: Sequence[Second]) -> float:
    """Seconds within which 99 of 100 waits ended; 0 if there are none."""
    ordered = sorted(wait for second in seconds for wait in second)
    return ordered[len(ordered) * 99 // 100] if ordered else 0.0


def drawn(seconds: Sequence[Second], seed: int) -> list[float]:
    """The p99 of as many seconds, drawn again and again from those in which somebody was answered: the others tell nothing."""
    chance, told = random.Random(seed), [second for second in seconds if second]
    return [p99(chance.choices(told, k=len(told))) for _ in range(_TIMES)]


def interval(above: Sequence[float], below: Sequence[float]) -> tuple[float, float]:
    """Between which bounds a ratio lies, from p99s drawn for both."""
    ratios = sorted(a / b for a, b in zip(above, below, strict=True))
    cut = round(len(ratios) * (1 - CERTAINTY) / 2)
    return ratios[cut], ratios[-1 - cut]
