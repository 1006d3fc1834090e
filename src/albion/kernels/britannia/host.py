"""The table of a Britannia game with sorts of armies and leaders, and the record of what such a game chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from albion.engine.action import Action, Json
from albion.engine.cite import Cite
from albion.engine.event import Log
from albion.engine.step import Step
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.ruleset import Ruleset
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.units import (
    INFANTRY,
    PLAIN,
    Force,
    Kind,
    Leader,
    LeaderCard,
    Sort,
    Way,
    home_of,
    kind_of,
    less,
    put,
    special,
    take,
)

if TYPE_CHECKING:
    from albion.kernels.britannia.engagement import Battle, Side

Raiding = Literal["none", "optional", "must-return"]


class TurnFlags(NamedTuple):
    """What the Timeline marks a nation's turn with."""

    major: bool = False
    raiding: Raiding = "none"
    occupy: bool = False
    boats: bool = False


PLAIN_TURN = TurnFlags()
NONE_SPECIAL: Mapping[Sort, int] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class HostRuleset(Ruleset):
    """What a game with sorts of armies and leaders chooses besides."""

    leaders: Mapping[Leader, LeaderCard]
    counters: Mapping[Nation, Mapping[Kind, int]]
    """How many counters of each special kind a nation has; infantry is the rest of its armies."""
    flags: Callable[[HostState, Nation], TurnFlags]
    """The marks of a nation's turn now under way."""
    allowance: Callable[[HostState, Nation, Kind, bool], int]
    """How many areas an army of a kind moves; led for its whole move or not."""
    leader_moves: int
    """How many areas a leader moves."""
    ways: Callable[[HostState, Nation, Place, int], Sequence[Way]]
    """Where one may go from a place, so many areas of the allowance used, led or not; the laws on entering apart."""
    no_way: Callable[[HostState, Nation, Place, Place, int], Cite]
    """Why none of the ways leads from one place to another."""
    entering: tuple[Callable[[HostState, Nation, Place, Area, Force | None], Cite | None], ...]
    """Laws against a force entering an area; None: some force, not yet known which."""
    restrained: Callable[[HostState, Nation], bool]
    """Whether any of these laws can bar anything to the nation that begins to move."""
    company: Callable[[HostState, Nation, Place, Force], Cite | None]
    """Why a force may not leave a place together (and the rest stay), in movement or retreat."""
    arrived: tuple[Callable[[HostState, Log, Nation, Area], None], ...]
    """What happens when units of a nation have come into an area, or are left alone there."""
    phase_begins: tuple[Callable[[HostState, Nation], None], ...]
    """What a Movement Phase begins with, before it is noted how the nation stands."""
    need: Callable[[HostState, Battle, Side, Kind, Kind], int]
    """What a die of a side's kind must show, the leader's bonus included, to eliminate the other side's kind."""
    bonus: Callable[[HostState, Nation, Area], int]
    """What a nation adds to each die in an area."""
    fell: tuple[Callable[[HostState, Log, Battle, Nation, str, int], None], ...]
    """What follows when units of a nation (a kind and number, or a leader and one) are eliminated in battle."""
    victory: Callable[[HostState, Battle], Sequence[Step[Any]]]
    """What follows a battle."""
    falls_back: Callable[[HostState, Battle, Side, Place, Force], Cite | None]
    """Why a force of a side may not retreat to a place, besides what `refuge` and the limits say."""
    withdrawn: Callable[[HostState, Nation], Cite | None]
    """Why Raider Withdrawal may not end yet."""
    still_ashore: Callable[[HostState, Nation, Cite], tuple[str, dict[str, Json]]]
    """The same in words."""
    withdraws: Callable[[HostState, Nation, Area, Force], Cite | None]
    """Why a force may not withdraw from an area."""
    before_withdrawal: Callable[[HostState, Nation], Sequence[Action]]
    """What else may be answered before anybody withdraws."""
    instead_of_withdrawal: Callable[[HostState, Log, Nation, Action], Sequence[Step[Any]]]
    """What follows such an answer."""
    raided: Callable[[HostState, Log, Nation, tuple[Area, ...]], None]
    """What raids bring, given where the nation's units stood when Raider Withdrawal began."""


