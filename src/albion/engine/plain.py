"""Small records: structs and dataclasses or, in compiled code, the plain classes that replace them."""

from __future__ import annotations

import dataclasses
import inspect
import sys
import typing
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

DESCRIBED: dict[type, dict[str, tuple[str, Any]]] = {}
"""Every record of compiled code: its fields, each with its type and the module where that has a meaning, if it is text."""
_COMPARED: dict[type, tuple[str, ...]] = {}
"""The fields that count when two records are compared."""
_FIELDS: dict[type, Any] = {}
"""Their fields as dataclasses know them."""
_IN_ORDER: set[type] = set()
"""Those whose fields may be given in order, which is much faster than by name."""
_NOTHING: Mapping[str, Any] = {}
_Slots: Any = type("_Slots", (tuple,), {"__bool__": staticmethod(bool)})
"""Names of slots that are all there already. It is false, because mypyc refuses a class that seems to bring slots along."""


class Plain:
    """A record of compiled code: compared, hashed and shown by its fields, as a struct is."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _values(self) == _values(other)

    def __hash__(self) -> int:
        return hash((type(self), _values(self)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in DESCRIBED[type(self)])
        return f"{type(self).__name__}({shown})"


def _values(record: object) -> tuple[Any, ...]:
    return tuple([getattr(record, name) for name in _COMPARED[type(record)]])


def described(
    kind: Any,
    fields: dict[str, tuple[str, Any]],
    defaults: Mapping[str, Any] = _NOTHING,
    factories: Mapping[str, Any] = _NOTHING,
    keywords: tuple[str, ...] = (),
    apart: tuple[str, ...] = (),
    frozen: bool | None = None,
) -> None:
    """Note what a record of compiled code was before: its fields, how each is filled, and those that are not compared.

    A dataclass (`frozen` or not) keeps what dataclasses look for in those they stand on. A struct has it only while
    an interpreted class is made that stands on it: msgspec would take it for a dataclass and fill it from behind.
    """
    DESCRIBED[kind] = fields
    if not keywords:
        _IN_ORDER.add(kind)
    _COMPARED[kind] = tuple(name for name in fields if name not in apart)
    found: dict[str, Any] = {}
    for name, (_, text) in fields.items():
        made: Any = dataclasses.field(
            default=defaults.get(name, dataclasses.MISSING),
            default_factory=factories.get(name, dataclasses.MISSING),
            kw_only=name in keywords,
            compare=name not in apart,
        )
        made.name, made.type, made._field_type = name, text, dataclasses._FIELD  # type: ignore[attr-defined]
        found[name] = made
    _FIELDS[kind] = found
    if frozen is not None:
        kind.__dataclass_fields__, kind.__dataclass_params__ = found, SimpleNamespace(frozen=frozen)
        kind.__slots__ = _Slots(fields)  # so that a slotted dataclass above it makes no second ones


def interpreted(cls: Any) -> None:
    """Give a class that was declared as a struct, but stands on a record of compiled code, what a struct has."""
    bases = [base for base in cls.__mro__[1:] if base in _FIELDS]
    known = next((DESCRIBED[base] for base in bases), {})
    if inspect.get_annotations(cls):
        for base in bases:
            base.__dataclass_fields__, base.__dataclass_params__ = (
                _FIELDS[base],
                SimpleNamespace(frozen=False),
            )
        dataclasses.dataclass(eq=False, repr=False)(cls)
        _FIELDS[cls] = cls.__dataclass_fields__
        known = {
            name: known.get(name, (cls.__module__, f.type)) for name, f in _FIELDS[cls].items() if _own(f)
        }
        for base in (cls, *bases):
            del base.__dataclass_fields__, base.__dataclass_params__
    DESCRIBED[cls], _COMPARED[cls] = known, tuple(known)


def _own(f: Any) -> bool:
    """Whether what an annotation declares is a field, not a class variable."""
    return f._field_type is dataclasses._FIELD  # type: ignore[attr-defined]


def replaced(record: T, **changes: Any) -> T:
    """A copy of a record with some fields changed."""
    names = DESCRIBED.get(type(record))
    if names is None:
        return msgspec.structs.replace(record, **changes)  # type: ignore[type-var]
    kind = type(record)
    if kind not in _IN_ORDER:
        return kind(**{name: getattr(record, name) for name in names} | changes)
    return kind(*[changes[name] if name in changes else getattr(record, name) for name in names])


def field_names(record: object) -> tuple[str, ...]:
    """The fields of a record, in their order."""
    return tuple(field_types(type(record)))


def field_types(kind: Any) -> dict[str, Any]:
    """The fields of a record with their types; a type that is known only to a type checker is any."""
    return _field_types(kind)


@cache
def _field_types(kind: Any) -> dict[str, Any]:
    fields = DESCRIBED.get(kind)
    if fields is None and not dataclasses.is_dataclass(kind):
        return {f.name: f.type for f in msgspec.structs.fields(kind)}
    if fields is None:
        said: dict[str, tuple[str, Any]] = {}
        for base in reversed(kind.__mro__):
            own = inspect.get_annotations(base)
            said |= DESCRIBED.get(base) or {name: (base.__module__, text) for name, text in own.items()}
        fields = {f.name: said[f.name] for f in dataclasses.fields(kind)}
    return {name: _meant(module, text) for name, (module, text) in fields.items()}


def _meant(module: str, text: Any) -> Any:
    """The type that an annotation in a module means."""
    try:
        return eval(text, {**vars(typing), **vars(sys.modules[module])}) if isinstance(text, str) else text
    except NameError:
        return Any


def plain(record: Any) -> Any:
    """A record of compiled code as the JSON object that its struct would be; for encoders that meet one."""
    kind = type(record)
    if kind not in DESCRIBED:
        raise NotImplementedError(f"{kind.__name__} cannot be saved")
    tag = getattr(kind, "name", "")
    fields = {name: getattr(record, name) for name in DESCRIBED[kind]}
    return {"type": tag, **fields} if isinstance(tag, str) and tag else fields


def read(kind: Any, value: Any) -> Any:
    """The record of compiled code that `plain` wrote; for decoders that meet one."""
    kind = typing.get_origin(kind) or kind  # a field may be of `Retreat[Any]`: the record is a `Retreat`
    if kind not in DESCRIBED or not isinstance(value, dict):
        raise msgspec.ValidationError(f"Expected `{kind.__name__}`, got `{type(value).__name__}`")
    given = {
        name: msgspec.convert(value[name], type=hint, strict=False, dec_hook=read)
        for name, hint in field_types(kind).items()
        if name in value
    }
    try:
        return kind(**given)
    except TypeError as error:
        raise msgspec.ValidationError(str(error)) from None


def source_of(module: str) -> str:
    """The source file of one of Albion's modules, compiled or not."""
    top = Path(str(sys.modules["albion"].__file__)).parent.parent
    return str(top.joinpath(*module.split(".")).with_suffix(".py"))
