"""What is true of every position: counters, Leaders and cards are conserved, limits hold."""

from __future__ import annotations

from albion.games.domesday.kinds import KINDS
from albion.games.domesday.s03_map import SAILORS, controller, hosts, kinds_in, master
from albion.games.domesday.s04_units import available
from albion.games.domesday.s05_4_march import March
from albion.games.domesday.s05_5_battle import OpenBattle
from albion.games.domesday.state import EXILE, Dom


def broken(s: Dom) -> list[str]:
    """A sentence for each promise that does not hold."""
    return [*_cards(s), *_counters(s), *_leaders(s), *_places(s)]


def impossible(s: Dom) -> list[str]:
    """What no game could bring to the table; a position may leave cards out, but none lies in two places."""
    found = [*_twice(s), *_counters(s), *_leaders(s), *_places(s), *_boxes(s)]
    last = len(s.board.tables.turn)
    if not 1 <= s.turn <= last:
        found.append(f"there is no Turn {s.turn}, only 1 to {last}")
    for step in s.agenda:
        if isinstance(step, OpenBattle) and set(hosts(s, step.area)) <= {step.faction}:
            found.append(f"the {step.faction} faction meets nobody in {step.area}")
    return found


def _twice(s: Dom) -> list[str]:
    seen: dict[str, str] = {}
    found = []
    piles = {pile: getattr(s, pile) for pile in ("deck", "discard", "removed", "played", "faceup")}
    for pile, cards in {**{f"the hand of {x}": hand for x, hand in s.hands.items()}, **piles}.items():
        for card in cards:
            if card in seen:
                found.append(f"card {card} is in {seen[card]} and in {pile}")
            seen[card] = pile
    return found


def _boxes(s: Dom) -> list[str]:
    found = []
    if s.king and s.sides[s.king] not in s.board.leaders[s.king].crown_as:
        found.append(f"{s.king} has no Crown as a {s.sides[s.king]} Leader, so he cannot be King")
    for leader, place in s.leaders.items():
        if place in s.stacks and any(s.leaders[x] in s.stacks for x in s.board.twins[leader]):
            found.append(f"both counters of {leader} are on the map")
        if place == EXILE and s.board.leaders[leader].dead:
            found.append(f"{leader} is marked Dead on his reverse, so he cannot be in exile")
    for area, row in s.buildings.items():
        found += [f"{area} has no site for a {b}" for b in row if b not in s.board.spaces[area].sites]
        found += [f"{area} has two Buildings of kind {b}" for b in sorted(set(row)) if row.count(b) > 1]
    return found


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
    for area in s.stacks:
        if controller(s, area) != master(hosts(s, area)):
            found.append(f"{area} is noted as Controlled by '{controller(s, area)}'")
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
    found += _adrift(s)
    found += [f"Plunder of {x} is {n}" for x, n in s.plunder.items() if not -60 <= n <= 60]
    found += [f"Wasted in {a} is {n}" for a, n in s.wasted.items() if n < 1]
    return found


def _adrift(s: Dom) -> list[str]:
    """Only a band on the march is on a Road or at Sea, or crosses an Estuary."""
    bands = [step.here for step in s.agenda if isinstance(step, March)]
    found = []
    for space, row in s.stacks.items():
        place = s.board.spaces[space]
        if place.is_area or space in bands:
            continue
        for faction, st in row.items():
            if place.kind != "estuary" or not SAILORS.issuperset(kinds_in(st)):
                found.append(f"{faction} units cannot stay in {space}")
    return found
