"""5.1 The cards in hand: holding, playing, discarding and drawing them."""

from __future__ import annotations

from functools import lru_cache

from albion.engine.action import Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.games.boudicca.questions import Reason
from albion.games.boudicca.state import BoudiccaState

PLAY = cite("boudicca 5.1.6.a 4.0.g")
TOO_MANY_CARDS = cite("boudicca 5.1.6.a")
NOT_HELD = cite("boudicca 5.1.3.a 2.3.a")
OTHER_DECK = cite("boudicca 2.3.a 5.0.a")


def holds(s: BoudiccaState, side: str, card: str) -> bool:
    """Whether a side could play that card: from hand, or in solitaire from those turned up."""
    return card in (s.drawn if s.options.solitaire else s.hands[side])


@lru_cache(maxsize=4096)
def different(hand: tuple[str, ...]) -> tuple[str, ...]:
    """Each kind of card in a hand, once."""
    return tuple(dict.fromkeys(hand))


def may_play_more(s: BoudiccaState) -> bool:
    """Two cards an Impulse; in the Final Impulse any number."""
    return s.final or s.cards < s.rules.data.sequence.sequence.cards_per_impulse


@rule(cite("boudicca 5.1.6.a 5.1.10.b 4.0.g 4.0.i"))
def card_fault(s: BoudiccaState, side: str, card: str) -> Cite | None:
    """Why a card cannot be played in this Impulse."""
    if not holds(s, side, card):
        return NOT_HELD
    if not s.options.solitaire and not may_play_more(s):
        return TOO_MANY_CARDS + cite("boudicca 5.1.10.b")
    return None


def card_reason(s: BoudiccaState, card: str, why: Cite) -> Reason:
    """How many cards have been played, or that this one is not among those in hand."""
    if why[:1] == TOO_MANY_CARDS:
        return "cards-played", {"played": s.cards}
    if why[:2] in (NOT_HELD, OTHER_DECK):
        return "not-in-hand" if why[:2] == NOT_HELD else "other-deck", {"card": card}
    return None


@rule(cite("boudicca 5.1.3.a 5.1.8.a"))
def play_card(
    s: BoudiccaState, side: str, card: str, log: Log, *, how: str = "play", counts: bool = True
) -> None:
    """A card leaves the hand in the open."""
    if s.options.solitaire and card in s.drawn:
        rest = list(s.drawn)
        rest.remove(card)
        s.drawn = tuple(rest)
    else:
        rest = list(s.hands[side])
        rest.remove(card)
        s.hands[side] = tuple(rest)
        s.cards += counts
    s.spent[side] = (*s.spent[side], card)
    emit(log, how, PLAY, seat=side, card=card)


def draw_card(s: BoudiccaState, side: str, log: Log, why: Cite) -> None:
    """The top card of the deck comes to hand, seen by its owner alone."""
    if not s.decks[side]:
        return
    card, *rest = s.decks[side]
    s.decks[side] = tuple(rest)
    if s.options.solitaire:
        s.hands[side] = (*s.hands[side], card)
    else:
        s.hands[side] = tuple(sorted((*s.hands[side], card)))
        emit(log, "drew", why, seats=[Seat(side)], final=True, seat=side, card=card)
    emit(log, "draw", why, final=True, seat=side, count=1)
