"""Battles of forces: separate dice for each kind, who chooses the losses, and the fall of leaders."""

from __future__ import annotations

from collections.abc import Sequence

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, formerly, step
from albion.kernels.britannia.answers import LOSE
from albion.kernels.britannia.battles import BattleEnd, BattleRound
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.casualties import WhichFalls, WhichKindFalls
from albion.kernels.britannia.engagement import ATTACKER, DEFENDER, Battle, Side
from albion.kernels.britannia.hits import Hits, choosable, keep, overkill, reaching, spend
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.retreat import Retreats
from albion.kernels.britannia.units import (
    INFANTRY,
    RAIDER,
    Force,
    Kind,
    Sort,
    home_of,
    kind_of,
    special,
)


def stand_to(s: HostState, b: Battle) -> None:
    """Attackers that never moved count as placed in the area itself."""
    here = s.everything(b.attacker, b.area)
    come = s.entered.get(b.area, {})
    left = here.n - sum(come.values())
    if left > 0:
        tally = dict(here.sorts)
        for sorts in s.entered_sorts.get(b.area, {}).values():
            for sort, n in sorts.items():
                tally[sort] -= n
        s.enter(b.area, b.area, Force(left, special(tally)))


def fallen(s: HostState, b: Battle, side: Side, hits: Hits) -> Steps[HostState]:
    """Leaders left alone fall before anybody retreats."""
    return (RollLosses(b, side, hits), LeadersFall(b))


def retreats(s: HostState, b: Battle, on_defender: Hits, on_attacker: Hits) -> Steps[HostState]:
    """The defender decides first; what hits are kept is noted on the table."""
    return (Retreats(b, DEFENDER), Retreats(b, ATTACKER), BattleRound(b))


def clash_ends(s: HostState, log: Log, b: Battle, holder: Nation | None) -> Steps[HostState]:
    """A hit kept is lost; the game may add what a victory allows."""
    s.kept = {}
    if holder is not None:
        s.rules.arrived(s, log, holder, b.area)
    return [*s.rules.victory(s, b), ForgetOrigins(b)]


formerly("albion.kernels.britannia", ClashRound=BattleRound, ClashEnd=BattleEnd)


