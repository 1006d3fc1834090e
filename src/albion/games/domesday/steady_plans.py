"""What the steady player could do with action points: each plan, what it brings and how it is carried out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from albion.engine.action import Action
from albion.games.domesday.s03_map import banner, controller, homeland, hosts, owner
from albion.games.domesday.s04_units import available, have, room
from albion.games.domesday.s05_1_points import spenders
from albion.games.domesday.s05_2_recruit import no_new_fleet, site_open
from albion.games.domesday.s05_4_laws import Band
from albion.games.domesday.s05_5_battle import price
from albion.games.domesday.state import Dom
from albion.games.domesday.steady_battle import battle_gain
from albion.games.domesday.steady_outlook import WORTH, Outlook

CHEAP = ("spearman", "archer", "longship", "huscarl", "knight")
"""Kinds of unit in the order in which they are recruited."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What it brings, what it costs in half action points, where it changes something, and how it is done."""

    gain: float
    halves: int
    areas: tuple[str, ...]
    actions: tuple[Action, ...]
    band: Band | None = None
    """Who would march, as long as the way is not known."""

    @property
    def rate(self) -> float:
        """Gain for each half action point."""
        return self.gain / max(1, self.halves)


def local_plans(s: Dom, look: Outlook, offered: tuple[Action, ...]) -> Iterator[Plan]:
    """Everything worth doing with the points at hand without leaving an Area."""
    areas: dict[str, list[str]] = {}
    for a in offered:
        areas.setdefault(a.verb, []).append(a.name)
    yield from _recruits(s, look, areas.get("recruit", []))
    yield from _builds(s, look, areas.get("build", []))
    yield from _surveys(s, look, areas.get("survey", []))
    yield from _wastes(s, look, areas.get("waste", []))
    yield from _battles(s, look, areas.get("battle", []))


def _recruits(s: Dom, look: Outlook, areas: list[str]) -> Iterator[Plan]:
    kinds, purse, mine = s.board.kinds, s.purse.halves, spenders(s)
    free = {f: [k for k in CHEAP if kinds[k].price <= purse and available(s, f, k) > 0] for f in mine}
    for area in areas:
        begin = Action("recruit", area)
        for f in mine:
            if free[f] and site_open(s, f, area) and room(s, area, f) > 0:
                kind = next((k for k in free[f] if not no_new_fleet(s, f, k, area)), "")
                if kind:
                    cost = kinds[kind].price
                    gain = look.change(area, banner(s, f), 1) + look.unit * cost
                    yield Plan(gain, cost, (area,), (begin, Action("new", f"{f}:{kind}")))
            st = s.at(area, f)
            if st.worn:
                for kind in CHEAP:
                    cost = kinds[kind].price
                    if cost <= purse and have(st.troops, kind, True):
                        yield Plan(look.unit * cost, cost, (area,), (begin, Action("flip", f"{f}:{kind}")))


def _builds(s: Dom, look: Outlook, areas: list[str]) -> Iterator[Plan]:
    cost = s.board.price["castle"]
    for area in areas:
        master = controller(s, area)
        gain = look.change(area, master, 1, frozenset((master,))) + look.unit * cost
        yield Plan(gain, cost, (area,), (Action("build", area),))


def _surveys(s: Dom, look: Outlook, areas: list[str]) -> Iterator[Plan]:
    for area in areas:
        home = homeland(s, area, controller(s, area))
        cost = s.board.price["survey-homeland" if home else "survey"]
        yield Plan(_markers(s, look, area, -1), cost, (area,), (Action("survey", area),))


def _markers(s: Dom, look: Outlook, area: str, n: int) -> float:
    """What it changes if Wasted markers come or go."""
    count, before = look.standing(area)
    was = s.wasted.get(area, 0)
    s.wasted[area] = was + n
    after = look.worth(area, count)
    s.wasted[area] = was
    if not was:
        del s.wasted[area]
    return after - before


def _wastes(s: Dom, look: Outlook, areas: list[str]) -> Iterator[Plan]:
    cost = s.board.price["waste"] + s.board.price["plunder"]
    if s.purse.halves < cost:
        return
    for area in areas:
        toll, units = _price_of_plunder(s, area)
        if units:
            gain = _markers(s, look, area, 1) + look.tastes.habit("plunder", 1.0) - look.unit * toll
            yield Plan(gain, cost, (area,), (Action("waste", area), *(Action("reduce", x) for x in units)))


def _price_of_plunder(s: Dom, area: str) -> tuple[float, tuple[str, ...]]:
    """The cheapest units to reduce for Plunder without losing one, and what restoring them costs."""
    foot: list[str] = []
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for f in spenders(s):
        troops = s.at(area, f).troops
        for kind in ("longship", "huscarl", "knight"):
            if not best[1] and have(troops, kind, False):
                best = WORTH[kind], (f"{f}:{kind}",)
        for kind in ("spearman", "archer"):
            foot += [f"{f}:{kind}"] * have(troops, kind, False)
    return (2.0, tuple(foot[:2])) if len(foot) > 1 else best


def _battles(s: Dom, look: Outlook, areas: list[str]) -> Iterator[Plan]:
    mine = {banner(s, f) for f in spenders(s)}
    for area in areas:
        there = hosts(s, area)
        if all(owner(s, g) == look.seat for g in there):
            continue
        able = sorted(mine & set(there))
        for f in able:
            cost = price(s, f, area)
            if cost <= s.purse.halves:
                gain = battle_gain(s, look, area, f)
                actions = (Action("battle", area), *((Action("as", f),) if len(able) > 1 else ()))
                yield Plan(gain, cost, (area,), actions)
