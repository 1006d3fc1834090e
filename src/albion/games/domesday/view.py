"""What a seat may see, and how it may imagine what it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from albion.engine.action import Json
from albion.engine.dice import Dice
from albion.engine.kept import Kept
from albion.engine.plain import plain, replaced
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.s02_1_exchange import gifts_left
from albion.games.domesday.s03_map import controller, in_play, owner
from albion.games.domesday.s04_units import crowned, units_of
from albion.games.domesday.s05_1_points import event_areas
from albion.games.domesday.s05_5_battle import chart
from albion.games.domesday.s05_8_events import EventFaction
from albion.games.domesday.s06_victory import area_points, faction_points, points
from albion.games.domesday.state import DEAD, EXILE, RESERVE, Dom, Offer


def view_of(s: Dom, seat: str | None, kept: Kept) -> dict[str, Json]:
    """The table as that seat (None: a spectator) sees it."""
    crowns = kept.part("crowns", (s.king, s.sides, s.revolt), lambda: (s.king, *s.sides.values(), s.revolt))
    on_map = (s.mark, s.wasted, s.buildings, s.plunder, crowns)
    hand = list(s.hands[seat]) if seat is not None and seat in s.rules.present else []
    offer = _offer(s, seat)
    seen = [*hand, *(offer.get("cards", []) if offer else []), *(offer.get("answer", []) if offer else [])]
    card = _played(s)
    read = [*seen, card] if card else seen
    return {
        "round": _round(s),
        "active": {
            "seat": s.acting,
            "faction": s.purse.faction,
            "phase": "action" if s.acting else "draw-or-end",
        },
        **kept.part("map", on_map, lambda: _map(s, kept, crowns)),
        "plunder": dict(s.plunder),
        "seats": kept.part("seats", (s.plunder, s.revolt, *map(len, s.hands.values())), lambda: _seats(s)),
        "hand": hand,
        "card_texts": kept.part(("read", seat), read, lambda: {card: _face(s, card) for card in read}),
        "cards": _cards(s),
        "played": card or None,
        "points": {"seat": s.purse.seat, "halves": s.purse.halves, "areas": list(event_areas(s))},
        "king": _king(s),
        "boxes": kept.part("boxes", s.leaders, lambda: _boxes(s)),
        "markers": kept.part("markers", (s.wasted, s.buildings, s.king, s.leaders), lambda: _markers(s)),
        "revolt": s.revolt,
        "battle": _battle(s),
        "offer": offer,
        "event": msgspec.to_builtins(s.event, enc_hook=plain) if s.event.card else None,
    }


def _played(s: Dom) -> str:
    """The card whose Event is resolved, or will be once it is known by whom."""
    asked = s.agenda[-1] if s.agenda else None
    return asked.card if isinstance(asked, EventFaction) else s.event.card


def _round(s: Dom) -> dict[str, Json]:
    track = s.board.tables.turn
    box = track[min(s.turn, len(track)) - 1]
    return {"number": s.turn, "name": box.years, "of": s.rules.last_turn, "scenario": box.scenario}


def _seats(s: Dom) -> dict[str, Json]:
    return {
        x: {
            "factions": [f for f in s.rules.factions[x] if in_play(s, f)],
            "hand": len(s.hands[x]),
            "plunder": s.plunder[x],
            "absentee": x == s.rules.absentee,
        }
        for x in s.rules.seats
    }


def _cards(s: Dom) -> dict[str, Json]:
    piles = {name: list(getattr(s, name)) for name in ("discard", "removed", "played", "faceup")}
    return {"deck": len(s.deck), **piles}


def _face(s: Dom, card: str) -> dict[str, Json]:
    """What is printed on a card."""
    c = s.board.cards[card]
    turns = f" {c.turns.first}-{c.turns.last}" if c.turns else ""
    return {
        "title": c.title,
        "ap": c.ap,
        "kind": f"{c.kind.title()}{turns}",
        "who": list(c.icons),
        "text": c.text,
    }


def _boxes(s: Dom) -> dict[str, Json]:
    """The Leaders off the map."""
    return {box: sorted(x for x, at in s.leaders.items() if at == box) for box in (EXILE, DEAD, RESERVE)}


def _map(s: Dom, kept: Kept, crowns: tuple[object, ...]) -> dict[str, Json]:
    """What follows from who stands where, and what the Areas are worth."""
    sources = {a: (s.stacks[a], s.wasted.get(a), s.buildings.get(a), crowns) for a in sorted(s.stacks)}
    told = kept.each("space", sources, lambda area: (_pieces(s, area), _area(s, area)))
    areas = {area: facts for area, (_, facts) in told.items()}
    worth = {area: facts["points"] for area, facts in areas.items()}
    return {
        "pieces": [piece for pieces, _ in told.values() for piece in pieces],
        "scores": points(s, worth),
        "factions": _factions(s, kept, worth),
        "areas": areas,
    }


def _pieces(s: Dom, area: str) -> list[dict[str, Json]]:
    found: list[dict[str, Json]] = []
    for faction in sorted(s.stacks[area]):
        st = s.at(area, faction)
        base = {"place": area, "faction": faction, **({"border": st.border} if st.border else {})}
        for leader in sorted(st.leaders):
            row = s.board.leaders[leader]
            state = "king" if leader == s.king else "crown" if crowned(s, leader) else ""
            found.append(
                {
                    **base,
                    "kind": "leader",
                    "count": 1,
                    "id": leader,
                    "name": row.name,
                    "factors": list(row.factors),
                    "state": state,
                }
            )
        for kind, reduced, n in units_of(s, area, faction):
            unit = s.board.kinds[kind]
            factors = unit.factors(reduced)
            state = "reduced" if reduced else "full"
            found.append({**base, "kind": kind, "count": n, "state": state, "factors": list(factors)})
        if st.castle:
            factors = s.board.kinds["castle"].reduced
            found.append({**base, "kind": "castle", "count": 1, "state": "reduced", "factors": list(factors)})
    return found


def _factions(s: Dom, kept: Kept, worth: Mapping[str, Mapping[str, int]]) -> dict[str, Json]:
    scored = faction_points(s, worth)
    named = {f.id: f.name for f in s.board.tables.faction}
    sources = {f: (owner(s, f), scored.get(f, 0), in_play(s, f), s.used[f]) for f in named}

    def tell(faction: str) -> dict[str, Json]:
        seat, points, there, used = sources[faction]
        mix = s.board.counters[faction]
        left = {k: mix.get(k, 0) - used[n] for n, k in enumerate(KINDS) if mix.get(k)}
        return {"name": named[faction], "seat": seat, "points": points, "in_play": there, "counters": left}

    return kept.each("faction", sources, tell)


def _king(s: Dom) -> Json:
    if not s.king:
        return None
    return {"leader": s.king, "faction": s.sides[s.king], "seat": owner(s, "fyrd"), "area": s.leaders[s.king]}


def _markers(s: Dom) -> list[dict[str, Json]]:
    found: list[dict[str, Json]] = [
        {"place": a, "kind": "wasted", "count": n} for a, n in sorted(s.wasted.items())
    ]
    found += [{"place": a, "kind": b, "count": 1} for a, row in sorted(s.buildings.items()) for b in row]
    if s.king:
        found.append({"place": s.leaders[s.king], "kind": "king", "count": 1})
    return found


def _area(s: Dom, area: str) -> dict[str, Json]:
    control = controller(s, area)
    return {"control": control, "contested": not control, "points": area_points(s, area)}


def _battle(s: Dom) -> Json:
    b = s.battle
    if b is None:
        return None
    return {
        "area": b.area,
        "attacker": b.attacker,
        "seat": owner(s, b.attacker),
        "boxes": chart(s),
        "modifiers": [msgspec.to_builtins(m, enc_hook=plain) for m in b.modifiers],
        "cards": [list(x) for x in b.cards],
        "pinned": list(b.pinned),
        "hurt": b.hurt,
    }


def _offer(s: Dom, seat: str | None) -> dict[str, Any] | None:
    o = s.offer
    if o is None:
        return None
    told: dict[str, Any] = {"giver": o.giver, "taker": o.taker}
    if o.shown or seat == o.giver:
        told["n"], told["wanted"] = len(o.cards), o.wanted
    if seat == o.giver or (seat == o.taker and o.shown):
        told["cards"] = list(o.cards)
    if seat == o.taker or (seat == o.giver and o.answered):
        told["answer"] = [c for c in o.answer if c]
    return told


def imagine(s: Dom, seat: str, dice: Dice) -> Dom:
    """The same table with every card dealt again that the seat cannot know."""
    new = s.clone()
    new.dice = dice
    o = s.offer
    kept: dict[str, list[str]] = {x: [] for x in s.hands}
    if o is not None:
        if seat == o.taker and o.shown:
            kept[o.giver] = list(o.cards)
        if seat == o.giver and o.answered:
            kept[o.taker] = [c for c in o.answer if c]
    others = [x for x in s.hands if x != seat]
    hidden = [c for x in others for c in s.hands[x] if c not in kept[x]] + list(s.deck)
    pool = dice.shuffled(sorted(hidden))
    for x in others:
        n = len(s.hands[x]) - len(kept[x])
        new.hands[x] = tuple(sorted((*kept[x], *pool[:n])))
        pool = pool[n:]
    new.deck = tuple(pool)
    if o is not None:
        new.offer = _believed(new, o, seat, dice)
    return new


def _believed(new: Dom, o: Offer, seat: str, dice: Dice) -> Offer:
    """The offer with cards the seat cannot see taken from the hands it imagines.

    How many they are is told with the price: until then it is guessed, whatever it is.
    """
    cards, answer = o.cards, o.answer
    if seat != o.giver and not (seat == o.taker and o.shown):
        priced = not o.shown and new.agenda[-1].name == "OfferPrice"
        n = dice.d(gifts_left(new, o.giver)) if priced else len(cards)
        cards = new.hands[o.giver][:n]
    if seat != o.taker and not (seat == o.giver and o.answered):
        answer = tuple(c and new.hands[o.taker][n] for n, c in enumerate(answer))
    return replaced(o, cards=cards, answer=answer)
