"""What goes with an answer: the question it answers, its place in a plan, and the forced answers that followed."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from albion.engine.action import Seat
from albion.engine.errors import AlbionError
from albion.engine.match import Match
from albion.engine.step import Choice
from albion.server.entries import Entry
from albion.server.errors import RequestError, request_error


class Asked(msgspec.Struct, frozen=True):
    """The open question, noted before it is answered."""

    seat: Seat | None
    step: str | None
    secret: bool
    about: dict[str, Any]

    @classmethod
    def now(cls, match: Match[Any]) -> Asked:
        """The question open in a match."""
        d, state = match.decision, match.state
        if d is None:
            return NOTHING_ASKED
        step: Choice[Any] = state.agenda[-1]
        return cls(d.seat, d.step, step.secret, step.about(state))


NOTHING_ASKED = Asked(None, None, False, {})


@contextlib.contextmanager
def answer_of_plan(number: int, of: int) -> Iterator[None]:
    """Let a refusal say which answer of a plan it is about."""
    try:
        yield
    except (RequestError, AlbionError) as error:
        refusal = request_error(error)
        if refusal is None:
            raise
        refusal.message = f"answer {number} of {of}: {refusal.message}"
        refusal.answer = number
        raise refusal from error


def forced_before_dice(given: Sequence[Entry]) -> list[str | None]:
    """The forced answers that followed, up to the first that rolled dice or revealed a secret."""
    forced: list[str | None] = []
    for before, entry in itertools.pairwise(given):
        if before.final:
            break
        if entry.row.forced:
            forced.append(entry.row.action)
    return forced
