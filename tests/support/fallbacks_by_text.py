"""Every table that retreats from a battle of the 2005 game can lead to, computed once more from the rulebook's words.

Battles are dealt at random: attackers from next door, over a strait, from a sea or by boat; forts, burhs, cavalry and
leaders; areas around them held by either side or others, some fuller than they may be. All answers of one side are
tried, and the tables that they lead to compared with those that the text allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

from albion.engine.cases import set_up
from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.loop import queue, settle
from albion.games import find_game

GAME: Any = find_game("britannia-2005")
OPTIONS = GAME.option_sets()[0]
RULES = GAME.blank(OPTIONS).rules
BOARD = RULES.board
ASKED = ("Retreat", "RetreatSend", "RetreatMuster")
PAIRS = (
    *[(2, "romans", "brigantes"), (3, "romans", "welsh")] * 3,
    (4, "picts", "brigantes"),
    (4, "irish", "romans"),
    (5, "picts", "romans"),
    (7, "saxons", "romano-british"),
    (7, "scots", "picts"),
    (10, "angles", "saxons"),
    (12, "danes", "saxons"),
    (12, "norsemen", "saxons"),
    (13, "saxons", "danes"),
    (15, "norwegians", "saxons"),
    (16, "normans", "saxons"),
)
BURHS_FROM = 12

End = tuple[tuple[tuple[str, int], ...], int, str | None]
"""A side's armies by place, its cavalry still in the battle, and where its leader is."""


class Field(NamedTuple):
    """A battle and what lies around it."""

    number: int
    attacker: str
    defender: str
    area: str
    whence: dict[str, int]
    armies: dict[str, Counter[str]]
    horse: int
    """Cavalry of the defender in the battle."""
    others: set[str]
    """Areas of a third nation."""
    strongholds: dict[str, set[str]]
    """Forts and burhs, by nation."""
    leaders: dict[str, str]
    half: int
    side: str

    @property
    def nation(self) -> str:
        return self.attacker if self.side == "attacker" else self.defender

    @property
    def foe(self) -> str:
        return self.defender if self.side == "attacker" else self.attacker


def disagreements(seed: int, battles: int) -> list[str]:
    """Tables to which only the game's answers lead, or only the text."""
    rng = Random(seed)
    while battles:
        f = dealt(rng)
        start = ", ".join(f"{n} {p}" for p, n in f.whence.items())
        names = RULES.nations[f.attacker].name, RULES.nations[f.defender].name
        try:
            battle = f"Retreat {f.area}: {names[0]} attack {names[1]} from {start}, {f.side}"
            s = set_up(GAME, OPTIONS, battle, position(f), Dice(1))
        except DataError:
            continue
        battles -= 1
        offered, wanted = set(played(s, f)), set(by_text(f))
        if offered != wanted:
            return [
                f"{battle} {position(f)}: {list(offered - wanted)[:2]}, by the text {list(wanted - offered)[:2]}"
            ]
    return []


# ---- a battle dealt at random


def dealt(rng: Random) -> Field:
    number, attacker, defender = rng.choice(PAIRS)
    area = rng.choice((*BOARD.areas, *sorted(BOARD.difficult)))
    whence = {
        p: rng.randint(1, 2) for p in rng.sample(origins(rng, number, attacker, area), k=rng.randint(1, 2))
    }
    armies = {attacker: Counter({area: sum(whence.values())}), defender: Counter({area: rng.randint(1, 4)})}
    others: set[str] = set()
    zone = {b for a in BOARD.near[area] for b in (a, *BOARD.land[a])} | {p for p in whence if p in BOARD.near}
    for place in sorted(zone - {area}):
        luck = rng.random()
        if luck < 0.5:
            armies[attacker if luck < 0.25 else defender][place] = rng.randint(1, 5)
        elif luck < 0.6:
            others.add(place)
    strongholds = {
        nation: {
            p
            for p in armies[nation]
            if rng.random() < 0.4 and (nation == "romans" or p not in BOARD.difficult)
        }
        for nation in (attacker, defender)
        if nation == "romans" or (nation == "saxons" and number >= BURHS_FROM)
    }
    strongholds.get(attacker, set()).discard(area)
    cards = {n: [x for x, card in RULES.leaders.items() if card.nation == n] for n in (attacker, defender)}
    leaders = {n: rng.choice(found) for n, found in cards.items() if found and rng.random() < 0.5}
    horse = rng.randint(0, min(2, armies[defender][area])) if defender == "romano-british" else 0
    half = rng.randint(1, 2) if turn(number, attacker).major else 0
    side = rng.choice(("attacker", "defender"))
    return Field(
        number, attacker, defender, area, whence, armies, horse, others, strongholds, leaders, half, side
    )


def turn(number: int, nation: str) -> Any:
    """What the Timeline says of a nation's turn."""
    s = GAME.blank(OPTIONS)
    s.round = number
    return s.turn_of(nation)


def origins(rng: Random, number: int, attacker: str, area: str) -> list[str]:
    """Places from which attackers could have come: next door, a sea, a coast of the same sea."""
    marks, seas = turn(number, attacker), [x for x in BOARD.seas if area in BOARD.coast[x]]
    found = list(BOARD.near[area]) + (seas if marks.invaders else [])
    coasts = [a for sea in seas for a in BOARD.coast[sea] if a != area and a not in BOARD.near[area]]
    if marks.boats and coasts:
        found.append(rng.choice(coasts))
    return found if len(found) > 1 else found * 2


