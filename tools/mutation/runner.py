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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from .mutants import Mutant

MEMORY = 3 << 30
"""A mutant that takes more memory than this has run away."""
SLACK = 3
"""How many times longer than the traced cases a mutant may compute before it counts as endless."""
ENTRIES = 3
"""In each case the lines of a function are noted on so many of its calls; later calls cost too much to trace."""
UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH

Through = dict[str, dict[int, list[int]]]
"""For each file of laws and line, the cases that run through it."""


class UnsoundError(Exception):
    """The unchanged game does not pass its own cases, so nothing can be said of changes."""


class Fate(NamedTuple):
    """What became of a mutant."""

    mutant: Mutant
    killer: str
    """The case that noticed, or how it died; '' if it survived."""
    walked: bool = False
    """Whether the first case that noticed was a random walk, not one written by hand."""


class Baseline(NamedTuple):
    """The unchanged game: which cases run through which lines and functions, and what each costs."""

    lines: Through
    functions: Through
    """By the line on which the function begins."""
    walks: frozenset[int]
    """Cases too long to trace: they may come through anything."""
    seconds: tuple[float, ...]
    modules: frozenset[str]

    def reaches(self, m: Mutant) -> bool:
        """Whether the game loads the changed file."""
        data = f"{Path(m.file).parents[1]}/data.py"
        return (data if m.file.endswith(".toml") else m.file) in self.modules

    def order(self, m: Mutant, first: list[int]) -> list[int]:
        """Cases through the changed lines, then through the function, walks, and all others; the cheapest first."""
        lines, functions = self.lines.get(m.file, {}), self.functions.get(m.file, {})
        through = {n for line in range(m.line, m.last + 1) for n in lines.get(line, ())}
        inside = set(functions.get(m.function, ())) if m.function else set(range(len(self.seconds)))
        rank = {
            n: 0 if n in through else 2 if n in self.walks else 1 if n in inside else 3
            for n in range(len(self.seconds))
        }
        rank |= dict.fromkeys(first, -1)
        return sorted(rank, key=lambda n: (rank[n], self.seconds[n]))


class Bench:
    """A copy of the package in which one file at a time is changed."""

    def __init__(self, scratch: Path, source: Path, cases: Path, games: tuple[str, ...]) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=scratch))
        self.root = self.folder / "albion"
        shutil.copytree(source, self.root, ignore=shutil.ignore_patterns("web", "__pycache__", "*.pyc"))
        compileall.compile_dir(self.root, quiet=2, invalidation_mode=UNCHECKED)
        sys.dont_write_bytecode = True
        sys.path.insert(0, str(self.folder))
        self.runner = importlib.import_module("albion.engine.cases")
        engine = Path(self.runner.__file__ or "")
        if not engine.is_relative_to(self.folder):
            raise RuntimeError(f"the copy in {self.folder} is not what was imported, but {engine}")
        self.cases = {name: self._read(cases, name) for name in games}
        """The game's own cases, then those of its relatives."""
        self.baselines: dict[str, Baseline] = {}
        self.killers: dict[tuple[str, str], list[int]] = {}
        """Which cases of a game noticed changes to a table: they are tried first on the next."""

    def _read(self, cases: Path, game: str) -> list[Any]:
        return [c for c in self.runner.read_cases(cases / game.replace("-", "_")) if c.game == game]

    def baseline(self, game: str) -> Baseline:
        """How the unchanged game runs: measured when it is first asked for, and shared with the other processes."""
        if game not in self.baselines:
            noted = self.folder.parent / f"{game}.baseline"
            if not noted.exists():
                fresh = self.folder / "baseline"
                fresh.write_bytes(pickle.dumps(self._measured(game)))
                fresh.replace(noted)
            self.baselines[game] = pickle.loads(noted.read_bytes())
        return self.baselines[game]

    def _measured(self, game: str) -> Baseline:
        found = forked(lambda: measure(self.root, self.cases[game]), seconds=1200)
        if isinstance(found, str):
            raise UnsoundError(
                f"{game}: a case fails without any change ({found}); 'albion cases {game}' must pass first"
            )
        return Baseline(*found)

    def try_one(self, m: Mutant) -> Fate:
        """Change the file and run the cases most likely to notice first, the game's own before its relatives'."""
        for game in self.cases:
            baseline = self.baseline(game)
            if baseline.reaches(m):
                with self._changed(m):
                    killer, walked = self._killer(game, baseline, m)
                if killer:
                    return Fate(m, killer, walked)
        return Fate(m, "")

    @contextmanager
    def _changed(self, m: Mutant) -> Iterator[None]:
        path = self.root / m.file
        text = path.read_text(encoding="utf-8")
        path.write_text(m.apply(text), encoding="utf-8")
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)
        try:
            yield
        finally:
            path.write_text(text, encoding="utf-8")
            if path.suffix == ".py":
                py_compile.compile(str(path), quiet=2, invalidation_mode=UNCHECKED)

    def _killer(self, game: str, baseline: Baseline, m: Mutant) -> tuple[str, bool]:
        """The case of a game that notices, or how the game breaks down, and whether it is a walk; '' if none does."""
        cases = self.cases[game]
        first = self.killers.setdefault((game, m.file), []) if not m.function else []
        order = baseline.order(m, first)
        found = forked(
            lambda: first_failure([cases[n] for n in order]), seconds=2 + SLACK * sum(baseline.seconds)
        )
        if isinstance(found, str):
            return found, False
        place, told = found
        if place < len(order) and not m.function and order[place] not in first:
            first.append(order[place])
        return str(told), place < len(order) and order[place] in baseline.walks


