"""The fields of a case and what each may contain; a mistake is reported in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from albion.engine.errors import DataError

Fits = Callable[[Any], bool]


class Shape(NamedTuple):
    """What a field may hold, in words and as a check."""

    words: str
    fits: Fits
    empty: bool = False
    """Whether it may be empty; an empty expectation could not fail."""


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _yes_or_no(value: Any) -> bool:
    return isinstance(value, bool)


def _entry(value: Any) -> bool:
    return _text(value) or _number(value)


def _plain(value: Any) -> bool:
    return _entry(value) or _yes_or_no(value) or isinstance(value, float)


def _list(of: Fits) -> Fits:
    return lambda value: isinstance(value, list) and all(map(of, value))


def _table(of: Fits) -> Fits:
    return lambda value: isinstance(value, dict) and all(map(of, value.values()))


def _event(value: Any) -> bool:
    if not isinstance(value, dict):
        return _text(value)
    seen = value.get("seen_by", [])
    return _text(value.get("kind")) and _yes_or_no(value.get("final", True)) and _seen_by(seen)


def _seen_by(value: Any) -> bool:
    return value == "everyone" or _list(_text)(value)


def _walk(value: Any) -> bool:
    if not isinstance(value, dict) or set(value) - {"lively"} != {"seed", "answers"}:
        return False
    return _number(value["seed"]) and _number(value["answers"]) and value.get("lively", True) is True


def _outcome(value: Any) -> bool:
    if not isinstance(value, dict):
        return bool(value == "none")
    known = set(value) <= {"winners", "scores"}
    return known and _list(_text)(value.get("winners", [])) and _table(_number)(value.get("scores", {}))


ACTIONS = Shape("a list of actions", _list(_text))
REFUSALS = Shape('a table such as { "retreat york" = "book 7.2.1.a" }', _table(_text))
SAID = Shape(
    'a table such as { "send 5" = { limit = 4 } }',
    _table(lambda value: isinstance(value, dict) and bool(value)),
)
TEXT = Shape("a text", _text)

GIVEN: Mapping[str, Shape] = {
    "rule": TEXT,
    "name": TEXT,
    "start": TEXT,
    "position": Shape("a table of texts or numbers", _table(_entry), empty=True),
    "options": Shape("a table of texts, numbers or true and false", _table(_plain), empty=True),
    "dice": Shape("a list of numbers", _list(_number), empty=True),
    "do": ACTIONS._replace(empty=True),
    "walk": Shape("a table such as { seed = 3, answers = 200 }", _walk),
    "state": TEXT,
}
EXPECTED: Mapping[str, Shape] = {
    "legal": ACTIONS._replace(empty=True),
    "includes": ACTIONS,
    "excludes": ACTIONS,
    "forbidden": REFUSALS,
    "exactly": REFUSALS,
    "says": SAID,
    "after": Shape("a table of texts or numbers", _table(_entry)),
    "events": Shape("a list of kinds, or of tables with a kind", _list(_event)),
    "without": Shape("a list of kinds of events", _list(_text)),
    "scores": Shape("a table of numbers", _table(_number)),
    "outcome": Shape('"none", or a table of winners and scores', _outcome),
    "seat": TEXT,
    "step": TEXT,
    "about": Shape("a table of facts", lambda value: isinstance(value, dict)),
    "way": Shape("a list of places", _list(_entry)),
    "secret": Shape("true or false", _yes_or_no),
    "final": Shape("true or false", _yes_or_no),
    "refusals": Shape("the mark of a lively walk's refusals, as tools/walks.py writes it", _text),
}
SAVED = "saved"
"""The value of `start` when play begins from a saved `state`."""
REQUIRED = ("rule", "name", "start")


def check_fields(fields: Mapping[str, Any]) -> None:
    """Refuse a case with an unknown, missing or wrongly typed field, or without any expectation."""
    shapes = {**GIVEN, **EXPECTED}
    for field, value in fields.items():
        shape = shapes.get(field)
        if shape is None:
            raise DataError(f"unknown field '{field}', expected {', '.join(sorted(shapes))}")
        if not shape.fits(value):
            raise DataError(f"the field '{field}' holds {_told(value)}, expected {shape.words}")
        if not shape.empty and value in ("", [], {}):
            raise DataError(f"the field '{field}' is empty, so it says nothing: expected {shape.words}")
    missing = [field for field in REQUIRED if field not in fields]
    if missing:
        raise DataError(f"the field '{missing[0]}' is missing")
    if "walk" in fields and (fields["start"] != "setup" or {"dice", "do", "position"} & set(fields)):
        raise DataError("a 'walk' leads on from start 'setup' by itself, without 'position', 'dice' and 'do'")
    if ("state" in fields) != (fields["start"] == SAVED) or (
        "state" in fields and {"position", "options"} & set(fields)
    ):
        raise DataError(
            f"a 'state' is the whole table: it goes with start '{SAVED}', without 'position' and 'options'"
        )
    if not set(EXPECTED) & set(fields):
        raise DataError(f"it expects nothing, so it cannot fail; add one of {', '.join(sorted(EXPECTED))}")


def _told(value: Any) -> str:
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
