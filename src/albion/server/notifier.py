"""Sends the messages in the outbox: combined per channel, not in quiet hours, and only while they are still true."""

from __future__ import annotations

import asyncio
import json
import logging
from datetime import timedelta
from hashlib import sha256
from itertools import groupby
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from albion.server.access import ONLINE
from albion.server.catalogue import Games, seat_names
from albion.server.clock import moment, now_ms
from albion.server.mail import Letter, Mailer
from albion.server.outgoing import AT_ONCE, Outgoing
from albion.server.push import Push
from albion.server.store import BusyError, Store
from albion.server.store.outbox import ChannelRow, Note, Outbox, OutboxRow, QuietRow, put_note
from albion.server.store.rows import MatchRow

_LOG = logging.getLogger("albion.server")
_MINUTE = 60_000
_LEASE = 3 * _MINUTE
"""After this time a sender that has claimed a message and not sent it counts as dead."""
_MOST_TRIES = 8

_AGAIN = "You may have had this message before: the server stopped while it was being sent."

Result = Literal["sent", "gone", "failed"]


class Message(NamedTuple):
    """The messages for one channel."""

    title: str
    lines: list[str]
    url: str
    id: str
    """The same however often it is tried, so that a repetition replaces the one before."""

    @property
    def text(self) -> str:
        """All of it as plain text."""
        return "\n".join(self.lines)


