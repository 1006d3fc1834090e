"""What Domesday's Events and Kings may choose from, computed a second time from the words and the data files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from albion.games.domesday.state import Dom
from support.domesday_by_text import (
    AREAS,
    CASTLES,
    CROWNS,
    ESTUARIES,
    NAMES,
    _counters,
    _crowd,
    contested,
    flag,
    forces,
    holder,
    home,
    seat_of,
)
from support.domesday_cards_by_text import BUILDINGS, CARDS, LEADERS, PERSON, SEAS, raids, units

# Effects of Events (5.8)


def effect(s: Dom, asked: Any) -> dict[str, Any]:
    """The effect that is asked about."""
    found: list[dict[str, Any]] = []
    for e in CARDS[s.event.card]["effects"]:
        if e["op"] == "choose-one" and s.event.option >= 0:
            found += e["options"][s.event.option]["effects"]
        else:
            found.append(e)
    return found[asked.i]


def areas(s: Dom, e: Mapping[str, Any]) -> set[str]:
    """The Areas a card names or describes."""
    f = e.get("faction") or s.event.faction
    scope = e.get("scope", "")
    everywhere = set(e.get("areas", AREAS))
    royal = flag(s, "fyrd") if s.king else "nobody"
    return {
        "": everywhere,
        "own-homeland": {a for a in AREAS if home(s, a, f)},
        "own-overseas": {a for a, x in AREAS.items() if f in x["homelands"] and x["kind"] == "overseas"},
        "own-controlled": {a for a in AREAS if holder(s, a) == f},
        "king-controlled": {a for a in AREAS if holder(s, a) == royal},
        "with-own-leader": {a for a in AREAS if s.at(a, f).leaders},
        "own-contested": {a for a in AREAS if contested(s, a, f)},
        "adjacent-to-own": {to for a in s.stacks if f in forces(s, a) for to in _next(a)},
        "sea-coast": _coast(s.event.area),
    }[scope]


def _next(space: str) -> set[str]:
    """Areas with a common border, a Road or Road Box between them or not (3.1)."""
    if space in ESTUARIES:
        return set(ESTUARIES[space]["areas"]) | set(ESTUARIES[space].get("across", ()))
    row = AREAS[space]
    return {to for key in ("borders", "road_borders", "box_borders") for to in row.get(key, ())}


def _coast(sea: str) -> set[str]:
    return {*SEAS[sea]["areas"], *SEAS[sea].get("estuaries", ())} if sea in SEAS else set()


def foreign_castle(s: Dom, area: str, faction: str) -> bool:
    return any(st.castle and f != flag(s, faction) for f, st in s.stacks.get(area, {}).items())


def castles(s: Dom) -> int:
    return sum(st.castle for row in s.stacks.values() for st in row.values())


def _pick_area(s: Dom, asked: Any) -> set[str]:
    e = effect(s, asked)
    f = e.get("faction") or s.event.faction
    named = areas(s, e)
    if e.get("same_area") and s.event.area:
        named = {s.event.area} & (named if e.get("only_listed") else set(AREAS))
    fits: dict[str, Callable[[str], bool]] = {
        "place-leader": lambda a: not foreign_castle(s, a, f),
        "place-units": lambda a: not foreign_castle(s, a, f),
        "place-castle": lambda a: (
            AREAS[a]["kind"] != "overseas"
            and not s.at(a, f).castle
            and not foreign_castle(s, a, f)
            and (holder(s, a) == f or not (e.get("controlled") or e.get("scope") == "own-controlled"))
            and (castles(s) < CASTLES or bool(_movable(s, f, "castle", a)))
        ),
        "place-building": lambda a: (
            e["building"] in AREAS[a].get("sites", ())
            and e["building"] not in s.buildings.get(a, ())
            and (holder(s, a) == f or not e.get("controlled"))
            and sum(e["building"] in row for row in s.buildings.values()) < BUILDINGS[e["building"]]
        ),
        "place-wasted": lambda a: not e.get("within_value") or s.wasted.get(a, 0) < AREAS[a]["value"],
        "remove-wasted": lambda a: bool(s.wasted.get(a)),
    }
    words = {f"at {a}" for a in named if a not in asked.done and fits[e["op"]](a)}
    if e["op"] == "place-leader":
        words = _beside_four(s, f, words)
    return words | ({"done"} if e["op"] == "remove-wasted" and e.get("choose", 1) > 1 else set())


def _beside_four(s: Dom, faction: str, words: set[str]) -> set[str]:
    """An Absentee Leader stands beside four of his own, Fyrd or not, if possible (1.4.3)."""
    if seat_of(s, faction) != s.rules.absentee:
        return words
    strong = {w for w in words if _crowd(s, w.removeprefix("at "), faction) >= 4}
    return strong or words


def victims(s: Dom, e: Mapping[str, Any]) -> dict[str, set[str]]:
    """Whom an effect that reduces, removes, replaces or restores units may fall on, by Area (5.8.3)."""
    found: dict[str, set[str]] = {}
    for a in areas(s, e) if "areas" in e or "scope" in e else [*AREAS, *ESTUARIES]:
        these = set(units(s, a)) | {f"{f}:castle" for f, st in s.stacks.get(a, {}).items() if st.castle}
        struck = {u for u in these if _struck(s, e, a, u)}
        if struck:
            found[a] = struck
    return found


def _struck(s: Dom, e: Mapping[str, Any], area: str, unit: str) -> bool:
    faction, kind = unit.split(":")[:2]
    own, op = s.event.faction, e["op"]
    if op == "restore-units":
        whose = flag(s, "fyrd") if e.get("scope") == "king-controlled" else own
        return unit.endswith("reduced") and flag(s, faction) == whose
    whose = e.get("whose") or e.get("from_faction") or ""
    meant = {"any": True, "enemy": flag(s, faction) != own, "own": faction == own}.get(
        whose, faction == whose
    )
    if not meant or kind not in e.get("unit_types", (*NAMES, "castle")):
        return False
    return op != "replace-units" or _replaceable(s, e, area, faction, kind)


def _replaceable(s: Dom, e: Mapping[str, Any], area: str, faction: str, kind: str) -> bool:
    new = s.event.faction if e["to_faction"] == "own" else e["to_faction"]
    company = s.at(area, faction).leaders
    if faction == "fyrd" or any(
        x == s.king or LEADERS[x].get("dead") or new not in LEADERS[x]["factions"] for x in company
    ):
        return False
    if kind == "castle":
        return new in ("norman", "baron") and not s.at(area, new).castle
    return _counters(s, new, kind) > 0 or bool(_movable(s, new, kind, area))


def _movable(s: Dom, faction: str, kind: str, area: str) -> set[str]:
    """The other Areas from where a unit of that kind may be lifted (4.3.1)."""
    if kind == "castle":
        return {a for a, row in s.stacks.items() if a != area and faction in row and row[faction].castle}
    these = {f"{faction}:{kind}", f"{faction}:{kind}:reduced"}
    return {a for a in s.stacks if a != area and these & set(units(s, a))}


def _optional(e: Mapping[str, Any]) -> set[str]:
    """'Up to' leaves a choice."""
    return (
        {"done"}
        if e["op"] == "replace-units" or (e["op"] == "restore-units" and e.get("n", 1) > 1)
        else set()
    )


def _pick_field(s: Dom, asked: Any) -> set[str]:
    e = effect(s, asked)
    return {f"at {a}" for a in victims(s, e)} | _optional(e)


def _pick_unit(s: Dom, asked: Any) -> set[str]:
    e = effect(s, asked)
    restored = ":reduced" if e["op"] == "restore-units" else ""
    return {f"unit {u.removesuffix(restored)}" for u in victims(s, e).get(asked.area, ())}


def _lift(s: Dom, asked: Any) -> set[str]:
    there = _movable(s, asked.faction, asked.kind, asked.area)
    return {f"lift {a}" for a in there} | {"decline"}


def _target(s: Dom, asked: Any) -> set[str]:
    """Another player; for Danegeld one whose Area the fleet Contests."""
    mine = seat_of(s, s.event.faction) if s.event.faction else s.event.player
    others = {x for x in s.rules.seats if x != mine}
    if CARDS[s.event.card].get("requires", {}).get("contests-area-of-target"):
        others &= {seat_of(s, f) for a in raids(s, s.event.faction) for f in s.stacks[a]}
    return {f"against {x}" for x in others}


def _go_home(s: Dom, asked: Any) -> set[str]:
    """Fleets of the faction itself: the Fyrd's do not go Overseas (3.1.7)."""
    slot, own = 2 * NAMES.index("longship"), s.event.faction
    there = {a for a in raids(s, own) if s.event.target in {seat_of(s, f) for f in s.stacks[a]}}
    return {f"at {a}" for a in there if any(s.at(a, own).troops[slot : slot + 2])}


