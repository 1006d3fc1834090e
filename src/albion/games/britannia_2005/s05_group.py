"""Armies on the march together."""

from __future__ import annotations

import msgspec

from albion.kernels.britannia.board import Area, Nation, Place


class Group(msgspec.Struct, frozen=True):
    """Armies on the march together: how many, how many of them cavalry, and under whom."""

    nation: Nation
    n: int
    cavalry: int = 0
    leader: str = ""
    origin: Place = ""
    """Where it began this phase."""
    used: int = 0
    """Areas of its allowance used so far."""
    sailed: bool = False
    path: tuple[Area, ...] = ()
    """Areas it has been in during this move."""
    spot: Place = ""
    """Where it could retreat to from the area it has got to."""
