"""How the steady player spends action points: the most rewarding plans that do not meddle with each other."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from albion.engine.action import Action
from albion.games.domesday.s04_units import available, unit_parts
from albion.games.domesday.s05_4_laws import Band
from albion.games.domesday.s05_actions import openings
from albion.games.domesday.state import Dom, Purse
from albion.games.domesday.steady_marches import Ways, arrived, fits, marches, ways
from albion.games.domesday.steady_outlook import Outlook
from albion.games.domesday.steady_plans import Plan, local_plans

LEAST = 0.02
"""Gain for a half action point below which nothing is done."""
MOST = 13
"""Half action points that a card brings at most."""


class Budget:
    """Half action points, and what is already planned with them."""

    def __init__(self, s: Dom) -> None:
        self.s, self.left = s, s.purse.halves
        self.plans: list[Plan] = []
        self.touched: set[str] = set()
        self.new: dict[str, int] = {}
        self.known: dict[tuple[Band, str], Ways] = {}

    def allows(self, plan: Plan) -> bool:
        """Whether it can be paid and carried out after what is already planned."""
        if plan.halves > self.left or not self.touched.isdisjoint(plan.areas):
            return False
        last = plan.actions[-1]
        planned = self.new.get(last.name, 0) if last.verb == "new" else 0
        return not planned or planned < available(self.s, *unit_parts(last.name)[:2])

    def measured(self, plan: Plan) -> Plan | None:
        """A march by its true price, if the laws let it through."""
        band, (area, goal) = plan.band, plan.areas
        assert band is not None
        if (band, area) not in self.known:
            self.known[band, area] = ways(self.s, band, area)
        found = self.known[band, area].get(goal)
        return arrived(plan, *found) if found and fits(self.s, band, goal) else None

    def add(self, plan: Plan) -> None:
        """Plan it."""
        last = plan.actions[-1]
        if last.verb == "new":
            self.new[last.name] = self.new.get(last.name, 0) + 1
        self.plans.append(plan)
        self.left -= plan.halves
        self.touched.update(plan.areas)


def together(s: Dom, look: Outlook, offered: tuple[Action, ...]) -> list[Plan]:
    """Plans from the best rate down; a march is measured by the laws only when its turn has come."""
    queue = [(-plan.rate, n, plan) for n, plan in enumerate(local_plans(s, look, offered))]
    queue += [(-plan.rate, len(queue) + n, plan) for n, plan in enumerate(marches(s, look, offered))]
    heapify(queue)
    least, budget = look.tastes.habit("least", LEAST), Budget(s)
    while queue and -queue[0][0] >= least and budget.left:
        _, n, plan = heappop(queue)
        if not budget.allows(plan):
            continue
        if plan.band is None:
            budget.add(plan)
            continue
        real = budget.measured(plan)
        if real is not None:
            heappush(queue, (-real.rate, n, real))
    return budget.plans


def prospects(s: Dom, look: Outlook) -> list[float]:
    """What 0, 1, 2 and so on half action points would bring the seat now."""
    before, s.purse = s.purse, Purse(look.seat, MOST)
    plans = together(s, look, tuple(openings(s)))
    s.purse = before
    found = [0.0] * (MOST + 1)
    for halves in range(1, MOST + 1):
        left = halves
        for plan in plans:
            if plan.halves <= left:
                left -= plan.halves
                found[halves] += plan.gain
    return found
