"""6.0 Victory: what Areas, Buildings, Wasted and Plunder are worth, and who has won."""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.action import Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.state import Outcome
from albion.engine.step import Step, Steps, step
from albion.games.domesday.s03_map import controller, homeland, hosts, owner
from albion.games.domesday.state import Dom

Worth = Mapping[str, Mapping[str, int]]
TRACK = 60
WIN = 120


@rule(cite("domesday 3.1.1.a 3.1.1.b 3.3.1.e 3.3.2.c 6.1.1.a 6.1.2.a 6.1.3.a 6.1.4.a 6.1.4.c 6.1.4.d"))
@rule(cite("domesday 3.4.b 6.1.5.a 4.4.1.a 4.4.1.b R6 R13"))
def area_points(s: Dom, area: str) -> dict[str, int]:
    """What each faction scores there: Value, doubled or not, Buildings, less Wasted."""
    value = s.board.spaces[area].value
    if not value:
        return {}
    master = controller(s, area)
    extra = -s.wasted.get(area, 0)
    for b in s.buildings.get(area, ()):
        extra += s.board.buildings[b].vp
    if master:
        return {master: max(0, value * (2 if homeland(s, area, master) else 1) + extra)}
    return {f: max(0, value + extra) for f in hosts(s, area) if homeland(s, area, f)}


@rule(cite("domesday 6.1.a R10"))
def faction_points(s: Dom, worth: Worth | None = None) -> dict[str, int]:
    """VPs of each faction from Areas alone; `worth`: what each Area scores, if that is known."""
    found: dict[str, int] = {}
    for area in s.stacks:
        for faction, n in (worth[area] if worth else area_points(s, area)).items():
            found[faction] = found.get(faction, 0) + n
    return found


@rule(cite("domesday 6.1.a 6.1.b 6.1.c 6.2.a 1.5.1.a 5.9.3.a R10"))
def points(s: Dom, worth: Worth | None = None) -> dict[str, int]:
    """VPs of each player: Areas, once each, plus Plunder, never below zero; `worth` as for `faction_points`."""
    found = dict(s.plunder)
    owners = s.rules.owner
    for area, row in s.stacks.items():
        scored = worth[area] if worth else area_points(s, area)
        if len(row) == 1 or len(scored) == 1:
            for faction, n in scored.items():
                found[owners[faction]] += n
        elif scored:
            best: dict[str, int] = {}
            for faction, n in scored.items():
                best[owners[faction]] = max(best.get(owners[faction], 0), n)
            for seat, n in best.items():
                found[seat] += n
    return {seat: max(0, n) for seat, n in found.items()}


@rule(cite("domesday 6.2.a 6.2.b 6.2.4.a 1.5.1.a"))
def add_plunder(s: Dom, seat: str, n: int, log: Log, why: Cite, area: str = "") -> None:
    """Plunder rises or falls, between minus and plus sixty; the Area it comes from, if any, is told."""
    s.plunder[seat] = max(-TRACK, min(TRACK, s.plunder[seat] + n))
    change = "plunder-gained" if n > 0 else "plunder-lost"
    emit(log, "plunder", why, seat=seat, n=n, amount=abs(n), change=change, area=area)


@rule(cite("domesday 6.0.a R21 R68"))
def runaway(s: Dom) -> tuple[str, ...]:
    """The players above 120 VPs, where that wins at once."""
    if s.rules.linked or not _close(s):
        return ()
    return tuple(seat for seat, n in points(s).items() if n > WIN)


def _close(s: Dom) -> bool:
    """Whether anybody stands in Areas that could bring him above 120 at all."""
    built = sum([s.board.buildings[b].vp for row in s.buildings.values() for b in row])
    most = {seat: n + built for seat, n in s.plunder.items()}
    for faction, n in s.reach.items():
        if n:
            most[owner(s, faction)] += n
    return max(most.values()) > WIN


@rule(cite("domesday 1.4.b"))
def conclude(s: Dom, winners: tuple[str, ...], why: Cite, log: Log) -> None:
    """The game is over; an Absentee Player who leads makes it a draw of all who played."""
    if s.rules.absentee in winners:
        winners, why = s.rules.present, cite("domesday 1.4.b")
    scores = {Seat(seat): n for seat, n in points(s).items() if seat in s.rules.present}
    s.outcome = Outcome(scores, tuple(Seat(x) for x in winners), why)
    emit(log, "victory", why, winners=list(winners), scores=dict(scores), final=True)


@step(cite("domesday 6.0.a R21"))
class ImmediateVictory(Step[Dom], frozen=True):
    """After each action: does anyone stand above 120 VPs?"""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """End the game if so."""
        winners = runaway(s)
        if winners:
            conclude(s, winners, cite("domesday 6.0.a"), log)
        return ()


@step(cite("domesday 6.0.b 2.3.g 7.2.a R22"))
class Victory(Step[Dom], frozen=True):
    """At the end of the last Turn the most VPs win."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """End the game if this was the last Turn."""
        if s.turn >= s.rules.last_turn:
            found = points(s)
            best = max(found.values())
            winners = tuple(seat for seat, n in found.items() if n == best)
            conclude(s, winners, cite("domesday 6.0.b"), log)
        return ()
