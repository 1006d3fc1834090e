"""5.1 Action points: whose they are, and what an Event allows them for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.step import Choice
from albion.games.domesday.s01_4_absentee import answerer
from albion.games.domesday.s03_map import banner, my_factions
from albion.games.domesday.s04_units import fleets
from albion.games.domesday.state import Dom, Purse

ELSEWHERE = cite("domesday 5.1.b R43")
OTHER_DEEDS = cite("domesday 5.1.b 5.8.a")
SERVES_ONE = cite("domesday 5.1.b R42")
MOST = 24
"""No step of a march, nor all that must follow it, costs this many half points."""


@rule(cite("domesday 5.1.c 5.1.b R42"))
def spenders(s: Dom) -> tuple[str, ...]:
    """The factions these points may be spent for."""
    mine = my_factions(s, s.purse.seat)
    if not s.purse.faction:
        return mine
    return tuple(f for f in mine if banner(s, f) == s.purse.faction)


class FactionChoice(Choice[Dom], frozen=True):
    """Which of the player's factions in an Area acts there?"""

    exact = True
    area: str
    factions: tuple[str, ...]

    def seat(self, s: Dom) -> Seat:
        """The player who spends."""
        return answerer(s, s.purse.seat)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Each of those that can."""
        return (Action("as", f) for f in self.factions)


@rule(cite("domesday 5.1.b R43"))
def reach(s: Dom, verb: str, area: str) -> Cite | None:
    """Points of an Event serve only its actions and Areas."""
    if s.purse.actions and verb not in s.purse.actions:
        return OTHER_DEEDS
    return ELSEWHERE if s.purse.bound and verb != "move" and area not in event_areas(s) else None


@rule(cite("domesday 5.1.b 5.8.a R43"))
def event_areas(s: Dom) -> tuple[str, ...]:
    """Where the points of an Event may be spent: in the Areas it names, or wherever ships of its faction are now."""
    return fleets(s, s.purse.faction) if s.purse.fleets else s.purse.areas


def pay(s: Dom, halves: int) -> None:
    """Take half action points from those left."""
    s.purse = _with(s.purse, s.purse.halves - halves)


def _with(p: Purse, halves: int) -> Purse:
    return Purse(p.seat, halves, p.bound, p.areas, p.faction, p.actions, p.fleets)


def fewest(s: Dom, opens: Callable[[Dom], bool]) -> int:
    """The fewest half points, more than are left, with which something would be open; 0 if no number would do."""
    trial, left = s.clone(), s.purse.halves
    for halves in range(left + 1, left + MOST + 1):
        trial.purse = _with(s.purse, halves)
        if opens(trial):
            return halves
    return 0
