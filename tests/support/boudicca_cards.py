"""What Boudicca's cards allow, computed a second time from the rulebook's words: who may be named, where, and which cards go (5.1, 5.3, 12.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Any

from albion.engine.action import Action
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.state import DEAD, RESERVE, SACKER, SPENT, BoudiccaState
from support.boudicca_by_text import (
    COSTS,
    IMPASSABLE,
    POSTS,
    QUIET,
    STEPS,
    TERRAIN,
    TOWNS,
    held,
    out_of,
    side_of,
    together,
    troops,
)
from support.boudicca_offers import DEVA, FIRST, OPPIDA, within

UNITS = GAME.rules.units
LONDINIUM = 2523
PORTS = {h for h in TOWNS | POSTS if any(h + step not in TERRAIN for step in STEPS[h // 100 % 2])} | {
    LONDINIUM
}
CARDS = ("play", "discard", "draw", "end", "pass")


def disagreements(options: BoudiccaOptions, seed: int, answers: int) -> tuple[int, list[str]]:
    """How many questions a game full of events asks in this many answers, and where they and the words part."""
    s = GAME.setup(options, Dice(seed))
    dice, d, asked, found = Dice(seed + 1), settle(s), 0, list[str]()
    for _ in range(answers):
        if d is None:
            break
        step = s.agenda[-1]
        if step.name in WORDS and not s.strained:
            asked += 1
            said = {str(a) for a in d.actions if step.name != "Impulse" or a.verb in CARDS}
            if said != (words := WORDS[step.name](s, step)):
                found.append(f"{step}: {sorted(said ^ words)}")
        d = apply(s, _eventful(d.actions, dice))
    return asked, found


def _eventful(actions: tuple[Action, ...], dice: Dice) -> Action:
    """Events before all else, mostly; otherwise each verb alike."""
    events = [a for a in actions if a.verb == "play" and not a.name.startswith("ap-")]
    lively = [a for a in actions if a.verb not in QUIET or a.verb == "discard"] or list(actions)
    if events and dice.d(3) > 1:
        lively = events
    verbs = list(dict.fromkeys(a.verb for a in lively))
    verb = verbs[dice.d(len(verbs)) - 1]
    likely = [a for a in lively if a.verb == verb]
    return likely[dice.d(len(likely)) - 1]


def _at(s: BoudiccaState, h: int) -> list[int]:
    return [u for u, place in enumerate(s.where) if place == h]


def _hands(s: BoudiccaState, _: Any) -> set[str]:
    """Two cards an Impulse, in the last any; an event when it finds what it wants; alone they are drawn unseen (5.1, 13.0)."""
    hand, more = s.hands[s.phasing], s.final or s.cards < 2
    words = {"end" if s.cards else "pass"}
    if s.options.solitaire:
        words |= {"draw"} if hand and more else set()
        return words | {f"play {card}" for card in s.drawn if _happens(s, card)}
    for card in hand if more else ():
        words.add(f"discard {card}")
        words |= {f"play {card}"} if card.startswith("ap-") or _happens(s, card) else set()
    return words


def _happens(s: BoudiccaState, card: str) -> bool:
    """Whether an event finds what it wants (5.3)."""
    match card:
        case "druid-invocation":
            return bool(_powerful(s, None))
        case "rampage":
            return bool(held(s, BRITONS))
        case "paulinus-moves":
            u = s.rules.paulinus
            here = s.where[u]
            return here != DEAD and (here < DEAD or together(s, {*_at(s, here)} - {u}, ROMANS))
        case "hail-caesar":
            return s.turn >= 3 and not s.germania and bool(_ports(s, None))
    return card != "force-march"


def _lost(s: BoudiccaState, h: int) -> set[int]:
    """Eliminated Romans who may stay in a hex."""
    dead = [u for u, x in enumerate(UNITS) if x.side == ROMANS and x.combat and s.where[u] == DEAD]
    return {u for u in dead if together(s, [*_at(s, h), u], ROMANS)}


def _ports(s: BoudiccaState, _: Any) -> set[str]:
    """Unsacked Towns and Posts on the coast, and Londinium, free of Britons."""
    closed = {h for h in PORTS if s.sacked.get(h) in (BRITONS, "both")} | held(s, BRITONS, leaders=True)
    return {f"place {h}" for h in PORTS - closed if _lost(s, h)}


def _brought(s: BoudiccaState, step: Any) -> set[str]:
    units = _lost(s, step.hex) | {u for u in step.brought if s.steps[u] < UNITS[u].steps}
    return {f"restore {UNITS[u].id}" for u in units} | {"done"}


def _powerful(s: BoudiccaState, _: Any) -> set[str]:
    """Druids in play whom no Invocation has exhausted."""
    return {f"invoke {UNITS[u].id}" for u in s.rules.druids if s.where[u] > DEAD and not s.marks[u] & SPENT}


def _scared(s: BoudiccaState, step: Any) -> set[str]:
    return {f"scare {h}" for h in held(s, ROMANS) & within(step.hex, step.range)}


def _called(s: BoudiccaState, step: Any) -> set[str]:
    """Quiet tribes within six hexes."""
    near = within(step.hex, 6)
    return {f"call {t}" for t, h in OPPIDA.items() if h in near and t not in s.revolted and t not in FIRST}


def _riotous(s: BoudiccaState, _: Any) -> set[str]:
    return {f"rampage {h}" for h in held(s, BRITONS)}


def _ridden_to(s: BoudiccaState, _: Any) -> set[str]:
    """All land on foot from Deva, but not among Britons nor where Paulinus is."""
    taken = held(s, BRITONS, leaders=True) | {s.where[s.rules.paulinus]}
    return {f"place {h}" for h in MAINLAND - taken}


def _gathering(s: BoudiccaState, step: Any) -> set[str]:
    """Within two hexes of the oppidum, free of Romans and where stacking lets the tribe stay, or in the next ring (11.2)."""
    tribe = [u for u, x in enumerate(UNITS) if x.body == step.tribe and s.where[u] == RESERVE]
    romans = held(s, ROMANS, leaders=True)
    for ring in range(2, 40):
        near = (within(OPPIDA[step.tribe], ring) & MAINLAND) - romans
        if found := {h for h in near if together(s, [*_at(s, h), *tribe], BRITONS)}:
            return {f"place {h}" for h in found}
    return set()


def _summoned(s: BoudiccaState, step: Any) -> set[str]:
    """Tribal units elsewhere for whom it is at most 3 MPs around Romans, but not those who have sacked (12.2.6)."""
    goal, romans = s.where[step.druid], held(s, ROMANS)
    near = {h for h in held(s, BRITONS) - {goal} if _costs(s, h, goal, romans) <= 3}
    coming = [u for h in near for u in troops(s, h, BRITONS) if not s.marks[u] & SACKER]
    return {f"summon {UNITS[u].id}" for u in coming} | {"summon all", "done"}


def _costs(s: BoudiccaState, start: int, goal: int, barred: Iterable[int]) -> float:
    todo, seen = [(0.0, start)], set[int]()
    while todo:
        spent, h = heappop(todo)
        if h == goal:
            return spent
        if h in seen or spent > 3:
            continue
        seen.add(h)
        for there, _, water in out_of(s, h):
            if there not in barred:
                heappush(todo, (spent + COSTS[BRITONS][TERRAIN[there]] + COSTS["river"] * water, there))
    return 99


def _evacuated(s: BoudiccaState, step: Any) -> set[str]:
    waiting = [u for u in s.rules.civilians if s.where[u] > DEAD and u not in step.moved]
    return {f"evacuate {UNITS[u].id}" for u in waiting} | {"done"}


def _bids(s: BoudiccaState, step: Any) -> set[str]:
    kinds = {"unseen"} if s.options.solitaire else {*s.hands[step.side]}
    return {f"bid {card}" for card in kinds} | {"decline"}


def _redrawn(s: BoudiccaState, step: Any) -> set[str]:
    worthless = not any(card.startswith("ap-") for card in s.hands[step.side])
    return {"keep", "mulligan"} if worthless else {"keep"}


def _mainland() -> set[int]:
    """What can be reached on foot from Deva."""
    found, todo = {DEVA}, [DEVA]
    while todo:
        h = todo.pop()
        for there in (h + step for step in STEPS[h // 100 % 2]):
            if there in TERRAIN and there not in found and side_of(h, there) not in IMPASSABLE:
                found.add(there)
                todo.append(there)
    return found


MAINLAND = _mainland()
WORDS: dict[str, Callable[[BoudiccaState, Any], set[str]]] = {
    "Impulse": _hands,
    "Germania": _ports,
    "Restore": _brought,
    "Invocation": _powerful,
    "ScareStack": _scared,
    "CallTribe": _called,
    "RampageHex": _riotous,
    "PlacePaulinus": _ridden_to,
    "PlaceTribe": _gathering,
    "Convocation": _summoned,
    "CivilianMovement": _evacuated,
    "Bid": _bids,
    "Mulligan": _redrawn,
}
"""By question: the answers that the words allow."""
