"""Structs and dataclasses as they stand in the sources: their fields, bases and modules."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

STRUCT = "msgspec.Struct"


@dataclass
class Field:
    """One field of a record."""

    name: str
    kind: str
    default: str | None
    factory: str | None = None
    keyword: bool = False
    compared: bool = True

    @property
    def parameter(self) -> str:
        """It, as `__init__` takes it."""
        if self.factory:
            return f"{self.name}: {self.kind} | None = None"
        return f"{self.name}: {self.kind}" + (f" = {self.default}" if self.default else "")

    @property
    def kept(self) -> str:
        """How `__init__` keeps it."""
        made = f"{self.factory}() if {self.name} is None else {self.name}" if self.factory else self.name
        return f"self.{self.name} = {made}"


@dataclass
class Record:
    """A struct class as it stands in the source."""

    module: str
    name: str
    bases: list[str]
    own: list[Field] = field(default_factory=list)
    said: str = ""
    """The decorator of a dataclass."""

    @property
    def equal(self) -> bool:
        """Whether two with the same fields are equal."""
        return "eq=False" not in self.said

    @property
    def full(self) -> str:
        """The class with its module."""
        return f"{self.module}.{self.name}"


class Sources:
    """All modules that are compiled together, and the records they declare."""

    def __init__(self, modules: dict[str, str]) -> None:
        self.texts = modules
        self.trees = {name: ast.parse(text) for name, text in modules.items()}
        self.records: dict[str, Record] = {}
        for name, tree in self.trees.items():
            names = imported(tree, name)
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    bases = [names.get(stem(b), stem(b)) for b in node.bases]
                    said = next(
                        (d for d in map(ast.unparse, node.decorator_list) if d.startswith("dataclass")), ""
                    )
                    own = _fields(node)
                    for f in own:
                        f.keyword = f.keyword or "kw_only=True" in said
                    self.records[f"{name}.{node.name}"] = Record(name, node.name, bases, own, said)
        self.generators = {f.name for tree in self.trees.values() for f in functions(tree) if _yields(f)}
        """The names of functions and methods that yield."""
        self._known = {full: self._is_record(full) for full in self.records}

    def _is_record(self, full: str) -> bool:
        record = self.records.get(full)
        return record is not None and (
            bool(record.said) or any(b == STRUCT or self._is_record(b) for b in record.bases)
        )

    def is_record(self, full: str) -> bool:
        """Whether a class is a struct that can be written out."""
        return self._known.get(full, False)

    def frozen(self, full: str) -> bool | None:
        """Whether a dataclass is frozen; None: a record is a struct."""
        record = self.records[full]
        above = (self.frozen(base) for base in record.bases if self.is_record(base))
        return "frozen=True" in record.said if record.said else next(above, None)

    def fields(self, full: str) -> list[Field]:
        """All fields of a record, those of its bases first."""
        found: dict[str, Field] = {}
        record = self.records[full]
        for base in record.bases:
            if self.is_record(base):
                found |= {f.name: f for f in self.fields(base)}
        return list((found | {f.name: f for f in record.own}).values())

    def narrowed(self, full: str) -> list[str]:
        """Fields of a class that are declared again, with another type, by one below or above it."""
        if full not in self.records:
            return []
        mine = {f.name: f.kind for f in self.records[full].own}
        kin = [
            r
            for r in self.records.values()
            if r.full != full and (self.below(r.full, full) or self.below(full, r.full))
        ]
        return [
            n
            for n, kind in mine.items()
            if kind.isidentifier() and any(f.name == n and f.kind != kind for r in kin for f in r.own)
        ]

    def below(self, full: str, base: str) -> bool:
        """Whether a class stands on another."""
        return full in self.records and any(
            b == base or self.below(b, base) for b in self.records[full].bases
        )

    def module_of(self, full: str, name: str) -> str:
        """The module in which a field is declared, where its type and default have a meaning."""
        record = self.records[full]
        if any(f.name == name for f in record.own):
            return record.module
        return next(
            self.module_of(b, name) for b in record.bases if self.is_record(b) and _has(self, b, name)
        )


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """All functions and methods."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _yields(f: ast.FunctionDef) -> bool:
    """Whether a function yields: itself, not one inside it."""
    todo: list[ast.AST] = [*f.body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)
    return False


def _has(sources: Sources, full: str, name: str) -> bool:
    return any(f.name == name for f in sources.fields(full))


def imported(tree: ast.Module, module: str) -> dict[str, str]:
    """What each name at the top of a module stands for."""
    found: dict[str, str] = {}
    checked = [x for node in tree.body if isinstance(node, ast.If) for x in node.body]
    for node in [*tree.body, *checked]:
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
        elif isinstance(node, ast.ClassDef):
            found[node.name] = f"{module}.{node.name}"
    return found


def stem(node: ast.expr) -> str:
    """A base class without its type arguments."""
    return ast.unparse(node.value if isinstance(node, ast.Subscript) else node)


def is_class_var(node: ast.AnnAssign) -> bool:
    """Whether a line of a class declares something that all of it share."""
    return ast.unparse(node.annotation).startswith("ClassVar")


def _fields(node: ast.ClassDef) -> list[Field]:
    return [
        _field(x.target.id, ast.unparse(x.annotation), x.value)
        for x in node.body
        if isinstance(x, ast.AnnAssign) and isinstance(x.target, ast.Name) and not is_class_var(x)
    ]


def _field(name: str, kind: str, value: ast.expr | None) -> Field:
    """One field, with what a dataclass's `field(...)` says of it."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
        said = {k.arg: ast.unparse(k.value) for k in value.keywords}
        return Field(
            name,
            kind,
            said.get("default"),
            said.get("default_factory"),
            said.get("kw_only") == "True",
            said.get("compare") != "False",
        )
    return Field(name, kind, None if value is None else ast.unparse(value))


def read(src: Path, names: Iterable[str]) -> dict[str, str]:
    """The texts of modules."""
    return {name: (src / (name.replace(".", "/") + ".py")).read_text(encoding="utf-8") for name in names}
