"""Where armies may retreat, computed once more from the rulebooks' words and compared with what random games offer.

Nothing here asks the laws: it looks at the table, at the map, and at what was told of moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from albion.engine.dice import Dice
from albion.engine.event import Event
from albion.engine.loop import apply, settle
from albion.engine.playout import random_chooser
from albion.games import find_game

Ways = dict[str, set[str]]
"""Areas, each with those from which armies came into it by land in this phase."""
ASKED = {"Retreat", "FallBack"}


def disagreements(game: str, seed: int, answers: int) -> list[str]:
    """What a random game offers to those who retreat, and the text does not, or the reverse."""
    expected = by_2005 if game == "britannia-2005" else by_redux
    found, compared = [], 0
    for s, d, came in asked(game, seed, answers):
        q = s.agenda[-1]
        wanted = expected(s, q, came)
        if wanted is None:
            continue
        compared += 1
        offered = {
            a.name for a in d.actions if a.verb == "retreat" and (q.side == "attacker" or ashore(s, a.name))
        }
        if offered != wanted:
            found.append(f"{q.nation} in {q.battle.area}: {sorted(offered)}, by the text {sorted(wanted)}")
    return found if compared else ["nobody was asked"]


def asked(game: str, seed: int, answers: int) -> Iterator[tuple[Any, Any, Ways]]:
    """Every question about a retreat in a random game."""
    found: Any = find_game(game)
    sets = found.option_sets()
    s, pick = found.setup(sets[seed % len(sets)], Dice(seed)), random_chooser(Dice(seed + 1))
    log: list[Event] = []
    came: Ways = {}
    d = settle(s, log)
    for _ in range(answers):
        if d is None:
            return
        for e in log:
            if e.kind == "phase" and e.data.get("phase") == "movement":
                came = {}
            if e.kind == "move" and not e.data.get("sail"):
                came.setdefault(str(e.data["area"]), set()).add(str(e.data["place"]))
        log.clear()
        if d.step in ASKED:
            yield s, d, came
        d = apply(s, pick(s, d), log)


def ashore(s: Any, place: str) -> bool:
    return place in s.rules.board.near


def others(s: Any, nation: str, place: str) -> bool:
    """Whether another nation is there."""
    return any(x != nation for x in s.at.get(place, ()))


def numbers(s: Any, q: Any, place: str) -> range:
    """This many could go: defenders all, attackers those who came from there."""
    area = q.battle.area
    most = s.entered.get(area, {}).get(place, 0) if q.side == "attacker" else s.count(q.nation, area)
    return range(1, most + 1)


def some_fit(
    s: Any, q: Any, place: str, fits: Callable[[dict[str, int]], bool], extra: dict[str, int]
) -> bool:
    """Whether some number may go there and leave a table that fits; extra: what else counts as an army where."""
    for n in numbers(s, q, place):
        after = {**s.armies[q.nation]}
        for where, k in extra.items():
            after[where] = after.get(where, 0) + k
        after[q.battle.area] -= n
        after[place] = after.get(place, 0) + n
        if fits({p: k for p, k in after.items() if k and ashore(s, p)}):
            return True
    return False


def by_2005(s: Any, q: Any, came: Ways) -> set[str]:
    """Defenders: next door, own or vacant and beside no area of the attacker's, never where he came from; attackers: back."""
    b, board, nation = q.battle, s.rules.board, q.nation

    def fits(after: dict[str, int]) -> bool:
        hard = board.difficult
        if nation == "romans":
            return all(k <= 4 for p, k in after.items() if p in hard)
        over = [p for p, k in after.items() if k > (2 if p in hard else 3)]
        return len(over) <= 1 and all(after[p] <= 4 for p in over if p in hard)

    def beside(place: str) -> bool:
        return any(x != b.area and s.at.get(x) == (b.attacker,) for x in board.land[place])

    burhs = dict.fromkeys(s.burhs, 1) if nation == "saxons" else {}
    if q.side == "attacker":
        at_sea = s.half == 1 or s.turn_of(nation).raid
        return {
            p
            for p in s.entered.get(b.area, {})
            if (at_sea if not ashore(s, p) else not others(s, nation, p) and some_fit(s, q, p, fits, burhs))
        }
    return {
        p
        for p in (board.near[b.area] if s.count(nation, b.area) else ())
        if not others(s, nation, p)
        and p not in came.get(b.area, set())
        and (p in s.at or not beside(p))
        and some_fit(s, q, p, fits, burhs)
    }


def by_redux(s: Any, q: Any, came: Ways) -> set[str] | None:
    """Plain armies: next door, own, or vacant and not where attackers came from; attackers back; within both limits."""
    b, board, nation = q.battle, s.rules.board, q.nation
    special = getattr(s, "sorts", {}).get(nation) or b.area in getattr(s, "leaders", {}).values()
    if special or any(not ashore(s, p) for p in s.entered.get(b.area, {})):
        return None  # leaders, cavalry, raiders and fleets have laws of their own
    free = getattr(s, "half", 0) == 1 and nation == s.turn

    def may_go(place: str) -> bool:
        def fits(after: dict[str, int]) -> bool:
            over = [p for p, k in after.items() if k > (2 if p in board.difficult else 3)]
            alone = over == [place] and after[place] <= (4 if place in board.difficult else 6)
            return (place not in over or alone) and (free or excess(after) <= q.excess)

        return some_fit(s, q, place, fits, {})

    def excess(after: dict[str, int]) -> int:
        clear = any(p not in board.difficult and not others(s, nation, p) for p in after)
        return max(0, sum(after.values()) - 2 * len(after) - clear)

    whence = {*s.entered.get(b.area, {}), *b.ways}
    return {
        p
        for p in board.near[b.area]
        if not others(s, nation, p)
        and (q.side == "attacker" or p not in whence or s.count(nation, p))
        and may_go(p)
    }
