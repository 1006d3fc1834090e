"""Imports point one way: games -> kernels -> engine; the rest reaches a game by its id alone."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import albion

ROOT = Path(albion.__file__).parent
MODULES = {
    ".".join(("albion", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(ROOT.rglob("*.py"))
}
BEYOND_ITS_LAYER = {"redux_leaders": {"redux_core"}, "variants": {"patch"}}
"""What stands on another part of its layer: a game on another one, variants on their changes."""


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            whole = (f"{node.module}.{name.name}" for name in node.names)
            yield from (name if name in MODULES else str(node.module) for name in whole)


def allowed(module: str) -> tuple[str, ...]:
    """What a module may import of albion."""
    _, layer, *rest = (*module.split("."), "", "")
    if layer == "games" and rest[0]:
        others = BEYOND_ITS_LAYER.get(rest[0], set())
        return ("engine", "kernels", *(f"games.{g}" for g in (rest[0], *sorted(others))))
    if layer == "bots":
        return ("engine", "kernels", "games", "bots")
    return {
        "": ("compiled", "engine", "games", "bots", "sim", "server", "cli"),
        "compiled": (),
        "__main__": ("cli",),
        "engine": ("engine",),
        "kernels": ("engine", "kernels"),
        "games": ("engine", "games.variants"),
        "sim": ("engine", "bots", "games!", "sim"),
        "lessons": ("engine", "bots", "lessons"),
        "review": ("engine", "bots", "review"),
        "server": ("engine", "bots", "games!", "lab", "lessons", "review", "sim", "server"),
        "lab": ("engine", "bots", "games!", "games.variants", "sim", "lab"),
        "envs": ("engine", "bots", "games!", "envs"),
        "cli": ("engine", "bots", "games!", "lessons", "review", "sim", "server", "lab", "cli"),
    }[layer]


def fits(target: str, layer: str) -> bool:
    """Whether an import lies in a layer; with '!' only its front door."""
    name = f"albion.{layer.rstrip('!')}"
    return target == name or (not layer.endswith("!") and target.startswith(f"{name}."))


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module: str) -> None:
    if module == "albion.web" or module.startswith("albion.web."):
        pytest.fail("the browser's folder holds no Python")
    for target in imports(MODULES[module]):
        if target.split(".")[0] == "albion" and target != "albion":
            layers = allowed(module)
            assert any(fits(target, layer) for layer in layers), f"{module} imports {target}"


@pytest.mark.parametrize(
    "module", [m for m in MODULES if m.split(".")[1:2] in (["engine"], ["kernels"], ["games"])]
)
def test_rules_know_no_chance_but_the_dice_and_no_time(module: str) -> None:
    found = {target.split(".")[0] for target in imports(MODULES[module])}

    assert not found & {"random", "time", "datetime", "uuid", "secrets", "numpy"}


@pytest.mark.parametrize("module", [m for m in MODULES if m.startswith("albion.engine")])
def test_no_games_word_appears_in_the_engine(module: str) -> None:
    words = r"saxon|roman|britannia|boudicca|domesday|redux|legion|nation\b|druid"

    assert not re.search(words, MODULES[module].read_text(encoding="utf-8"), re.IGNORECASE)


def test_there_is_no_module_for_odds_and_ends() -> None:
    names = {part for module in MODULES for part in module.split(".")}

    assert not names & {"utils", "util", "helpers", "common", "misc"}
