"""What happens when a player's time is up, or somebody gives up: the turn is passed, the others vote, a bot plays on."""

from __future__ import annotations

from typing import Any

import msgspec

from albion.bots import bot_names
from albion.engine.action import Seat
from albion.engine.game import Game
from albion.server import access, consent, playing
from albion.server.clocks import DAY, Clock, clock_of, is_voting, text_of, used
from albion.server.errors import RequestError
from albion.server.store.rows import SeatRow
from albion.server.table import Change, Table


async def time_up(table: Table, served: int, now: int) -> Change | None:
    """What was agreed for this moment; None if it has not come."""
    clock, due = clock_of(table.row), table.row.due
    if clock is None or due is None or table.outdated or table.over:
        return None
    if clock.seat is None:
        return _vote_over(table, now) if due <= served else None
    left = clock.allowance(clock.seat) - await used(table, clock, served, now)
    if left > 0:
        # There was a holiday: look again later. Nobody is notified, so only the row changes.
        later = None if table.row.remind is None else served + max(0, left - (due - table.row.remind))
        return Change(table.row._replace(due=served + left, remind=later)) if due <= served else None
    seat = Seat(clock.seat)
    who = f"{table.player_name(table.person(seat) or '')} ({table.words.name(seat)})"
    if clock.at_zero == "pass":
        change = playing.pass_turn(table, seat, now)
        if change is not None:
            change.notices.append(f"Time is up for {who}: the turn is passed.")
            change.row = change.row._replace(rev=table.row.rev + 1)
            return change
    if clock.at_zero == "vote" and _others(table, seat):
        asked = f"Time is up for {who}. Should a bot take over? Everybody else must agree."
        return consent.propose(table, "timeout", "", seat, now, asked)
    return bot_takes_over(table, seat, now, f"Time is up for {who}")


def _vote_over(table: Table, now: int) -> Change | None:
    """The bot takes over, since nobody has objected within the time for a vote."""
    proposal = table.proposal
    if proposal is None or proposal.kind != "timeout":
        return None
    return bot_takes_over(table, Seat(proposal.seat), now, "Nobody has objected in time")


def _others(table: Table, seat: Seat) -> list[str]:
    return consent.concerned(table, "timeout", "", seat)


def bot_takes_over(table: Table, seat: Seat, now: int, why: str) -> Change:
    """The seat goes to the bot that was agreed on, and the table is notified."""
    bot = relief(clock_of(table.row), table.game)
    row = SeatRow(seat, "bot", None, bot, None)
    notice = f"{why}: the {bot.capitalize()} bot takes over {table.words.name(seat)}."
    return table.arrange(now, [notice], seats=[row], proposal=None)


def relief(clock: Clock | None, game: Game[Any]) -> str:
    """The bot that takes a seat over: the one agreed on, otherwise one that plays sensibly."""
    if clock is not None and clock.at_zero.startswith("bot:"):
        return clock.at_zero.removeprefix("bot:")
    known = bot_names(game.id)
    return "steady" if "steady" in known else known[-1]


def need_relief(table: Table, to: str) -> None:
    """Refuse another bot than the one that plays on for everybody who leaves: in a rated match, and where any player may relieve.

    Whoever chose it could choose who wins: a bot that plays at random is worth as much as a second seat.
    """
    bot = relief(clock_of(table.row), table.game)
    if not to.startswith("bot:") or to == f"bot:{bot}":
        return
    if table.row.rated:
        raise RequestError(409, "rated", f"in a rated match the bot that plays on is {bot}")
    if access.has_stopped(table):
        raise RequestError(
            409, "clock", f"until all have agreed to the new rules the bot that plays on is {bot}"
        )


def after_vote(table: Table, change: Change) -> Change:
    """The others did not agree to replace a player whose time was up: a bank gets more time, a turn starts again."""
    clock = clock_of(table.row)
    if clock is not None and is_voting(table.row):
        banks = clock.banks
        if clock.kind == "bank":
            banks = {**banks, table.row.turn or "": max(clock.increment, min(DAY, clock.time))}
        anew = msgspec.structs.replace(clock, banks=banks, held=None)
        change.row = change.row._replace(clock=text_of(anew))
    return change
