"""The table of the 2005 game, where its turn has got to, and the record of tables and laws that its steps ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from albion.engine.cite import cite, rule
from albion.games.britannia_2005.data import Bounty, Box, Cap, Card, Fealty, Figures, Leader, Round, Turn
from albion.games.britannia_2005.s05_group import Group
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.ruleset import Edition
from albion.kernels.britannia.state import MapState
from albion.kernels.britannia.units import CAVALRY, Force, less, riding

if TYPE_CHECKING:
    from albion.games.britannia_2005.s05_end_outlook import Outlook

ROMANS = Nation("romans")
BRITISH = Nation("romano-british")
BELGAE = Nation("belgae")
BRIGANTES = Nation("brigantes")
PICTS = Nation("picts")
ANGLES = Nation("angles")
SAXONS = Nation("saxons")
DANES = Nation("danes")
NORMANS = Nation("normans")
NORWEGIANS = Nation("norwegians")


@dataclass(frozen=True, slots=True)
class Rules(Edition):
    """What this game has besides: its tables, and the laws its options choose."""

    nations: Mapping[Nation, Card] = field()  # restated for its type: field() says that there is no default
    leaders: Mapping[str, Leader]
    timeline: tuple[Round, ...] = field()
    figures: Figures
    hold: tuple[Mapping[Nation, Mapping[Area, int]], ...]
    """What each area is worth to each nation when held at the end of a round, by round."""
    occupy: tuple[Mapping[Nation, Box], ...]
    """What areas are worth when occupied, by round."""
    bounties: tuple[Bounty, ...]
    caps: Mapping[Nation, Cap]
    landing: Mapping[tuple[Nation, Place], Mapping[Area, int]]
    """Where invaders in a sea may land, and how many areas of movement that takes."""
    fealties: tuple[Fealty, ...]
    reinforcements: Mapping[int, tuple[int, ...]]
    """Roman reinforcements by round, by armies in play."""
    south: frozenset[Area]
    england: frozenset[Area]
    covered: frozenset[Area]
    """Galloway and Scotland: what the submission to the Angles covers."""
    sails: Mapping[Area, tuple[Area, ...]]
    """Where a boat may land that sets out from an area."""
    bound_sails: Mapping[Nation, Mapping[Area, frozenset[Area]]]
    """Where boats may land invaders of a nation whose card keeps some coasts from them."""
    harold_adds: bool
    """The two boxes of the Norman card for Harold's end add up."""
    brigante_value: Callable[[Brit, Area], int]
    """What an area of the subject Brigantes is worth to the Angles now."""


