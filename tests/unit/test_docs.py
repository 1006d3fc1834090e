"""The documentation is true: its links lead somewhere, its commands exist, its rule pages are what `albion docs` writes."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import typer.main

from albion.cli.app import COMMANDS, app

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(p for p in (ROOT / "docs").rglob("*.md"))])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
NAMES = {
    "GAME": "redux-core", "CLAUSE": "7.a", "FILE": "README.md", "FOLDER": ".", "DIR": ".", "N": "1", "S": "1",
    "RUN": "README.md", "SQL": "select", "URL": "sqlite:///x",
}  # fmt: skip
"""What stands for the words that a reader fills in."""
ALBION = typer.main.get_command(app)


def page_id(page: Path) -> str:
    return str(page.relative_to(ROOT))


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


def broken(page: Path) -> Iterator[str]:
    text = page.read_text(encoding="utf-8")
    for link in LINK.findall(SPAN.sub("", FENCE.sub("", text)) if "docs/rules" not in str(page) else text):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        line = re.fullmatch(r"L(\d+)", anchor)
        if not target.exists() or not there(target, anchor, line and int(line[1])):
            yield link


def there(target: Path, anchor: str, line: int | None) -> bool:
    """Whether a file has that line, or a page that heading."""
    if line is not None:
        return line <= len(target.read_text(encoding="utf-8").splitlines())
    return not anchor or target.suffix != ".md" or anchor in anchors(target)


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    assert list(broken(page)) == []


def blocks(page: Path) -> Iterator[str]:
    """The command lines in fenced blocks."""
    for block in FENCE.findall(page.read_text(encoding="utf-8")):
        for row in block.splitlines()[1:-1]:
            line = re.sub(r"^\$ |(\s{2,}|\s)#.*$", "", row.strip()).strip()
            if re.match(r"(\.venv/bin/)?(albion|python tools/|make) ?", line) and not line.startswith(
                "albion/"
            ):
                yield line.removeprefix(".venv/bin/")


def spans(page: Path) -> Iterator[str]:
    """The commands named in the text, whole or in part."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for span in SPAN.findall(text):
        if re.match(r"(albion|make) [a-z]", span) and "record 1" not in span:
            yield span


def wrong_command(line: str) -> str:
    """What is wrong with a whole command line; it is read as the program would, but not carried out."""
    words = [NAMES.get(word, word) for word in shlex.split(line)]
    if words[0] == "make":
        return wrong_target(words[1:])
    if words[0] == "python":
        return wrong_tool(words)
    command, rest = subcommand(words[1:])
    try:
        command.make_context(words[-1], rest)
    except Exception as error:
        return f"{line}: {error}"
    return f"{line}: there is no such command" if hasattr(command, "commands") else ""


def subcommand(words: list[str]) -> tuple[Any, list[str]]:
    """The command that words lead to, and the words after it."""
    command: Any = ALBION
    while words and words[0] in getattr(command, "commands", {}):
        command, words = command.commands[words[0]], words[1:]
    return command, words


def wrong_target(words: list[str]) -> str:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    names = [word for word in words if "=" not in word and not word.startswith("-")]
    return next((f"make has no target '{name}'" for name in names if name not in targets), "")


