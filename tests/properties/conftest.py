"""Random matches for the properties."""

import pytest

from support.every_game import Played, random_match


@pytest.fixture
def match(request: pytest.FixtureRequest) -> Played:
    """A finished random match; shared between tests, so nobody changes it."""
    return random_match(request.param)
