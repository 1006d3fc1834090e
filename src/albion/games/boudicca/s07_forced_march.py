"""7.2 Roman Forced March: a second move in the same Impulse, on roads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.plain import replaced
from albion.engine.step import Steps
from albion.games.boudicca.questions import Reason, place
from albion.games.boudicca.roster import ROMANS
from albion.games.boudicca.s05_hand import OTHER_DECK, card_fault, card_reason, holds, play_card
from albion.games.boudicca.s07_ways import label
from albion.games.boudicca.state import DEAD, FOUGHT, MARCHED, BoudiccaState

if TYPE_CHECKING:
    from albion.games.boudicca.s07_movement import MoveStack

FORCED_MARCH = cite("boudicca 7.2.1.a 7.2.2.a 5.3.2.b")
FORCE_MARCH_FIRST = cite("boudicca 7.2.1.a")
HAS_FOUGHT, HAS_MOVED = cite("boudicca 7.2.3.a 7.1.14.b"), cite("boudicca 7.1.14.b 7.2.3.a")


@rule(cite("boudicca 7.2.3.a 7.1.14.b R32"))
def can_force_march(s: BoudiccaState, u: int) -> bool:
    """Units that have neither fought nor moved this turn."""
    return not s.marks[u] & FOUGHT and s.used[u] == 0


def left_behind(s: BoudiccaState, u: int) -> Cite:
    """What keeps a unit from a forced march of its stack, its fight or its move."""
    return HAS_FOUGHT if s.marks[u] & FOUGHT else HAS_MOVED


def may_force_march(s: BoudiccaState, now: MoveStack) -> bool:
    """Whether the card could be played now."""
    return (
        s.phasing == ROMANS
        and holds(s, ROMANS, "force-march")
        and not force_march_fault(s, now, "force-march")
    )


@rule(FORCED_MARCH)
def force_march_fault(s: BoudiccaState, now: MoveStack, card: str) -> Cite | None:
    """Why a card cannot be played between activating a stack and moving it."""
    if card == "force-march" and s.phasing != ROMANS:
        return OTHER_DECK
    if card != "force-march" or now.begun or now.group or now.forced:
        return FORCE_MARCH_FIRST
    fault = card_fault(s, ROMANS, card)
    if fault:
        return fault
    if now.hex <= DEAD or now.hex not in s.rules.board.road_hexes:
        return cite("boudicca 7.2.2.a R32")
    if not any(can_force_march(s, u) for u in now.pool):
        fought = all(s.marks[u] & FOUGHT for u in now.pool)
        return cite("boudicca 7.2.3.a" if fought else "boudicca 7.1.14.b 7.2.3.a")
    return None


def force_march_reason(s: BoudiccaState, now: MoveStack, card: str, why: Cite) -> Reason:
    """Another card, one that is not held or comes too late, no road, or units that have moved or fought."""
    if card != "force-march":
        return "only-force-march", {}
    match why[0].clause:
        case "7.2.1.a":
            return "force-march-later", {}
        case "7.2.2.a" if now.hex <= DEAD:
            return "box-march", {"box": label(now.hex)}
        case "7.2.2.a":
            return "no-road-here", place(s, now.hex)
        case "7.2.3.a":
            return "march-fought", place(s, now.hex)
        case "7.1.14.b":
            return "march-used", place(s, now.hex)
    return card_reason(s, card, why)


def play_force_march(s: BoudiccaState, now: MoveStack, log: Log) -> Steps[BoudiccaState]:
    """The card is spent; those who can will march twice as far."""
    play_card(s, ROMANS, "force-march", log)
    pool = tuple(u for u in now.pool if can_force_march(s, u))
    emit(log, "force-march", FORCED_MARCH, hex=now.hex, units=[s.rules.units[u].id for u in pool])
    return [replaced(now, pool=pool, forced=True)]


@rule(cite("boudicca 7.1.12.b 7.1.14.c 7.2.4.a R32"))
def both_moves_made(s: BoudiccaState) -> None:
    """The second move is begun, or both are given up: Used II and the Force March marker."""
    for u in s.group:
        s.marks[u] |= MARCHED
        s.used[u] = 2


@rule(cite("boudicca 7.2.3.a R32"))
def forfeit_second_move(s: BoudiccaState) -> None:
    """Whoever fights in the first move of a forced march has no second; roads stay all there is."""
    if s.second and s.mp >= s.second:
        s.mp -= s.second
        s.second = 0
