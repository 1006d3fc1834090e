"""Who may do what at a table: looking, answering, taking back, changing seats."""

from __future__ import annotations

import hmac

import msgspec

from albion.engine.action import Seat
from albion.engine.errors import NotYourTurnError
from albion.server.errors import RequestError, foreign
from albion.server.store.rows import MatchRow, SeatRow
from albion.server.table import Table

ONLINE = 45_000
"""A player seen within this many milliseconds counts as present, even if connected to another process."""
ABANDONED = {"live": 10 * 60_000, "slow": 7 * 24 * 3600_000}
"""After this many milliseconds without its player a seat may be reassigned, by the match's pace; those with a rating or a clock are slow."""


class Viewer(msgspec.Struct, frozen=True):
    """Somebody looking at a table, and the perspective they see it from."""

    player: str | None
    perspective: Seat | None
    insider: bool
    """Sits there or created the match."""


NOBODY = Viewer(None, None, False)


def view(table: Table, player: str | None, seat: str | None = None, watch: str | None = None) -> Viewer:
    """The perspective from which this player may look, or a refusal."""
    mine = table.seats_of(player)
    insider = is_insider(table, player)
    watching = watch is not None and hmac.compare_digest(watch.encode(), table.row.watch.encode())
    if not (insider or watching or table.row.public):
        raise foreign("you have no seat at this table: ask for an invitation or a spectator link")
    if seat is None:
        return Viewer(player, _follow(table, mine), insider)
    seat_at(table, seat)
    if seat not in mine and not table.over:
        raise foreign(f"the seat {seat} is not yours")
    return Viewer(player, Seat(seat), insider)


def _follow(table: Table, mine: list[Seat]) -> Seat | None:
    """The deciding seat if it is mine, otherwise mine that answered last, otherwise my first."""
    if not mine:
        return None
    if table.row.turn in mine:
        return Seat(table.row.turn or "")
    last = table.last_answer(mine) if len(mine) > 1 else None
    return mine[0] if last is None else last[1]


def may_see_origin(table: Table, player: str | None) -> bool:
    """Whether this player may learn which match a fork came from: its creator saw it; others need access to it now."""
    seen_by = table.origin_seen_by
    return seen_by is None or player == table.row.creator or player in seen_by


def seat_at(table: Table, seat: str) -> SeatRow:
    """A seat of this table, or a refusal."""
    row = table.seat(seat)
    if row is None:
        raise RequestError(404, "unknown", f"there is no seat '{seat}' at this table")
    return row


def is_insider(table: Table, player: str | None) -> bool:
    """Whether this player sits there or created the match."""
    return player is not None and (player == table.row.creator or bool(table.seats_of(player)))


def need_insider(table: Table, player: str) -> None:
    """Refuse anybody but the players and the creator of the match."""
    if not is_insider(table, player):
        raise foreign("you have no seat at this table")


def need_creator(row: MatchRow, player: str) -> None:
    """Refuse everybody but the match's creator."""
    if row.creator != player:
        raise foreign("only the match's creator can do that")


def need_seat(table: Table, player: str, seat: str | None) -> Viewer:
    """A player with a seat, and on that seat if one is named."""
    mine = table.seats_of(player)
    if not mine:
        raise foreign("you have no seat at this table")
    if seat is not None and seat not in mine:
        raise foreign(f"the seat {seat} is not yours")
    return view(table, player, seat)


def need_present_rules(table: Table) -> None:
    """Refuse to continue a match that began under other rules, until its players agree."""
    if table.outdated:
        old, new = table.row.version, table.game.version
        raise RequestError(
            409,
            "rules",
            f"the match began with version {old} of the rules, and this is version {new}: its players must agree"
            " to continue under the new ones",
        )


def acting_seat(table: Table, player: str, seat: str | None) -> Seat:
    """The seat that answers: the deciding one, which must be this player's."""
    d = table.match.decision
    if d is None:
        raise NotYourTurnError("the match is over")
    if (seat if seat is not None else d.seat) != d.seat or d.seat not in table.seats_of(player):
        raise NotYourTurnError(f"it is not your turn: {d.seat} is to play")
    return d.seat


def undoing_seat(table: Table, player: str, seat: str | None) -> Seat:
    """The seat that takes back: the named one, otherwise the one of this player's that answered last."""
    if seat is not None:
        return Seat(seat)
    mine = table.seats_of(player)
    last = table.last_answer(mine)
    return mine[0] if last is None else last[1]


