"""Tiny matches for the engine's tests."""

from collections.abc import Callable

import pytest

from albion.engine.action import parse_action
from albion.engine.match import Match
from support.tiny import TINY, TinyOptions, TinyState

Tiny = Match[TinyState]


@pytest.fixture
def played() -> Callable[..., Tiny]:
    """A match of two with these answers given, in turn."""

    def play(*answers: str, seed: int = 5) -> Tiny:
        match: Tiny = Match(TINY, TinyOptions(), seed)
        for text in answers:
            assert match.decision is not None
            match.play(match.decision.seat, parse_action(text, match.verbs))
        return match

    return play
