"""12.1 Leaders: at risk when alone among enemies, killed or escaped."""

from __future__ import annotations

from albion.engine.cite import cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.roster import BRITONS, SIDES
from albion.games.boudicca.state import BoudiccaState, enemy
from albion.kernels.hex import Hex

ESCAPE = cite("boudicca 12.1.2.c R40")


@rule(cite("boudicca 12.1.2.a R41"))
def leaders_at_risk(s: BoudiccaState, h: Hex, side: str) -> list[Step[BoudiccaState]]:
    """A side's leaders in a hex without own combat units, if enemy combat units are there."""
    leaders = s.leaders(h, side)
    if not leaders or s.occupied(h, side) or not s.occupied(h, enemy(side)):
        return []
    return [LeaderAtRisk(u) for u in leaders]


@rule(cite("boudicca 12.1.2.a 12.1.2.c R45"))
def leaders_left(s: BoudiccaState, h: Hex) -> list[Step[BoudiccaState]]:
    """The leaders whose combat units a battle has eliminated, even if no enemy has survived it either."""
    return [LeaderAtRisk(u) for side in SIDES if not s.occupied(h, side) for u in s.leaders(h, side)]


@step(cite("boudicca 12.1.2.a 12.1.2.b 12.1.2.c 12.2.3.a R40"))
class LeaderAtRisk(Step[BoudiccaState], frozen=True):
    """Enemy cavalry may kill a lone leader; without it he escapes."""

    leader: int

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Roll on the Leader Killed Table if there is cavalry."""
        u = self.leader
        h, side = s.where[u], s.rules.side[u]
        chased = any(s.rules.cavalry[e] for e in s.fighters(h, enemy(side)))
        fate = "escapes"
        if chased:
            die = roll(s, log, 1, who=enemy(side), cite=self.cite)[0]
            fate = s.rules.data.tables.leader_killed.results[die - 1]
        goal = refuge(s, h, side) if fate == "escapes" else None
        if goal is None:
            kill_leader(s, u, log)
        else:
            s.put(u, goal)
            emit(
                log,
                "leader-escapes",
                ESCAPE,
                leader=s.rules.units[u].id,
                source=h,
                hex=goal,
                near=s.rules.board.near(goal),
            )
        return []


@rule(cite("boudicca 12.2.3.a 14.0.f 14.0.j 14.0.k"))
def kill_leader(s: BoudiccaState, u: int, log: Log) -> None:
    """A leader dies; the enemy keeps the counter for points."""
    h = s.where[u]
    s.kill(u)
    s.shake(h)
    if u in s.rules.druids:
        s.druids_fell += 1
    emit(log, "leader-killed", cite("boudicca 12.1.2.b 12.2.3.a"), leader=s.rules.units[u].id, hex=h)


@rule(ESCAPE + cite("boudicca 12.1.1.a R55"))
def refuge(s: BoudiccaState, h: Hex, side: str) -> Hex | None:
    """Where a leader escapes to: own troops, otherwise an own place that stands."""
    board, foe = s.rules.board, enemy(side)
    troops = board.grid.nearest(h, (x for x in s.held(side) if x != h))
    if troops:
        return troops[0]
    places = board.tribe_at if side == BRITONS else (*board.towns, *board.posts)
    free = [x for x in places if x != h and not s.units(x, foe) and s.sacked.get(x) not in (foe, "both")]
    return next(iter(board.grid.nearest(h, free)), None)
