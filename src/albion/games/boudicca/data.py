"""Reading the data files, ours or those of an owner of the printed game, into checked records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from albion.engine.errors import DataError
from albion.engine.game import Table
from albion.engine.toml import read_toml
from albion.games.boudicca import schema, schema_map
from albion.games.boudicca.schema import FILES
from albion.games.boudicca.schema_base import Record, Sourced

OURS = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Data:
    """Every data file, read and of the right shape."""

    map: schema_map.MapFile
    places: schema_map.PlacesFile
    units: schema.UnitsFile
    setup: schema.SetupFile
    sequence: schema.SequenceFile
    cards: schema.CardsFile
    activation: schema.ActivationFile
    terrain: schema.TerrainFile
    interception: schema.InterceptionFile
    combat: schema.CombatFile
    tables: schema.TablesFile
    victory: schema.VictoryFile


def read_data(own: Path | None = None) -> Data:
    """Our files, each replaced by the file of the same name in the owner's folder."""
    if own is not None:
        _check_folder(own)
    found: dict[str, Any] = {}
    for name, kind in FILES.items():
        path = own / f"{name}.toml" if own is not None and (own / f"{name}.toml").is_file() else None
        found[name] = _read(path or OURS / f"{name}.toml", kind)
    return Data(**found)


def _check_folder(own: Path) -> None:
    if not own.is_dir():
        raise DataError(f"the data folder '{own}' does not exist: expected a folder of TOML files")
    known = [f"{name}.toml" for name in FILES]
    files = sorted(p.name for p in own.iterdir() if p.is_file() and p.suffix == ".toml")
    unknown = [f for f in files if f not in known]
    if unknown:
        raise DataError(f"{unknown[0]} is not a data file of boudicca: expected one of {', '.join(known)}")
    if not files:
        raise DataError(f"the data folder '{own}' is empty: expected at least one of {', '.join(known)}")


def _read(path: Path, kind: type[Record]) -> Record:
    raw = read_toml(path)
    try:
        return msgspec.convert(raw, type=kind, strict=True)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        key = where.strip("`").lstrip(".") or "top level"
        raise DataError(f"{path.name}, {key}: {what[0].lower()}{what[1:]}") from error


def tables_of(data: Data) -> tuple[Table, ...]:
    """Every table with its source and confidence."""
    return tuple(_tables(data))


def _tables(data: Data) -> Iterator[Table]:
    for file in FILES:
        for name, table in _sourced(getattr(data, file)):
            yield Table(f"{file}.{name}", table.source, table.confidence)


def _sourced(record: Record, prefix: str = "") -> Iterator[tuple[str, Sourced]]:
    for field in record.__struct_fields__:
        value = getattr(record, field)
        if isinstance(value, Sourced):
            yield prefix + field, value
        elif isinstance(value, Record):
            yield from _sourced(value, f"{prefix}{field}.")
