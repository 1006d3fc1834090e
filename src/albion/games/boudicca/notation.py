"""Positions as text: one entry a hex, box or track; described in docs/notation-boudicca.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from albion.engine.errors import DataError
from albion.engine.game import Notation
from albion.games.boudicca.invariants import impossible
from albion.games.boudicca.notation_tracks import MEMORY, MEMORY_MARKS, PLACES, set_track, track
from albion.games.boudicca.roster import BRITONS, ROMANS, SIDES
from albion.games.boudicca.s10_combat import JoinBattle
from albion.games.boudicca.starts import START
from albion.games.boudicca.state import (
    DEAD,
    FURY,
    MARCHED,
    NEVER,
    PLUNDER,
    RAMPAGE,
    RESERVE,
    SCARED,
    BoudiccaState,
)

MARKS = {
    "force-marched": MARCHED,
    "scared": SCARED,
    "plundering": PLUNDER,
    "rampage": RAMPAGE,
    "fury": FURY,
}
WORDS = ("reduced", "steps-1", "steps-2", "steps-3", "used-1", "used-2", "inactive", "later", *MARKS)
OTHER_WORDS = {
    "auxilia": "aux",
    "auxiliary": "aux",
    "auxiliaries": "aux",
    "cavalry": "cav",
    "civilian": "civ",
    "civilians": "civ",
    "druids": "druid",
    "full": "",
    "active": "",
    "unmobilized": "inactive",
    "used-i": "used-1",
    "used-ii": "used-2",
}
"""Other spellings of counters and states; 'full' and 'active' say nothing that is not so anyway."""


@dataclass(frozen=True, slots=True)
class Item:
    """This many counters of a kind, or one by its id, in some state."""

    count: int
    what: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((str(self.count), self.what, *self.words))


class BoudiccaNotation(Notation[BoudiccaState]):
    """Reads and writes positions."""

    entered: ClassVar[Mapping[str, str]] = {"move": "hex"}

    def impossible(self, s: BoudiccaState) -> Iterable[str]:
        """What no game could bring to the table."""
        return impossible(s, next(((x.hex, x.attacker) for x in s.agenda if isinstance(x, JoinBattle)), None))

    def place(self, s: BoudiccaState, key: str, text: str) -> None:
        """Put one entry of a position on the table."""
        place = place_of(s, key)
        if place is not None:
            for item in items(s, key, text):
                _put(s, key, place, item)
        elif key in MEMORY:
            for entry in filter(None, (part.strip() for part in text.split(","))):
                _remember(s, key, entry)
        else:
            set_track(s, key, text.strip())

    def read(self, s: BoudiccaState, key: str) -> str:
        """The canonical text of one entry."""
        place = place_of(s, key)
        if place is not None:
            units = [u for u, where in enumerate(s.where) if where == place]
            return join(Counter((s.rules.units[u].kind, words_of(s, u)) for u in units))
        if key in MEMORY:
            return ", ".join(_memory(s, key))
        return track(s, key)

    def tidy(self, s: BoudiccaState, key: str, text: str) -> str:
        """An expected entry in canonical form."""
        if place_of(s, key) is None:
            parts = [part.strip() for part in text.split(",")]
            return ", ".join(parts if key.startswith("deck-") else sorted(parts))
        found: Counter[tuple[str, tuple[str, ...]]] = Counter()
        for item in items(s, key, text):
            kind = s.rules.units[s.rules.index[item.what]].kind if item.what in s.rules.index else item.what
            found[kind, tuple(w for w in WORDS if w in item.words)] += item.count
        return join(found)

    def keys(self, s: BoudiccaState) -> Iterable[str]:
        """Every key that has something to say now."""
        yield "turn"
        yield "impulse"
        for key in (
            "ap",
            "cards",
            *(f"{what}-{side}" for side in SIDES for what in ("hand", "played", "deck")),
        ):
            if self.read(s, key) not in ("", "0"):
                yield key
        for key in ("drawn", "revolt", "sacked", "bridges", "flags"):
            if self.read(s, key):
                yield key
        for key, place in PLACES.items():
            if place in s.where:
                yield key
        yield from (f"{h:04d}" for h in sorted(s.at) if h > DEAD)
        yield from (key for key in MEMORY if self.read(s, key))

    def start(self, s: BoudiccaState, text: str) -> None:
        """Set the agenda from words such as 'Impulse romans'."""
        name, *args = text.replace(":", " ").replace(",", " ").split()
        args = [word.lower() for word in args]
        if name not in START:
            raise DataError(f"'{name}' is not a start of boudicca: expected one of {', '.join(START)}")
        try:
            START[name](s, *args)
        except (TypeError, ValueError, KeyError) as error:
            raise DataError(f"the start '{text}' does not fit {name}: {error}") from error


def place_of(s: BoudiccaState, key: str) -> int | None:
    """The place a key names; None if it is a track; a DataError if it is neither."""
    if key in PLACES:
        return PLACES[key]
    named = {slug(name): h for h, name in s.rules.board.names.items()}
    if slug(key) in named:
        return named[slug(key)]
    if key.isdigit():
        if int(key) not in s.rules.board.grid.known:
            raise DataError(f"'{key}' is not a land hex of the map: expected RRCC, as 2523")
        return int(key)
    return None


def slug(name: str) -> str:
    """A name as a key: londinium, venta-icenorum."""
    return "-".join(name.lower().split())


def items(s: BoudiccaState, key: str, text: str) -> Iterator[Item]:
    """The entries of a list such as '5 iceni, ix-1 steps-3, boudicca'."""
    for part in filter(None, (p.strip() for p in text.split(","))):
        words = [w for word in part.lower().split() if (w := OTHER_WORDS.get(word, word))]
        if not words:
            raise DataError(f"{key}: '{part}' names no counter")
        count = int(words.pop(0)) if words[0].isdigit() else 1
        if not words or not count:
            raise DataError(f"{key}: '{part}' names no counter")
        what, *rest = words
        kinds = {u.kind for u in s.rules.units}
        if what not in kinds and what not in s.rules.index:
            raise DataError(
                f"{key}: '{what}' is not a counter: expected a kind such as ix, ix-1, aux, iceni-cav, civ"
            )
        wrong = [w for w in rest if w not in WORDS]
        if wrong:
            raise DataError(f"{key}: '{wrong[0]}' is not a state of a counter: expected {', '.join(WORDS)}")
        for kind in ("used-", "steps-"):
            several = [w for w in rest if w.startswith(kind)]
            if len(several) > 1:
                raise DataError(f"{key}: '{part}' is {several[0]} and {several[1]}: expected one of them")
        yield Item(count, what, tuple(rest))


def _put(s: BoudiccaState, key: str, place: int, item: Item) -> None:
    r = s.rules
    if item.what in r.index and (r.units[r.index[item.what]].kind != item.what or item.count == 1):
        found = [r.index[item.what]] if s.where[r.index[item.what]] == RESERVE else []
    else:
        found = []
    if not found:
        found = [u for u, unit in enumerate(r.units) if unit.kind == item.what and s.where[u] == RESERVE]
    if len(found) < item.count:
        raise DataError(f"{key}: {item.count} {item.what} are not left in the counter mix, only {len(found)}")
    for u in found[: item.count]:
        s.put(u, place)
        s.arrived[u] = 0
        _state(s, u, item.words)
        if place == DEAD:
            s.steps[u] = 0
            s.land(u)
        if r.body[u] in r.tribes and r.body[u] not in s.revolted:
            s.revolted = tuple(sorted((*s.revolted, r.body[u])))


ONLY = {
    BRITONS: ("plundering", "rampage", "fury"),
    ROMANS: ("inactive", "later", "force-marched", "scared"),
}
"""States that only one side's counters can be in."""


