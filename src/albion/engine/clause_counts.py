"""How many clauses refusals name: those that cases expect, and a seeded sample of random play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import Any, NamedTuple

from albion.engine.action import Action, Decision
from albion.engine.cases import Case, Games, refusals_of
from albion.engine.cite import Cite
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.refusal import refuse
from albion.engine.state import State

SAMPLE = 2_000
EVERY = 10
"""One question in this many of random play contributes its refusals to the sample."""


class Refused(NamedTuple):
    """One refusal: at which question, of what, by which clauses."""

    step: str
    action: str
    cite: Cite


class Spread(NamedTuple):
    """The numbers of clauses that refusals name."""

    refusals: int
    median: int
    most: int
    """95 of 100 refusals name no more."""
    worst: int
    example: str
    """The refusal that names the most."""


def spread(refused: Sequence[Refused]) -> Spread:
    """Median, 95th percentile and worst, by nearest rank."""
    if not refused:
        return Spread(0, 0, 0, 0, "")
    ranked = sorted(len(r.cite) for r in refused)
    longest = max(refused, key=lambda r: len(r.cite))
    return Spread(
        len(ranked),
        ranked[ceil(len(ranked) * 0.5) - 1],
        ranked[ceil(len(ranked) * 0.95) - 1],
        ranked[-1],
        f"{longest.action}: {' '.join(ref.clause for ref in longest.cite)}",
    )


def by_step(refused: Iterable[Refused]) -> dict[str, Spread]:
    """The same for each question, longest lists first."""
    steps: dict[str, list[Refused]] = {}
    for r in refused:
        steps.setdefault(r.step, []).append(r)
    spreads = {name: spread(rs) for name, rs in steps.items()}
    return dict(sorted(spreads.items(), key=lambda item: (-item[1].most, -item[1].worst, item[0])))


def from_cases(cases: Iterable[Case], games: Games) -> list[Refused]:
    """Every refusal that a `forbidden` case looks at."""
    return [Refused(*found) for case in cases for found in refusals_of(case, games)]


def from_play(game: Game[Any], count: int = SAMPLE, seed: int = 1) -> list[Refused]:
    """A sample of refusals from random games over all option sets; every second one of a verb that is asked."""
    found: list[Refused] = []
    for n, options in enumerate(_over_and_over(game.option_sets())):
        dice = Dice(seed + n)
        s: State = game.setup(options, Dice(seed + n))
        space = [
            Action(verb, noun) for verb, nouns in game.verbs(options).items() for noun in nouns or (None,)
        ]
        d = settle(s)
        while d is not None:
            if dice.d(EVERY) == 1:
                found += _refused(game, s, d, space, dice)
            d = apply(s, d.actions[dice.d(len(d.actions)) - 1])
        if len(found) >= count:
            return found[:count]
    raise AssertionError("option sets never end")


def _over_and_over(sets: Sequence[Any]) -> Iterator[Any]:
    while True:
        yield from sets


def _refused(game: Game[Any], s: State, d: Decision, space: list[Action], dice: Dice) -> Iterator[Refused]:
    """One unoffered answer of a verb that is asked, if there is one, and one of any verb."""
    offered = set(d.actions)
    verbs = {a.verb for a in d.actions}
    others = [a for a in space if a not in offered]
    for tried in ([a for a in others if a.verb in verbs], others):
        if tried:
            a = tried[dice.d(len(tried)) - 1]
            why = refuse(game, s, a)
            yield Refused(d.step, str(a), why.cite if why else ())
