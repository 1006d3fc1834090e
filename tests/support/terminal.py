"""A command line run by a test."""

from collections.abc import Callable
from typing import NamedTuple


class Said(NamedTuple):
    """What a command printed, and how it ended."""

    out: str
    err: str
    code: int


Albion = Callable[..., Said]
