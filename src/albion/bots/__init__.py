"""Players: they see a Decision and an imagined State, never the true one."""

from albion.bots.answering import answer, answer_seed, fits, private_seed
from albion.bots.bot import Bot, Plan, Policy
from albion.bots.registry import bot_names, fault_of, make_bot

__all__ = [
    "Bot",
    "Plan",
    "Policy",
    "answer",
    "answer_seed",
    "bot_names",
    "fault_of",
    "fits",
    "make_bot",
    "private_seed",
]
