"""3.0 Map: adjacency, Homelands, Control, and what it costs to enter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from albion.engine.cite import cite, rule
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.state import Dom, Stack

CASTLE_FACTIONS = ("norman", "baron", "saxon")
SAILORS = frozenset({"leader", "longship"})


@rule(cite("domesday 1.3.c 4.3.4.a 4.2.2.h"))
def banner(s: Dom, faction: str) -> str:
    """The faction a unit fights for: the King's, for the Fyrd."""
    return s.sides[s.king] if faction == "fyrd" and s.king else faction


@rule(cite("domesday 1.3.2.b 5.8.1.c 5.9.1.d"))
def in_play(s: Dom, faction: str) -> bool:
    """Saxons before the Revolt, Barons after it, the Fyrd with a King."""
    if faction == "saxon":
        return not s.revolt
    if faction == "baron":
        return s.revolt
    return faction != "fyrd" or bool(s.king)


@rule(cite("domesday 1.3.1.a 1.3.2.a 1.3.3.a 1.3.4.a 4.2.2.h 5.1.1.a"))
def owner(s: Dom, faction: str) -> str:
    """The player of a faction; of the Fyrd, the King's."""
    return s.rules.owner.get(banner(s, faction), "")


@rule(cite("domesday 1.3.b 1.3.c 3.3.1.a R9"))
def hosts(s: Dom, space: str) -> dict[str, int]:
    """How many units each faction has there, the Fyrd counted with the King's."""
    found: dict[str, int] = {}
    for faction, st in s.stacks.get(space, {}).items():
        mine = banner(s, faction)
        found[mine] = found.get(mine, 0) + st.size
    return found


@rule(cite("domesday 3.3.1.a 3.3.1.b 3.3.3.a 1.3.b R9"))
def controller(s: Dom, space: str) -> str:
    """The faction whose units outnumber all others there by at least two to one, or ''."""
    known = s.lords.get(space)
    if known is not None:
        return known
    return master(hosts(s, space)) if space in s.stacks else ""


@rule(cite("domesday 3.3.1.a"))
def master(count: Mapping[str, int]) -> str:
    """Who Controls an Area with this many units of each faction, or ''."""
    total = sum(count.values())
    for faction, n in count.items():
        if n and 3 * n >= 2 * total:
            return faction
    return ""


@rule(cite("domesday 3.3.2.a"))
def contests(s: Dom, space: str, faction: str) -> bool:
    """Whether the faction has units there and nobody Controls the Area."""
    row = s.stacks.get(space)
    if not row or controller(s, space):
        return False
    return faction in row or ("fyrd" in row and banner(s, "fyrd") == faction)


@rule(cite("domesday 3.3.1.b"))
def enemy_controlled(s: Dom, space: str, faction: str) -> bool:
    """Whether another faction Controls it."""
    return controller(s, space) not in ("", faction)


@rule(cite("domesday 3.2.a 3.2.b 3.2.1.a 3.2.2.a 4.3.2.c 4.3.4.b R64"))
def homeland(s: Dom, space: str, faction: str) -> bool:
    """An icon of the faction, or a Castle of its own; for the Fyrd those of the Saxons."""
    if faction == "fyrd":
        faction = "saxon"
    if faction in s.board.spaces[space].homelands:
        return True
    row = s.stacks.get(space)
    return bool(row and faction in row and row[faction].castle)


@rule(cite("domesday 3.1.4.e 3.1.5.a 3.1.6.b 3.2.3.a 3.2.4.a 4.2.h R8"))
def at_home(s: Dom, space: str, faction: str, kind: str) -> bool:
    """Homeland for moving: the faction's own, Roads for riders, water for sailors."""
    return kind in s.board.spaces[space].terrain.homeland_for or homeland(s, space, faction)


@rule(cite("domesday 4.3.2.k 5.2.b 5.8.2.e"))
def enemy_castle(s: Dom, space: str, faction: str) -> bool:
    """Whether another faction's Castle stands there."""
    row = s.stacks.get(space)
    if not row:
        return False
    mine = banner(s, faction)
    return any(st.castle and f != mine for f, st in row.items())


def my_factions(s: Dom, seat: str) -> tuple[str, ...]:
    """The factions a player has in play, the Fyrd last if he has the King."""
    mine = tuple(f for f in s.rules.factions[seat] if in_play(s, f))
    return (*mine, "fyrd") if s.king and owner(s, "fyrd") == seat else mine


def spaces_of(s: Dom, faction: str) -> Iterator[str]:
    """Where the faction has units, its Fyrd apart."""
    return (space for space, row in s.stacks.items() if faction in row)


def kinds_in(st: Stack) -> list[str]:
    """The kinds of troops in a stack, and 'leader' if there is one."""
    troops = st.troops
    kinds = [k for n, k in enumerate(KINDS) if troops[2 * n] or troops[2 * n + 1]]
    return [*kinds, "leader"] if st.leaders else kinds