def measure(root: Path, cases: list[Any]) -> tuple[Any, ...] | str:
    """Run every case of an unchanged game, and note the lines and functions it runs through."""
    runner = importlib.import_module("albion.engine.cases")
    lines: Through = {}
    functions: Through = {}
    seconds: list[float] = []
    for n, case in enumerate(cases):
        problems: list[str] = []
        begin = process_time()

        def run(case: Any = case, problems: list[str] = problems) -> None:
            games = importlib.import_module("albion.games")  # traced too: laws are prepared while it loads
            problems += runner.run_case(case, games.find_game)

        if case.walked:
            run()
        else:
            seen, entered = traced(root, run)
            for found, table in ((seen, lines), (entered, functions)):
                for file, line in found:
                    table.setdefault(file, {}).setdefault(line, []).append(n)
        seconds.append(process_time() - begin)
        if problems:
            return f"{case}: {problems[0]}"
    loaded = (getattr(m, "__file__", None) for m in list(sys.modules.values()))
    below = frozenset(str(Path(f).relative_to(root)) for f in loaded if f and Path(f).is_relative_to(root))
    walks = frozenset(n for n, case in enumerate(cases) if case.walked)
    return lines, functions, walks, tuple(seconds), below


Places = set[tuple[str, int]]


def traced(root: Path, run: Callable[[], Any]) -> tuple[Places, Places]:
    """The lines and functions of games and kernels that a call runs through."""
    seen: Places = set()
    entered: dict[Any, int] = {}
    watched: dict[str, str] = {}

    def local(frame: Any, event: str, _: Any) -> Any:
        if event == "line":
            seen.add((watched[frame.f_code.co_filename], frame.f_lineno))
        return local

    def enter(frame: Any, _: str, __: Any) -> Any:
        code = frame.f_code
        name = code.co_filename
        if name not in watched:
            inside = Path(name).is_relative_to(root)
            below = str(Path(name).relative_to(root)) if inside else ""
            watched[name] = below if below.startswith(("games/", "kernels/")) else ""
        if not watched[name]:
            return None
        entered[code] = entered.get(code, 0) + 1
        return local if entered[code] <= ENTRIES else None

    sys.settrace(enter)
    try:
        run()
    finally:
        sys.settrace(None)
    return seen, {(watched[code.co_filename], code.co_firstlineno) for code in entered}


def first_failure(cases: list[Any]) -> tuple[int, str]:
    """The first case that fails in the changed game, and its place; an import that breaks is noticed by the first of all."""
    runner = importlib.import_module("albion.engine.cases")
    games = importlib.import_module("albion.games")
    for n, case in enumerate(cases):
        try:
            if runner.run_case(case, games.find_game):
                return n, str(case)
        except BaseException as error:
            return n, f"{case}: {type(error).__name__}"
    return len(cases), ""


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
