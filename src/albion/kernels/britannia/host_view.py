"""What everybody may see of a table with sorts of armies and leaders."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from albion.engine.action import Json
from albion.engine.game import View
from albion.engine.kept import Kept
from albion.kernels.britannia.board import Nation, Place
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.state import BritState, MapState
from albion.kernels.britannia.units import INFANTRY, PLAIN, Force, home_of, kind_of, special
from albion.kernels.britannia.view import faction, factions, open_table


def host_view(
    s: HostState,
    kept: Kept,
    tell: Callable[[BritState, Nation], dict[str, Json]] = faction,
    also: Mapping[Nation, object] | None = None,
) -> View:
    """The open table as plain JSON; for `tell` and `also` see `factions`."""
    leading = (tuple(s.leaders.items()), s.turn, s.strides)
    shown = open_table(s, kept, pieces(s, kept, leading, lambda: leaders(s)), factions(s, kept, tell, also))
    shown["half"] = s.half
    shown["leaders"] = kept.part("leaders", s.leaders, lambda: _cards(s))
    return shown


def _cards(s: HostState) -> dict[str, Json]:
    """Every leader of the Timeline, and where it is."""
    return {
        x.id: {"name": x.name, "faction": x.nation, "place": s.leaders.get(x.id)}
        for x in s.rules.leaders.values()
    }


def pieces(
    s: MapState, kept: Kept, source: object, others: Callable[[], list[dict[str, Json]]]
) -> list[dict[str, Json]]:
    """Every stack of armies, each sort apart; then other units, which depend on their own source."""
    moving = (s.fresh, s.fresh_sorts)
    sources: dict[Nation | None, object] = {
        nation: (where, s.sorts.get(nation), *(moving if nation == s.turn else ()))
        for nation, where in s.armies.items()
    }
    sources[None] = source
    return kept.joined("pieces", sources, lambda nation: _pieces(s, kept, nation) if nation else others())


def _pieces(s: MapState, kept: Kept, nation: Nation) -> list[dict[str, Json]]:
    """A nation's stacks."""
    sources = {
        place: (s.armies[nation][place], s.tally(nation, place), _fresh(s, nation, place))
        for place in sorted(s.armies[nation])
    }
    return kept.joined(("stacks", nation), sources, lambda place: _stack(s, nation, place))


def _fresh(s: MapState, nation: Nation, place: Place) -> Force:
    """The armies in a place that may still move."""
    return s.unmoved(place) if nation == s.turn else PLAIN[0]


def _stack(s: MapState, nation: Nation, place: Place) -> list[dict[str, Json]]:
    fresh = _fresh(s, nation, place)
    found = []
    for sort, n in Force(s.count(nation, place), special(s.tally(nation, place))).parts():
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


def armies_described(s: MapState, nation: Nation, place: Place) -> list[str]:
    """A nation's armies in a place as the notation writes them."""
    name = s.rules.nations[nation].name
    found = []
    for sort, n in s.everything(nation, place).parts():
        home = home_of(sort)
        kind = "" if sort == INFANTRY else f" raiders of {home}" if home is not None else f" {sort}"
        found.append(f"{n} {name}{kind}")
    return found


def describe(s: HostState, nation: Nation, place: Place) -> list[str]:
    """The same with its leaders."""
    leading = [s.rules.leaders[x].name for x in s.leaders_at(nation, place)]
    return [*armies_described(s, nation, place), *leading]
