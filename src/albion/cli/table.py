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

PLAIN: tuple[Json, ...] = (None, "", "full", [], 0)
"""States and strengths of a piece that go without saying."""
WIDE = 100
"""The screen width from which places are shown in two pairs of columns."""


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


def places(view: Mapping[str, Json], words: Words) -> dict[Json, str]:
    """Where each piece with an id of its own stands."""
    return {p["id"]: words.name(p["place"]) for p in view.get("pieces", []) if "id" in p and p.get("place")}


def _places(view: Mapping[str, Json], words: Words, width: int) -> Table:
    held: dict[str, list[str]] = {}
    for place, factions in _gathered(view, words).items():
        held[place] = [_of_faction(faction, pieces) for faction, pieces in factions.items()]
    for marker in view.get("markers") or []:
        if isinstance(marker, Mapping) and marker.get("place"):
            held.setdefault(_listed(marker["place"], words), []).append(f"[{_marker(marker, words)}]")
    rows = [(escape(place), escape("; ".join(found))) for place, found in sorted(held.items())]
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


def _listed(place: Json, words: Words) -> str:
    """A place as lists name it: 'Orkneys', found under O."""
    return words.name(place).removeprefix("the ")


def _gathered(view: Mapping[str, Json], words: Words) -> dict[str, dict[str, Counter[str]]]:
    """By place and faction, how many of each piece there are; pieces of nobody stand under ''."""
    found: dict[str, dict[str, Counter[str]]] = {}
    for piece in view.get("pieces", []):
        here = found.setdefault(_listed(piece["place"], words), {})
        faction = words.name(piece["faction"]) if piece.get("faction") else ""
        here.setdefault(faction, Counter())[_piece(piece, words)] += piece.get("count", 1)
    return found


def _of_faction(faction: str, pieces: Counter[str]) -> str:
    """'Normans: Knight ×2, Archer': no faction's or piece's name has to be bent."""
    listed = ", ".join(f"{text} ×{n}" if n > 1 else text for text, n in pieces.items())
    return f"{faction}: {listed}" if faction else listed


def _marker(marker: Mapping[str, Json], words: Words) -> str:
    """'Atrebates: not in revolt', 'horde 2': whose it is, what it is, how much of it."""
    rest = [v for k, v in marker.items() if k not in ("place", "kind") and v not in (None, "", 1)]
    whose = ", ".join(_phrase(v, words) for v in rest if not isinstance(v, int))
    much = "".join(f" {v}" for v in rest if isinstance(v, int))
    kind = words.name(marker.get("kind", "marker")) + much
    return f"{whose}: {kind}" if whose else kind


def _piece(piece: Mapping[str, Json], words: Words) -> str:
    who = words.name(piece.get("name") or piece.get("kind", "piece"))
    if piece.get("strength") == 0 and piece.get("id") in words.names:
        who = words.name(piece["id"])  # a leader or civilians: one of a kind, and asked for by this name
    extra = [words.name(piece[key]) for key in ("strength", "state") if piece.get(key) not in PLAIN]
    return f"{who} ({', '.join(extra)})" if extra else who


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
