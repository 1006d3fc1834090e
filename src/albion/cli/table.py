"""The board as a table, from the view that every game gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from albion.engine.action import Json
from albion.engine.words import Words

WIDE = 100
"""Columns from which the places stand in two pairs of columns."""


def board(view: Mapping[str, Json], words: Words, width: int) -> RenderableType:
    """Round, places with their pieces, markers, scores and own hand."""
    parts: list[RenderableType] = [Text(heading(view, words), style="bold")]
    parts.append(_places(view, words, width))
    for title in ("markers", "hand"):
        lines = _lines(view.get(title), words)
        if lines:
            parts.append(Text(f"{title.capitalize()}: {'; '.join(lines)}"))
    parts.append(scores(view, words))
    return Group(*parts)


def heading(view: Mapping[str, Json], words: Words) -> str:
    """'Round 3 of 16 · Saxons · movement'."""
    now, active = view.get("round") or {}, view.get("active") or {}
    of = f" of {now['of']}" if now.get("of") else ""
    name = f" ({now['name']})" if now.get("name") else ""
    parts = [f"Round {now.get('number', '?')}{of}{name}"]
    parts += [words.name(active[key]) for key in ("faction", "phase") if active.get(key)]
    return " · ".join(parts)


def turn(view: Mapping[str, Json]) -> tuple[Json, ...]:
    """What tells one turn from the next."""
    now, active = view.get("round") or {}, view.get("active") or {}
    return (now.get("number"), active.get("seat"), active.get("faction"))


def _places(view: Mapping[str, Json], words: Words, width: int) -> Table:
    held: dict[str, list[str]] = {}
    for piece in view.get("pieces", []):
        held.setdefault(words.name(piece["place"]), []).append(_piece(piece, words))
    rows = [(place, ", ".join(found)) for place, found in sorted(held.items())]
    pairs = 2 if width >= WIDE else 1
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for _ in range(pairs):
        table.add_column(style="cyan", no_wrap=True)
        table.add_column()
    height = -(-len(rows) // pairs)
    for i in range(height):
        cells = [cell for row in rows[i::height] for cell in row]
        table.add_row(*cells)
    return table


def _piece(piece: Mapping[str, Json], words: Words) -> str:
    count = piece.get("count", 1)
    kind = words.name(piece.get("kind", "piece"))
    who = words.name(piece["name"]) if piece.get("name") else f"{words.name(piece.get('faction', ''))} {kind}"
    extra = [words.name(piece[key]) for key in ("strength", "state") if piece.get(key) not in (None, "")]
    text = f"{count} {who.strip()}" if count != 1 or not piece.get("name") else who
    return f"{text} ({', '.join(extra)})" if extra else text


def _lines(value: Json, words: Words) -> list[str]:
    """Anything a game wants to show beside its pieces, one phrase an item."""
    if isinstance(value, Mapping):
        return [f"{words.name(key)} {_phrase(item, words)}".strip() for key, item in value.items()]
    if isinstance(value, list):
        return [_phrase(item, words) for item in value]
    return [words.name(value)] if value not in (None, "") else []


def _phrase(value: Json, words: Words) -> str:
    if isinstance(value, Mapping):
        return " ".join(_phrase(item, words) for item in value.values() if item not in (None, ""))
    if isinstance(value, list):
        return ", ".join(_phrase(item, words) for item in value)
    return words.name(value)


def scores(view: Mapping[str, Json], words: Words) -> Table:
    """Points by seat, with each seat's factions."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), title_justify="left")
    table.add_column("Seat", style="bold")
    table.add_column("Points", justify="right")
    table.add_column("Factions")
    factions: Mapping[str, Any] = view.get("factions") or {}
    for seat, points in (view.get("scores") or {}).items():
        own = [_faction(key, f, words) for key, f in factions.items() if f.get("seat") == seat]
        table.add_row(words.name(seat), str(points), ", ".join(own))
    return table


def _faction(key: str, faction: Mapping[str, Any], words: Words) -> str:
    name = faction.get("name") or words.name(key)
    return f"{name} {faction['points']}" if faction.get("points") else str(name)
