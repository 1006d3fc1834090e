"""Counted ahead for speed: where each action can begin, in one look at each place; a property compares it with the laws."""

from __future__ import annotations

from functools import lru_cache

from albion.engine.action import Action
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.quick import can_move
from albion.games.domesday.rules import Board
from albion.games.domesday.s03_map import controller, homeland
from albion.games.domesday.s04_units import available
from albion.games.domesday.s05_1_points import event_areas, reach, spenders
from albion.games.domesday.s05_2_recruit import may_fortify, musters
from albion.games.domesday.state import Dom, Stack

Levy = tuple[str, str, bool, bool]
"""A faction, whom it fights for, and whether it can have a Longship, and any other unit."""
NO_FLEETS = ("saxon", "scottish", "welsh")


def openings(s: Dom) -> list[Action]:
    """Every action of these points, by kind and Area."""
    factions, answers = spenders(s), s.board.answers
    royal = s.sides[s.king] if s.king else ""
    mine = sorted({royal if f == "fyrd" and royal else f for f in factions})
    places = s.glance().spaces(factions)
    found = [*map(answers["recruit"].__getitem__, recruit_areas(s, factions, royal, places))]
    free = not s.purse.bound and not s.purse.actions
    for verb, areas in _by_verb(s, mine, places).items():
        row = answers[verb]
        found += [row[a] for a in areas if free or reach(s, verb, a) is None]
    return found


def _by_verb(s: Dom, mine: list[str], places: list[str]) -> dict[str, list[str]]:
    build, move, battle, waste, survey = list[str](), list[str](), list[str](), list[str](), list[str]()
    halves, price, wasted, spaces = s.purse.halves, s.board.price, s.wasted, s.board.spaces
    wastes = halves >= price["waste"]
    builders = _builders(s, mine)
    lords = s.lords
    for area in places:
        lord = lords[area] if area in lords else controller(s, area)
        if can_move(s, mine, area, lord):
            move.append(area)
        if not lord:
            if halves >= price["battle"] or _fights_at_home(s, mine, area):
                battle.append(area)
            if wastes and wasted.get(area, 0) < spaces[area].value:
                waste.append(area)
        elif lord in mine:
            home = homeland(s, area, lord)
            if not home and wastes and wasted.get(area, 0) < spaces[area].value:
                waste.append(area)
            if area in wasted and halves >= price["survey-homeland" if home else "survey"]:
                survey.append(area)
            if lord in builders and _site(s, area, builders):
                build.append(area)
    return {"build": build, "move": move, "battle": battle, "waste": waste, "survey": survey}


def _fights_at_home(s: Dom, mine: list[str], area: str) -> bool:
    row, royal = s.stacks[area], s.sides[s.king] if s.king else ""
    there = [f for f in mine if f in row or (f == royal and "fyrd" in row)]
    return s.purse.halves >= s.board.price["battle-homeland"] and any(homeland(s, area, f) for f in there)


def _builders(s: Dom, mine: list[str]) -> list[str]:
    if s.purse.halves < s.board.price["castle"]:
        return []
    found = [f for f in mine if may_fortify(s, f)]
    return found if found and available(s, "norman", "castle") > 0 else []


def _site(s: Dom, area: str, builders: list[str]) -> bool:
    space = s.board.spaces[area]
    return space.value > 0 and space.kind != "overseas" and not any(s.at(area, f).castle for f in builders)


def recruit_areas(
    s: Dom, factions: tuple[str, ...], royal: str, places: list[str]
) -> list[str] | tuple[str, ...]:
    """Areas where some unit can be placed or, in the places with own units, flipped; in alphabetical order."""
    purse, stacks = s.purse, s.stacks
    if purse.actions and "recruit" not in purse.actions:
        return []
    castles = s.glance().castles
    levies = [_levy(s, f, royal) for f in factions]
    foreign = bool(royal) and royal != "saxon"
    known, among = sites(s.board, tuple([x for x in levies if not (foreign and x[0] == "fyrd")]), castles)
    more: set[str] = set()
    for area in places:
        if area not in among:
            row = stacks[area]
            for f in factions:
                if f in row and row[f].worn and _can_flip(s, row[f]):
                    more.add(area)
                    break
    if foreign and "fyrd" in factions:
        _, levied = sites(s.board, tuple([x for x in levies if x[0] == "fyrd"]), castles)
        more.update([a for a in levied if a in stacks and musters(s, "fyrd", a)])
    if purse.bound:
        return sorted((among | more).intersection(event_areas(s)))
    return sorted(among | more) if more else known


def _levy(s: Dom, faction: str, royal: str) -> Levy:
    kinds, halves = s.board.kinds, s.purse.halves
    fleet = other = False
    for kind in KINDS:
        if kinds[kind].price <= halves and available(s, faction, kind) > 0:
            fleet, other = fleet or kind == "longship", other or kind != "longship"
    return faction, royal if faction == "fyrd" and royal else faction, fleet, other


@lru_cache(maxsize=1 << 12)
def sites(
    board: Board, levies: tuple[Levy, ...], castles: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, ...], frozenset[str]]:
    """Where units of such factions may be placed while those Castles stand, in order and as a set."""
    found: set[str] = set()
    for faction, lord, fleet, other in levies:
        own = "saxon" if faction == "fyrd" else faction
        areas = board.icons[faction].union([a for a, f in castles if f == own])
        areas = areas.difference([a for a, f in castles if f != lord])
        if fleet and not other and faction in ("danish", "norse"):
            areas = frozenset(a for a in areas if board.spaces[a].homelands.isdisjoint(NO_FLEETS))
        if fleet or other:
            found |= areas
    return tuple(sorted(found)), frozenset(found)


def _can_flip(s: Dom, st: Stack) -> bool:
    troops, halves, kinds = st.troops, s.purse.halves, s.board.kinds
    return any(troops[2 * n + 1] and kinds[k].price <= halves for n, k in enumerate(KINDS))
