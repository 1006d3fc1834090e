"""What happened, as facts; the sentences are made from the game's words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from albion.engine.action import Json, Seat
from albion.engine.cite import Cite


class Event(msgspec.Struct, frozen=True):
    """One fact, the clauses behind it, and who may know it."""

    kind: str
    cite: Cite
    data: Mapping[str, Json]
    seats: frozenset[Seat] | None = None
    final: bool = False

    def known_to(self, seat: Seat | None) -> bool:
        """Whether that seat (None: a spectator) may be told."""
        return self.seats is None or (seat is not None and seat in self.seats)


Log = list[Event] | None
"""Where events go; None in playouts: nothing is built."""


def is_read(log: Log) -> bool:
    """Whether somebody reads the log: nobody does in playouts, nor where events are only counted (`Counted`).

    Asked before events that change nothing and are only there to be read: a phase begins, a way back is offered.
    """
    return type(log) is list


def emit(
    log: Log, kind: str, cite: Cite, *, seats: Iterable[Seat] | None = None, final: bool = False, **data: Json
) -> None:
    """Add an event to the log, if there is one."""
    if log is not None:
        log.append(Event(kind, cite, data, None if seats is None else frozenset(seats), final))
