"""Who sits where: sitting down, giving seats up, and what that needs the others' consent for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from albion.bots import bot_names, fault_of
from albion.engine.action import Seat
from albion.engine.game import Game
from albion.engine.options import Options
from albion.server import access, consent
from albion.server.errors import RequestError, malformed
from albion.server.identity import new_link
from albion.server.names import visible_title
from albion.server.store.rows import Contribution, SeatRow
from albion.server.table import Change, Table

_BOT = re.compile(r"bot:([a-z0-9-]+)")


def places(
    game: Game[Any], options: Options, given: Mapping[str, str], player: str, default: str
) -> list[SeatRow]:
    """The seats of a new match."""
    seats = game.seats(options)
    strange = [seat for seat in given if seat not in seats]
    if strange:
        raise malformed(f"there is no seat '{strange[0]}': expected {', '.join(seats)}")
    return [place(game, seat, given.get(seat, default), player) for seat in seats]


def place(game: Game[Any], seat: Seat, to: str, player: str) -> SeatRow:
    """A seat for 'human' (this player), 'open' (by a new invite) or a bot such as 'bot:random'."""
    if to == "human":
        return SeatRow(seat, "human", player, None, None)
    if to == "open":
        return SeatRow(seat, "open", None, None, new_link())
    bot = _BOT.fullmatch(to)
    known = bot_names(game.id)
    if bot is None or bot[1] not in known:
        bots = ", ".join(f"bot:{name}" for name in known)
        raise malformed(f"the seat {seat} cannot be '{to}': expected human, open or {bots}")
    need_able(game, bot[1])
    return SeatRow(seat, "bot", None, bot[1], None)


def need_able(game: Game[Any], bot: str) -> None:
    """Refuse a bot whose model cannot be used: it would only ever make random moves."""
    fault = fault_of(bot, game)
    if fault:
        raise RequestError(409, "bot", f"the bot '{bot}' cannot play, choose another: {fault}")


def need_one_seat_each(public: bool, seats: list[SeatRow]) -> None:
    """Refuse a public match with open seats in which somebody has several: newcomers would not know."""
    people = [row.player for row in seats if row.player is not None]
    if public and len(people) > len(set(people)) and any(row.kind == "open" for row in seats):
        raise RequestError(
            409,
            "one-seat",
            "in a public match with open seats each person has one seat: choose bots for the others",
        )


def need_rateable(game: Game[Any], seats: list[SeatRow]) -> None:
    """Refuse a rated match that is a variant or does not have one person in each seat."""
    people = [row.player for row in seats if row.player is not None]
    bots = any(row.kind == "bot" for row in seats)
    if "+" in game.id or bots or len(people) > len(set(people)):
        message = "a rated match needs one person in each seat, no bots and no variant"
        raise RequestError(409, "rated", message)


def claim(table: Table, player: str, seat: str, chance: str | None, now: int) -> Change | None:
    """Sit down on an open seat; where that would show a second hand, the others are asked first."""
    row = access.seat_at(table, seat)
    if row.player == player:
        return None
    access.need_running(table)
    if row.kind != "open":
        raise RequestError(409, "taken", f"the seat {seat} has been taken by somebody else")
    if table.row.rated and any(p == player and s != seat for s, p in table.sittings):
        raise RequestError(409, "rated", "in a rated match nobody may ever have more than one seat")
    _need_one_seat(table, row, player)
    if access.knows_too_much(table, player, seat) and consent.concerned(table, "claim", player, seat):
        names = f"{table.player_name(player)} asks to play {table.words.name(seat)} too."
        asks = f"{names} Everybody must agree."
        return consent.propose(table, "claim", player, seat, now, asks, chance=chance)
    return sit(table, row, player, chance, now)


def _need_one_seat(table: Table, row: SeatRow, player: str) -> None:
    """Refuse a second seat of a public match of which others are still open."""
    if table.seats_of(player):
        taken = row._replace(kind="human", player=player)
        seats = [taken if other.seat == row.seat else other for other in table.seats]
        need_one_seat_each(bool(table.row.public), seats)


def sit(table: Table, row: SeatRow, player: str, chance: str | None, now: int) -> Change:
    """A player sits down, and may add to the seed of all dice to come."""
    _need_one_seat(table, row, player)
    notice = f"{table.player_name(player)} sits down as {table.words.name(row.seat)}."
    seat = row._replace(kind="human", player=player)
    added = [Contribution(table.n + 1, row.seat, player, chance)] if chance is not None else []
    known = msgspec.json.encode([*table.contributions, *added]).decode()
    return table.arrange(now, [notice], seats=[seat], proposal=None, chance=known)


def add_chance(table: Table, player: str, chance: str, now: int) -> Change | None:
    """A player whom somebody else has seated adds to the seed of all dice to come, once, and before the first answer of their own."""
    mine = table.seats_of(player)
    if table.over or any(c.player == player for c in table.contributions):
        return None
    if any(entry.row.player == player for entry in table.entries):
        raise RequestError(
            409, "chance", "players who have already moved can no longer contribute to the seed"
        )
    added = Contribution(table.n + 1, mine[0], player, chance)
    known = msgspec.json.encode([*table.contributions, added]).decode()
    return table.arrange(now, [], chance=known)


def reassign(table: Table, player: str, seat: str, to: str, now: int) -> Change:
    """Give a seat to a bot, or open it with a new invite, if the others need not be asked first."""
    row = access.seat_at(table, seat)
    access.need_running(table)
    access.need_reassigning(table, row, player, to, now)
    if to == "human":
        raise malformed("a seat is given to 'open' or to a bot, such as 'bot:random'")
    new = place(table.game, Seat(seat), to, player)
    if to != "open" or not _opening_matters(table, row):
        return hand_over(table, new, player, now)
    others = consent.concerned(table, "reopen", player, seat)
    if not others and row.player not in (None, player) and access.hand_was_seen(table, seat):
        raise RequestError(
            409,
            "consent",
            f"the hand of {seat} has been seen and nobody is left to agree, so give the seat to a bot",
        )
    if not others:
        return hand_over(table, new, player, now)
    asks = f"{table.player_name(player)} asks to open the seat {table.words.name(seat)} to a new player."
    return consent.propose(table, "reopen", player, seat, now, f"{asks} Everybody must agree.")


def _opening_matters(table: Table, row: SeatRow) -> bool:
    """Whether the others are asked before a seat is opened: its hand was seen, or an empty chair stops every clock."""
    stops = row.kind != "open" and bool(table.row.clock or table.row.rated)
    return stops or access.hand_was_seen(table, row.seat)


def hand_over(table: Table, new: SeatRow, player: str, now: int) -> Change:
    """A seat changes hands, and the table is notified."""
    need_one_seat_each(bool(table.row.public), [new if r.seat == new.seat else r for r in table.seats])
    name = table.words.name(new.seat)
    what = f"gives the seat {name} to a bot ({new.bot})" if new.bot else f"opens the seat {name}"
    # While the same people sit there, a proposal about another seat stands: no creator ends a vote by exchanging bots.
    about, before = table.proposal, access.seat_at(table, new.seat)
    kept = table.row.proposal if about and about.seat != new.seat and before.player is None else None
    return table.arrange(now, [f"{table.player_name(player)} {what}."], seats=[new], proposal=kept)


def rename(table: Table, title: str | None, public: bool | None, now: int) -> Change:
    """Change what the lobby shows."""
    shown = bool(table.row.public) if public is None else public
    need_one_seat_each(shown, table.seats)
    kept = table.row.title if title is None else visible_title(title) or table.game.title
    if shown == bool(table.row.public):
        return table.arrange(now, [], title=kept, proposal=table.row.proposal)
    # Whoever looked on while it was public has its links: they lead nowhere once it is private.
    opened = [row._replace(invite=new_link()) for row in table.seats if row.kind == "open" and not shown]
    return table.arrange(
        now,
        [_published(table, shown)],
        opened,
        title=kept,
        public=int(shown),
        proposal=table.row.proposal,
        watch=table.row.watch if shown else new_link(),
    )


def _published(table: Table, public: bool) -> str:
    """The notice that others can read this table from now on, or no longer can."""
    who = table.player_name(table.row.creator)
    return f"{who} makes this match public." if public else f"{who} makes this match private."
