"""Chapter 11: the nation turn with major invasions and raiding turns, and the limits that bind in it."""

from __future__ import annotations

from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.redux_leaders.data import DANES, ROMANO_BRITISH
from albion.games.redux_leaders.s10_scoring import MARKS, score_bretwalda
from albion.games.redux_leaders.state import LeadersState, table_of
from albion.kernels.britannia.battles import Battles
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import Battle, Side
from albion.kernels.britannia.host import PLAIN_TURN, HostState, TurnFlags, host
from albion.kernels.britannia.march_phase import MarchPhase
from albion.kernels.britannia.raiders import mark_raiders
from albion.kernels.britannia.retreat import NOT_TO_SEA, from_sea, marched_in, refuge
from albion.kernels.britannia.state import BritState, held_areas
from albion.kernels.britannia.units import Force

FROM_SEA = cite("redux-core 7.2.d 7.2.2.b", "redux-leaders 11.4.c")
"""Against attackers of whom some came from a sea, but do not raid."""
BY_BOAT = cite("redux-leaders 12.f")
BACK_TO_SEA = cite("redux-core 7.2.2.b")
"""What does not hold against attackers who may go back to their sea."""
PLACED = cite("redux-core 7.2.2.c")
"""What does not hold against attackers who came by boat."""
EXTRA_RAID = TurnFlags(raiding="optional")


@rule(cite("redux-leaders 11.3.a 11.4.a 10.2.a 11.6.1.e 11.6.1.f 12.a R2 R43"))
def flags(s: HostState, nation: Nation) -> TurnFlags:
    """The Timeline's marks; in extra turns the Danes raid and nobody scores its own new occupations."""
    marked: TurnFlags = MARKS[s.round - 1].turns.get(nation, PLAIN_TURN)
    if table_of(s).extra:
        if s.turn != nation:
            return TurnFlags(occupy=marked.occupy)
        return EXTRA_RAID if nation == DANES else TurnFlags()
    return marked._replace(boats=True) if getattr(s.rules.options, "boats", False) else marked


@step(cite("redux-leaders 11.3.a 11.3.b 11.3.c 11.3.d", "redux-core 4.1.d"))
class Campaign(Step[LeadersState], frozen=True):
    """Movement and Battles; in a Major Invasion both twice."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        nation = self.nation
        if not s.rules.flags(s, nation).major:
            return [MarchPhase(nation), HemmedIn(nation), Battles(nation)]
        first = (MarchPhase(nation, 1), HemmedIn(nation), Battles(nation))
        return [*first, MarchPhase(nation, 2), HemmedIn(nation), Battles(nation)]


@step(cite("redux-leaders R54", "redux-core 6.4.a"))
class HemmedIn(Step[LeadersState], frozen=True):
    """Armies that found no room wherever open ways led stay in an overfull area for now."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        if s.rules.stacking(s, self.nation, s.armies[self.nation]) is not None:
            s.hemmed_in = (*s.hemmed_in, self.nation)
            emit(log, "hemmed-in", self.cite, nation=self.nation)
        return []


