"""The table: where every counter stands, its markers, the cards, and the battle being fought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Self

import msgspec

from albion.engine.dice import Dice
from albion.engine.state import State
from albion.games.boudicca.board import Spans
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.rules import Rules
from albion.kernels.hex import Hex, bit, bits, hexes_of

RESERVE, MONA, ISCA, DEAD = 0, 1, 2, 3
"""Places off the map; every other place is a hex."""
BOXES = {"mona": MONA, "isca": ISCA}
NEVER = 1_000_000
"""The impulse from which an unmobilized unit may be activated."""

FOUGHT, MARCHED, SCARED, PLUNDER, RAMPAGE, FURY, SACKER, SPENT, DISPLACED = 1, 2, 4, 8, 16, 32, 64, 128, 256
"""Markers and memories of a unit, as bits; displaced: moved this Impulse, but not by an activation of its own."""
BUSY = SCARED | PLUNDER
"""Those marked so cannot be activated for anything."""


class Battle(msgspec.Struct, frozen=True):
    """A battle in progress; the markers it carries go when it ends."""

    hex: Hex
    attacker: str
    intercepting: bool = False
    size: str = ""
    round: int = 1
    ave: bool = False
    """Hail Caesar: Romans count double for the odds."""
    fury: str = ""
    """The side that fights its first battle after a fury result."""
    disrupted: tuple[int, int] = (0, 0)
    """Disrupted markers of attacker and defender."""
    overrun: int = 0
    """The odds of an overrun, if there was one."""

    @property
    def defender(self) -> str:
        """The side that is attacked."""
        return enemy(self.attacker)


def enemy(side: str) -> str:
    """The other side."""
    return ROMANS if side == BRITONS else BRITONS


def _sides() -> dict[str, tuple[str, ...]]:
    return {ROMANS: (), BRITONS: ()}


class Patterns(State):
    """Follows from what is saved: which hexes each side's troops hold, as bit patterns, and the changed bridges in order."""

    __slots__ = ("patterns", "sorted_spans")
    if TYPE_CHECKING:  # an annotation would make it a field of the saved state
        patterns: dict[str, int]
        sorted_spans: Spans


