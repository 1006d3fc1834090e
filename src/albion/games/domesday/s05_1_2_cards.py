"""5.1.2 Drawing cards: deck, discards, hands."""

from __future__ import annotations

from albion.engine.action import Seat
from albion.engine.cite import cite, rule
from albion.engine.event import Log, emit
from albion.games.domesday.state import Dom


@rule(cite("domesday 5.1.2.b 5.1.2.c 5.1.e 1.4.1.a"))
def draw(s: Dom, seat: str, n: int, log: Log) -> None:
    """Cards from the top to a hand; when the last is drawn the discards are shuffled into a new deck."""
    drawn: list[str] = []
    for _ in range(n):
        if not s.deck:
            reshuffle(s, log)
        if not s.deck:
            break
        drawn.append(s.deck[-1])
        s.deck = s.deck[:-1]
        if not s.deck:
            reshuffle(s, log)
    s.hands[seat] = tuple(sorted((*s.hands[seat], *drawn)))
    emit(log, "drew", cite("domesday 5.1.2.c"), final=True, seat=seat, n=len(drawn))
    if seat != s.rules.absentee:
        emit(log, "drawn", cite("domesday 5.1.2.c"), seats=[Seat(seat)], final=True, seat=seat, cards=drawn)


def reshuffle(s: Dom, log: Log) -> None:
    """The discards become the deck."""
    if s.discard:
        s.deck, s.discard = tuple(s.dice.shuffled(s.discard)), ()
        emit(log, "reshuffled", cite("domesday 5.1.2.b"), final=True, n=len(s.deck))


def discard_random(s: Dom, seat: str, n: int, log: Log) -> None:
    """A hand loses cards at random to the open discards."""
    for _ in range(min(n, len(s.hands[seat]))):
        hand = s.hands[seat]
        card = hand[s.dice.d(len(hand)) - 1]
        s.hands[seat] = tuple(x for x in hand if x != card)
        s.discard = (*s.discard, card)
        emit(log, "discarded", cite("domesday 5.1.e"), final=True, seat=seat, card=card)