def _exiles(s: Dom, asked: Any) -> set[str]:
    """Exiles with a side of the resolving faction; not the other counter of a King (4.2.7)."""
    own = s.event.faction
    return {
        f"target {x}"
        for x, place in s.leaders.items()
        if place == "exile" and own in LEADERS[x]["factions"] and not (s.king and PERSON[x] == PERSON[s.king])
    }


def _return_to(s: Dom, asked: Any) -> set[str]:
    own = s.event.faction
    words = {f"at {a}" for a in AREAS if home(s, a, own) and not foreign_castle(s, a, own)}
    return _beside_four(s, own, words)


# Kings (4.2.2, 4.2.6)


def _claim(s: Dom, asked: Any) -> set[str]:
    able = claimants(s, asked.city)
    return {f"crown {x}" for x in able if seat_of(s, s.sides[x]) == asked.player} | {"decline"}


def _choose_king(s: Dom, asked: Any) -> set[str]:
    return {f"crown {x}" for x in claimants(s, asked.city)}


def claimants(s: Dom, city: str) -> set[str]:
    on_map = {x for x, place in s.leaders.items() if place in AREAS or place in ESTUARIES}
    return {x for x in on_map if s.sides[x] == holder(s, city) and s.sides[x] in CROWNS[x]}


def _to_normandy(s: Dom, asked: Any) -> set[str]:
    return {"to normandy", "hold"}


def _levy(s: Dom, asked: Any) -> set[str]:
    mine = s.sides[s.king]
    return {f"new {mine}:{k}" for k in asked.kinds if _counters(s, mine, k) > 0}


EVENT_WORDS: dict[str, Callable[[Dom, Any], set[str]]] = {
    "PickArea": _pick_area,
    "PickField": _pick_field,
    "PickUnit": _pick_unit,
    "TakeFromMap": _lift,
    "ChooseTarget": _target,
    "GoHome": _go_home,
    "ReturnExile": _exiles,
    "ReturnTo": _return_to,
    "ClaimCrown": _claim,
    "ChooseKing": _choose_king,
    "KingToNormandy": _to_normandy,
    "LevyUnit": _levy,
}
