"""How far one army gets in the 2005 game, computed once more from the rulebook's words and compared with what is offered.

One army, with its nation's leader or without, on land, at the beginning of a Movement phase without boats: two areas or
three, a stop in hills and among opponents, straits as a whole move, Roman roads and subjects' areas for nothing.
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
            if area in entered or not other_reason(s, place, area):
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
        fresh = d.step == "Movement" and not s.entered and not s.boats and s.turn not in s.subjects
        rare = s.turn == "romans" or any(s.rules.leaders[x].nation == s.turn for x in s.leaders)
        for a in d.actions if fresh and (rare or chance.random() < share) else ():
            if a.verb != "from" or a.name not in s.rules.board.near or s.number(s.turn, a.name, "cavalry"):
                continue
            leader = s.leader_at(s.turn, a.name) is not None
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

    yield from (a for a in board.strait[place] if not subjects(a))
    todo = [(place, 0, frozenset((place,)))]
    while todo:
        here, used, seen = todo.pop()
        for area in board.land[here]:
            spent = used + (not (road(here) and road(area)))
            if area in seen or spent > (3 if romans or led else 2):
                continue
            yield area
            if not stops(area):
                todo.append((area, spent, seen | {area}))


def offered(s: Any, place: str, led: bool) -> Iterator[str]:
    """Every area that one army is let into, step by step."""
    start = s.clone()
    todo = [(start, apply(start, Action("from", place)))]
    while todo:
        t, d = todo.pop()
        for a in d.actions if d is not None else ():
            then = t.clone()
            after = _alone(then, apply(then, a), led)
            if a.verb != "to" or after is None:
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


def other_reason(s: Any, place: str, area: str) -> bool:
    """Whether peace or a stacking limit is what keeps the army out."""
    foes = [x for x in s.at.get(area, ()) if x != s.turn]
    if s.turn == "romano-british" and any(x in s.former for x in foes):
        return True
    if any(s.subjects.get(x) == s.turn for x in foes):
        return True
    then = s.clone()
    apply(then, Action("from", place))
    why = refuse(GAME, then, Action("to", area))
    return why is not None and any(word in ref.clause for ref in why.cite for word in AT_PEACE)
