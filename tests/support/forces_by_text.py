"""Which forces may march and retreat in Leaders and Raiders, computed once more from the rulebooks' words.

Nothing here asks the laws: it looks at the table, at the map, and at what was told of moves. The tables are dealt at random,
so that leaders, cavalry, raiders, boats and overfull areas meet more often than they do in a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple

from albion.engine.cases import set_up
from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.loop import apply, settle
from albion.engine.options import options_from
from albion.games import find_game

GAME: Any = find_game("redux-leaders")
BRITISH = {"brigantes", "caledonians", "picts", "welsh"}
MOST_MOVES = 10
"""This many moves of one phase are looked at."""

Sorts = tuple[tuple[str, int], ...]


class Way(NamedTuple):
    """This many armies, some of special sorts, and leaders, from one place to another."""

    place: str
    to: str
    n: int
    sorts: Sorts
    leaders: tuple[str, ...]


def normal(s: Any, area: str) -> int:
    return 2 if area in s.rules.board.difficult else 3


def overstack(s: Any, area: str) -> int:
    return 4 if area in s.rules.board.difficult else 6


def foe(s: Any, nation: str, area: str) -> str | None:
    return next((x for x in s.at.get(area, ()) if x != nation), None)


def led_from(s: Any, nation: str, place: str) -> tuple[str, ...]:
    """The leaders of a nation in a place."""
    cards = s.rules.leaders
    return tuple(x for x, p in s.leaders.items() if p == place and cards[x].nation == nation)


def parts(n: int, sorts: Sorts, leaders: tuple[str, ...]) -> Iterator[tuple[int, Sorts, tuple[str, ...]]]:
    """Every force that could be made out of these, leaders alone one at a time."""
    plain = n - sum(k for _, k in sorts)
    some = [c for k in range(len(leaders) + 1) for c in combinations(sorted(leaders), k)]
    for m, *special in product(range(plain + 1), *[range(k + 1) for _, k in sorts]):
        these = tuple((x, k) for (x, _), k in zip(sorts, special, strict=True) if k)
        for who in some:
            if m + sum(special) or len(who) == 1:
                yield m + sum(special), these, who


def together(s: Any, nation: str, place: str, sorts: Sorts, leaders: tuple[str, ...]) -> bool:
    """Whether Arthur and all his cavalry go, or none of them."""
    riders = dict(sorts).get("cavalry", 0)
    if nation != "romano-british" or "arthur" not in s.leaders or not (riders or "arthur" in leaders):
        return True
    if s.leaders["arthur"] != place:
        return not riders
    return "arthur" in leaders and riders == s.tally(nation, place).get("cavalry", 0)


# ---- the march


class Memory:
    """What is remembered of a Movement Phase: who has not moved, who came among opponents, how far leaders went."""

    def __init__(self, s: Any, nation: str, boats: bool) -> None:
        self.nation, self.boats = nation, boats
        self.unmoved = {p: Counter(s.tally(nation, p)) for p in s.armies[nation]}
        for p, n in s.armies[nation].items():
            self.unmoved[p]["infantry"] = n - self.unmoved[p].total()
        self.steps: Counter[str] = Counter()
        self.entered: Counter[str] = Counter()
        self.stopped: set[str] = set()
        self.boat: tuple[str, str] | None = None

    def may_enter(self, s: Any, area: str, sorts: Sorts, leaders: tuple[str, ...]) -> bool:
        """The truce, and Arthur's own peace."""
        there = foe(s, self.nation, area)
        if self.nation != "romano-british" or there not in BRITISH:
            return True
        return there in s.truce_broken and "arthur" not in leaders and not dict(sorts).get("cavalry")

    def neighbours(self, s: Any, place: str) -> dict[str, str]:
        """Where one may set out for, and by what."""
        board = s.rules.board
        if place not in board.near:
            return dict.fromkeys(board.coast[place], "landing")
        found = dict.fromkeys(board.land[place], "land") | dict.fromkeys(board.strait[place], "strait")
        if self.boats and (self.boat is None or self.boat[0] == place):
            over = (a for sea in board.shores[place] for a in board.coast[sea])
            far = [a for a in over if a != place and a not in board.near[place]]
            found |= dict.fromkeys((a for a in far if self.boat is None or self.boat[1] == a), "boat")
        return found

    def setting_out(self, s: Any) -> set[Way]:
        """Every force that may leave the place where it stands."""
        nation, found = self.nation, set()
        for place in {*self.unmoved, *s.leaders.values()}:
            here = led_from(s, nation, place)
            waiting = self.unmoved.get(place, Counter[str]())
            sorts = tuple(sorted((x, k) for x, k in waiting.items() if k and x != "infantry"))
            able = tuple(x for x in here if self.steps[x] < 3 and x not in self.stopped)
            for (n, some, who), (to, by) in product(
                parts(waiting.total(), sorts, able), self.neighbours(s, place).items()
            ):
                tired = by in ("strait", "boat") and any(self.steps[x] for x in who)
                welcome = self.may_enter(s, to, some, who) and together(s, nation, place, some, who)
                alone = not n and not s.count(nation, to)
                left = s.count(nation, place) == n and len(who) < len(here)
                if welcome and not (tired or alone or left):
                    found.add(Way(place, to, n, some, who))
        return found

    def marching_on(self, s: Any, came: Way, used: int, across: bool) -> set[Way]:
        """Every part of a force that may go on from where it has got to."""
        nation, area, found = self.nation, came.to, set()
        here, there = led_from(s, nation, area), foe(s, nation, area)
        for n, some, who in parts(came.n, came.sorts, came.leaders):
            on_foot = n - dict(some).get("cavalry", 0)
            slow = used >= 3 or (on_foot and used >= 2 and not who) or any(self.steps[x] >= 3 for x in who)
            if not n or slow or (across and not who):
                continue
            if there is not None:
                held = min(2 * s.count(there, area), overstack(s, area))
                if n > self.entered[area] - held or (area in s.rules.board.difficult and not who):
                    continue
            left = s.count(nation, area) == n and len(who) < len(here)
            if left or not together(s, nation, area, some, who):
                continue
            found |= {
                Way(area, to, n, some, who)
                for to in s.rules.board.land[area]
                if self.may_enter(s, to, some, who)
            }
        return found

    def moved(self, s: Any, way: Way, first: bool) -> bool:
        """Note a move that is about to be made; whether it ends there."""
        board = s.rules.board
        ends = first and way.place in board.near and way.to not in board.land[way.place]
        if first:
            waiting = self.unmoved.get(way.place, Counter())
            waiting.subtract(dict(way.sorts) | {"infantry": way.n - sum(k for _, k in way.sorts)})
        elif foe(s, self.nation, way.place) is not None:
            self.entered[way.place] -= way.n
        if ends and way.to not in board.near[way.place]:
            self.boat = (way.place, way.to)
        among = foe(s, self.nation, way.to) is not None
        self.entered[way.to] += way.n if among else 0
        for x in way.leaders:
            self.steps[x] = 3 if ends else self.steps[x] + 1
            (self.stopped.add if among else self.stopped.discard)(x)
        return ends or not way.n


