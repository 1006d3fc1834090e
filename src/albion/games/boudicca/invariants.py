"""What is true of every position between two questions, and what of none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from albion.games.boudicca.roster import ROMANS, SIDES
from albion.games.boudicca.s06_stacking import faulty_hexes
from albion.games.boudicca.state import DEAD, ISCA, MONA, RESERVE, BoudiccaState, enemy


def broken(s: BoudiccaState) -> list[str]:
    """A sentence for each promise that does not hold."""
    return [*_counters(s), *_cards(s), *_markers(s)]


def _counters(s: BoudiccaState) -> list[str]:
    found = []
    at = {u: place for place, units in s.at.items() for u in units}
    for u, unit in enumerate(s.rules.units):
        place = s.where[u]
        if place in (RESERVE, DEAD):
            if u in at:
                found.append(f"{unit.id} is off the table and at {at[u]}")
        elif at.get(u) != place:
            found.append(f"{unit.id} is at {place} and at {at.get(u)}")
        elif place not in (MONA, ISCA) and place not in s.rules.board.land:
            found.append(f"{unit.id} stands at {place}, which is not land")
        if not 0 <= s.steps[u] <= unit.steps or (s.steps[u] == 0) != (place == DEAD):
            found.append(f"{unit.id} has {s.steps[u]} steps at {place}")
        if s.used[u] > 2:
            found.append(f"{unit.id} has moved {s.used[u]} times this turn")
    if sum(len(units) for units in s.at.values()) != len(at):
        found.append("a counter stands in two places")
    return [*found, *too_many_druids(s), *(unfought(s) if not s.group else ())]


def too_many_druids(s: BoudiccaState) -> list[str]:
    """More Druids on the map than may be in play."""
    count, limit = sum(s.alive(u) for u in s.rules.druids), s.rules.data.units.leaders.druids_in_play
    return [f"{count} Druids are in play (limit {limit})"] if count > limit else []


def unfought(s: BoudiccaState) -> list[str]:
    """Enemies in one hex, except where they are fighting."""
    both = s.held(SIDES[0]) & s.held(SIDES[1]) - ({s.battle.hex} if s.battle else set())
    return [f"both sides stand in {h} without a battle" for h in sorted(both)]


def _cards(s: BoudiccaState) -> list[str]:
    found = []
    for side in SIDES:
        seen = Counter((*s.hands[side], *s.decks[side], *s.spent[side]))
        if side == s.phasing:
            seen.update(s.drawn)
        if seen and seen != Counter(s.rules.decks[side]):
            found.append(f"the cards of the {side} are not their deck")
    return found


def _markers(s: BoudiccaState) -> list[str]:
    found = []
    for h, by in s.sacked.items():
        if h not in s.rules.board.places or (by != "both" and by not in SIDES):
            found.append(f"{h} is sacked by {by}")
    if s.ap < 0 or s.mp < 0:
        found.append("points below nothing")
    if s.battle is None and not s.group:
        for side in SIDES:
            wrong = [h for h in faulty_hexes(s, side) if h not in s.shaken]
            found += [f"the stack of the {side} in {h} breaks a limit" for h in wrong]
    return found


def impossible(s: BoudiccaState, joining: tuple[int, str] | None = None) -> Iterator[str]:
    """What cannot be in a position on which play is to begin, with a battle about to be joined somewhere by somebody."""
    fought = (s.battle.hex, "") if s.battle else joining
    if fought is None:
        yield from unfought(s)
    else:
        h, attacker = fought
        for side in SIDES:
            # Who strikes at a lone leader joins no battle, but it begins so.
            there = s.units(h, side) if attacker == enemy(side) else s.fighters(h, side)
            if not there:
                yield f"the {side} have nobody in {h}, where they are to fight"
    yield from too_many_druids(s)
    for u, unit in enumerate(s.rules.units):
        if s.where[u] in (MONA, ISCA) and (unit.side != ROMANS or unit.type == "civilian"):
            yield f"{unit.id} never stands off the map"
        if s.alive(u) and s.where[u] not in s.rules.board.land:
            yield f"{unit.id} stands in {s.where[u]}, which no way leads to"
    if s.drawn and not s.options.solitaire:
        yield "cards are drawn unseen in solitaire only"
