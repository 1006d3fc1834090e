"""The table of a Britannia game: who stands where, and where the current turn has got to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from albion.engine.cite import cite, rule
from albion.engine.state import Progress, State
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.checkpoint import NOTHING_NOTED, Checkpoint
from albion.kernels.britannia.ruleset import Edition, Ruleset
from albion.kernels.britannia.units import (
    INFANTRY,
    PLAIN,
    Force,
    Kind,
    Leader,
    Move,
    Sort,
    kind_of,
    less,
    more,
    special,
    take,
)

if TYPE_CHECKING:
    from albion.kernels.britannia.measured import Measured

Armies = dict[Nation, dict[Place, int]]
NONE_SPECIAL: Mapping[Sort, int] = {}


@dataclass(slots=True)
class MapState(State):
    """What lies on the map and beside it in every edition: armies and leaders, points, population markers, whose turn it is."""

    shared: ClassVar[frozenset[str]] = frozenset({"rules", "measured"})

    rules: Edition = field(kw_only=True)
    round: int = 1
    armies: Armies = field(default_factory=dict)
    """Every army of each nation by place; a place with none is not listed."""
    at: dict[Place, tuple[Nation, ...]] = field(default_factory=dict)
    """The nations that are in a place, first come first; kept in step with `armies` by `add`."""
    track: dict[Nation, int] = field(default_factory=dict)
    """The population markers."""
    points: dict[Nation, int] = field(default_factory=dict)
    turn: Nation | None = None
    """The nation whose turn it is."""
    fresh: dict[Place, int] = field(default_factory=dict)
    """Armies of the moving nation that may still begin a move, by place."""
    entered: dict[Area, dict[Place, int]] = field(default_factory=dict)
    """Attackers by the place they came from; those placed in the area itself count as from there."""
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

    def blank(self) -> Self:
        """An empty table with the same dice; each class that games use says so itself, so that compiled code makes it directly."""
        raise NotImplementedError

    def clone(self) -> Self:
        """A copy that shares nothing mutable."""
        new = self.blank()
        new.agenda, new.outcome = self.agenda[:], self.outcome
        new.lay_out(self)
        return new

    def lay_out(self, like: Self) -> None:
        """Lay everything out as on another table, sharing nothing mutable; each class that adds fields says so itself."""
        self.round, self.turn, self.half = like.round, like.turn, like.half
        self.armies = {n: d.copy() for n, d in like.armies.items()}
        self.at, self.track, self.points = like.at.copy(), like.track.copy(), like.points.copy()
        self.fresh, self.leaders = like.fresh.copy(), like.leaders.copy()
        self.entered = {a: d.copy() for a, d in like.entered.items()}
        self.sorts = {n: {p: t.copy() for p, t in d.items()} for n, d in like.sorts.items()}
        self.fresh_sorts = {p: t.copy() for p, t in like.fresh_sorts.items()}
        self.entered_sorts = {a: {p: t.copy() for p, t in d.items()} for a, d in like.entered_sorts.items()}

    def count(self, nation: Nation, place: Place) -> int:
        """How many armies a nation has in a place."""
        return self.armies[nation].get(place, 0)

    def tally(self, nation: Nation, place: Place) -> Mapping[Sort, int]:
        """The armies of special sorts in a place."""
        there = self.sorts.get(nation) if self.sorts else None
        return NONE_SPECIAL if there is None else there.get(place, NONE_SPECIAL)

    def number(self, nation: Nation, place: Place, kind: Kind) -> int:
        """How many armies of a kind stand in a place; raiders are infantry."""
        if not self.sorts:
            return self.count(nation, place) if kind == INFANTRY else 0
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

    def of_kind(self, nation: Nation, kind: Kind) -> int:
        """All armies of a special kind in play."""
        if nation not in self.sorts:
            return 0
        return sum(t.get(kind, 0) for t in self.sorts[nation].values())

    def left_of_kind(self, nation: Nation, kind: Kind) -> int:
        """How many more armies of a special kind can come into play."""
        return self.rules.counters.get(nation, {}).get(kind, 0) - self.of_kind(nation, kind)

    def counters_left(self, nation: Nation) -> int:
        """How many more infantry armies can come into play."""
        listed = self.rules.counters.get(nation)
        if listed is None:
            return self.rules.nations[nation].armies - self.in_play(nation)
        infantry = self.in_play(nation) - sum(self.of_kind(nation, kind) for kind in listed)
        return self.rules.nations[nation].armies - sum(listed.values()) - infantry

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
        """All of a nation's units in a place that could go elsewhere."""
        n = self.count(nation, place)
        if not self.sorts and not self.leaders:
            return PLAIN[n]
        tally, leaders = self.tally(nation, place), self.leaders_at(nation, place)
        return Force(n, special(tally), leaders) if tally or leaders else PLAIN[n]

    def unmoved(self, place: Place) -> Force:
        """The armies of a place that may still begin a move."""
        n = self.fresh.get(place, 0)
        if not self.fresh_sorts or place not in self.fresh_sorts:
            return PLAIN[n]
        return Force(n, special(self.fresh_sorts[place]))

    def came_from(self, area: Area, whence: Place) -> Force:
        """The armies of attackers in an area that came from one place."""
        there = self.entered.get(area)
        if there is None or whence not in there:
            return PLAIN[0]
        if not self.entered_sorts or area not in self.entered_sorts:
            return PLAIN[there[whence]]
        return Force(there[whence], special(self.entered_sorts[area].get(whence)))

    def add(self, nation: Nation, place: Place, n: int) -> None:
        """Put plain infantry into a place, or take armies off it, plain infantry first."""
        here = self.armies[nation]
        old = here.get(place, 0)
        if old + n:
            here[place] = old + n
            if not old and not self.stronghold(nation, place):
                there = self.at.get(place)
                self.at[place] = (nation,) if there is None else (*there, nation)
        elif old:
            del here[place]
            if not self.stronghold(nation, place):
                self.depart(nation, place)
        if self.sorts and nation in self.sorts and place in self.sorts[nation]:
            self._trim(nation, place)

    def put(self, nation: Nation, place: Place, force: Force) -> None:
        """Put a force and its leaders into a place."""
        if force.n:
            self.add(nation, place, force.n)
        if force.sorts:
            more(self.sorts.setdefault(nation, {}).setdefault(place, {}), force)
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
            self.add(nation, place, -force.n)

    def shift(self, nation: Nation, place: Place, to: Place, force: Force) -> None:
        """Carry a force from one place to another."""
        self.take(nation, place, force)
        self.put(nation, to, force)

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

    def all_fresh(self, nation: Nation) -> None:
        """Every army of a nation may begin a move."""
        self.fresh = self.armies[nation].copy()
        sorts = self.sorts.get(nation)
        self.fresh_sorts = {} if sorts is None else {p: t.copy() for p, t in sorts.items()}

    def draw_fresh(self, place: Place, force: Force) -> None:
        """A force begins its move."""
        take(self.fresh, self.fresh_sorts, place, force)

    def enter(self, area: Area, whence: Place, force: Force) -> None:
        """Armies come among opponents from a place."""
        if not force.n:
            return
        here = self.entered.setdefault(area, {})
        here[whence] = here.get(whence, 0) + force.n
        if force.sorts:
            more(self.entered_sorts.setdefault(area, {}).setdefault(whence, {}), force)

    def go_back(self, area: Area, whence: Place, force: Force) -> None:
        """Armies that had come among opponents from a place are there no longer."""
        here = self.entered.get(area)
        if not force.n or here is None or whence not in here:
            return
        take(here, self.entered_sorts.get(area, {}), whence, force)
        if not here:
            del self.entered[area]
        if force.sorts and not self.entered_sorts[area]:
            del self.entered_sorts[area]

    def stronghold(self, nation: Nation, place: Place) -> int:
        """What of a nation stands in a place besides armies, and fights with them or alone."""
        return 0

    def strength(self, nation: Nation, place: Place) -> int:
        """What of a nation rolls dice in a place and counts for overruns."""
        return self.count(nation, place) + self.stronghold(nation, place)

    def attackers(self, area: Area) -> int:
        """How many armies have entered an area among opponents and are still there."""
        whence = self.entered.get(area)
        return 0 if whence is None else sum(whence.values())

    def forget_entry(self, area: Area) -> None:
        """Forget who attacked in an area."""
        self.entered.pop(area, None)
        self.entered_sorts.pop(area, None)

    def forget_entries(self) -> None:
        """Forget where all attackers came from."""
        self.entered, self.entered_sorts = {}, {}

    def in_play(self, nation: Nation) -> int:
        """All armies of a nation, on land and at sea."""
        return sum(self.armies[nation].values())

    def foe(self, nation: Nation, place: Place) -> Nation | None:
        """Another nation in a place."""
        here = self.at.get(place)
        if here is None:
            return None
        return here[0] if here[0] != nation else here[1] if len(here) > 1 else None

    def depart(self, nation: Nation, place: Place) -> None:
        """Note that a nation has nothing left in a place."""
        rest = tuple([x for x in self.at[place] if x != nation])
        if rest:
            self.at[place] = rest
        else:
            del self.at[place]

    def land_areas(self, nation: Nation) -> list[Area]:
        """The land areas that contain units of a nation."""
        near = self.rules.board.near
        return [Area(p) for p in self.armies[nation] if p in near]

    def contested(self, nation: Nation) -> list[Area]:
        """The areas where a nation stands beside another, in the map's order."""
        at, near = self.at, self.rules.board.near
        shared = [Area(p) for p in self.armies[nation] if p in near and len(at[p]) > 1]
        return sorted(shared, key=self.rules.board.rank.__getitem__) if len(shared) > 1 else shared


