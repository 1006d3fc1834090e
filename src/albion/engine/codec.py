"""States as JSON bytes and back, for snapshots."""

from __future__ import annotations

import importlib
import typing
from base64 import b64decode
from functools import cache
from typing import Any, Protocol, Self, TypeVar, Union, runtime_checkable

import msgspec

from albion.engine.dice import Dice, LoadedDice
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.options import options_from
from albion.engine.state import State
from albion.engine.step import STEPS, Step

S = TypeVar("S", bound=State)


@runtime_checkable
class Written(Protocol):
    """A value of a field that knows itself how it is saved."""

    def written(self) -> bytes:
        """It, as bytes."""

    @classmethod
    def read(cls, data: bytes) -> Self:
        """The value that was written so."""


def save(game: Game[S], s: S) -> bytes:
    """The whole state, secrets included: for our own store, never for a player."""
    if isinstance(s.dice, LoadedDice):
        raise DataError("a state with loaded dice cannot be saved")
    kind: Any = type(s)
    kept = {name: getattr(s, name) for name in _fields(kind) if name not in s.shared}
    kept["dice"] = [str(s.dice.seed), s.dice.count]
    kept["options"] = game.options_of(s)
    return msgspec.json.encode(kept, enc_hook=_write)


def load(game: Game[S], data: bytes) -> S:
    """The state that `save` wrote."""
    try:
        raw = msgspec.json.decode(data)
        options = options_from(game.options_type, raw.pop("options"))
        seed, count = raw.pop("dice")
        fields: dict[str, Any] = {"dice": Dice(int(seed), count), **game.shared(options)}
        fields["agenda"] = msgspec.convert(raw.pop("agenda"), type=_agenda_type(game.packages))
        kind: Any = game.state_type
        hints = _fields(kind)
        fields |= {
            name: msgspec.convert(value, type=hints[name], strict=False, dec_hook=_read)
            for name, value in raw.items()
        }
        return game.state_type(**fields)  # type: ignore[return-value]
    except (msgspec.MsgspecError, KeyError, ValueError, TypeError) as error:
        raise DataError(f"a saved state of {game.id} cannot be read: {error}") from error


def _write(value: Any) -> bytes:
    if isinstance(value, Written):
        return value.written()
    raise NotImplementedError(f"{type(value).__name__} cannot be saved")


def _read(kind: Any, value: Any) -> Any:
    return kind.read(b64decode(value))


@cache
def _fields(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, localns={"Step": Step})
    return {name: hint for name, hint in hints.items() if typing.get_origin(hint) is not typing.ClassVar}


@cache
def _agenda_type(packages: tuple[str, ...]) -> Any:
    for package in packages:
        importlib.import_module(package)
    steps = {name: cls for package in packages for name, cls in STEPS.get(package, {}).items()}
    return list[Union[tuple(steps.values())]]  # type: ignore[misc]  # noqa: UP007
