"""Compiled code, where it was built and is of today's sources; else Albion runs as plain Python, with the same results.

`tools/compile.py` links the compiled modules of the engine, the kernels and the games into one library, with a list of the
sources it was made of. It is used only if every one of these is unchanged: an edited module is never shadowed by an older
compiled one. Being one file it is loaded whole or not at all, before any module is imported: a damaged one leaves plain Python.
"""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

PURE = "ALBION_PURE"
"""Set to anything but 0, it turns compiled code off."""
SOURCES = Path(__file__).parent
BUILT = SOURCES.parent.parent / "build" / "native" / EXTENSION_SUFFIXES[0].split(".")[1]
"""Builds for this kind of Python and machine."""
MANIFEST = "manifest.json"
GROUP = "albion_native"
LIBRARY = f"{GROUP}__mypyc"
"""What mypyc calls the library of a group."""
AGAIN = "`make compile` builds it again"


class Standing(NamedTuple):
    """Whether compiled code runs, and in one sentence why or why not."""

    used: bool
    told: str
    damaged: bool = False
    """Whether there is a build of today's sources that should run and cannot."""


class _Finder(MetaPathFinder, Loader):
    """Finds the compiled modules, and starts each by its function in the library."""

    def __init__(self, library: ModuleType, modules: list[str]) -> None:
        self.library, self.entries = library, {name: f"init_{name.replace('.', '___')}" for name in modules}
        missing = next((name for name, entry in self.entries.items() if not hasattr(library, entry)), None)
        if missing is not None:
            raise ImportError(f"{missing} is not in it")

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The compiled module of that name."""
        if name not in self.entries:
            return None
        return spec_from_file_location(name, self.library.__file__, loader=self)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module, run already: mypyc creates and runs it in one call."""
        from ctypes import PYFUNCTYPE, c_char_p, c_void_p, py_object, pythonapi

        entry = self.entries[spec.name]
        pointer = PYFUNCTYPE(c_void_p, py_object, c_char_p)(("PyCapsule_GetPointer", pythonapi))
        start = pointer(getattr(self.library, entry), f"{LIBRARY}.{entry}".encode())
        made: ModuleType = PYFUNCTYPE(py_object)(start)()
        return made

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is left to run."""


def use() -> Standing:
    """Let compiled modules be imported, if they are there, were made of the sources as they are, and can be loaded."""
    if os.environ.get(PURE, "0") not in ("", "0"):
        return Standing(False, f"plain Python ({PURE} is set)")
    try:
        manifest = json.loads((BUILT / MANIFEST).read_bytes())
        why = _why_not(manifest)
        modules, library, seen = manifest["modules"], BUILT / manifest["library"], manifest["seen"]
    except FileNotFoundError:
        return Standing(False, "plain Python (nothing was compiled here; `make compile` does it)")
    except (ValueError, KeyError, TypeError, OSError):
        return Standing(False, f"plain Python (what was compiled cannot be read; {AGAIN})")
    if why:
        return Standing(False, f"plain Python ({why}; {AGAIN})")
    try:
        if not _same(library, seen):  # the system would load part of a file, and die of what is missing
            raise ImportError("the file is not the one that was built")
        sys.meta_path.insert(0, _Finder(load(library), modules))
    except (ImportError, OSError) as problem:
        sentence = f"plain Python (what was compiled cannot be loaded: {problem}; {AGAIN})"
        return Standing(False, sentence, damaged=True)
    return Standing(True, f"compiled ({len(modules)} modules)")


def _why_not(manifest: dict[str, Any]) -> str:
    """Why a build is not for these sources and this Python; empty if it is."""
    stale = next(
        (name for name, seen in manifest["sources"].items() if not _same(SOURCES / name, seen)), None
    )
    if stale is not None:
        return f"{stale} was changed since"
    if manifest["python"] != sys.version:
        return "another Python compiled it"
    return "" if (BUILT / manifest["library"]).exists() else "what was compiled is gone"


def load(path: Path) -> ModuleType:
    """The library, whose modules mypyc looks up by its name; an ImportError if it is none for this machine."""
    spec = spec_from_file_location(LIBRARY, path, loader=ExtensionFileLoader(LIBRARY, str(path)))
    assert spec is not None and spec.loader is not None
    library = module_from_spec(spec)
    spec.loader.exec_module(library)
    sys.modules[LIBRARY] = library
    return library


def seen_now(path: Path) -> tuple[int, int, str]:
    """A file as it is now: size, time, bytes."""
    facts = path.stat()
    return facts.st_size, facts.st_mtime_ns, seal(path.read_bytes())


def _same(path: Path, seen: list[Any]) -> bool:
    """Whether a file is as it was: by its size and time, or if these differ in time only, by its bytes."""
    size, changed, digest = seen
    now = path.stat()
    if now.st_size != size:
        return False
    return bool(now.st_mtime_ns == changed or seal(path.read_bytes()) == digest)


def seal(data: bytes) -> str:
    """By what a file is known."""
    return sha256(data).hexdigest()
