"""Variants without code: a game over changed data, loaded as a second copy of its package.

A variant file names a game, options and changes to rows of its data files:

    name = "more-saxons"
    title = "More Saxons"
    game = "redux-core"
    [[change]]
    file = "timeline"
    key = "round[number=1].reinforcement[nation=saxons].infantry"
    to = 12

Games read their data beside their own code, when they are imported. So a variant is the same code imported a second time,
beside data files in which the changes have been made: no game knows about variants, and every check of a game's tables holds
for its variants too. The game's bots are copied with it, because they know its steps.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.util
import json
import os
import re
import sys
import tempfile
import tomllib
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.machinery import PathFinder
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

import msgspec

from albion.engine.cite import folder, known_books
from albion.engine.errors import AlbionError, DataError
from albion.engine.game import Game
from albion.engine.options import Options, options_from
from albion.engine.playout import playout
from albion.engine.toml import read_toml
from albion.games.patch import Change, make_changes

FOLDER = "ALBION_VARIANTS"
"""Names a folder of variant files that every command and the server offer as games of their own."""
MARK = "+"
"""Between a game's id and a variant's name: 'redux-core+more-saxons'."""
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_KEYS = ("name", "title", "game", "options", "change")


@dataclass(frozen=True, slots=True)
class Variant:
    """A checked patch on a game."""

    name: str
    title: str
    game: str
    options: Mapping[str, Any]
    changes: tuple[Change, ...]

    @property
    def id(self) -> str:
        """The id under which the variant is a game."""
        return f"{self.game}{MARK}{self.name}"

    @property
    def text(self) -> str:
        """The whole variant in one line, as records carry it."""
        rows = [change._asdict() for change in self.changes]
        facts = {
            "name": self.name,
            "title": self.title,
            "game": self.game,
            "options": dict(self.options),
            "change": rows,
        }
        return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def read_variant(path: Path) -> Variant:
    """The variant in a TOML file, checked."""
    raw = read_toml(path)
    try:
        return variant_from(raw)
    except AlbionError as error:
        raise DataError(f"{path.name}: {error}") from error


def variant_from(raw: Mapping[str, Any]) -> Variant:
    """The variant in plain values; its shape is checked here, its figures when it is loaded."""
    for key in raw:
        if key not in _KEYS:
            raise DataError(f"'{key}' is not a key of a variant: expected some of {', '.join(_KEYS)}")
    name, title, game = (raw.get(key, "") for key in ("name", "title", "game"))
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise DataError(f"'name' must be a word in small letters, such as more-saxons, not {name!r}")
    if not isinstance(title, str) or not title.strip():
        raise DataError("'title' must be a text for people to read")
    if game not in _ids_with_data():
        known = ", ".join(_ids_with_data())
        raise DataError(f"'game' must be the id of a game, one of {known}, not {game!r}")
    rows = raw.get("change", [])
    options = raw.get("options", {})
    if not isinstance(options, dict) or not isinstance(rows, list) or not (rows or options):
        raise DataError("expected [options], at least one [[change]], or both")
    changes = []
    for n, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or set(row) != {"file", "key", "to"}:
            raise DataError(f"change {n}: expected exactly file, key and to")
        if not isinstance(row["file"], str) or not isinstance(row["key"], str):
            raise DataError(f"change {n}: 'file' and 'key' must be texts")
        changes.append(Change(row["file"], row["key"], row["to"]))
    return Variant(name, title, game, options, tuple(changes))


@cache
def _ids_with_data() -> tuple[str, ...]:
    """The games whose tables a variant can change."""
    return tuple(book for book in known_books() if (folder(book) / "data").is_dir())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


class World:
    """A second copy of some packages; what they import of each other comes from the copy."""

    def __init__(self, prefix: str, packages: Sequence[str], moved: Mapping[str, Path]) -> None:
        self.prefix, self.packages, self.moved = prefix, tuple(packages), moved
        self._builtins = {**vars(builtins), "__import__": self._import}
        self._importlib = ModuleType("importlib")
        self._importlib.__dict__.update(vars(importlib), import_module=self.module)

    def module(self, name: str) -> ModuleType:
        """The copy of a module, or the module itself if it is none of ours."""
        if not self._ours(name):
            return importlib.import_module(name)
        copy = name.replace("albion", self.prefix, 1)
        if copy not in sys.modules and self._ours(name.rpartition(".")[0]):
            self.module(name.rpartition(".")[0])  # as Python does: a package before what is in it
        if copy in sys.modules:
            return sys.modules[copy]
        beside = importlib.import_module(name.rpartition(".")[0]).__path__
        spec = PathFinder.find_spec(name, beside)  # the source, also where the game itself runs compiled
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(name, name=name)
        origin = Path(spec.origin)
        module = ModuleType(copy)
        package = next((p for p in self.moved if name == p or name.startswith(f"{p}.")), None)
        module.__file__ = str(self.moved[package] / origin.name if package is not None else origin)
        module.__package__ = copy if spec.submodule_search_locations else copy.rpartition(".")[0]
        if spec.submodule_search_locations is not None:
            module.__path__ = list(spec.submodule_search_locations)
        module.__dict__["__builtins__"] = self._builtins
        sys.modules[copy] = module
        try:
            exec(compile(origin.read_text(encoding="utf-8"), str(origin), "exec"), module.__dict__)
        except BaseException:
            del sys.modules[copy]
            raise
        return module

    def _ours(self, name: str) -> bool:
        return any(name == p or name.startswith(f"{p}.") for p in self.packages)

    def _import(
        self,
        name: str,
        globals_: Any = None,
        locals_: Any = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> Any:
        if name == "importlib":
            return self._importlib
        if not self._ours(name) or not fromlist:
            return builtins.__import__(name, globals_, locals_, fromlist, level)
        module = self.module(name)
        for item in fromlist:
            if (
                not hasattr(module, item)
                and hasattr(module, "__path__")
                and importlib.util.find_spec(f"{name}.{item}") is not None
            ):
                setattr(module, item, self.module(f"{name}.{item}"))
        return module


_LOADED: dict[str, tuple[str, Game[Any]]] = {}
_LOADING = RLock()
"""A server's threads may ask for a variant while another one loads it, and would meet half of its modules."""
_SCRATCH: list[tempfile.TemporaryDirectory[str]] = []