def march_disagreements(seed: int, tables: int) -> list[str]:
    """What dealt tables offer to those who move, and the text does not, or the reverse."""
    rng, found, compared = Random(seed), [], 0
    for _ in range(tables):
        nation, boats, position = dealt(rng)
        s = started(boats, f"{rng.choice(('Movement', 'SecondMovement'))}: {nation}", position)
        if s is None:
            continue
        s.turn = nation
        for offered, wanted in _phase(rng, s, nation, boats and bool(_held(s, nation))):
            compared += 1
            if offered != wanted:
                found.append(f"{position}: {sorted(offered ^ wanted)[:3]}")
                break
    return found if compared else ["nobody moved"]


def _held(s: Any, nation: str) -> list[str]:
    return [a for a in s.rules.board.areas if s.at.get(a) == (nation,)]


def _phase(rng: Random, s: Any, nation: str, boats: bool) -> Iterator[tuple[set[Way], set[Way]]]:
    """Move at random, and before each step compare the forces offered with those of the text."""
    d, memory = settle(s), Memory(s, nation, boats)
    for _ in range(MOST_MOVES):
        if d is None or d.step != "March" or any(a.verb in ("restart", "take-back") for a in d.actions):
            return
        offers, wanted, used, across = _marches(s, d), memory.setting_out(s), 0, False
        while wanted or offers:
            yield set(offers), wanted
            if set(offers) != wanted or (used and rng.random() < 0.3):
                break
            way = rng.choice(sorted(wanted))
            across = across or (bool(used) and foe(s, nation, way.place) is not None and _hard(s, way.place))
            ends, used = memory.moved(s, way, not used), used + 1
            s, d = offers[way]
            wanted = set() if ends else memory.marching_on(s, way, used, across)
            offers = _marches(s, d) if d is not None and d.step == "MarchFurther" else {}
        if d is not None and d.step == "MarchFurther":
            d = apply(s, next(a for a in d.actions if a.verb == "stop"))


