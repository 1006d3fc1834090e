"""A run on disk: a manifest, and finished games in parts that are written completely or not at all.

RUN/run.toml                 what is being played; written before the first game
RUN/parts/000017/games.parquet, seats.parquet, …
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import polars as pl

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]

from albion.engine.errors import DataError
from albion.lab.experiment import Arm, Experiment
from albion.lab.tables import ALWAYS, SCHEMAS

MANIFEST = "run.toml"
PARTS = "parts"
LOCK = ".lock"
FORMAT = 1


class Run:
    """The games of one experiment, as far as they have been played."""

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        self.folder = folder
        self.experiment = experiment

    @classmethod
    def begin(cls, folder: Path, experiment: Experiment) -> Run:
        """A new run, or one to go on with: its arms must be as they were, though games and arms may be added."""
        path, run = folder / MANIFEST, cls(folder, experiment)
        if path.is_file():
            _check_same(folder, cls.open(folder).experiment, experiment)
        elif folder.is_dir() and _has_other_things(folder):
            raise DataError(f"'{folder}' contains other files: expected a new folder or a run")
        try:
            (folder / PARTS).mkdir(parents=True, exist_ok=True)
            with run.alone():
                for stale in (folder / PARTS).glob(".*"):
                    shutil.rmtree(stale)
                replace_file(path, manifest_text(experiment))
        except OSError as error:
            hint = "; make room and run the same command again" if _is_full(error) else ""
            raise DataError(f"'{folder}' cannot be written: {error.strerror}{hint}") from error
        return run

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lock the run against other writers; the lock ends with this process."""
        if fcntl is None:
            yield
            return
        with (self.folder / LOCK).open("ab") as held:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise DataError(
                    f"another process is playing games into '{self.folder}': wait until it has ended, "
                    "or choose another folder with --out"
                ) from None
            except OSError:  # a file system without locks
                pass
            yield

    @classmethod
    def open(cls, folder: Path) -> Run:
        """Open an existing run; anything else is a DataError."""
        path = folder / MANIFEST
        if not path.is_file():
            raise DataError(
                f"'{folder}' is not a run: expected a folder with a {MANIFEST}, as 'albion lab run' writes it"
            )
        try:
            return cls(folder, _experiment(tomllib.loads(path.read_text(encoding="utf-8"))))
        except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
            raise DataError(f"{path}: not the {MANIFEST} of a run: {error}") from error

    def complete(self) -> dict[str, set[int]]:
        """The numbers of the games that are there, by arm."""
        done: dict[str, set[int]] = {arm.name: set() for arm in self.experiment.arms}
        frame = self.table("games").select("arm", "n").collect()
        for arm, n in frame.iter_rows():
            done.setdefault(arm, set()).add(n)
        return done

    def table(self, name: str) -> pl.LazyFrame:
        """One table of all finished games, to be asked questions."""
        paths = sorted(self.folder.glob(f"{PARTS}/[0-9]*/{name}.parquet"))
        if not paths:
            return pl.LazyFrame(schema=SCHEMAS[name])
        for path in paths:
            try:
                pl.read_parquet_schema(path)
            except (OSError, pl.exceptions.PolarsError) as error:
                raise DataError(
                    f"{path}: not a readable table ({error}); remove the folder '{path.parent}', "
                    "then 'albion lab run' plays its games again"
                ) from error
        return pl.scan_parquet(paths)

    def tables(self) -> dict[str, pl.LazyFrame]:
        """Every table that this experiment records."""
        return {name: self.table(name) for name in (*ALWAYS, *self.experiment.record)}

    def add(self, frames: Mapping[str, pl.DataFrame]) -> None:
        """Write one part; a disk that fills up leaves all earlier parts as they are."""
        parts = self.folder / PARTS
        number = 1 + max((int(p.name) for p in parts.glob("[0-9]*")), default=0)
        half = parts / f".{number:06d}"
        try:
            half.mkdir()
            for name, frame in frames.items():
                frame.write_parquet(half / f"{name}.parquet", compression="zstd")
                _onto_disk(half / f"{name}.parquet")
            os.rename(half, parts / f"{number:06d}")
        except (OSError, pl.exceptions.PolarsError) as error:
            shutil.rmtree(half, ignore_errors=True)
            why = "the disk is full" if _is_full(error) else f"'{parts}' cannot be written ({error})"
            raise DataError(
                f"{why}: {self.kept()} games are kept in '{self.folder}'; make room and run the same command to go on"
            ) from error

    def kept(self) -> int:
        """How many games are complete."""
        return int(self.table("games").select(pl.len()).collect().item())


def manifest_text(e: Experiment) -> str:
    """The experiment with everything spelt out, as TOML."""
    lines = [
        f"format = {FORMAT}",
        f"name = {_toml(e.name)}",
        f"seed = {e.seed}",
        f"record = {_toml(list(e.record))}",
    ]
    if e.width is not None:
        lines.append(f"width = {e.width}")
    if e.note:
        lines.append(f"note = {_toml(e.note)}")
    for arm in e.arms:
        lines.append("\n[[arm]]")
        lines += [f"{key} = {_toml(getattr(arm, key))}" for key in Arm.__slots__]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """Texts, numbers, truth and lists of texts: JSON writes them as TOML does."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def _experiment(raw: Mapping[str, Any]) -> Experiment:
    if raw["format"] != FORMAT:
        raise ValueError(f"format {raw['format']}, expected {FORMAT}")
    arms = tuple(Arm(**{**row, "bots": tuple(row["bots"])}) for row in raw["arm"])
    record, note = tuple(raw["record"]), raw.get("note", "")
    return Experiment(raw["name"], raw["seed"], raw.get("width"), record, arms, note)


def _check_same(folder: Path, old: Experiment, new: Experiment) -> None:
    """Refuse to mix two experiments in one folder."""
    for key in ("seed", "record"):
        if getattr(old, key) != getattr(new, key):
            raise DataError(
                f"'{folder}' was begun with {key} {getattr(old, key)}, the experiment says {getattr(new, key)}: "
                "choose another folder with --out"
            )
    known = {arm.name: arm for arm in new.arms}
    for arm in old.arms:
        now = known.get(arm.name)
        if now is None:
            raise DataError(
                f"'{folder}' has an arm '{arm.name}' that the experiment lacks: choose another folder with --out"
            )
        for key in Arm.__slots__:
            if key != "games" and getattr(now, key) != getattr(arm, key):
                raise DataError(
                    f"arm '{arm.name}' of '{folder}' was begun with {key} {getattr(arm, key)}, now it is "
                    f"{getattr(now, key)}: choose another folder with --out"
                )


def _has_other_things(folder: Path) -> bool:
    """Whether a folder without a manifest holds more than a run that could not be begun leaves behind."""
    ours = (LOCK, PARTS, f".{MANIFEST}")
    return any(p.name not in ours for p in folder.iterdir()) or any((folder / PARTS).glob("[0-9]*"))


def _is_full(error: Exception) -> bool:
    return getattr(error, "errno", None) == errno.ENOSPC or "No space left" in str(error)


def _onto_disk(path: Path) -> None:
    """Flush a file to disk, so that it survives a loss of power."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def replace_file(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    half = path.with_name(f".{path.name}")
    try:
        half.write_text(text, encoding="utf-8")
        os.replace(half, path)
    except OSError:
        with suppress(OSError):
            half.unlink()
        raise
