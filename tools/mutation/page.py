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
HEAD = """# Do the cases notice?

`tools/mutate.py` changes one line of a law or one number of data at a time and runs the game's cases; a change that
nothing notices survives ([how it works](writing-a-case.md#do-the-cases-notice)). The bar: of 300 mutants of a game at
least 98 in 100 die. Cases are written with the survivors of seed 1 and a few of seed 3 at hand. Seed 2 is for counting:
"died at first" says what the cases noticed of changes nobody had in mind. Then its survivors get cases too, or are found to
change nothing, and the other columns say how it stands since. A figure is of the sources it was measured on;
when what counts as a game's mutant changes, older figures are taken off this page.

`--record` writes a run's figures to `tools/mutation/figures` and this page from them. "By walks alone" counts changes
that no case written by hand noticed, but a [random walk](writing-a-case.md) kept with its result.
"""
TABLE = """
| game | seed | died at first | mutants | died | in 100 | by walks alone | changes nothing | survived |
|---|---|---|---|---|---|---|---|---|
"""
NO_RUN = "\nNo run has been recorded yet."


def record(game: str, seed: int, facts: dict[str, Any]) -> None:
    """Keep the figures of a run, and write the page anew."""
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
    """Where the figures of a game's recorded runs stand."""
    return FIGURES / f"{game}.json"


def _row(game: str, seed: str, run: dict[str, Any]) -> str:
    at_first = "{} of {}".format(*run["first"])
    counts = [run[key] for key in ("mutants", "killed", "rate", "by_walks", "equivalent")]
    shown = (game, seed, at_first, *counts, len(run["survivors"]))
    return f"| {' | '.join(map(str, shown))} |"


def _survivors(found: dict[str, Any]) -> Iterator[str]:
    """What survived, game by game: each is a claim that still wants a case."""
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
            yield "\n".join([f"\n## Changes that change nothing: {TITLES.get(title, title)}\n", *lines])


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) < 90 else f"{flat[:90]}…"
