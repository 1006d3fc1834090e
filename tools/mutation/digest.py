"""One word for what lies in folders, so that a later run knows whether it has changed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

READ = (".py", ".toml")
"""What a run depends on."""
SAID = re.compile(r"words\.toml|rulings\.toml|coverage\.toml|steady\w*\.py")
"""What only says or advises something: no mutant lives or dies by it."""


def digest(folders: Iterable[Path], read: tuple[str, ...] = READ) -> str:
    """One word for all that lies in folders and could change a mutant's fate."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted(p for p in folder.rglob("*") if p.suffix in read and not SAID.fullmatch(p.name)):
            found.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()
