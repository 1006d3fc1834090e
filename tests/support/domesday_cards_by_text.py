"""Domesday's cards in hand, exchanges, recruits and corrections computed a second time from the words and the data files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from albion.games.domesday.state import Dom
from support.domesday_by_text import (
    AREAS,
    DATA,
    ESTUARIES,
    NAMES,
    PRICES,
    _appears,
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
    seat_of,
)

CARDS, LEADERS, SEAS = _rows("cards", "card"), _rows("leaders", "leader"), _rows("waters", "sea")
BUILDINGS = {
    b["id"]: b["counters"] for b in tomllib.loads((DATA / "units.toml").read_text("utf-8"))["building"]
}
PERSON = {name: row.get("person", name) for name, row in LEADERS.items()}
FOOT = ("spearman", "archer")
Asked = Mapping[str, Any]


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


CARD_WORDS: dict[str, Callable[[Dom, Any], set[str]]] = {
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
}
