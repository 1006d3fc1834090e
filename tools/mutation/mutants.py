"""Every small change that could be made to a game's laws and data."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

NOT_LAW = {
    "actions", "battlefield", "bots", "check", "courses", "data", "facts", "files", "forecast", "game", "imagine",
    "init", "invariants", "notation", "odds", "options", "plans", "reading", "schema", "spelling", "starts", "steady", "view",
}  # fmt: skip
"""Words in the names of modules that read, show, check or forecast, but decide nothing."""
QUICK = {"measured", "outlook"}
"""Words in the names of modules that say quickly what a law would say slowly, or remember it: tests compare them with the
law in thousands of positions (`test_small_ends`, `test_end_limits`, `test_measured`)."""

TELLING = {
    "too_far_off",
    "why_halted",
    "why_spoilt",
    "spoiling",
    "no_refuge",
    "retreat_reason",
    "not_welcome",
}
"""What `reason` asks for its words."""
NOT_DECIDING = TELLING | {
    *(
        "about",
        "reason",
        "warns",
        "cited",
        "absent",
        "number_against",
        "__str__",
        "__repr__",
        "label",
        "clone",
    )
}
"""Functions that tell, copy or write down."""
SENTENCES = {"Reason", "Reason | None", "Refusal | None", "dict[str, Json]"}
"""What functions give that fill the sentence of a refusal, or warn."""

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TELLING = re.compile(r"emit|tell\w*|declare|cite|rule|step")
WRONG_CLAUSE = '(__import__("albion.engine.cite").engine.cite.Ref("none", "0"),)'
NUMBER = re.compile(r"(?<![\w.+-])\d+(?![\w.-]|:)")
NAME = re.compile(r"\s*(id|number|vp_three|vp_four)\s*=")
"""Numbers that name per row, or that only a test compares with what play gives."""
HEXES = 1000
"""Numbers from here on name hexes and years."""
TOML_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')


@dataclass(frozen=True, slots=True)
class Mutant:
    """A stretch of a file and what stands there instead."""

    file: str
    """Below src/albion."""
    line: int
    last: int
    """The last line that the changed code reaches to."""
    begin: int
    end: int
    """Where in the file's text the changed stretch begins and ends."""
    old: str
    new: str
    source: str
    """The line, for readers and for the list of allowed survivors."""
    function: int = 0
    """The line on which the function around it begins, decorators included; 0: it lies in none."""

    def apply(self, text: str) -> str:
        """The file with the change made."""
        return text[: self.begin] + self.new + text[self.end :]

    def __str__(self) -> str:
        told = " ".join(self.old.split())
        return f"{self.file}:{self.line}: {told if len(told) < 70 else f'{told[:70]}…'} -> {self.new}"


def law_files(package: Path) -> list[Path]:
    """The modules of a package that carry laws."""
    found = sorted(package.glob("*.py"))
    return [p for p in found if not (NOT_LAW | QUICK) & set(p.stem.strip("_").split("_"))]


def data_files(package: Path) -> list[Path]:
    """The tables of a game."""
    return sorted((package / "data").glob("*.toml"))


def law_mutants(root: Path, path: Path) -> Iterator[Mutant]:
    """Every change to one module."""
    text = path.read_text(encoding="utf-8")
    yield from _Finder(str(path.relative_to(root)), text).found()


def data_mutants(root: Path, path: Path) -> Iterator[Mutant]:
    """Every whole number of a table that counts something, one higher."""
    text = path.read_text(encoding="utf-8")
    table, begin = tomllib.loads(text), 0
    for n, row in enumerate(text.splitlines(keepends=True), start=1):
        bare = TOML_TEXT.sub(lambda found: " " * len(found[0]), row)
        for found in NUMBER.finditer(bare):
            if NAME.match(row) or int(found[0]) >= HEXES:
                continue
            a, b = begin + found.start(), begin + found.end()
            new = str(int(found[0]) + 1)
            try:
                changed = tomllib.loads(text[:a] + new + text[b:])
            except tomllib.TOMLDecodeError:
                continue
            if changed != table:
                yield Mutant(str(path.relative_to(root)), n, n, a, b, found[0], new, row.strip())
        begin += len(row)


def drawn(mutants: list[Mutant], seed: int, count: int) -> list[Mutant]:
    """This many of the changes, by lot; a line that comes or goes elsewhere leaves the lots of the others as they were."""
    twins: Counter[str] = Counter()

    def lot(m: Mutant) -> bytes:
        what = "\0".join((str(seed), m.file, m.source, m.old, m.new))
        twins[what] += 1
        return blake2b(f"{what}\0{twins[what]}".encode(), digest_size=8).digest()

    return sorted(mutants, key=lot)[:count]


