"""What every data table carries: where it comes from and how far it can be trusted."""

from __future__ import annotations

from typing import Literal

import msgspec

Confidence = Literal["stated", "found", "derived", "reconstructed"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename=None):
    """A group of facts without a source of its own."""


class Sourced(Record, frozen=True, forbid_unknown_fields=True):
    """A table that says where it comes from and how far it can be trusted."""

    source: str
    confidence: Confidence
