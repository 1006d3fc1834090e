"""Reading a match: the log, what happened since a turn, records, positions as text, why not, odds."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlencode

from albion.engine.action import Action, Seat, parse_action
from albion.engine.dice import Dice, seed_hash
from albion.engine.errors import DataError
from albion.engine.options import options_from, options_text, parse_options
from albion.engine.record import Record, write_record
from albion.engine.refusal import refusal_text, why_sentence
from albion.engine.signature import signed
from albion.server import access, chat, requests, responses, views
from albion.server.access import Viewer
from albion.server.catalogue import find, find_games
from albion.server.errors import RequestError, foreign, malformed
from albion.server.identity import new_seed
from albion.server.matches import known_state
from albion.server.pauses import Pauses
from albion.server.positions import pack, write_line
from albion.server.table import Table
from albion.server.tables import Tables
from albion.server.views import options_view

_STRANGE = re.compile(r"[0-9]{10}|(?![0-9])[\d²³¹]")
"""Numbers that are none, or longer than any that is written."""
_MOST_PLACES = 200
"""Entries in the line of a position; no game has half as many."""


class Page(NamedTuple):
    """Which part of a log: after and before given entries, up to a limit, oldest or newest first."""

    since: int | None = None
    before: int | None = None
    limit: int = 1000
    effective: bool = False
    newest: bool = False

    async def of(self, table: Table, seat: Seat | None) -> responses.Entries:
        """Its entries as that seat may read them, written as JSON already; the caller holds the match still."""
        wanted, more = self._numbers(table)
        some = await views.entry_lines(table, seat, wanted)
        return responses.Entries(table.row.seq, table.n, more, some)

    def _numbers(self, table: Table) -> tuple[list[int], bool]:
        """The numbers of its entries, and whether there are more."""
        first = 0 if self.since is None else self.since + 1
        end = len(table.entries) if self.before is None else min(self.before, len(table.entries))
        every = range(first, end)
        found = [seq for seq in table.effective if first <= seq < end] if self.effective else every
        part = found[-self.limit :] if self.newest else found[: self.limit]
        return list(part), len(found) > self.limit


_OPENING = Page(limit=250, effective=True, newest=True)


async def opening(table: Table, viewer: Viewer) -> responses.Opening:
    """What a page needs to show a match, however long it is: the table, the newest answers, the talk."""
    shown = await views.table_at(table, viewer, None)
    log = await _OPENING.of(table, viewer.perspective)
    return responses.Opening(shown, log, await chat.lines(table, viewer))


async def since_turn(tables: Tables, match: str, player: str, seat: str | None) -> responses.Since:
    """What happened since a seat's last own answer."""
    async with tables.reading(match) as table:
        mine = access.view(table, player, seat).perspective
        if mine is None:
            raise foreign("you have no seat at this table")
        last = table.last_answer([mine])
        start = 0 if last is None else last[0]
        some = await views.entry_lines(table, mine, table.effective[start + 1 :])
        return responses.Since(mine, start, table.n, some)


async def record(table: Table, viewer: Viewer, signing_key: str) -> str:
    """The match as text, signed unless it was brought here from elsewhere; nothing at all if it would tell a secret."""
    text = await whole_record(table)
    if not table.over and any(table.entries[seq].hidden_from(viewer.perspective) for seq in table.effective):
        raise RequestError(
            409, "running", "the record contains secret answers: it is available once the match has ended"
        )
    return signed(text, signing_key) if table.row.origin == "new" else text


async def whole_record(table: Table) -> str:
    """The match as text with everybody's answers, secret ones included; the seed only when it is over."""
    _need_record(table)
    seed, numbers = int(table.row.seed), table.effective[1:]
    actions, dice = list[Action](), list[tuple[int, ...]]()
    pauses = Pauses()
    for seq in numbers:
        entry = table.entries[seq]
        actions.append(parse_action(entry.row.action or "", table.match.verbs))
        dice.append(entry.rolled())
        await pauses.pause()
    told = Record(
        game=table.game,
        version=table.row.version,
        options=table.options,
        seed=seed if table.over else None,
        hash=seed_hash(seed),
        actions=tuple(actions),
        seats=tuple(Seat(table.entries[seq].row.seat or "") for seq in numbers),
        dice=tuple(dice),
        names=table.names(),
        chance=tuple((c.n, c.text) for c in table.contributions),
    )
    return write_record(told)


def _need_record(table: Table) -> None:
    """Refuse what no record could tell from its beginning."""
    if table.row.fork_of is not None:
        message = "a variation starts in the middle of a match and has no record of its own"
    elif table.row.origin == "lesson":
        message = "a lesson starts from its own position and has no record"
    elif table.migrated:
        message = "the match changed to newer rules partway through, so no single version can verify it"
    else:
        return
    raise RequestError(409, "record", message)


async def line(table: Table, viewer: Viewer, at: int | None) -> responses.Line:
    """A position in one line, with a link to it."""
    text = write_line(table.game, await known_state(table, viewer, at, new_seed()))
    query = urlencode({"game": table.game.id, "options": options_text(table.options), "line": text})
    return responses.Line(table.game.id, options_view(table.options), text, f"/position?{query}")


async def position(tables: Tables, asked: requests.PositionLine) -> responses.Position:
    """The position a line describes, as a spectator sees it."""
    if _STRANGE.search(asked.line):
        raise malformed("the line contains a number that is out of range")
    game = find(tables.games, asked.game)
    options = options_from(game.options_type, asked.options)
    between = "|" if "|" in asked.line else game.notation.between.strip()
    if asked.line.count(between) >= _MOST_PLACES:
        raise malformed(f"the line has more than {_MOST_PLACES} entries")
    forecasts = tables.forecasts
    return await forecasts.run(_position, forecasts.games, game.id, options_text(options), asked.line)


def _position(games: str, game_id: str, options_given: str, line: str) -> responses.Position:
    """Read a position line; runs in the forecasting process, because a long one takes tens of milliseconds."""
    game = find_games(games)[game_id]
    options = parse_options(game.options_type, options_given)
    state = game.blank(options)
    game.notation.from_line(state, line)
    try:
        shown = game.view(state, None)
    except Exception:
        why = next(iter(game.notation.impossible(state)), None)
        if why is None:
            raise
        raise DataError(f"this position cannot occur in a game: {why}") from None
    return responses.Position(game.id, options_view(options), shown, write_line(game, state))


async def explain(
    tables: Tables, match: str, player: str, action: str, seat: str | None
) -> responses.Explained:
    """Why not: the clauses against an action, for the seat that must answer."""
    async with tables.reading(match) as table:
        access.need_seat(table, player, seat)
        access.acting_seat(table, player, seat)
        a = parse_action(action, table.match.verbs)
        why = table.match.explain(a)
        cite = why.cite if why else ()
        return responses.Explained(
            legal=not why,
            message=refusal_text(table.words, a, why) if why else f"'{a}' is allowed now",
            reason=why_sentence(table.words, why) if why else "",
            cite=responses.cite_texts(cite),
            clauses=responses.clause_texts(cite),
        )


async def odds(
    tables: Tables, match: str, player: str, action: str | None, seat: str | None
) -> responses.Odds:
    """The game's odds, computed from what this seat could believe, so that they tell no secret."""
    async with tables.reading(match) as table:
        access.need_seat(table, player, seat)
        asking = access.acting_seat(table, player, seat)
        a = None if action is None else parse_action(action, table.match.verbs)
        imagined = pack(table.game, table.game.imagine(table.match.state, asking, Dice(new_seed())))
    return responses.Odds(await tables.forecasts.odds(table.game.id, imagined, a))
