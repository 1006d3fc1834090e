"""Expressions and statements that mypyc cannot read, or that it makes slow, written otherwise: where, and with what text."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple


class Edit(NamedTuple):
    """Text to be put in place of some bytes of a line."""

    line: int
    column: int
    gone: int
    text: str


def edited(lines: list[str], edits: Iterable[Edit]) -> None:
    """Carry edits out, the last first, so that the others stay where they are."""
    for line, column, gone, text in sorted(edits, reverse=True):
        there = lines[line - 1].encode()
        lines[line - 1] = (there[:column] + text.encode() + there[column + gone :]).decode()


def misread(tree: ast.Module, generators: Container[str]) -> Iterator[Edit]:
    """What mypyc misreads.

    `x in (*a, b)` is what mypyc cannot read; with a list in between it can. `x in those()` fails if the function yields
    what is looked through; with `iter` around it does not. The sum of floats is an int for mypyc where an int
    stands before it (`1 - sum(chances)`); with nothing added it is not.
    """
    for node in ast.walk(tree):
        for sign, x in _right_sides(node):
            called = _name(x.func) if isinstance(x, ast.Call) else ""
            if isinstance(x, ast.Tuple) and any(isinstance(y, ast.Starred) for y in x.elts):
                yield from _around(x, 1, "tuple([", "])")
            elif isinstance(x, ast.Call) and called == "sum" and len(x.args) == 1:
                yield from _around(x, 0, "(", " + 0)")
            elif isinstance(sign, ast.In | ast.NotIn) and called in generators:
                yield from _around(x, 0, "iter(", ")")


def unheard(tree: ast.Module) -> Iterator[Edit]:
    """Events are put together only where a log listens: compiled, `emit` would be given a dictionary of its facts first.

    They are also put together directly: a call with `**facts` goes through Python, which sorts each fact by its name
    and costs several times as much as the event.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            call = node.value
            if ast.unparse(call.func) == "emit" and ast.unparse(call.args[0]) == "log":
                yield Edit(node.lineno, node.col_offset, 0, "if log is not None: ")
                yield from _put_together(call)


def events(tree: ast.Module) -> bool:
    """Whether a module tells events that are put together directly."""
    return any("log.append(Event" in edit.text for edit in unheard(tree))


def _put_together(call: ast.Call) -> Iterator[Edit]:
    """`emit(log, kind, cite, n=1, **facts)` as `log.append(Event(kind, cite, data={"n": 1, **facts}))`.

    Left as it is where facts stand apart from each other, or who may know is not listed there.
    """
    facts = [x for x in call.keywords if x.arg not in HOW]
    shown = call.keywords[call.keywords.index(facts[0]) :][: len(facts)] if facts else []
    seats = [x.value for x in call.keywords if x.arg == "seats"]
    if not facts or shown != facts or not all(isinstance(x, ast.List) for x in seats):
        return
    log, last = call.args[0], facts[-1].value
    yield Edit(call.lineno, call.col_offset, len("emit"), "log.append(Event")
    yield Edit(log.lineno, log.col_offset, len("log,"), "")
    for i, fact in enumerate(facts):
        before = "data={" if i == 0 else ""
        if fact.arg is None:
            yield Edit(fact.lineno, fact.col_offset, 0, before)
        else:
            yield Edit(fact.lineno, fact.col_offset, len(fact.arg) + 1, f'{before}"{fact.arg}": ')
    yield Edit(last.end_lineno or 0, last.end_col_offset or 0, 0, "}")
    for x in seats:
        yield from _around(x, 0, "frozenset(", ")")
    yield Edit(call.end_lineno or 0, call.end_col_offset or 0, 0, ")")


HOW = ("seats", "final")
"""What `emit` is told besides the facts."""


def plain_mappings(tree: ast.Module) -> Iterator[Edit]:
    """Every mapping of ours is a dictionary, which mypyc reads directly if it is told so; the text stays as long as it was."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Mapping":
            yield Edit(node.lineno, node.col_offset, len("Mapping"), "dict   ")


def sums(tree: ast.Module) -> Iterator[Edit]:
    """The sum of a list or of a dictionary's values, said one by one: mypyc then counts itself and does not call Python's `sum`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) == "sum" and len(node.args) == 1:
            x = node.args[0]
            if isinstance(x, ast.Call) and isinstance(x.func, ast.Attribute) and x.func.attr == "values":
                yield Edit(x.lineno, x.col_offset, 0, "_n for _n in ")
            elif isinstance(x, ast.ListComp):
                yield from _around(x, 1, " ", " ")


