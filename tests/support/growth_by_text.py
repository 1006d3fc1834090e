"""What grows, dies out, arrives and goes back to sea in both reduX games, computed once more from the rulebooks' words.

Nothing here asks the laws: between two steps of a random game the table is looked at, and what the text lets a player answer
is compared with what is offered.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from albion.engine.action import Action
from albion.engine.dice import Dice
from albion.engine.loop import queue
from albion.engine.step import Choice
from albion.games import find_game
from support.forces_by_text import BRITISH, dealt, started

BACK = {"restart", "take-back"}
IDLE = {"end", "stop", "stay", "done"}


def disagreements(game: str, options: int, seed: int, steps: int) -> list[str]:
    """Where a random game offers what the text does not, or the reverse."""
    g: Any = find_game(game)
    sets = g.option_sets()
    return _played(g.setup(sets[options % len(sets)], Dice(seed)), Dice(seed + 1), steps)


def odd_tables(seed: int, tables: int) -> list[str]:
    """The same in single turns of Leaders and Raiders on tables dealt at random, where leaders and limits meet more often."""
    rng, found = Random(seed), list[str]()
    while tables and not found:
        nation, boats, position = dealt(rng)
        s = started(boats, f"NationTurn: {nation}", position)
        if s is not None:
            tables -= 1
            found = [f"{position}: {x}" for x in _played(s, Dice(rng.randrange(10**6)), 3000)]
    return found


def _played(s: Any, pick: Dice, steps: int) -> list[str]:
    book = Book()
    for _ in range(steps):
        if not s.agenda or s.outcome is not None or book.found:
            break
        step, before = s.agenda.pop(), s.clone()
        if isinstance(step, Choice):
            legal = step.legal(s)
            book.asked(step, s, {str(a) for a in legal})
            a = _answer(legal, pick)
            follow = step.take(s, a, None) if a is not None else []
        else:
            follow = step.run(s, None)
        book.ran(step, before, s, follow)
        queue(s.agenda, follow)
    return book.found


def _answer(legal: Any, pick: Dice) -> Action | None:
    able = [a for a in legal if a.verb not in BACK] or list(legal)
    busy = [a for a in able if a.verb not in IDLE]
    if busy and pick.d(6) > 1:
        able = busy
    return able[pick.d(len(able)) - 1] if able else None


def land(s: Any, nation: str) -> list[str]:
    return [p for p in s.armies[nation] if p in s.rules.board.near]


def held(s: Any, nation: str) -> list[str]:
    return [p for p in land(s, nation) if not any(s.armies[n].get(p) for n in s.rules.nations if n != nation)]


def hard(s: Any, area: str) -> bool:
    return area in s.rules.board.difficult


def vacant(s: Any, area: str) -> bool:
    return not any(s.armies[n].get(area) for n in s.rules.nations)


def over_limit(s: Any, folk: dict[str, int], holding: list[str]) -> int:
    """Armies beyond twice the areas they stand in, and one more for a clear area held."""
    bonus = any(not hard(s, a) for a in holding if folk.get(a))
    return max(0, sum(folk.values()) - 2 * sum(1 for n in folk.values() if n) - bonus)


def people(s: Any, nation: str) -> dict[str, int]:
    return {p: s.armies[nation][p] for p in land(s, nation)}


def raiders(s: Any, nation: str, place: str) -> int:
    tally = getattr(s, "sorts", {}).get(nation, {}).get(place, {})
    return sum(n for sort, n in tally.items() if "raider" in sort)


def settlers(s: Any, nation: str) -> dict[str, int]:
    return {p: k for p, n in people(s, nation).items() if (k := n - raiders(s, nation, p))}


def stacked(s: Any, armies: dict[str, int]) -> bool:
    """Three or two an area, and one overstack of six or four."""
    over = [a for a, n in armies.items() if n > (2 if hard(s, a) else 3)]
    return len(over) < 2 and all(armies[a] <= (4 if hard(s, a) else 6) for a in over)


def has_room(s: Any, nation: str, area: str) -> bool:
    """Whether one more army there exceeds nothing."""
    there = people(s, nation)
    there[area] = there.get(area, 0) + 1
    return there[area] <= (2 if hard(s, area) else 3) or stacked(s, there)


def in_play(s: Any, nation: str) -> int:
    return sum(s.armies[nation].values())


def riding(s: Any, nation: str) -> int:
    return sum(t.get("cavalry", 0) for t in getattr(s, "sorts", {}).get(nation, {}).values())


def riders(s: Any, nation: str) -> int:
    """Cavalry counters a nation has; in the Core rules all its counters are armies alike."""
    return int(s.rules.counters.get(nation, {}).get("cavalry", 0)) if hasattr(s, "sorts") else 0


def counters(s: Any, nation: str) -> int:
    """Counters left of the armies that population brings."""
    return int(s.rules.nations[nation].armies) - riders(s, nation) - in_play(s, nation) + riding(s, nation)


class Book:
    """What the text expects, step by step."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.given: dict[str, int] = {}
        self.began: Any = None
        self.began_over = 0

    def wrong(self, s: Any, step: Any, what: str) -> None:
        self.found.append(f"round {s.round}, {step}: {what}")

    def asked(self, step: Any, s: Any, legal: set[str]) -> None:
        """Whether the answers offered are those of the text."""
        wanted = ASKED[step.name](self, step, s) if step.name in ASKED else None
        if wanted is not None and wanted != legal:
            self.wrong(s, step, f"by the text {sorted(wanted - legal)}, besides {sorted(legal - wanted)}")
        if step.name in ("Movement", "NextForce", "March") or step.name.endswith("Movement"):
            self.may_end(step, s, legal)

    def ran(self, step: Any, before: Any, s: Any, follow: Any) -> None:
        if step.name == "PopulationIncrease":
            self.grown(step, before, s, follow)
        elif step.name == "PlaceArmy":
            gained = [
                a
                for a in people(s, step.nation)
                if s.armies[step.nation][a] > before.armies[step.nation].get(a, 0)
            ]
            for a in gained:
                self.given[a] = self.given.get(a, 0) + 1
        elif step.name in ("Reinforcements", "Arrivals"):
            self.arrived(step, before, s, follow)
        elif step.name in ("MovementPhase", "MarchPhase"):
            self.began = s.clone()
            half = getattr(s, "half", 0)
            self.began_over = (
                0 if half == 1 else over_limit(s, settlers(s, step.nation), held(s, step.nation))
            )

    def grown(self, step: Any, t: Any, s: Any, follow: Any) -> None:
        """Two points or one for each area held, four an army, less the excess; half of what is too many dies."""
        nation, self.given = step.nation, {}
        mine = held(t, nation)
        if not mine:
            if s.track[nation] or follow:
                self.wrong(s, step, "no land, no growth")
            return
        points = t.track[nation] + sum(1 if hard(t, a) else 2 for a in mine)
        excess = over_limit(t, people(t, nation), mine)
        due = points // 4
        if excess > due:
            got, want = (
                (follow[0].name, follow[0].n, s.track[nation]),
                ("RemoveExcess", (excess - due) // 2, 0),
            )
        else:
            n = min(due - excess, counters(t, nation))
            got = (follow[0].name, follow[0].n, s.track[nation])
            want = ("PlaceArmies", n, points % 4 if n == due - excess else 3)
        if got != want:
            self.wrong(s, step, f"{got}, by the text {want}")

    def placing(self, q: Any, s: Any) -> set[str]:
        """In areas held and not full, where fewest have been placed so far."""
        room = [a for a in held(s, q.nation) if has_room(s, q.nation, a)]
        least = min((self.given.get(a, 0) for a in room), default=0)
        return {f"place {a}" for a in room if self.given.get(a, 0) == least}

    def dying(self, q: Any, s: Any) -> set[str]:
        return {f"remove {a}" for a, n in people(s, q.nation).items() if n > 1} if q.n else set()

    def arrived(self, step: Any, t: Any, s: Any, follow: Any) -> None:
        """As listed, at least two for a nation without land that lands none, as far as counters go."""
        nation = step.nation
        row = t.rules.timeline[t.round - 1].reinforcements.get(nation)
        if row is None:
            return
        horse = row.cavalry if hasattr(t, "sorts") else 0
        foot = row.armies - horse
        if row.place is None and not held(t, nation):
            foot = max(foot, 2 - horse)
        foot_came, horse_came = min(foot, counters(t, nation)), 0
        if horse:
            horse_came = min(horse, riders(t, nation) - riding(t, nation))
        came = foot_came + horse_came
        got = in_play(s, nation) - in_play(t, nation) if row.place else _to_place(follow)
        track = 3 if came < foot + horse else t.track[nation]
        if (got, s.track[nation]) != (came, track):
            self.wrong(s, step, f"{got} come, track {s.track[nation]}; by the text {came}, {track}")

    def landing(self, q: Any, s: Any) -> set[str] | None:
        """Together in an area held or a vacant center; without land a vacant center first, else any."""
        force = getattr(q, "force", None)
        if force is not None and not force.n:
            return {f"place {a}" for a in land(s, q.nation)}
        centers = set(s.rules.nations[q.nation].centers)
        free = {a for a in centers if vacant(s, a)}
        mine = set(held(s, q.nation))
        found = mine | free if mine else free or centers
        if q.nation == "romano-british" and force is not None and not mine:
            found = {a for a in found if not at_peace(s, a, force)} or found
        return {f"place {a}" for a in found}

    def may_end(self, q: Any, s: Any, legal: set[str]) -> None:
        """Limits at the end of movement: landing, stacking, people, areas held."""
        nation, t = q.nation, self.began
        if t is None:
            return
        half = getattr(s, "half", 0)
        broken = []
        afloat = [p for p in s.armies[nation] if p not in s.rules.board.near]
        if afloat and half != 1 and not self.may_stay(s, nation):
            broken.append("at sea")
        if not stacked(s, people(s, nation)):
            broken.append("stacking")
        over = 0 if half == 1 else over_limit(s, settlers(s, nation), held(s, nation))
        if over:
            broken.append("people")
        left = {
            m.place
            for m in s.moves
            if m.force.leaders and m.place in s.rules.board.near and not foe(s, nation, m.place)
        }
        if len(set(held(s, nation)) | left) < len(held(t, nation)):
            broken.append("held")
        if "end" in legal and broken and not self.excused(s, nation, broken, over):
            self.wrong(s, q, f"may end, though {broken}")
        if "end" not in legal and not broken:
            self.wrong(s, q, f"may not end, though all limits are kept: {sorted(legal)}")

    def excused(self, s: Any, nation: str, broken: list[str], over: int) -> bool:
        """Limits that could not be met when the phase began."""
        if "at sea" in broken or "held" in broken:
            return False
        if "people" in broken and not 0 < over <= self.began_over:
            return False
        return "stacking" not in broken or not stacked(self.began, people(self.began, nation))

    def may_stay(self, s: Any, nation: str) -> bool:
        """At sea: raiders, unless one of them is a leader."""
        flags = getattr(s.rules, "flags", None)
        if flags is None or flags(s, nation).raiding == "none":
            return False
        return not any(x in s.raiding_leaders for x in s.leaders if s.rules.leaders[x].nation == nation)


def at_peace(s: Any, area: str, force: Any) -> bool:
    """Whether Romano-British would appear among a British nation that they may not attack."""
    there = {x for x in BRITISH if s.armies[x].get(area)}
    free = s.arthur_gone or there & set(s.truce_broken)
    return bool(there and ("arthur" in force.leaders or not free))


def foe(s: Any, nation: str, area: str) -> bool:
    return any(s.armies[n].get(area) for n in s.rules.nations if n != nation)


def _to_place(follow: Any) -> int:
    if not follow:
        return 0
    return int(getattr(follow[0], "n", 0) or follow[0].force.n)


ASKED: dict[str, Callable[[Book, Any, Any], set[str] | None]] = {
    "PlaceArmy": Book.placing,
    "RemoveExcess": Book.dying,
    "PlaceReinforcements": Book.landing,
    "PlaceHost": Book.landing,
}
