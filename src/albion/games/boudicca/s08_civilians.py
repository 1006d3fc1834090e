"""8.0 Civilians: moved by the Romans in their own phase, killed by tribes."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal
from albion.engine.step import Steps, step
from albion.games.boudicca.actions import act, acts
from albion.games.boudicca.board import FAR
from albion.games.boudicca.questions import Question, Reason, elsewhere, place, points
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s06_stacking import stack_fault
from albion.games.boudicca.s07_goals import goals
from albion.games.boudicca.s07_ways import TOO_FAR, group_reach
from albion.games.boudicca.state import BoudiccaState
from albion.kernels.hex import Hex, Spread, bit


@step(cite("boudicca 4.0.b 4.0.d 8.1.1.a"))
class CivilianMovement(Question, frozen=True):
    """Phase B: the Roman player may move any of his Civilians."""

    exact = True
    moved: tuple[int, ...] = ()

    def seat(self, s: BoudiccaState) -> Seat:
        """The Roman player."""
        return Seat(ROMANS)

    def candidates(self, s: BoudiccaState) -> list[Action]:
        """Each counter that has not moved, or no more of them."""
        waiting = [u for u in s.rules.civilians if s.alive(u) and u not in self.moved]
        return [*[act("evacuate", s.rules.units[u].id) for u in waiting], act("done")] if waiting else []

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Each Civilian counter on the map once a phase, and nobody else."""
        if a.verb == "evacuate":
            u = s.rules.index[a.name]
            if u not in s.rules.civilians:
                return cite("boudicca 4.0.d 8.1.1.a")
            if not s.alive(u):
                return cite("boudicca 4.0.d")
            return cite("boudicca 7.1.14.a 8.1.1.a") if u in self.moved else None
        return None if a.verb == "done" else elsewhere(s, a)

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """No Civilians, gone, or moved already."""
        if a.verb != "evacuate":
            return None
        u = s.rules.index[a.name]
        if u not in s.rules.civilians:
            return "only-civilians", {}
        return ("unit-moved-phase" if u in self.moved else "not-on-map"), {"unit": a.name}

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Pick up a counter, or end the phase."""
        if a.verb == "done":
            return []
        u = s.rules.index[a.name]
        return [Evacuation(u), CivilianMovement((*self.moved, u))]


@rule(cite("boudicca 8.1.1.a 7.1.10.a 7.1.13.a"))
def civilian_reach(s: BoudiccaState, u: int) -> Spread:
    """Civilians move as Romans do, roads included, but never to the enemy."""
    return group_reach(s, (u,), s.rules.ma[u])


@step(cite("boudicca 4.0.d 8.1.1.a 7.1.7.a 7.1.8.a 7.1.10.a 7.1.13.a"))
class Evacuation(Question, frozen=True):
    """Where a Civilian counter goes."""

    exact = True
    own = ("to",)
    civilian: int

    def seat(self, s: BoudiccaState) -> Seat:
        """The Roman player."""
        return Seat(ROMANS)

    def about(self, s: BoudiccaState) -> dict[str, Json]:
        """The counter and where it stands."""
        return {"unit": s.rules.units[self.civilian].id, "hex": s.where[self.civilian]}

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Every hex in reach, or to stay."""
        reach = civilian_reach(s, self.civilian)
        return (*acts("to", reach.within & ~bit(reach.start)), act("stop"))

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Not to the enemy, nor further than the allowance."""
        if a.verb not in ("to", "stop"):
            return elsewhere(s, a)
        if a.verb == "stop" or a in self.candidates(s):
            return None
        if s.occupied(a.number, BRITONS):
            return cite("boudicca 7.1.13.a 8.1.2.a")
        if self._needs(s, a.number) is not None:
            return TOO_FAR
        return cite("boudicca 7.1.13.a" if self._cut_off(s, a.number) else "boudicca 7.1.6.a")

    def _needs(self, s: BoudiccaState, h: Hex) -> int | None:
        return group_reach(s, (self.civilian,), FAR).cost(h) if h != s.where[self.civilian] else None

    def _cut_off(self, s: BoudiccaState, h: Hex) -> bool:
        """Whether nothing but enemies on the way keeps the counter from ever getting there."""
        board, here = s.rules.board, s.where[self.civilian]
        return h != here and board.reach(ROMANS, "use", s.bridges(), here, FAR, 0).cost(h) is not None

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """Movement points needed and at hand, or where the enemies are."""
        if why[:1] == cite("boudicca 7.1.13.a"):
            there = s.occupied(a.number, BRITONS)
            return ("enemies-there" if there else "enemies-on-way"), place(s, a.number)
        if a.verb == "to" and a.number == s.where[self.civilian]:
            return "there-already", place(s, a.number)
        needs = self._needs(s, a.number) if why == TOO_FAR else None
        if needs is None:
            return ("no-way", place(s, a.number)) if a.verb == "to" else None
        return "too-far", place(s, a.number) | {
            "needs": points(needs),
            "left": points(s.rules.ma[self.civilian]),
        }

    def warns(self, s: BoudiccaState, a: Action) -> Refusal | None:
        """Civilians without Roman troops die wherever a tribe enters."""
        guarded = s.occupied(s.where[self.civilian], ROMANS)
        if a.verb == "to" and guarded and not s.occupied(a.number, ROMANS):
            return Refusal(cite("boudicca 8.1.3.a"), "unguarded")
        return None

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Move the unit there."""
        if a.verb == "to":
            left = s.where[self.civilian]
            s.put(self.civilian, a.number)
            emit(
                log, "evacuate", self.cite, unit=s.rules.units[self.civilian].id, source=left, hex=a.number,
                near=s.rules.board.near(a.number),
            )  # fmt: skip
        return []


@step(cite("boudicca 8.1.2.a 8.1.3.a 8.1.4.a 6.1.7.a R39"))
class KillCivilians(Question, frozen=True):
    """Tribal units that enter may spend a point to kill the Civilians there."""

    hex: int

    def seat(self, s: BoudiccaState) -> Seat:
        """The Briton player."""
        return Seat(BRITONS)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Kill or spare; not asked where Romans protect them or no point is left for it."""
        if not s.civilians(self.hex) or s.occupied(self.hex, ROMANS) or s.halted:
            return ()
        return (act("kill"), act("spare")) if self._to_spare(s) else ()

    @rule(cite("boudicca 8.1.3.a 6.1.7.a"))
    def _to_spare(self, s: BoudiccaState) -> bool:
        """A point, which a group that may not stay here must not need to go on."""
        left = s.mp - int(2 * s.rules.data.terrain.stated.kill_civilians)
        if left < 0:
            return False
        return stack_fault(s, s.at[self.hex], BRITONS) is None or any(goals(s, s.group, left))

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Nothing else is asked here."""
        return elsewhere(s, a)

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """All die for one point."""
        if a.verb == "kill":
            s.mp -= int(2 * s.rules.data.terrain.stated.kill_civilians)
            eliminate_civilians(s, self.hex, log, cite("boudicca 8.1.3.a"))
        return []


@rule(cite("boudicca 8.1.5.a 14.0.g"))
def eliminate_civilians(s: BoudiccaState, h: Hex, log: Log, why: Cite) -> None:
    """The Civilians of a hex die."""
    dead = s.civilians(h)
    for u in dead:
        s.kill(u)
    if dead:
        emit(log, "civilians-killed", why, hex=h, count=len(dead))
