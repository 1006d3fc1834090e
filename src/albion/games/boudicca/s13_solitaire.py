"""13.0 Solitaire: one player for both sides, hands face down, cards drawn unseen."""

from __future__ import annotations

from albion.engine.action import Action
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.games.boudicca.questions import Reason
from albion.games.boudicca.s05_hand import may_play_more
from albion.games.boudicca.state import BoudiccaState

UNSEEN = cite("boudicca 13.0.a 13.0.b R44")
FACE_DOWN = cite("boudicca 13.0.b")


@rule(UNSEEN)
def draw_fault(s: BoudiccaState) -> Cite | None:
    """Why no card can be drawn unseen: not solitaire, two drawn already, or none left."""
    if not s.options.solitaire:
        return cite("boudicca 13.0.b 5.1.3.a")
    if not s.hands[s.phasing]:
        return cite("boudicca 13.0.b 5.1.10.a")
    return None if may_play_more(s) else cite("boudicca 13.0.b 5.1.6.a")


def draw_reason(s: BoudiccaState, a: Action) -> Reason:
    """Two players see their cards; alone, nobody discards what he has not seen, and two cards are all."""
    if not s.options.solitaire:
        return "draw-alone", {}
    if a.verb == "discard":
        return "face-down-discard", {}
    return ("cards-played", {"played": s.cards}) if s.hands[s.phasing] else ("no-cards-left", {})


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
