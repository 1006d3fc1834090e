"""What grows, arrives, submits and dies out in the 2005 game, computed once more from the rulebook's words.

Nothing here asks the laws: at every question of these phases a random game's table is looked at, and what the text lets a
player answer is compared with what is offered.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from albion.engine.action import Decision
from albion.engine.cases import random_answer
from albion.engine.dice import Dice
from albion.engine.loop import queue
from albion.engine.step import Choice
from albion.games import find_game
from support.ledger_by_text import alone, areas, units

GAME: Any = find_game("britannia-2005")
LIVELY = 0.5
NORTH = {"cumbria", "pennines", "bernicia", "lothian", "galloway"}
"""English areas neither in nor south of York and Cheshire."""
LEGIONS = {
    12: (0, 0, 0, 0),
    11: (1, 0, 0, 0),
    10: (1, 1, 0, 0),
    9: (1, 1, 1, 0),
    8: (2, 2, 1, 1),
    7: (2, 2, 1, 1),
}
LEGIONS |= {6: (3, 3, 2, 2), 5: (3, 3, 3, 3), 4: (4, 4, 3, 3)}
FEW = {("belgae", "romans"): 4, ("welsh", "romans"): 5, ("brigantes", "romans"): 3, ("picts", "romans"): 3}
BURH, ARMY = 2, 6
"""What they cost in population points."""


def disagreements(seed: int, answers: int) -> list[str]:
    """Where a random game offers what the text does not, or the reverse."""
    s, pick, chance = GAME.setup(GAME.option_sets()[0], Dice(seed)), Dice(seed + 1), random.Random(seed)
    found: list[str] = []
    while s.agenda and s.outcome is None and answers and not found:
        step = s.agenda.pop()
        a = None
        if isinstance(step, Choice):
            legal = step.legal(s)
            if not legal:
                found += compared(s, step, set())
                continue
            found += compared(s, step, {str(x) for x in legal})
            a = random_answer(
                GAME,
                Decision(step.seat(s), step.name, step.cite, legal),
                pick,
                lively=chance.random() < LIVELY,
            )
            answers -= 1
        before = s.clone()
        follow = step.run(s, None) if a is None else step.take(s, a, None)
        found += [
            f"round {s.round}, {step}: {x}" for x in AFTER.get(step.name, nothing)(before, step, s, follow)
        ]
        queue(s.agenda, follow)
    return found


def compared(s: Any, step: Any, legal: set[str]) -> list[str]:
    expected = ASKED.get(step.name)
    if expected is None:
        return []
    wanted = expected(s, step)
    if wanted == legal:
        return []
    return [
        f"round {s.round}, {step}: by the text {sorted(wanted - legal)}, offered besides {sorted(legal - wanted)}"
    ]


def nothing(before: Any, step: Any, s: Any, follow: Any) -> list[str]:
    return []


def usual(s: Any, area: str) -> int:
    return 2 if area in s.rules.board.difficult else 3


def has_room(s: Any, nation: str, area: str) -> bool:
    """Whether one more army there is within the stacking limits: the usual ones, or as the nation's one overstack."""
    there = {a: s.armies[nation].get(a, 0) + (nation == "saxons" and a in s.burhs) for a in areas(s, nation)}
    there[area] = there.get(area, 0) + 1
    if there[area] <= usual(s, area):
        return True
    others = [a for a, n in there.items() if n > usual(s, a) and a != area]
    return not others and (area not in s.rules.board.difficult or there[area] <= 4)


def placed(s: Any, q: Any) -> set[str]:
    """At most one army in each area occupied, within the limits."""
    return {f"place {a}" for a in areas(s, q.nation) if a not in q.given and has_room(s, q.nation, a)}


def grown(before: Any, step: Any, s: Any, follow: Any) -> list[str]:
    """Two points for each clear area, one for a difficult one; half of it for a subject, rounded up."""
    nation = step.nation
    points = sum(1 if a in s.rules.board.difficult else 2 for a in areas(before, nation))
    if nation in before.subjects and not before.free:
        points = (points + 1) // 2
    want = before.track[nation] + points
    return [] if s.track[nation] == want else [f"track {s.track[nation]}, by the text {want}"]


