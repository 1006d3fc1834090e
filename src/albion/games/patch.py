"""Changes to a game's tables, as a variant names them: each is checked before it is made.

A key such as 'round[number=3].reinforcement[nation=irish].infantry' leads to one figure, text or list. It is replaced by
one of its kind; rows are neither added nor renamed, and names must be names that the game knows.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from albion.engine.errors import DataError

LARGEST = 999
"""No figure of any table is larger, or below zero where it was not before."""
_KEY = re.compile(r"(?P<name>[A-Za-z0-9_-]+)(?:\[(?P<field>[A-Za-z0-9_-]+)=(?P<value>[^\]]+)\])?(?:\.|$)")
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NAMES_A_ROW = ("id", "number")
_TELLS_OF_A_ROW = ("source", "confidence", "note")
_KINDS: Mapping[type, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number with a decimal point",
    str: "a text",
    list: "a list",
}
_SHARED = Path(__file__).resolve().parent.parent / "kernels"
"""What several games stand on, such as a map, is not part of a variant, but its names are known."""


class Change(NamedTuple):
    """One figure, text or list, and what stands in its place."""

    file: str
    key: str
    to: Any


class _Place(NamedTuple):
    """Where a key leads: a row or table, the name of its field, and the field the row was chosen by."""

    holder: dict[str, Any]
    field: str
    chosen_by: str | None


Tables = Mapping[str, dict[str, Any]]


def make_changes(tables: Tables, changes: Sequence[Change]) -> None:
    """Make all changes in the tables, or say in a sentence which one cannot be made."""
    known = frozenset(_ids(list(tables.values()))) | _shared_ids()
    seen: dict[tuple[int, str], int] = {}
    for n, change in enumerate(changes, start=1):
        try:
            place = _find(tables, change)
            before = seen.setdefault((id(place.holder), place.field), n)
            if before != n:
                raise DataError(f"change {before} has changed it already")
            _check(tables[change.file], place, change.to, known)
        except DataError as error:
            raise DataError(f"change {n}, file '{change.file}', key '{change.key}': {error}") from None
        place.holder[place.field] = change.to


def _check(table: dict[str, Any], place: _Place, to: Any, known: frozenset[str]) -> None:
    """What stands there must be replaceable, and by this."""
    old = place.holder[place.field]
    if place.field in _NAMES_A_ROW or place.field == place.chosen_by:
        raise DataError(f"'{place.field}' is what the row is known by: expected another of its fields")
    if place.field in _TELLS_OF_A_ROW:
        raise DataError(f"'{place.field}' only tells where figures come from: expected another field")
    if isinstance(old, dict) or (isinstance(old, list) and any(isinstance(x, dict) for x in old)):
        raise DataError("it leads to rows: expected a figure, text or list in one of them")
    if type(old) is not type(to):
        raise DataError(f"expected {_KINDS[type(old)]} such as {old!r}, not {to!r}")
    low = -LARGEST if _below_zero(table) else 0
    for figure in to if isinstance(to, list) else [to]:
        if isinstance(figure, (int, float)) and not isinstance(figure, bool) and not low <= figure <= LARGEST:
            raise DataError(f"expected a number from {low} to {LARGEST}, not {figure}")
    _check_names(old if isinstance(old, list) else [old], to if isinstance(to, list) else [to], known)


def _check_names(old: list[Any], new: list[Any], known: frozenset[str]) -> None:
    """Where names of the game stood, names of the game must stand, none of them twice if none was."""
    if old and {type(x) for x in new} - {type(x) for x in old}:
        raise DataError(f"expected a list such as {old!r}, not {new!r}")
    if not all(isinstance(x, str) and (x == "" or x in known) for x in old):
        return
    for name in new:
        if isinstance(name, str) and name and name not in known:
            near = get_close_matches(name, sorted(known), n=3, cutoff=0.75)
            such = (
                f"expected names such as {', '.join(x for x in old if x)}"
                if any(old)
                else "expected names of it"
            )
            raise DataError(
                f"there is no '{name}' in this game: "
                + (f"did you mean {' or '.join(near)}?" if near else such)
            )
    twice = next((x for i, x in enumerate(new) if x in new[:i]), None)
    if twice is not None and len(set(old)) == len(old):
        raise DataError(f"'{twice}' stands there twice: expected different names")


def _ids(value: Any) -> Iterator[str]:
    """Every word in small letters, with dashes between its parts, that is a key or a text of the tables."""
    if isinstance(value, dict):
        for key, below in value.items():
            if key not in _TELLS_OF_A_ROW:
                yield from _ids(key)
                yield from _ids(below)
    elif isinstance(value, list):
        for below in value:
            yield from _ids(below)
    elif isinstance(value, str) and _ID.fullmatch(value):
        yield value


@cache
def _shared_ids() -> frozenset[str]:
    files = sorted(_SHARED.glob("*/data/*.toml"))
    return frozenset(_ids([tomllib.loads(p.read_text(encoding="utf-8")) for p in files]))


def _below_zero(value: Any) -> bool:
    """Whether a file knows figures below zero, such as plunder that is owed."""
    if isinstance(value, dict):
        return any(map(_below_zero, value.values()))
    if isinstance(value, list):
        return any(map(_below_zero, value))
    return isinstance(value, (int, float)) and value < 0


def _find(tables: Tables, change: Change) -> _Place:
    """Where a change's key leads."""
    if change.file not in tables:
        raise DataError(f"there is no such file, expected one of {', '.join(sorted(tables))}")
    here: Any = tables[change.file]
    parts = _parts(change.key)
    chosen_by = None
    for i, part in enumerate(parts):
        if isinstance(here, list):
            raise DataError(
                f"'{parts[i - 1]['name']}' has rows: expected [field=value] behind it to choose one"
            )
        if not isinstance(here, dict):
            raise DataError(
                f"'{parts[i - 1]['name']}' is {here!r}: expected the key to end there, not to go on"
            )
        if part["name"] not in here:
            raise DataError(f"there is no '{part['name']}', expected one of {', '.join(here)}")
        if i == len(parts) - 1 and part["field"] is None:
            return _Place(here, part["name"], chosen_by)
        here = here[part["name"]]
        chosen_by = part["field"]
        if part["field"] is not None:
            here = _row(here, part["field"], part["value"])
    raise DataError("it must end with the name of a figure, text or list")


def _parts(key: str) -> list[re.Match[str]]:
    parts: list[re.Match[str]] = []
    while (end := parts[-1].end() if parts else 0) < len(key) or not parts:
        found = _KEY.match(key, end)
        if found is None:
            raise DataError("expected names with dots between them, and [field=value] to choose a row")
        parts.append(found)
    return parts


def _row(rows: Any, field: str, value: str) -> dict[str, Any]:
    """The one row whose field is that value, or a list of nothing else."""
    listed = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    if not listed:
        raise DataError(f"[{field}={value}] chooses among rows: there are none here")
    chosen = [row for row in listed if str(row.get(field)) == value or row.get(field) == [value]]
    if len(chosen) != 1:
        there = dict.fromkeys(str(row[field]) for row in listed if field in row)
        if not there:
            raise DataError(f"no row has a '{field}', expected one of {', '.join(listed[0])}")
        raise DataError(f"expected one row with {field} among {', '.join(there)}; found {len(chosen)}")
    return chosen[0]
