"""Moves to and fro: bands that go straight back where they came from, with nothing done at either end."""

from __future__ import annotations

from dataclasses import dataclass

from albion.engine.action import Json
from albion.engine.event import Event

TRIPS = {"move": ("nation", "place", "area"), "moved": ("faction", "area", "to")}
"""Events that tell of a whole move, with the facts that say whose it was, from where and to where."""
ON_THE_WAY = frozenset(
    {"activate", "move", "moved", "marched", "stop", "force-march", "retreat", "retreated"}
)
"""Events of movement itself: they name places where nothing has happened."""


@dataclass
class _Trip:
    """Where a band came from, and whether anything has been done since."""

    source: Json
    idle: bool


class Ways:
    """Where each band last came from."""

    def __init__(self) -> None:
        self._trips: dict[tuple[str, Json], _Trip] = {}
        self.returns = 0
        """All moves straight back, whatever happened in between."""
        self._route: tuple[str, Json] = ("", None)
        self._place: dict[str, Json] = {}

    def goes_back(self, e: Event) -> bool:
        """Whether this event ends a move straight back, with nothing done at either end since the band set out.

        A fight, a loss, a unit or building placed, points made, others who came or went: whatever an event says of
        either place is something done, and a reason to think again.
        """
        if e.kind in TRIPS and TRIPS[e.kind][0] in e.data:
            whose, source, to = (e.data.get(x) for x in TRIPS[e.kind])
            self._met(str(whose), source, to)
            return self._moved(str(whose), source, to, idle=not e.data.get("foe"))
        units = e.data.get("units")
        if e.kind == "activate" and units:
            for u in units:
                self._place.setdefault(u, e.data["hex"])
        elif e.kind == "move" and units:
            self._route = (units[0], e.data["hex"])
        elif e.kind == "stop" and self._route[0]:
            band, to = self._route
            source, self._place[band] = self._place.get(band), to
            return self._moved(band, source, to, idle=True)
        elif e.kind not in ON_THE_WAY:
            self._done(e)
        return False

    def _met(self, whose: str, source: Json, to: Json) -> None:
        """Note that others came to a place or left it."""
        for (band, at), trip in self._trips.items():
            if band != whose and (at in (source, to) or trip.source in (source, to)):
                trip.idle = False

    def _done(self, e: Event) -> None:
        """Something happened in a place; points without a place are for all the places where a nation stands."""
        places = [e.data[x] for x in ("area", "place", "hex", "to", "source") if e.data.get(x)]
        nation = e.data.get("nation") if e.kind == "score" and not places else None
        for (whose, at), trip in self._trips.items():
            if at in places or trip.source in places or whose == nation:
                trip.idle = False

    def _moved(self, band: str, source: Json, to: Json, *, idle: bool) -> bool:
        before = self._trips.pop((band, source), None)
        self._trips[band, to] = _Trip(source, idle)
        if before is None or source == to or before.source != to:
            return False
        self.returns += 1
        return before.idle and idle
