"""A full state as one seat could believe it: cards it cannot see are dealt anew."""

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
    other = enemy(seat)
    if not s.options.solitaire and (other in s.bids or seat in s.bids) and new.hands[other]:
        guess = dice.d(len(new.hands[other]) + 1) - 1
        new.bids = {k: v for k, v in s.bids.items() if k == seat}
        if guess and other in s.bids:
            new.bids[other] = new.hands[other][guess - 1]
    return new
