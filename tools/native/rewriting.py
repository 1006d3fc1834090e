"""Sources as mypyc wants them: the same modules line by line, their records written out as plain classes.

Steps, states and small records are msgspec structs and slotted dataclasses, declared with decorators. Compiled, each would
be an ordinary Python class, its methods called through dictionaries. So the copy that is compiled, and only that copy, says
the same with what mypyc makes native: a struct becomes a class with the `__init__` it stands for, and what `@rule`
and `@step` declare is declared at the end of the module. Every other line keeps its place, so that a traceback of
compiled code names the line of the source.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator

from native.expressions import (
    anew,
    citations,
    edited,
    events,
    misread,
    nouns,
    plain_mappings,
    sums,
    unheard,
)
from native.memos import memos, worked_out
from native.records import STRUCT, Field, Sources, imported, is_class_var, stem

LAWS = {"rule": "albion.engine.cite.declare", "on": "albion.kernels.britannia.clauses.enter_law"}
STEPS = {"step": "albion.engine.step.enter", "shared": "albion.kernels.britannia.clauses.enter_shared"}
"""Decorators of laws and of steps, and the functions that note what they declare."""
DESCRIBED = "albion.engine.plain.described"
_CONSTANT = re.compile("_?[A-Z][A-Z0-9_]*")


class Rewriting:
    """One module on its way."""

    def __init__(self, sources: Sources, name: str) -> None:
        self.sources, self.name = sources, name
        self.tree = sources.trees[name]
        self.lines = sources.texts[name].split("\n")
        self.tail: list[str] = []
        self.calls: dict[str, None] = {}
        self.names = imported(self.tree, name)
        self.needed: dict[str, str] = {}
        """Names that the lines written again need, with their modules."""
        self.typed: dict[str, str] = {}
        """Names that only the types of inherited fields need."""
        self.open = name.startswith(("albion.engine", "albion.kernels"))
        """Whether interpreted code may derive from the classes: copies of games for variants do, and tests."""

    def text(self) -> str:
        """The module, rewritten."""
        self.expressions()
        self.memos()
        self.constants()
        self.functions(self.tree.body, "")
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                self.functions(node.body, f"{node.name}.")
                self.class_(node)
        future = next(
            i for i, line in enumerate(self.lines) if line.startswith("from __future__ import annotations")
        )
        imports = ["from __future__ import annotations", "from mypy_extensions import mypyc_attr"]
        imports += [f"from {module} import {name}" for name, module in self.needed.items()]
        if self.typed:
            imports.append("from typing import TYPE_CHECKING")
            types = [
                f"from {module} import {name}"
                for name, module in self.typed.items()
                if name not in self.needed
            ]
            self.lines[future + 1] = f"if TYPE_CHECKING: {'; '.join(types)}" if types else ""
        for i, line in enumerate(self.lines):
            if "Path(__file__)" in line:
                self.lines[i] = line.replace("__file__", "source_of(__name__)")
                imports.append("from albion.engine.plain import source_of")
        self.lines[future] = "; ".join(imports)
        tail = [
            f"from {f.rpartition('.')[0]} import {_called(f)} as _{_called(f)}" for f in self.calls
        ] + self.tail
        return "\n".join([*self.lines, *tail]) + "\n"

    def expressions(self) -> None:
        """Write some expressions and statements again."""
        cited, edits = citations(self.tree)
        self.tail += [f"{name}: Final = {call}" for name, call in cited.items()]
        if cited:
            self.needed["Final"] = "typing"
        for function, asked in nouns(self.tree):
            edits += asked
            self.needed[function] = "albion.engine.action"
        if events(self.tree):
            self.needed["Event"] = "albion.engine.event"
        edits += [
            *misread(self.tree, self.sources.generators),
            *unheard(self.tree),
            *sums(self.tree),
            *anew(self.tree),
        ]
        edited(self.lines, [*edits, *plain_mappings(self.tree)])

    def memos(self) -> None:
        """Write functions out that remember their answers."""
        for function, decorator, text in memos(self.tree):
            self.blank(decorator.lineno, decorator.end_lineno)
            name, line = function.name, function.lineno - 1
            self.lines[line] = self.lines[line].replace(f"def {name}(", f"def {worked_out(name)}(", 1)
            self.tail += text
            self.needed["Final"] = "typing"

    def constants(self) -> None:
        """Say of what a module names in capitals once that it stays so: it is then read without a look into a dictionary."""
        values = [x for x in self.tree.body if isinstance(x, ast.Assign | ast.AnnAssign)]
        given = [(n.id, x) for x in values for n in _targets(x)]
        often = Counter(name for name, _ in given)
        for name, x in given:
            if not _CONSTANT.fullmatch(name) or often[name] > 1 or _is_type(x.value):
                continue
            there = self.lines[x.lineno - 1]
            if isinstance(x, ast.Assign) and len(x.targets) == 1 and isinstance(x.targets[0], ast.Name):
                self.lines[x.lineno - 1] = there.replace(f"{name} =", f"{name}: Final =", 1)
            elif parts := _one_by_one(x):
                self.lines[x.lineno - 1] = parts
            elif (
                isinstance(x, ast.AnnAssign) and "Final" not in there and x.annotation.end_lineno == x.lineno
            ):
                start, end = x.annotation.col_offset, x.annotation.end_col_offset or 0
                self.lines[x.lineno - 1] = f"{there[:start]}Final[{there[start:end]}]{there[end:]}"
            else:
                continue
            self.needed.setdefault("Final", "typing")

    def functions(self, body: Iterable[ast.stmt], prefix: str) -> None:
        """Take the decorators of laws off; what they declare is declared at the end."""
        for node in body:
            if isinstance(node, ast.FunctionDef):
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                for name, decorator in self.decorators(node, LAWS):
                    what = f'{_call(decorator)}, "{prefix}{node.name}", __name__, {first}'
                    self.declare(LAWS[name], what, decorator)

    def declare(self, function: str, what: str, decorator: ast.Call) -> None:
        """Call a function at the end of the module instead of a decorator."""
        self.calls[function] = None
        self.tail.append(f"_{_called(function)}({what})")
        self.blank(decorator.lineno, decorator.end_lineno)

    def decorators(
        self, node: ast.FunctionDef | ast.ClassDef, names: Container[str]
    ) -> Iterator[tuple[str, ast.Call]]:
        """Decorators of some names that are called, in the order in which Python applies them."""
        for d in reversed(node.decorator_list):
            if isinstance(d, ast.Call) and isinstance(d.func, ast.Name) and d.func.id in names:
                yield d.func.id, d

    def blank(self, first: int, last: int | None) -> None:
        """Empty some lines."""
        for i in range(first - 1, last or first):
            self.lines[i] = ""

    def class_(self, node: ast.ClassDef) -> None:
        """A class as it is compiled."""
        for name, decorator in self.decorators(node, STEPS):
            self.declare(STEPS[name], f"{_call(decorator)}, {node.name}, {decorator.lineno}", decorator)
        full = f"{self.name}.{node.name}"
        record = self.sources.is_record(full)
        for _, decorator in self.decorators(node, ("dataclass",)):
            self.blank(decorator.lineno, decorator.end_lineno)
        if record:
            self.record(node, full)
        elif any(
            stem(b) == "NamedTuple" for b in node.bases
        ):  # mypyc keeps no arguments of their fields' types
            kinds = {x.target.id: ast.unparse(x.annotation) for x in node.body if _declares(x)}
            self.tail.append(f"{node.name}.__annotations__.update({kinds!r})")
        for x in node.body:
            if isinstance(x, ast.Assign) and ast.unparse(x.targets[0]) == "__slots__":
                self.blank(x.lineno, x.end_lineno)
        plain = record or not self.sources.records[full].bases
        if self.open and (plain or self._native(full)):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            self.lines[first - 2 if not self.lines[first - 2].strip() else first - 1] = (
                "@mypyc_attr(allow_interpreted_subclasses=True)"
            )

    def _native(self, full: str) -> bool:
        """Whether a class stands on nothing but classes of ours."""
        record = self.sources.records.get(full)
        return record is not None and all(b.endswith("Generic") or self._native(b) for b in record.bases)

    def record(self, node: ast.ClassDef, full: str) -> None:
        """A record, written out: its own fields in one line, then `__init__`."""
        fields = self.sources.fields(full)
        own = {f.name: f.kind for f in self.sources.records[full].own}
        bases = self.bases(node, full, own)
        self.lines[node.lineno - 1] = f"class {node.name}({', '.join(bases)}):"
        free = self.room(node)
        if own:
            self.lines[free.pop(0) - 1] = "    " + _mapped(
                "; ".join(f"{name}: {kind}" for name, kind in own.items())
            )
        if self.sources.records[full].own:
            given = [f.parameter for f in fields if not f.keyword]
            keywords = [f.parameter for f in fields if f.keyword]
            given += ["*", *keywords] if keywords else []
            done = [f.kept for f in fields]
            if any(isinstance(x, ast.FunctionDef) and x.name == "__post_init__" for x in node.body):
                done.append("self.__post_init__()")
            init = f"def __init__(self, {', '.join(given)}) -> None: {'; '.join(done)}"
            self.lines[free.pop(0) - 1] = f"    {_mapped(init)}  # type: ignore"
            for f in fields:
                self.need(full, f)
        self.calls[DESCRIBED] = None
        self.tail.append(f"_described({node.name}, {', '.join(self.said(full, fields))})")

    def said(self, full: str, fields: list[Field]) -> Iterator[str]:
        """What `described` is told of a record."""
        yield repr({f.name: (self.sources.module_of(full, f.name), f.kind) for f in fields})
        yield "{" + ", ".join(f'"{f.name}": {f.default}' for f in fields if f.default) + "}"
        yield "{" + ", ".join(f'"{f.name}": {f.factory}' for f in fields if f.factory) + "}"
        yield repr(tuple(f.name for f in fields if f.keyword))
        yield repr(tuple(f.name for f in fields if not f.compared))
        yield repr(self.sources.frozen(full))

    def bases(self, node: ast.ClassDef, full: str, own: dict[str, str]) -> list[str]:
        """What a record stands on.

        A field that classes below declare more narrowly becomes a type parameter: attributes have one type in compiled code.
        """
        texts = {stem(b): ast.unparse(b) for b in node.bases if stem(b) != STRUCT}
        record = self.sources.records[full]
        if record.equal and not any(self.sources.is_record(b) for b in record.bases):
            texts = {"Plain": "Plain"} | texts
            self.needed["Plain"] = "albion.engine.plain"
        for name in self.sources.narrowed(full):
            kind, parameter = own[name], f"_{node.name}_{name}"
            above = [b for b in texts if name in self.sources.narrowed(self.names.get(b, ""))]
            if above:
                texts[above[0]] = f"{above[0]}[{parameter}]"
                del own[name]
            else:
                texts["Generic"] = f"Generic[{parameter}]"
                own[name] = parameter
            self.needed |= {"Generic": "typing", "TypeVar": "typing_extensions"}
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            made = f'{parameter} = TypeVar("{parameter}", bound="{kind}", default="{kind}", covariant=True)'
            before = self.lines[first - 3]
            self.lines[first - 3] = f"{before}; {made}" if before else made
        return list(texts.values())

    def room(self, node: ast.ClassDef) -> list[int]:
        """Lines of a class that are free once its fields and what is said of them are gone."""
        free: list[int] = []
        for i, x in enumerate(node.body):
            if (isinstance(x, ast.AnnAssign) and not is_class_var(x)) or (isinstance(x, ast.Expr) and i > 0):
                self.blank(x.lineno, x.end_lineno)
                free += range(x.lineno, (x.end_lineno or x.lineno) + 1)
            elif isinstance(x, ast.If):  # what only type checkers are told is an attribute like others
                self.lines[x.lineno - 1] = "    " + "; ".join(ast.unparse(y) for y in x.body)
                self.blank(x.lineno + 1, x.end_lineno)
            elif isinstance(x, ast.Assign) and isinstance(x.targets[0], ast.Name):
                name = x.targets[0].id
                if name.startswith("__"):
                    continue
                self.lines[x.lineno - 1] = self.lines[x.lineno - 1].replace(
                    f"{name} =", f"{name}: ClassVar =", 1
                )
                self.needed.setdefault("ClassVar", "typing")
        docstring = node.body[0]
        free += [
            n
            for n in range((docstring.end_lineno or 0) + 1, node.end_lineno or 0)
            if not self.lines[n - 1].strip() and n not in free and self.between(node, n)
        ]
        if any(isinstance(x, ast.AnnAssign) and not is_class_var(x) for x in node.body) and len(free) < 2:
            raise SystemExit(f"{self.name}.{node.name}: no room for what it stands for")
        return sorted(free)

    def between(self, node: ast.ClassDef, line: int) -> bool:
        """Whether a line lies between two statements of a class, not inside one."""
        return not any(x.lineno <= line <= (x.end_lineno or x.lineno) for x in node.body)

    def need(self, full: str, f: Field) -> None:
        """What the type and default of an inherited field need here."""
        home = self.sources.module_of(full, f.name)
        if home == self.name:
            return
        there = imported(self.sources.trees[home], home)
        for text, names in ((f.kind, self.typed), (f.default or f.factory or "0", self.needed)):
            for x in ast.walk(ast.parse(text)):
                if isinstance(x, ast.Name) and x.id not in self.names and x.id not in dir(builtins):
                    source = there.get(x.id, f"{home}.{x.id}")
                    names[x.id] = source.rpartition(".")[0]


def _targets(x: ast.Assign | ast.AnnAssign) -> list[ast.Name]:
    """The names that a statement gives a value."""
    targets = x.targets if isinstance(x, ast.Assign) else [x.target]
    return [n for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]


def _one_by_one(x: ast.Assign | ast.AnnAssign) -> str:
    """A line that names several constants at once, as one statement for each; nothing if it is another line."""
    if not (isinstance(x, ast.Assign) and len(x.targets) == 1 and x.lineno == x.end_lineno):
        return ""
    names, values = x.targets[0], x.value
    if not (isinstance(names, ast.Tuple) and isinstance(values, ast.Tuple)):
        return ""
    texts = [ast.unparse(n) for n in names.elts]
    if len(texts) != len(values.elts) or not all(_CONSTANT.fullmatch(n) for n in texts):
        return ""
    return "; ".join(f"{name}: Final = {ast.unparse(v)}" for name, v in zip(texts, values.elts, strict=True))


def _is_type(value: ast.expr | None) -> bool:
    """Whether a value is a type variable or another name for a type, or is missing."""
    return value is None or (
        isinstance(value, ast.Call) and ast.unparse(value.func) in ("TypeVar", "NewType")
    )


def _mapped(text: str) -> str:
    """Types with dictionaries instead of mappings."""
    return re.sub(r"\bMapping\[", "dict[", text)


def _declares(x: ast.stmt) -> bool:
    return isinstance(x, ast.AnnAssign) and isinstance(x.target, ast.Name)


def _called(function: str) -> str:
    """The name of a function without its module."""
    return function.rpartition(".")[2]


def _call(decorator: ast.Call) -> str:
    """What a decorator is called with."""
    return ", ".join(ast.unparse(a) for a in decorator.args)