def _hard(s: Any, area: str) -> bool:
    return area in s.rules.board.difficult


def _marches(s: Any, d: Any) -> dict[Way, tuple[Any, Any]]:
    """Every force that can be sent now, with the table after it."""

    def moved(then: Any, _: Any) -> Way | None:
        if len(then.moves) == len(s.moves):
            return None
        last = then.moves[-1]
        return Way(last.place, last.area, last.force.n, last.force.sorts, last.force.leaders)

    return _leaves(s, d, ("from", "march-on"), moved)


def _leaves(
    s: Any, d: Any, verbs: tuple[str, ...], reached: Callable[[Any, Any], Way | None]
) -> dict[Way, tuple[Any, Any]]:
    """Answer every question until something has happened."""
    found: dict[Way, tuple[Any, Any]] = {}
    waiting = [(s, a) for a in d.actions if a.verb in verbs]
    while waiting:
        before, a = waiting.pop()
        then = before.clone()
        asked = apply(then, a)
        way = reached(then, asked)
        if way is not None:
            found[way] = (then, asked)
        elif asked is not None:
            waiting += [(then, b) for b in asked.actions]
    return found


# ---- the retreat


def retreat_disagreements(seed: int, tables: int) -> list[str]:
    """What dealt battles offer to those who retreat, and the text does not, or the reverse."""
    rng, found, compared = Random(seed), [], 0
    for _ in range(tables):
        nation, _, position = dealt(rng)
        start = _a_battle(rng, nation, position)
        s = started(False, start, position) if start else None
        if s is None:
            continue
        s.turn = nation
        d = settle(s)
        if d is None or d.step != "FallBack":
            continue
        compared += 1
        offered, wanted = set(_retreats(s, d)), _may_retreat(s, s.agenda[-1])
        if offered != wanted:
            found.append(f"{start} {position}: {sorted(offered ^ wanted)[:3]}")
    return found if compared else ["nobody fought"]


def _retreats(s: Any, d: Any) -> dict[Way, tuple[Any, Any]]:
    """Every force that may retreat now."""
    q = s.agenda[-1]
    nation, area = q.nation, q.battle.area

    def gone(then: Any, asked: Any) -> Way | None:
        if asked is not None and asked.step in ("FallBackSend", "FallBackMuster"):
            return None
        who = tuple(sorted(x for x in led_from(s, nation, area) if then.leaders.get(x, area) != area))
        grown = (p for p, n in then.armies[nation].items() if p != area and n > s.count(nation, p))
        to = next(grown, then.leaders[who[0]] if who else "")
        more = Counter(then.tally(nation, to))
        more.subtract(s.tally(nation, to))
        n = then.count(nation, to) - s.count(nation, to)
        return Way(area, to, n, tuple(sorted((x, k) for x, k in more.items() if k)), who)

    return _leaves(s, d, ("retreat",), gone)


def _may_retreat(s: Any, q: Any) -> set[Way]:
    """Defenders next door, attackers back where each came from; within both limits; leaders as chapter 9 has it."""
    b, nation, board, found = q.battle, q.nation, s.rules.board, set()
    area, attacks, came = b.area, q.nation == b.attacker, s.entered.get(b.area, {})
    here, whole = led_from(s, nation, area), s.count(nation, area)
    against = bool(here and led_from(s, b.attacker if not attacks else b.defender, area))
    by_sea = attacks and (s.half == 1 or s.rules.flags(s, nation).raiding != "none")
    fleets = [s.raiding_leaders[x] for x in here if x in s.raiding_leaders]
    for to in {*board.near[area], *came, *fleets} - {area}:
        ashore, others = to in board.near, foe(s, nation, to) is not None
        pool = s.everything(nation, area) if not attacks else s.came_from(area, to)
        closed = others if ashore else not by_sea
        whence = ashore and not attacks and to in b.ways and not s.count(nation, to)
        for n, some, who in parts(pool.n, pool.sorts, here):
            alone = not n and (not s.count(nation, to) or not (ashore or s.entered_leaders.get(who[0]) == to))
            left = n == whole and len(who) < len(here)
            bound = against and (who or n == whole)
            if closed or (n and whence) or alone or left or bound:
                continue
            if together(s, nation, area, some, who) and (not n or _fits(s, q, to, n, some)):
                found.add(Way(area, to, n, some, who))
    return found


