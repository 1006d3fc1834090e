"""What everybody may see of a table with sorts of armies and leaders."""

from __future__ import annotations

from albion.engine.action import Json
from albion.engine.game import View
from albion.kernels.britannia.board import Nation, Place
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.units import INFANTRY, Force, home_of, kind_of, special
from albion.kernels.britannia.view import view


def host_view(s: HostState) -> View:
    """The open table as plain JSON."""
    shown = view(s)
    shown["pieces"] = [*pieces(s), *leaders(s)]
    shown["half"] = s.half
    shown["leaders"] = {
        x.id: {"name": x.name, "faction": x.nation, "place": s.leaders.get(x.id)}
        for x in s.rules.leaders.values()
    }
    return shown


def pieces(s: HostState) -> list[dict[str, Json]]:
    """Every stack of armies, each sort apart."""
    return [
        piece
        for nation, where in s.armies.items()
        for place in sorted(where)
        for piece in _stack(s, nation, place)
    ]


def _stack(s: HostState, nation: Nation, place: Place) -> list[dict[str, Json]]:
    moving = nation == s.turn
    fresh = Force(s.fresh.get(place, 0), special(s.fresh_sorts.get(place))) if moving else Force(0)
    found = []
    for sort, n in s.everything(nation, place).parts():
        piece: dict[str, Json] = {
            "place": place,
            "faction": nation,
            "kind": kind_of(sort),
            "count": n,
            "fresh": fresh.of(sort),
        }
        home = home_of(sort)
        if home is not None:
            piece |= {"state": "raiding", "home": home}
        found.append(piece)
    return found


def leaders(s: HostState) -> list[dict[str, Json]]:
    """Every leader in play."""
    cards = s.rules.leaders
    return [
        {
            "place": place,
            "faction": cards[x].nation,
            "kind": "leader",
            "count": 1,
            "name": cards[x].name,
            "id": x,
            "fresh": int(cards[x].nation == s.turn and s.strides.get(x, 0) == 0),
        }
        for x, place in s.leaders.items()
    ]


def describe(s: HostState, nation: Nation, place: Place) -> list[str]:
    """A nation's units in a place as the notation writes them."""
    name = s.rules.nations[nation].name
    found = []
    for sort, n in s.everything(nation, place).parts():
        home = home_of(sort)
        kind = "" if sort == INFANTRY else f" raiders of {home}" if home is not None else f" {sort}"
        found.append(f"{n} {name}{kind}")
    return [*found, *(s.rules.leaders[x].name for x in s.leaders_at(nation, place))]
