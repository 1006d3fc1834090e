"""Tries mutants against rule cases, each in a forked process: with the changed function put into the loaded game, or,
where what is changed works already while the game loads, with the game loaded again."""

from __future__ import annotations

import compileall
import gc
import importlib
import os
import pickle
import py_compile
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple, cast

from .baseline import Baseline, effort, failures, find_game, load, measure, place_of, remembering
from .digest import digest
from .mutants import Mutant
from .properties import TESTS, properties

MEMORY = 3 << 30
"""A mutant that takes more memory than this has run away."""
SLACK = 10
"""How many times longer than without the change a case may compute, and two seconds more, before it counts as endless."""
LOADING = 10
"""Within this many seconds of processor time a game is loaded."""
UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH


class UnsoundError(Exception):
    """The unchanged game does not pass its own cases, so nothing can be said of changes."""


class Fate(NamedTuple):
    """What became of a mutant."""

    mutant: Mutant
    killer: str
    """The case that noticed, or how it died; '' if it survived."""
    walked: bool = False
    """Whether the first case that noticed was a random walk, not one written by hand."""


class Try(NamedTuple):
    """A case or property, the processor time it may take, and the effort it took without the change."""

    case: Any
    seconds: float
    effort: int


def _write(path: Path, what: Any) -> None:
    """Other processes see all of it or nothing."""
    fresh = path.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(pickle.dumps(what))
    fresh.replace(path)


class Bench:
    """A copy of the package in which one file at a time is changed."""

    def __init__(
        self, scratch: Path, source: Path, cases: Path, games: tuple[str, ...], notes: Path | None = None
    ) -> None:
        self.notes = notes or scratch
        """Where the baselines lie that all processes read."""
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
        """The game's own cases and properties, then those of its relatives."""
        self.marks = {name: digest((cases / name.replace("-", "_"),))[:12] for name in games}
        """What a baseline is of, besides the sources."""
        loaded = [name for name in sys.modules if name.startswith(("albion.games", "albion.kernels"))]
        if loaded:
            raise RuntimeError(
                f"a change to {loaded[0]} would not be seen: it is loaded before mutants are made"
            )
        self.baselines: dict[str, Baseline] = {}
        self.kills: dict[tuple[str, str], Counter[int]] = {}
        """How many changes to a file each case of a game has noticed: such cases are tried first on the next."""

    def _read(self, cases: Path, game: str) -> list[Any]:
        found = [c for c in self.runner.read_cases(cases / game.replace("-", "_")) if c.game == game]
        return [*found, *properties(game)] if cases.resolve() == TESTS / "cases" else found

    def baseline(self, game: str) -> Baseline:
        """How the unchanged game runs: measured when it is first asked for, and shared with the other processes."""
        if game not in self.baselines:
            noted = self.notes / f"{game}-{self.marks[game]}.baseline"
            if not noted.exists():
                _write(noted, self._measured(game))
            self.baselines[game] = pickle.loads(noted.read_bytes())
        return self.baselines[game]

    def _measured(self, game: str) -> Baseline:
        """Cases that an earlier piece of the run has seen, and that are as they were, are not run again."""
        noted = self.notes / f"{game}.cases"
        known = pickle.loads(noted.read_bytes()) if noted.exists() else {}
        found = forked(lambda: measure(self.root, self.cases[game], known), seconds=1200)
        if isinstance(found, str):
            raise UnsoundError(
                f"{game}: a case fails without any change ({found}); 'albion cases {game}' must pass first"
            )
        baseline, seen = found
        _write(noted, {**known, **seen})
        return cast(Baseline, baseline)

    def sieve(self, game: str, mutants: list[Mutant]) -> list[Mutant]:
        """The mutants of a kernel that are this game's own: a function that only its relatives enter is theirs."""
        baseline = self.baseline(game)
        return [m for m in mutants if not m.file.startswith("kernels/") or baseline.runs(m)]

    def try_some(self, mutants: list[Mutant], hints: Mapping[Mutant, str]) -> list[Fate]:
        """Run the cases most likely to notice first: one that did on other sources, then the game's own, then its relatives'.

        The game's own walks and properties come last: they cost most and notice least.
        """
        own = next(iter(self.cases))
        fates = {m: Fate(m, "") for m in mutants}
        tried = [
            *((game, self._hinted) for game in self.cases),
            *((game, self._written) for game in self.cases),
        ]
        for game, ordered in [*tried, (own, self._walked)]:
            baseline = self.baseline(game)
            alive = [m for m, fate in fates.items() if not fate.killer and baseline.reaches(m)]
            orders = {m: ordered(game, m, hints.get(m, "")) for m in alive}
            for m, (killer, walked) in self._tried(game, baseline, orders).items():
                if killer:
                    fates[m] = Fate(m, killer, walked)
        return list(fates.values())

    def _tried(
        self, game: str, baseline: Baseline, orders: dict[Mutant, list[int]]
    ) -> dict[Mutant, tuple[str, bool]]:
        """What some cases of a game, in this order, say of each mutant."""
        orders = {m: order for m, order in orders.items() if order}
        inside = {m: order for m, order in orders.items() if not baseline.everywhere(m)}
        found = self._patched(game, baseline, inside) if inside else {}
        return {
            m: found[m] if m in found else self._killer(game, baseline, m, order)
            for m, order in orders.items()
        }

    def _patched(
        self, game: str, baseline: Baseline, orders: dict[Mutant, list[int]]
    ) -> dict[Mutant, tuple[str, bool]]:
        """What became of mutants whose function could be exchanged in the loaded game; the others are left out."""
        jobs = [(m, self._tries(game, baseline, order)) for m, order in orders.items()]
        told = forked(lambda: exchange_each(self.root, game, jobs, baseline.loading), seconds=LOADING)
        if isinstance(told, str):
            raise RuntimeError(f"{game} could not be loaded: {told}")
        return {
            m: self._verdict(game, baseline, m, order, result)
            for (m, order), result in zip(orders.items(), told, strict=True)
            if result is not None
        }

    def _hinted(self, game: str, _: Mutant, hint: str) -> list[int]:
        """The case of a game that a report names, if it is one."""
        names = (hint, hint.rpartition(": ")[0])
        return [n for n, case in enumerate(self.cases[game]) if hint and str(case) in names][:1]

    def _written(self, game: str, m: Mutant, _: str) -> list[int]:
        """The cases written by hand that may notice."""
        return [n for n in self._order(game, m) if n not in self.baseline(game).walks]

    def _walked(self, game: str, m: Mutant, _: str) -> list[int]:
        """The walks and properties that may notice."""
        return [n for n in self._order(game, m) if n in self.baseline(game).walks]

    def _order(self, game: str, m: Mutant) -> list[int]:
        return self.baseline(game).order(m, self.kills.get((game, m.file), {}))

    def _tries(self, game: str, baseline: Baseline, order: list[int]) -> list[Try]:
        cases, seconds, efforts = self.cases[game], baseline.seconds, baseline.efforts
        return [Try(cases[n], 2 + SLACK * seconds[n], efforts[n]) for n in order]

    def _verdict(
        self, game: str, baseline: Baseline, m: Mutant, order: list[int], result: Any
    ) -> tuple[str, bool]:
        """Who noticed, and whether it was a walk."""
        if isinstance(result, str):
            return result, False
        place, told = result
        if place == len(order):
            return str(told), False
        self.kills.setdefault((game, m.file), Counter())[order[place]] += 1
        return str(told), order[place] in baseline.walks

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

    def _killer(self, game: str, baseline: Baseline, m: Mutant, order: list[int]) -> tuple[str, bool]:
        """The case of a game loaded again that notices, and whether it is a walk; '' if none does."""
        tries = self._tries(game, baseline, order)
        with self._changed(m):
            found = forked(lambda: first_failure(self.root, tries), seconds=LOADING)
        return self._verdict(game, baseline, m, order, found)


