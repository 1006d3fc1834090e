"""A full state as one seat could believe it: cards it cannot see are dealt again."""

from __future__ import annotations

from collections import Counter

from albion.engine.dice import Dice
from albion.games.boudicca.roster import SIDES
from albion.games.boudicca.state import BoudiccaState, enemy


def imagine(s: BoudiccaState, seat: str, dice: Dice) -> BoudiccaState:
    """Own hand, sizes and everything on the table as they are; the rest by chance."""
    new = s.clone()
    new.dice = dice
    for side in SIDES:
        hidden = s.options.solitaire or side != seat
        known = list(s.spent[side])
        known += [c for c in s.drawn if side == s.phasing]
        known += [] if hidden else list(s.hands[side])
        left = Counter(s.rules.decks[side])
        left.subtract(known)
        pool = dice.shuffled(sorted(left.elements()))
        n = len(s.hands[side])
        if not (n or s.decks[side]):
            continue
        if hidden:
            hand = pool[:n]
            new.hands[side] = tuple(hand if s.options.solitaire else sorted(hand))
            pool = pool[n:]
        new.decks[side] = tuple(pool[: len(s.decks[side])])
    new.bids = _bids(s, new, seat, dice)
    return new


def _bids(s: BoudiccaState, new: BoudiccaState, seat: str, dice: Dice) -> dict[str, str]:
    """One's own bid; the enemy's, once he has answered, any card of the imagined hand or none.

    Whether he bid at all is as secret as the card, so the guess must not depend on it.
    """
    if s.options.solitaire:  # one player answers for both sides, and sees no card
        return {side: new.hands[side][0] for side in s.bids}
    other = enemy(seat)
    bids = {side: card for side, card in s.bids.items() if side == seat}
    hand = new.hands[other]
    guess = dice.d(len(hand) + 1) - 1 if hand and _has_answered(s, other) else 0
    if guess:
        bids[other] = hand[guess - 1]
    return bids


def _has_answered(s: BoudiccaState, side: str) -> bool:
    """Whether bids are being made and this side's question is behind us: everybody sees that much."""
    asked = [getattr(step, "side", "") for step in s.agenda if step.name == "Bid"]
    return any(step.name == "RevealBids" for step in s.agenda) and side not in asked
