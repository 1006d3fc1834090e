"""The only way from a question to a bot's answer, used by simulations, terminal, server and hints."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from albion.bots.bot import Bot, Plan
from albion.engine.action import Action, Decision, Seat
from albion.engine.dice import Dice
from albion.engine.errors import RuleError
from albion.engine.game import Game
from albion.engine.state import State


def private_seed(seed: int, purpose: str) -> int:
    """A seed for something that must not share its chance with the match's own dice."""
    return int.from_bytes(sha256(b"albion %s %d" % (purpose.encode(), seed)).digest()[:8], "little")


def answer_seed(match: int, seat: Seat, n: int) -> int:
    """The seed of a bot's answer after n actions of the match with that seed."""
    return private_seed(match, f"bot {seat} {n}")


def answer(bot: Bot, game: Game[Any], s: State, d: Decision, seed: int) -> Plan:
    """A bot's plan, made in a state in which everything its seat cannot know is dealt again."""
    dice = Dice(seed)
    plan = bot.plan(game.imagine(s, d.seat, Dice(dice.d(2**32))), d, dice)
    if not plan or plan[0] not in d.actions:
        raise RuleError(f"a bot answered '{plan[0] if plan else ''}' at {d.step}, which was not offered")
    return plan


def fits(a: Action, seat: Seat, rolled: int, s: State, d: Decision | None) -> bool:
    """Whether a plan's next answer may still be given: nobody else is asked, and no die has been rolled since it was made."""
    return d is not None and d.seat == seat and s.dice.count == rolled and a in d.actions
