"""Where the command line writes: results to stdout, everything else to stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sized
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

T = TypeVar("T")
PIPE_WIDTH = 110
"""Columns when nobody says how wide the reader's screen is."""


def out() -> Console:
    """The console for results."""
    return Console(width=None if sys.stdout.isatty() else PIPE_WIDTH, highlight=False)


def err() -> Console:
    """The console for progress and complaints."""
    return Console(stderr=True, highlight=False, width=None if sys.stderr.isatty() else 1000)


def print_json(value: Any) -> None:
    """One JSON value for a program to read."""
    print(json.dumps(value, indent=2, ensure_ascii=False, default=str))


def print_plain(text: str) -> None:
    """A line exactly as it is, whatever the width of the screen."""
    print(text)


def tracked(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """The same items, with a progress bar if someone is watching."""
    if total is None and isinstance(items, Sized):
        total = len(items)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = err()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield from bar.track(items, total=total, description=what)
