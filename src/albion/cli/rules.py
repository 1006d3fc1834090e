"""`albion docs`: each rulebook as a page that leads from clause to law, data and cases."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

import albion
from albion import games
from albion.cli.differences import differences
from albion.cli.files import write_text
from albion.cli.parameters import OptionalGameId
from albion.cli.proofs import CASES, gather
from albion.cli.screen import print_plain
from albion.engine.cases import Case
from albion.engine.cite import LAWS, Clause, Ref, folder, load_book
from albion.engine.coverage import refs_in
from albion.engine.errors import DataError

ROOT = Path(albion.__file__).parents[2]
MARK = "<!-- written by `albion docs`; do not edit -->"
Check = Annotated[bool, typer.Option("--check", help="Write nothing; fail if a page is out of date.")]


def docs(game: OptionalGameId = None, check: Check = False) -> None:
    """Write docs/rules/GAME.md for every game: clause, law, data, cases."""
    names = list(games.GAMES) if game is None else [games.find_game(game).id]
    for name in games.GAMES:
        games.find_game(name)
    found, _ = gather(CASES, None)
    where = ROOT / "docs" / "rules"
    if not where.parent.is_dir():
        raise DataError(f"there is no folder '{where.parent}': run this in the project's checkout")
    stale = []
    pages = {name: page(name, found) for name in names}
    if game is None:
        pages["britannia-differences"] = f"{MARK}\n\n{differences()}"
    for name, text in pages.items():
        path = where / f"{name}.md"
        if not check:
            where.mkdir(exist_ok=True)
            write_text(path, text, own=MARK)
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
    if stale:
        raise DataError(f"docs/rules is out of date for {', '.join(stale)}: run 'albion docs'")
    print_plain(f"{'up to date' if check else 'written'}: {', '.join(f'docs/rules/{n}.md' for n in pages)}")


def page(name: str, found: Iterable[Case]) -> str:
    """The whole page of one book."""
    book, proofs, tables = load_book(name), _cases_by_clause(found), _data_by_clause(name)
    lines = [MARK, "", f"# {games.find_game(name).title}: clause by clause", ""]
    lines += [
        f"{len(book.clauses)} clauses in our own words; each with the law that carries it out, the data it",
        "stands on and the cases that prove it.",
        "",
    ]
    section = ""
    for clause in book.clauses.values():
        if clause.section != section:
            section = clause.section
            lines += ["", f"## {section}", ""]
        lines += _entry(clause, proofs.get(clause.ref, []), tables.get(clause.ref, []))
    if book.rulings:
        lines += ["", "## Our rulings", ""]
    for key, ruling in book.rulings.items():
        refs = " ".join(ref.clause for ref in ruling.clauses)
        lines.append(f"- **{key}** ({refs}) {ruling.question} *{ruling.reading}*")
    return "\n".join(lines) + "\n"


def _entry(clause: Clause, proofs: list[str], tables: list[str]) -> list[str]:
    laws = sorted({(law.module, law.name) for law in LAWS.get(clause.ref, [])})
    lines = [f"- **{clause.ref.clause}** {clause.text}"]
    if laws:
        shown = (f"[`{name}`](../../src/{module.replace('.', '/')}.py)" for module, name in laws)
        lines.append(f"  - law: {', '.join(shown)}")
    if tables:
        lines.append(f"  - data: {', '.join(f'`{t}`' for t in tables)}")
    lines += [f"  - case: {proof}" for proof in proofs]
    return lines


def _cases_by_clause(found: Iterable[Case]) -> dict[Ref, list[str]]:
    proofs: dict[Ref, list[str]] = {}
    for case in found:
        for ref in case.rule:
            proofs.setdefault(ref, []).append(f"{case.name} (`{case.file}`)")
    return proofs


def _data_by_clause(name: str) -> dict[Ref, list[str]]:
    """The tables of a book's data files by the clauses that their sources name."""
    tables: dict[Ref, list[str]] = {}
    for path in sorted((folder(name) / "data").glob("*.toml")):
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        for source in sorted(set(_sources(raw))):
            for ref in refs_in(source):
                entries = tables.setdefault(ref, [])
                if path.name not in entries:
                    entries.append(path.name)
    return tables


def _sources(node: Any) -> Iterable[str]:
    if isinstance(node, dict):
        own = node.get("source")
        if isinstance(own, str):
            yield own
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    for child in children:
        yield from _sources(child)
