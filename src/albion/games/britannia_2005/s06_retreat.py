"""Retreats: who may go where, and within which limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal
from albion.engine.step import Steps, step
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.s05_mustering import CavalryFirst, left_alone
from albion.games.britannia_2005.s05_stacking import crowding
from albion.games.britannia_2005.s06_losses import raiders_from
from albion.games.britannia_2005.s14_forts import arrive, rooted
from albion.games.britannia_2005.state import PICTS, Brit
from albion.kernels.britannia.answers import SEND, STAY
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.breach import Breach
from albion.kernels.britannia.engagement import ATTACKER, Battle
from albion.kernels.britannia.retreat import HowManyRetreat, Retreating
from albion.kernels.britannia.units import PLAIN, Force, less


@step(cite("britannia-2005 battle.retreat.a battle.retreat.b battle.retreat.c battle.retreat.defender.i"))
class Retreat(Retreating[Brit], frozen=True):
    """After an exchange some or all armies of a side leave, or its leader does, or all stay; the defender decides first."""

    own = ("retreat", "flee")
    exact = True

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Besides, where its leader might flee alone; nothing unless both sides survive."""
        b = self.battle
        if not (s.strength(b.attacker, b.area) and s.strength(b.defender, b.area)):
            return ()
        *retreats, stay = Retreating.candidates(self, s)
        near = s.rules.board.near[b.area] if s.leader_at(self.nation, b.area) is not None else ()
        fled = [Action("flee", p) for p in near if leader_refuge(s, b, self.nation, p) is None]
        return (*retreats, *fled, stay)

    def forces(self, s: Brit, place: Place) -> Sequence[Force]:
        """Who goes makes no difference to the limits, only how many."""
        here = self.battle.area
        came = s.entered.get(here, {}).get(place, 0) if self.side == ATTACKER else s.count(self.nation, here)
        return PLAIN[1 : came + 1]

    @rule(cite("britannia-2005 battle.retreat.attacker.a"))
    def refuge(self, s: Brit, place: Place) -> Cite | None:
        """The side's own law on where; forts and burhs go nowhere."""
        b = self.battle
        if not s.count(self.nation, b.area):
            return rooted(self.nation)
        return attacker_refuge(s, b, place) if self.side == ATTACKER else defender_refuge(s, b, place)

    def law(self, s: Brit, place: Place, force: Force) -> Cite | None:
        """Besides, the stacking limit."""
        return self.refuge(s, place) or self.too_many(s, place, force.n)

    def open_to(self, s: Brit, place: Place) -> bool:
        if self.refuge(s, place) is not None:
            return False
        return any(self.crowd(s, place, f.n) is None for f in self.forces(s, place))

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """A leader who flees alone has a law of his own."""
        if a.verb == "flee":
            return leader_refuge(s, self.battle, self.nation, a.name)
        return Retreating.forbids(self, s, a)

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """What stands against the refuge, or what it would hold."""
        b = self.battle
        if a.verb not in ("retreat", "flee"):
            return None
        if why[0] in BORDER:
            return bordering(s, b, a.name)
        crowd = self.crowd(s, a.name, 1) if a.verb == "retreat" and s.count(self.nation, b.area) else None
        if crowd is not None and why[-1] in crowd.cite:
            return crowd.told()
        leader = s.leader_at(self.nation, b.area)
        if a.verb == "flee" and leader is None:
            return "no-leader", {"nation": self.nation, "area": b.area}
        key, facts = said(s, self.nation, a, why, b.area) or ("", {})
        if key == "came-from-elsewhere" and s.rules.board.at_sea(a.name):
            key = "began-elsewhere"
        return (key, {**facts, "leader": leader}) if key else None

    def warns(self, s: Brit, a: Action) -> Refusal | None:
        """A leader who stays with one army falls with it."""
        area = self.battle.area
        leader = s.leader_at(self.nation, area)
        if a != STAY or leader is None or s.strength(self.nation, area) > 1:
            return None
        return Refusal(cite("britannia-2005 battle.leader.c"), "leader-at-risk", {"leader": leader})

    def crowd(self, s: Brit, place: Place, n: int) -> Breach | None:
        """The stacking limit that n armies going there from the battle would break."""
        return crowding(s, self.nation, place, n, leaving=self.battle.area)

    def number_against(self, s: Brit, place: Place, n: int, why: Cite) -> tuple[str, dict[str, Json]] | None:
        crowd = self.crowd(s, place, n)
        return None if crowd is None else crowd.told()

    def too_many(self, s: Brit, place: Place, n: int) -> Cite | None:
        """The clauses of that limit."""
        crowd = self.crowd(s, place, n)
        if crowd is None:
            return None
        side = "attacker" if self.side == ATTACKER else "defender"
        return (*cite(f"britannia-2005 battle.retreat.{side}.c move.stacking.g"), *crowd.cite[:2])

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Of a single army it is at most asked whether its leader goes with it."""
        if a.verb == "flee":
            return self.flee(s, log, a.name)
        if a != STAY and self.pool(s, a.name).n == 1:
            return RetreatSend(self, a.name).take(s, SEND[1], log)
        return Retreating.take(self, s, a, log)

    def flee(self, s: Brit, log: Log, place: Place) -> Steps[Brit]:
        """The leader goes alone; the others are asked again."""
        leader = s.leader_at(self.nation, self.battle.area)
        assert leader is not None
        s.leaders[leader] = place
        cited = cite("britannia-2005 battle.retreat.d")
        emit(log, "flight", cited, leader=leader, nation=self.nation, area=self.battle.area, to=place)
        return [self]

    def sending(self, place: Place) -> RetreatSend:
        return RetreatSend(self, place)

    def told(self, force: Force) -> dict[str, Json]:
        return {"leader": force.leaders[0] if force.leaders else ""}

    def go(self, s: Brit, log: Log, place: Place, force: Force) -> Steps[Brit]:
        """Besides, raiders keep in mind where they began, and an area may have been occupied."""
        follow = Retreating.go(self, s, log, place, force)
        if self.side == ATTACKER:
            _raiders_back(s, self.battle.area, place, force.n)
        if not s.rules.board.at_sea(place):
            arrive(s, log, self.nation, Area(place), force.n)
        return follow


@step(cite("britannia-2005 battle.retreat.b battle.retreat.defender.c battle.retreat.attacker.c"))
class RetreatSend(HowManyRetreat[Brit], frozen=True):
    """How many of a side's armies retreat to one place."""

    own = ("send",)
    only_back = cite("britannia-2005 battle.retreat.attacker.a")
    who_is_there = cite("britannia-2005 battle.retreat.b")
    so_many = "may-retreat"
    retreat: Retreat
    place: Place

    def asked(self) -> tuple[Retreat, Place]:
        return self.retreat, self.place

    def too_many(self, s: Brit) -> Cite:
        """Only those go back to a sea that began there, and by boat only those that came by it."""
        b, board = self.retreat.battle, s.rules.board
        if self.retreat.side != ATTACKER or self.place in board.near[b.area]:
            return HowManyRetreat.too_many(self, s)
        return BACK_TO_SEA if board.at_sea(self.place) else BY_BOAT

    def law(self, s: Brit, force: Force) -> Cite | None:
        """Besides, no leader stays without armies."""
        here = self.retreat.battle.area
        alone = left_alone(s, self.retreat.nation, here, force, self)
        return alone or HowManyRetreat.law(self, s, force)

    def candidates(self, s: Brit) -> Iterable[Action]:
        return SEND[1 : self.pool(s).n + 1]

    def muster(self, n: int) -> RetreatMuster:
        return RetreatMuster(n, retreat=self.retreat, place=self.place)


