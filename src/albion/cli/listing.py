"""`albion games`: what there is to play, and how far its tables can be trusted."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.table import Table

from albion import games as shelf
from albion.bots import bot_names
from albion.cli.parameters import Json, OptionalGameId, Tables, given_game
from albion.cli.screen import out, print_json
from albion.engine.game import Game
from albion.engine.options import choices, show

CONFIDENCE = {
    "stated": "the rulebook says so",
    "found": "printed, found outside the rulebook",
    "derived": "follows from what is stated",
    "reconstructed": "our reconstruction, not the printed table",
}


def games(game: OptionalGameId = None, data: Tables = None, json: Json = False) -> None:
    """List the games, their options and seats, and which tables are printed or reconstructed."""
    chosen = list(shelf.GAMES.values()) if game is None else [given_game(game, data)]
    if json:
        facts = [_facts(g) for g in chosen]
        print_json(facts[0] if game else facts)
        return
    screen = out()
    table = Table(title="Games", title_justify="left")
    for heading in ("Id", "Title", "Seats", "Options (default first)", "Bots", "Tables"):
        table.add_column(heading, no_wrap=heading == "Id", overflow="fold")
    for g in chosen:
        table.add_row(g.id, g.title, _seats(g), _options(g), ", ".join(bot_names(g.id)), _trust(g))
    screen.print(table)
    if game is not None:
        screen.print(_tables(chosen[0]))
    for word, meaning in CONFIDENCE.items():
        screen.print(f"[bold]{word}[/bold]: {meaning}", style="dim")


def _facts(g: Game[Any]) -> dict[str, Any]:
    default = g.options_type()
    return {
        "id": g.id,
        "title": g.title,
        "version": g.version,
        "books": list(g.books),
        "seats": list(g.seats(default)),
        "options": {name: list(values) for name, values in choices(g.options_type).items()},
        "bots": list(bot_names(g.id)),
        "tables": [table._asdict() for table in g.tables()],
    }


def _seats(g: Game[Any]) -> str:
    counts = sorted({len(g.seats(o)) for o in g.option_sets()})
    consecutive = len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1
    return f"{counts[0]} to {counts[-1]}" if consecutive else " or ".join(str(n) for n in counts)


def _options(g: Game[Any]) -> str:
    return "\n".join(
        f"{name}={'|'.join(show(v) for v in values)}" for name, values in choices(g.options_type).items()
    )


def _trust(g: Game[Any]) -> str:
    counts = Counter(table.confidence for table in g.tables())
    return "\n".join(f"{counts[word]} {word}" for word in CONFIDENCE if counts[word])


def _tables(g: Game[Any]) -> Table:
    table = Table(title=f"Tables of {g.title}", title_justify="left")
    for heading in ("Table", "Confidence", "Source"):
        table.add_column(heading)
    for entry in g.tables():
        style = "yellow" if entry.confidence == "reconstructed" else ""
        table.add_row(entry.name, entry.confidence, entry.source, style=style)
    return table
