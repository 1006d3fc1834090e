"""The shapes of standing orders, as they are sent."""

from __future__ import annotations

from msgspec import Struct


class OrderNoun(Struct, frozen=True):
    """Something an order may be restricted to, such as a place."""

    noun: str
    name: str


class OrderPolicy(Struct, frozen=True):
    """One way to answer; `{n}` in its text is a percentage."""

    id: str
    text: str
    n: int | None


class OrderKind(Struct, frozen=True):
    """Questions that may be answered by a standing order."""

    id: str
    title: str
    default: str
    policies: list[OrderPolicy]
    nouns: list[OrderNoun]


class SetOrder(Struct, frozen=True):
    """What a seat has ordered; `disarmed` says why it is no longer in force."""

    policy: str
    n: int | None
    only: list[str]
    disarmed: str


class StandingOrders(Struct, frozen=True):
    """A seat's standing orders, and what may be ordered in this game."""

    seat: str
    kinds: list[OrderKind]
    orders: dict[str, SetOrder]


class TriedAnswer(Struct, frozen=True, kw_only=True):
    """A question in another player's turn, and what the orders would have answered."""

    n: int
    """The answer it led to; one more than the last if the question is open."""
    question: str
    given: str | None
    """What was answered; None if the question is open."""
    order: str | None
    """The kind of order that speaks to it; None: the player would be asked."""
    answer: str | None
    disarmed: str | None
    """Why the order would have disarmed itself."""


class OrderTrial(Struct, frozen=True):
    """What orders would have answered, newest question first."""

    seat: str
    questions: list[TriedAnswer]
    complete: bool
    """False: time was up, so only the newest questions were tried."""
