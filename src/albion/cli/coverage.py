"""`albion coverage`: what the cases reach, and how many clauses refusals name."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from albion import games
from albion.cli.parameters import Json, OptionalGameId
from albion.cli.proofs import gather, home
from albion.cli.screen import err, out, print_json, print_plain
from albion.engine.cases import Case
from albion.engine.cite import load_book
from albion.engine.clause_counts import Refused, Spread, by_step, from_cases, from_play, spread
from albion.engine.coverage import Coverage, cover

Refusals = Annotated[
    bool,
    typer.Option("--refusals", help="Count the clauses that refusals name, in cases and in random play."),
]


def coverage(game: OptionalGameId = None, refusals: Refusals = False, json: Json = False) -> None:
    """Count the clauses that are proved, plain text or unproved, and list the unproved ones."""
    names = list(games.GAMES) if game is None else [games.find_game(game).id]
    for name in names:
        games.find_game(name)
    found, unreadable = gather(home(None), None)
    for line in unreadable:
        err().print(f"left out: {line}", markup=False)
    if refusals:
        _clause_counts(names, found, json)
        return
    covers = [cover(name, found) for name in names]
    if json:
        facts = {c.book: _facts(c) for c in covers}
        print_json(facts[names[0]] if game else {**_total(covers), "games": facts})
        return
    table = Table(title="Clauses", title_justify="left")
    for heading in ("Game", "Proved", "Text", "Todo"):
        table.add_column(heading, justify="left" if heading == "Game" else "right")
    for c in covers:
        table.add_row(c.book, str(len(c.proved)), str(len(c.text)), str(len(c.unproved)))
    out().print(table)
    for c in covers:
        for clause, lacks in c.unproved.items():
            print_plain(f"{c.book} {clause} lacks a {lacks}: {load_book(c.book).text(clause)}")


def _facts(c: Coverage) -> dict[str, Any]:
    unproved = [
        {"clause": clause, "lacks": lacks, "text": load_book(c.book).text(clause)}
        for clause, lacks in c.unproved.items()
    ]
    counts = {"proved": len(c.proved), "text": len(c.text), "todo": len(c.unproved)}
    return {"game": c.book, **counts, "unproved": unproved}


def _total(covers: list[Coverage]) -> dict[str, int]:
    return {
        "proved": sum(len(c.proved) for c in covers),
        "text": sum(len(c.text) for c in covers),
        "todo": sum(len(c.unproved) for c in covers),
    }


def _clause_counts(names: list[str], found: list[Case], json: bool) -> None:
    """How long refusals are: in the cases and a seeded sample of each game, by question."""
    facts = {}
    for name in names:
        game = games.find_game(name)
        parts = {
            "cases": from_cases((c for c in found if c.game == name), games.find_game),
            "sample": from_play(game),
        }
        facts[name] = {part: _counted(refused) for part, refused in parts.items()}
        if not json:
            for part, refused in parts.items():
                _show(f"{name}: refusals in {'cases' if part == 'cases' else 'random play'}", refused)
    if json:
        print_json(facts[names[0]] if len(names) == 1 else facts)


def _counted(refused: list[Refused]) -> dict[str, Any]:
    steps = {name: _spread_facts(s) for name, s in by_step(refused).items()}
    return {**_spread_facts(spread(refused)), "steps": steps}


def _spread_facts(s: Spread) -> dict[str, Any]:
    return {"count": s.refusals, "median": s.median, "p95": s.most, "worst": s.worst, "example": s.example}


def _show(title: str, refused: list[Refused]) -> None:
    table = Table(title=title, title_justify="left")
    for heading in ("Question", "Refusals", "Median", "95%", "Worst", "Longest"):
        table.add_column(heading, justify="left" if heading in ("Question", "Longest") else "right")
    for name, s in (("all", spread(refused)), *by_step(refused).items()):
        table.add_row(name, str(s.refusals), str(s.median), str(s.most), str(s.worst), s.example)
    out().print(table)
