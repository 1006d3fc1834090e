"""Writes docs/mutation.md from the figures of recorded runs and the list of allowed survivors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .allowed import read_allowed

ROOT = Path(__file__).resolve().parents[2]
FIGURES = Path(__file__).resolve().parent / "figures"
PAGE = ROOT / "docs" / "mutation.md"
TITLES = {
    "redux-core": "Britannia reduX: Core",
    "redux-leaders": "Britannia reduX: Leaders and Raiders",
    "britannia-2005": "Britannia 2005",
    "boudicca": "Boudicca",
    "domesday": "Domesday",
}
FOLDERS = {
    "games/redux_core": "redux-core",
    "games/redux_leaders": "redux-leaders",
    "games/britannia_2005": "britannia-2005",
    "kernels/britannia": "the Britannia kernel",
    "games/boudicca": "boudicca",
    "kernels/hex": "boudicca",
    "games/domesday": "domesday",
}
HEAD = """# Mutation testing: results

`tools/mutate.py` changes one line of a law or one number in the data at a time and runs the game's cases; a change that
no case catches survives ([how it works](writing-a-case.md#mutation-testing)). The target: of 300 mutants of a game at
least 98% are caught. Cases were written while looking at the survivors of seed 1 and a few of seed 3. Seed 2 is for
measuring: "caught at first" counts the changes that the existing cases caught. Afterwards its survivors get cases too, or turn
out to change nothing, and the other columns show the current state. Each figure belongs to the sources it was measured on;
when the set of a game's mutants changes, older figures are removed from this page.

`--record` writes a run's figures to `tools/mutation/figures` and generates this page from them. "By walks alone" counts changes
that were caught only by a stored [random walk](writing-a-case.md), not by a case written by hand.
"""
TABLE = """
| game | seed | caught at first | mutants | caught | % | by walks alone | no effect | survived |
|---|---|---|---|---|---|---|---|---|
"""
NO_RUN = "\nNo run has been recorded yet."


def record(game: str, seed: int, facts: dict[str, Any]) -> None:
    """Store the figures of a run and rewrite the page."""
    FIGURES.mkdir(exist_ok=True)
    path = FIGURES / f"{game}.json"
    runs: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    first = runs.get(str(seed), {}).get("first") or [facts["killed"], facts["mutants"]]
    kept = {key: value for key, value in facts.items() if key not in ("game", "seed")}
    runs[str(seed)] = {**kept, "first": first}
    path.write_text(json.dumps(runs, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """The whole page."""
    found = {
        game: json.loads(p.read_text(encoding="utf-8")) for game in TITLES if (p := figures(game)).is_file()
    }
    rows = [_row(game, seed, run) for game, runs in found.items() for seed, run in sorted(runs.items())]
    told = TABLE + "\n".join(rows) if rows else NO_RUN
    return "\n".join([HEAD + told, *_survivors(found), *_allowed(), ""])


def figures(game: str) -> Path:
    """The file with the figures of a game's recorded runs."""
    return FIGURES / f"{game}.json"


def _row(game: str, seed: str, run: dict[str, Any]) -> str:
    at_first = "{} of {}".format(*run["first"])
    counts = [run[key] for key in ("mutants", "killed", "rate", "by_walks", "equivalent")]
    shown = (game, seed, at_first, *counts, len(run["survivors"]))
    return f"| {' | '.join(map(str, shown))} |"


def _survivors(found: dict[str, Any]) -> Iterator[str]:
    """What survived, game by game: each still needs a case."""
    for game, runs in found.items():
        lines = [
            f"- seed {seed}, `{m['file']}`: `{m['source']}`, with `{_short(m['new'])}` for `{_short(m['old'])}`"
            for seed, run in sorted(runs.items())
            for m in run["survivors"]
        ]
        if lines:
            yield "\n".join([f"\n## {TITLES[game]}: survivors\n", *lines])


def _allowed() -> Iterator[str]:
    """What may survive, and why."""
    rows = read_allowed()
    for title in dict.fromkeys(FOLDERS.values()):
        lines = [
            f"- `{row.file}`: `{row.source}`, with `{_short(row.new)}`. {row.reason}"
            for row in rows
            if FOLDERS[str(Path(row.file).parents[-3])] == title
        ]
        if lines:
            yield "\n".join([f"\n## Changes without effect: {TITLES.get(title, title)}\n", *lines])


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) < 90 else f"{flat[:90]}…"
