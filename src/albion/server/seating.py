"""Who sits where, looked up instead of searched for: every answer asks it a dozen times."""

from __future__ import annotations

from collections.abc import Sequence

from albion.engine.action import Seat
from albion.server.store.rows import SeatRow


class Seating:
    """One arrangement of a table's seats, which is read only; another arrangement gets another of these."""

    __slots__ = ("_by_seat", "_people", "_seats", "rows")

    def __init__(self, rows: Sequence[SeatRow]) -> None:
        self.rows = rows
        self._by_seat = {row.seat: row for row in rows}
        self._seats: dict[str, list[Seat]] = {}
        for row in rows:
            if row.player is not None:
                self._seats.setdefault(row.player, []).append(Seat(row.seat))
        self._people = {row.player for row in rows if row.kind != "bot"}

    def row(self, seat: str | None) -> SeatRow | None:
        """Who sits on a seat."""
        return self._by_seat.get(seat or "")

    def person(self, seat: str | None) -> str | None:
        """Who sits on a seat, if it is a person."""
        row = self._by_seat.get(seat or "")
        return None if row is None else row.player

    def of(self, player: str | None) -> list[Seat]:
        """Where a player sits."""
        return self._seats.get(player or "", [])

    def is_alone(self, player: str | None) -> bool:
        """Whether everybody who sits there is this player, or a bot; seats may be open."""
        return not self._seats.keys() - {player}

    def has_company(self, player: str | None) -> bool:
        """Whether a seat is another person's, or open."""
        return not self._people <= {player}
