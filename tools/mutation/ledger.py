"""What became of mutants so far, so that a long run can be made in pieces; a change of sources or cases begins it anew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from .mutants import Mutant
from .runner import Fate

READ = (".py", ".toml")
"""What a run depends on."""


def digest(folders: Iterable[Path]) -> str:
    """One word for all that lies in folders and could change a mutant's fate."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted(p for p in folder.rglob("*") if p.suffix in READ):
            found.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


class Ledger:
    """A file of fates, one a line, after a line that says of what sources and cases they are."""

    def __init__(self, path: Path | None, sources: str) -> None:
        self.path = path
        self.notes = path.with_name(f"measured-{sources[:12]}") if path is not None else None
        """A folder for what else a later piece of the run need not measure again."""
        if self.notes is not None:
            self.notes.mkdir(parents=True, exist_ok=True)
        lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.is_file() else []
        self.known = dict(map(self._read, lines[1:])) if lines[:1] == [sources] else {}
        if path is not None and not self.known:
            path.write_text(sources + "\n", encoding="utf-8")

    def split(self, mutants: list[Mutant]) -> tuple[list[Fate], list[Mutant]]:
        """Those whose fate is known, and those still to be tried."""
        told = [Fate(m, *self.known[self._key(m)]) for m in mutants if self._key(m) in self.known]
        return told, [m for m in mutants if self._key(m) not in self.known]

    def noting(self, fates: Iterable[Fate]) -> Iterator[Fate]:
        """The same fates, each written down as it comes."""
        for fate in fates:
            if self.path is not None:
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([*self._key(fate.mutant), fate.killer, fate.walked]) + "\n")
            yield fate

    def _key(self, m: Mutant) -> tuple[str, int, int, str]:
        return m.file, m.begin, m.end, m.new

    def _read(self, line: str) -> tuple[tuple[str, int, int, str], tuple[str, bool]]:
        file, begin, end, new, killer, walked = json.loads(line)
        return (file, begin, end, new), (killer, walked)
