"""`albion rule`: a clause in our words, with its law, data, cases and rulings."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Annotated, Any

import typer

from albion import games
from albion.cli.clauses import Place, Standing, standings
from albion.cli.parameters import GameId, Json
from albion.cli.proofs import gather, home
from albion.cli.screen import print_json, print_plain
from albion.engine.cite import Book, Ref, load_book
from albion.engine.errors import DataError

ClauseId = Annotated[
    str,
    typer.Argument(
        metavar="CLAUSE", help="A clause such as 7.2.1.c, a section such as 7.2, or a ruling such as R3."
    ),
]


def rule(game: GameId, clause: ClauseId, json: Json = False) -> None:
    """Show a clause: its law with file and line, its data, its cases and our rulings on it."""
    book = load_book(games.find_game(game).id)
    for name in games.GAMES:
        games.find_game(name)
    wanted = wanted_clauses(book, clause)
    found, _ = gather(home(None), None)
    behind = standings(found)
    facts = [_facts(book, key, behind[Ref(book.id, key)]) for key in wanted]
    if json:
        print_json(facts[0] if wanted == [clause] else {"game": book.id, "clauses": facts})
    else:
        for n, fact in enumerate(facts):
            _show(fact, apart=n > 0)


def clauses_named(books: Sequence[str], text: str) -> list[Ref]:
    """A clause, a ruling or a section of any of these books; the book's own name before it chooses one."""
    word, _, rest = text.partition(" ")
    looked = [load_book(b) for b in books if not rest or b == word]
    if not looked:
        raise DataError(f"'{word}' is not a book of this game: expected {' or '.join(books)}")
    clause = rest.strip() or word
    found = [Ref(book.id, key) for book in looked for key in _found(book, clause)]
    return found or [Ref(looked[0].id, key) for key in wanted_clauses(looked[0], clause)]


def _found(book: Book, clause: str) -> list[str]:
    known = (*book.clauses, *book.rulings)
    return [clause] if clause in known else [key for key in known if key.startswith(f"{clause}.")]


def wanted_clauses(book: Book, clause: str) -> list[str]:
    """That clause or ruling, or all clauses of that section."""
    if found := _found(book, clause):
        return found
    raise DataError(f"{book.id} has no clause '{clause}': {_hint(book, clause)}")


def _hint(book: Book, clause: str) -> str:
    """What stands where the clause would be, or else what is spelt like it."""
    section, dot, _ = clause.rpartition(".")
    while dot:
        if found := _found(book, section):
            return (
                f"{section} has {found[0]} to {found[-1]}" if len(found) > 1 else f"did you mean {found[0]}?"
            )
        section, dot, _ = section.rpartition(".")
    known = (*book.clauses, *book.rulings)
    near = get_close_matches(clause, known, 3, 0.5)
    return f"did you mean {' or '.join(near)}?" if near else f"expected one such as {known[0]}"


def _facts(book: Book, key: str, behind: Standing) -> dict[str, Any]:
    clause = book.clauses.get(key)
    return {
        "game": book.id,
        "clause": key,
        "section": clause.section if clause else "Our rulings",
        "kind": clause.kind if clause else "ruling",
        "text": book.text(key),
        **({} if clause else {"question": book.rulings[key].question, "on": _on(book, key)}),
        "laws": [_place(p) for p in behind.laws],
        "data": [_place(p) for p in behind.data],
        "cases": [_place(p) for p in behind.cases],
        "rulings": [
            {"id": r.ref.clause, "question": r.question, "reading": r.reading} for r in behind.rulings
        ],
    }


def _on(book: Book, key: str) -> list[str]:
    return [str(ref) for ref in book.rulings[key].clauses]


def _place(p: Place) -> dict[str, Any]:
    return {"name": p.name, "file": p.file, "line": p.line}


def _show(fact: dict[str, Any], *, apart: bool) -> None:
    if apart:
        print_plain("")
    print_plain(f"{fact['game']} {fact['clause']} ({fact['section']}; {fact['kind']})")
    if fact.get("question"):
        print_plain(f"  {fact['question']}")
    print_plain(f"  {fact['text']}")
    for word, part in (("law", "laws"), ("data", "data"), ("case", "cases")):
        for p in fact[part]:
            print_plain(f"  {word:<7}{p['file']}:{p['line']}  {p['name']}")
    for r in fact["rulings"]:
        print_plain(f"  ruling {r['id']}: {r['question']} {r['reading']}")
