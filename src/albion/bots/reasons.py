"""Why an answer is good, compared with the others, as one sentence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from albion.bots.search.outlook import MADE, Outlook, Told
from albion.engine.action import Action
from albion.engine.words import Words

FOR, AGAINST = 2, 1
"""How many reasons for and against an answer are named."""
LEAST = 0.15
"""A difference of fewer points is no reason."""
MOST = 16
"""How many differences are considered for the sentence."""

POINTS = Told("more points right away", "fewer points right away")

Shares = dict[str, tuple[float, float]]
"""By feature: how much of it there is, and the points it is worth."""


class Reason(NamedTuple):
    """A feature: how much more of it an answer leads to than the others, and how many points that is worth."""

    sight: str
    more: float
    points: float


def differences(shares: Shares, usual: Shares) -> tuple[Reason, ...]:
    """The features in which an answer differs from the others, the most important first."""
    nothing = (0.0, 0.0)
    found = []
    for sight in sorted({*shares, *usual}):
        (much, worth), (others, theirs) = shares.get(sight, nothing), usual.get(sight, nothing)
        if abs(worth - theirs) >= LEAST:
            found.append(Reason(sight, much - others, worth - theirs))
    return tuple(sorted(found, key=lambda r: -abs(r.points))[:MOST])


def sentence(
    outlook: Outlook,
    words: Words,
    reasons: Sequence[Reason],
    ahead: float,
    mine: Collection[str],
    answer: Action,
) -> str:
    """What an answer leads to more or less of than the others; failing that, how far it is ahead of the next best."""
    told: dict[Told, tuple[float, float]] = {}
    made = outlook.told(MADE) or POINTS
    for reason in reasons:
        about = made if reason.sight == MADE else outlook.told(reason.sight)
        if about is not None:
            more, points = told.get(about, (0.0, 0.0))
            told[about] = more + reason.more, points + reason.points
    lines = [
        (points, _line(about, words, points if about == made else more))
        for about, (more, points) in told.items()
        if abs(points) >= LEAST and makes_sense(about, more, points, mine, answer)
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


def makes_sense(about: Told, more: float, points: float, mine: Collection[str], answer: Action) -> bool:
    """Whether a player would believe it: armies are good for their owner, and an answer that sends units somewhere does not leave fewer there.

    A linear valuation learns from what usually goes together, and sometimes takes a sign for a cause.
    """
    if not about.whose:
        return True
    own = about.whose in mine
    if (more * points > 0) != own:
        return False
    return not own or answer.noun != about.ids[-1] or (more > 0) != (answer.verb == "from")


def _line(about: Told, words: Words, more: float) -> str:
    return (about.more if more > 0 else about.less).format(*(words.name(x) for x in about.ids))
