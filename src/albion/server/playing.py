"""Commands at the table: answering, taking back, asking why not, and letting bots answer."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Any

from albion.bots import answer_seed
from albion.engine.action import Seat, parse_action
from albion.engine.codec import save
from albion.engine.dice import Dice
from albion.engine.errors import AlbionError, NotYourTurnError
from albion.engine.refusal import refusal_text, why_sentence
from albion.server import hub
from albion.server.clock import now_ms
from albion.server.entry import Entry
from albion.server.errors import Refusal, cite_json, clauses_json, foreign
from albion.server.host import Committed, Host
from albion.server.identity import new_seed
from albion.server.live import Change, Live
from albion.server.present import Viewer
from albion.server.snapshots import shrink

_LOG = logging.getLogger("albion.server")
Json = dict[str, Any]


async def play(
    host: Host,
    match: str,
    player: str,
    seq: int,
    action: str,
    seat: str | None = None,
    committed: Committed | None = None,
) -> tuple[Live, list[Entry]]:
    """Answer the open question; committed when this returns."""

    async def make(live: Live) -> Change:
        return live.play(acting(live, player, seat), action, now_ms())

    return await host.change(match, seq, lambda live: seated(live, player, seat), make, committed)


async def undo(
    host: Host,
    match: str,
    player: str,
    seq: int,
    seat: str | None = None,
    committed: Committed | None = None,
) -> tuple[Live, list[Entry]]:
    """Take back a seat's last own answer."""

    async def make(live: Live) -> Change:
        return await live.undo(_undoing(live, player, seat), now_ms(), host.snapshots(live))

    return await host.change(match, seq, lambda live: seated(live, player, seat), make, committed)


async def explain(host: Host, match: str, player: str, action: str, seat: str | None) -> Json:
    """Why not: the clauses against an action, for who must answer."""
    async with host.reading(match) as live:
        seated(live, player, seat)
        acting(live, player, seat)
        a = parse_action(action, live.match.verbs)
        why = live.match.explain(a)
        message = refusal_text(live.words, a, why) if why else f"'{a}' is allowed now"
        reason, cite = (why_sentence(live.words, why), why.cite) if why else ("", ())
        told = {"legal": not why, "message": message, "reason": reason}
        return {**told, "cite": cite_json(cite), "clauses": clauses_json(cite)}


async def odds(host: Host, match: str, player: str, action: str | None, seat: str | None) -> Json:
    """The game's odds, worked out from what this seat could believe, so that they tell no secret."""
    async with host.reading(match) as live:
        seated(live, player, seat)
        asking = acting(live, player, seat)
        a = None if action is None else parse_action(action, live.match.verbs)
        imagined = live.game.imagine(live.match.state, asking, Dice(new_seed()))
        game = live.game
    return {"odds": await asyncio.to_thread(game.odds, imagined, a)}


def seated(live: Live, player: str, seat: str | None) -> Viewer:
    """Somebody who sits at the table, on that seat if one is named."""
    mine = live.seats_of(player)
    if not mine:
        raise foreign("you do not sit at this table")
    if seat is not None and seat not in mine:
        raise foreign(f"the seat {seat} is not yours")
    return hub.look(live, player, seat)


def acting(live: Live, player: str, seat: str | None) -> Seat:
    """The seat that answers: the deciding one, which must be this player's."""
    d = live.match.decision
    if d is None:
        raise NotYourTurnError("the match is over: nothing is left to decide")
    if (seat if seat is not None else d.seat) != d.seat or d.seat not in live.seats_of(player):
        raise NotYourTurnError(f"it is for {d.seat} to answer now")
    return d.seat


def _undoing(live: Live, player: str, seat: str | None) -> Seat:
    """The seat that takes back: the named one, else the one of this player's that answered last."""
    if seat is not None:
        return Seat(seat)
    mine = live.seats_of(player)
    for seq in reversed(live.effective[1:]):
        row = live.entries[seq].row
        if row.seat in mine and not row.forced:
            return Seat(row.seat or "")
    return mine[0]


class BotTurns:
    """Lets bots answer, one task a match at a time."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._busy: set[str] = set()

    def wake(self, live: Live) -> None:
        """If a bot must answer, let it think."""
        if _bot(live) is not None and live.id not in self._busy:
            self._busy.add(live.id)
            self._host.spawn(self._run(live.id))

    async def _run(self, match: str) -> None:
        try:
            while await self._answer(await self._host.find(match)):
                pass
        except (Refusal, AlbionError) as error:
            _LOG.warning("a bot's turn was put off: %s", type(error).__name__)
        finally:
            self._busy.discard(match)

    async def _answer(self, live: Live) -> bool:
        """One answer; False when no bot is asked any more."""
        async with live.lock:
            if live.broken:
                await self._host.catch_up(live)
            bot, d, seq = _bot(live), live.match.decision, live.row.seq
            if bot is None or d is None:
                return False
            state, seed = (
                shrink(save(live.game, live.match.state)),
                answer_seed(live.match.seed, d.seat, live.n),
            )
        plan = await self._host.workers.choose(live.game.id, state, bot, seed)
        if plan is None:
            # The match goes on even with a bot that always fails: any legal answer will do.
            plan = [str(secrets.choice(d.actions))]
        return await self._give(live.id, d.seat, seq, plan)

    async def _give(self, match: str, seat: Seat, seq: int, plan: list[str]) -> bool:
        async def make(live: Live) -> Change:
            return live.play_plan(seat, plan, now_ms())

        def still(live: Live) -> Viewer:
            if _bot(live) is None:
                raise foreign("the seat is no longer a bot's")
            return Viewer(None, seat, True)

        try:
            await self._host.change(match, seq, still, make)
        except Refusal as refusal:
            return refusal.error == "stale"
        return True


def _bot(live: Live) -> str | None:
    """The bot that must answer now, if it is one's turn."""
    d = live.match.decision
    row = None if d is None or live.gone else live.seat(d.seat)
    return row.bot if row is not None and row.kind == "bot" else None
