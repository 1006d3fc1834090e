"""The studies that come with Albion, found by name or by title."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from albion.engine.errors import DataError
from albion.engine.toml import read_toml

FOLDER = Path(__file__).resolve().parent / "studies"


class Canned(NamedTuple):
    """A study that comes with Albion."""

    name: str
    game: str
    title: str
    path: Path


def canned_studies() -> list[Canned]:
    """All of them, by name."""
    read = [(path, read_toml(path)) for path in sorted(FOLDER.glob("*.toml"))]
    return [Canned(path.stem, raw["game"], raw["title"], path) for path, raw in read]


def find_study(asked: str) -> Path:
    """The file of that path; or a study of that name, or of that 'game: title'."""
    path = Path(asked)
    if path.suffix == ".toml" or path.exists():
        return path
    known = canned_studies()
    words = asked.casefold()
    for study in known:
        if words in (study.name, study.title.casefold(), f"{study.game}: {study.title}".casefold()):
            return study.path
    names = ", ".join(study.name for study in known)
    raise DataError(f"there is no study '{asked}': expected a TOML file, a match's link, or one of {names}")
