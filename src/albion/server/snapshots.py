"""Stored positions are small: JSON shrinks to a fraction at little cost."""

from __future__ import annotations

import zlib


def shrink(state: bytes) -> bytes:
    """A saved state as it lies in the database."""
    return zlib.compress(state, 1)


def unshrink(stored: bytes) -> bytes:
    """The saved state again."""
    return zlib.decompress(stored)