class _Finder:
    """Walks a module and notes the changes that could be made."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text, self.lines = file, text, text.splitlines()
        self.starts = [0]
        for row in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(row))

    def found(self) -> Iterator[Mutant]:
        """Every change, in the order of the file."""
        for node in ast.parse(self.text).body:
            yield from self._visit(node, function=0, law=False)

    def _at(self, line: int, column: int) -> int:
        """The offset of a place that the parser gives in bytes of its line."""
        row = self.lines[line - 1].encode()[:column].decode() if line <= len(self.lines) else ""
        return self.starts[line - 1] + len(row)

    def _mutant(self, node: ast.AST, new: str, function: int) -> Mutant:
        assert isinstance(node, ast.expr | ast.stmt) and node.end_lineno and node.end_col_offset is not None
        a, b = self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)
        source = self.lines[node.lineno - 1].strip()
        return Mutant(self.file, node.lineno, node.end_lineno, a, b, self.text[a:b], new, source, function)

    def _visit(self, node: ast.AST, *, function: int, law: bool) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef):
            gives = ast.unparse(node.returns) if node.returns is not None else ""
            if node.name in NOT_DECIDING or gives in SENTENCES:
                return
            law = "Cite" in gives
            begins = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            for child in node.body:
                yield from self._visit(child, function=function or begins, law=law)
            return
        if _tells(node):
            return
        yield from (
            self._mutant(changed, new, function) for changed, new in _changes(node, bool(function), law)
        )
        for child in _deciding(node):
            yield from self._visit(child, function=function, law=law)


def _tells(node: ast.AST) -> bool:
    """What tells, checks itself or imports; a change there changes no rule."""
    if isinstance(node, ast.Assert | ast.Raise | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Constant):
        return True  # the default of a field, before set-up fills it
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "exact":
        return True  # how fast the legal answers are found, not which they are
    if isinstance(node, ast.If) and _decides_nothing(node):
        return True
    if isinstance(node, ast.If) and not node.orelse and all(isinstance(x, ast.Raise) for x in node.body):
        return True  # a check of a table; unit tests of the tables hold it
    if isinstance(node, ast.keyword) and node.arg in ("maxsize", "kw_only", "compare", "repr"):
        return True  # how much a cache keeps, how a record is made and compared
    called = node.value if isinstance(node, ast.Expr) else node
    if isinstance(called, ast.Call):
        name = called.func.attr if isinstance(called.func, ast.Attribute) else getattr(called.func, "id", "")
        return bool(TELLING.fullmatch(name))
    return False


def _decides_nothing(node: ast.If) -> bool:
    """Whether a condition only guards the log, an import for types, or an error raised over a wrong file."""
    test = ast.unparse(node.test)
    raises = all(isinstance(x, ast.Raise) for x in node.body) and not node.orelse
    return "log is not None" in test or test == "TYPE_CHECKING" or raises


def _deciding(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node, without annotations, decorators and the bases of classes."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "decorator_list") or (isinstance(node, ast.ClassDef) and name != "body"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child


def _changes(node: ast.AST, inside: bool, law: bool) -> Iterator[tuple[ast.AST, str]]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
        yield node, f"({left} {COMPARISONS[type(node.ops[0])]} {right})"
    elif isinstance(node, ast.BoolOp):
        other = " or " if isinstance(node.op, ast.And) else " and "
        yield node, f"({other.join(f'({ast.unparse(v)})' for v in node.values)})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, f"bool({ast.unparse(node.operand)})"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and _numeric(node):
        sign = "-" if isinstance(node.op, ast.Add) else "+"
        yield node, f"({ast.unparse(node.left)} {sign} {ast.unparse(node.right)})"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield node, str(node.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield node, str(not node.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        yield node.func, CALLS[node.func.id]
    elif isinstance(node, ast.If | ast.IfExp):
        yield node.test, "False"
    elif isinstance(node, ast.Return) and law and node.value is not None:
        yield from _returned(node.value)
    elif inside and _removable(node):
        yield node, "pass"


def _numeric(node: ast.BinOp) -> bool:
    """Sums of numbers, not joined tuples or texts."""
    sides = (node.left, node.right)
    return not any(isinstance(x, ast.Tuple | ast.List | ast.JoinedStr | ast.Dict) for x in sides)


def _returned(value: ast.expr) -> Iterator[tuple[ast.AST, str]]:
    """A refusal left out, or given for another reason."""
    if isinstance(value, ast.Name | ast.Call | ast.Attribute) and not _none(value):
        yield value, "None"
        if isinstance(value, ast.Name) and value.id.isupper():
            yield value, WRONG_CLAUSE


def _none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _removable(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign):
        return all(isinstance(t, ast.Attribute | ast.Subscript) for t in node.targets)
    return isinstance(node, ast.AugAssign | ast.Delete | ast.Continue | ast.Break | ast.Expr)