@dataclass(slots=True)
class Brit(MapState):
    """Everything on the board and the cards, and the bookkeeping of the turn under way."""

    rules: Rules = field(kw_only=True)
    measured: Outlook | None = field(default=None, kw_only=True, compare=False, repr=False)
    """What was last measured in the phase under way (see end_outlook.py); never copied nor saved."""
    cavalry: dict[Nation, dict[Place, int]] = field(default_factory=dict)
    """Of the armies, the cavalry; only nations that have some are listed."""
    forts: dict[Area, bool] = field(default_factory=dict)
    """Roman forts: intact or destroyed."""
    burhs: dict[Area, int] = field(default_factory=dict)
    """Areas with a Saxon burh."""
    leaders: dict[str, Place] = field(default_factory=dict)
    """Leaders in play."""
    scored: dict[str, dict[Area, int]] = field(default_factory=dict)
    """Points for occupying, by box of a nation card and area: each area once."""
    tokens: dict[Nation, dict[Area, int]] = field(default_factory=dict)
    """Those of Welsh and Norsemen that still lie on the map as a record."""
    subjects: dict[Nation, Nation] = field(default_factory=dict)
    """Subject nations with their masters."""
    former: list[Nation] = field(default_factory=list)
    """Nations that submitted to Rome for good, the Belgae apart."""
    turncoats: list[Nation] = field(default_factory=list)
    """Those of them that have attacked the Romano-British since."""
    ballots: dict[Nation, Nation] = field(default_factory=dict)
    """Votes cast for Bretwalda, by nation."""
    secret: bool = False
    """Whether that ballot is secret."""
    shortfall: int = 0
    """Invaders of this turn for whom no counters were left."""
    harold_fell: bool = False
    """Harold was out of play when the Norman turn of round 15 ended."""
    half: int = 0
    """1 or 2 in a Major Invasion, else 0."""
    boats: bool = False
    """Whether the nation on turn may use boats."""
    free: bool = False
    """The master lets the subject on turn leave areas empty."""
    fresh_cavalry: dict[Place, int] = field(default_factory=dict)
    still: list[str] = field(default_factory=list)
    """Leaders that have moved in this phase."""
    guarded: dict[Place, int] = field(default_factory=dict)
    """Areas the moving subject may not leave empty."""
    halted: Group | None = None
    """The group that moved last and had to stop."""
    new_forts: dict[Area, int] = field(default_factory=dict)
    """Forts built in this Movement phase: no roads yet."""
    entered_cavalry: dict[Area, dict[Place, int]] = field(default_factory=dict)
    came: dict[Area, dict[Place, int]] = field(default_factory=dict)
    """Land areas from which the moving nation entered an area, to fight or to overrun it."""
    raiders: dict[Area, dict[Place, int]] = field(default_factory=dict)
    """Armies ashore that came over the sea this turn, by where they began it: raiders, and a Major Invasion's invaders."""

    def clone(self) -> Self:
        """A copy that shares nothing mutable."""
        new = MapState.clone(self)
        if self.cavalry:
            new.cavalry = {n: d.copy() for n, d in self.cavalry.items()}
        new.forts, new.burhs, new.leaders = self.forts.copy(), self.burhs.copy(), self.leaders.copy()
        new.scored = {box: d.copy() for box, d in self.scored.items()}
        new.tokens = {n: d.copy() for n, d in self.tokens.items()}
        new.subjects, new.former, new.turncoats = self.subjects.copy(), self.former[:], self.turncoats[:]
        new.ballots, new.secret, new.shortfall = self.ballots.copy(), self.secret, self.shortfall
        new.harold_fell, new.half = self.harold_fell, self.half
        new.free, new.boats, new.halted = self.free, self.boats, self.halted
        new.fresh_cavalry = self.fresh_cavalry.copy()
        new.still, new.guarded, new.new_forts = self.still[:], self.guarded.copy(), self.new_forts.copy()
        if self.entered_cavalry:
            new.entered_cavalry = {a: d.copy() for a, d in self.entered_cavalry.items()}
        if self.came:
            new.came = {a: d.copy() for a, d in self.came.items()}
        if self.raiders:
            new.raiders = {a: d.copy() for a, d in self.raiders.items()}
        return new

    def horse(self, nation: Nation, place: Place) -> int:
        """How many of them are cavalry."""
        return self.cavalry[nation].get(place, 0) if nation in self.cavalry else 0

    def stronghold(self, nation: Nation, place: Place) -> int:
        """1 for an intact fort or a burh of a nation."""
        if nation == ROMANS:
            return 1 if self.forts.get(Area(place)) else 0
        return 1 if nation == SAXONS and place in self.burhs else 0

    def forget_entries(self) -> None:
        """Nobody remembers any more where attackers came from."""
        self.entered, self.entered_cavalry, self.came = {}, {}, {}

    def add_cavalry(self, nation: Nation, place: Place, n: int) -> None:
        """Put cavalry into a place, or take it."""
        self.add(nation, place, n)
        here = self.cavalry.setdefault(nation, {})
        left = here.get(place, 0) + n
        if left:
            here[place] = left
        else:
            here.pop(place, None)

    def leaders_at(self, nation: Nation, place: Place) -> tuple[str, ...]:
        """A nation's leader in a place; it never has two."""
        leader = self.leader_at(nation, place)
        return () if leader is None else (leader,)

    def everything(self, nation: Nation, place: Place) -> Force:
        """All of a nation's units in a place, forts and burhs apart."""
        horse = riding(self.horse(nation, place))
        return Force(self.count(nation, place), horse, self.leaders_at(nation, place))

    def came_from(self, area: Area, whence: Place) -> Force:
        """The armies of attackers in an area that came from one place."""
        horse = self.entered_cavalry.get(area, {}).get(whence, 0)
        return Force(self.entered.get(area, {}).get(whence, 0), riding(horse))

    def go_back(self, area: Area, whence: Place, force: Force) -> None:
        """A force that had come among opponents from a place is there no longer."""
        less(self.entered[area], whence, force.n)
        if force.sorts:
            less(self.entered_cavalry[area], whence, force.of(CAVALRY))

    def shift(self, nation: Nation, place: Place, to: Place, force: Force) -> None:
        """Carry a force from one place to another."""
        horse = force.of(CAVALRY) if force.sorts else 0
        foot = force.n - horse
        if foot:
            self.add(nation, place, -foot)
            self.add(nation, to, foot)
        if horse:
            self.add_cavalry(nation, place, -horse)
            self.add_cavalry(nation, to, horse)
        for leader in force.leaders:
            self.leaders[leader] = to

    def build(self, nation: Nation, area: Area) -> None:
        """A fort or burh appears."""
        if nation not in self.at.get(area, ()):
            self.at[area] = (*self.at.get(area, ()), nation)
        if nation == ROMANS:
            self.forts[area] = True
        else:
            self.burhs[area] = 1

    def raze(self, nation: Nation, area: Area) -> None:
        """A fort is flipped to its destroyed side, a burh is removed."""
        if nation == ROMANS:
            self.forts[area] = False
        else:
            del self.burhs[area]
        if area not in self.armies[nation]:
            self.depart(nation, area)

    def alone(self, nation: Nation, place: Place) -> bool:
        """Whether a nation is the sole occupant of a place."""
        here = self.at.get(place)
        return here is not None and len(here) == 1 and here[0] == nation

    def land_areas(self, nation: Nation) -> list[Area]:
        """The land areas with armies, an intact fort or a burh of a nation."""
        found = MapState.land_areas(self, nation)
        if nation == ROMANS:
            found += [a for a, intact in self.forts.items() if intact and a not in self.armies[nation]]
        elif nation == SAXONS:
            found += [a for a in self.burhs if a not in self.armies[nation]]
        return found

    def leader_at(self, nation: Nation, place: Place) -> str | None:
        """A nation's leader in a place."""
        for leader, where in self.leaders.items():
            if where == place and self.rules.leaders[leader].nation == nation:
                return leader
        return None

    def leader_of(self, nation: Nation) -> str | None:
        """A nation's leader in play."""
        return next((x for x in self.leaders if self.rules.leaders[x].nation == nation), None)

    def turn_of(self, nation: Nation) -> Turn:
        """What the Timeline says of a nation's turn in this round."""
        return self.rules.timeline[self.round - 1].turns.get(nation, NO_TURN)

    def counters_left(self, nation: Nation) -> int:
        """Army counters of a nation not in play; cavalry pieces may stand in for infantry once Arthur has gone."""
        card = self.rules.nations[nation]
        if nation == BRITISH and self.round > self.rules.leaders["arthur"].round:
            return card.armies - self.in_play(nation)
        horse = sum(self.cavalry[nation].values()) if nation in self.cavalry else 0
        return card.infantry - (self.in_play(nation) - horse)

    def at_peace(self, one: Nation, other: Nation) -> bool:
        """Whether one is the other's master, or both serve the same."""
        subjects = self.subjects
        if not subjects:
            return False
        mine, theirs = subjects.get(one), subjects.get(other)
        return mine == other or theirs == one or (mine is not None and mine == theirs)


NO_TURN = Turn()


@rule(cite("britannia-2005 pop.a R12"))
def occupies(s: Brit, nation: Nation, area: Area) -> bool:
    """A nation occupies an area where its armies, an intact fort or a burh stand."""
    return nation in s.at.get(area, ())
