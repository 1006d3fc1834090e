"""What refusals share: lists of answers, and the clauses that say when a verb is due."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite
from albion.games.domesday.state import Dom

DUE: Mapping[str, Cite] = {
    "event": cite("domesday 5.1.3.a 5.8.a"),
    "points": cite("domesday 5.1.3.a"),
    "pass": cite("domesday 5.1.4.a"),
    "absentee": cite("domesday 1.4.1.b"),
    "play": cite("domesday 5.5.2.a"),
    "give": cite("domesday 2.1.c"),
    "offer": cite("domesday 2.1.c"),
    "want": cite("domesday 2.1.c R41"),
    "return": cite("domesday 2.1.c R41"),
    "recruit": cite("domesday 5.2.a"),
    "new": cite("domesday 5.2.a"),
    "flip": cite("domesday 5.2.a"),
    "build": cite("domesday 5.3.a"),
    "move": cite("domesday 5.4.a"),
    "enter": cite("domesday 5.4.a"),
    "stop": cite("domesday 5.4.a"),
    "pick": cite("domesday 5.4.b"),
    "drop": cite("domesday 5.4.b"),
    "battle": cite("domesday 5.5.a"),
    "waste": cite("domesday 5.6.a"),
    "survey": cite("domesday 5.7.a"),
    "end": cite("domesday 5.1.d"),
    "reduce": cite("domesday 5.6.c 5.6.d"),
    "roll": cite("domesday 5.5.3.a"),
    "hold": cite("domesday 5.5.3.a"),
    "retreat": cite("domesday 5.5.3.a"),
    "to": cite("domesday 5.5.3.b"),
    "hit": cite("domesday 5.5.5.a"),
    "shift": cite("domesday 5.5.4.b"),
    "combine": cite("domesday 5.5.5.b"),
    "agree": cite("domesday 5.5.5.b R41"),
    "refuse": cite("domesday 5.5.5.b R41"),
    "done": cite("domesday 5.5.5.c"),
    "displace": cite("domesday 4.5.d"),
    "at": cite("domesday 5.8.a"),
    "unit": cite("domesday 5.8.a"),
    "target": cite("domesday 5.8.1.b"),
    "against": cite("domesday 5.8.a"),
    "option": cite("domesday 5.8.a"),
    "as": cite("domesday 5.8.1.a 5.5.1.a"),
    "lift": cite("domesday 4.3.1.e"),
    "crown": cite("domesday 4.2.2.a"),
    "stack": cite("domesday 5.9.2.a"),
    "decline": cite("domesday 2.1.c 5.5.2.a"),
}
"""When each verb has its time."""

Reason = tuple[str, dict[str, Json]]
"""A sentence's key in words.toml and what fills it."""


def unlisted(a: Action, listed: Iterable[Action], why: Cite) -> Cite | None:
    """The clauses against an answer whose verb is asked but which is not on the list."""
    offered = tuple(listed)
    return why if a not in offered and any(x.verb == a.verb for x in offered) else None


def ap(halves: int) -> str:
    """Half action points as people write them: 3½."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def not_in_hand(s: Dom, seat: str, a: Action) -> Reason | None:
    """A card that the player does not hold."""
    return (
        ("not-in-hand", {"card": a.name}) if a.noun in s.board.cards and a.noun not in s.hands[seat] else None
    )


def too_dear(s: Dom, halves: int) -> Reason:
    """So much is needed, so much is left."""
    return "too-dear", {"need": ap(halves), "left": ap(s.purse.halves)}
