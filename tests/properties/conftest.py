"""Random matches for the properties."""

from typing import Any

import pytest

from albion.engine.match import Match
from support.every_game import random_match


@pytest.fixture
def match(request: pytest.FixtureRequest) -> Match[Any]:
    """A finished random match; shared between tests, so nobody changes it."""
    return random_match(request.param)
