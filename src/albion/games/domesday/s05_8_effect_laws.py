"""Cards as data, the laws: where an effect can happen, whom it can touch, and who chooses (5.8)."""

from __future__ import annotations

from albion.engine.cite import Cite, cite, rule
from albion.games.domesday.data import Effect
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.s01_4_absentee import with_escort
from albion.games.domesday.s03_map import (
    banner,
    contests,
    controller,
    enemy_castle,
    homeland,
    hosts,
    in_play,
    owner,
    spaces_of,
)
from albion.games.domesday.s04_units import (
    available,
    banded,
    fleets,
    have,
    owner_of_leader,
    replaceable,
    ships,
    unit_name,
    units_of,
)
from albion.games.domesday.state import DEAD, EXILE, Dom, Stack


def program(s: Dom) -> tuple[Effect, ...]:
    """The effects of the card, with the option chosen in place of the choice."""
    found: list[Effect] = []
    for e in s.board.cards[s.event.card].effects:
        if e.op == "choose-one" and s.event.option >= 0:
            found += e.options[s.event.option].effects
        else:
            found.append(e)
    return tuple(found)


@rule(cite("domesday 5.8.1.b"))
def resolver(s: Dom) -> str:
    """The player of the resolving faction; without one, the card's player."""
    return owner(s, s.event.faction) if s.event.faction else s.event.player


def acting_faction(s: Dom, e: Effect) -> str:
    """The faction whose units the effect is about."""
    return e.faction or s.event.faction


@rule(cite("domesday 5.8.a"))
def optional(e: Effect) -> bool:
    """'Up to': the player may stop; a card that flips one unit, or takes Wasted from one Area, leaves no choice."""
    if e.op == "remove-wasted":
        return e.choose > 1
    return e.op == "replace-units" or (e.op == "restore-units" and e.n > 1)


def listed(s: Dom, e: Effect) -> tuple[str, ...]:
    """The Areas a card names, or its rule for them gives."""
    if not e.scope:
        return e.areas or s.board.areas
    f, board = acting_faction(s, e), s.board
    if e.scope == "own-homeland":
        return tuple(a for a in board.areas if homeland(s, a, f))
    if e.scope == "own-overseas":
        return tuple(a for a in board.homelands[f] if board.spaces[a].kind == "overseas")
    if e.scope in ("own-controlled", "king-controlled"):
        mine = f if e.scope == "own-controlled" else banner(s, "fyrd")
        return tuple(a for a in board.areas if s.king or mine != "fyrd" if controller(s, a) == mine)
    if e.scope == "own-contested":
        return tuple(a for a in board.areas if contests(s, a, f))
    if e.scope == "own-longship-areas":
        return fleets(s, f)
    if e.scope == "adjacent-to-own":
        own = [a for g in banded(s, f) for a in spaces_of(s, g)]
        near = {x for a in own for x, via in board.spaces[a].retreats if via not in board.shores}
        return tuple(a for a in board.areas if a in near)
    return board.areas


def counter(s: Dom, e: Effect) -> str:
    """The Leader's counter for the resolving faction."""
    return e.counter_by_faction.get(acting_faction(s, e), e.leader)


@rule(cite("domesday 4.2.b 4.2.1.b 4.2.1.c 5.8.2.a 5.8.2.b 5.8.2.c 4.2.4.b R58"))
def leader_free(s: Dom, leader: str, faction: str) -> bool:
    """Dead ones stay dead; the King and Dead-marked ones serve their own player only, on their side."""
    if (
        s.leaders[leader] == DEAD
        or not in_play(s, faction)
        or faction not in s.board.leaders[leader].factions
    ):
        return False
    for x in (leader, *s.board.twins[leader]):
        if x == s.king and (s.sides[x] != faction or x != leader):
            return False
    row = s.board.leaders[leader]
    return (
        not row.dead or s.leaders[leader] not in s.stacks or owner_of_leader(s, leader) == owner(s, faction)
    )


@rule(cite("domesday 5.8.2.e 3.1.4.h 3.1.5.g 3.1.6.e 4.3.2.k 4.4.a 4.4.b 4.4.c 4.4.f 4.4.g 4.3.2.a R44"))
def open_areas(s: Dom, e: Effect) -> tuple[str, ...]:
    """Where the effect can happen now."""
    areas, f, here = listed(s, e), acting_faction(s, e), s.event.area
    if e.same_area and not e.areas:
        areas = (here,) if here else ()
    elif e.same_area and here:
        areas = (here,) if not e.only_listed or here in e.areas else ()
    if e.op == "place-leader":
        if not leader_free(s, counter(s, e), f):
            return ()
        return with_escort(s, owner(s, f), f, tuple(a for a in areas if not enemy_castle(s, a, f)))
    if e.op == "place-units":
        if not in_play(s, f) or (f == "fyrd" and owner(s, "fyrd") != resolver(s)):
            return ()
        return tuple(a for a in areas if not enemy_castle(s, a, f))
    if e.op == "place-castle":
        return tuple(a for a in areas if castle_fits(s, e, f, a))
    if e.op == "place-building":
        return tuple(a for a in areas if building_fits(s, e, f, a))
    if e.op == "place-wasted":
        return tuple(a for a in areas if not e.within_value or s.wasted.get(a, 0) < s.board.spaces[a].value)
    return tuple(a for a in areas if s.wasted.get(a))


