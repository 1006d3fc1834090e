"""Where single armies could get, and what eliminating them pays: found once for a phase while all that it depends on stays the same.

A player that forgets all of it between two questions plans the same; a property compares both.
"""

from __future__ import annotations

import msgspec

from albion.engine.action import Action
from albion.games.britannia_2005.s02_points import bounty
from albion.games.britannia_2005.s05_passage import Group, voyages, ways
from albion.games.britannia_2005.state import ROMANS, Brit
from albion.kernels.britannia.answers import SAIL, TO
from albion.kernels.britannia.board import Area, Nation, Place

Route = tuple[Area, tuple[Action, ...]]
"""An area, and the answers that lead there."""


class Basis(msgspec.Struct):
    """What routes of a nation hang on, but for where they begin and who leads: its own armies are no part of it."""

    nation: Nation
    round: int
    turn: Nation | None
    half: int
    boats: bool
    foes: dict[Place, Nation]
    subjects: dict[Nation, Nation]
    others: list[list[Nation]]
    opened: list[Area]
    """Areas of opponents that enough have entered for others to pass."""


def basis(s: Brit, nation: Nation) -> Basis:
    """What routes depend on now."""
    foes = {place: foe for place in s.at if (foe := s.foe(nation, place)) is not None}
    opened = [a for a in s.entered if a in foes and s.attackers(a) >= 2 * s.strength(foes[a], a)]
    others = [s.former[:], s.turncoats[:]]
    return Basis(nation, s.round, s.turn, s.half, s.boats, foes, s.subjects.copy(), others, opened)


class Routes:
    """Routes of the phase under way, by where they begin and who leads."""

    def __init__(self) -> None:
        self._basis: Basis | None = None
        self._known: dict[tuple[Place, str], list[Route]] = {}
        self._pay: dict[Nation, int] = {}

    def begin(self, s: Brit, nation: Nation) -> None:
        """Forget what no longer holds. Romans' roads, and invaders' cards, hang on armies too: nothing is kept of them."""
        now = basis(s, nation)
        bound = nation == ROMANS or (s.half == 2 and nation in s.rules.bound_sails)
        if bound or now != self._basis:
            self._known, self._pay = {}, {}
        self._basis = now

    def of(self, s: Brit, nation: Nation, place: Place, led: bool) -> list[Route]:
        """Every area a single army of a place could end in, with the way there."""
        leader = (s.leader_at(nation, place) or "") if led else ""
        found = self._known.get((place, leader))
        if found is None:
            found = self._known[place, leader] = routes(s, nation, place, leader)
        return found

    def pay(self, s: Brit, nation: Nation, foe: Nation) -> int:
        """What eliminating an army of another nation pays."""
        found = self._pay.get(foe)
        if found is None:
            found = self._pay[foe] = bounty(s, nation, "army", foe)
        return found


def routes(s: Brit, nation: Nation, place: Place, leader: str) -> list[Route]:
    """Every area a single army, led or not, could end in, with the way there."""
    seen: set[Area] = set()
    found: list[Route] = []
    todo: list[tuple[Group, Place, tuple[Action, ...]]] = [(Group(nation, 1, 0, leader), place, ())]
    for g, here, legs in todo:
        steps = [(TO[a], a, c) for a, c in ways(s, g, here)]
        steps += [(SAIL[a], a, 2) for a in voyages(s, g, here)]
        for action, area, cost in steps:
            if area in seen:
                continue
            seen.add(area)
            found.append((area, (*legs, action)))
            if _goes_on(s, nation, here, area, bool(leader)):
                path = (*(g.path or (Area(here),)), area)
                sailed = g.sailed or action.verb == "sail"
                on = Group(nation, 1, 0, leader, g.origin or here, g.used + cost, sailed, path, here)
                todo.append((on, area, (*legs, action)))
    return found


def _goes_on(s: Brit, nation: Nation, here: Place, area: Area, led: bool) -> bool:
    foe = s.foe(nation, area)
    through = foe is None or (nation == ROMANS and s.subjects.get(foe) == ROMANS)
    if foe is not None and s.subjects.get(foe) != nation:
        through = s.attackers(area) >= 2 * s.strength(foe, area)
    strait = here in s.rules.board.near and area in s.rules.board.strait[Area(here)]
    return through and not strait and (led or area not in s.rules.board.difficult)