def load_variant(v: Variant, base: Game[Any]) -> Game[Any]:
    """The variant as a game, loaded once; wrong figures are told by the game's own checks, and it is tried out."""
    with _LOADING:
        known = _LOADED.get(v.id)
        if known is not None:
            if known[0] != v.text:
                raise DataError(f"there are two different variants '{v.id}': give one of them another name")
            return known[1]
        try:
            made = _load(v, base)
            playout(made, made.options_type(), 1)
        except DataError as error:
            raise DataError(f"variant '{v.id}': {error}") from error
        except (
            Exception
        ) as error:  # tables that pass every check and still make no game are the variant's fault
            raise DataError(f"variant '{v.id}': {_unplayable(v, error)}") from error
        _LOADED[v.id] = (v.text, made)
        return made


def _unplayable(v: Variant, error: Exception) -> str:
    """Which changes the game cannot be played with."""
    made = "; ".join(f"file '{c.file}', key '{c.key}', to {c.to!r}" for c in v.changes)
    told = f" ({error})" if isinstance(error, AlbionError) else ""
    return f"no game can be played with {made or 'these options'}: expected what the game's own table could hold{told}"


def _load(v: Variant, base: Game[Any]) -> Game[Any]:
    books = [b for b in base.books if (folder(b) / "data").is_dir()]
    files = {b: sorted((folder(b) / "data").glob("*.toml")) for b in books}
    tables = {p.stem: tomllib.loads(p.read_text(encoding="utf-8")) for b in books for p in files[b]}
    make_changes(tables, v.changes)
    scratch: tempfile.TemporaryDirectory[str] = tempfile.TemporaryDirectory(prefix="albion-variant-")
    _SCRATCH.append(scratch)
    moved = {}
    for b in books:
        package = f"albion.games.{b.replace('-', '_')}"
        moved[package] = Path(scratch.name) / b.replace("-", "_")
        (moved[package] / "data").mkdir(parents=True)
        for path in files[b]:
            text = "\n".join(f"{json.dumps(k)} = {_toml(value)}" for k, value in tables[path.stem].items())
            (moved[package] / "data" / path.name).write_text(text + "\n", encoding="utf-8")
    tag = sha256(v.text.encode()).hexdigest()[:12]
    world = World(f"albion_{tag}", (*moved, "albion.bots"), moved)
    game: Game[Any] = world.module(f"albion.games.{v.game.replace('-', '_')}").GAME
    own = tuple(p.replace("albion", world.prefix, 1) if p in moved else p for p in base.packages)
    kind: Any = type(game)
    facts = {
        "packages": own,
        "title": f"{base.title} (variant: {v.title})",
        "variant": v.text,
        "world": world,
    }
    facts["options_type"] = _options_type(
        kind.options_type, options_from(kind.options_type, dict(v.options)), v
    )
    plain: Any = type(kind.__name__, (kind,), facts)
    named: Any = type(kind.__name__, (kind,), facts | {"id": v.id, "plain": _twin(plain, game)})
    made: Game[Any] = _twin(named, game)
    return made


def _options_type(kind: type[Options], preset: Options, v: Variant) -> type[Options]:
    """The game's options with the variant's own defaults."""
    if not v.options:
        return kind
    hints = typing.get_type_hints(kind)
    fields = [(name, hints[name], getattr(preset, name)) for name in v.options]
    made: Any = msgspec.defstruct(kind.__name__, fields, bases=(kind,), module=kind.__module__, frozen=True)
    return made  # type: ignore[no-any-return]


def _twin(kind: Any, game: Game[Any]) -> Any:
    """The same game object as another class."""
    made = kind.__new__(kind)
    for name in getattr(game, "__dict__", {}):
        setattr(made, name, getattr(game, name))
    return made


def offered() -> Mapping[str, Variant]:
    """The variants in the folder that ALBION_VARIANTS names, by id, as they were when it was first looked into."""
    place = os.environ.get(FOLDER, "")
    return _offered(place) if place else {}


@cache
def _offered(place: str) -> Mapping[str, Variant]:
    if not Path(place).is_dir():
        raise DataError(f"{FOLDER}: there is no folder '{place}'")
    found: dict[str, Variant] = {}
    for path in sorted(Path(place).glob("*.toml")):
        v = read_variant(path)
        if v.id in found:
            raise DataError(f"{path.name}: there are two variants '{v.id}': give one of them another name")
        found[v.id] = v
    return found
