"""What players agree on before the game: a frozen record per game, with a text form."""

from __future__ import annotations

import typing
from typing import Any, Literal

import msgspec

from albion.engine.errors import DataError


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every game's options; each field is a bool or a Literal of strings or numbers."""


def choices(kind: type[Options]) -> dict[str, tuple[Any, ...]]:
    """Every option with the values it may take, the default first."""
    hints = typing.get_type_hints(kind)
    found: dict[str, tuple[Any, ...]] = {}
    for field in msgspec.structs.fields(kind):
        hint = hints[field.name]
        values = (False, True) if hint is bool else typing.get_args(hint)
        if hint is not bool and typing.get_origin(hint) is not Literal:
            raise DataError(f"option {field.name} of {kind.__name__} must be a bool or a Literal")
        default = field.default
        found[field.name] = (default, *(v for v in values if v != default))
    return found


def parse_options(kind: type[Options], text: str) -> Options:
    """Read 'players=3,open_hands=yes'; options not named keep their defaults."""
    known = choices(kind)
    given: dict[str, Any] = {}
    for part in text.replace(",", " ").split():
        name, eq, value = part.partition("=")
        if name not in known:
            names = ", ".join(f"{k}={show(v[0])}" for k, v in known.items())
            raise DataError(f"'{part}' is not an option of this game: expected {names}")
        if not eq:
            raise DataError(
                f"option {name} needs a value: expected {name}={'|'.join(map(show, known[name]))}"
            )
        given[name] = _value(name, value, known[name])
    return kind(**given)


def options_from(kind: type[Options], given: dict[str, Any]) -> Options:
    """Options from plain values, as JSON carries them."""
    known = choices(kind)
    for name, value in given.items():
        if name not in known:
            raise DataError(f"'{name}' is not an option of this game: expected one of {', '.join(known)}")
        if not any(value == v and type(value) is type(v) for v in known[name]):
            raise DataError(_wrong(name, str(value), known[name]) + _how_written(value, known[name]))
    return kind(**given)


def _how_written(value: Any, values: tuple[Any, ...]) -> str:
    """For a value that would do as text: how plain values write it."""
    if isinstance(values[0], bool):
        return "; written as true or false, without quotes"
    quoted = isinstance(value, str) and value in map(str, values)
    return "; written without quotes" if quoted else ""


def _value(name: str, text: str, values: tuple[Any, ...]) -> Any:
    if isinstance(values[0], bool):
        words = {
            "yes": True,
            "true": True,
            "on": True,
            "1": True,
            "no": False,
            "false": False,
            "off": False,
            "0": False,
        }
        if text.lower() in words:
            return words[text.lower()]
    for value in values:
        if str(value) == text and not isinstance(value, bool):
            return value
    raise DataError(_wrong(name, text, values))


def _wrong(name: str, text: str, values: tuple[Any, ...]) -> str:
    return f"option {name} cannot be '{text}': expected one of {', '.join(show(v) for v in values)}"


def show(value: Any) -> str:
    """A value as text: yes or no for a bool."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def options_text(o: Options) -> str:
    """The text that `parse_options` reads back."""
    return ",".join(f"{name}={show(getattr(o, name))}" for name in choices(type(o)))