def position(f: Field) -> dict[str, str]:
    """The same in the game's notation."""
    told: dict[str, list[str]] = {a: ["1 Caledonians"] for a in sorted(f.others)}
    for nation in (f.attacker, f.defender):
        name, horse = RULES.nations[nation].name, f.horse if nation == f.defender else 0
        for place, n in f.armies[nation].items():
            here = told.setdefault(place, [])
            riders = horse if place == f.area else 0
            here += [f"{n - riders} {name}"] * (n > riders) + [f"{riders} {name} cavalry"] * (riders > 0)
        for place in sorted(f.strongholds.get(nation, ())):
            told[place].append(f"1 {name} {'fort' if nation == 'romans' else 'burh'}")
        if nation in f.leaders:
            told[f.area].append(RULES.leaders[f.leaders[nation]].name)
    marks = {"round": str(f.number)} | ({"half": str(f.half)} if f.half else {})
    return marks | {place: ", ".join(here) for place, here in told.items()}


# ---- what the text allows


class Left(NamedTuple):
    """A side after some have gone."""

    armies: tuple[tuple[str, int], ...]
    horse: int
    back: tuple[tuple[str, int], ...]
    """Attackers still in the battle, by where they came from."""
    leader: str | None

    def end(self) -> End:
        return tuple(sorted((p, n) for p, n in self.armies if n)), self.horse, self.leader


def by_text(f: Field) -> Iterator[End]:
    """Every table that retreats one after the other can lead to."""
    horse = f.horse if f.side == "defender" else 0
    leader = f.area if f.nation in f.leaders else None
    todo = [Left(tuple(sorted(f.armies[f.nation].items())), horse, tuple(sorted(f.whence.items())), leader)]
    known = set(todo)
    for left in todo:
        yield left.end()
        new = {x for x in (*retreats(f, left), *flights(f, left)) if x not in known}
        known |= new
        todo += sorted(new, key=str)


def retreats(f: Field, left: Left) -> Iterator[Left]:
    """Some armies go to one place, their leader with them or not; with the last ones he goes."""
    armies, back = Counter(dict(left.armies)), dict(left.back)
    places = [p for p, n in back.items() if n] if f.side == "attacker" else BOARD.near[f.area]
    for place in places:
        if not refuge(f, armies, place):
            continue
        most = back[place] if f.side == "attacker" else armies[f.area]
        for foot, riders in product(range(armies[f.area] - left.horse + 1), range(left.horse + 1)):
            n = foot + riders
            then = armies + Counter({place: n})
            then[f.area] -= n
            if not 0 < n <= most or not fits(f, then, place):
                continue
            came = (
                tuple(sorted((back | {place: back[place] - n}).items()))
                if f.side == "attacker"
                else left.back
            )
            here = left.leader == f.area
            leaders = [left.leader] if not here else [place] if not then[f.area] else [place, f.area]
            for leader in leaders:
                yield Left(tuple(sorted(then.items())), left.horse - riders, came, leader)


def flights(f: Field, left: Left) -> Iterator[Left]:
    """A leader goes alone next door, to armies of his nation; a defender's not whence attackers came."""
    armies = dict(left.armies)
    for place in BOARD.near[f.area] if left.leader == f.area else ():
        if armies.get(place) and not foreign(f, place) and not (f.side == "defender" and place in f.whence):
            yield left._replace(leader=place)


def foreign(f: Field, place: str) -> bool:
    """Whether units of another nation are there."""
    return place in f.others or f.armies[f.foe][place] > 0 or place in f.strongholds.get(f.foe, ())


def refuge(f: Field, armies: Counter[str], place: str) -> bool:
    """Attackers: back to land nobody else has come to, or to sea in a raid or a first half; defenders: next door."""
    if f.side == "attacker":
        at_sea = f.half == 1 or turn(f.number, f.attacker).raid
        return at_sea if place not in BOARD.near else not foreign(f, place)
    if foreign(f, place) or place in f.whence:
        return False
    theirs = (x for x in BOARD.land[place] if x != f.area and f.armies[f.foe][x] and x not in f.others)
    return bool(armies[place]) or place in f.strongholds.get(f.nation, ()) or not any(theirs)


def fits(f: Field, armies: Counter[str], place: str) -> bool:
    """Whether armies that came to a place keep the stacking limits."""
    hard = BOARD.difficult
    if f.nation == "romans":
        return place not in hard or armies[place] <= 4
    burhs = f.strongholds.get(f.nation, ())
    held = {p: n + (p in burhs) for p, n in armies.items() if n and p in BOARD.near}
    over = [p for p, n in held.items() if n > (2 if p in hard else 3)]
    return place not in over or (over == [place] and (place not in hard or held[place] <= 4))


# ---- what the game offers


def played(s: Any, f: Field) -> Iterator[End]:
    """Every table that a side's answers lead to."""
    todo, known = [s], set[Any]()
    for table in todo:
        settle(table)
        step = table.agenda[-1] if table.agenda else None
        if step is None or step.name not in ASKED or getattr(step, "retreat", step).side != f.side:
            yield end(table, f)
            continue
        for a in step.legal(table):
            then = table.clone()
            then.agenda.pop()
            queue(then.agenda, step.take(then, a, None))
            if a.verb == "stay":
                yield end(then, f)
                continue
            mark = repr((then.agenda[-1:], end(then, f), sorted(then.entered.get(f.area, {}).items())))
            if mark not in known:
                known.add(mark)
                todo.append(then)


def end(s: Any, f: Field) -> End:
    armies = tuple(sorted((p, n) for p, n in s.armies[f.nation].items() if n))
    return armies, s.number(f.nation, f.area, "cavalry"), s.leaders.get(f.leaders.get(f.nation))
