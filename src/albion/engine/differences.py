"""The differences between two views, as the changes that turn one into the other."""

from __future__ import annotations

from itertools import islice
from operator import is_not
from typing import Any

Json = Any
Difference = list[Any]
"""A path removed; a path and the value there now; a path, a value and 1, where it is put in before what is there.

A path is a JSON Pointer (RFC 6901).
"""
_NEAR = 4
"""How many entries ahead an entry of a list is searched for before it counts as changed."""
_NOTHING: Json = object()


def differences(before: dict[str, Json], after: dict[str, Json]) -> list[Difference]:
    """The changes that turn one view into another; objects that both share are skipped."""
    found: list[Difference] = []
    _fields(before, after, "", found)
    return found


def _change(before: Json, after: Json, path: str, found: list[Difference]) -> None:
    """The change for one value that is known to differ."""
    if type(before) is dict and type(after) is dict:
        _fields(before, after, path, found)
    elif type(before) is list and type(after) is list and before and after:
        _entries(before, after, path, found)
    else:
        found.append([path, after])


def _fields(before: dict[str, Json], after: dict[str, Json], path: str, found: list[Difference]) -> None:
    """A dictionary, key by key; one that has mostly changed is sent whole."""
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
    gone = [key for key in before if key not in after] if len(before) + new > len(after) else []
    if path and 2 * (len(changed) + len(gone)) > len(after):
        found.append([path, after])
        return
    for key in gone:
        found.append([f"{path}/{_escaped(key)}"])
    for key, was, value in changed:
        here = f"{path}/{_escaped(key)}"
        if was is _NOTHING:
            found.append([here, value, 1])
        else:
            _change(was, value, here, found)


def _entries(before: list[Json], after: list[Json], path: str, found: list[Difference]) -> None:
    """A list, entry by entry: an entry found a little further on shows what was inserted or removed before it."""
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
            _remove(path, head + at, skipped, found)
            i += skipped
        elif i >= old or _found(before[i], after, at + 1):
            found.append([f"{path}/{head + at}", value, 1])
            at += 1
        else:
            _change(before[i], value, f"{path}/{head + at}", found)
            i += 1
            at += 1
    _remove(path, head + at, old - i, found)


def _remove(path: str, at: int, count: int, found: list[Difference]) -> None:
    for _ in range(count):
        found.append([f"{path}/{at}"])


def _found(value: Json, entries: list[Json], start: int) -> int:
    """How many entries must be skipped from `start` to find an equal one; 0 if none is near."""
    for n, entry in enumerate(entries[start : start + _NEAR], start=1):
        if entry is value or entry == value:
            return n
    return 0


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key
