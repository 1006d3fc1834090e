"""Setting tables up: creating, forking and importing matches, and who sits where."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from albion.bots import bot_names
from albion.engine.action import Seat
from albion.engine.codec import load, save
from albion.engine.dice import Dice
from albion.engine.errors import DataError, ReplayError
from albion.engine.game import Game
from albion.engine.match import Match
from albion.engine.options import Options, options_from
from albion.server import hub, present
from albion.server.catalogue import find
from albion.server.clock import now_ms
from albion.server.entry import pack
from albion.server.errors import Refusal, foreign, malformed, unknown
from albion.server.host import Host
from albion.server.identity import new_link, new_match_id, new_seed
from albion.server.live import Change, Live
from albion.server.present import Viewer
from albion.server.snapshots import shrink, unshrink
from albion.server.store.rows import EntryRow, MatchRow, SeatRow, SnapshotRow

Json = dict[str, Any]
_BOT = re.compile(r"bot:([a-z0-9-]+)")


async def create(
    host: Host,
    player: str,
    game: str,
    options: Json,
    seats: Mapping[str, str],
    pace: str,
    public: bool,
    title: str,
) -> str:
    """A new match; its id."""
    known = find(host.games, game)
    chosen = options_from(known.options_type, options)
    places = _places(known, chosen, seats, player, "open")
    match = Match(known, chosen, new_seed())
    row = _row(known, match, player, title, pace=pace, public=int(public))
    await _begin(host, row, places, match)
    return row.id


async def fork(host: Host, viewer_of: hub.Look, match: str, at: int | None, seats: Mapping[str, str]) -> str:
    """A private sandbox from a position of a match, with new dice and, while it runs, newly dealt secrets."""
    async with host.reading(match) as live:
        viewer = viewer_of(live)
        if viewer.player is None:
            raise Refusal(401, "no-identity", "tell your name first, so that the sandbox is yours")
        if not 0 <= (at if at is not None else live.n) <= live.n:
            raise Refusal(404, "unknown", f"the match has {live.n} answers, so there is no position {at}")
        seed = new_seed()
        state = await known_state(host, live, viewer, at, seed)
        state.dice = Dice(seed)
        copy = Match.resume(live.game, live.options, seed, state)
        places = _places(live.game, live.options, seats, viewer.player, "human")
        row = _row(live.game, copy, viewer.player, live.row.title, sandbox=1, fork_of=live.id)
    await _begin(host, row, places, copy)
    return row.id


async def known_state(host: Host, live: Live, viewer: Viewer, at: int | None, seed: int) -> Any:
    """The state after `at` answers as the viewer could believe it; the true one once the match is over."""
    state, _ = await live.position(live.n if at is None else at, host.snapshots(live))
    if live.over:
        return state
    if viewer.perspective is None:
        raise Refusal(
            409, "running", "while the match is running only those who sit there may take its position"
        )
    return live.game.imagine(state, viewer.perspective, Dice(seed))


async def import_record(host: Host, player: str, text: str, title: str) -> str:
    """A sandbox that holds a whole recorded match."""
    now = now_ms()
    try:
        checked = await host.workers.check(text, now)
    except (DataError, ReplayError) as error:
        raise Refusal(409, "record", str(error)) from error
    game = find(host.games, checked.game)
    match = Match.resume(game, checked.options, checked.seed, load(game, unshrink(checked.last)))
    places = _places(game, checked.options, {}, player, "human")
    last = checked.entries[-1]
    row = _row(game, match, player, title, sandbox=1)._replace(seq=last.seq, n=last.n)
    await host.store.create(row, places, checked.entries, checked.snapshots)
    return row.id


def _row(game: Game[Any], match: Match[Any], player: str, title: str, **more: Any) -> MatchRow:
    """A match's row as it begins."""
    now, d, outcome = now_ms(), match.decision, present.outcome(match.state.outcome)
    row = MatchRow(
        id=new_match_id(),
        game=game.id,
        version=game.version,
        options=msgspec.json.encode(match.options).decode(),
        seed=str(match.seed),
        title=title or game.title,
        creator=player,
        pace="live",
        public=0,
        sandbox=0,
        fork_of=None,
        watch=new_link(),
        created=now,
        changed=now,
        rev=0,
        seq=0,
        n=0,
        status="over" if d is None else "running",
        turn=None if d is None else d.seat,
        since=now,
        outcome=None if d is not None else msgspec.json.encode(outcome).decode(),
    )
    return row._replace(**more)


async def _begin(host: Host, row: MatchRow, places: Sequence[SeatRow], match: Match[Any]) -> None:
    """Write a new match down, then let what answers itself do so."""
    setup = EntryRow(0, 0, "setup", None, None, None, None, 0, 0, row.created, pack(match.events[0]))
    snapshot = SnapshotRow(0, 0, shrink(save(match.game, match.state)))
    await host.store.create(row, places, [setup], [snapshot])

    async def make(live: Live) -> Change | None:
        return live.settle_forced(now_ms())

    await host.change(row.id, None, lambda live: Viewer(None, None, True), make)


