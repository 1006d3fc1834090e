"""14.0 Winning the Game: victory points of both sides."""

from __future__ import annotations

from albion.engine.action import Seat
from albion.engine.cite import cite, rule
from albion.engine.event import Log, emit
from albion.engine.state import Outcome
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.state import DEAD, ISCA, MONA, BoudiccaState

VENTA = "iceni"
"""Whose oppidum is worth more."""


@rule(cite("boudicca 14.0.b 14.0.c 14.0.f 14.0.g 5.1.4.b 9.2.4.a"))
def briton_points(s: BoudiccaState) -> dict[str, int]:
    """What the Britons have earned, by reason."""
    v, board = s.rules.data.victory.britons, s.rules.board
    mine = [h for h, by in s.sacked.items() if by in (BRITONS, "both")]
    destroyed, weak = legions_lost(s)
    return {
        "towns sacked": v.town_sacked * sum(h in board.towns for h in mine),
        "posts sacked": v.post_sacked * sum(h in board.posts for h in mine),
        "legions destroyed": v.legion_destroyed * destroyed,
        "legions weakened": v.legion_weak * weak,
        "Paulinus killed": v.paulinus_killed * (s.where[s.rules.paulinus] == DEAD),
        "Civilians eliminated": v.civilian_eliminated * sum(s.where[u] == DEAD for u in s.rules.civilians),
    }


@rule(cite("boudicca 14.0.d 14.0.e R24"))
def legions_lost(s: BoudiccaState) -> tuple[int, int]:
    """How many legions are destroyed, and how many others are below 22 points."""
    destroyed = weak = 0
    for legion in s.rules.legions:
        cohorts = s.rules.of_body[legion]
        if all(s.where[u] == DEAD for u in cohorts):
            destroyed += 1
        elif legion in s.landed:
            left = s.strength([u for u in cohorts if s.alive(u) or s.where[u] in (MONA, ISCA)])
            weak += left < s.rules.data.units.legions.weak_below
    return destroyed, weak


@rule(cite("boudicca 14.0.h 14.0.i 14.0.j 14.0.k 14.0.l 14.0.m 12.2.3.a 9.2.4.a"))
def roman_points(s: BoudiccaState) -> dict[str, int]:
    """What the Romans have earned, by reason."""
    v, r = s.rules.data.victory.romans, s.rules
    mine = [h for h, by in s.sacked.items() if by in (ROMANS, "both")]
    venta = r.board.oppidum[VENTA]
    gone = [t for t in s.revolted if all(s.where[u] == DEAD for u in r.of_body[t])]
    return {
        "Venta Icenorum sacked": v.venta_icenorum_sacked * (venta in mine),
        "oppida sacked": v.oppidum_sacked * sum(h != venta for h in mine),
        "Boudicca killed": v.boudicca_killed * (s.where[r.boudicca] == DEAD),
        "Druids killed": v.druid_killed * sum(s.where[u] == DEAD for u in r.druids),
        "Civilians in play": v.civilian_in_play * sum(s.alive(u) for u in r.civilians),
        "tribes destroyed": v.counter_of_destroyed_tribe * sum(len(r.of_body[t]) for t in gone),
    }


def points(s: BoudiccaState) -> dict[str, int]:
    """Both totals."""
    return {ROMANS: sum(roman_points(s).values()), BRITONS: sum(briton_points(s).values())}


@step(cite("boudicca 4.0.m 14.0.a R25"))
class Victory(Step[BoudiccaState], frozen=True):
    """After the last turn the higher total wins; equal totals are a draw."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Count and compare."""
        total = points(s)
        best = max(total.values())
        winners = tuple(Seat(side) for side in total if total[side] == best)
        s.outcome = Outcome({Seat(side): n for side, n in total.items()}, winners, self.cite)
        emit(log, "victory", self.cite, final=True, scores=total, winners=list(winners))
        return []
