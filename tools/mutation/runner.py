"""Tries mutants against rule cases: each in a forked process that imports the changed game afresh."""

from __future__ import annotations

import compileall
import importlib
import os
import pickle
import py_compile
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from .mutants import Mutant

MEMORY = 3 << 30
"""A mutant that takes more memory than this has run away."""
SLACK = 10
"""How many times longer than all cases together a mutant may compute before it counts as endless."""
UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH

Lines = dict[str, dict[int, list[int]]]
"""For each law file and line, the cases that run through it."""


class Fate(NamedTuple):
    """What became of a mutant."""

    mutant: Mutant
    killer: str
    """The case that noticed, or how it died; '' if it survived."""


class Baseline(NamedTuple):
    """The unchanged game: which cases run through which lines, and how long they all take."""

    lines: Lines
    seconds: float
    modules: frozenset[str]


class Bench:
    """A copy of the package in which one file at a time is changed."""

    def __init__(
        self, scratch: Path, source: Path, cases: Path, game: str, relatives: tuple[str, ...]
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=scratch))
        self.root = self.folder / "albion"
        shutil.copytree(source, self.root, ignore=shutil.ignore_patterns("web", "__pycache__", "*.pyc"))
        compileall.compile_dir(self.root, quiet=2, invalidation_mode=UNCHECKED)
        sys.dont_write_bytecode = True
        sys.path.insert(0, str(self.folder))
        self.cases = importlib.import_module("albion.engine.cases")
        engine = Path(self.cases.__file__ or "")
        if not engine.is_relative_to(self.folder):
            raise RuntimeError(f"the copy in {self.folder} is not what was imported, but {engine}")
        self.game = game
        self.own = self._read(cases, game)
        self.others = {name: self._read(cases, name) for name in relatives}
        self.baseline: Baseline = self._baseline(game, self.own)
        self.used = {name: self._baseline(name, []).modules for name in relatives}

    def _read(self, cases: Path, game: str) -> list[Any]:
        return [c for c in self.cases.read_cases(cases / game.replace("-", "_")) if c.game == game]

    def _baseline(self, game: str, cases: list[Any]) -> Baseline:
        found = forked(lambda: measure(self.root, game, cases), seconds=600)
        if isinstance(found, str):
            raise SystemExit(f"{game} does not hold without any change: {found}")
        return Baseline(*found)

    def try_one(self, m: Mutant) -> Fate:
        """Change the file, run the cases most likely to notice first, and put the file back."""
        path = self.root / m.file
        text = path.read_text(encoding="utf-8")
        path.write_text(m.apply(text), encoding="utf-8")
        cached = Path(importlib.util.cache_from_source(str(path)))
        cached.unlink(missing_ok=True)
        try:
            return Fate(m, self._killer(m))
        finally:
            path.write_text(text, encoding="utf-8")
            if path.suffix == ".py":
                py_compile.compile(str(path), quiet=2, invalidation_mode=UNCHECKED)

    def _killer(self, m: Mutant) -> str:
        limit = 2 + SLACK * self.baseline.seconds
        killer: str = forked(lambda: first_failure(self.root, self._order(m)), seconds=limit)
        if killer:
            return killer
        own = f"games/{self.game.replace('-', '_')}/"
        for name, cases in self.others.items():
            if m.file in self.used[name] or m.file.startswith(f"{own}data/"):
                killer = forked(lambda c=cases: first_failure(self.root, c), seconds=limit * 3)
                if killer:
                    return killer
        return ""

    def _order(self, m: Mutant) -> list[Any]:
        """Cases that run through the changed lines, those that run through the fewest first, then all others."""
        lines = self.baseline.lines.get(m.file, {})
        through = (
            {n for line in range(m.line, m.last + 1) for n in lines.get(line, ())} if m.inside else set()
        )
        return [
            self.own[n] for n in (*sorted(through), *(n for n in range(len(self.own)) if n not in through))
        ]


def measure(root: Path, game: str, cases: list[Any]) -> tuple[Lines, float, frozenset[str]] | str:
    """Run every case of the unchanged game line by line."""
    games = importlib.import_module("albion.games")
    runner = importlib.import_module("albion.engine.cases")
    games.find_game(game)
    begin = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    for case in cases:
        problems = runner.run_case(case, games.find_game)
        if problems:
            return f"{case}: {problems[0]}"
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - begin
    lines: Lines = {}
    for n, case in enumerate(cases):
        for file, line in traced(root, lambda c=case: runner.run_case(c, games.find_game)):
            lines.setdefault(file, {}).setdefault(line, []).append(n)
    loaded = (getattr(m, "__file__", None) for m in list(sys.modules.values()))
    below = frozenset(str(Path(f).relative_to(root)) for f in loaded if f and Path(f).is_relative_to(root))
    return lines, seconds, below


def traced(root: Path, run: Callable[[], Any]) -> set[tuple[str, int]]:
    """The lines of games and kernels that a call runs through."""
    seen: set[tuple[str, int]] = set()
    watched: dict[str, str] = {}

    def local(frame: Any, event: str, _: Any) -> Any:
        if event == "line":
            seen.add((watched[frame.f_code.co_filename], frame.f_lineno))
        return local

    def enter(frame: Any, _: str, __: Any) -> Any:
        name = frame.f_code.co_filename
        if name not in watched:
            inside = Path(name).is_relative_to(root)
            below = str(Path(name).relative_to(root)) if inside else ""
            watched[name] = below if below.startswith(("games/", "kernels/")) else ""
        return local if watched[name] else None

    sys.settrace(enter)
    try:
        run()
    finally:
        sys.settrace(None)
    return seen


def first_failure(root: Path, cases: list[Any]) -> str:
    """The first case that fails in the changed game; an import that breaks is noticed by the first of all."""
    runner = importlib.import_module("albion.engine.cases")
    games = importlib.import_module("albion.games")
    for case in cases:
        try:
            if runner.run_case(case, games.find_game):
                return str(case)
        except BaseException as error:
            return f"{case}: {type(error).__name__}"
    return ""


def forked(work: Callable[[], Any], seconds: float) -> Any:
    """The result of work in a process of its own; how it died if it gave none."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _give(work, writing, seconds)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        raw = pipe.read()
    _, status = os.waitpid(child, 0)
    if raw:
        return pickle.loads(raw)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
        return "it never came to an end"
    return f"it broke down with status {status}"


def _give(work: Callable[[], Any], writing: int, seconds: float) -> None:
    """Work within bounds of processor time and memory, write the result, and end without a sound."""
    code = 1
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        result = work()
        signal.setitimer(signal.ITIMER_PROF, 0)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(result, pipe)
        code = 0
    finally:
        os._exit(code)
