"""Domesday's cards, exchanges, recruits and corrections computed a second time from the rulebook's words and the data files."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.step import Step
from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from albion.games.domesday.s02_sequence import Attrition, AttritionLoss, Income, NewKing, RemoveExcessWasted
from albion.games.domesday.s05_5_battle import OpenBattle
from albion.games.domesday.state import Dom
from support.domesday_by_text import (
    AREAS,
    AT_EASE,
    CASTLES,
    CROWNS,
    DATA,
    ESTUARIES,
    NAMES,
    PRICES,
    _appears,
    _counters,
    _crowd,
    _limit,
    _mine,
    _open,
    _rank,
    _restores,
    _rows,
    _takes,
    contested,
    flag,
    forces,
    holder,
    home,
    seat_of,
)

CARDS, LEADERS, SEAS = _rows("cards", "card"), _rows("leaders", "leader"), _rows("waters", "sea")
BUILDINGS = {
    b["id"]: b["counters"] for b in tomllib.loads((DATA / "units.toml").read_text("utf-8"))["building"]
}
PERSON = {name: row.get("person", name) for name, row in LEADERS.items()}
FOOT = ("spearman", "archer")
Asked = Mapping[str, Any]


def disagreements(options: DomesdayOptions, seed: int, answers: int) -> tuple[Counter[str], list[str]]:
    """How often each question was compared in a random game of this many answers, and where it and the words part."""
    s = GAME.setup(options, Dice(seed))
    dice, d = Dice(seed + 1), settle(s)
    compared: Counter[str] = Counter()
    found: list[str] = []
    while d is not None and answers and not found:
        words = WORDS.get(d.step)
        if words is not None:
            compared[d.step] += 1
            said, told = {str(a) for a in d.actions}, words(s, s.agenda[-1])
            if said != told:
                found.append(
                    f"{d.step} for {d.seat}: {sorted(said - told)} too many, {sorted(told - said)} too few"
                )
        if d.step in ("CardTurn", "Spend"):
            found += [f"{n} too many {f} in {a}" for a, f, n in crowds(s)]
        if d.step == "CardTurn":
            compared["end of a turn"] += 1
            found += [*_end_phase(s), *_boxes(s)]
        d = apply(s, _lively(d, dice))
        answers -= 1
    return compared, found


def _lively(d: Decision, dice: Dice) -> Action:
    """Rather an Event than points, and seldom the end of anything."""
    events = [a for a in d.actions if a.verb in ("event", "play", "absentee", "battle", "offer")]
    busy = [a for a in d.actions if a.verb not in ("end", "pass", "decline", "hold", "done")]
    chosen = events if events and dice.d(3) > 1 else busy if busy and dice.d(4) > 1 else d.actions
    return chosen[dice.d(len(chosen)) - 1]


def crowds(s: Dom) -> Iterator[tuple[str, str, int]]:
    """Every stack above its limit (4.5.1)."""
    for space in s.stacks:
        for faction in {flag(s, f) for f in s.stacks[space]}:
            excess = _crowd(s, space, faction) - _limit(s, space, faction)
            if excess > 0:
                yield space, faction, excess


# The End Phase (2.3) and the Battle Chart (5.5.1), tried out


def tried(s: Dom, *steps: Step[Dom]) -> tuple[Dom, Decision | None]:
    """The position after these steps, or at the first question they ask."""
    twin = s.clone()
    twin.agenda = [*reversed(steps)]
    return twin, settle(twin)


def _end_phase(s: Dom) -> Iterator[str]:
    after, asked = tried(s, NewKing())
    crowns = {city: _claimants(s, city) for city in ("london", "york")}
    able = crowns["london"] or crowns["york"]
    if not s.king and asked is None and ({after.king} - {""} != able if len(able) < 2 else True):
        yield f"{after.king or 'nobody'} is crowned, by the words {sorted(able)}"
    after, _ = tried(s, Income())
    for seat in s.plunder:
        coins = sum(bool(x.get("coin")) for a, x in AREAS.items() if seat_of(s, holder(s, a)) == seat)
        gain = coins + bool(s.king and seat_of(s, "fyrd") == seat)
        if after.outcome is None and after.plunder[seat] != min(60, s.plunder[seat] + gain):
            yield f"{seat} gains {after.plunder[seat] - s.plunder[seat]} in the End Phase, by the words {gain}"
    after, _ = tried(s, RemoveExcessWasted())
    wasted = {a: n - (n > AREAS[a]["value"]) for a, n in s.wasted.items()}
    if after.wasted != wasted:
        yield f"Wasted {after.wasted}, by the words {wasted}"
    large = {(a, flag(s, f)) for a, row in s.stacks.items() for f in row if _crowd(s, a, flag(s, f)) > 4}
    after, asked = tried(s, Attrition())
    said = {(x.area, x.faction) for x in after.agenda if isinstance(x, AttritionLoss)}
    if said != large:
        yield f"large stacks {sorted(said)}, by the words {sorted(large)}"


def _boxes(s: Dom) -> Iterator[str]:
    """Everybody in the Box of his Initiative, defenders at home one higher (5.5.1, 4.1.3)."""
    for area in [*s.stacks]:
        for attacker in forces(s, area) if not holder(s, area) else ():
            after, _ = tried(s, OpenBattle(area, attacker))
            assert after.battle is not None
            said = [
                (x.faction, x.unit, x.reduced, x.box) for x in (*after.battle.attack, *after.battle.defend)
            ]
            words = [(*who, _box(s, area, attacker, *who)) for who in _fighters(s, area)]
            if sorted(said) != sorted(words):
                yield f"Boxes in {area}: {sorted(said)}, by the words {sorted(words)}"


def _fighters(s: Dom, area: str) -> Iterator[tuple[str, str, bool]]:
    for unit in units(s, area):
        faction, kind, *worn = unit.split(":")
        yield faction, kind, bool(worn)
    for faction, st in s.stacks[area].items():
        yield from ((faction, x, False) for x in st.leaders)
        if st.castle:
            yield faction, "castle", True


SWIFT = {"knight": 3, "huscarl": 2, "longship": 2, "spearman": 1, "archer": 4}
"""Initiative at full strength; a reduced unit has one more (4.1.3)."""


def _box(s: Dom, area: str, attacker: str, faction: str, unit: str, worn: bool) -> int:
    if unit == "castle":
        return 0
    leads = unit in LEADERS
    swift = LEADERS[unit]["factors"][2] if leads else SWIFT[unit] + worn
    if flag(s, faction) == attacker:
        return int(swift)
    kind, border = "leader" if leads else unit, s.at(area, faction).border
    ways = [x for x in (area, border) if x]
    own = any(home(s, x, faction) or _at_ease(s, x, kind) for x in ways)
    return min(7, swift + own)


def _at_ease(s: Dom, space: str, kind: str) -> bool:
    """Riders on Roads, sailors on water and in the Isles and Orkney (3.1.4 to 3.1.6)."""
    terrain = s.board.spaces[space].terrain.id
    return kind in AT_EASE.get(terrain, ())


# Cards in hand (2.2, 5.1, 5.8)


def in_play(s: Dom, faction: str) -> bool:
    """Saxons before the Revolt, Barons after it (1.3.2); Fyrd with a King."""
    return {"saxon": not s.revolt, "baron": s.revolt, "fyrd": bool(s.king)}.get(faction, True)


def in_window(s: Dom, card: str) -> bool:
    first, last = CARDS[card].get("turns", (1, 16))
    return bool(first <= s.turn <= last)


def condition(s: Dom, card: str, faction: str) -> bool:
    """The conditions printed on a card."""
    need = CARDS[card].get("requires", {})
    crown = s.sides[s.king] if s.king else ""
    alive = {x for x, place in s.leaders.items() if place != "dead"}
    asked = {
        "leader-alive": lambda x: set(x) <= alive,
        "leader-dead": lambda x: not set(x) & alive,
        "king-is": lambda x: crown in x,
        "no-king-of": lambda x: crown not in x,
        "units-in": lambda x: any(faction in forces(s, a) for a in x),
        "controls": lambda x: all(holder(s, a) == faction for a in x),
        "not-controlled-by-own": lambda x: all(holder(s, a) != faction for a in x),
        "contests-area-of-target": lambda x: bool(raids(s, faction)),
    }
    return all(asked[key](value) for key, value in need.items())


def raids(s: Dom, faction: str) -> set[str]:
    """Areas that Longships of a faction Contest with another player."""
    slot = 2 * NAMES.index("longship")
    return {
        a
        for a, row in s.stacks.items()
        if a in AREAS
        and contested(s, a, faction)
        and any(sum(st.troops[slot : slot + 2]) for f, st in row.items() if flag(s, f) == faction)
        and any(seat_of(s, f) != seat_of(s, faction) for f in row)
    }


def resolvers(s: Dom, card: str, seat: str) -> set[str]:
    """Who could resolve the Event: '' if the card names no faction (5.8.1, 1.4.2)."""
    row, absent = CARDS[card], s.rules.absentee
    if row["kind"] == "battle" or not in_window(s, card):
        return set()
    if not row.get("icons") and not row.get("one_faction"):
        return {""} if condition(s, card, "") else set()
    able = {f for f in row.get("icons") or s.rules.owner if in_play(s, f) and condition(s, card, f)}
    fit = {f for f in able if (seat_of(s, f) == absent) == (seat == absent)}
    return fit or (able if row["kind"] == "compulsory" else set())


def _card_turn(s: Dom, asked: Any) -> set[str]:
    seat, hand = asked.player, s.hands[asked.player]
    bound = {c for c in hand if CARDS[c]["kind"] == "compulsory" and resolvers(s, c, seat)}
    words = {f"event {c}" for c in hand if resolvers(s, c, seat)} | {
        f"points {c}" for c in hand if c not in bound
    }
    absent = s.rules.absentee
    draws = bool(absent and s.hands[absent]) and len(hand) == min(len(s.hands[x]) for x in s.rules.present)
    if draws:
        words.add("absentee")
    if len(hand) < 2 and not bound and not draws:
        words.add("pass")
    return words


def _event_faction(s: Dom, asked: Any) -> set[str]:
    return {f"as {f}" for f in resolvers(s, asked.card, asked.player)}


# Exchange (2.1)


def gifts(s: Dom, seat: str) -> int:
    return min(2 - s.gave[seat], len(s.hands[seat]))


def _exchange(s: Dom, asked: Any) -> set[str]:
    others = {x for x in s.rules.present if x not in (asked.player, *asked.asked)}
    return {f"offer {x}" for x in others} | {"decline"}


def _offer_card(s: Dom, asked: Any) -> set[str]:
    assert s.offer is not None
    done = {"done"} if s.offer.cards else set()
    return {f"give {c}" for c in s.hands[s.offer.giver] if c not in s.offer.cards} | done


def _price(s: Dom, asked: Any) -> set[str]:
    assert s.offer is not None
    return {f"want {n}" for n in range(gifts(s, s.offer.taker) + 1)}


def _answer(s: Dom, asked: Any) -> set[str]:
    assert s.offer is not None
    return {f"return {n}" for n in range(gifts(s, s.offer.taker) + 1)} | {"decline"}


# Recruits and Plunder (5.2, 5.6)


def _recruit(s: Dom, asked: Any) -> set[str]:
    fyrd = ["fyrd"] if s.king and seat_of(s, "fyrd") == s.purse.seat else []
    serves = [f for f in (*_mine(s), *fyrd) if not s.purse.faction or flag(s, f) == s.purse.faction]
    words: set[str] = set()
    for f in serves:
        for kind in NAMES:
            if PRICES[kind] <= s.purse.halves:
                words |= {f"new {f}:{kind}"} if _appears(s, asked.area, f, kind) else set()
                words |= {f"flip {f}:{kind}"} if _restores(s, asked.area, f, kind) else set()
    return words


def _gain_plunder(s: Dom, asked: Any) -> set[str]:
    own = [u for u in units(s, asked.area) if seat_of(s, u.split(":")[0]) == s.purse.seat]
    foot = [u for u in own if u.split(":")[1] in FOOT]
    if asked.second:
        return {f"reduce {u}" for u in foot}
    steps = sum(1 if u.endswith("reduced") else 2 for u in foot)
    return {f"reduce {u}" for u in own if u not in foot or steps > 1} | {"decline"}


def units(s: Dom, area: str) -> list[str]:
    """Every troop there as a noun, as often as it is there."""
    found: list[str] = []
    for f, st in s.stacks.get(area, {}).items():
        for n, kind in enumerate(NAMES):
            found += [f"{f}:{kind}"] * st.troops[2 * n] + [f"{f}:{kind}:reduced"] * st.troops[2 * n + 1]
    return found


def _of_stack(s: Dom, area: str, faction: str) -> list[str]:
    return [u for u in units(s, area) if flag(s, u.split(":")[0]) == faction]


# Stacking and retreats (4.5, 5.5.3)


def _attrition(s: Dom, asked: Any) -> set[str]:
    verb = "reduce" if type(asked).__name__ == "AttritionLoss" else "unit"
    return {f"{verb} {u}" for u in _of_stack(s, asked.area, asked.faction)}


def refuges(s: Dom, space: str, faction: str, kind: str) -> set[str]:
    """The best refuges without a roll: next door or across a Road, a Road Box, an Estuary."""
    banks = {w: (*x["areas"], *x.get("across", ())) for w, x in ESTUARIES.items()}
    ways: dict[str, set[str]] = {}
    if space in AREAS:
        row = AREAS[space]
        for key in ("borders", "road_borders", "box_borders"):
            ways |= {to: {""} for to in row.get(key, ())}
        for water in (w for w, shore in banks.items() if space in shore):
            ways.setdefault(water, set()).add("")
            for to in banks[water]:
                if to != space:
                    ways.setdefault(to, set()).add(water)
    else:
        ways = {to: {""} for to in banks[space]}
    mine = flag(s, faction)
    ranks = {
        to: _rank(s, to, faction, kind)
        for to, how in ways.items()
        if _takes(s, to, faction, kind) and any(_open(s, via, mine, 1) for via in how)
    }
    return {to for to, rank in ranks.items() if rank == min(ranks.values())}


def _scatter_unit(s: Dom, asked: Any) -> set[str]:
    own = _of_stack(s, asked.area, asked.faction)
    able = [u for u in own if refuges(s, asked.area, *u.split(":")[:2])]
    return {f"displace {u}" for u in able or own}


def _scatter_to(s: Dom, asked: Any) -> set[str]:
    return {f"to {x}" for x in refuges(s, asked.area, *asked.unit.split(":")[:2])}


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
    able = _claimants(s, asked.city)
    return {f"crown {x}" for x in able if seat_of(s, s.sides[x]) == asked.player} | {"decline"}


def _choose_king(s: Dom, asked: Any) -> set[str]:
    return {f"crown {x}" for x in _claimants(s, asked.city)}


def _claimants(s: Dom, city: str) -> set[str]:
    on_map = {x for x, place in s.leaders.items() if place in AREAS or place in ESTUARIES}
    return {x for x in on_map if s.sides[x] == holder(s, city) and s.sides[x] in CROWNS[x]}


def _to_normandy(s: Dom, asked: Any) -> set[str]:
    return {"to normandy", "hold"}


def _levy(s: Dom, asked: Any) -> set[str]:
    mine = s.sides[s.king]
    return {f"new {mine}:{k}" for k in asked.kinds if _counters(s, mine, k) > 0}


WORDS: dict[str, Callable[[Dom, Any], set[str]]] = {
    "CardTurn": _card_turn,
    "EventFaction": _event_faction,
    "Exchange": _exchange,
    "OfferCard": _offer_card,
    "OfferPrice": _price,
    "Answer": _answer,
    "Recruit": _recruit,
    "GainPlunder": _gain_plunder,
    "AttritionLoss": _attrition,
    "ReduceStack": _attrition,
    "ScatterUnit": _scatter_unit,
    "ScatterTo": _scatter_to,
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