def _state(s: BoudiccaState, u: int, words: tuple[str, ...]) -> None:
    unit = s.rules.units[u]
    for side in SIDES:
        for word in words if unit.side != side else ():
            if word in ONLY[side]:
                raise DataError(f"{unit.id} cannot be {word}: only {side.title()} can")
    for word in words:
        if (word == "reduced" or word.startswith("steps-")) and not unit.combat:
            raise DataError(f"{unit.id} cannot be {word}: it has one step")
        if word.startswith("steps-") and int(word[6:]) > unit.steps:
            raise DataError(f"{unit.id} cannot be {word}: it has {unit.steps} steps")
    for word in words:
        if word == "reduced":
            s.steps[u] = 1
        elif word.startswith("steps-"):
            s.steps[u] = int(word[6:])
        elif word.startswith("used-"):
            s.used[u] = int(word[5:])
        elif word in ("inactive", "later"):
            s.ready[u] = NEVER if word == "inactive" else s.impulse + 1
        else:
            s.marks[u] |= MARKS[word]


def words_of(s: BoudiccaState, u: int) -> tuple[str, ...]:
    """The state of a counter in words, in a fixed order."""
    unit, steps = s.rules.units[u], s.steps[u]
    found = set()
    if 0 < steps < unit.steps:
        found.add("reduced" if unit.steps == 2 else f"steps-{steps}")
    if s.used[u]:
        found.add(f"used-{s.used[u]}")
    if s.ready[u] > s.impulse:
        found.add("inactive" if s.ready[u] == NEVER else "later")
    found |= {word for word, bit in MARKS.items() if s.marks[u] & bit}
    return tuple(w for w in WORDS if w in found)


def join(found: Counter[tuple[str, tuple[str, ...]]]) -> str:
    """Counters as a list, by kind and state."""
    return ", ".join(str(Item(n, kind, words)) for (kind, words), n in sorted(found.items()))


def _remembered(s: BoudiccaState, key: str, u: int) -> bool:
    if key in MEMORY_MARKS:
        return bool(s.marks[u] & MEMORY_MARKS[key])
    kept: list[int] = getattr(s, key)
    return kept[u] == s.impulse and s.where[u] not in (RESERVE, DEAD)


def _memory(s: BoudiccaState, key: str) -> list[str]:
    found: Counter[tuple[int, str]] = Counter(
        (s.where[u], unit.kind) for u, unit in enumerate(s.rules.units) if _remembered(s, key, u)
    )
    return [f"{place} {n} {kind}" for (place, kind), n in sorted(found.items())]


def _remember(s: BoudiccaState, key: str, entry: str) -> None:
    words = entry.split()
    if len(words) != 3 or not (words[0].isdigit() and words[1].isdigit()):
        raise DataError(f"{key}: expected 'HEX COUNT KIND', found '{entry}'")
    place, count, kind = int(words[0]), int(words[1]), words[2]
    here = [u for u in s.at.get(place, ()) if s.rules.units[u].kind == kind]
    if len(here) < count:
        raise DataError(f"{key}: there are only {len(here)} {kind} in {place}; name the hex before")
    for u in here[:count]:
        if key in MEMORY_MARKS:
            s.marks[u] |= MEMORY_MARKS[key]
        else:
            getattr(s, key)[u] = s.impulse
