"""Looking after a server's data: checking matches by replay, backups, restoring, and what `albion doctor` checks."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import sqlite3
import tarfile
import tempfile
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from albion import COMPILED
from albion.engine.action import Seat, parse_action
from albion.engine.errors import AlbionError, DataError
from albion.engine.match import Match
from albion.server.catalogue import find_games
from albion.server.disputes import FOLDER
from albion.server.entries import pack_events
from albion.server.errors import RequestError
from albion.server.health import package_version
from albion.server.positions import unpack
from albion.server.store import BusyError, open_store
from albion.server.store.commits import UNREADABLE
from albion.server.store.turns import alone
from albion.server.table import Table
from albion.server.tables import Tables

_FILES = ("albion.db", "secret", "signing-key")
_MANIFEST = "manifest.json"
_PYTHON = (3, 11)
"""The oldest that will do."""
GAMES = "albion.games:GAMES"


class _Manifest(msgspec.Struct):
    """What is in a backup: by which version it was made, when, and a checksum of each file."""

    albion: str
    time: int
    files: dict[str, str]


class Verdict(NamedTuple):
    """What replaying every stored match found."""

    matches: int
    replayed: int
    older: int
    """Of another version of the rules: only looked at."""
    faults: list[str]


def check_matches(data: Path, games: str = GAMES, database: str | None = None) -> Verdict:
    """Play every stored match again from its first position; what happened and where it stands must agree."""
    return asyncio.run(_check_matches(data, games, database))


async def _check_matches(data: Path, games: str, database: str | None) -> Verdict:
    # A database elsewhere is the server's own: nothing is changed in it.
    store = await open_store(data, database, upgrade=database is None)
    tables = Tables(store, games)
    replayed, older, faults = 0, 0, list[str]()
    try:
        ids = [id for (id,) in await store.database.fetch("SELECT id FROM matches ORDER BY id")]
        for id in ids:
            try:
                table = await tables.load(id)
                if table.row.version != table.game.version or table.migrated:
                    older += 1
                    continue
                fault = await _fault(table)
                replayed += fault is None
            except BusyError:
                raise
            except Exception as error:  # a damaged match may fail in any way
                if isinstance(error, RequestError) and error.error == "rules":
                    older += 1  # sound, but of rules whose positions the present ones cannot read
                    continue
                fault = f"{type(error).__name__}: {error}"
            if fault is not None:
                faults.append(f"{id}: {fault}")
    finally:
        await store.database.close()
    return Verdict(len(ids), replayed, older, faults)


async def _fault(table: Table) -> str | None:
    """Where a replay differs from what was stored."""
    first = await table.store.snapshot(table.id, 0)
    if first is None:
        return "its first position is missing"
    chance = [(c.n, c.text) for c in table.contributions]
    state = unpack(table.game, first.state)
    match: Match[Any] = Match.resume(table.game, table.options, int(table.row.seed), state, chance)
    for seq in table.effective[1:]:
        row = table.entries[seq].row
        events = match.play(Seat(row.seat or ""), parse_action(row.action or "", match.verbs))
        if pack_events(events) != row.events:
            return f"move {row.n} ('{row.action}') does not lead to what was recorded"
    if match.state != table.match.state:
        return "its last position does not follow from its moves"
    return None


# backups


def back_up(data: Path, target: Path, verify: bool = True, games: str = GAMES) -> Verdict | None:
    """A copy of everything in one file, taken while the server runs; checked by replay before it counts."""
    source = data / "albion.db"
    if not source.is_file():
        raise DataError(f"there is no database {source} to back up")
    if target.is_dir() or not target.resolve().parent.is_dir():
        why = "it is a folder" if target.is_dir() else f"there is no folder {target.parent}"
        raise DataError(f"the backup cannot be written to {target}: {why}")
    with tempfile.TemporaryDirectory(prefix="albion-backup-", dir=target.resolve().parent) as folder:
        copy = Path(folder)
        _copy_database(source, copy / "albion.db")
        for name in _FILES[1:]:
            if (data / name).is_file():
                shutil.copyfile(data / name, copy / name)
        verdict = _check_copy(copy, games) if verify else None
        if verdict is not None and verdict.faults:
            raise DataError(f"the copy is not valid: {verdict.faults[0]} (--no-verify keeps it anyway)")
        _close_journal(copy / "albion.db")
        _pack(copy, target)
    return verdict


def _copy_database(source: Path, target: Path) -> None:
    """SQLite's own online backup: consistent, whatever is being written meanwhile."""
    try:
        with sqlite3.connect(source, timeout=30) as old, sqlite3.connect(target) as new:
            old.backup(new)
        old.close()
        new.close()
    except UNREADABLE as error:
        raise DataError(f"the database {source} cannot be copied: {error}") from error


