"""What is true of every position: counters, Leaders and cards are conserved, limits hold."""

from __future__ import annotations

from albion.games.domesday.data import KINDS
from albion.games.domesday.s04_units import available
from albion.games.domesday.state import Dom


def broken(s: Dom) -> list[str]:
    """A sentence for each promise that does not hold."""
    return [*_cards(s), *_counters(s), *_leaders(s), *_places(s)]


def _cards(s: Dom) -> list[str]:
    lent = [card for _, card in s.battle.cards] if s.battle else []
    piles = [*s.deck, *s.discard, *s.removed, *s.played, *s.faceup, *lent]
    piles += [c for hand in s.hands.values() for c in hand]
    if sorted(piles) != sorted(s.board.cards):
        return [f"{len(piles)} cards are in play, expected each of {len(s.board.cards)} once"]
    return []


def _counters(s: Dom) -> list[str]:
    found = []
    used = {f: [0] * len(KINDS) for f in s.board.homelands}
    for row in s.stacks.values():
        for faction, st in row.items():
            for n in range(len(KINDS)):
                used[faction][n] += st.troops[2 * n] + st.troops[2 * n + 1]
    for faction, n in s.reach.items():
        if n != sum(s.board.worth[a] for a, row in s.stacks.items() if faction in row):
            found.append(f"the reach of the {faction} faction is noted as {n}")
    for faction, counts in used.items():
        if tuple(counts) != s.used[faction]:
            found.append(f"the {faction} counters in use are {counts}, noted {s.used[faction]}")
        found += [f"too many {faction} {k} counters" for k in KINDS if available(s, faction, k) < 0]
    if available(s, "norman", "castle") < 0:
        found.append("too many Castles")
    for kind, building in s.board.buildings.items():
        if sum(b.count(kind) for b in s.buildings.values()) > building.counters:
            found.append(f"too many Buildings of kind {kind}")
    return found


def _leaders(s: Dom) -> list[str]:
    seen: dict[str, tuple[str, str]] = {}
    found = []
    for area, row in s.stacks.items():
        for faction, st in row.items():
            for leader in st.leaders:
                if leader in seen:
                    found.append(f"{leader} stands in {seen[leader]} and {area}")
                seen[leader] = (area, faction)
    for leader, place in s.leaders.items():
        here = seen.get(leader)
        if (place in s.board.spaces) != (here is not None) or (here and here != (place, s.sides[leader])):
            found.append(f"{leader} is noted in {place} but stands in {here}")
    if s.king and s.leaders[s.king] not in s.stacks:
        found.append(f"King {s.king} is not on the map")
    return found


def _places(s: Dom) -> list[str]:
    found = []
    for area, row in s.stacks.items():
        for faction, st in row.items():
            if min(st.troops) < 0 or not st.size:
                found.append(f"a stack of {faction} in {area} is below nothing")
            if faction == ("baron" if not s.revolt else "saxon"):
                found.append(f"{faction} units in {area} at the wrong time")
            if faction == "fyrd" and not s.king:
                found.append(f"Fyrd in {area} without a King")
            if st.castle and s.board.spaces[area].kind not in ("city", "land"):
                found.append(f"a Castle in {area}, Overseas or on water")
    found += [f"Plunder of {x} is {n}" for x, n in s.plunder.items() if not -60 <= n <= 60]
    found += [f"Wasted in {a} is {n}" for a, n in s.wasted.items() if n < 1]
    return found
