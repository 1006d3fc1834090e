"""The table of the 2005 game, where its turn has got to, and the record of tables and laws that its steps ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from albion.engine.cite import cite, rule
from albion.games.britannia_2005.data import Bounty, Box, Cap, Card, Fealty, Figures, Leader, Round, Turn
from albion.games.britannia_2005.s05_group import Group
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.ruleset import Edition
from albion.kernels.britannia.state import MapState
from albion.kernels.britannia.units import CAVALRY

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
    leaders: Mapping[str, Leader] = field()
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


CAVALRY_SAVED = {"sorts": "cavalry", "fresh_sorts": "fresh_cavalry", "entered_sorts": "entered_cavalry"}
"""Under which names the tables of sorts are saved."""


def _numbers(tree: dict[str, Any]) -> Any:
    """A table of sorts as it is saved: the number of cavalry in place of each tally."""
    return tree[CAVALRY] if CAVALRY in tree else {key: _numbers(branch) for key, branch in tree.items()}


def _as_sorts(tree: dict[str, Any]) -> dict[str, Any]:
    """A table of sorts from what was saved; what came to nothing is no longer listed."""
    found = {x: {CAVALRY: n} if isinstance(n, int) else _as_sorts(n) for x, n in tree.items()}
    return {x: n for x, n in found.items() if n}


@dataclass(slots=True)
class Brit(MapState):
    """Everything on the board and the cards, and the bookkeeping of the turn under way."""

    rules: Rules = field(kw_only=True)
    measured: Outlook | None = field(default=None, kw_only=True, compare=False, repr=False)
    """What was last measured in the phase under way (see end_outlook.py); never copied nor saved."""
    forts: dict[Area, bool] = field(default_factory=dict)
    """Roman forts: intact or destroyed."""
    burhs: dict[Area, int] = field(default_factory=dict)
    """Areas with a Saxon burh."""
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
    boats: bool = False
    """Whether the nation on turn may use boats."""
    free: bool = False
    """The master lets the subject on turn leave areas empty."""
    still: list[str] = field(default_factory=list)
    """Leaders that have moved in this phase."""
    guarded: dict[Place, int] = field(default_factory=dict)
    """Areas the moving subject may not leave empty."""
    halted: Group | None = None
    """The group that moved last and had to stop."""
    new_forts: dict[Area, int] = field(default_factory=dict)
    """Forts built in this Movement phase: no roads yet."""
    came: dict[Area, dict[Place, int]] = field(default_factory=dict)
    """Land areas from which the moving nation entered an area, to fight or to overrun it."""
    raiders: dict[Area, dict[Place, int]] = field(default_factory=dict)
    """Armies ashore that came over the sea this turn, by where they began it: raiders, and a Major Invasion's invaders."""
    fresh_raiders: dict[Area, dict[Place, int]] = field(default_factory=dict)
    """Those of them that came in the first half of a Major Invasion and have not moved in the second."""
    entered_raiders: dict[Area, dict[Place, dict[Place, int]]] = field(default_factory=dict)
    """Those of them that attack an area, by the place they may retreat to and by where they began the turn."""

    def blank(self) -> Self:
        """An empty table."""
        return type(self)(self.dice.clone(), rules=self.rules)

    def lay_out(self, like: Self) -> None:
        MapState.lay_out(self, like)
        self.forts, self.burhs = like.forts.copy(), like.burhs.copy()
        self.scored = {box: d.copy() for box, d in like.scored.items()}
        self.tokens = {n: d.copy() for n, d in like.tokens.items()}
        self.subjects, self.former, self.turncoats = like.subjects.copy(), like.former[:], like.turncoats[:]
        self.ballots, self.secret, self.shortfall = like.ballots.copy(), like.secret, like.shortfall
        self.harold_fell = like.harold_fell
        self.free, self.boats, self.halted = like.free, like.boats, like.halted
        self.still, self.guarded, self.new_forts = like.still[:], like.guarded.copy(), like.new_forts.copy()
        self.came = {a: d.copy() for a, d in like.came.items()}
        self.raiders = {a: d.copy() for a, d in like.raiders.items()}
        self.fresh_raiders = {a: d.copy() for a, d in like.fresh_raiders.items()}
        self.entered_raiders = {
            a: {p: d.copy() for p, d in spots.items()} for a, spots in like.entered_raiders.items()
        }

    def stored(self) -> dict[str, Any]:
        """Of the special sorts only cavalry exists, and it is saved as its numbers."""
        kept = MapState.stored(self)
        for name in CAVALRY_SAVED:
            kept[CAVALRY_SAVED[name]] = _numbers(kept.pop(name))
        return kept

    @classmethod
    def restored(cls, fields: dict[str, Any]) -> dict[str, Any]:
        """Those numbers as sorts of armies."""
        named = {saved: name for name, saved in CAVALRY_SAVED.items()}
        return {named.get(x, x): _as_sorts(v) if x in named else v for x, v in fields.items()}

    def stronghold(self, nation: Nation, place: Place) -> int:
        """1 for an intact fort or a burh of a nation."""
        if nation == ROMANS:
            return 1 if self.forts.get(Area(place)) else 0
        return 1 if nation == SAXONS and place in self.burhs else 0

    def forget_entry(self, area: Area) -> None:
        """Nor are raiders told from others among them."""
        MapState.forget_entry(self, area)
        self.entered_raiders.pop(area, None)

    def forget_entries(self) -> None:
        """Nobody remembers any more where attackers came from."""
        MapState.forget_entries(self)
        self.entered_raiders, self.came = {}, {}

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
        if nation == BRITISH and self.round > self.rules.leaders["arthur"].round:
            return self.rules.nations[nation].armies - self.in_play(nation)
        return MapState.counters_left(self, nation)

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