def _check_copy(folder: Path, games: str) -> Verdict:
    """Replay the matches of one more copy, which is brought to this version's schema: the version that made them may still want them."""
    with tempfile.TemporaryDirectory(prefix="albion-check-", dir=folder) as scratch:
        shutil.copyfile(folder / "albion.db", Path(scratch) / "albion.db")
        return check_matches(Path(scratch), games)


def _close_journal(database: Path) -> None:
    """Leave one plain file, without a write-ahead log beside it."""
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()


def _pack(folder: Path, target: Path) -> None:
    files = [name for name in _FILES if (folder / name).is_file()]
    digests = {name: sha256((folder / name).read_bytes()).hexdigest() for name in files}
    about = _Manifest(package_version(), int(time.time()), digests)
    (folder / _MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(about)))
    part = folder / "part.tar.gz"
    with tarfile.open(part, "w:gz") as archive:
        for name in (_MANIFEST, *files):
            archive.add(folder / name, arcname=name)
    part.chmod(0o600)  # it holds the server's secrets
    os.replace(part, target)


def restore(
    archive: Path, data: Path, force: bool = False, games: str = GAMES, verify: bool = True
) -> Verdict:
    """Put a backup in place, once it has been unpacked and checked; without `verify` even if some matches do not replay."""
    if (data / "albion.db").exists() and not force:
        raise DataError(
            f"{data} already contains matches: choose another folder, or --force to overwrite them"
        )
    data.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="albion-restore-", dir=data.resolve()) as folder:
        fresh = Path(folder)
        _unpack(archive, fresh)
        verdict = _check_copy(fresh, games)
        if verify and verdict.faults:
            raise DataError(f"the backup is not valid: {verdict.faults[0]} (--no-verify restores it anyway)")
        with alone(data / "albion.db"):
            for name in ("albion.db-wal", "albion.db-shm"):
                (data / name).unlink(missing_ok=True)
            for name in _FILES:
                if (fresh / name).is_file():
                    (fresh / name).chmod(0o600)
                    os.replace(fresh / name, data / name)
        _hand_over(data)
    return verdict