def armies_made(before: Any, step: Any, s: Any, follow: Any) -> list[str]:
    """An army for every six points; what is left is kept."""
    due = before.track[step.nation] // ARMY
    return [] if follow[0].n == due else [f"{follow[0].n} armies, by the text {due}"]


def kept(before: Any, step: Any, s: Any, follow: Any) -> list[str]:
    want = min(5, before.track[step.nation])
    return [] if s.track[step.nation] == want else [f"track {s.track[step.nation]}, by the text {want}"]


def burhs_built(s: Any, q: Any) -> set[str]:
    """One an area in rounds 12 and 13, none in hills, at most eight less the areas held; for two points each."""
    most = 8 - len(areas(s, "saxons"))
    if s.round not in (12, 13) or s.track["saxons"] < BURH or len(s.burhs) >= most:
        return set()
    hard = s.rules.board.difficult
    fit = [a for a in areas(s, "saxons") if a not in hard and a not in s.burhs and has_room(s, "saxons", a)]
    return {*(f"build {a}" for a in fit), "end"} if fit else set()


def dying(s: Any, q: Any) -> set[str]:
    """Beyond twice the areas occupied armies go, never the last unit of an area."""
    nation = q.nation
    mine = areas(s, nation)
    if sum(units(s, nation, a) for a in mine) <= 2 * len(mine) or nation == "romans":
        return set()
    thick = [a for a in mine if units(s, nation, a) > 1]
    found = {f"remove {a}" for a in thick if s.armies[nation].get(a)}
    return found | ({f"raze {a}" for a in thick if a in s.burhs} if nation == "saxons" else set())


def offered(before: Any, step: Any, s: Any, follow: Any) -> list[str]:
    """Whoever has few enough areas, in the master's turn and while he has armies."""
    asked = {(x.nation, x.master) for x in follow}
    want = set[tuple[str, str]]()
    for (nation, master), most in FEW.items():
        last = 1 if nation == "belgae" else 5
        if step.master == master and s.round <= last and s.armies[master] and nation not in s.subjects:
            want |= {(nation, master)} if 0 < len(areas(s, nation)) <= most else set()
    if step.master == "angles" and s.round <= 12 and s.armies["angles"] and "brigantes" not in s.subjects:
        covered = [
            a for a in areas(s, "brigantes") if a == "galloway" or a in s.rules.board.within("scotland")
        ]
        want |= {("brigantes", "angles")} if 0 < len(covered) <= 2 else set()
    if s.turn != step.master:
        want = set()
    return [] if asked == want else [f"asked {asked}, by the text {want}"]


def road(s: Any, area: str) -> bool:
    fort = s.forts.get(area)
    if fort is not None:
        return bool(fort) and area not in s.new_forts
    return any(s.subjects.get(n) == "romans" for n in s.at.get(area, ()))


def leaving(s: Any, q: Any) -> set[str]:
    """Next door: own areas, else vacant ones; else near any area of the subject; and on by Roman road."""
    e = q.evict
    if not s.armies[e.master].get(e.area):
        return set()
    near = s.rules.board.near
    for around in (set(near[e.area]), {a for x in areas(s, e.subject) for a in near[x]}):
        own = {a for a in around if alone(s, e.master, a)}
        vacant = {a for a in around if not any(units(s, n, a) for n in s.rules.nations)}
        first = own or vacant
        if first:
            joined = set(first)
            todo = [a for a in first if e.master == "romans" and road(s, a)]
            seen = set(todo)
            while todo:
                for a in s.rules.board.land[todo.pop()]:
                    if road(s, a) and a not in seen:
                        seen.add(a)
                        todo.append(a)
                        if alone(s, "romans", a):
                            joined.add(a)
            return {f"to {a}" for a in joined}
    return set()


def legions_come(before: Any, step: Any, s: Any, follow: Any) -> list[str]:
    n = sum(before.armies["romans"].values())
    due = LEGIONS[max(4, min(12, n))][before.round - 2] if 2 <= before.round <= 5 else 0
    came = sum(s.armies["romans"].values()) - n
    return [] if came == min(due, 16 - n) else [f"{came} legions, by the text {due}"]