@step(cite("redux-core 7.1.d 7.1.1.c 7.3.c", "redux-leaders 9.1.2.f 9.1.2.g 9.1.2.h R29"))
class RollLosses(Step[HostState], frozen=True):
    """A side loses armies; where a hit can fell either of two kinds, the roller chooses."""

    battle: Battle
    side: Side
    hits: Hits

    def run(self, s: HostState, log: Log) -> Steps[HostState]:
        """Deal the blows that leave no choice; ask about the others; keep what is left over."""
        if not self.hits:
            return []
        b, nation, left = self.battle, self.battle.nation(self.side), dict(self.hits)
        per = s.rules.numbers.dice_per_army
        while True:
            kinds = s.kinds(nation, b.area)
            open_to = [kind for kind in kinds if reaching(left, kind) >= per]
            if not open_to:
                keep(s, b, self.side, left, kinds)
                return []
            if len(open_to) > 1 and roller_chooses(s, nation, b.area, left, open_to):
                return [Strike(b, self.side, tuple(left.items()))]
            kind = min(open_to, key=lambda k: reaching(left, k, wide=True))
            n = min(reaching(left, kind) // per, s.number(nation, b.area, kind))
            spend(left, kind, n * per)
            asked = lose(s, log, b, nation, kind, n)
            if asked is not None:
                return [asked, RollLosses(b, self.side, tuple(left.items()))]


@rule(cite("redux-leaders 9.1.2.f 9.1.2.g R29", "redux-core 7.3.c"))
def roller_chooses(
    s: HostState, nation: Nation, area: Area, left: dict[tuple[Kind, ...], int], kinds: list[Kind]
) -> bool:
    """Whether what falls depends on the roller: some die could fell either kind, and not all fall anyway.

    With reduced randomness all hits must be used where possible, so there is no choice if they suffice for all.
    """
    if s.rules.numbers.dice_per_army > 1:
        return not overkill(s, nation, area, left, kinds)
    return 0 < choosable(left, kinds) < s.count(nation, area)


@step(cite("redux-leaders 9.1.2.f 9.1.2.g R29"))
class Strike(WhichKindFalls[HostState], frozen=True):
    """The roller says which kind falls to a die that could fell either."""

    hits: Hits

    def kinds(self, s: HostState) -> list[Kind]:
        """It is only asked where that is either."""
        per, left = s.rules.numbers.dice_per_army, dict(self.hits)
        kinds = s.kinds(self.battle.nation(self.side), self.battle.area)
        return [kind for kind in kinds if reaching(left, kind) >= per]

    def take(self, s: HostState, a: Action, log: Log) -> Steps[HostState]:
        """One falls; go on with the hits left."""
        b, nation, left = self.battle, self.battle.nation(self.side), dict(self.hits)
        per = s.rules.numbers.dice_per_army
        spend(left, a.name, per, widest=per == 1)
        asked = lose(s, log, b, nation, a.name, 1)
        rest = RollLosses(b, self.side, tuple(left.items()))
        return [rest] if asked is None else [asked, rest]

    def about(self, s: HostState) -> dict[str, Json]:
        b = self.battle
        return {"nation": b.foe(self.side), "foe": b.nation(self.side), "area": b.area}


def choices(s: HostState, b: Battle, nation: Nation, kind: Kind) -> list[tuple[Place, Sort, int]]:
    """The armies of a kind, by the place they came from and their sort."""
    if nation == b.attacker:
        forces = [(whence, s.came_from(b.area, whence)) for whence in s.entered.get(b.area, {})]
    else:
        forces = [(b.area, s.everything(nation, b.area))]
    return [(p, sort, n) for p, f in forces for sort, n in f.parts() if kind_of(sort) == kind]


def lose(s: HostState, log: Log, b: Battle, nation: Nation, kind: Kind, n: int) -> Step[HostState] | None:
    """Take n armies of a kind off, or name the question its owner must answer first."""
    found = choices(s, b, nation, kind)
    if n >= sum(k for _, _, k in found):
        for whence, sort, k in found:
            remove(s, log, b, nation, whence, sort, k)
        return None
    if len(found) == 1:
        remove(s, log, b, nation, found[0][0], found[0][1], n)
        return None
    return Falls(nation, b, (kind,), n)


def remove(s: HostState, log: Log, b: Battle, nation: Nation, whence: Place, sort: Sort, n: int) -> None:
    """Armies of one sort that came from one place fall."""
    force = Force(n) if sort == INFANTRY else Force(n, ((sort, n),))
    if nation == b.attacker:
        s.go_back(b.area, whence, force)
    s.take(nation, b.area, force)
    foe = b.attacker if nation == b.defender else b.defender
    emit(log, "loss", RollLosses.cite, nation=nation, n=n, area=b.area, foe=foe, unit=kind_of(sort))
    for happens in s.rules.fell:
        happens(s, log, b, nation, kind_of(sort), n)


@step(cite("redux-core 7.1.d", "redux-leaders 9.1.2.h"))
class Falls(WhichFalls[HostState], frozen=True):
    """Which of the armies falls: by the place it came from, then by its sort; its owner chooses."""

    by = ("lose", "give")
    nation: Nation
    battle: Battle
    group: tuple[Kind]
    n: int
    whence: Place = ""

    def owner(self) -> Nation:
        return self.nation

    def _found(self, s: HostState) -> list[tuple[Place, Sort, int]]:
        found = choices(s, self.battle, self.nation, self.group[0])
        return [x for x in found if not self.whence or x[0] == self.whence]

    def fallible(self, s: HostState) -> Sequence[Action]:
        """Each place attackers came from; then each sort."""
        found = self._found(s)
        sources = dict.fromkeys(whence for whence, _, _ in found)
        if len(sources) > 1:
            return [LOSE[whence] for whence in sources]
        return [Action("give", _noun(sort)) for _, sort, _ in found]

    def not_there(self, a: Action) -> Cite:
        if a.verb == "lose":
            return cite("redux-core 7.1.d")
        return cite("redux-leaders 9.1.2.h", "redux-core 7.1.d")

    def elsewhere(self, a: Action) -> tuple[str, dict[str, Json]] | None:
        who: dict[str, Json] = {"nation": self.nation, "place": self.battle.area, "area": a.noun}
        return ("not-from-there", who) if self.nation == self.battle.attacker else None

    def take(self, s: HostState, a: Action, log: Log) -> Steps[HostState]:
        b, nation = self.battle, self.nation
        found = self._found(s)
        if a.verb == "lose":
            theirs = [x for x in found if x[0] == a.noun]
            if len(theirs) > 1:
                return [Falls(nation, b, self.group, self.n, a.name)]
        else:
            theirs = [x for x in found if _noun(x[1]) == a.noun]
        remove(s, log, b, nation, theirs[0][0], theirs[0][1], 1)
        asked = lose(s, log, b, nation, self.group[0], self.n - 1) if self.n > 1 else None
        return [] if asked is None else [asked]

    def about(self, s: HostState) -> dict[str, Json]:
        return {"nation": self.nation, "area": self.battle.area, "n": self.n, "group": self.group[0]}


def _noun(sort: Sort) -> str:
    """A sort as an answer: raiders by the place they came from over the sea."""
    return home_of(sort) or sort if sort.startswith(RAIDER) else sort


@step(cite("redux-leaders 9.2.2.c 9.2.f"))
class LeadersFall(Step[HostState], frozen=True):
    """A leader whom losses have left without armies is eliminated at once."""

    battle: Battle

    def run(self, s: HostState, log: Log) -> Steps[HostState]:
        b = self.battle
        for nation in (b.defender, b.attacker) if s.leaders else ():
            for leader in s.leaders_at(nation, b.area) if not s.count(nation, b.area) else ():
                kill_leader(s, log, b, nation, leader)
        return []


def kill_leader(s: HostState, log: Log, b: Battle, nation: Nation, leader: str) -> None:
    """A leader falls in battle."""
    del s.leaders[leader]
    s.raiding_leaders.pop(leader, None)
    foe = b.attacker if nation == b.defender else b.defender
    emit(log, "leader-falls", LeadersFall.cite, nation=nation, leader=leader, area=b.area, foe=foe)
    for happens in s.rules.fell:
        happens(s, log, b, nation, leader, 1)


@step(cite("redux-core 7.2.a"))
class ForgetOrigins(Step[HostState], frozen=True):
    """After a battle nobody there counts as an attacker any more."""

    battle: Battle

    def run(self, s: HostState, log: Log) -> Steps[HostState]:
        s.forget_entry(self.battle.area)
        return []
