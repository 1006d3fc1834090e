"""The table of a Britannia game: who stands where, and where the current turn has got to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from albion.engine.cite import cite, rule
from albion.engine.state import Progress, State
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.checkpoint import NOTHING_NOTED, Checkpoint
from albion.kernels.britannia.ruleset import Edition, Ruleset
from albion.kernels.britannia.units import PLAIN, Force, Leader, Move, less

if TYPE_CHECKING:
    from albion.kernels.britannia.measured import Measured

Armies = dict[Nation, dict[Place, int]]


@dataclass(slots=True)
class MapState(State):
    """What lies on the map and beside it in every edition: armies, points, population markers, and whose turn it is."""

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

    def clone(self) -> Self:
        """A copy that shares nothing mutable."""
        new = type(self)(self.dice.clone(), rules=self.rules)
        new.agenda, new.outcome, new.round, new.turn = self.agenda[:], self.outcome, self.round, self.turn
        new.armies = {n: d.copy() for n, d in self.armies.items()}
        new.at, new.track, new.points = self.at.copy(), self.track.copy(), self.points.copy()
        new.fresh = self.fresh.copy()
        if self.entered:
            new.entered = {a: d.copy() for a, d in self.entered.items()}
        return new

    def count(self, nation: Nation, place: Place) -> int:
        """How many armies a nation has in a place."""
        return self.armies[nation].get(place, 0)

    def everything(self, nation: Nation, place: Place) -> Force:
        """All of a nation's units in a place that could go elsewhere."""
        return PLAIN[self.count(nation, place)]

    def came_from(self, area: Area, whence: Place) -> Force:
        """The armies of attackers in an area that came from one place."""
        return PLAIN[self.entered.get(area, {}).get(whence, 0)]

    def leaders_at(self, nation: Nation, place: Place) -> tuple[Leader, ...]:
        """A nation's leaders in a place."""
        return ()

    def add(self, nation: Nation, place: Place, n: int) -> None:
        """Put armies into a place (or take them, if n is negative)."""
        here = self.armies[nation]
        old = here.get(place, 0)
        if old + n:
            here[place] = old + n
            if not old and not self.stronghold(nation, place):
                self.at[place] = (*self.at.get(place, ()), nation)
        elif old:
            del here[place]
            if not self.stronghold(nation, place):
                self.depart(nation, place)

    def shift(self, nation: Nation, place: Place, to: Place, force: Force) -> None:
        """Carry a force from one place to another."""
        self.add(nation, place, -force.n)
        self.add(nation, to, force.n)

    def go_back(self, area: Area, whence: Place, force: Force) -> None:
        """A force that had come among opponents from a place is there no longer."""
        less(self.entered[area], whence, force.n)

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

    def forget_entries(self) -> None:
        """Nobody remembers any more where attackers came from."""
        self.entered = {}

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
        """A nation has nothing left in a place."""
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
        at = self.at
        shared = [a for a in self.land_areas(nation) if len(at[a]) > 1]
        return sorted(shared, key=self.rules.board.areas.index) if len(shared) > 1 else shared


@dataclass(slots=True)
class BritState(MapState):
    """The table of a reduX game: besides, what its Movement Phase is measured by."""

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

    def clone(self) -> Self:
        """A copy that shares nothing mutable."""
        new = MapState.clone(self)
        new.held_before, new.unavoidable, new.began_over = self.held_before, self.unavoidable, self.began_over
        new.people, new.foes, new.needy = self.people, self.foes, self.needy
        new.moves, new.checkpoint, new.careful = self.moves, self.checkpoint, self.careful
        return new

    def progress(self) -> Progress:
        """The Movement Phase, by the table it began with, and the groups that have moved in it."""
        return Progress(self.checkpoint, sum(not move.used for move in self.moves))

    def take(self, nation: Nation, place: Place, force: Force) -> None:
        """Take a force off a place."""
        self.add(nation, place, -force.n)

    def afloat(self, nation: Nation) -> bool:
        """Whether some armies of a nation are not on land."""
        near = self.rules.board.near
        return any(place not in near for place in self.armies[nation])

    def counters_left(self, nation: Nation) -> int:
        """How many more armies population can bring into play."""
        return self.rules.nations[nation].armies - self.in_play(nation)

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
