"""How often the turn passes from one person to another, with standing orders and without."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from albion import games
from albion.bots import Bot, Plan
from albion.engine.action import Decision, Seat
from albion.engine.dice import Dice
from albion.engine.event import Event
from albion.engine.game import Game
from albion.engine.loop import settle
from albion.engine.options import parse_options
from albion.engine.orders import Given, answer_by_order, default_orders, order_kinds
from albion.engine.state import State
from albion.sim.play import Job, play_out, seat_bots
from albion.sim.pool import run_jobs

MOST = 12
"""Games played to count hand-overs: they vary little from game to game."""


class Handovers(NamedTuple):
    """How often one game passed from seat to seat."""

    turns: int
    """Turns of a faction."""
    passed: int


class Measured(NamedTuple):
    """A job, and whether every seat has the game's default orders."""

    job: Job
    ordered: bool


class Tally:
    """Notes who is asked."""

    def __init__(self) -> None:
        self.passed, self._last = 0, Seat("")

    def asked(self, seat: Seat) -> None:
        """A person must look at the table."""
        self.passed += seat != self._last
        self._last = seat


class Asked:
    """A bot in a person's place: its orders answer what they can, and each time it is asked itself is noted."""

    def __init__(self, bot: Bot, game: Game[Any], tally: Tally, ordered: bool) -> None:
        self._bot, self._game, self._tally = bot, game, tally
        self._orders = default_orders(order_kinds(*game.books)) if ordered else {}

    def plan(self, imagined: State, d: Decision, dice: Dice) -> Plan:
        """An order's answer, otherwise the bot's plan."""
        given = answer_by_order(self._game, self._orders, imagined, d)
        if isinstance(given, Given):
            return (given.action,)
        self._tally.asked(d.seat)
        return self._bot.plan(imagined, d, dice)


def count_handovers(measured: Measured) -> Handovers:
    """Play one game and count."""
    job = measured.job
    game = games.find_game(job.game)
    options = parse_options(game.options_type, job.options)
    tally, log = Tally(), list[Event]()
    bots = {
        seat: Asked(bot, game, tally, measured.ordered)
        for seat, bot in seat_bots(game, options, job.bots).items()
    }
    s = game.setup(options, Dice(job.seed))
    play_out(game, bots, s, settle(s, log), job.seed, log=log)
    turns = sum(e.kind in (game.turn_event, game.idle_event) for e in log)
    return Handovers(turns, tally.passed)


def handovers(jobs: Sequence[Job], processes: int) -> dict[str, dict[str, float]]:
    """Hand-overs per game and per turn of a faction, with default orders and without."""
    jobs = jobs[:MOST]
    return {
        name: _means(run_jobs(count_handovers, [Measured(job, ordered) for job in jobs], processes))
        for name, ordered in (("without_orders", False), ("default_orders", True))
    }


def _means(games_played: Iterable[Handovers]) -> dict[str, float]:
    found = list(games_played)
    turns, passed = sum(h.turns for h in found), sum(h.passed for h in found)
    return {
        "games": len(found),
        "turns": round(turns / len(found), 1),
        "passed": round(passed / len(found), 1),
        "per_turn": round(passed / max(1, turns), 3),
    }
