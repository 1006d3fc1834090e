"""The table: stacks, Leaders, cards, markers, and the battle that is being fought."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Self

import msgspec

from albion.engine.state import State
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.rules import Board, Rules

NONE = (0,) * (2 * len(KINDS))
"""No troops: full and reduced of each kind in turn."""
SLOT = {kind: 2 * n for n, kind in enumerate(KINDS)}
"""Where a kind stands in a troop list; its reduced units one further."""
LONGSHIP, SPEARMAN = SLOT["longship"], SLOT["spearman"]
EXILE, DEAD, RESERVE = "exile", "dead", "reserve"

Troops = tuple[int, ...]
Leaving = tuple[str, str, int, int]
"""Whom a stack fights for, its faction, the half points for which it surely leaves, and those below which it does not."""


class Stack(msgspec.Struct, frozen=True):
    """The units of one faction in one space."""

    troops: Troops
    leaders: tuple[str, ...] = ()
    castle: bool = False
    border: str = ""
    """The space it came from, while it stands on the border of a City."""
    count: int = 0
    """Troops only, as stacking counts them."""
    size: int = 0
    """Everything, as Control counts it."""
    worn: int = 0
    """Reduced troops."""


def stack(
    troops: Troops = NONE, leaders: tuple[str, ...] = (), castle: bool = False, border: str = ""
) -> Stack:
    """A stack with its counts."""
    count = sum(troops)
    return Stack(troops, leaders, castle, border, count, count + len(leaders) + castle, sum(troops[1::2]))


EMPTY = stack()


class Sights:
    """Counted ahead for speed: where each faction stands, every Castle, and the spaces whose stacks may be too large."""

    __slots__ = ("_castles", "_small", "homes", "large", "leavings", "outside", "places", "retreats")

    def __init__(self, stacks: dict[str, dict[str, Stack]], small: int) -> None:
        self._small = small
        self.homes: dict[str, set[str]] = {}
        self.large: dict[str, int] = {}
        """Spaces with stacks that may be too large, and how many."""
        self.outside: set[str] = set()
        """Cities with a stack on their border, or that had one."""
        self.retreats: dict[str, dict[tuple[str, str, str], dict[str, str]]] = {}
        """From Enemy-Controlled Areas: where each kind of unit may go, as long as nothing changes around."""
        self.places: dict[tuple[str, ...], list[str]] = {}
        """The spaces with units of some factions, in order, as long as these are the same."""
        self._castles: dict[tuple[str, str], None] = {}
        self.leavings: dict[str, list[Leaving]] = {}
        """The stacks that could move from each Area, as `departures` counts them, as long as nothing there changes."""
        for space, row in stacks.items():
            for faction, st in row.items():
                self.note(space, faction, EMPTY, st)

    @property
    def castles(self) -> tuple[tuple[str, str], ...]:
        """Each Castle's space and faction."""
        return tuple(self._castles)

    def spaces(self, factions: tuple[str, ...]) -> list[str]:
        """Where any of these factions has units, in order."""
        found = self.places.get(factions)
        if found is None:
            found = sorted(set().union(*[self.homes[f] for f in factions if f in self.homes]))
            self.places[factions] = found
        return found

    def note(self, space: str, faction: str, old: Stack, new: Stack) -> None:
        """A stack has changed."""
        self.leavings.pop(space, None)
        if not old.size:
            self.homes.setdefault(faction, set()).add(space)
            self.places.clear()
        elif not new.size:
            self.homes[faction].discard(space)
            self.places.clear()
        if new.castle:
            self._castles[space, faction] = None
        elif old.castle:
            del self._castles[space, faction]
        if new.border:
            self.outside.add(space)
        was, is_ = self._large(faction, old), self._large(faction, new)
        if was != is_:
            self.large[space] = self.large.get(space, 0) + is_ - was
            if not self.large[space]:
                del self.large[space]

    def _large(self, faction: str, st: Stack) -> int:
        return int(st.count > (0 if faction == "fyrd" else self._small))


class Offer(msgspec.Struct, frozen=True):
    """Cards on the table during the Draw Phase."""

    giver: str
    taker: str
    cards: tuple[str, ...] = ()
    wanted: int = 0
    shown: bool = False
    """Whether the taker may look at the cards."""
    answer: tuple[str, ...] = ()
    answered: bool = False
    """Whether the giver may look at the answer."""


class Purse(msgspec.Struct, frozen=True):
    """Action points to spend, in halves, and what an Event allows them for."""

    seat: str = ""
    halves: int = 0
    bound: bool = False
    """Whether only the named Areas are open."""
    areas: tuple[str, ...] = ()
    faction: str = ""
    actions: tuple[str, ...] = ()
    fleets: bool = False
    """Whether they are open wherever the faction has a Longship, also where one has come in the meantime."""


NO_POINTS = Purse()


class Happening(msgspec.Struct, frozen=True):
    """An Event being resolved: its card, who played it, the faction that resolves it, and choices made."""

    card: str = ""
    player: str = ""
    faction: str = ""
    option: int = -1
    area: str = ""
    """The Area of the first placement, for 'in that Area'."""
    target: str = ""


NO_EVENT = Happening()


class Fighter(msgspec.Struct, frozen=True):
    """One unit on the Battle Chart."""

    faction: str
    unit: str
    """A kind, 'castle', or a Leader."""
    reduced: bool
    box: int
    fired: bool = False


class Modifier(msgspec.Struct, frozen=True):
    """What a Battle Event changes for a faction in this Battle."""

    faction: str
    kinds: tuple[str, ...]
    stat: str
    n: int