def arthur(s: Any, q: Any) -> set[str]:
    """Among his people, or in a vacant area of the south."""
    board = s.rules.board
    south = (board.within("england") - NORTH) | board.within("wales")
    own = set(areas(s, "romano-british"))
    vacant = {a for a in south if not any(units(s, n, a) for n in s.rules.nations)}
    return {f"place {a}" for a in own | vacant}


def leader_placed(s: Any, q: Any) -> set[str]:
    land = {a for a in s.rules.board.areas if s.armies[q.nation].get(a)}
    if not land:
        return set()
    needs = {"oswiu": "bernicia", "offa": "north-mercia"}.get(q.leader)
    if needs is None:
        return {f"place {a}" for a in land}
    subject = s.subjects.get("brigantes") == "angles" and units(s, "brigantes", needs)
    return {*(f"place {a}" for a in land), "pass"} if alone(s, q.nation, needs) or subject else set()


def heirs(s: Any, q: Any) -> set[str]:
    """Forts of the south first, eight at most; when none is left legions there."""
    south = (s.rules.board.within("england") - NORTH) | s.rules.board.within("wales")
    if sum(s.armies["romano-british"].values()) >= 8:
        return set()
    forts = {a for a in south if s.forts.get(a)}
    return {f"keep {a}" for a in forts or {a for a in south if s.armies["romans"].get(a)}}


def fyrd(s: Any, q: Any) -> set[str]:
    """English areas of the Saxons, within the limits."""
    mine = [a for a in areas(s, "saxons") if a in s.rules.board.within("england")]
    return {f"place {a}" for a in mine if has_room(s, "saxons", a)} if q.n else set()


def special(before: Any, step: Any, s: Any, follow: Any) -> list[str]:
    """Round 16: Norwegians an army an area, Saxons one for two English areas, Normans one for each of four and three for Harold."""
    t = before
    norse = len(areas(t, "norwegians")) if "harald-hardrada" in t.leaders else 0
    norse = min(norse, 12 - sum(t.armies["norwegians"].values()))
    england = s.rules.board.within("england")
    fyrd_due = (
        len([a for a in areas(t, "saxons") if a in england]) // 2 if t.leaders.get("harold") in england else 0
    )
    fyrd_due = min(fyrd_due, 20 - sum(t.armies["saxons"].values()))
    normans = sum(1 for a in ("essex", "wessex", "hwicce", "south-mercia") if units(t, "normans", a))
    normans = normans + (3 if t.harold_fell else 0) if "william" in t.leaders else 0
    got = (
        sum(s.armies["norwegians"].values()) - sum(t.armies["norwegians"].values()),
        follow[0].n,
        follow[1].n,
    )
    want = (norse, fyrd_due, normans)
    return [] if got == want else [f"{got}, by the text {want}"]


def sailing_with_cnut(s: Any, q: Any) -> set[str]:
    return {f"remove {p}" for p in s.armies["danes"]} if q.n else set()


def recalled(s: Any, q: Any) -> set[str]:
    over = s.round == 2 and sum(s.armies["romans"].values()) > 12
    return {f"remove {p}" for p in s.armies["romans"]} if over else set()


ASKED: dict[str, Callable[[Any, Any], set[str]]] = {
    "PlaceArmy": placed,
    "BuildBurhs": burhs_built,
    "Overpopulation": dying,
    "EvictTo": leaving,
    "PlaceArthur": arthur,
    "PlaceLeader": leader_placed,
    "KeepForts": heirs,
    "SaxonReinforcements": fyrd,
    "CnutLeaves": sailing_with_cnut,
    "RecallLegions": recalled,
}
AFTER: dict[str, Callable[[Any, Any, Any, Any], list[str]]] = {
    "Growth": grown,
    "NewArmies": armies_made,
    "KeepRest": kept,
    "Offers": offered,
    "RomanReinforcements": legions_come,
    "SpecialReinforcements": special,
}
