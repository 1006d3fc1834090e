"""A player that searches over whole plans: varied heuristics propose them, and playing on in imagined worlds decides."""

from __future__ import annotations

from math import ceil, log2
from random import Random
from typing import Any, NamedTuple

from albion.bots.bend import Bend, child
from albion.bots.bot import Plan, Sure, play_ahead
from albion.bots.interrupt import go_on
from albion.bots.search.model import Valuation
from albion.bots.search.outlook import margin
from albion.bots.search.rollout import another_world, carry_out, play_on, turn_over
from albion.bots.search.trust import Gain, gain
from albion.engine.action import Decision, Seat
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.state import State


class Effort(NamedTuple):
    """How much a level thinks, counted in plans and worlds, not seconds, so that the same question gets the same answer."""

    bends: int
    """Random variations tried for each plan."""
    children: int
    """Variations derived from the best of them."""
    worlds: int
    """Worlds in which each distinct plan is first tried, to the end of its turn."""
    finalists: int
    deep: int
    """Worlds in which the finalists are played on to the horizon."""
    strength: float = 1.0
    answers: int = 0
    """Answers that may be given ahead for one question. Where this is set, plans are tried up to the horizon at once and
    the worse half dropped again and again; otherwise they are first tried to the end of their turn."""
    tempered: bool = True
    """Whether it judges by its outlook's temper; if not, by the heuristic's own weights."""
    own: float = 0.0
    """How much it plays for its own points alone: at 0 it wants to be ahead of its rivals, at 1 it does not mind theirs."""


SEARCH = 2
"""Raised when the search itself would answer otherwise: measured games of the one before no longer count."""
LONG = 3
"""Plans of at least this many answers are also varied; shorter ones are only compared answer by answer."""
WIDEST = 24
"""No more answers to one question than this are compared."""
STALE = 16
"""The search ends after this many evaluations in a row without a new plan."""


class Candidate:
    """A plan and how it has done, world by world."""

    __slots__ = ("bend", "plan", "worths")

    def __init__(self, plan: Plan, bend: Bend) -> None:
        self.plan, self.bend = plan, bend
        self.worths: list[float] = []

    @property
    def mean(self) -> float:
        """The mean margin in the worlds tried."""
        return sum(self.worths) / len(self.worths) if self.worths else float("-inf")