NO_PLACE = {
    "sea": cite("domesday 5.8.2.e 3.1.6.e"),
    "estuary": cite("domesday 5.8.2.e 3.1.5.g"),
    "road": cite("domesday 5.8.2.e 3.1.4.h"),
    "road-box": cite("domesday 5.8.2.e 3.1.4.h"),
}
BESIDE_CASTLE = cite("domesday 5.8.2.e 4.3.2.k")
SITES = {
    "tower": cite("domesday 4.4.c 4.4.b"),
    "cathedral": cite("domesday 4.4.c 4.4.b"),
    "great-hall": cite("domesday 4.4.b"),
}


def not_there(s: Dom, e: Effect, area: str, chosen: bool) -> Cite:
    """Why an effect cannot happen there."""
    space, f = s.board.spaces[area], acting_faction(s, e)
    if not space.is_area:
        return cite("domesday 5.8.a 3.1.1.b") if e.op.endswith("-wasted") else NO_PLACE[space.kind]
    if e.op == "place-building":
        return _no_building(s, e, area)
    if chosen or area not in listed(s, e):
        return cite("domesday 5.8.a")
    if e.op in ("place-leader", "place-units", "place-castle") and enemy_castle(s, area, f):
        return BESIDE_CASTLE
    if e.op == "place-castle" and space.kind == "overseas":
        return cite("domesday 3.1.7.b 4.3.2.a")
    if e.op == "place-castle" and s.at(area, f).castle:
        return cite("domesday 4.5.1.c")
    return cite("domesday 1.4.3.c R54") if e.op == "place-leader" else cite("domesday 5.8.a")


def _no_building(s: Dom, e: Effect, area: str) -> Cite:
    space = s.board.spaces[area]
    if space.kind != "city":
        return cite("domesday 4.4.a")
    if e.building not in space.sites:
        return SITES[e.building]
    return cite("domesday 4.4.f 4.5.1.c" if e.building in s.buildings.get(area, ()) else "domesday 5.8.a")


def untouched(s: Dom, e: Effect, area: str) -> Cite:
    """Why no unit there is touched: the King's company stays what it is, otherwise the card does not name it."""
    if e.op == "replace-units":
        new = new_faction(s, e)
        stays = [replaceable(s, area, f, new) for f in s.stacks.get(area, {}) if _whose(s, e, f)]
        return next((why for why in stays if why is not None), cite("domesday 5.8.3.a 5.8.a"))
    return cite("domesday 5.8.a R45")


def castle_fits(s: Dom, e: Effect, faction: str, area: str) -> bool:
    """Not Overseas, none of the faction there, Controlled if the card says so; a counter left or one to lift."""
    return (
        s.board.spaces[area].kind != "overseas"
        and not s.at(area, faction).castle
        and not enemy_castle(s, area, faction)
        and ((not e.controlled and e.scope != "own-controlled") or controller(s, area) == faction)
        and (available(s, faction, "castle") > 0 or bool(elsewhere(s, faction, "castle", area)))
    )


@rule(cite("domesday 4.4.a 4.4.b 4.4.c 4.4.f 4.4.g 4.5.1.c"))
def building_fits(s: Dom, e: Effect, faction: str, area: str) -> bool:
    """A Controlled City with a site for it, not yet built, and a counter left."""
    built = sum(row.count(e.building) for row in s.buildings.values())
    return (
        e.building in s.board.spaces[area].sites
        and e.building not in s.buildings.get(area, ())
        and built < s.board.buildings[e.building].counters
        and (not e.controlled or controller(s, area) == faction)
    )


def foes_within_reach(s: Dom) -> tuple[str, ...]:
    """The players a card could be turned against."""
    mine = resolver(s)
    others = [x for x in s.rules.seats if x != mine]
    if not s.board.cards[s.event.card].requires.contests_area_of_target:
        return tuple(others)
    found = {owner(s, f) for a in raided(s, s.event.faction) for f in hosts(s, a)}
    return tuple(x for x in others if x in found)


@rule(cite("domesday 5.8.a 1.3.c"))
def raided(s: Dom, faction: str) -> tuple[str, ...]:
    """Areas the faction, with its King's Fyrd, Contests with Longships against another player."""
    mine, fleet = owner(s, faction), banded(s, faction)
    return tuple(
        a
        for a in s.board.areas
        if contests(s, a, faction)
        and any(ships(s, a, f) for f in fleet)
        and any(owner(s, f) != mine for f in hosts(s, a))
    )


