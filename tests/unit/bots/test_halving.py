"""The searching bots that drop the worse half of their plans: within their effort, never below the heuristic's own plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from albion.bots import answer, make_bot
from albion.bots.bend import Bend
from albion.bots.bot import Plan, Planner
from albion.bots.registry import valuation_of
from albion.bots.search.outlooks import outlook_of
from albion.bots.search.player import Candidate, Effort, Searcher
from albion.engine.action import Decision
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.state import State
from albion.games import find_game

DOMESDAY = find_game("domesday")
EFFORT = Effort(bends=2, children=0, worlds=0, finalists=0, deep=0, answers=200)


class Counting(Searcher):
    """Counts the answers that its trials take."""

    spent = 0

    def _try(self, s: State, d: Decision, c: Candidate, seeds: Sequence[int], *, deep: bool = False) -> int:
        n = super()._try(s, d, c, [*seeds], deep=deep)
        self.spent += n
        return n


def searcher(effort: Effort = EFFORT) -> Counting:
    return Counting(DOMESDAY, valuation_of(DOMESDAY), effort)


def first(step: str) -> tuple[State, Decision]:
    """The first question of that kind when steady bots play."""
    s: State = DOMESDAY.setup(DOMESDAY.options_type(), Dice(3))
    d, steady = settle(s), make_bot("steady", DOMESDAY)
    while d is not None and (d.step != step or len(d.actions) == 1):
        d = apply(s, d.actions[0] if len(d.actions) == 1 else answer(steady, DOMESDAY, s, d, 1)[0])
    assert d is not None
    return s, d


def heuristic(s: State, d: Decision, *, tempered: bool = True) -> Plan:
    """What the player would do without a search."""
    outlook = outlook_of(DOMESDAY)
    bend = Bend(habits=dict(outlook.temper(d.seat)) if tempered else {})
    return Planner(lambda dice: outlook.policy(dice, bend)).plan(s.clone(), d, Dice(0))


def disputed() -> tuple[State, Decision]:
    """The first question on which the outlook's temper and the heuristic's own weights disagree."""
    s: State = DOMESDAY.setup(DOMESDAY.options_type(), Dice(3))
    d, steady = settle(s), make_bot("steady", DOMESDAY)
    while d is not None and (len(d.actions) == 1 or heuristic(s, d) == heuristic(s, d, tempered=False)):
        d = apply(s, d.actions[0] if len(d.actions) == 1 else answer(steady, DOMESDAY, s, d, 1)[0])
    assert d is not None
    return s, d


def test_what_the_heuristic_answers_as_well_is_not_searched() -> None:
    s, d = first("Exchange")
    bot = searcher()

    assert outlook_of(DOMESDAY).care(d.step) == 0
    assert bot.plan(s.clone(), d, Dice(1)) == heuristic(s, d)
    assert bot.spent == 0


@pytest.mark.parametrize("tempered", (True, False))
def test_a_search_starts_from_the_judgement_of_its_level(tempered: bool) -> None:
    s, d = disputed()
    bot = searcher(EFFORT._replace(tempered=tempered))

    assert bot._propose(s, d, bot._own(d.seat)) == heuristic(s, d, tempered=tempered)


def test_the_effort_is_counted_in_answers() -> None:
    s, d = first("CardTurn")
    little, much = searcher(), searcher(EFFORT._replace(answers=600))
    few, many = (bot.ranked(s.clone(), d, Dice(1)) for bot in (little, much))

    longest = 60 * len(few)  # one more world for every plan, if the effort is not quite spent
    assert 200 <= little.spent < 200 + longest
    assert 600 <= much.spent < 600 + longest
    assert {c.plan for c in few} == {c.plan for c in many}


def test_the_best_plan_and_the_heuristics_own_meet_in_the_same_worlds() -> None:
    s, d = first("CardTurn")
    ranked = searcher().ranked(s.clone(), d, Dice(1))
    own = next(c for c in ranked if c.plan == heuristic(s, d))

    assert len(own.worths) == len(ranked[0].worths) == max(len(c.worths) for c in ranked)
    assert all(len(c.worths) <= len(own.worths) for c in ranked)


def test_a_plan_that_is_better_in_every_world_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    s, d = first("CardTurn")
    bot = searcher()
    dear = d.actions[-1]

    def trial(_s: Any, _d: Any, c: Candidate, seeds: list[int], *, deep: bool = False) -> int:
        c.worths += [
            10.0 + n if c.plan[0] == dear else len(str(c.plan[0])) / 10 + n for n, _ in enumerate(seeds)
        ]
        return 5

    monkeypatch.setattr(bot, "_try", trial)

    assert bot.plan(s.clone(), d, Dice(1))[0] == dear
