"""The board as a table, from the view that every game gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from albion.engine.action import Json
from albion.engine.words import Words

PLAIN: tuple[Json, ...] = (None, "", "full", [])
"""States of a piece that go without saying."""
WIDE = 100
"""Columns from which the places stand in two pairs of columns."""


def board(view: Mapping[str, Json], words: Words, width: int) -> RenderableType:
    """Round, places with their pieces, markers, scores and own hand."""
    parts: list[RenderableType] = [Text(heading(view, words), style="bold")]
    parts.append(_places(view, words, width))
    if view.get("hand"):
        parts.append(Text(f"Your hand: {_phrase(view['hand'], words)}"))
    parts.append(scores(view, words))
    return Group(*parts)


def heading(view: Mapping[str, Json], words: Words) -> str:
    """'Round 3 of 16 · Saxons · movement'."""
    now, active = view.get("round") or {}, view.get("active") or {}
    of = f" of {now['of']}" if now.get("of") else ""
    name = f" ({now['name']})" if now.get("name") else ""
    parts = [f"Round {now.get('number', '?')}{of}{name}"]
    shown = (active.get("faction"), active.get("name"), None if active.get("name") else _phase(active, words))
    parts += [words.name(part) for part in shown if part]
    return " · ".join(parts)


def _phase(active: Mapping[str, Json], words: Words) -> str | None:
    """The phase, unless all there is to say is a step's id."""
    phase = str(active.get("phase") or "")
    return phase if phase.islower() or words.name(phase) != phase else None


def turn(view: Mapping[str, Json]) -> tuple[Json, ...]:
    """What tells one turn from the next."""
    now, active = view.get("round") or {}, view.get("active") or {}
    return (now.get("number"), active.get("seat"), active.get("faction"))


def _places(view: Mapping[str, Json], words: Words, width: int) -> Table:
    held: dict[str, list[str]] = {}
    for place, pieces in _gathered(view, words).items():
        held[place] = [f"{n} {text}" if n > 1 or not named else text for (text, named), n in pieces.items()]
    for marker in view.get("markers") or []:
        if isinstance(marker, Mapping) and marker.get("place"):
            text = _phrase({k: v for k, v in marker.items() if k != "place" and v != 1}, words)
            held.setdefault(words.name(marker["place"]), []).append(f"[{text}]")
    rows = [(escape(place), escape(", ".join(found))) for place, found in sorted(held.items())]
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


def _gathered(view: Mapping[str, Json], words: Words) -> dict[str, Counter[tuple[str, bool]]]:
    """Each place's pieces, like ones together: their words, whether they have a name, and how many."""
    found: dict[str, Counter[tuple[str, bool]]] = {}
    for piece in view.get("pieces", []):
        here = found.setdefault(words.name(piece["place"]), Counter())
        here[_piece(piece, words), bool(piece.get("name"))] += piece.get("count", 1)
    return found


def _piece(piece: Mapping[str, Json], words: Words) -> str:
    kind = words.name(piece.get("kind", "piece"))
    who = words.name(piece["name"]) if piece.get("name") else f"{words.name(piece.get('faction', ''))} {kind}"
    extra = [words.name(piece[key]) for key in ("strength", "state") if piece.get(key) not in PLAIN]
    return f"{who.strip()} ({', '.join(extra)})" if extra else who.strip()


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
    seats: Mapping[str, Any] = view.get("seats") or {}
    hands = any(isinstance(info.get("hand"), int) for info in seats.values())
    if hands:
        table.add_column("Cards", justify="right")
    table.add_column("Factions")
    factions: Mapping[str, Any] = view.get("factions") or {}
    for seat, points in (view.get("scores") or {}).items():
        own = [_faction(key, f, words) for key, f in factions.items() if _holds(f, seat)]
        cards = [str(seats.get(seat, {}).get("hand", ""))] if hands else []
        table.add_row(words.name(seat), str(points), *cards, escape(", ".join(own)))
    return table


def _holds(faction: Mapping[str, Any], seat: str) -> bool:
    return faction.get("seat") == seat and faction.get("in_play", True) is not False


def _faction(key: str, faction: Mapping[str, Any], words: Words) -> str:
    name = faction.get("name") or words.name(key)
    return f"{name} {faction['points']}" if faction.get("points") else str(name)
