"""Why an answer is good: what it leaves on the table beside what other answers leave there, as one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from albion.bots.search.model import MADE
from albion.bots.search.outlook import Outlook, Told
from albion.engine.words import Words

FOR, AGAINST = 2, 1
"""How many things are named that speak for an answer, and against it."""
LEAST = 0.15
"""A difference of fewer points is no reason."""
MOST = 16
"""Differences that are looked through for words."""

POINTS = Told("more points right away", "fewer points right away")

Shares = dict[str, tuple[float, float]]
"""By sight: how much of it there is, and the points that it is worth."""


class Reason(NamedTuple):
    """A sight: how much more of it an answer leaves than the others do, and how many points that is."""

    sight: str
    more: float
    points: float


def differences(shares: Shares, usual: Shares) -> tuple[Reason, ...]:
    """Where an answer differs from the others in what it leaves, the weightiest first."""
    nothing = (0.0, 0.0)
    found = []
    for sight in sorted({*shares, *usual}):
        (much, worth), (others, theirs) = shares.get(sight, nothing), usual.get(sight, nothing)
        if abs(worth - theirs) >= LEAST:
            found.append(Reason(sight, much - others, worth - theirs))
    return tuple(sorted(found, key=lambda r: -abs(r.points))[:MOST])


def sentence(outlook: Outlook, words: Words, reasons: Sequence[Reason], ahead: float) -> str:
    """What an answer leaves more or less of than the others; without that, how far it is ahead of the best other one."""
    told: dict[Told, tuple[float, float]] = {}
    for reason in reasons:
        about = POINTS if reason.sight == MADE else outlook.told(reason.sight)
        if about is not None:
            more, points = told.get(about, (0.0, 0.0))
            told[about] = more + reason.more, points + reason.points
    lines = [
        (points, _line(about, words, more)) for about, (more, points) in told.items() if abs(points) >= LEAST
    ]
    lines.sort(key=lambda line: -abs(line[0]))
    good = [f"{text} ({x:+.1f})" for x, text in lines if x > 0][:FOR]
    bad = [f"{text} ({x:+.1f})" for x, text in lines if x < 0][:AGAINST]
    if good or bad:
        return f"It leads to {', but '.join(' and '.join(part) for part in (good, bad) if part)}."
    if abs(ahead) < LEAST:
        return "The options compared are about equally good."
    return (
        f"It looks {ahead:.1f} points better than the next best."
        if ahead > 0
        else f"It looks {-ahead:.1f} points worse than the best."
    )


def _line(about: Told, words: Words, more: float) -> str:
    return (about.more if more > 0 else about.less).format(*(words.name(x) for x in about.ids))