def need_begun(table: Table) -> None:
    """Refuse answers to a rated match before everybody has sat down: until then one could go back past the dice."""
    if not table.row.rated:
        return
    sat = {seat for seat, _ in table.sittings}
    if any(row.kind == "open" and row.seat not in sat for row in table.seats):
        raise RequestError(409, "rated", "a rated match begins once every seat is taken")


def need_running(table: Table) -> None:
    """Refuse to change who sits at a match that is over: results count for those who stayed to the end."""
    if table.over:
        raise RequestError(409, "over", "the match is over, so its seats stay as they are")


def need_reassigning(table: Table, row: SeatRow, player: str, to: str, now: int) -> None:
    """Refuse anybody who may not give this seat to somebody else.

    In a rated match any player may let a bot play on for one who stays away: nobody escapes a loss by never coming back. So it is
    where a clock stands still until all have agreed to new rules: whoever stays away would hold up the others for ever.
    """
    if row.player == player:
        return
    of_all = table.row.rated or (row.kind == "human" and has_stopped(table))
    relieves = bool(of_all and table.seats_of(player)) and to.startswith("bot:")
    if player != table.row.creator and not relieves:
        raise foreign(f"the seat {row.seat} is not yours to give up")
    if table.row.rated and row.kind == "bot":
        raise RequestError(409, "rated", f"in a rated match the bot plays {row.seat} to the end")
    if row.kind == "human" and table.row.clock and not has_stopped(table):
        raise RequestError(
            409, "clock", f"the clock decides when the player of {row.seat} is replaced, as agreed"
        )
    if row.kind == "human" and not is_abandoned(table, row, now):
        raise RequestError(
            409, "not-abandoned", f"the player of {row.seat} has been here too recently to be replaced"
        )


def has_stopped(table: Table) -> bool:
    """Whether there is a clock that stands still until all have agreed to new rules."""
    return bool(table.row.clock) and table.outdated


def knows_secrets(table: Table, seat: str) -> bool:
    """Whether that seat knows, or has known, what others at the table do not."""
    state = table.match.state
    mine, all_see = table.game.view(state, Seat(seat)), table.game.view(state, None)
    own = (e for entry in table.entries for e in entry.events if e.seats is not None)
    return bool(mine != all_see or any(seat in (e.seats or ()) for e in own))


def hand_was_seen(table: Table, seat: str) -> bool:
    """Whether somebody has sat there and seen what others may not."""
    return not table.over and any(s == seat for s, _ in table.sittings) and knows_secrets(table, seat)


def knows_too_much(table: Table, player: str, seat: str) -> bool:
    """Whether sitting down there too needs consent: a second seat of a public match, or a second hand.

    While nobody has answered yet, players of a private match share its seats out as they like.
    """
    under_way = any(not table.entries[seq].row.forced for seq in table.effective[1:])
    if table.seats_of(player) and (table.row.public or (under_way and knows_secrets(table, seat))):
        return True
    others = (s for s, p in table.sittings if p == player and s != seat and s not in table.seats_of(player))
    return any(hand_was_seen(table, s) for s in others)


def bot_to_answer(table: Table) -> str | None:
    """The bot that must answer now, if it is one's turn."""
    d = table.match.decision
    row = None if d is None else table.seating.row(d.seat)
    return (
        row.bot if row is not None and row.kind == "bot" and not table.gone and not table.outdated else None
    )


def is_online(table: Table, row: SeatRow, now: int) -> bool:
    """Whether a seat's player is connected, here or elsewhere."""
    if row.player is None:
        return False
    _, seen = table.players.get(row.player, ("", 0))
    # Seen in the future, by a server whose clock was ahead, is not seen now.
    return any(s.player == row.player for s in table.subscribers) or abs(now - seen) < ONLINE


def is_abandoned(table: Table, row: SeatRow, now: int) -> bool:
    """Whether a seat may be reassigned: nobody sits there, or nobody has been seen for long."""
    if row.kind != "human":
        return row.kind == "open"
    _, seen = table.players.get(row.player or "", ("", 0))
    patience = ABANDONED["slow" if table.row.rated or table.row.clock else table.row.pace]
    return not is_online(table, row, now) and now - seen > patience
