"""One exchange of dice in a battle of any Britannia edition, computed once more from the rulebooks' words.

Battles are dealt at random: foot and cavalry, a fort or burh, leaders, attackers from one area or two. From the faces rolled the
text gives every way in which the losses can fall; the game, played through all its questions, must lead to the same tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

from albion.engine.cases import set_up
from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.loop import queue
from albion.engine.options import options_from
from albion.engine.step import Choice
from albion.games import find_game

OVER = {"Retreat", "FallBack", "Retreats", "BattleRound", "BattleEnd", "RoundOver"}
"""The steps that follow an exchange."""
BURH_FIRST_FROM = 14
OFTEN = ("normans", "romano-british", "romans", "saxons")
"""Nations with units that others do not have."""

Foot = tuple[tuple[str, int], ...]
"""Infantry by where it came from."""


class Side(NamedTuple):
    """What fights for a nation."""

    nation: str
    foot: int
    horse: int
    stronghold: int
    leader: str
    strong: bool
    """Legions: hit as cavalry does, and fall only to a six."""


class Rules(NamedTuple):
    """What differs by edition, option and round."""

    per: int
    """Hits for a loss, and dice for an army."""
    wasteful: bool
    burh_first: bool


class Left(NamedTuple):
    """What is left of a side."""

    foot: Foot
    horse: int
    stronghold: int


def disagreements(game: str, seed: int, battles: int) -> list[str]:
    """Tables that the text allows after an exchange and the game does not, or the reverse."""
    g: Any = find_game(game)
    rng, found = Random(seed), list[str]()
    while battles and not found:
        dealt = _dealt(g, rng)
        if dealt is None:
            continue
        battles -= 1
        s, area, attacker, defender, said = dealt
        came = s.entered[area]
        spots = {p: n - s.came_from(area, p).of("cavalry") for p, n in came.items()}
        log: list[Any] = []
        asked = _on(s, log, begun=False)
        faces = {
            x.nation: [f for e in log if e.data.get("who") == x.nation for f in e.data["dice"]]
            for x in (attacker, defender)
        }
        per = s.rules.numbers.dice_per_army if hasattr(s.rules, "numbers") else 1
        rules = Rules(per, game == "redux-leaders" and per == 1, s.round >= BURH_FIRST_FROM)
        hard = area in s.rules.board.difficult
        on_defender = _hits(game, attacker, faces[attacker.nation], per, sheltered=hard)
        on_attacker = _hits(game, defender, faces[defender.nation], per, sheltered=False)
        ways = product(
            _fallen(attacker, spots, on_attacker, rules),
            _fallen(defender, {area: defender.foot}, on_defender, rules),
        )
        by_text = {(a, d, _leaders((attacker, a), (defender, d))) for a, d in ways}
        by_game = set(_ends(s, asked, area, attacker, defender))
        if by_text != by_game:
            found = [
                f"{said}, {faces}: only by the text {by_text - by_game}, only in the game {by_game - by_text}"
            ]
    return found


def _dealt(g: Any, rng: Random) -> tuple[Any, str, Side, Side, str] | None:
    """A battle about to be fought; None: it was an impossible one."""
    reduced = g.id != "britannia-2005" and rng.random() < 0.5
    options = options_from(g.options_type, {"reduced_randomness": True} if reduced else {})
    rules = g.blank(options).rules
    board, area = rules.board, rng.choice(rules.board.areas)
    names = [*rules.nations, *(x for x in OFTEN * 3 if x in rules.nations)]
    attacker, defender = (
        _side(g.id, rules, rng.choice(names), rng, built) for built in (False, area not in board.difficult)
    )
    near = rng.sample(board.near[area], min(2, len(board.near[area])))
    total = attacker.foot + attacker.horse
    if attacker.nation == defender.nation or not near:
        return None
    first = rng.randint(1, total) if len(near) > 1 and not attacker.horse else total
    whence = {near[0]: first} | ({near[1]: total - first} if total > first else {})
    start = f"BattleRound {area}: {_name(rules, attacker)} attack {_name(rules, defender)} from "
    start += ", ".join(f"{n} {p}" for p, n in whence.items())
    position = {
        "round": str(rng.randint(1, len(rules.timeline))),
        area: f"{_written(rules, attacker)}, {_written(rules, defender)}",
    }
    try:
        s = set_up(g, options, start, position, Dice(rng.randrange(10**6)))
    except DataError:
        return None
    s.turn = attacker.nation
    return s, area, attacker, defender, f"{start} {position}"


def _side(game: str, rules: Any, nation: str, rng: Random, may_build: bool) -> Side:
    horse = rng.choice([0, 1, 2]) if rules.counters.get(nation) else 0
    foot = rng.choice([0, 1, 2, 3]) if horse else rng.choice([1, 2, 3])
    legions = game == "britannia-2005" and nation == "romans"
    builds = legions or (game == "britannia-2005" and nation == "saxons" and may_build)
    theirs = [x for x, card in rules.leaders.items() if card.nation == nation]
    leader = rng.choice(theirs) if theirs and rng.random() < 0.5 else ""
    return Side(nation, foot, horse, int(builds and may_build and rng.random() < 0.6), leader, legions)


def _name(rules: Any, side: Side) -> str:
    return str(rules.nations[side.nation].name)


def _written(rules: Any, x: Side) -> str:
    name = _name(rules, x)
    parts = [f"{x.foot} {name}"] if x.foot else []
    parts += [f"{x.horse} {name} cavalry"] if x.horse else []
    parts += [f"1 {name} {'fort' if x.strong else 'burh'}"] if x.stronghold else []
    return ", ".join([*parts, *([rules.leaders[x.leader].name] if x.leader else [])])


# ---- by the text


def _hits(game: str, x: Side, faces: list[int], per: int, *, sheltered: bool) -> tuple[int, int]:
    """Hits on normal units only, and on any: a six takes anything; else five, or four for cavalry and legions; six into hills."""
    strong = [x.strong] * x.foot * per + [True] * x.horse * per + [False] * x.stronghold
    assert len(faces) == len(strong)
    soft = anyone = 0
    for face, is_strong in zip(faces, strong, strict=True):
        shown = face + bool(x.leader)
        need = 6 if sheltered else 4 if is_strong and game != "redux-core" else 5
        anyone += shown >= 6
        soft += need <= shown < 6
    return soft, anyone


def _fallen(x: Side, spots: dict[str, int], hits: tuple[int, int], rules: Rules) -> set[Left]:
    """Every way in which the losses can fall: the roller says which kind, the owner which of those alike."""
    soft, anyone = hits
    if x.strong:
        lost = min(x.foot, anyone)
        fort = x.stronghold and (lost < x.foot or anyone - lost + soft == 0)
        return {Left(rest, 0, int(fort)) for rest in _taken(spots, lost)}
    normal = x.foot + x.stronghold
    found = set[Left]()
    for lost, horse in _kinds(normal, x.horse, soft, anyone, rules):
        burhs = [0, 1] if x.stronghold else [0]
        if x.stronghold and rules.burh_first and lost:
            burhs = [1]
        for burh in burhs:
            if 0 <= lost - burh <= x.foot:
                found |= {
                    Left(rest, x.horse - horse, x.stronghold - burh) for rest in _taken(spots, lost - burh)
                }
    return found


def _kinds(normal: int, horse: int, soft: int, anyone: int, rules: Rules) -> Iterator[tuple[int, int]]:
    """How many of each kind fall: no hit is wasted that could still fell one; this many hits make a loss.

    In Leaders and Raiders a roller may name the infantry for a die that could fell either, though other dice would fell it too.
    """
    per = rules.per
    for lost, riders in product(range(normal + 1), range(horse + 1)):
        spare = anyone - riders * per - max(0, lost * per - soft)
        if spare < 0:
            continue
        left = soft + anyone - (lost + riders) * per
        if not (lost < normal and left >= per) and not (riders < horse and spare >= per):
            yield lost, riders
    if rules.wasteful and horse and normal:
        for riders in range(min(horse, anyone) + 1):
            if anyone - riders <= normal and min(normal, soft + anyone - riders) == normal:
                yield normal, riders


def _taken(spots: dict[str, int], n: int) -> Iterator[Foot]:
    """Every way to take this many off these groups."""
    for gone in product(*[range(min(n, k) + 1) for k in spots.values()]):
        if sum(gone) == n:
            yield tuple((p, k - m) for (p, k), m in zip(spots.items(), gone, strict=True) if k > m)


def _leaders(*sides: tuple[Side, Left]) -> tuple[str, ...]:
    """Leaders with units of their nation left."""
    return tuple(
        sorted(x.leader for x, left in sides if x.leader and (left.foot or left.horse or left.stronghold))
    )


# ---- by the game


def _on(s: Any, log: list[Any] | None, *, begun: bool = True) -> tuple[Any, ...]:
    """Run on to the next question of the exchange; none: it is over."""
    while s.agenda and not (begun and s.agenda[-1].name in OVER):
        begun, step = True, s.agenda[-1]
        if isinstance(step, Choice):
            answers = step.legal(s)
            if answers:
                return answers
            s.agenda.pop()
        else:
            s.agenda.pop()
            queue(s.agenda, step.run(s, log))
    return ()


def _ends(
    s: Any, asked: tuple[Any, ...], area: str, attacker: Side, defender: Side
) -> Iterator[tuple[Left, Left, tuple[str, ...]]]:
    """Every table that the questions lead to."""
    todo = [(s, asked)]
    while todo:
        t, answers = todo.pop()
        if not answers:
            yield (
                _left(t, area, attacker, whence=True),
                _left(t, area, defender, whence=False),
                tuple(sorted(t.leaders)),
            )
        for a in answers:
            then = t.clone()
            step = then.agenda.pop()
            queue(then.agenda, step.take(then, a, None))
            todo.append((then, _on(then, None)))


def _left(s: Any, area: str, x: Side, *, whence: bool) -> Left:
    horse = s.number(x.nation, area, "cavalry")
    foot = s.count(x.nation, area) - horse
    groups = (
        {p: n - s.came_from(area, p).of("cavalry") for p, n in s.entered.get(area, {}).items()}
        if whence
        else {area: foot}
    )
    return Left(tuple((p, n) for p, n in groups.items() if n and foot), horse, s.stronghold(x.nation, area))