@step(cite("britannia-2005 battle.retreat.b leader.f leader.g R16"))
class RetreatMuster(CavalryFirst, frozen=True):
    """How many of those that retreat are cavalry, and whether their leader goes too."""

    who_there_is = cite("britannia-2005 battle.retreat.b")
    retreat: Retreat = None  # type: ignore[assignment]
    place: Place = ""

    def gathering(self) -> RetreatSend:
        return RetreatSend(self.retreat, self.place)


def _raiders_back(s: Brit, area: Area, to: Place, n: int) -> None:
    """Raiders that retreat to where they began raid no more; others carry their home in mind."""
    here, theirs = s.raiders.get(area, {}), raiders_from(s, area, to)
    for home in sorted(theirs, key=lambda h: h != to):
        k = min(n, theirs[home])
        less(theirs, home, k)
        less(here, home, k)
        if home != to and not s.rules.board.at_sea(to):
            there = s.raiders.setdefault(Area(to), {})
            there[home] = there.get(home, 0) + k
        n -= k
        if not n:
            break
    if not here:
        s.raiders.pop(area, None)


DEFENDER_LAW = cite(
    "britannia-2005 battle.retreat.defender.a battle.retreat.defender.b battle.retreat.defender.d",
    "britannia-2005 battle.retreat.defender.e battle.retreat.defender.f battle.retreat.defender.g",
    "britannia-2005 battle.retreat.defender.h battle.retreat.defender.i R41",
)


SEA = cite("britannia-2005 battle.retreat.defender.f")
FAR = cite("britannia-2005 battle.retreat.defender.a battle.retreat.defender.d")
FAR_VACANT = cite("britannia-2005 battle.retreat.defender.b battle.retreat.defender.a")
ENEMY = cite("britannia-2005 battle.retreat.defender.g battle.retreat.defender.a")
WHENCE = cite("britannia-2005 battle.retreat.defender.h")
BORDER = cite("britannia-2005 battle.retreat.defender.b")