def anew(tree: ast.Module) -> Iterator[Edit]:
    """Another object of the same class, made directly: called as a value, a class looks each of its fields up by name."""
    for kind in tree.body:
        for node in ast.walk(kind) if isinstance(kind, ast.ClassDef) else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "type(self)":
                given = [ast.unparse(x) for x in (*node.args, *node.keywords)]
                made = f"({kind.name}({', '.join(given)}) if type(self) is {kind.name} else "
                yield Edit(node.lineno, node.col_offset, 0, made)
                yield Edit(node.end_lineno or node.lineno, node.end_col_offset or 0, 0, ")")


NOUNS = {"name": "name_of", "number": "number_of"}
"""Properties of an answer, and the functions of engine/action.py that tell the same."""


def nouns(tree: ast.Module) -> Iterator[tuple[str, set[Edit]]]:
    """The noun of an answer, asked of a function: a named tuple's property is looked up by name and called through Python.

    Only where it is plain that an answer is meant: a parameter declared so, or one of a question's answers.
    """
    asked: dict[str, set[Edit]] = {}
    for scope in ast.walk(tree):
        known = set(_answers(scope))
        for node in ast.walk(scope) if known else ():
            if isinstance(node, ast.Attribute) and node.attr in NOUNS and ast.unparse(node.value) in known:
                gone, end = len(node.attr) + 1, node.end_col_offset or 0
                before = Edit(node.lineno, node.col_offset, 0, f"{NOUNS[node.attr]}(")
                after = Edit(node.lineno, end - gone, gone, ")")
                asked.setdefault(NOUNS[node.attr], set()).update((before, after))
    yield from asked.items()


def _answers(scope: ast.AST) -> Iterator[str]:
    """Names that stand for answers all over a function, a lambda or a comprehension."""
    if isinstance(scope, ast.FunctionDef):
        yield from (x.arg for x in scope.args.args if x.annotation and ast.unparse(x.annotation) == "Action")
    elif isinstance(scope, ast.ListComp | ast.GeneratorExp | ast.SetComp):
        yield from (
            g.target.id for g in scope.generators if isinstance(g.target, ast.Name) and _offered(g.iter)
        )
    elif isinstance(scope, ast.For) and isinstance(scope.target, ast.Name) and _offered(scope.iter):
        yield scope.target.id
    elif isinstance(scope, ast.Call) and scope.args and _offered(scope.args[0]):
        keys = [k.value for k in scope.keywords if k.arg == "key" and isinstance(k.value, ast.Lambda)]
        yield from (x.arg for key in keys for x in key.args.args)


def _offered(x: ast.expr) -> bool:
    """Whether an expression is the answers to a question."""
    return isinstance(x, ast.Attribute) and x.attr == "actions" and ast.unparse(x.value) == "d"


def citations(tree: ast.Module) -> tuple[dict[str, str], list[Edit]]:
    """Citations inside functions: as constants of the module, by name, and where these stand instead of the calls."""
    names: dict[str, str] = {}
    edits = []
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in (x for part in function.body for x in ast.walk(part)):
                if isinstance(node, ast.Call) and _cites(node) and node.lineno == node.end_lineno:
                    name = names.setdefault(ast.unparse(node), f"_CITED_{len(names)}")
                    edits.append(
                        Edit(node.lineno, node.col_offset, (node.end_col_offset or 0) - node.col_offset, name)
                    )
    return {name: call for call, name in names.items()}, sorted(set(edits))


def _cites(call: ast.Call) -> bool:
    """Whether a call names clauses that are known beforehand."""
    texts = all(isinstance(a, ast.Constant) for a in call.args)
    return isinstance(call.func, ast.Name) and call.func.id == "cite" and texts


def _around(x: ast.expr, gone: int, before: str, after: str) -> Iterator[Edit]:
    """Edits that put text around an expression, in place of as many bytes at its ends."""
    yield Edit(x.lineno, x.col_offset, gone, before)
    yield Edit(x.end_lineno or x.lineno, (x.end_col_offset or 0) - gone, gone, after)


def _right_sides(node: ast.AST) -> Iterable[tuple[ast.AST, ast.expr]]:
    """Operators, and what stands behind each."""
    if isinstance(node, ast.Compare):
        return zip(node.ops, node.comparators, strict=True)
    return ((node.op, node.right),) if isinstance(node, ast.BinOp) else ()


def _name(function: ast.expr) -> str:
    """What a function or method is called by."""
    return function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
