"""Memory that is no longer needed, given back to the system."""

from __future__ import annotations

import ctypes
from collections.abc import Callable


def _find_trim() -> Callable[[int], int] | None:
    """What gives freed memory back, where the C library has it (glibc)."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
    return trim


_TRIM = _find_trim()


def give_back() -> None:
    """After many things were dropped: the C library would keep what they took for later."""
    if _TRIM is not None:
        _TRIM(0)