def exchange_each(
    root: Path,
    game: str,
    jobs: list[tuple[Mutant, list[Try]]],
    loading: Collection[tuple[str, int]],
) -> list[Any]:
    """Load a game once; for each mutant exchange its function in a process of its own and run the cases.

    What `first_failure` gives, or how the process died; None where the function cannot be exchanged.
    """
    load({game})
    signal.setitimer(signal.ITIMER_PROF, 0)
    functions: dict[tuple[str, int], list[FunctionType]] = {}
    for found in gc.get_objects():
        if isinstance(found, FunctionType) and (place := place_of(root, found.__code__)):
            functions.setdefault(place, []).append(found)
    remembered = list(remembering(root, loading))

    def tried(m: Mutant, tries: list[Try]) -> Any:
        if not exchange(root, m, functions.get((m.file, m.function), [])):
            return None
        for function in remembered:
            function.cache_clear()
        return first_failure(root, tries)

    return [forked(partial(tried, m, tries), seconds=LOADING) for m, tries in jobs]


def exchange(root: Path, m: Mutant, functions: list[FunctionType]) -> bool:
    """Give loaded functions the changed code; False: it does not fit, so the game must be loaded again."""
    path = root / m.file
    module = compile(m.apply(path.read_text(encoding="utf-8")), str(path), "exec", dont_inherit=True)
    codes = {code.co_name: code for code in _codes(module) if code.co_firstlineno == m.function}
    fitting = [f for f in functions if f.__code__.co_name in codes]
    if not fitting or len(fitting) < len(functions):
        return False
    for function in fitting:
        code = codes[function.__code__.co_name]
        if code.co_freevars != function.__code__.co_freevars:
            return False
        function.__code__ = code
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            yield from _codes(const)


def first_failure(root: Path, tries: list[Try]) -> tuple[int, str]:
    """The first case that fails in the changed game, each within its time, and its place.

    An import that breaks is noticed by the first of all. A property may also fail by taking more effort than before:
    then a shortcut no longer is one.
    """
    for n, (case, seconds, before) in enumerate(tries):
        try:
            find_game(case.game)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            if failures(case) or (before and effort(root, case.run) > before):
                return n, str(case)
        except BaseException as error:
            return n, f"{case}: {type(error).__name__}"
    return len(tries), ""


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
