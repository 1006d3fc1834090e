"""`albion docs`: each rulebook as a page that leads from clause to law, data and cases."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

import albion
from albion import games
from albion.cli.clauses import Place, Standing, standings
from albion.cli.differences import differences
from albion.cli.files import write_text
from albion.cli.parameters import OptionalGameId
from albion.cli.proofs import CASES, gather
from albion.cli.screen import print_plain
from albion.engine.cite import Clause, Ref, load_book
from albion.engine.errors import DataError

ROOT = Path(albion.__file__).parents[2]
MARK = "<!-- written by `albion docs`; do not edit -->"
Check = Annotated[bool, typer.Option("--check", help="Write nothing, but fail if a page is out of date.")]


def docs(game: OptionalGameId = None, check: Check = False) -> None:
    """Write docs/rules/GAME.md for every game: clause, law, data, cases."""
    names = list(games.GAMES) if game is None else [games.find_game(game).id]
    for name in games.GAMES:
        games.find_game(name)
    behind = standings(gather(CASES, None)[0])
    where = ROOT / "docs" / "rules"
    if not where.parent.is_dir():
        raise DataError(f"there is no folder '{where.parent}': run this in the project's checkout")
    stale = []
    pages = {name: page(name, behind) for name in names}
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


def page(name: str, behind: Mapping[Ref, Standing]) -> str:
    """The whole page of one book."""
    book = load_book(name)
    lines = [MARK, "", f"# {games.find_game(name).title}: clause by clause", ""]
    lines += [
        f"{len(book.clauses)} clauses in our own words, each with the law that implements it, the data it",
        "relies on and the cases that test it.",
        "",
    ]
    section = ""
    for clause in book.clauses.values():
        if clause.section != section:
            section = clause.section
            lines += ["", f"## {section}", ""]
        lines += _entry(clause, behind[clause.ref])
    if book.rulings:
        lines += ["", "## Our rulings", ""]
    for key, ruling in book.rulings.items():
        refs = " ".join(ref.clause for ref in ruling.clauses)
        lines.append(f"- **{key}** ({refs}) {ruling.question} *{ruling.reading}*")
    return "\n".join(lines) + "\n"


def _entry(clause: Clause, behind: Standing) -> list[str]:
    lines = [f"- **{clause.ref.clause}** {clause.text}"]
    for word, places in (("law", behind.laws), ("data", behind.data)):
        if places:
            lines.append(f"  - {word}: {', '.join(f'[`{p.name}`]({_link(p)})' for p in places)}")
    for p in behind.cases:
        lines.append(f"  - case: {p.name} ([`{p.file.rpartition('/')[2]}`]({_link(p)}))")
    return lines


def _link(p: Place) -> str:
    """From docs/rules to the line."""
    return f"../../{p.file}#L{p.line}"
