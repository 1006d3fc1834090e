"""Small Movement Phases of both reduX games, tried out move by move: what may be done with care is what can still end.

The engine looks ahead with counts and matchings; here every way to spread the armies is tried, on positions small enough.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

from albion.engine.action import Action, Decision
from albion.engine.loop import apply, settle
from albion.games import find_game
from albion.kernels.britannia.board import load_board
from albion.kernels.britannia.limits import unmet

NATION, FOE, ROUND = "saxons", "angles", 3
SEA = "english-channel"
STARTS = (
    "kent",
    "essex",
    "sussex",
    "wessex",
    "downlands",
    "devon",
    "dyfed",
    "gwent",
    "avalon",
    "suffolk",
    "lindsey",
)
MOST = 5
"""Armies of a small position: more take too long to try."""
Table = Counter[str]


class Small:
    """A phase that was begun again, and what can become of it."""

    def __init__(self, game: str, dice: random.Random) -> None:
        self.board = load_board()
        found: Any = find_game(game)
        self.s = s = found.blank(found.option_sets()[0])
        self.mine: Table = Counter()
        places = [*STARTS[:: dice.choice((1, -1))], SEA]
        for place in dice.sample(places, dice.randint(1, 3)):
            self.mine[place] = dice.randint(1, 4)
        while self.mine.total() > MOST:
            place = max(self.mine, key=lambda p: self.mine[p])
            self.mine[place] -= 1
        near = sorted({b for a in self.mine for b in self.around(a)} - set(self.mine))
        self.foes = {a: dice.randint(1, 2) for a in near if dice.random() < dice.choice((0.2, 0.8))}
        s.round, s.turn = ROUND, NATION
        for table, nation in ((self.mine, NATION), (self.foes, FOE)):
            for place, n in table.items():
                s.add(nation, place, n)
        found.notation.start(s, "Movement: Saxons")
        settle(s)
        self.loose: Table = Counter(s.fresh)
        self.held = self.held_now(self.mine)
        s.careful, s.needy = True, unmet(s, s.turn) is not None
        self.needy = s.needy

    def around(self, place: str) -> tuple[str, ...]:
        """Where one step leads: next door, over a strait, or ashore."""
        return tuple(self.board.near[place] if place in self.board.near else self.board.coast[place])

    def onward(self, place: str, area: str) -> tuple[str, ...]:
        """Where a second step leads, back as well; nowhere over a strait."""
        crossed = place in self.board.near and area in self.board.strait[place]
        return () if crossed else tuple(self.board.land[area])

    def ends(self, place: str) -> list[str]:
        """Where an army not yet moved can end without an overrun."""
        stay = [place] if place in self.board.near else []
        first = list(self.around(place))
        second = [b for a in first if a not in self.foes for b in self.onward(place, a)]
        return list(dict.fromkeys((*stay, *first, *second)))

    def held_now(self, table: Table) -> int:
        return sum(1 for p, n in table.items() if n and p in self.board.near and p not in self.foes)

    def excess(self, table: Table) -> int:
        """Armies on land beyond the population limit."""
        areas = [p for p, n in table.items() if n and p in self.board.near]
        bonus = any(p not in self.board.difficult and p not in self.foes for p in areas)
        return max(0, sum(table[p] for p in areas) - 2 * len(areas) - bonus)

    def fine(self, table: Table) -> bool:
        """Whether the phase could end so."""
        hard = self.board.difficult
        ashore = {p: n for p, n in table.items() if n}
        if any(p not in self.board.near for p in ashore):
            return False
        over = [p for p, n in ashore.items() if n > (2 if p in hard else 3)]
        if len(over) > 1 or any(ashore[p] > (4 if p in hard else 6) for p in over):
            return False
        return self.held_now(table) >= self.held and self.excess(table) <= self.incurable

    def spreads(self, settled: Table, loose: Table) -> Iterator[Table]:
        """Every way in which the armies not yet moved could end."""
        places = [p for p, n in loose.items() if n]
        if not places:
            yield settled
            return
        place = places[0]
        rest = Counter({p: loose[p] for p in places[1:]})
        for ends in combinations_with_replacement(self.ends(place), loose[place]):
            yield from self.spreads(settled + Counter(ends), rest)

    @cached_property
    def incurable(self) -> int:
        """The excess that no movement can cure; none where there is none to cure."""
        if SEA not in self.mine and not self.excess(self.mine):
            return 0
        return min(self.excess(t) for t in self.spreads(Counter(), self.loose))

    def can_end(self, settled: Table, loose: Table) -> bool:
        """In a phase that began with its limits met they must be met at once; otherwise it must be possible to meet them."""
        if not self.needy:
            return self.fine(settled + loose)
        return any(self.fine(t) for t in self.spreads(settled, loose))

    def surplus(self, area: str, n: int) -> int:
        """Of n armies that enter an area, how many may march on."""
        if area not in self.foes:
            return n
        return 0 if area in self.board.difficult else max(0, n - min(2 * self.foes[area], 6))

    def keeps(self, place: str, area: str, n: int) -> bool:
        """Whether n armies may go to an area, to stay there or some of them marching on."""
        rest = self.loose - Counter({place: n})
        if self.can_end(Counter({area: n}), rest):
            return True
        beyond = [b for b in self.onward(place, area) if b != place]  # to come back is nothing to set out for
        return any(self.goes_on(place, area, n, m, beyond) for m in range(1, self.surplus(area, n) + 1))

    def goes_on(self, place: str, area: str, n: int, m: int, beyond: Iterable[str]) -> bool:
        """Whether of n armies that entered an area m may march on to one beyond it."""
        rest = self.loose - Counter({place: n})
        return any(self.can_end(Counter({area: n - m}) + Counter({b: m}), rest) for b in beyond)


def disagreements(game: str, seed: int, positions: int) -> list[str]:
    """Where what is offered with care differs from what can still end; and how much was compared, last."""
    dice, found, asked = random.Random(seed), [], 0
    for _ in range(positions):
        small = Small(game, dice)
        where = (
            ", ".join(f"{p} {n}" for p, n in sorted(small.mine.items())) + f" against {sorted(small.foes)}"
        )
        if small.s.unavoidable != small.incurable:
            found.append(f"{where}: incurable {small.s.unavoidable}, not {small.incurable}")
            continue
        for told, offered, possible in _compared(small):
            asked += 1
            if offered != possible:
                found.append(f"{where}: {told} offers {sorted(offered)}, possible are {sorted(possible)}")
    return found if asked else ["nothing was compared"]


def _compared(small: Small) -> Iterator[tuple[str, set[Any], set[Any]]]:
    """Each question of a first move: what it offers and what is possible."""
    open_to = {
        p: {a: {k for k in range(1, n + 1) if small.keeps(p, a, k)} for a in small.around(p)}
        for p, n in small.loose.items()
    }
    starts = {p for p, ways in open_to.items() if any(ways.values())}
    s = small.s
    first = settle(s.clone())
    assert first is not None
    yield "from", _nouns(first, "from"), starts
    if not starts:
        return
    for place in sorted(starts):
        at_place, where = _after(s, Action("from", place))
        yield f"from {place}", _nouns(where, "to"), {a for a, ks in open_to[place].items() if ks}
        for area in sorted(_nouns(where, "to")):
            at_area, number = _after(at_place, Action("to", area))
            yield f"{place} to {area}", _nouns(number, "send"), open_to[place][area]
            for n in sorted(_nouns(number, "send")):
                yield from _marching_on(small, _after(at_area, Action("send", n))[1], place, area, n)


def _marching_on(
    small: Small, d: Decision | None, place: str, area: str, n: int
) -> Iterator[tuple[str, set[Any], set[Any]]]:
    if d is None or d.step not in ("MarchOn", "MarchFurther"):
        return
    told = f"{n} from {place} to {area}, on"
    beyond = small.onward(place, area)
    able = {m for m in range(1, small.surplus(area, n) + 1) if small.goes_on(place, area, n, m, beyond)}
    yield told, _nouns(d, "march-on"), able
    stay = small.can_end(Counter({area: n}), small.loose - Counter({place: n}))
    yield f"{told}: stop", {"stop"} & {a.verb for a in d.actions}, {"stop"} if stay or not able else set()


def _nouns(d: Decision | None, verb: str) -> set[Any]:
    return {a.noun for a in d.actions if a.verb == verb} if d else set()


def _after(s: Any, a: Action) -> tuple[Any, Decision | None]:
    twin = s.clone()
    return twin, apply(twin, a)
