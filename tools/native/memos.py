"""Functions that remember their answers, written out: `lru_cache` would have every call go through a dictionary of names and a tuple."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

ENDLESS = 1 << 20
"""How many answers are kept where no bound is given."""


class Memo(NamedTuple):
    """A function that remembers: its decorator, and what is written at the module's end."""

    function: ast.FunctionDef
    decorator: ast.expr
    text: list[str]


def memos(tree: ast.Module) -> Iterator[Memo]:
    """Every such function that takes typed arguments, by default nothing computed, and always gives an answer."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                most = _most(decorator)
                if most and _fits(node):
                    yield Memo(node, decorator, list(_written(node, most)))


def _most(decorator: ast.expr) -> int:
    """How many answers are kept; 0: the decorator is another one."""
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "lru_cache":
        return int(eval(ast.unparse(decorator.keywords[0].value)))
    return ENDLESS if ast.unparse(decorator) == "cache" else 0


def _fits(node: ast.FunctionDef) -> bool:
    a = node.args
    plain = all(isinstance(x, ast.Constant) for x in a.defaults) and not (
        a.kwonlyargs or a.vararg or a.kwarg or a.posonlyargs
    )
    answers = node.returns is not None and "None" not in ast.unparse(node.returns)
    return plain and answers and bool(a.args) and all(x.annotation for x in a.args)


def _written(node: ast.FunctionDef, most: int) -> Iterator[str]:
    """The function that remembers, in front of the one that works it out."""
    names = ", ".join(x.arg for x in node.args.args)
    kinds = ", ".join(ast.unparse(x.annotation) for x in node.args.args if x.annotation)
    several = len(node.args.args) > 1
    key, kind = (f"({names})", f"tuple[{kinds}]") if several else (names, kinds)
    answer, known = ast.unparse(node.returns) if node.returns else "", f"_known_{node.name}"
    yield f"{known}: Final[dict[{kind}, {answer}]] = {{}}"
    yield f"def {node.name}({ast.unparse(node.args)}) -> {answer}:"
    yield f"    found = {known}.get({key})"
    yield "    if found is None:"
    yield f"        if len({known}) >= {most}: {known}.clear()"
    yield f"        found = {known}[{key}] = {worked_out(node.name)}({names})"
    yield "    return found"


def worked_out(name: str) -> str:
    """What the function that works an answer out is called."""
    return f"_worked_out_{name}"
