"""Lets the caller of a bot stop it when its answer is no longer wanted."""

from __future__ import annotations

from collections.abc import Callable


class InterruptedThought(Exception):
    """The answer is no longer wanted."""


_unwanted: list[Callable[[], bool]] = []


def listen(unwanted: Callable[[], bool] | None) -> None:
    """Set the function that says whether to stop; None: never stop."""
    _unwanted[:] = [] if unwanted is None else [unwanted]


def go_on() -> None:
    """Called by a search between two tries: ends it if its answer is no longer wanted."""
    if _unwanted and _unwanted[0]():
        raise InterruptedThought
