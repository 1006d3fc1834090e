"""Looking back: the log, playback since a turn, records, positions as text; and talk and notes."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlencode

from albion.engine.action import Seat, parse_action
from albion.engine.dice import seed_hash
from albion.engine.options import options_from, options_text
from albion.engine.record import Record, write_record
from albion.server import hub, present
from albion.server.catalogue import find
from albion.server.clock import now_ms
from albion.server.errors import Refusal, foreign
from albion.server.host import Host
from albion.server.identity import new_seed
from albion.server.lines import write_line
from albion.server.live import Live
from albion.server.present import options_json
from albion.server.seating import known_state

Json = dict[str, Any]


class Page(NamedTuple):
    """Which part of a log: after and before entries, at most so many, the oldest of them or the newest."""

    since: int | None = None
    before: int | None = None
    limit: int = 1000
    effective: bool = False
    newest: bool = False

    def of(self, live: Live) -> tuple[list[int], bool]:
        """The numbers of its entries, and whether there are more."""
        first = 0 if self.since is None else self.since + 1
        end = len(live.entries) if self.before is None else min(self.before, len(live.entries))
        found = [seq for seq in live.effective if first <= seq < end] if self.effective else range(first, end)
        part = found[-self.limit :] if self.newest else found[: self.limit]
        return list(part), len(found) > self.limit

    def told(self, live: Live, seat: Seat | None) -> Json:
        """Its entries as that seat may read them."""
        wanted, more = self.of(live)
        told = present.entries(live, seat, (live.entries[seq] for seq in wanted))
        return {"seq": live.row.seq, "n": live.n, "more": more, "entries": told}


_OPENING = Page(limit=250, effective=True, newest=True)


async def opening(host: Host, match: str, look: hub.Look) -> Json:
    """What a page needs to show a match, however long it is: the table, the newest answers, the talk."""
    async with host.reading(match) as live:
        viewer = look(live)
        table, lines = await host.table(live, viewer), await _said(host, live, viewer.player, 0)
        return {"table": table, "log": _OPENING.told(live, viewer.perspective), "chat": lines}


async def log(host: Host, match: str, look: hub.Look, page: Page) -> Json:
    """A part of the log, oldest first, as the viewer may read it."""
    async with host.reading(match) as live:
        return page.told(live, look(live).perspective)


async def since_turn(host: Host, match: str, player: str, seat: str | None) -> Json:
    """What happened since a seat's last own answer."""
    async with host.reading(match) as live:
        viewer = hub.look(live, player, seat)
        if viewer.perspective is None:
            raise foreign("you do not sit at this table")
        start = _last_answer(live, viewer.perspective)
        some = (live.entries[seq] for seq in live.effective[start + 1 :])
        told = present.entries(live, viewer.perspective, some)
        return {"seat": viewer.perspective, "from": start, "to": live.n, "entries": told}


def _last_answer(live: Live, seat: Seat) -> int:
    for n in range(len(live.effective) - 1, 0, -1):
        row = live.entries[live.effective[n]].row
        if row.seat == seat and not row.forced:
            return n
    return 0


async def record(host: Host, match: str, look: hub.Look) -> str:
    """The match as text; the seed only when it is over, nothing at all if it would tell a secret."""
    async with host.reading(match) as live:
        seat = look(live).perspective
        if live.row.fork_of is not None:
            raise Refusal(
                409, "record", "a fork begins in the middle of a match and has no record of its own"
            )
        some = [live.entries[seq] for seq in live.effective[1:]]
        if not live.over and any(entry.hidden_from(seat) for entry in some):
            raise Refusal(
                409, "running", "the record holds secret answers: it is told once the match has ended"
            )
        seed = int(live.row.seed)
        verbs = live.match.verbs
        told = Record(
            game=live.game,
            version=live.row.version,
            options=live.options,
            seed=seed if live.over else None,
            hash=seed_hash(seed),
            actions=tuple(parse_action(entry.row.action or "", verbs) for entry in some),
            seats=tuple(Seat(entry.row.seat or "") for entry in some),
            dice=tuple(entry.thrown() for entry in some),
            names=_names(live),
        )
    return write_record(told)


def _names(live: Live) -> dict[Seat, str]:
    """Who played, without the signs that separate names in a record."""
    names = {}
    for row in live.seats:
        name = row.bot or live.players.get(row.player or "", ("", 0))[0]
        plain = "".join(" " if c in ",=\n\r" else c for c in name).strip()
        if plain:
            names[Seat(row.seat)] = plain
    return names


async def line(host: Host, match: str, look: hub.Look, at: int | None) -> Json:
    """A position in one line, with a link to it."""
    async with host.reading(match) as live:
        viewer = look(live)
        if not 0 <= (live.n if at is None else at) <= live.n:
            raise Refusal(404, "unknown", f"the match has {live.n} answers, so there is no position {at}")
        text = write_line(live.game, await known_state(host, live, viewer, at, new_seed()))
        query = urlencode({"game": live.game.id, "options": options_text(live.options), "line": text})
        options = options_json(live.options)
        return {"game": live.game.id, "options": options, "line": text, "link": f"/position?{query}"}


def position(host: Host, game: str, options: Json, text: str) -> Json:
    """The position a line describes, as a spectator sees it."""
    known = find(host.games, game)
    chosen = options_from(known.options_type, options)
    state = known.blank(chosen)
    known.notation.from_line(state, text)
    told = {"game": game, "options": options_json(chosen), "view": known.view(state, None)}
    return {**told, "line": write_line(known, state)}


async def say(host: Host, match: str, player: str, text: str) -> Json:
    """Add a line of talk."""
    async with host.reading(match) as live:
        _insider(live, player)
        await host.store.say(match, player, text, now_ms())
        before = live.chat
        await host.read_chat(live)
        mine = [line for line in await host.store.chat(match, before) if line.player == player]
        return hub.chat_json(live, mine[-1], player)


async def talk(host: Host, match: str, look: hub.Look, since: int) -> Json:
    """The talk at a table."""
    async with host.reading(match) as live:
        return {"chat": await _said(host, live, look(live).player, since)}


async def _said(host: Host, live: Live, player: str | None, since: int) -> list[Json]:
    return [hub.chat_json(live, line, player) for line in await host.store.chat(live.id, since)]


async def notes(host: Host, match: str, player: str, text: str | None = None) -> Json:
    """A player's own notes, after writing them if a text is given."""
    async with host.reading(match) as live:
        _insider(live, player)
        if text is not None:
            await host.store.put_notes(match, player, text)
        return {"text": await host.store.notes(match, player)}


def _insider(live: Live, player: str) -> None:
    if not live.seats_of(player) and player != live.row.creator:
        raise foreign("you do not sit at this table")
