"""How far one army gets in the 2005 game, computed once more from the rulebook's words and compared with what is offered.

One army, with its nation's leader or without, at the beginning of a Movement phase: two areas or three, a stop in hills and
among opponents, straits as a whole move, Roman roads and subjects' areas for nothing; a boat for two areas; from the sea where
the card lets invaders land, next door for one area, by another sea for two; and where it lets those sail who have landed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from albion.engine.action import Action
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.playout import random_chooser
from albion.engine.refusal import refuse
from albion.games import find_game

GAME: Any = find_game("britannia-2005")
ONE, ONE_ON = Action("send", 1), Action("march-on", 1)
AT_PEACE = ("subject", "submission", "belgae", "rb.truce", "stacking", "R18", "R28", "former")
"""Words in the clauses of refusals that are no matter of distance."""


def disagreements(seed: int, answers: int, share: float = 0.2) -> list[str]:
    """Areas that an army could enter by the text and may not, or the reverse, in a share of a random game's phases."""
    found, compared = [], 0
    for s, place, led in asked(seed, answers, share):
        entered = set(offered(s, place, led))
        reach = set(by_text(s, s.turn, place, led))
        compared += 1
        for area in sorted((entered ^ reach) - {place}):
            if area in entered or not (crowded(s, area) or other_reason(s, place, area)):
                found.append(f"{s.turn} from {place} to {area}, round {s.round}, led: {led}")
    return found if compared else ["no army was looked at"]


def asked(seed: int, answers: int, share: float) -> Iterator[tuple[Any, str, bool]]:
    """Armies about to move in a random game."""
    chance = random.Random(seed)
    s, pick = GAME.setup(GAME.option_sets()[0], Dice(seed)), random_chooser(Dice(seed + 1))
    d = settle(s)
    for _ in range(answers):
        if d is None:
            return
        fresh = d.step == "Movement" and not s.entered and s.turn not in s.subjects
        rare = s.turn == "romans" or s.half or any(s.rules.leaders[x].nation == s.turn for x in s.leaders)
        for a in d.actions if fresh and (rare or chance.random() < share) else ():
            if a.verb != "from" or s.number(s.turn, a.name, "cavalry"):
                continue
            leader = s.leader_at(s.turn, a.name) not in (None, *s.still)
            if not leader or s.count(s.turn, a.name) > 1:
                yield s, a.name, False
            if leader:
                yield s, a.name, True
        d = apply(s, pick(s, d))


def by_text(s: Any, nation: str, place: str, led: bool) -> Iterator[str]:
    """Every area that one army may enter."""
    board, romans = s.rules.board, nation == "romans"

    def subjects(area: str) -> bool:
        here = [x for x in s.at.get(area, ()) if x != nation]
        return romans and bool(here) and all(s.subjects.get(x) == "romans" for x in here)

    def road(area: str) -> bool:
        if subjects(area):
            return s.forts.get(area) is not False
        return romans and bool(s.forts.get(area)) and area not in s.new_forts

    def stops(area: str) -> bool:
        foes = any(x != nation for x in s.at.get(area, ())) and not subjects(area)
        return foes or (area in board.difficult and not led and not subjects(area))

    allowed = 3 if romans or led else 2
    first, later = cards(s, nation, place)
    coasts = {} if place in board.near else s.rules.landing[nation, place]
    ashore = [(a, cost) for a, cost in coasts.items() if cost <= allowed]
    yield from (a for a, _ in ashore)
    yield from (a for a in board.strait.get(place, ()) if not subjects(a))
    todo = [(a, cost, frozenset((a,)), True) for a, cost in ashore if not stops(a)]
    todo += [(place, 0, frozenset((place,)), not s.boats)] if place in board.near else []
    while todo:
        here, used, seen, sailed = todo.pop()
        steps = [(a, used + (not (road(here) and road(a))), sailed) for a in board.land[here]]
        if not sailed:
            card = first if here == place else later
            lanes = s.rules.sails[here] if card is None else card[here]
            steps += [(a, used + 2, True) for a in lanes]
        for area, spent, by_boat in steps:
            if area in seen or spent > allowed:
                continue
            yield area
            if not stops(area):
                todo.append((area, spent, seen | {area}, by_boat))


def cards(s: Any, nation: str, place: str) -> tuple[Any, Any]:
    """The card that binds an army if it sails at once, and if it marches first: invaders are the first to march."""
    landed = sum(s.fresh_raiders.get(place, {}).values()) if s.half == 2 else 0
    card = s.rules.bound_sails.get(nation)
    return card if landed == s.fresh[place] else None, card if landed else None


def offered(s: Any, place: str, led: bool) -> Iterator[str]:
    """Every area that one army is let into, step by step."""
    start = s.clone()
    todo = [(start, apply(start, Action("from", place)))]
    while todo:
        t, d = todo.pop()
        for a in d.actions if d is not None else ():
            if a.verb not in ("to", "sail"):
                continue
            then = t.clone()
            after = _alone(then, apply(then, a), led)
            if after is None:
                continue
            yield a.name
            if after.step == "MarchOn" and ONE_ON in after.actions:
                on = _alone(then, apply(then, ONE_ON), led)
                if on is not None and on.step == "MoveTo":
                    todo.append((then, on))


def _alone(s: Any, d: Any, led: bool) -> Any:
    """Answer how many and with whom: one army, with the leader or without; None: it may not."""
    while d is not None and d.step in ("Send", "Muster", "MarchCavalry"):
        wanted = [ONE] if d.step == "Send" else [a for a in d.actions if (a.verb == "with") == led]
        if not wanted or wanted[0] not in d.actions:
            return None
        d = apply(s, wanted[0])
    return d


def crowded(s: Any, area: str) -> bool:
    """Whether an area may already hold as many armies of the nation as it usually can."""
    hard = area in s.rules.board.difficult
    usual = (4 if hard else 99) if s.turn == "romans" else 2 if hard else 3
    return s.strength(s.turn, area) >= usual


def other_reason(s: Any, place: str, area: str) -> bool:
    """Whether peace or a stacking limit is what keeps the army out."""
    foes = [x for x in s.at.get(area, ()) if x != s.turn]
    if s.turn == "romano-british" and any(x in s.former for x in foes):
        return True
    if any(s.subjects.get(x) == s.turn for x in foes):
        return True
    then = s.clone()
    apply(then, Action("from", place))
    why = [refuse(GAME, then, Action(verb, area)) for verb in ("to", "sail")]
    return any(word in ref.clause for no in why if no is not None for ref in no.cite for word in AT_PEACE)
