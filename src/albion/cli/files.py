"""Match records on disk."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from albion.cli.parameters import given_game
from albion.engine.action import Seat
from albion.engine.errors import DataError
from albion.engine.match import Match
from albion.engine.record import MAGIC, Record, read_record, record_of, replay_record, write_record


def load_record(path: Path, data: Path | None = None) -> Record:
    """The record in a file, over the owner's tables if it was played with them."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(f"there is no file '{path}'") from None
    except UnicodeDecodeError:
        raise DataError(f"{path.name} is not a match record: it is not UTF-8 text") from None
    try:
        return read_record(text, lambda name: given_game(name, data))
    except DataError as error:
        raise DataError(f"{path.name}: {error}") from error


def read_match(path: Path, data: Path | None = None) -> tuple[Match[Any], Mapping[Seat, str]]:
    """A saved match, replayed, and who sat where."""
    record = load_record(path, data)
    return replay_record(record), record.names


def write_match(path: Path, match: Match[Any], names: Mapping[Seat, str]) -> None:
    """Write a match's record, whole or not at all, and never over a file of another kind."""
    write_text(path, write_record(record_of(match, names)), own=MAGIC)


def check_target(path: Path, own: str = MAGIC) -> None:
    """Refuse a place that cannot be written; a file that does not begin with `own` is somebody else's."""
    if path.is_dir():
        raise DataError(f"'{path}' is a folder: expected the name of a file to write")
    if path.exists() and not path.read_bytes().startswith(own.encode()):
        raise DataError(f"'{path}' exists and is not a file of this kind, so it was left alone")
    if not path.parent.is_dir():
        raise DataError(f"there is no folder '{path.parent}' to write {path.name} into")


def write_text(path: Path, text: str, *, own: str) -> None:
    """Replace a file in one go."""
    check_target(path, own)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
