"""The map of Domesday in a few figures for each player: Areas held securely or barely, forces, means, prospects."""

from __future__ import annotations

from collections.abc import Iterator

from albion.bots.search.outlook import MADE, Sight, Told
from albion.games.domesday.s03_map import controller, hosts, owner
from albion.games.domesday.s06_victory import area_points
from albion.games.domesday.state import SLOT, Dom
from albion.games.domesday.steady_outlook import WORTH, heirs

LASTING = Told("more points that should last", "fewer points that should last")
POINTS = frozenset({MADE, "sure", "barely", "shared", "plunder"})
"""Points as the table stands and what is likely to become of them: told apart, an Area gained would speak for and against a move."""
TOLD = {
    "arms": ("more {0} in arms", "fewer {0} in arms"),
    "castles": ("more Castles of the {0}", "fewer Castles of the {0}"),
    "leaders": ("more Leaders of the {0}", "fewer Leaders of the {0}"),
    "coin": ("more mints for the {0}", "fewer mints for the {0}"),
    "king": ("the King with the {0}", "no King with the {0}"),
    "cards": ("more cards for the {0}", "fewer cards for the {0}"),
    "prospects": ("more Areas within reach of the {0}", "fewer Areas within reach of the {0}"),
}
"""What is seen of a player, in words."""


def told(sight: str) -> Told | None:
    """A sight in words: what it is and whose."""
    kind, _, seat = sight.partition(" ")
    if sight in POINTS or kind in POINTS:
        return LASTING
    return Told(*TOLD[kind], (seat,)) if kind in TOLD else None


def table(s: Dom) -> Iterator[Sight]:
    """Everything that the valuation looks at."""
    yield from _areas(s)
    yield from _stacks(s)
    for seat in s.rules.seats:
        yield f"plunder {seat}", s.plunder.get(seat, 0) / 5
        yield f"cards {seat}", len(s.hands.get(seat, ())) / 2
    if s.king:
        yield f"king {owner(s, s.sides[s.king])}", 1.0
    yield "revolt", float(s.revolt)
    yield "cards", sum(map(len, s.hands.values())) / 5
    if s.acting:
        yield f"acting:{s.acting}", 1.0


def _areas(s: Dom) -> Iterator[Sight]:
    """What each Area scores, and how securely: one more rival unit takes Control from a player with none to spare."""
    spaces, owners = s.board.spaces, s.rules.owner
    for area in s.stacks:
        scored = area_points(s, area)
        if not scored:
            continue
        lord, count = controller(s, area), hosts(s, area)
        if not lord:
            for faction, n in scored.items():
                yield f"shared {owners[faction]}", n / 5
            continue
        seat, held, most, total = owners[lord], scored[lord] / 5, count.get(lord, 0), sum(count.values())
        yield (f"sure {seat}" if most >= 2 * (total - most + 1) else f"barely {seat}"), held
        if any(x != seat for f, x in heirs(s.rules, area, s.revolt)):
            yield f"near heirs {seat}", held
        if spaces[area].coin:
            yield f"coin {seat}", 1.0
        if spaces[area].crown:
            yield f"crown {seat}", 1.0


def _stacks(s: Dom) -> Iterator[Sight]:
    """Forces, Castles, Leaders, and which Areas nearby are worth having and weakly held."""
    spaces, owners = s.board.spaces, s.rules.owner
    beside: dict[tuple[str, str], int] = {}
    for space, row in s.stacks.items():
        for faction, stack in row.items():
            seat = owner(s, faction)
            if not seat:
                continue
            arms = sum(
                WORTH.get(kind, 1.0) * (stack.troops[slot] + 0.5 * stack.troops[slot + 1])
                for kind, slot in SLOT.items()
            )
            yield f"arms {seat}", arms / 10
            yield f"stacks {seat}", 0.2
            if stack.castle:
                yield f"castles {seat}", 1.0
            if stack.leaders:
                yield f"leaders {seat}", len(stack.leaders) / 2
            for to in spaces[space].exits:
                if spaces[to].value:
                    beside[seat, to] = beside.get((seat, to), 0) + stack.count
    for (seat, area), n in beside.items():
        lord = controller(s, area)
        if n and (not lord or owners.get(lord) != seat):
            guard = sum(hosts(s, area).values())
            yield f"prospects {seat}", spaces[area].value * n / (n + 2 * guard + 1) / 5
