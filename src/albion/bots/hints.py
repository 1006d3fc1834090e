"""Advice for a person: the best answers, what they are worth, and the reasons for each."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from albion.bots.answering import answer
from albion.bots.bot import Plan
from albion.bots.reasons import Reason, Shares, differences, sentence
from albion.bots.registry import bot_names, effort_of, make_bot, valuation_of
from albion.bots.search.model import Valuation
from albion.bots.search.outlook import margin
from albion.bots.search.player import Searcher
from albion.bots.search.rollout import another_world, carry_out, play_on, turn_over
from albion.engine.action import Decision
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.loop import is_forced
from albion.engine.state import State
from albion.engine.words import Words

BEST = 3
WORLDS = 8


class Hint(NamedTuple):
    """One answer and its expected result."""

    plan: Plan
    points: float | None
    """The seat's expected final points; None without a trained model."""
    margin: float | None
    """How far that is ahead of the others, the strongest counting most."""
    win: float | None
    """The estimated chance of winning."""
    reasons: tuple[Reason, ...]
    """The reasons for it, compared with the other answers."""
    ahead: float | None = None
    """How far its margin is ahead of the best other answer's; None if no other was looked at."""
    mine: frozenset[str] = frozenset()
    """The factions that the seat plays."""


def hints(game: Game[Any], s: State, d: Decision, seed: int) -> list[Hint]:
    """The best answers, best first; computed in imagined worlds, so that they reveal no secrets."""
    if "+" in game.id:
        return _of_variant(game).hints(game.plain, s, d, seed)  # type: ignore[attr-defined, no-any-return]
    if is_forced(s, d):
        return [Hint(d.actions, None, None, None, ())]
    if "captain" not in bot_names(game.id):
        return [Hint(answer(make_bot(bot_names(game.id)[0], game), game, s, d, seed), None, None, None, ())]
    value = valuation_of(game)
    dice = Dice(seed)
    imagined = game.imagine(s, d.seat, Dice(dice.d(2**32)))
    effort = effort_of("captain", game.id)._replace(tempered=True, own=0.0)
    ranked = Searcher(game, value, effort).ranked(imagined, d, dice)
    plans: dict[object, Plan] = {}
    for candidate in ranked:
        plans.setdefault(candidate.plan[0], candidate.plan)
    for action in d.actions[:BEST]:  # a search drops plans that come to the same
        plans.setdefault(action, (action,))
    rng = Random(seed)
    seeds = [rng.getrandbits(32) for _ in range(WORLDS)]
    tried = [_try(game, value, imagined, d, plan, seeds) for plan in list(plans.values())[:BEST]]
    usual = _mean([shares for _, shares in tried])
    mine = frozenset(f for f, seat in value.outlook.factions(s).items() if seat == d.seat)
    found = [hint._replace(reasons=differences(shares, usual), mine=mine) for hint, shares in tried]
    found.sort(key=_worth, reverse=True)
    return [h._replace(ahead=_ahead(h, found)) for h in found]


def _worth(hint: Hint) -> tuple[float, float, float]:
    """First by the figures as they are shown, so that no hint stands above one with better figures; then by margin."""
    return round(hint.win or 0.0, 2), round(hint.points or 0.0), hint.margin or 0.0


def _of_variant(game: Game[Any]) -> Any:
    """This module as the variant's own rules have it, bots included."""
    return game.world.module("albion.bots.hints")  # type: ignore[attr-defined]


def _ahead(hint: Hint, found: list[Hint]) -> float | None:
    others = [h.margin or 0.0 for h in found if h is not hint]
    if not others:
        return None
    lead = (hint.margin or 0.0) - max(others)
    return max(lead, 0.0) if hint is found[0] else min(lead, 0.0)


def _try(
    game: Game[Any], value: Valuation, s: State, d: Decision, plan: Plan, seeds: list[int]
) -> tuple[Hint, Shares]:
    points, ahead, win, over = 0.0, 0.0, 0.0, turn_over(value.outlook, s)
    seen = []
    for seed in seeds:
        world = another_world(game, s, d.seat, seed)
        now, _ = carry_out(world, d, plan)
        play_on(value.outlook, world, now, over)
        totals = value.totals(world)
        points += totals[d.seat]
        ahead += margin(totals, d.seat)
        win += value.chances(world)[d.seat]
        seen.append(value.shares(world, d.seat))
    n = len(seeds)
    return Hint(plan, points / n, ahead / n, win / n, ()), _mean(seen)


def _mean(rows: list[Shares]) -> Shares:
    total: Shares = {}
    for row in rows:
        for key, (much, worth) in row.items():
            before = total.get(key, (0.0, 0.0))
            total[key] = before[0] + much / len(rows), before[1] + worth / len(rows)
    return total


def why(game: Game[Any], words: Words, hint: Hint) -> str:
    """One sentence: the reasons for and against an answer, compared with the other hints."""
    if hint.ahead is None:
        return ""
    if "+" in game.id:
        return _of_variant(game).why(game.plain, words, hint)  # type: ignore[attr-defined, no-any-return]
    return sentence(valuation_of(game).outlook, words, hint.reasons, hint.ahead, hint.mine, hint.plan[0])
