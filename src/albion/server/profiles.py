"""Players' pages and the lists of ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from albion.server import event_shapes
from albion.server.clock import iso
from albion.server.errors import unknown
from albion.server.ratings import handle_of, rating_of
from albion.server.store.results import ResultRow, Results
from albion.server.tables import Tables

_LAST = 50


async def ratings(tables: Tables, game: str, seats: int) -> event_shapes.RatingList:
    """Everybody's rating in a game with this number of seats."""
    results = Results(tables.store.database)
    rows, counts = await results.ratings(game, seats), await results.rated_matches(game, seats)
    names = await tables.store.players([row.player for row in rows])
    told = [_rating(row, names[row.player][0], counts[row.player]) for row in rows if row.player in names]
    return event_shapes.RatingList(sorted(told, key=lambda r: -r.rating))


async def profile(tables: Tables, handle: str, asking: str | None) -> event_shapes.Profile:
    """A player's page; what is neither rated nor public is shown to the player alone."""
    results = Results(tables.store.database)
    player = await results.profile(handle)
    if player is None and asking is not None and handle_of(asking) == handle:
        player = asking
    found = await tables.store.players([player or ""])
    if player is None or player not in found:
        raise unknown("player")
    rows = [r for r in await results.of_player(player) if r.public or player == asking]
    name = found[player][0]
    return event_shapes.Profile(
        name=name,
        handle=handle,
        you=player == asking,
        ratings=_ratings(rows, name),
        records=_records(rows),
        luck=_luck(rows),
        matches=[
            event_shapes.PlayerMatch(
                match=r.match,
                game=r.game,
                seat=r.seat,
                seats=r.seats,
                place=r.place,
                score=r.score,
                ended=iso(r.ended),
                rated=r.mu is not None,
            )
            for r in rows[:_LAST]
        ],
    )


def _rating(row: ResultRow, name: str, matches: int) -> event_shapes.PlayerRating:
    value = rating_of(row.mu or 0.0, row.sigma or 0.0)
    return event_shapes.PlayerRating(
        game=row.game,
        seats=row.seats,
        player=name,
        handle=handle_of(row.player),
        rating=value.rating,
        low=value.low,
        high=value.high,
        matches=matches,
    )


def _ratings(rows: Sequence[ResultRow], name: str) -> list[event_shapes.PlayerRating]:
    """The newest rating of each kind; the rows are sorted so."""
    counts = Counter((r.game, r.seats) for r in rows if r.mu is not None)
    newest: dict[tuple[str, int], ResultRow] = {}
    for row in rows:
        if row.mu is not None:
            newest.setdefault((row.game, row.seats), row)
    return [_rating(row, name, counts[kind]) for kind, row in newest.items()]


def _records(rows: Sequence[ResultRow]) -> list[event_shapes.SeatRecord]:
    kinds: dict[tuple[str, str, int], list[ResultRow]] = {}
    for row in rows:
        kinds.setdefault((row.game, row.seat, row.seats), []).append(row)
    return [
        event_shapes.SeatRecord(
            game=game,
            seat=seat,
            seats=seats,
            matches=len(own),
            won=sum(r.place == 1 for r in own),
            mean_place=round(sum(r.place for r in own) / len(own), 3),
            mean_score=round(sum(r.score for r in own) / len(own), 3),
        )
        for (game, seat, seats), own in sorted(kinds.items())
    ]


def _luck(rows: Sequence[ResultRow]) -> list[event_shapes.DiceLuck]:
    games = sorted({row.game for row in rows if row.dice})
    return [
        event_shapes.DiceLuck(
            game=game,
            dice=sum(r.dice for r in rows if r.game == game),
            expected=round(sum(r.expected for r in rows if r.game == game), 3),
            came=sum(r.came for r in rows if r.game == game),
            deviation=round(sum(r.variance for r in rows if r.game == game) ** 0.5, 3),
        )
        for game in games
    ]
