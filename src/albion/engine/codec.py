"""States as JSON bytes and back, for snapshots."""

from __future__ import annotations

import importlib
from base64 import b64decode
from functools import cache
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

import msgspec

from albion.engine.dice import Dice, LoadedDice
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.options import options_from
from albion.engine.plain import field_types, plain, read
from albion.engine.state import State
from albion.engine.step import STEPS, Step

S = TypeVar("S", bound=State)


@runtime_checkable
class Written(Protocol):
    """A field's value that defines how it is saved."""

    def written(self) -> bytes:
        """The value as bytes."""

    @classmethod
    def read(cls, data: bytes) -> Self:
        """The value from its bytes."""


def save(game: Game[S], s: S) -> bytes:
    """The whole state, secrets included: for our own store, never for a player."""
    if isinstance(s.dice, LoadedDice):
        raise DataError("a state with loaded dice cannot be saved")
    kept = s.stored()
    kept["dice"] = [str(s.dice.seed), s.dice.count]
    kept["options"] = game.options_of(s)
    return msgspec.json.encode(kept, enc_hook=_write)


def load(game: Game[S], data: bytes) -> S:
    """The state that `save` wrote; of an older version's, what today's rules have no field for is left out."""
    try:
        raw = msgspec.json.decode(data)
        options = options_from(game.options_type, raw.pop("options"))
        seed, count = raw.pop("dice")
        fields: dict[str, Any] = {"dice": Dice(int(seed), count), **game.shared(options)}
        fields["agenda"] = [_step(game.packages, row) for row in raw.pop("agenda")]
        kind: Any = game.state_type
        hints = field_types(kind)
        fields |= {
            name: msgspec.convert(value, type=hints[name], strict=False, dec_hook=_read)
            for name, value in kind.restored(raw).items()
            if name in hints
        }
        return game.state_type(**fields)  # type: ignore[return-value]
    except (msgspec.MsgspecError, DataError, KeyError, ValueError, TypeError) as error:
        raise DataError(f"a saved state of {game.id} cannot be read: {error}") from error


def _write(value: Any) -> Any:
    # Asking whether it is `Written` would compare it with the protocol again for every value, at three times the cost of the rest.
    return value.written() if hasattr(value, "written") else plain(value)


def _read(kind: Any, value: Any) -> Any:
    return kind.read(b64decode(value)) if issubclass(kind, Written) else read(kind, value)


def _step(packages: tuple[str, ...], row: Any) -> Step[Any]:
    """One step of a saved agenda."""
    kind = _steps(packages).get(row["type"])
    if kind is None:
        raise DataError(f"there is no step '{row['type']}'")
    found: Step[Any] = msgspec.convert({**row, "type": kind.name}, type=kind, dec_hook=read)
    return found


@cache
def _steps(packages: tuple[str, ...]) -> dict[str, type[Step[Any]]]:
    for package in packages:
        importlib.import_module(package)
    return {name: cls for package in packages for name, cls in STEPS.get(package, {}).items()}
