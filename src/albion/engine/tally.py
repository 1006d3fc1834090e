"""How often things happened, counted from events, for simulations that do not keep the events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from albion.engine.event import Event

BOOKKEEPING = frozenset({"phase", "turn", "round", "restart"})
"""Events that only say where in the sequence of play the game is."""
BEGINNINGS = frozenset({"turn", "round"})


class Tally:
    """Counts so far, by who was involved."""

    def __init__(
        self, actors: tuple[str, ...], factions: frozenset[str], begins: Callable[[Event], None]
    ) -> None:
        self.actors, self.factions = actors, factions
        """Under which names an event says who did it or who suffered it, the first found first; and who there is."""
        self.begins = begins
        """Called with an event that says that a turn or round begins, when all before it has been counted."""
        self.log: list[Event] = []
        """Where events go to be counted."""
        self.counts: dict[tuple[str, Any], list[int]] = {}
        """Kind of event and who: how often, and how much of it."""
        self.scored: dict[tuple[Any, str], int] = {}
        """Who and why: points."""
        self.rolled: dict[tuple[Any, int], list[int]] = {}
        """By who rolled and the number of sides: how many dice, and their sum."""

    def look(self) -> None:
        """Count what was told, and forget it."""
        if self.log:
            self._add(self.log)
            self.log.clear()

    def _add(self, events: list[Event]) -> None:
        counts, mostly = self.counts, self.actors[0]
        for e in events:
            kind = e.kind
            if kind in BOOKKEEPING:
                if kind in BEGINNINGS:
                    self.begins(e)
                continue
            data = e.data
            if kind == "roll":
                self._throw(data)
                continue
            who: Any = data.get(mostly) or self._actor(data)
            told: Any = data.get("n", 1)
            n: int = told if type(told) is int else 1
            key = (kind, who)
            held = counts.get(key)
            if held is None:
                counts[key] = [1, n]
            else:
                held[0] += 1
                held[1] += n
            if kind == "score":
                source = (who, str(data.get("why", "")))
                self.scored[source] = self.scored.get(source, 0) + n

    def _throw(self, data: Mapping[str, Any]) -> None:
        faces: list[int] = data["dice"]
        key = (data.get("who"), data.get("sides", 6))
        held = self.rolled.get(key)
        if held is None:
            held = self.rolled[key] = [0, 0]
        held[0] += len(faces)
        held[1] += sum(faces)

    def _actor(self, data: Mapping[str, Any]) -> str:
        """Who an event is about; otherwise the faction of its unit, where units are spelt 'faction:kind'."""
        for key in self.actors:
            if data.get(key):
                return str(data[key])
        faction = str(data.get("unit", "")).partition(":")[0]
        return faction if faction in self.factions else ""