@step(cite("redux-leaders 11.1.a 11.1.b 10.5.a"))
class TurnEnd(Step[LeadersState], frozen=True):
    """Bretwalda is scored; then the next nation begins."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        score_bretwalda(s, log, self.nation)
        return []


@rule(cite("redux-leaders 11.4.b 11.4.1.a 11.4.1.c 11.4.1.d"))
def raiders_set_out(s: HostState, nation: Nation) -> None:
    """In a raiding turn all units at sea when a Movement Phase begins are raiders: before a second one nobody sets out to sea."""
    if s.rules.flags(s, nation).raiding != "none":
        for place in list(s.armies[nation]):
            if place not in s.rules.board.near:
                mark_raiders(s, nation, place)


@rule(cite("redux-leaders 12.i"))
def note_landless(s: HostState, nation: Nation) -> None:
    """Note, for both Movement Phases of a Major Invasion, whether the nation held land when it began."""
    if s.half != 2:
        table_of(s).landless = not held_areas(s, nation)


def restrained(s: HostState, nation: Nation) -> bool:
    """Only the truce of the Romano-British and the limits of extra turns bar anything."""
    return nation == ROMANO_BRITISH or table_of(s).extra


@rule(
    cite(
        "redux-core 7.2.d 7.2.1.a 7.2.1.b 7.2.2.a 7.2.2.b 7.2.2.d",
        "redux-leaders 11.3.g 11.3.h 11.4.e 11.4.1.a 12.f R33",
    )
)
def may_retreat(s: BritState, b: Battle, nation: Nation, area: Area) -> Cite | None:
    """As in the Core rules; attackers from a sea also back to it, as raiders or in a Major Invasion's first half."""
    t = host(s)
    boat = BY_BOAT if nation == b.attacker and b.area in t.boated[1:] else ()
    if area not in s.rules.board.near:
        broken = no_retreat_to_sea(t, b, nation, area)
        return (*boat, *broken) if broken is not None else None
    broken = refuge(s, b, nation, area)
    if broken is None or nation != b.attacker:
        return broken
    moot = (*(BACK_TO_SEA if allows_sea(t, nation) else ()), *(PLACED if boat else ()))
    sailed = boat if area in t.boated or not marched_in(t, b, t.entered.get(b.area, {})) else ()
    return (*sailed, *(x for x in broken if x not in moot))


def no_retreat_to_sea(s: HostState, b: Battle, nation: Nation, sea: Place) -> Cite | None:
    """Why a side may not retreat to a sea: only attackers from there, as raiders or in a first half."""
    if nation != b.attacker:
        if not allows_sea(s, b.attacker):
            return cite("redux-core 7.2.d")
        raid = s.rules.flags(s, b.attacker).raiding != "none"
        return cite("redux-core 7.2.d", f"redux-leaders {'11.4.e' if raid else '11.3.g'}")
    if not allows_sea(s, nation):
        if not from_sea(s, s.entered.get(b.area, {})):
            return NOT_TO_SEA
        return cite("redux-leaders 11.3.h", "redux-core 7.2.2.b 7.2.d") if s.half else FROM_SEA
    if sea in s.entered.get(b.area, {}):
        return None
    return cite(
        "redux-leaders 11.3.g" if s.half == 1 else "redux-leaders 11.4.e 11.4.1.a", "redux-core 7.2.d"
    )


def allows_sea(s: HostState, nation: Nation) -> bool:
    """Whether attackers may go back to the sea they came from: in a raiding turn, or a Major Invasion's first half."""
    return s.half == 1 or s.rules.flags(s, nation).raiding != "none"


@rule(cite("redux-leaders 9.2.3.b 9.2.3.c"))
def army_first(s: HostState, nation: Nation) -> Cite:
    """A leader goes to sea only with or after an army, even where all raiders must return."""
    must = cite("redux-leaders 9.2.3.c") if s.rules.flags(s, nation).raiding == "must-return" else ()
    return (*cite("redux-leaders 9.2.3.b"), *must)


@rule(cite("redux-leaders 9.2.2.d 9.2.3.b 11.3.g 11.4.e R55"))
def leader_to_sea(s: HostState, b: Battle, side: Side, place: Place, force: Force) -> Cite | None:
    """A leader goes back to sea with an army, or alone after one if he himself attacked straight from that sea."""
    if place in s.rules.board.near or not force.leaders or force.n:
        return None
    if not allows_sea(s, b.nation(side)):
        return cite("redux-leaders 11.3.h", "redux-core 7.2.d") if s.half else FROM_SEA
    if any(s.entered_leaders.get(x) != place for x in force.leaders):
        return cite("redux-leaders 11.3.g 9.2.2.d R55" if s.half == 1 else "redux-leaders 11.4.e 9.2.2.d R55")
    return None if s.count(b.nation(side), place) else army_first(s, b.nation(side))