@dataclass(slots=True)
class BoudiccaState(Patterns):
    """One position."""

    shared: ClassVar[frozenset[str]] = frozenset({"rules", "options"})

    rules: Rules = field(kw_only=True)
    options: BoudiccaOptions = field(kw_only=True)
    where: list[int] = field(kw_only=True)
    steps: list[int] = field(kw_only=True)
    used: list[int] = field(kw_only=True)
    """Moves made this turn: Used I and Used II."""
    moved: list[int] = field(kw_only=True)
    """The impulse of the last own move."""
    arrived: list[int] = field(kw_only=True)
    """The impulse in which the counter came to its hex."""
    ready: list[int] = field(kw_only=True)
    """The impulse from which it may act; NEVER while unmobilized."""
    tried: list[int] = field(kw_only=True)
    """The impulse of the last try at interception."""
    marks: list[int] = field(kw_only=True)
    at: dict[Hex, tuple[int, ...]] = field(default_factory=dict)
    """The counters in each hex and off-map box, in the roster's order."""
    turn: int = 1
    impulse: int = 1
    phasing: str = BRITONS
    phase: str = "deployment"
    ap: int = 0
    cards: int = 0
    """Cards played this impulse."""
    final: bool = False
    passes: int = 0
    hands: dict[str, tuple[str, ...]] = field(default_factory=_sides)
    decks: dict[str, tuple[str, ...]] = field(default_factory=_sides)
    spent: dict[str, tuple[str, ...]] = field(default_factory=_sides)
    """Cards seen this turn: played, discarded or bid."""
    drawn: tuple[str, ...] = ()
    """Solitaire: event cards turned up this impulse and not yet used."""
    bids: dict[str, str] = field(default_factory=dict)
    waiting_card: bool = False
    """Draw Another Card lies face up before the Britons."""
    won_major: bool = False
    ii_tried: bool = False
    germania: bool = False
    """Hail Caesar's second option has been used."""
    druids_fell: int = 0
    """Druids lost in this Impulse, who are not replaced in it."""
    revolted: tuple[str, ...] = ()
    sacked: dict[Hex, str] = field(default_factory=dict)
    spans: dict[str, str] = field(default_factory=dict)
    landed: tuple[str, ...] = ()
    """Legions that have had units on the map."""
    strained: tuple[Hex, ...] = ()
    """Hexes whose stacking must be corrected this impulse."""
    shaken: tuple[Hex, ...] = ()
    """Hexes where a leader fell or a battle left units together that may not stack."""
    group: tuple[int, ...] = ()
    """The units moving now."""
    mp: int = 0
    """Half movement points they have left."""
    forced: bool = False
    """Whether they march under a Force March card, on roads only."""
    second: int = 0
    """The half points at which the second move of a forced march begins; 0 without one."""
    by_road: bool = False
    halted: bool = False
    ended: str = ""
    """What ended the last march of this Impulse: stop, battle, overrun or interception."""
    battle: Battle | None = None

    def __post_init__(self) -> None:
        low, high = self.rules.ranks[BRITONS]
        on_map = [(h, us) for h, us in self.at.items() if h > DEAD]
        self.patterns = {  # type: ignore[misc]
            ROMANS: bits(h for h, us in on_map if us[0] < low),
            BRITONS: bits(h for h, us in on_map if any(low <= u < high for u in us)),
        }
        self.sorted_spans = tuple(sorted(self.spans.items()))  # type: ignore[misc]

    def clone(self) -> Self:
        """A copy that shares nothing mutable."""
        new = type(self)(
            dice=self.dice.clone(),
            agenda=self.agenda[:],
            outcome=self.outcome,
            rules=self.rules,
            options=self.options,
            where=self.where[:],
            steps=self.steps[:],
            used=self.used[:],
            moved=self.moved[:],
            arrived=self.arrived[:],
            ready=self.ready[:],
            tried=self.tried[:],
            marks=self.marks[:],
            turn=self.turn,
            impulse=self.impulse,
            phasing=self.phasing,
            phase=self.phase,
            ap=self.ap,
            cards=self.cards,
            final=self.final,
            passes=self.passes,
            hands=self.hands.copy(),
            decks=self.decks.copy(),
            spent=self.spent.copy(),
            drawn=self.drawn,
            bids=self.bids.copy(),
            waiting_card=self.waiting_card,
            won_major=self.won_major,
            ii_tried=self.ii_tried,
            germania=self.germania,
            druids_fell=self.druids_fell,
            revolted=self.revolted,
            sacked=self.sacked.copy(),
            landed=self.landed,
            strained=self.strained,
            shaken=self.shaken,
            group=self.group,
            mp=self.mp,
            forced=self.forced,
            second=self.second,
            by_road=self.by_road,
            halted=self.halted,
            ended=self.ended,
            battle=self.battle,
        )
        new.at, new.patterns = self.at.copy(), self.patterns.copy()  # type: ignore[misc]
        new.spans, new.sorted_spans = self.spans.copy(), self.sorted_spans  # type: ignore[misc]
        return new

    def put(self, u: int, place: int) -> None:
        """Stand a counter somewhere, on the map or off it."""
        old = self.where[u]
        at = self.at
        if old in at:
            rest = tuple([x for x in at[old] if x != u])
            if rest:
                at[old] = rest
            else:
                del at[old]
        self.where[u] = place
        self.arrived[u] = self.impulse
        if u < self.rules.ranks[BRITONS][1]:
            self._redraw(u, old, place)
        if place not in (RESERVE, DEAD):
            at[place] = tuple(sorted((*at.get(place, ()), u)))
            if place > DEAD:
                self.land(u)

    def shift(self, group: tuple[int, ...], place: Hex) -> None:
        """Stand a whole group, all from one place, in a hex."""
        if len(group) == 1:
            self.put(group[0], place)
            return
        at, old = self.at, self.where[group[0]]
        gone = set(group)
        rest = tuple([x for x in at[old] if x not in gone])
        at[place] = tuple(sorted((*at.get(place, ()), *group)))
        if rest:
            at[old] = rest
        else:
            del at[old]
        for u in group:
            self.where[u] = place
            self.arrived[u] = self.impulse
        if group[0] < self.rules.ranks[BRITONS][1]:
            self._redraw(group[0], old, place)
        for u in group if old <= DEAD else ():
            self.land(u)

    def land(self, u: int) -> None:
        """Remember that a legion has been on the map."""
        if self.rules.legion_of[u] and self.rules.body[u] not in self.landed:
            self.landed = tuple(sorted((*self.landed, self.rules.body[u])))

    def _redraw(self, u: int, old: int, place: int) -> None:
        """Keep the pattern of held hexes when a combat unit moves."""
        side = self.rules.side[u]
        low, high = self.rules.ranks[side]
        held = self.patterns[side]
        if old > DEAD and not any(low <= x < high for x in self.at.get(old, ())):
            held &= ~bit(old)
        if place > DEAD:
            held |= bit(place)
        self.patterns[side] = held

    def kill(self, u: int) -> None:
        """Remove a counter for good."""
        self.put(u, DEAD)
        self.steps[u] = self.marks[u] = self.used[u] = 0

    def units(self, h: Hex, side: str) -> list[int]:
        """A side's combat units and leaders in a hex or box; Civilians do not count."""
        r = self.rules
        return [u for u in self.at.get(h, ()) if r.side[u] == side and (r.combat[u] or r.leader[u])]

    def fighters(self, h: Hex, side: str) -> list[int]:
        """A side's combat units in a hex or box."""
        low, high = self.rules.ranks[side]
        return [u for u in self.at.get(h, ()) if low <= u < high]

    def leaders(self, h: Hex, side: str) -> list[int]:
        """A side's leaders in a hex or box."""
        r = self.rules
        return [u for u in self.at.get(h, ()) if r.leader[u] and r.side[u] == side]

    def civilians(self, h: Hex) -> list[int]:
        """The Civilians in a hex."""
        first = self.rules.civilians[0]
        return [u for u in self.at.get(h, ()) if u >= first]

    def occupied(self, h: Hex, side: str) -> bool:
        """Whether a combat unit of that side is there."""
        low, high = self.rules.ranks[side]
        return any(low <= u < high for u in self.at.get(h, ()))

    def held(self, side: str) -> frozenset[Hex]:
        """Every hex with a combat unit of that side."""
        return frozenset(hexes_of(self.held_bits(side)))

    def held_bits(self, side: str) -> int:
        """The same as a bit pattern."""
        return self.patterns[side]

    def present_bits(self, side: str) -> int:
        """Every hex with a combat unit or leader of that side, as a bit pattern."""
        found, where = self.patterns[side], self.where
        for u in self.rules.binders[side]:
            if where[u] > DEAD:
                found |= bit(where[u])
        return found

    def present(self, side: str) -> frozenset[Hex]:
        """Every hex with a combat unit or leader of that side."""
        return frozenset(hexes_of(self.present_bits(side)))

    def strength(self, us: Iterable[int]) -> int:
        """Strength Points of some units."""
        table, steps = self.rules.strength, self.steps
        return sum([table[u][steps[u]] for u in us])

    def cavalry(self, us: Iterable[int]) -> int:
        """Cavalry Strength Points of some units."""
        return self.strength([u for u in us if self.rules.cavalry[u]])

    def bridges(self) -> Spans:
        """How bridges differ from the map."""
        return self.sorted_spans

    def span(self, side: str, how: str) -> None:
        """Mark a bridge as built or destroyed; '': it is as the map shows it."""
        if how:
            self.spans[side] = how
        else:
            self.spans.pop(side, None)
        self.sorted_spans = tuple(sorted(self.spans.items()))  # type: ignore[misc]

    def alive(self, u: int) -> bool:
        """Whether a counter stands on the map."""
        return self.where[u] > DEAD

    def shake(self, h: Hex) -> None:
        """Remember that stacking in a hex may be at fault through no move of its owner."""
        if h not in self.shaken:
            self.shaken = tuple(sorted((*self.shaken, h)))


def fresh(rules: Rules, options: BoudiccaOptions) -> BoudiccaState:
    """A table with every counter in reserve and nothing to do."""
    n = len(rules.units)
    return BoudiccaState(
        Dice(0),
        rules=rules,
        options=options,
        where=[RESERVE] * n,
        steps=[u.steps for u in rules.units],
        used=[0] * n,
        moved=[0] * n,
        arrived=[0] * n,
        ready=[0] * n,
        tried=[0] * n,
        marks=[0] * n,
    )
