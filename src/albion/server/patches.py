"""What differs between two views, as a JSON Patch (RFC 6902) of add, remove and replace."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from albion.engine.differences import Difference, differences

Json = Any


class Operation(msgspec.Struct, frozen=True):
    """One step from a document to the next."""

    op: Literal["add", "remove", "replace"]
    path: str
    """Where, as a JSON Pointer (RFC 6901)."""
    value: Json | UnsetType = UNSET


def patch(before: dict[str, Json], after: dict[str, Json]) -> list[Operation]:
    """The steps that make one view of another."""
    return [_operation(difference) for difference in differences(before, after)]


def _operation(difference: Difference) -> Operation:
    match difference:
        case [path]:
            return Operation("remove", path)
        case [path, value]:
            return Operation("replace", path, value)
        case [path, value, *_]:
            return Operation("add", path, value)
        case _:
            raise ValueError("a difference names a path")