class Notifier:
    """The sender; several processes may run one each."""

    def __init__(
        self, store: Store, games: Games, push: Push, mailer: Mailer | None, outgoing: Outgoing
    ) -> None:
        self._store, self._games = store, games
        self.outbox = Outbox(store.database)
        self.push, self.mailer, self.outgoing = push, mailer, outgoing

    async def remind(self, served: int) -> None:
        """Put reminders into the outbox for players whose time is running out."""
        now = now_ms()
        for match, at, player, seat in await self._store.reminders(served, now):
            note = Note(f"reminder:{match}:{at}", player, "reminder", match, seat, now)
            await self._store.reminded(match, at, put_note(note))

    async def send_due(self) -> None:
        """Send everything that is due, to several at once: a service that is slow to answer delays few others."""
        now = now_ms()
        waiting = sorted(await self.outbox.waiting(now), key=lambda row: row.channel)
        quiet = await self.outbox.quiet({row.player for row in waiting})
        channels = [list(rows) for _, rows in groupby(waiting, key=lambda row: row.channel)]
        free = asyncio.Semaphore(AT_ONCE)

        async def told(rows: list[OutboxRow]) -> None:
            async with free:
                await self._tell(rows, quiet.get(rows[0].player), now)

        async with asyncio.TaskGroup() as group:
            for rows in sorted(channels, key=lambda rows: rows[0].tries):
                group.create_task(told(rows))

    async def _tell(self, rows: list[OutboxRow], quiet: QuietRow | None, now: int) -> None:
        """Send what is due on one channel, unless its player has quiet time or another process is sending it."""
        until = quiet_until(quiet, now)
        if until is not None:
            await self.outbox.keep_quiet(rows, until)
            return
        mine = [row for row in rows if await self.outbox.claim(row, now, now + _LEASE)]
        channel = await self.outbox.channel(rows[0].channel)
        if mine and channel is not None:
            await self._send(channel, mine, now)

    async def _send(self, channel: ChannelRow, rows: list[OutboxRow], now: int) -> None:
        """Send those of these messages that are still true."""
        seen = (await self._store.players([channel.player])).get(channel.player, ("", 0))[1]
        true, void, later = list[tuple[OutboxRow, MatchRow]](), list[OutboxRow](), list[OutboxRow]()
        for row in rows:
            match = await self._still_true(row)
            if match is None:
                void.append(row)
            elif row.kind == "over" or now - seen > ONLINE:
                true.append((row, match))
            elif row.created < seen:
                void.append(row)  # the player is looking anyway
            else:  # has been here, but may have left before this happened
                later.append(row)
        if void:
            await self.outbox.done(void)
        if later:
            await self.outbox.give_back(later, seen + ONLINE + 1)
        if not true:
            return
        told = [row for row, _ in true]
        result = await self._delivered(channel, self._message(channel, true), told)
        tries = max(row.tries for row in told) + 1
        if result == "gone":
            await self.outbox.remove_channel(channel.player, channel.id)
        elif result == "sent" or tries >= _MOST_TRIES:
            await self.outbox.done(told)
        else:
            await self.outbox.put_off(told, now + _MINUTE * 2**tries, tries)
        if result != "sent":
            _LOG.warning(
                "a notification by %s could not be sent: attempt %d, %s", channel.kind, tries, result
            )

    async def _still_true(self, row: OutboxRow) -> MatchRow | None:
        """The match, if the message is still true."""
        match = await self._store.match(row.match)
        if match is None:
            return None
        if row.kind == "over":
            return match if match.status == "over" else None
        sits = any(s.seat == row.seat and s.player == row.player for s in await self._store.seats(row.match))
        game = self._games.get(match.game)
        if row.kind == "reminder" and game is not None and match.version != game.version:
            return None  # no time runs until everybody has agreed to the new rules
        asked = match.status == "running" and match.turn == row.seat and sits
        return match if asked else None

    def _message(self, channel: ChannelRow, about: list[tuple[OutboxRow, MatchRow]]) -> Message:
        lines = []
        for row, match in {row.match: (row, match) for row, match in about}.values():
            seat = seat_names(self._games, match.game).get(row.seat, row.seat)
            what = {
                "turn": f"It is your turn ({seat})",
                "reminder": f"Your time is running out ({seat})",
                "nudge": f"The others are waiting for you ({seat})",
                "over": "The game is over",
            }[row.kind]
            lines.append(f"{match.title}: {what}. {channel.origin}/match/{match.id}")
        first = about[0][1]
        several = len({row.match for row, _ in about})
        title = f"Albion: {first.title}" if several == 1 else f"Albion: {several} matches"
        url = f"{channel.origin}/match/{first.id}" if several == 1 else f"{channel.origin}/"
        keys = "\n".join(sorted(row.key for row, _ in about))
        return Message(title, lines, url, sha256(f"{channel.id}\n{keys}".encode()).hexdigest()[:32])

    async def _delivered(self, channel: ChannelRow, message: Message, rows: list[OutboxRow]) -> Result:
        """Send a message and return what became of it; one that cannot be written does not stop the others."""
        try:
            return await self._deliver(channel, message, rows)
        except BusyError:
            raise
        except Exception:
            _LOG.exception("a notification by %s cannot be written", channel.kind)
            return "failed"

    async def _deliver(self, channel: ChannelRow, message: Message, rows: list[OutboxRow]) -> Result:
        """Hand a message over, so that a crash neither loses it nor sends it twice.

        That it is handed over is written down just before the receiver has it whole. A push needs no such mark: a second one
        of the same topic and tag takes the place of the first. Of other services nobody can find out whether they had a
        message whose sender died meanwhile: it is sent once more, and says that it may be a repetition.
        """
        if channel.kind == "email":
            if self.mailer is None:
                return "failed"
            letter = Letter(channel.address, message.title, letter_text(message, channel), message.id)
            taken = await self.mailer.send(letter, lambda: self.outbox.handed_over(rows))
            return "sent" if taken else "failed"
        if channel.kind == "apprise":
            return await self._deliver_to_service(channel, message, rows)
        body = json.dumps(
            {
                "title": message.title,
                "body": "\n".join(line.rpartition(" ")[0] for line in message.lines),
                "url": message.url,
                "tag": message.id,
            }
        )
        request = self.push.message(channel.address, body, message.id)
        status = await self.outgoing.post(*request)
        if status in (404, 410):
            return "gone"
        return "sent" if 200 <= status < 300 else "failed"

    async def _deliver_to_service(
        self, channel: ChannelRow, message: Message, rows: list[OutboxRow]
    ) -> Result:
        if not await self.outgoing.knows_service(channel.address):  # the process that sends is now ready
            return "failed"
        before, new = [row for row in rows if row.handed], [row for row in rows if not row.handed]
        if before:
            await self.outbox.handed_over(before)
        if new:
            await self.outbox.handed_over_once(new)
        text = f"{message.text}\n{_AGAIN}" if before else message.text
        taken = await self.outgoing.tell_service(channel.address, message.title, text)
        return "sent" if taken else "failed"


def letter_text(message: Message, channel: ChannelRow) -> str:
    """A notification as a letter."""
    return f"{message.text}\n\n--\nYou asked for these messages. Change that in your account: {channel.origin}/\n"


def quiet_until(row: QuietRow | None, now: int) -> int | None:
    """When a player's quiet time ends, if it is quiet now."""
    if row is None or row.begins == row.ends:
        return None
    try:
        local = moment(now).astimezone(ZoneInfo(row.zone))
    except (ZoneInfoNotFoundError, ValueError):
        return None
    minute = 60 * local.hour + local.minute
    if (minute - row.begins) % 1440 >= (row.ends - row.begins) % 1440:
        return None
    # By the clock on the player's wall: in some nights an hour is left out, or comes twice.
    ends = local.replace(hour=row.ends // 60, minute=row.ends % 60, second=0, microsecond=0)
    ends += timedelta(days=int(row.ends <= minute))
    return round(ends.timestamp() * 1000)
