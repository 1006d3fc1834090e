"""Compiled code, where it was built and is of today's sources; else Albion runs as plain Python, with the same results.

`tools/compile.py` writes the compiled modules of the engine, the kernels and the games into a folder of their own, with a list of the
sources they were made of. They are used only if every one of these is unchanged: an edited module is never shadowed by an
older compiled one.
"""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any, NamedTuple

PURE = "ALBION_PURE"
"""Set to anything but 0, it turns compiled code off."""
SOURCES = Path(__file__).parent
BUILT = SOURCES.parent.parent / "build" / "native" / EXTENSION_SUFFIXES[0].split(".")[1]
"""Builds for this kind of Python and machine."""
MANIFEST = "manifest.json"


class Standing(NamedTuple):
    """Whether compiled code runs, and in one sentence why or why not."""

    used: bool
    told: str


class _Finder(MetaPathFinder):
    """Finds the compiled modules of a folder."""

    def __init__(self, folder: Path, modules: dict[str, str]) -> None:
        self.folder, self.modules = folder, modules

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The compiled module of that name."""
        file = self.modules.get(name)
        if file is None:
            return None
        where = str(self.folder / file)
        return spec_from_file_location(name, where, loader=ExtensionFileLoader(name, where))


def use() -> Standing:
    """Let compiled modules be imported, if they are there and were made of the sources as they are."""
    if os.environ.get(PURE, "0") not in ("", "0"):
        return Standing(False, f"plain Python ({PURE} is set)")
    try:
        manifest = json.loads((BUILT / MANIFEST).read_bytes())
        stale = next((name for name, seen in manifest["sources"].items() if not _same(name, seen)), None)
        python = manifest["python"]
        there = (BUILT / manifest["recipe"]).is_dir()
    except FileNotFoundError:
        return Standing(False, "plain Python (nothing was compiled here; `make compile` does it)")
    except (ValueError, KeyError, TypeError, OSError):
        return Standing(False, "plain Python (what was compiled cannot be read; `make compile` does it anew)")
    if stale is not None:
        return Standing(False, f"plain Python ({stale} was changed since; `make compile` does it anew)")
    if python != sys.version:
        return Standing(False, "plain Python (another one compiled it; `make compile` does it anew)")
    if not there:
        return Standing(False, "plain Python (what was compiled is gone; `make compile` does it anew)")
    sys.meta_path.insert(0, _Finder(BUILT / manifest["recipe"], manifest["modules"]))
    return Standing(True, f"compiled ({len(manifest['modules']) - 1} modules)")


def _same(name: str, seen: list[Any]) -> bool:
    """Whether a source is as it was: by its size and time, or if these differ in time only, by its bytes."""
    size, changed, digest = seen
    now = (SOURCES / name).stat()
    if now.st_size != size:
        return False
    return bool(now.st_mtime_ns == changed or seal((SOURCES / name).read_bytes()) == digest)


def seal(data: bytes) -> str:
    """By what a source is known."""
    return sha256(data).hexdigest()