def _places(
    game: Game[Any], options: Options, given: Mapping[str, str], player: str, default: str
) -> list[SeatRow]:
    seats = game.seats(options)
    foreign_seats = [seat for seat in given if seat not in seats]
    if foreign_seats:
        raise malformed(f"there is no seat '{foreign_seats[0]}': expected {', '.join(seats)}")
    return [_place(game, seat, given.get(seat, default), player) for seat in seats]


def _place(game: Game[Any], seat: Seat, what: str, player: str) -> SeatRow:
    if what == "human":
        return SeatRow(seat, "human", player, None, None)
    if what == "open":
        return SeatRow(seat, "open", None, None, new_link())
    bot = _BOT.fullmatch(what)
    known = bot_names(game.id)
    if bot is None or bot[1] not in known:
        bots = ", ".join(f"bot:{name}" for name in known)
        raise malformed(f"the seat {seat} cannot be '{what}': expected human, open or {bots}")
    return SeatRow(seat, "bot", None, bot[1], None)


# who sits where


async def invited(host: Host, invite: str) -> tuple[str, str]:
    """The match and seat of an invite, or a refusal."""
    found = await host.store.invited(invite)
    if found is None:
        raise unknown("invite")
    return found


async def claim(host: Host, invite: str, player: str) -> str:
    """Sit down through an invite link; the match's id."""
    match, seat = await invited(host, invite)
    taken = not await host.store.claim(match, invite, player, now_ms())
    async with host.reading(match) as live:
        row = live.seat(seat)
    if taken and (row is None or row.player != player):
        raise Refusal(409, "taken", f"the seat {seat} has been taken by somebody else")
    return match


async def hand_on(host: Host, match: str, player: str, seat: str, to: str) -> None:
    """Give a seat to a bot or to whoever comes by a new invite."""
    async with host.reading(match) as live:
        row = live.seat(seat)
        if not (live.seats_of(player) or player == live.row.creator):
            raise foreign("you do not sit at this table")
        if row is None:
            raise Refusal(404, "unknown", f"there is no seat '{seat}' at this table")
        _check_hand_on(live, row, player)
        if to == "human":
            raise malformed("a seat is handed on to 'open' or to a bot, such as 'bot:random'")
        done = await host.store.hand_on(match, row, _place(live.game, Seat(seat), to, player), now_ms())
        await host.catch_up(live)
    if not done:
        raise Refusal(409, "taken", f"the seat {seat} has just changed hands: look again")


def _check_hand_on(live: Live, row: SeatRow, player: str) -> None:
    if row.player == player:
        return
    if player != live.row.creator:
        raise foreign(f"the seat {row.seat} is not yours to hand on")
    if row.kind == "human" and not present.is_abandoned(live, row, now_ms()):
        raise Refusal(409, "not-abandoned", f"the player of {row.seat} was here too recently to be replaced")


async def rename(host: Host, match: str, player: str, title: str | None, public: bool | None) -> None:
    """Change what the lobby shows."""
    async with host.reading(match) as live:
        _creator_only(live, player)
        new_title = live.row.title if title is None else title or live.game.title
        await host.store.rename(
            match, new_title, bool(live.row.public) if public is None else public, now_ms()
        )
        await host.catch_up(live)


async def delete(host: Host, match: str, player: str) -> None:
    """Forget a match in which nobody else has a part."""
    async with host.reading(match) as live:
        _creator_only(live, player)
        if any(row.player not in (None, player) for row in live.seats):
            raise foreign("others sit at this table: it cannot be deleted")
        await host.store.delete(match)
        host.forget(live)


def _creator_only(live: Live, player: str) -> None:
    if live.row.creator != player:
        raise foreign("only who created the match may do that")


async def listing(host: Host, which: str, player: str | None, limit: int, before: int) -> list[Json]:
    """Matches for the lobby."""
    if which == "public":
        rows = await host.store.public(limit, before)
    elif which == "finished":
        rows = await host.store.finished(player or "", limit, before)
    else:
        rows = await host.store.mine(player, limit, before) if player is not None else []
    seats = await host.store.seats_of([row.id for row in rows])
    ids = {s.player for places in seats.values() for s in places if s.player is not None}
    names = {id: name for id, (name, _) in (await host.store.players(ids)).items()}
    told = [
        present.listed(row, seats.get(row.id, []), names, host.seat_names(row.game), player) for row in rows
    ]
    if which == "mine":
        told.sort(key=lambda m: (m["status"] == "over", not (m["turn"] and m["turn"]["yours"])))
    return told