@dataclass(slots=True)
class HostState(BritState):
    """Armies of several sorts, and leaders."""

    rules: HostRuleset = field(kw_only=True)
    sorts: dict[Nation, dict[Place, dict[Sort, int]]] = field(default_factory=dict)
    """Of the armies, those of special sorts."""
    leaders: dict[Leader, Place] = field(default_factory=dict)
    """Every leader in play."""
    half: int = 0
    """Which half of a major invasion is under way; 0: the turn is no major invasion."""
    fresh_sorts: dict[Place, dict[Sort, int]] = field(default_factory=dict)
    """Of the armies not yet moved, those of special sorts."""
    entered_sorts: dict[Area, dict[Place, dict[Sort, int]]] = field(default_factory=dict)
    """Of the attackers, those of special sorts, by area and the place they came from."""
    entered_leaders: dict[Leader, Place] = field(default_factory=dict)
    """Where each leader that came among opponents came from; the area itself: by boat."""
    strides: dict[Leader, int] = field(default_factory=dict)
    """Areas each leader has moved in this phase."""
    passed: tuple[Area, ...] = ()
    """Areas a leader left in this phase while its nation held them."""
    raiding_leaders: dict[Leader, Place] = field(default_factory=dict)
    """Leaders that began the turn at sea in a raiding turn, and where."""
    restrained: bool = True
    """Whether laws on entering areas may bar the moving nation's way."""
    moved_back: bool = False
    """Some raiders have withdrawn in the phase under way."""
    boated: tuple[Place, ...] = ()
    """Where this phase's boats set out from, and where they landed."""
    kept: dict[str, tuple[Kind, ...]] = field(default_factory=dict)
    """A hit each side of a battle keeps, as the kinds it could have hit."""

    def clone(self) -> Self:
        """A copy that shares nothing mutable."""
        new = BritState.clone(self)
        if self.sorts:
            new.sorts = {n: {p: t.copy() for p, t in d.items()} for n, d in self.sorts.items()}
        if self.leaders:
            new.leaders = self.leaders.copy()
        if self.strides:
            new.strides = self.strides.copy()
        if self.entered_leaders:
            new.entered_leaders = self.entered_leaders.copy()
        if self.raiding_leaders:
            new.raiding_leaders = self.raiding_leaders.copy()
        if self.fresh_sorts:
            new.fresh_sorts = {p: t.copy() for p, t in self.fresh_sorts.items()}
        if self.entered_sorts:
            new.entered_sorts = {
                a: {p: t.copy() for p, t in d.items()} for a, d in self.entered_sorts.items()
            }
        if self.kept:
            new.kept = self.kept.copy()
        new.half, new.passed, new.boated = self.half, self.passed, self.boated
        new.moved_back = self.moved_back
        new.restrained = self.restrained
        return new

    def forget_entries(self) -> None:
        """Nobody remembers any more where attackers came from, nor a hit kept."""
        self.entered, self.entered_sorts, self.entered_leaders, self.kept = {}, {}, {}, {}

    def add(self, nation: Nation, place: Place, n: int) -> None:
        """Put plain infantry into a place, or take armies off it, plain infantry first."""
        BritState.add(self, nation, place, n)
        if nation in self.sorts and place in self.sorts[nation]:
            self._trim(nation, place)

    def _trim(self, nation: Nation, place: Place) -> None:
        """Special sorts never outnumber the armies that are left."""
        there = self.sorts[nation][place]
        over = sum(there.values()) - self.armies[nation].get(place, 0)
        for sort in sorted(there) if over > 0 else ():
            gone = min(over, there[sort])
            over -= gone
            less(there, sort, gone)
        if not there:
            self._forget(nation, place)

    def _forget(self, nation: Nation, place: Place) -> None:
        del self.sorts[nation][place]
        if not self.sorts[nation]:
            del self.sorts[nation]

    def put(self, nation: Nation, place: Place, force: Force) -> None:
        """Put a force and its leaders into a place."""
        if force.n:
            BritState.add(self, nation, place, force.n)
        if force.sorts:
            here = self.sorts.setdefault(nation, {}).setdefault(place, {})
            for sort, n in force.sorts:
                here[sort] = here.get(sort, 0) + n
        for leader in force.leaders:
            self.leaders[leader] = place

    def take(self, nation: Nation, place: Place, force: Force) -> None:
        """Take a force off a place; its leaders stay where they are until they are put elsewhere."""
        if force.sorts:
            here = self.sorts[nation][place]
            for sort, n in force.sorts:
                less(here, sort, n)
            if not here:
                self._forget(nation, place)
        if force.n:
            BritState.add(self, nation, place, -force.n)

    def shift(self, nation: Nation, place: Place, to: Place, force: Force) -> None:
        """Carry a force from one place to another."""
        self.take(nation, place, force)
        self.put(nation, to, force)

    def tally(self, nation: Nation, place: Place) -> Mapping[Sort, int]:
        """The armies of special sorts in a place."""
        there = self.sorts.get(nation)
        return NONE_SPECIAL if there is None else there.get(place, NONE_SPECIAL)

    def number(self, nation: Nation, place: Place, kind: Kind) -> int:
        """How many armies of a kind stand in a place; raiders are infantry."""
        there = self.tally(nation, place)
        if kind == INFANTRY:
            return self.count(nation, place) - sum(n for x, n in there.items() if kind_of(x) != INFANTRY)
        return there.get(kind, 0)

    def kinds(self, nation: Nation, place: Place) -> list[Kind]:
        """The kinds of armies in a place, infantry first."""
        if nation not in self.sorts or place not in self.sorts[nation]:
            return [INFANTRY] if place in self.armies[nation] else []
        found = sorted({kind_of(x) for x in self.sorts[nation][place]} - {INFANTRY})
        return [INFANTRY, *found] if self.number(nation, place, INFANTRY) else found

    def raiders(self, nation: Nation, place: Place) -> int:
        """How many raiding armies stand in a place."""
        return sum(n for sort, n in self.tally(nation, place).items() if home_of(sort) is not None)

    def counters_left(self, nation: Nation) -> int:
        """How many more infantry armies can come into play."""
        special_kinds = self.rules.counters.get(nation, {})
        infantry = self.in_play(nation) - sum(self.of_kind(nation, kind) for kind in special_kinds)
        return self.rules.nations[nation].armies - sum(special_kinds.values()) - infantry

    def of_kind(self, nation: Nation, kind: Kind) -> int:
        """All armies of a special kind in play."""
        if nation not in self.sorts:
            return 0
        return sum(t.get(kind, 0) for t in self.sorts[nation].values())

    def leaders_of(self, nation: Nation) -> list[Leader]:
        """A nation's leaders in play."""
        if not self.leaders:
            return []
        cards = self.rules.leaders
        return [x for x in self.leaders if cards[x].nation == nation]

    def leaders_at(self, nation: Nation, place: Place) -> tuple[Leader, ...]:
        """A nation's leaders in a place."""
        if not self.leaders:
            return ()
        found: tuple[Leader, ...] = ()
        for leader, where in self.leaders.items():
            if where == place and self.rules.leaders[leader].nation == nation:
                found = (*found, leader)
        return found

    def led(self, place: Place) -> bool:
        """Whether any nation's leader is in a place."""
        return any(where == place for where in self.leaders.values())

    def everything(self, nation: Nation, place: Place) -> Force:
        """All of a nation's units in a place."""
        return Force(
            self.count(nation, place), special(self.tally(nation, place)), self.leaders_at(nation, place)
        )

    def draw_fresh(self, place: Place, force: Force) -> None:
        """A force begins its move."""
        take(self.fresh, self.fresh_sorts, place, force)

    def enter(self, area: Area, whence: Place, force: Force) -> None:
        """A force comes among opponents from a place."""
        for leader in force.leaders:
            self.entered_leaders[leader] = whence
        if force.n:
            put(self.entered.setdefault(area, {}), self.entered_sorts.setdefault(area, {}), whence, force)
            if not self.entered_sorts[area]:
                del self.entered_sorts[area]

    def go_back(self, area: Area, whence: Place, force: Force) -> None:
        """A force that had come among opponents from a place is there no longer."""
        for leader in force.leaders:
            self.entered_leaders.pop(leader, None)
        if not force.n or whence not in self.entered.get(area, {}):
            return
        take(self.entered[area], self.entered_sorts.get(area, {}), whence, force)
        if not self.entered[area]:
            del self.entered[area]
        if area in self.entered_sorts and not self.entered_sorts[area]:
            del self.entered_sorts[area]

    def came_from(self, area: Area, whence: Place) -> Force:
        """The attackers in an area that came from one place."""
        there = self.entered.get(area)
        if there is None or whence not in there:
            return PLAIN[0]
        sorts = self.entered_sorts.get(area)
        return Force(there[whence], special(sorts.get(whence) if sorts is not None else None))


def host(s: BritState) -> HostState:
    """A state that a kernel's law passes on, as the richer state it is."""
    assert isinstance(s, HostState)
    return s
