"""5.5.3 Retreat: where units may go, and in which order of preference."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.cite import Cite, cite, rule
from albion.engine.refusal import foremost
from albion.games.domesday.s03_map import (
    SAILORS,
    at_home,
    banner,
    contests,
    controller,
    enemy_controlled,
    homeland,
)
from albion.games.domesday.s04_units import room
from albion.games.domesday.state import Dom

INTO_WATER = cite("domesday 5.5.3.e 3.1.5.c")
FYRD = cite("domesday 5.5.3.f 3.2.2.b 4.3.4.c")
ENEMY = cite("domesday 5.5.3.d")
ACROSS = {
    "road": cite("domesday 3.1.4.j R3"),
    "road-box": cite("domesday 5.5.3.c 3.1.4.j"),
    "estuary": cite("domesday 5.5.3.c 3.1.5.h"),
}
"""What is crossed needs Initiative above the roll."""
ESTUARY_SHUT = cite("domesday 3.1.5.h 3.3.1.d")
FULL = cite("domesday R32 4.5.c 4.5.1.a")
OTHERS = cite("domesday 5.5.3.i R31")
PRIORITIES = {n: cite(f"domesday 5.5.3.{'gghhii'[n - 1]}") for n in range(1, 7)}
"""The clause of each priority: own Controlled, Contested, uncontested."""
NOT_ADJACENT = cite("domesday 5.5.3.b")
NEVER_INTO = {
    "sea": cite("domesday 5.5.3.d"),
    "road": cite("domesday 3.1.4.i"),
    "road-box": cite("domesday 3.1.4.i"),
}


@rule(cite("domesday 4.5.c 4.5.1.a R32"))
def shut(s: Dom, faction: str, kind: str, to: str, via: str, spare: int | None) -> Cite | None:
    """Why a unit may not retreat there; spare: its Initiative less the roll, None without a roll."""
    why = denied(s, faction, kind, to, via, spare)
    return FULL if why is None and kind != "leader" and room(s, to, banner(s, faction)) < 1 else why


@rule(cite("domesday 5.5.3.b 5.5.3.c 5.5.3.d 5.5.3.e 5.5.3.f 3.1.4.i 3.1.4.j 3.1.5.c 3.1.5.h 3.3.1.d R3 R31"))
def denied(s: Dom, faction: str, kind: str, to: str, via: str, spare: int | None) -> Cite | None:
    """The same, whether there is room for it or not."""
    space = s.board.spaces[to]
    mine = banner(s, faction)
    if space.kind == "estuary" and kind not in SAILORS:
        return INTO_WATER
    if faction == "fyrd" and kind == "spearman" and space.is_area and not homeland(s, to, faction):
        return FYRD
    if enemy_controlled(s, to, mine):
        return ENEMY
    if via and spare is not None and spare <= 0:
        return ACROSS[s.board.spaces[via].kind if via in s.board.spaces else via]
    if via in s.board.shores and enemy_controlled(s, via, mine):
        return ESTUARY_SHUT
    if to in s.stacks and controller(s, to) != mine and not contests(s, to, mine):
        return OTHERS
    return None


@rule(cite("domesday 5.5.3.g 5.5.3.h 5.5.3.i 3.1.5.a 3.2.d"))
def priority(s: Dom, faction: str, kinds: Iterable[str], to: str) -> int:
    """1 to 6: own Controlled, then Contested, then empty; a Homeland before another each time."""
    mine = banner(s, faction)
    home = all(at_home(s, to, faction, kind) for kind in kinds)
    if to not in s.stacks:
        return 5 if home else 6
    if controller(s, to) == mine:
        return 1 if home else 2
    return 3 if home else 4


def ways(s: Dom, faction: str, kind: str, space: str, spare: int | None) -> tuple[str, ...]:
    """The spaces of the best priority open to a unit that retreats from here."""
    found = [
        to for to, via in s.board.spaces[space].retreats if shut(s, faction, kind, to, via, spare) is None
    ]
    if len(found) < 2:
        return tuple(found)
    rank = {to: priority(s, faction, (kind,), to) for to in found}
    best = min(rank.values())
    return tuple(to for to in found if rank[to] == best)


@rule(cite("domesday 5.5.3.g 5.5.3.h 5.5.3.i 5.5.3.d"))
def retreat_forbids(s: Dom, faction: str, kind: str, space: str, to: str, spare: int | None) -> Cite | None:
    """The rule against that retreat."""
    adjacent = dict(s.board.spaces[space].retreats)
    if to not in adjacent:
        return not_beside(s, to)
    why = shut(s, faction, kind, to, adjacent[to], spare)
    if why is not None:
        return why
    best = ways(s, faction, kind, space, spare)
    if to in best:
        return None
    return outranked(*(priority(s, faction, (kind,), x) for x in (best[0], to)))


def not_beside(s: Dom, to: str) -> Cite:
    """No retreat leads there: into a Road or a Sea none at all, elsewhere it is not adjacent."""
    return NEVER_INTO.get(s.board.spaces[to].kind, NOT_ADJACENT)


def outranked(best: int, other: int) -> Cite:
    """The clauses of two priorities, the better one first."""
    before, after = PRIORITIES[best], PRIORITIES[other]
    return before if before == after else (*before, *after)


def nowhere(s: Dom, faction: str, kind: str, space: str, spare: int | None) -> Cite:
    """What shuts each way to a unit that has none: first a crossing that a lower roll would open, then an Area that is full."""
    shuts = [shut(s, faction, kind, to, via, spare) for to, via in s.board.spaces[space].retreats]
    laws = dict.fromkeys(why for why in shuts if why)
    near = (*ACROSS.values(), FULL)
    return (
        foremost(sorted(laws, key=lambda why: near.index(why) if why in near else len(near))) or NOT_ADJACENT
    )
