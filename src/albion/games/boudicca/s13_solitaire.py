"""13.0 Solitaire: one player for both sides, hands face down, cards drawn unseen."""

from __future__ import annotations

from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.games.boudicca.s05_hand import may_play_more
from albion.games.boudicca.state import BoudiccaState

UNSEEN = cite("boudicca 13.0.a 13.0.b R44")


@rule(UNSEEN)
def draw_fault(s: BoudiccaState) -> Cite | None:
    """Why no card can be drawn unseen: not solitaire, two drawn already, or none left."""
    if not s.options.solitaire:
        return cite("boudicca 13.0.b 5.1.3.a")
    if not s.hands[s.phasing] or not may_play_more(s):
        return cite("boudicca 13.0.b 5.1.6.a")
    return None


@rule(UNSEEN)
def turn_up(s: BoudiccaState, log: Log) -> None:
    """The next face-down card is played: points at once, an event when the player likes."""
    side = s.phasing
    card, *rest = s.hands[side]
    s.hands[side] = tuple(rest)
    s.cards += 1
    value = s.rules.value[card]
    if value:
        s.ap += value
        s.spent[side] = (*s.spent[side], card)
    else:
        s.drawn = (*s.drawn, card)
    emit(log, "turned-up", UNSEEN, final=True, seat=side, card=card)