class Battle(msgspec.Struct, frozen=True):
    """A Battle Action in progress."""

    area: str
    attacker: str
    attack: tuple[Fighter, ...] = ()
    defend: tuple[Fighter, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    pinned: tuple[str, ...] = ()
    """Factions that may not retreat."""
    cards: tuple[tuple[str, str], ...] = ()
    """Who played which Battle Event."""
    hurt: bool = False
    """Whether any unit was reduced or removed."""


@dataclass(slots=True)
class Dom(State):
    """A position of Domesday."""

    shared: ClassVar[frozenset[str]] = frozenset({"rules", "board", "sights", "mark"})

    rules: Rules = field(kw_only=True)
    board: Board = field(kw_only=True)
    """The map and the tables, as the rules hold them."""
    turn: int = 1
    revolt: bool = False
    """Whether card 021 has been played as an Event."""
    king: str = ""
    stacks: dict[str, dict[str, Stack]] = field(default_factory=dict)
    used: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Counters of each faction on the map, by kind."""
    reach: dict[str, int] = field(default_factory=dict)
    """The most VPs that the spaces with units of each faction could be worth, Buildings apart."""
    lords: dict[str, str] = field(default_factory=dict)
    """Who Controls each space that has units but no Fyrd, '' if nobody; counted ahead for `controller`."""
    leaders: dict[str, str] = field(default_factory=dict)
    """Each Leader's space, or exile, dead, reserve."""
    sides: dict[str, str] = field(default_factory=dict)
    wasted: dict[str, int] = field(default_factory=dict)
    buildings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    plunder: dict[str, int] = field(default_factory=dict)
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    deck: tuple[str, ...] = ()
    """The last card is on top."""
    discard: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    """Cards on the table while they are being carried out."""
    faceup: tuple[str, ...] = ()
    """Battle Events by the Absentee hand."""
    passes: int = 0
    acting: str = ""
    """Whose card is being played."""
    drawer: str = ""
    """Who drew the Absentee card that is being played."""
    purse: Purse = NO_POINTS
    """Action points left."""
    event: Happening = NO_EVENT
    offer: Offer | None = None
    gave: dict[str, int] = field(default_factory=dict)
    battle: Battle | None = None
    sights: Sights | None = field(default=None, kw_only=True, compare=False, repr=False)
    """What is known of the map at a glance, once somebody looked; never saved, and a copy looks again."""

    mark: object = field(default_factory=object, kw_only=True, compare=False, repr=False)
    """Another one whenever a stack changes: while it is the same, so are all stacks."""

    def clone(self) -> Self:
        """A copy that shares nothing mutable."""
        return type(self)(
            dice=self.dice.clone(),
            agenda=self.agenda[:],
            outcome=self.outcome,
            rules=self.rules,
            board=self.board,
            turn=self.turn,
            revolt=self.revolt,
            king=self.king,
            stacks={area: row.copy() for area, row in self.stacks.items()},
            used=self.used.copy(),
            reach=self.reach.copy(),
            lords=self.lords.copy(),
            leaders=self.leaders.copy(),
            sides=self.sides.copy(),
            wasted=self.wasted.copy(),
            buildings=self.buildings.copy(),
            plunder=self.plunder.copy(),
            hands=self.hands.copy(),
            deck=self.deck,
            discard=self.discard,
            removed=self.removed,
            played=self.played,
            faceup=self.faceup,
            passes=self.passes,
            acting=self.acting,
            drawer=self.drawer,
            purse=self.purse,
            event=self.event,
            offer=self.offer,
            gave=self.gave.copy(),
            battle=self.battle,
            mark=self.mark,
        )

    def at(self, space: str, faction: str) -> Stack:
        """That faction's stack there."""
        row = self.stacks.get(space)
        return row.get(faction, EMPTY) if row else EMPTY

    def put(self, space: str, faction: str, new: Stack) -> None:
        """Change a stack; an empty one vanishes; the counters in use follow."""
        self.mark = object()
        row = self.stacks.get(space)
        old = row.get(faction, EMPTY) if row else EMPTY
        if new.troops != old.troops:
            t, o, used = new.troops, old.troops, self.used[faction]
            self.used[faction] = tuple(
                [n + t[2 * k] + t[2 * k + 1] - o[2 * k] - o[2 * k + 1] for k, n in enumerate(used)]
            )
        if new.size:
            if not old.size:
                self.reach[faction] += self.board.worth[space]
            if row is None:
                row = self.stacks[space] = {}
            row[faction] = new
        elif row and faction in row:
            self.reach[faction] -= self.board.worth[space]
            del row[faction]
            if not row:
                del self.stacks[space]
        if row and "fyrd" not in row:
            self.lords[space] = lord(row)
        else:
            self.lords.pop(space, None)
        if self.sights is not None:
            self.sights.note(space, faction, old, new)
            for area in self.board.beside[space]:
                self.sights.retreats.pop(area, None)

    def glance(self) -> Sights:
        """Which stacks stand where, are large, or hold a Castle."""
        if self.sights is None:
            self.sights = Sights(self.stacks, self.board.limits.plain)
        return self.sights


def lord(row: dict[str, Stack]) -> str:
    """The faction with two thirds of the units there, Fyrd apart, or ''."""
    total = 0
    for st in row.values():
        total += st.size
    for faction, st in row.items():
        if 3 * st.size >= 2 * total:
            return faction
    return ""


def the_battle(s: Dom) -> Battle:
    """The Battle that is being fought; asked only by its own steps."""
    assert s.battle is not None
    return s.battle
