"""Playing on: a plan carried out in one imagined world, then continued by the heuristics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from albion.bots.bend import NEUTRAL, Bend
from albion.bots.bot import Plan, Policy, Sure
from albion.bots.search.outlook import Outlook
from albion.engine.action import Decision, Seat
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.loop import apply, is_forced
from albion.engine.state import State

LONGEST = 3000
"""Answers after which playing on is cut short, wherever it has got to."""
NOBODY_BENT: Mapping[Seat, Bend] = {}


def carry_out(s: State, d: Decision | None, plan: Plan) -> tuple[Decision | None, int]:
    """Give a plan's answers as far as they fit, and all forced ones; returns the next question and how many were given."""
    assert d is not None
    seat, rolled, given = d.seat, s.dice.count, 0
    for a in plan:
        while d is not None and is_forced(s, d):
            d = apply(s, d.actions[0])
            given += 1
        if d is None or d.seat != seat or s.dice.count != rolled or a not in d.actions:
            break
        d = apply(s, a)
        given += 1
    return d, given


def turn_over(outlook: Outlook, s: State) -> Callable[[State], bool]:
    """Whether the turn that this position belongs to is over."""
    begin = outlook.turn(s)
    return lambda world: outlook.turn(world) != begin


def play_on(
    outlook: Outlook,
    s: State,
    d: Decision | None,
    over: Callable[[State], bool],
    bends: Mapping[Seat, Bend] = NOBODY_BENT,
) -> int:
    """Let the heuristics, some of them varied, play until the horizon or the end of the game; returns the number of answers."""
    players: dict[Seat, Policy] = {}
    given = 0
    while d is not None and given < LONGEST and not over(s):
        if len(d.actions) == 1:
            a = d.actions[0]
        else:
            player = players.get(d.seat)
            if player is None:
                player = players[d.seat] = Sure(
                    outlook.policy(Dice(0), bends.get(d.seat, NEUTRAL)), Dice(given)
                )
            a = player.choose(s, d)
        d = apply(s, a)
        given += 1
    return given


def another_world(game: Game[Any], s: State, seat: Seat, seed: int) -> State:
    """A copy in which everything this seat cannot know, including future dice, is dealt again."""
    world: State = game.imagine(s, seat, Dice(seed))
    return world
