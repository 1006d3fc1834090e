"""How often things happened, counted from events, for simulations that do not keep the events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from albion.engine.counted import Counted
from albion.engine.event import Event

BOOKKEEPING = frozenset({"phase", "turn", "round", "restart"})
"""Events that only say where in the sequence of play the game is."""
BEGINNINGS = frozenset({"turn", "round"})
AT_ONCE = 64
"""This many events are counted together: one by one each would find counts and code gone from the processor's cache."""

Holders = dict[str, tuple[str, int]]
"""By place: the faction with most pieces there, and how many."""
Columns = tuple[list[int], list[str], list[str], list[int], list[int]]
"""Round, kind, who, how often and how much."""


class Count:
    """How often something happened, and how much of it."""

    __slots__ = ("often", "total")

    def __init__(self) -> None:
        self.often = 0
        self.total = 0


class Tally:
    """Counts so far, by who was involved."""

    def __init__(
        self, actors: tuple[str, ...], factions: frozenset[str], begins: Callable[[Event], None]
    ) -> None:
        self.actors, self.factions = actors, factions
        """Under which names an event says who did it or who suffered it, the first found first; and who there is."""
        self._others = actors[1:]
        self.begins = begins
        """Called with an event that says that a numbered turn or round begins, when all before it has been counted."""
        self.log: list[Event] = Counted()
        """Where events go to be counted."""
        self.told: list[tuple[str, Any, Count]] = []
        """Kinds of events and who was involved, in the order in which each was first told."""
        self._counts: dict[str, dict[Any, Count]] = {}
        """The same, by kind of event and who."""
        self.scored: dict[tuple[Any, str], int] = {}
        """Who and why: points."""
        self.rolled: dict[tuple[Any, int], Count] = {}
        """By who rolled and the number of sides: how many dice, and their sum."""
        self._units: dict[str, str] = {}
        """The faction of each unit that was told of, '' if none: a game tells of the same few units again and again."""
        self._seen = 0
        """How many events have been looked at, but not counted yet."""

    def look(self) -> None:
        """See what was told; it is counted when a numbered turn or round begins, or when enough has come together."""
        log = self.log
        told = len(log)
        if told == self._seen:
            return
        for i in range(self._seen, told):
            if opens(log[i]):
                self.count()
                return
        if told < AT_ONCE:
            self._seen = told
        else:
            self.count()

    def count(self) -> None:
        """Count what was told, and forget it."""
        self._add(self.log)
        self.log.clear()
        self._seen = 0

    def close(self, number: int, columns: Columns) -> None:
        """Add the counts of a round to columns, and begin new ones."""
        rounds, kinds, whos, often, totals = columns
        for kind, who, held in self.told:
            rounds.append(number)
            kinds.append(kind)
            whos.append(who)
            often.append(held.often)
            totals.append(held.total)
            self._counts[kind].clear()
        self.told.clear()

    def _add(self, events: list[Event]) -> None:
        counts, mostly = self._counts, self.actors[0]
        for e in events:
            kind, data = e.kind, e.data
            counted = counts.get(kind)
            if counted is None:
                if kind == "roll":
                    self._throw(data)
                    continue
                if kind in BOOKKEEPING:
                    if opens(e):
                        self.begins(e)
                    continue
                counted = counts[kind] = {}
            who: Any = data.get(mostly) or self._actor(data)
            told: Any = data.get("n")
            n: int = told if type(told) is int else 1
            held = counted.get(who)
            if held is None:
                held = counted[who] = Count()
                self.told.append((kind, who, held))
            held.often += 1
            held.total += n
            if kind == "score":
                source = (who, str(data.get("why", "")))
                self.scored[source] = self.scored.get(source, 0) + n

    def _throw(self, data: Mapping[str, Any]) -> None:
        faces: list[int] = data["dice"]
        key = (data.get("who"), data.get("sides", 6))
        held = self.rolled.get(key)
        if held is None:
            held = self.rolled[key] = Count()
        held.often += len(faces)
        for face in faces:
            held.total += face

    def _actor(self, data: Mapping[str, Any]) -> str:
        """Who else an event is about than the first of the actors; otherwise the faction of its unit."""
        for key in self._others:
            who = data.get(key)
            if who:
                return str(who)
        unit = str(data.get("unit", ""))
        faction = self._units.get(unit)
        if faction is None:
            faction = self._units[unit] = self._of_unit(unit)
        return faction

    def _of_unit(self, unit: str) -> str:
        """The faction of a unit, where units are spelt 'faction:kind'."""
        faction = unit.partition(":")[0]
        return faction if faction in self.factions else ""


def opens(e: Event) -> bool:
    """Whether an event says that a turn or round of the game begins, by its number; one faction's turn has none."""
    return e.kind in BEGINNINGS and ("number" in e.data or "turn" in e.data)


def holders(presence: Iterable[tuple[str, str, int]]) -> Holders:
    """Of places, factions and pieces: who has most pieces in each place; of several the first that is listed."""
    most: Holders = {}
    several: dict[str, dict[str, int]] = {}
    for place, faction, n in presence:
        held = most.get(place)
        if held is None:
            most[place] = (faction, n)
        elif place in several:
            there = several[place]
            there[faction] = there.get(faction, 0) + n
        elif held[0] == faction:
            most[place] = (faction, held[1] + n)
        else:
            several[place] = {held[0]: held[1], faction: n}
    for place, present in several.items():
        most[place] = max(present.items(), key=_pieces)
    return most


def _pieces(one: tuple[str, int]) -> int:
    return one[1]
