"""The chances of a whole battle: who keeps the field, and what it costs each side."""

from __future__ import annotations

from collections import defaultdict

from albion.engine.action import Json
from albion.games.boudicca.battlefield import CHEAPEST, STRONGEST, Field, field_of
from albion.games.boudicca.courses import LEAVES, Courses, sample
from albion.games.boudicca.s10_combat import HOPELESS, OVERRUN
from albion.games.boudicca.state import BoudiccaState

VAST, COURSES = 2000, 100
"""Pairs of army states above which the battle is sampled; how many courses are sampled then."""
SAMPLED = f"{STRONGEST} (roughly, from {COURSES} battles)"
GIVES_WAY = 2
"""The odds, as a number to one, at which a weaker side that gives way does so."""


def endings(
    field: Field, leave: int = 0, sampled: int = 0, courses: Courses | None = None
) -> dict[tuple[int, int, str], float]:
    """How likely it is that attacker and defender lose certain numbers of steps, and who wins: '' is nobody.

    `sampled`: how many courses to sample instead of following all of them. `courses`: those of the field, if they were followed before.
    """
    found: defaultdict[tuple[int, int, str], float] = defaultdict(float)
    (one, other), (attacker, defender) = field.sides, (field.b.attacker, field.b.defender)

    def end(a: int, b: int, how: str, p: float) -> None:
        left = (0 if how == HOPELESS else one.left[a], 0 if how == OVERRUN else other.left[b])
        standing = left[0] > 0 and how != LEAVES[0], left[1] > 0 and how != LEAVES[1]
        winner = attacker if standing == (True, False) else defender if standing == (False, True) else ""
        found[one.left[0] - left[0], other.left[0] - left[1], winner] += p

    if sampled:
        sample(field, leave, sampled, end)
        return dict(found)
    courses = courses or Courses(field)
    courses.follow(leave, end)
    whole = 1 - courses.undecided
    return {key: p / whole for key, p in found.items()}


def forecast(s: BoudiccaState) -> dict[str, Json]:
    """The chances of the battle of a position: fought to the end, and if the weaker side gives way."""
    field = field_of(s)
    policy = CHEAPEST if field.sides[0].cheap else SAMPLED if vast(field) else STRONGEST
    courses = None if vast(field) else Courses(field)
    return {"policy": policy, **_told(field, "", 0, courses), **_told(field, "-leaving", GIVES_WAY, courses)}


def vast(field: Field) -> bool:
    """Whether there are too many courses to follow."""
    return field.pairs > VAST


def _told(field: Field, suffix: str, leave: int, courses: Courses | None) -> dict[str, Json]:
    """Who wins, how many steps each side loses on average, and the chance of each number."""
    sides = field.b.attacker, field.b.defender
    found = endings(field, leave, COURSES if courses is None else 0, courses)
    lost = {side: [0.0] * (army.left[0] + 1) for side, army in zip(sides, field.sides, strict=True)}
    for (a, b, _), p in found.items():
        lost[sides[0]][a] += p
        lost[sides[1]][b] += p
    wins = {who: sum(p for key, p in found.items() if key[2] == who) for who in (*sides, "")}
    return {
        f"wins{suffix}": {who or "nobody": float(p) for who, p in wins.items()},
        f"average-lost{suffix}": {
            side: f"{sum(n * p for n, p in enumerate(line)):.1f}" for side, line in lost.items()
        },
        f"steps-lost{suffix}": {side: [round(p, 6) for p in line] for side, line in lost.items()},
    }