@dataclass(slots=True)
class BritState(MapState):
    """The table of a reduX game: besides, what its Movement Phase is measured by. In redux-core all forces are plain."""

    shared: ClassVar[frozenset[str]] = frozenset(
        {"rules", "measured", "sorts", "leaders", "half", "fresh_sorts", "entered_sorts"}
    )
    rules: Ruleset = field(kw_only=True)
    measured: Measured | None = field(default=None, kw_only=True, compare=False, repr=False)
    """What was last measured in the phase under way (see measured.py); never copied nor saved."""
    held_before: int = 0
    """How many areas the moving nation held when its Movement Phase began."""
    unavoidable: int = 0
    """The excess over the population limit that no movement can cure in this phase."""
    began_over: bool = False
    """The phase began with more armies than the population limit allows."""
    people: int = 0
    """The armies that must find room under the population limit when the phase ends, the bonus spent."""
    foes: frozenset[Place] = frozenset()
    """Where other nations stand while this one moves."""
    needy: bool = False
    """The phase began with limits unmet, and they have not been met since: its end needs moves."""
    moves: tuple[Move, ...] = ()
    """The moves of the phase so far, in order."""
    checkpoint: Checkpoint = NOTHING_NOTED
    """The table as it was when the phase began (see checkpoint.py)."""
    careful: bool = False
    """Moves of this phase were taken back: those that spoil its end are refused from now on."""

    def blank(self) -> Self:
        """An empty table of plain armies."""
        return type(self)(self.dice.clone(), rules=self.rules)

    def clone(self) -> Self:
        """Besides, with what its Movement Phase goes back to."""
        new = MapState.clone(self)
        new.checkpoint, new.careful = self.checkpoint, self.careful
        return new

    def lay_out(self, like: Self) -> None:
        MapState.lay_out(self, like)
        self.held_before, self.unavoidable, self.began_over = (
            like.held_before,
            like.unavoidable,
            like.began_over,
        )
        self.people, self.foes, self.needy, self.moves = like.people, like.foes, like.needy, like.moves

    def read_whole(self) -> None:
        """The table as the phase began."""
        if self.checkpoint:
            self.checkpoint.table(self)

    def progress(self) -> Progress:
        """The Movement Phase, by the table it began with, and the groups that have moved in it."""
        return Progress(self.checkpoint, sum(not move.used for move in self.moves))

    def afloat(self, nation: Nation) -> bool:
        """Whether some armies of a nation are not on land."""
        near = self.rules.board.near
        return any(place not in near for place in self.armies[nation])

    def vacant(self, place: Place) -> bool:
        """Whether a place contains no armies at all."""
        return place not in self.at


