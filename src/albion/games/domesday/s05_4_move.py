"""5.4 Move: which stacks can set out, and why others cannot."""

from __future__ import annotations

from collections.abc import Iterator

from albion.engine.action import Action
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log
from albion.engine.step import Steps, step
from albion.games.domesday.march_reasons import stuck_reason
from albion.games.domesday.open_steps import ways_out
from albion.games.domesday.reasons import absent
from albion.games.domesday.refusals import Reason, too_dear, unlisted
from albion.games.domesday.s03_map import banner
from albion.games.domesday.s04_units import (
    add,
    units_of,
)
from albion.games.domesday.s05_1_points import FactionChoice, fewest, spenders
from albion.games.domesday.s05_4_laws import (
    Band,
    priced,
    stuck,
)
from albion.games.domesday.s05_4_march import March, fyrd_with, joined_by
from albion.games.domesday.state import LONGSHIP, NONE, Dom, Stack


def movers(s: Dom, mine: list[str], area: str) -> list[str]:
    """The player's factions with a unit there that could go somewhere."""
    found: list[str] = []
    for g, st in s.stacks.get(area, {}).items():
        if st.count or st.leaders:
            f = banner(s, g)
            if f in mine and f not in found and _any_way(s, f, area):
                found.append(f)
    return found


def _movable(st: Stack) -> bool:
    return st.count > 0 or bool(st.leaders)


def _any_way(s: Dom, faction: str, area: str) -> bool:
    return any(ways_out(s, band, (area,)) for band in _singles(s, faction, area))


def _singles(s: Dom, faction: str, area: str) -> Iterator[Band]:
    """A band of one of each sort of unit, then those with escorts or as fleets that may go where one alone may not."""
    st, fyrd = s.at(area, faction), fyrd_with(s, faction, area)
    for kind, reduced, _ in units_of(s, area, faction):
        yield Band(faction, add(NONE, kind, reduced, 1))
    if fyrd.count:
        for kind, reduced, _ in units_of(s, area, "fyrd"):
            yield Band(faction, fyrd=add(NONE, kind, reduced, 1))
    for leader in st.leaders:
        yield Band(faction, leaders=(leader,))
        if s.purse.seat == s.rules.absentee:
            yield from joined_by(s, Band(faction, leaders=(leader,)), st, fyrd.troops)
    if st.troops[LONGSHIP] + fyrd.troops[LONGSHIP] > 1:
        yield from joined_by(s, Band(faction), st, fyrd.troops)


@rule(cite("domesday 5.4.a 4.3.2.f 4.4.d"))
def move_bars(s: Dom, mine: list[str], area: str) -> Iterator[Cite]:
    """The rules against moving any stack of the player from there."""
    if movers(s, mine, area):
        return
    own = [st for f, st in s.stacks.get(area, {}).items() if banner(s, f) in mine]
    if not any(_movable(st) for st in own):
        built = cite("domesday 4.4.d") if area in s.buildings else ()
        yield (*cite("domesday 4.3.2.f"), *built) if own else cite("domesday 5.4.a")
    held = [stuck(s, band, (area,)) for f in mine for band in _singles(s, f, area)]
    yield from [why for why in held if priced(why)] or held


def move_reason(s: Dom, mine: list[str], area: str, why: Cite) -> Reason | None:
    """The fewest points with which anybody could set out, where points are what lacks; or that nobody is there."""
    found = absent(s, mine, area)
    if found:
        return found
    bands = [band for f in mine for band in _singles(s, f, area)]
    if priced(why) and (need := fewest(s, lambda t: bool(movers(t, mine, area)))):
        return too_dear(s, need)
    if not bands:
        return "castles-stay", {}
    return stuck_reason(s, bands[0], (area,), why)


def begin_move(s: Dom, area: str, log: Log) -> Steps[Dom]:
    """Choose the faction if there are several, then the units."""
    found = movers(s, sorted({banner(s, f) for f in spenders(s)}), area)
    if len(found) == 1:
        return (March(Band(found[0]), (area,)),)
    return (MoveAs(area, tuple(found)),)


@step(cite("domesday 5.4.a 4.5.a"))
class MoveAs(FactionChoice, frozen=True):
    """Several factions of the player stand there: whose stack moves?"""

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Only those that can move."""
        return unlisted(a, self.candidates(s), cite("domesday 5.4.a 4.5.a"))

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """That no such stack can move from there."""
        return ("no-stack-moves", {"faction": a.name, "area": self.area}) if a.verb == "as" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Start the march of that faction."""
        return (March(Band(a.name), (self.area,)),)
