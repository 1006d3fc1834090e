"""Hints for a person who plays alone: computed in the forecasting process from what the seat could believe."""

from __future__ import annotations

from albion.bots.hints import hints, why
from albion.engine.dice import Dice
from albion.engine.loop import settle
from albion.engine.words import load_words
from albion.server import access, aid, responses
from albion.server.catalogue import find_games
from albion.server.errors import RequestError
from albion.server.identity import new_seed
from albion.server.positions import pack, unpack
from albion.server.table import Table
from albion.server.tables import Tables

SEED = 1
"""The same position gets the same advice."""


async def advise(tables: Tables, match: str, player: str, seat: str | None) -> responses.Hints:
    """The best answers to the open question; refused where other people play, who would not know of it."""
    async with tables.reading(match) as table:
        access.need_seat(table, player, seat)
        asking = access.acting_seat(table, player, seat)
        need_alone(table, player)
        asked = aid.Asked.of(table)
        imagined = pack(table.game, table.game.imagine(table.match.state, asking, Dice(new_seed())))
        seq, game = table.row.seq, table.game.id
    await aid.need_uncontested(tables, asked, player)
    return responses.Hints(seq, await tables.forecasts.run(_advise, tables.forecasts.games, game, imagined))


def need_alone(table: Table, player: str) -> None:
    """Refuse a table where others play, or could later take over a game that was played with hints."""
    if any(row.player not in (None, player) for row in table.seats):
        why = "other people are playing at this table"
    elif aid.is_contested(table.row, table.seats):
        why = "this match is rated" if table.row.rated else "a seat of this table is open to other people"
    else:
        return
    raise RequestError(409, "hints", f"hints are for games against bots and for variations: {why}")


def _advise(games: str, game: str, imagined: bytes) -> list[responses.Hint]:
    """Compute the hints; runs in the forecasting process."""
    known = find_games(games)[game]
    s = unpack(known, imagined)
    d = settle(s)
    assert d is not None
    words, about = load_words(*known.books), s.agenda[-1].about(s)
    return [
        responses.Hint(
            action=str(h.plan[0]),
            plan=[str(a) for a in h.plan],
            text=words.action(h.plan[0], about),
            points=h.points,
            margin=h.margin,
            win=h.win,
            why=why(known, words, h),
            odds=known.odds(s, h.plan[0]),
        )
        for h in hints(known, s, d, SEED)
    ]