class Standing(NamedTuple):
    """How a nation stands, counted in one go."""

    armies: int
    """On land."""
    areas: int
    """Land areas that contain armies of it, contested ones too."""
    held: list[Area]


def standing(s: BritState, nation: Nation) -> Standing:
    """Count a nation's armies and areas on land."""
    at, near = s.at, s.rules.board.near
    armies = areas = 0
    held = []
    for place, n in s.armies[nation].items():
        if place in near:
            armies += n
            areas += 1
            if len(at[place]) == 1:
                held.append(Area(place))
    return Standing(armies, areas, held)


@rule(cite("redux-core 3.1.a"))
def holds(s: BritState, nation: Nation, area: Area) -> bool:
    """A nation holds an area when it alone has armies there."""
    return s.at.get(area) == (nation,)


def held_areas(s: BritState, nation: Nation) -> list[Area]:
    """Every area a nation holds, in no special order."""
    at, near = s.at, s.rules.board.near
    return [Area(p) for p in s.armies[nation] if p in near and len(at[p]) == 1]


def count_held(s: BritState, nation: Nation) -> int:
    """How many areas a nation holds: asked for after every move, so without a list of them."""
    at, near, n = s.at, s.rules.board.near, 0
    for place in s.armies[nation]:
        if place in near and len(at[place]) == 1:
            n += 1
    return n