def _hand_over(data: Path) -> None:
    """Give what was restored to whom the folder belongs: root restores what the server reads as a user of its own."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = data.stat()
        for path in (*(data / name for name in _FILES[1:]), *data.glob("albion.db*")):
            if path.is_file():
                os.chown(path, owner.st_uid, owner.st_gid)


def _copy_out(packed: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> None:
    """The contents alone, for the owner alone: `extract` can be told so only since Python 3.11.4."""
    source = packed.extractfile(member)
    assert source is not None  # it is a file
    path.touch(mode=0o600)
    with source, path.open("wb") as file:
        shutil.copyfileobj(source, file)


def _unpack(archive: Path, folder: Path) -> None:
    try:
        with tarfile.open(archive, "r:gz") as packed:
            for name in (_MANIFEST, *_FILES):
                member = packed.getmember(name) if name in packed.getnames() else None
                if member is not None and member.isfile():
                    _copy_out(packed, member, folder / name)
        digests = msgspec.json.decode((folder / _MANIFEST).read_bytes(), type=_Manifest).files
    except FileNotFoundError as error:
        if not archive.exists():
            raise DataError(f"there is no backup '{archive}'") from error
        raise DataError(f"{archive} is not an Albion backup: it has no list of its files") from error
    except (OSError, tarfile.TarError, KeyError, ValueError, EOFError) as error:
        raise DataError(f"{archive} is not an Albion backup: {error}") from error
    for name, digest in {_FILES[0]: "", **digests}.items():
        if name not in _FILES or not (folder / name).is_file():
            raise DataError(f"{archive} is damaged: {name} is missing")
        if sha256((folder / name).read_bytes()).hexdigest() != digest:
            raise DataError(f"{archive} is damaged: {name} does not match its checksum")


# the doctor


class Finding(NamedTuple):
    """The result of one check."""

    ok: bool
    what: str
    text: str


def examine(data: Path, games: str = GAMES, database: str | None = None) -> Iterator[Finding]:
    """Check everything that could be wrong with a server on this folder or database."""
    version = platform.python_version_tuple()
    yield Finding(tuple(map(int, version[:2])) >= _PYTHON, "python", platform.python_version())
    yield Finding(True, "albion", f"{package_version()}, {COMPILED.told}")
    try:
        known = find_games(games)
        yield Finding(True, "games", ", ".join(f"{g.id} {g.version}" for g in known.values()))
    except (ImportError, AlbionError) as error:
        yield Finding(False, "games", str(error))
        return
    if database is not None:
        yield from _matches(data, games, database)
        return
    if not (data / "albion.db").is_file():
        yield Finding(True, "database", f"{data} has none yet: it is created when the server starts")
        return
    free = shutil.disk_usage(data).free
    yield Finding(free > 100 * 1024**2, "disk", f"{free // 1024**2:,} MiB free")
    yield Finding(
        os.access(data, os.W_OK),
        "folder",
        f"{data} can{'' if os.access(data, os.W_OK) else 'not'} be written to",
    )
    yield from _privacy(data)
    yield from _database(data, games)
    if waiting := len(list((data / FOLDER).glob("*.toml"))):
        yield Finding(True, "disputes", f"{waiting} waiting for the operator: albion disputes")


def _privacy(data: Path) -> Iterator[Finding]:
    for name in _FILES:
        path = data / name
        if not path.is_file():
            yield Finding(True, name, "not there yet: it is created when the server starts")
            continue
        private = path.stat().st_mode & 0o077 == 0
        yield Finding(
            private, name, "readable by its owner only" if private else f"others can read {path}: chmod 600"
        )


def _database(data: Path, games: str) -> Iterator[Finding]:
    address = (
        (data / "albion.db").resolve().as_uri()
    )  # in which any sign of a folder's name is told from those of an address
    connection = sqlite3.connect(f"{address}?mode=ro", uri=True)
    try:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check")]
    except UNREADABLE as error:
        found = [str(error)]
    finally:
        connection.close()
    yield Finding(found == ["ok"], "database", "whole" if found == ["ok"] else f"damaged: {found[0]}")
    if found == ["ok"]:
        with tempfile.TemporaryDirectory(
            prefix="albion-doctor-"
        ) as folder:  # nothing is changed in the original
            _copy_database(data / "albion.db", Path(folder) / "albion.db")
            yield from _matches(Path(folder), games)


def _matches(data: Path, games: str, database: str | None = None) -> Iterator[Finding]:
    try:
        verdict = check_matches(data, games, database)
    except (DataError, BusyError) as error:
        yield Finding(False, "database", str(error))
        return
    text = (
        f"{verdict.replayed} of {verdict.matches} replayed, {verdict.older} from other versions of the rules"
    )
    yield Finding(
        not verdict.faults, "matches", text if not verdict.faults else f"{text}; {verdict.faults[0]}"
    )
