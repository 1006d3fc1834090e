"""Facts about the board and the position in words, so that a case can name them after its actions."""

from __future__ import annotations

from collections.abc import Callable

from albion.games.domesday.check import count_counters
from albion.games.domesday.s03_map import contests, controller, hosts, owner
from albion.games.domesday.s04_units import company, limit
from albion.games.domesday.s06_victory import area_points
from albion.games.domesday.state import Dom


def _factors(s: Dom, what: str) -> str:
    if what in s.board.leaders:
        return "-".join(str(n) for n in s.board.leaders[what].factors)
    kind = s.board.kinds[what]
    sides = [kind.full, kind.reduced] if kind.full else [kind.reduced]
    return " / ".join("-".join(str(n) for n in side) for side in sides)


def _leader(s: Dom, what: str) -> str:
    row = s.board.leaders[what]
    crown = f"; crown as {', '.join(row.crown_as)}" if row.crown_as else ""
    return ", ".join(row.factions) + crown + ("; dead on reverse" if row.dead else "")


def _card(s: Dom, what: str) -> str:
    row = s.board.cards[what]
    window = f" {row.turns.first}-{row.turns.last}" if row.turns else ""
    return f"{row.ap} AP {row.kind}{window}"


def _count(s: Dom, what: str) -> str:
    word, _, rest = what.partition(" ")
    if word == "hand":
        return str(len(s.hands[rest]))
    if word == "cards":
        return str(len(s.board.cards))
    if word == "counters":
        return str(count_counters(s.board.tables))
    if word in s.board.buildings:
        return str(s.board.buildings[word].counters)
    pile: tuple[str, ...] = getattr(s, word)
    return str(len(pile))


def _status(s: Dom, area: str) -> str:
    if area not in s.stacks:
        return "uncontrolled"
    master = controller(s, area)
    if master:
        return f"controlled by {master}"
    return "contested by " + ", ".join(sorted(f for f in hosts(s, area) if contests(s, area, f)))


def _limit(s: Dom, what: str) -> str:
    area, faction = what.split()
    return str(limit(s, company(s, area, faction)[1]))


def _vp(s: Dom, what: str) -> str:
    area, faction = what.split()
    return str(area_points(s, area).get(faction, 0))


def _icons(s: Dom, area: str) -> str:
    space = s.board.spaces[area]
    return ", ".join(word for word, there in (("crown", space.crown), ("coin", space.coin)) if there)


def _contains(s: Dom, area: str) -> str:
    return ", ".join(next(a.contains for a in s.board.tables.area if a.id == area))


FACTS: dict[str, Callable[[Dom, str], str]] = {
    "factors": _factors,
    "leader": _leader,
    "card": _card,
    "count": _count,
    "status": _status,
    "limit": _limit,
    "vp": _vp,
    "icons": _icons,
    "contains": _contains,
    "owner": owner,
    "terrain": lambda s, area: s.board.spaces[area].terrain.id,
    "value": lambda s, area: str(s.board.spaces[area].value),
    "kind": lambda s, area: s.board.spaces[area].kind,
    "homelands": lambda s, area: ", ".join(sorted(s.board.spaces[area].homelands)),
    "sites": lambda s, area: ", ".join(sorted(s.board.spaces[area].sites)),
    "exits": lambda s, area: ", ".join(sorted(s.board.spaces[area].exits)),
    "where": lambda s, leader: s.leaders[leader],
}
"""Read-only entries such as 'factors hardrada' or 'status london'."""
