"""What differs between two views, as a JSON Patch (RFC 6902) of add, remove and replace."""

from __future__ import annotations

from itertools import islice
from operator import is_not
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

Json = Any
_NEAR = 4
"""How many entries ahead an entry of a list is searched for before it counts as changed."""


class Operation(msgspec.Struct, frozen=True):
    """One step from a document to the next."""

    op: Literal["add", "remove", "replace"]
    path: str
    """Where, as a JSON Pointer (RFC 6901)."""
    value: Json | UnsetType = UNSET


def patch(before: dict[str, Json], after: dict[str, Json]) -> list[Operation]:
    """The steps that make one view of another; what both share as one object is not looked into."""
    found: list[Operation] = []
    _fields(before, after, "", found)
    return found


def _change(before: Json, after: Json, path: str, found: list[Operation]) -> None:
    """One value that differs, as its callers have seen."""
    if type(before) is dict and type(after) is dict:
        _fields(before, after, path, found)
    elif type(before) is list and type(after) is list and before and after:
        _entries(before, after, path, found)
    else:
        found.append(Operation("replace", path, after))


def _fields(before: dict[str, Json], after: dict[str, Json], path: str, found: list[Operation]) -> None:
    """A dictionary, key by key; one that has mostly changed is told whole."""
    changed: list[tuple[str, Json, Json]] = []
    new = 0
    for key, value in after.items():
        was = before.get(key, _NOTHING)
        if was is value:
            continue
        if was is _NOTHING:
            new += 1
        elif was == value:
            continue
        changed.append((key, was, value))
    gone = [key for key in before if key not in after] if len(before) + new > len(after) else ()
    if path and 2 * (len(changed) + len(gone)) > len(after):
        found.append(Operation("replace", path, after))
        return
    for key in gone:
        found.append(Operation("remove", f"{path}/{_escaped(key)}"))
    for key, was, value in changed:
        here = f"{path}/{_escaped(key)}"
        if was is _NOTHING:
            found.append(Operation("add", here, value))
        else:
            _change(was, value, here, found)


_NOTHING: Json = object()


def _entries(before: list[Json], after: list[Json], path: str, found: list[Operation]) -> None:
    """A list, entry by entry: one found a little further on shows what was put in or taken out before it."""
    # What stands the same at both ends is passed over without a step of Python for each entry.
    head = [*map(is_not, before, after), True].index(True)
    most = min(len(before), len(after)) - head
    tail = [*islice(map(is_not, reversed(before), reversed(after)), most), True].index(True)
    before, after = before[head : len(before) - tail], after[head : len(after) - tail]
    i, at, old, new = 0, 0, len(before), len(after)
    while at < new:
        value = after[at]
        if i < old and (before[i] is value or before[i] == value):
            i += 1
            at += 1
        elif i < old and (skipped := _found(value, before, i + 1)):
            found.extend([Operation("remove", f"{path}/{head + at}")] * skipped)
            i += skipped
        elif i >= old or _found(before[i], after, at + 1):
            found.append(Operation("add", f"{path}/{head + at}", value))
            at += 1
        else:
            _change(before[i], value, f"{path}/{head + at}", found)
            i += 1
            at += 1
    found.extend([Operation("remove", f"{path}/{head + at}")] * (old - i))


def _found(value: Json, entries: list[Json], start: int) -> int:
    """How many entries before `start` and on must be passed over to come to an equal one; 0: it is not near."""
    for n, entry in enumerate(entries[start : start + _NEAR], start=1):
        if entry is value or entry == value:
            return n
    return 0


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key