@rule(cite("domesday 4.2.4.b 5.8.2.a"))
def returnable(s: Dom) -> tuple[str, ...]:
    """Exiles with the resolving faction on one of their sides."""
    f = s.event.faction
    return tuple(x for x, place in s.leaders.items() if place == EXILE and leader_free(s, x, f))


def homeward(s: Dom, e: Effect) -> str:
    """The faction's own Overseas realm among those named."""
    return next((a for a in e.areas if s.event.faction in s.board.spaces[a].homelands), "")


@rule(cite("domesday 5.8.a 3.1.7.c"))
def fleets_to_go(s: Dom) -> tuple[str, ...]:
    """Where the target player's Area is Contested by Longships of the faction; the Fyrd's do not go Overseas."""
    mine, target = s.event.faction, s.event.target
    return tuple(
        a for a in raided(s, mine) if ships(s, a, mine) and any(owner(s, f) == target for f in hosts(s, a))
    )


def victims(s: Dom, e: Effect) -> dict[str, tuple[str, ...]]:
    """Units the effect can touch, by Area."""
    found: dict[str, tuple[str, ...]] = {}
    for area in _fields(s, e):
        units = tuple(n for f in sorted(s.stacks.get(area, {})) for n in _touched(s, e, area, f))
        if units:
            found[area] = units
    return found


def _fields(s: Dom, e: Effect) -> tuple[str, ...]:
    if e.scope == "sea-coast":
        return tuple(a for a in s.board.shores.get(s.event.area, ()) if a in s.stacks)
    return tuple(a for a in listed(s, e) if a in s.stacks) if e.areas or e.scope else tuple(sorted(s.stacks))


def _touched(s: Dom, e: Effect, area: str, faction: str) -> list[str]:
    if not _whose(s, e, faction):
        return []
    st = s.at(area, faction)
    kinds = e.unit_types or (*KINDS, "castle")
    if e.op == "restore-units":
        return [unit_name(faction, k, False) for k, r, _ in units_of(s, area, faction) if r]
    new = new_faction(s, e)
    if e.op == "replace-units" and replaceable(s, area, faction, new) is not None:
        return []
    units = [(k, r) for k, r, _ in units_of(s, area, faction) if k in kinds]
    if e.op == "replace-units":
        units = [(k, r) for k, r in units if available(s, new, k) > 0 or elsewhere(s, new, k, area)]
        fits = new in ("norman", "baron") and not s.at(area, new).castle
        kinds = kinds if fits else ()
    names = [unit_name(faction, k, r) for k, r in units]
    return [*names, f"{faction}:castle"] if st.castle and "castle" in kinds else names


@rule(cite("domesday 4.3.1.e 4.3.2.b R46 R79"))
def elsewhere(s: Dom, faction: str, kind: str, area: str) -> list[str]:
    """The other Areas with a unit of that kind, which an Event may lift."""
    return [a for a in sorted(spaces_of(s, faction)) if a != area and _stands(s.at(a, faction), kind)]


def _stands(st: Stack, kind: str) -> bool:
    if kind == "castle":
        return st.castle
    return have(st.troops, kind, True) + have(st.troops, kind, False) > 0


def new_faction(s: Dom, e: Effect) -> str:
    return s.event.faction if e.to_faction == "own" else e.to_faction


@rule(cite("domesday 5.8.3.a 4.3.4.a R70"))
def _whose(s: Dom, e: Effect, faction: str) -> bool:
    """Whether an effect means units of that faction."""
    whose = e.whose or e.from_faction
    if e.op == "restore-units":
        mine = banner(s, "fyrd") if e.scope == "king-controlled" else s.event.faction
        return banner(s, faction) == mine
    if whose == "any":
        return True
    if whose == "enemy":
        return banner(s, faction) != s.event.faction and not (e.op == "replace-units" and faction == "fyrd")
    return faction == (s.event.faction if whose == "own" else whose)


@rule(cite("domesday 4.3.1.c 4.3.1.d R44 R45"))
def picker(s: Dom, e: Effect) -> str:
    """Who chooses the units: their player where the card names him, otherwise who resolves it."""
    if e.op == "remove-units" and e.whose in s.rules.owner:
        return s.rules.owner[e.whose]
    if e.scope == "king-controlled":
        return owner(s, "fyrd")
    return resolver(s)


def big_stacks(s: Dom) -> tuple[tuple[str, str], ...]:
    """Each stack of more than four troops, the King's with his Fyrd."""
    most, found = s.board.tables.stacking.attrition, []
    for area, row in sorted(s.stacks.items()):
        for f in sorted({banner(s, f) for f in row}):
            count = s.at(area, f).count + (s.at(area, "fyrd").count if banner(s, "fyrd") == f else 0)
            if count > most:
                found.append((area, f))
    return tuple(found)
