"""How the steady player spends action points: the most rewarding plans that do not meddle with each other."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from albion.engine.action import Action
from albion.games.domesday.openings import openings
from albion.games.domesday.s04_units import available, unit_parts
from albion.games.domesday.s05_4_laws import Band
from albion.games.domesday.state import Dom, Purse
from albion.games.domesday.steady_marches import Ways, arrived, fits, marches, ways
from albion.games.domesday.steady_outlook import Outlook
from albion.games.domesday.steady_plans import Plan, local_plans

LEAST = 0.02
"""Gain for a half action point below which nothing is done."""
MOST = 13
"""Half action points that a card brings at most."""


class Survey:
    """Everything worth doing in a position with the points at hand, or with those of any card."""

    def __init__(self, s: Dom, look: Outlook, offered: tuple[Action, ...]) -> None:
        self.s, self.look, self.halves = s, look, s.purse.halves
        self.plans = [*local_plans(s, look, offered), *marches(s, look, offered)]
        self.known: dict[tuple[Band, str], Ways] = {}

    def measured(self, plan: Plan) -> Plan | None:
        """A march by its true price, if the laws let it through."""
        band, (area, goal) = plan.band, plan.areas
        assert band is not None
        if (band, area) not in self.known:
            self.known[band, area] = ways(self.s, band, area, self.halves)
        found = self.known[band, area].get(goal)
        return arrived(plan, *found) if found and fits(self.s, band, goal) else None

    def best(self, halves: int, offered: frozenset[Action] | None = None) -> list[Plan]:
        """Plans from the best rate down; a march is measured by the laws only when its turn has come."""
        queue = [
            (-plan.rate, n, plan)
            for n, plan in enumerate(self.plans)
            if plan.halves <= halves and (offered is None or plan.actions[0] in offered)
        ]
        heapify(queue)
        least, budget = self.look.tastes.habit("least", LEAST), Budget(self.s, halves)
        while queue and -queue[0][0] >= least and budget.left:
            _, n, plan = heappop(queue)
            if not budget.allows(plan):
                continue
            if plan.band is None:
                budget.add(plan)
                continue
            real = self.measured(plan)
            if real is not None:
                heappush(queue, (-real.rate, n, real))
        return budget.plans

    def prospects(self) -> list[float]:
        """What 0, 1, 2 and so on half action points would bring the seat now."""
        plans, found = self.best(MOST), [0.0] * (MOST + 1)
        for halves in range(1, MOST + 1):
            left = halves
            for plan in plans:
                if plan.halves <= left:
                    left -= plan.halves
                    found[halves] += plan.gain
        return found


def of_any_card(s: Dom, look: Outlook) -> Survey:
    """A survey as if the seat had as many points as a card may bring."""
    before, s.purse = s.purse, Purse(look.seat, MOST)
    found = Survey(s, look, tuple(openings(s)))
    s.purse = before
    return found


class Budget:
    """Half action points, and what is already planned with them."""

    def __init__(self, s: Dom, halves: int) -> None:
        self.s, self.left = s, halves
        self.plans: list[Plan] = []
        self.touched: set[str] = set()
        self.new: dict[str, int] = {}

    def allows(self, plan: Plan) -> bool:
        """Whether it can be paid and carried out after what is already planned."""
        if plan.halves > self.left or not self.touched.isdisjoint(plan.areas):
            return False
        last = plan.actions[-1]
        planned = self.new.get(last.name, 0) if last.verb == "new" else 0
        return not planned or planned < available(self.s, *unit_parts(last.name)[:2])

    def add(self, plan: Plan) -> None:
        """Spend its points, and count its recruits and Areas as taken."""
        last = plan.actions[-1]
        if last.verb == "new":
            self.new[last.name] = self.new.get(last.name, 0) + 1
        self.plans.append(plan)
        self.left -= plan.halves
        self.touched.update(plan.areas)
