"""What became of mutants so far, so that a long run can be made in pieces.

A change of sources begins it again; of each mutant it is then remembered which case noticed it, to be tried first. After a change of cases a mutant that died stays dead while the case that noticed it is as
it was; survivors are tried again.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from .digest import digest
from .mutants import Mutant
from .runner import Fate

NAME = re.compile(r'^name *= *(".*")$', re.MULTILINE)

Key = tuple[str, int, int, str]


class Ledger:
    """A file of fates, one per line, after a line that says of what sources they are."""

    def __init__(self, path: Path | None, sources: str, cases: Path) -> None:
        self.path = path
        self.all_cases = digest((cases,))
        self.texts = {text: name for folder in cases.glob("*") for text, name in _texts(folder)}
        """Each case's text, one word, and how a report begins and ends that names it."""
        self.notes = path.with_name(f"measured-{sources[:12]}") if path is not None else None
        """A folder for what else a later piece of the run need not measure again."""
        if self.notes is not None:
            self.notes.mkdir(parents=True, exist_ok=True)
        lines = _lines(path)
        if path is not None and lines[:1] != [sources]:
            with _before(path).open("a", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in lines[1:])
            path.write_text(sources + "\n", encoding="utf-8")
            lines = []
        self.known = dict(self._read(lines[1:]))
        self.hints = dict(_noticed([*_lines(path and _before(path)), *lines[1:]]))
        """By what a mutant changes: the case written by hand that noticed it, on these sources or those before."""

    def split(self, mutants: list[Mutant]) -> tuple[list[Fate], list[Mutant]]:
        """Those whose fate is known, and those still to be tried."""
        told = [Fate(m, *self.known[self._key(m)]) for m in mutants if self._key(m) in self.known]
        return told, [m for m in mutants if self._key(m) not in self.known]

    def hint(self, m: Mutant) -> str:
        """A case that has noticed this change before, perhaps on other sources."""
        return self.hints.get((m.file, m.source, m.old, m.new), "")

    def noting(self, fates: Iterable[Fate]) -> Iterator[Fate]:
        """The same fates, each written down as it comes."""
        for fate in fates:
            if self.path is not None:
                m = fate.mutant
                row = [*self._key(m), m.source, m.old, fate.killer, fate.walked, self._basis(fate.killer)]
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
            yield fate

    def _key(self, m: Mutant) -> Key:
        return m.file, m.begin, m.end, m.new

    def _basis(self, killer: str) -> str:
        """What the fate depends on besides the sources: the case that noticed, or for a survivor all of them."""
        if not killer:
            return self.all_cases
        named = (
            text for text, (file, name) in self.texts.items() if killer.startswith(file) and name in killer
        )
        return next(named, "")

    def _read(self, lines: list[str]) -> Iterator[tuple[Key, tuple[str, bool]]]:
        for line in lines:
            file, begin, end, new, _, _, killer, walked, basis = json.loads(line)
            if basis in ("", self.all_cases) or (killer and basis in self.texts):
                yield (file, begin, end, new), (killer, walked)


def _before(path: Path) -> Path:
    """Where the fates on other sources stand."""
    return path.with_name(f"{path.name}.before")


def _lines(path: Path | None) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path is not None and path.is_file() else []


def _noticed(lines: list[str]) -> Iterator[tuple[tuple[str, str, str, str], str]]:
    for line in lines:
        file, _, _, new, source, old, killer, walked, _ = json.loads(line)
        if killer and not walked:
            yield (file, source, old, new), killer


def _texts(folder: Path) -> Iterator[tuple[str, tuple[str, str]]]:
    for path in sorted(folder.glob("*.toml")):
        for block in path.read_text(encoding="utf-8").split("[[case]]")[1:]:
            name = NAME.search(block)
            if name:
                word = hashlib.sha256(f"{folder.name}/{path.name}{block.strip()}".encode()).hexdigest()[:16]
                yield word, (f"{path.name}: ", json.loads(name[1]))