def wrong_tool(words: list[str]) -> str:
    if not (ROOT / words[1]).is_file():
        return f"there is no {words[1]}"
    help_text = subprocess.run(
        [sys.executable, words[1], "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    return next(
        (f"{words[1]} has no {w}" for w in words[2:] if w.startswith("--") and w not in help_text), ""
    )


def wrong_mention(span: str) -> str:
    """What is wrong with a command named in passing: an unknown command or option."""
    program, *words = re.sub(r"[\[\]\\]", " ", span).replace("|", " ").split()
    if program == "make":
        return wrong_target(words[:1])
    command, words = subcommand(words)
    if hasattr(command, "commands"):
        return f"{span}: there is no such command"
    known = {name for p in command.params for name in (*p.opts, *p.secondary_opts)} | {"--help"}
    return next(
        (f"{span}: no option {w}" for w in words if w.startswith("--") and w.split("=")[0] not in known), ""
    )


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_every_command_exists(page: Path) -> None:
    wrong = [*map(wrong_command, blocks(page)), *map(wrong_mention, spans(page))]

    assert list(filter(None, wrong)) == []


def test_every_example_of_the_help_is_a_command() -> None:
    lines = [line for examples in COMMANDS.values() for line in examples]

    assert list(filter(None, map(wrong_command, lines))) == []


@pytest.mark.parametrize(
    "line", ["albion fly", "albion games --wings", "albion rule redux-core", "make tea", "python tools/x.py"]
)
def test_a_wrong_command_is_noticed(line: str) -> None:
    assert wrong_command(line)


def test_a_wrong_mention_is_noticed() -> None:
    assert wrong_mention("albion auto --recrod")
    assert wrong_mention("albion fly")
    assert wrong_mention("make tea")
    assert not wrong_mention("albion auto --record")


NAMED = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(p for p in PAGES if p.parent.name in ("docs", "decisions") and p.name != "api.md"),
    ]
)


def definitions() -> dict[str, str]:
    """The source of every module and class of the package, by name; of several with one name, all."""
    found: dict[str, str] = {}
    for path in (ROOT / "src" / "albion").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for name in (path.stem, *re.findall(r"^class (\w+)", text, re.MULTILINE)):
            found[name] = found.get(name, "") + text
    return found


def wrong_names(text: str, known: dict[str, str]) -> list[str]:
    """Names such as `commands.carry_out` of which only the module or class is there."""
    found = (
        re.fullmatch(r"(\w+)\.([a-z_]{4,}|[A-Z]\w+)", span) for span in SPAN.findall(FENCE.sub("", text))
    )
    pairs = [
        (m[0], m[1], m[2]) for m in found if m and m[1] in known and m[2] not in ("json", "toml", "java")
    ]
    return [span for span, owner, name in pairs if not re.search(rf"\b{name}\b", known[owner])]


@pytest.mark.parametrize("page", NAMED, ids=page_id)
def test_every_name_of_the_code_is_there(page: Path) -> None:
    """The way of a click, for one, names functions."""
    assert wrong_names(page.read_text(encoding="utf-8"), definitions()) == []


def test_a_wrong_name_is_noticed() -> None:
    text = "`commands.carry_out`, `commands.fly_away`, `Match.play`, `Match.dance` and `nobody.knows`"

    assert wrong_names(text, definitions()) == ["commands.fly_away", "Match.dance"]


def test_the_glossary_is_in_order_and_names_places_that_are_there() -> None:
    rows = re.findall(
        r"^\| ([^|]+) \|[^|]+\| ([^|]+) \|$", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE
    )
    terms = [term.lower() for term, _ in rows[1:]]
    files = [name for _, where in rows[1:] for name in SPAN.findall(where) if "/" in name and "*" not in name]

    assert terms == sorted(set(terms))
    assert [
        f for f in files if not any((base / f).exists() for base in (ROOT, ROOT / "src" / "albion"))
    ] == []


def test_rule_pages_are_what_albion_docs_writes() -> None:
    albion = Path(sys.executable).with_name("albion")
    checked = subprocess.run(
        [albion, "docs", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert checked.stderr == ""
    assert checked.returncode == 0


def test_the_architecture_page_names_every_module_of_the_server() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("one noun per module\n")[2].partition("\n### ")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
    named = {name for row in rows for name in SPAN.findall(row)}
    modules = {p.stem for p in (ROOT / "src" / "albion" / "server").iterdir()} - {"__init__", "__pycache__"}

    assert named and [m for m in sorted(modules) if not any(fnmatch(m, name) for name in named)] == []
    assert [name for name in sorted(named) if not any(fnmatch(m, name) for m in modules)] == []