class Searcher:
    """One level of search for one game."""

    def __init__(self, game: Game[Any], value: Valuation, effort: Effort) -> None:
        self._game, self._value, self._effort = game, value, effort
        self._outlook = value.outlook

    def _temper(self, seat: Seat) -> dict[str, float]:
        """Factors for the heuristic's parameters by which this level judges."""
        return dict(self._outlook.temper(seat)) if self._effort.tempered else {}

    def _own(self, seat: Seat) -> Bend:
        """The policy this player uses without a search; a new one each time, because a policy may remember earlier questions."""
        return Bend(habits=self._temper(seat))

    def plan(self, imagined: State, d: Decision, dice: Dice) -> Plan:
        """The plan that does best in the worlds tried."""
        if not self._outlook.care(d.step):
            return self._propose(imagined, d, self._own(d.seat))
        return self.ranked(imagined, d, dice)[0].plan

    def ranked(self, imagined: State, d: Decision, dice: Dice) -> list[Candidate]:
        """The plans compared, the best first."""
        rng = Random(dice.d(2**32))
        own = self._own(d.seat)
        base = Candidate(self._propose(imagined, d, own), own)
        found = self._answers(imagined, d, base)
        if self._effort.answers:
            return self._halve(imagined, d, self._vary(imagined, d, found, rng), rng)
        if len(base.plan) >= LONG:
            found = self._breed(imagined, d, found, rng)
        if len(found) == 1:
            return found
        return self._race(imagined, d, found, rng)

    def _propose(self, s: State, d: Decision, bend: Bend, first: int | None = None) -> Plan:
        dice = Dice(0)
        answer = None if first is None else d.actions[first]
        return play_ahead(Sure(self._outlook.policy(dice, bend), dice), s.clone(), d, answer)

    def _answers(self, s: State, d: Decision, base: Candidate) -> list[Candidate]:
        """A plan for each answer, the heuristic's own first; each continues as the heuristic would."""
        found = {base.plan: base}
        for n in range(min(len(d.actions), WIDEST)):
            plan = self._propose(s, d, base.bend, n)
            found.setdefault(plan, Candidate(plan, base.bend))
        return list(found.values())

    def _breed(self, s: State, d: Decision, found: list[Candidate], rng: Random) -> list[Candidate]:
        """Add distinct plans from varied policies, then from policies bred from the most promising ones."""
        e = self._effort
        known = {c.plan: c for c in found}
        seeds = [rng.getrandbits(32) for _ in range(e.worlds)]
        for c in found:
            self._try(s, d, c, seeds)
        stale = 0
        for n in range(e.bends + e.children):
            if n < e.bends:
                bend = Bend(Random(rng.getrandbits(32)), e.strength * (0.5 + rng.random()))
            else:
                best = sorted(known.values(), key=lambda c: -c.mean)[:5]
                bend = child(rng.choice(best).bend, rng, e.strength)
            plan = self._propose(s, d, bend)
            stale = stale + 1 if plan in known else 0
            if plan not in known:
                known[plan] = Candidate(plan, bend)
                self._try(s, d, known[plan], seeds)
            if stale > STALE:
                break
        return list(known.values())

    def _vary(self, s: State, d: Decision, found: list[Candidate], rng: Random) -> list[Candidate]:
        """Add distinct plans from the game's own temperaments and from randomly varied policies."""
        if len(found[0].plan) < LONG:
            return found
        e, known = self._effort, {c.plan: c for c in found}
        own = self._temper(d.seat)
        bends = [
            Bend(habits=own | {k: own.get(k, 1.0) * n for k, n in x.items()}) for x in self._outlook.humours
        ]
        for _ in range(e.bends):
            bends.append(
                Bend(Random(rng.getrandbits(32)), e.strength * (0.5 + rng.random()), habits=own.copy())
            )
        for bend in bends:
            plan = self._propose(s, d, bend)
            known.setdefault(plan, Candidate(plan, bend))
        return list(known.values())

    def _halve(self, s: State, d: Decision, found: list[Candidate], rng: Random) -> list[Candidate]:
        """Plans in the same worlds up to the horizon: the worse half is dropped again and again, never the heuristic's own."""
        base, running = found[0], found
        dropped: list[Candidate] = []
        left = self._effort.answers * self._outlook.care(d.step)
        while len(running) > 1 and left > 0:
            share, spent = left / ceil(log2(len(running))), 0
            while spent < share:
                seed = rng.getrandbits(32)
                spent += sum([self._try(s, d, c, [seed], deep=True) for c in running])
                if len(base.worths) == 1:
                    running = _different(running)
            left -= spent
            rest = sorted([c for c in running if c is not base], key=lambda c: -c.mean)
            keep = max(1, len(running) // 2 - 1) if left > 0 else len(rest)
            running, dropped = [base, *rest[:keep]], [*rest[keep:], *dropped]
        return [*self._sorted(running, base), *dropped]

    def _race(self, s: State, d: Decision, found: list[Candidate], rng: Random) -> list[Candidate]:
        """The most promising plans, and the heuristic's own, in the same worlds up to the horizon."""
        e, base = self._effort, found[0]
        if not base.worths:
            seeds = [rng.getrandbits(32) for _ in range(e.worlds)]
            for c in found:
                self._try(s, d, c, seeds)
        if self._outlook.leap:
            found = _different(found)
        ranked = self._sorted(found, base)
        if not e.deep or len(found) == 1:
            return ranked
        final = ranked[: e.finalists]
        if base not in final:
            final.append(base)
        for c in final:
            c.worths.clear()
        seeds = [rng.getrandbits(32) for _ in range(e.deep)]
        for c in final:
            self._try(s, d, c, seeds, deep=True)
        return [*self._sorted(final, base), *(c for c in ranked if c not in final)]

    def _sorted(self, found: list[Candidate], base: Candidate) -> list[Candidate]:
        """The best first: by the mean seen or, where dice outweigh it, by the part of the gain that can be trusted."""
        if not self._outlook.leap:
            return sorted(found, key=lambda c: -c.mean)
        trusted = {c: 0.0 if c is base else self._gain(c, base).trusted for c in found}
        return sorted(found, key=lambda c: -trusted[c])

    def _gain(self, c: Candidate, base: Candidate) -> Gain:
        return gain(c.worths, base.worths, self._outlook.leap)

    def _try(self, s: State, d: Decision, c: Candidate, seeds: list[int], *, deep: bool = False) -> int:
        """Try a plan in these worlds; how many answers that took."""
        given = 0
        over = self._outlook.horizon(s) if deep else turn_over(self._outlook, s)
        for seed in seeds:
            go_on()
            world = another_world(self._game, s, d.seat, seed)
            now, n = carry_out(world, d, c.plan)
            given += n + play_on(self._outlook, world, now, over, {d.seat: self._own(d.seat)})
            c.worths.append(self.worth(world, d.seat))
        return given

    def worth(self, s: State, seat: Seat) -> float:
        """What this seat wants of a position: the margin it can expect or, as far as it plays for itself, points."""
        totals, own = self._value.totals(s), self._effort.own
        return own * totals[seat] + (1.0 - own) * margin(totals, seat) if own else margin(totals, seat)


def _different(found: list[Candidate]) -> list[Candidate]:
    """One of each group of plans that did exactly the same in every world, since they do not really differ."""
    first: dict[tuple[float, ...], Candidate] = {}
    for c in found:
        first.setdefault(tuple(c.worths), c)
    return list(first.values())