@rule(DEFENDER_LAW)
def defender_refuge(s: Brit, b: Battle, place: Place) -> Cite | None:
    """Next door or across a strait: own areas, or vacant ones bordering none of the attacker's; never where he came from."""
    board, area = s.rules.board, Area(place)
    if board.at_sea(place):
        return SEA
    if area not in board.near[b.area]:
        return FAR if area in s.at else FAR_VACANT
    broken: Cite = ENEMY if s.foe(b.defender, area) is not None else ()
    if area in s.came.get(b.area, {}):
        broken = (*broken, *WHENCE)
    if area not in s.at and any(a != b.area and s.alone(b.attacker, a) for a in board.land[area]):
        broken = (*broken, *BORDER)
    return tuple(dict.fromkeys(broken)) or None


def bordering(s: Brit, b: Battle, place: Place) -> tuple[str, dict[str, Json]]:
    """What a refusal for a border says: that there is none to cross, or which of the attacker's areas is beyond it."""
    beyond = [x for x in s.rules.board.land[Area(place)] if x != b.area and s.alone(b.attacker, x)]
    if place not in s.rules.board.near[b.area] or not beyond:
        return "not-next-to", {"place": place, "area": b.area}
    return "borders-attackers", {"place": place, "area": beyond[0], "foe": b.attacker}


@rule(
    cite(
        "britannia-2005 battle.retreat.attacker.a battle.retreat.attacker.b battle.retreat.attacker.d",
        "britannia-2005 battle.retreat.attacker.e battle.retreat.attacker.f move.raid.b move.raid.picts.d",
    )
)
def attacker_refuge(s: Brit, b: Battle, place: Place) -> Cite | None:
    """Back to the land area each came from; from the sea or by boat, to where it began the phase."""
    at_sea, entered = s.rules.board.at_sea, s.entered.get(b.area, {})
    broken: Cite = () if place in entered else elsewhere(s, b, place)
    if not may_put_to_sea(s, b, place):
        broken = (*broken, *TO_SEA)
    sailed = Area(place) not in s.rules.board.near[b.area]
    if not at_sea(place) and s.foe(b.attacker, place) is not None and (place in entered or not sailed):
        raided = sailed and b.attacker == PICTS and s.turn_of(PICTS).raid
        broken = (*broken, *(TAKEN_RAID if raided else BY_BOAT if sailed else TAKEN))
    return tuple(dict.fromkeys(broken)) or None


def elsewhere(s: Brit, b: Battle, place: Place) -> Cite:
    """Attackers go back only where they came from: a land area, where they began at sea, or where their boats did."""
    at_sea = s.rules.board.at_sea
    if any(at_sea(p) for p in s.entered.get(b.area, {})):
        return cite("britannia-2005 battle.retreat.attacker.d battle.retreat.attacker.a")
    if at_sea(place):
        return cite("britannia-2005 battle.retreat.attacker.a battle.retreat.attacker.d")
    if s.boats:
        return cite("britannia-2005 battle.retreat.attacker.a battle.retreat.attacker.f")
    return cite("britannia-2005 battle.retreat.attacker.a")


TAKEN = cite("britannia-2005 battle.retreat.attacker.b")
BY_BOAT = cite("britannia-2005 battle.retreat.attacker.f")
TAKEN_RAID = cite("britannia-2005 move.raid.picts.d battle.retreat.attacker.f")
TO_SEA = cite("britannia-2005 battle.retreat.attacker.e")
BACK_TO_SEA = cite("britannia-2005 battle.retreat.attacker.d")


@rule(TO_SEA)
def may_put_to_sea(s: Brit, b: Battle, place: Place) -> bool:
    """A retreat ends at sea only on a Raiding turn or in the first half of a Major Invasion."""
    return not s.rules.board.at_sea(place) or s.half == 1 or s.turn_of(b.attacker).raid


@rule(cite("britannia-2005 battle.retreat.d battle.retreat.defender.h leader.f R16"))
def leader_refuge(s: Brit, b: Battle, nation: Nation, place: Place) -> Cite | None:
    """A leader may retreat alone, next door, where his nation alone has armies; a defender's never where attackers came from."""
    near = s.leader_at(nation, b.area) is not None and place in s.rules.board.near[b.area]
    if not near or not s.alone(nation, place):
        return cite("britannia-2005 battle.retreat.d leader.f")
    if not s.count(nation, place):
        return cite("britannia-2005 leader.f R16")
    return WHENCE if nation == b.defender and place in s.came.get(b.area, {}) else None