def _fits(s: Any, q: Any, to: str, n: int, sorts: Sorts) -> bool:
    """Whether a retreat exceeds neither stacking where it goes nor the population limit."""
    nation, area, near = q.nation, q.battle.area, s.rules.board.near
    after = {p: k for p, k in s.armies[nation].items() if p in near}
    after[area] -= n
    raiders = {p: sum(k for x, k in s.tally(nation, p).items() if x.startswith("raider:")) for p in after}
    gone = sum(k for x, k in sorts if x.startswith("raider:"))
    raiders[area] -= gone
    if to in near:
        after[to] = after.get(to, 0) + n
        raiders[to] = raiders.get(to, 0) + gone
        over = [p for p, k in after.items() if k > normal(s, p)]
        if to in over and (over != [to] or after[to] > overstack(s, to)):
            return False
    folk = {p: k - raiders[p] for p, k in after.items() if k > raiders[p]}
    clear = any(not _hard(s, p) and foe(s, nation, p) is None for p in folk)
    free = s.half == 1 and nation == s.turn
    return free or max(0, sum(folk.values()) - 2 * len(folk) - clear) <= q.excess


# ---- tables


def started(boats: bool, start: str, position: dict[str, str]) -> Any:
    """The table of a position where play begins; None: it is impossible."""
    try:
        return set_up(GAME, options_from(GAME.options_type, {"boats": boats}), start, position, Dice(1))
    except DataError:
        return None


def dealt(rng: Random) -> tuple[str, bool, dict[str, str]]:
    """Whose turn it is, whether there are boats, and a position around one area: own armies, two others, fleets, leaders."""
    rules = GAME.blank(options_from(GAME.options_type, {})).rules
    board = rules.board
    turns = [(k, x, row) for k, r in enumerate(rules.timeline) for x, row in r.reinforcements.items()]
    number, nation, row = rng.choice([turn for turn in turns if turn[2].leader or rng.random() < 0.3])
    others = [x for x in rules.nations if x != nation]
    led = [x for x, r in rules.timeline[number].reinforcements.items() if r.leader and x != nation]
    enemies = [rng.choice(led or others), rng.choice(others)]
    if nation == "romano-british":
        enemies[1] = rng.choice(sorted(BRITISH))
    zone = {rng.choice(board.areas)}
    for _ in range(3):
        zone |= {b for a in zone for b in board.near[a]}
    where: dict[str, str] = {}
    for area in sorted(zone):
        luck = rng.random()
        if luck < 0.6:
            where[area] = nation if luck < 0.28 else rng.choice(enemies)
    if row.place and rng.random() < 0.8:
        where[row.place] = nation
    found = {p: _armies(rng, rules, x) for p, x in where.items()}
    for card in rules.leaders.values():
        theirs = [p for p, x in where.items() if x == card.nation]
        listed = rules.timeline[number].reinforcements.get(card.nation)
        if theirs and listed is not None and listed.leader == card.name:
            found[rng.choice(theirs)] += f", {card.name}"
    return nation, rng.random() < 0.4, {"round": str(number + 1), **found}


def _armies(rng: Random, rules: Any, nation: str) -> str:
    """A few armies, one of them perhaps cavalry."""
    n, name = rng.choice([1, 1, 2, 2, 3, 5]), rules.nations[nation].name
    rides = nation in rules.counters and rng.random() < 0.5
    return f"{n} {name}" + (f", 1 {name} cavalry" if rides else "")


def _a_battle(rng: Random, nation: str, position: dict[str, str]) -> str | None:
    """Let some of a nation's armies stand among opponents, having come from next door or a sea: the start of a retreat."""
    rules = GAME.blank(options_from(GAME.options_type, {})).rules
    name, board = rules.nations[nation].name, rules.board
    held = [p for p, text in position.items() if p in board.near and name not in text]
    if not held:
        return None
    area = rng.choice(sorted(held))
    seas = [p for p in board.places if p not in board.near and area in board.coast[p]]
    whence = rng.sample([*board.near[area], *seas], min(2, len(board.near[area])))
    defender = next(x.name for x in rules.nations.values() if f" {x.name}" in position[area])
    sizes = [rng.randint(1, 3) for _ in whence]
    attackers = f"{sum(sizes)} {name}"
    for card in rules.leaders.values():
        holder = next((p for p, text in position.items() if text.endswith(f", {card.name}")), None)
        if card.nation == nation and holder is not None:
            position[holder] = position[holder].removesuffix(f", {card.name}")
            attackers += f", {card.name}"
    position[area] = f"{position[area]}, {attackers}"
    position["half"] = rng.choice("012")
    came = ", ".join(f"{k} {p}" for k, p in zip(sizes, whence, strict=True))
    side = rng.choice(["attacker", "defender"])
    return f"Retreat {area}: {name} attack {defender} from {came}, {side}"
