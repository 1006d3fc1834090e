"""How an unchanged game runs: which cases run through which lines and functions, and what each costs."""

from __future__ import annotations

import cProfile
import functools
import gc
import hashlib
import importlib
import inspect
import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from .mutants import Mutant
from .properties import Property

ENTRIES = 3
"""In each case the lines of a function are noted on this many of its calls; later calls cost too much to trace."""

Places = set[tuple[str, int]]
"""Files, each with a line."""
Through = dict[str, dict[int, list[int]]]
"""For each file of laws and line, the cases that run through it."""


WHOLE_GAMES = "whole games"
"""Under this word stands what random games run through."""


class Seen(NamedTuple):
    """What one case or property costs, and the lines and functions that it runs through."""

    seconds: float
    effort: int
    lines: frozenset[tuple[str, int]]
    functions: frozenset[tuple[str, int]]


class Baseline(NamedTuple):
    """The unchanged game: which cases run through which lines and functions, and what each costs."""

    lines: Through
    functions: Through
    """By the line on which the function begins."""
    loading: frozenset[tuple[str, int]]
    """Functions that run while the game is loaded and laid out: every case may depend on what they prepared."""
    walks: frozenset[int]
    """Random walks, of which only the functions are noted: their lines would take too long."""
    seconds: tuple[float, ...]
    efforts: tuple[int, ...]
    """How many functions are called for a property that shortcuts are to make cheap; none: not counted."""
    modules: frozenset[str]
    entered: frozenset[tuple[str, int]]
    """Functions that the game enters at all: while loading, in its cases, walks and properties, in whole random games."""

    def runs(self, m: Mutant) -> bool:
        """Whether the game ever comes to the changed place: it enters the function around it, or loads what lies in none."""
        return (m.file, m.function) in self.entered if m.function else self.reaches(m)

    def reaches(self, m: Mutant) -> bool:
        """Whether the game loads the changed file."""
        data = f"{Path(m.file).parents[1]}/data.py"
        return (data if m.file.endswith(".toml") else m.file) in self.modules

    def everywhere(self, m: Mutant) -> bool:
        """Whether every case may depend on the changed place: it lies in no function, or in one that runs on loading."""
        return not m.function or (m.file, m.function) in self.loading

    def order(self, m: Mutant, kills: Mapping[int, int]) -> list[int]:
        """The cases that come through the changed lines, then those through the function, then walks.

        Among them those that have noticed most other changes to the file come first, then the cheapest. A case that never
        enters the changed function runs as before, so it is left out.
        """
        lines, functions = self.lines.get(m.file, {}), self.functions.get(m.file, {})
        through = {n for line in range(m.line, m.last + 1) for n in lines.get(line, ())}
        inside = range(len(self.seconds)) if self.everywhere(m) else functions.get(m.function, ())
        rank = {n: 0 if n in through else 2 if n in self.walks else 1 for n in inside}
        return sorted(rank, key=lambda n: (rank[n], -kills.get(n, 0), self.seconds[n]))


def measure(
    root: Path, cases: list[Any], known: Mapping[str, Seen]
) -> tuple[Baseline, dict[str, Seen]] | str:
    """Run every case of an unchanged game that is not known yet, and note the lines and functions it runs through."""
    loading = entering(root, partial(load, {case.game for case in cases}))
    remembered = list(remembering(root, loading))
    seen: dict[str, Seen] = {}
    for case in cases:
        found = known.get(word(case)) or _seen(root, case, remembered)
        if isinstance(found, str):
            return found
        seen[word(case)] = found
    loaded = (getattr(m, "__file__", None) for m in list(sys.modules.values()))
    below = frozenset(str(Path(f).relative_to(root)) for f in loaded if f and Path(f).is_relative_to(root))
    seen[WHOLE_GAMES] = known.get(WHOLE_GAMES) or _whole_games(root, cases)
    entered = {place for found in seen.values() for place in found.functions} | loading
    each = [seen[word(case)] for case in cases]
    baseline = Baseline(
        _through(found.lines for found in each),
        _through(found.functions for found in each),
        frozenset(loading),
        frozenset(n for n, case in enumerate(cases) if case.walked),
        tuple(found.seconds for found in each),
        tuple(found.effort for found in each),
        below,
        frozenset(entered),
    )
    return baseline, seen


def word(case: Any) -> str:
    """One word for a case or property as it is written: while it is the same, what it runs through is too."""
    told = (
        (case.name, case.game)
        if isinstance(case, Property)
        else (str(case), json.dumps(case.fields, default=str))
    )
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _seen(root: Path, case: Any, remembered: list[Any]) -> Seen | str:
    """What one case costs and runs through; a sentence if it fails."""
    begin = process_time()
    found = failures(case)
    seconds = process_time() - begin
    if found:
        return f"{case}: {found[0]}"
    counted = effort(root, case.run) if isinstance(case, Property) and case.counted else 0
    for function in remembered:
        function.cache_clear()  # or the case would not be seen to need what an earlier one computed
    run = partial(failures, case)
    lines, functions = (set(), entering(root, run)) if case.walked else traced(root, run)
    return Seen(seconds, counted, frozenset(lines), frozenset(functions))


def _whole_games(root: Path, cases: list[Any]) -> Seen:
    """The functions that whole random games enter."""
    played = [entering(root, partial(play_through, find_game(g))) for g in {case.game for case in cases}]
    return Seen(0, 0, frozenset(), frozenset().union(*played))


def _through(each: Iterable[Iterable[tuple[str, int]]]) -> Through:
    table: Through = {}
    for n, places in enumerate(each):
        for file, line in places:
            table.setdefault(file, {}).setdefault(line, []).append(n)
    return table


def play_through(game: Any) -> None:
    """A whole random game with each of the game's sets of options."""
    playout = importlib.import_module("albion.engine.playout").playout
    for n, options in enumerate(game.option_sets()):
        playout(game, options, n + 1)


def load(games: set[str]) -> None:
    """Load games, and lay out the table of each with all its options."""
    dice = importlib.import_module("albion.engine.dice")
    for game in map(find_game, games):
        for options in game.option_sets():
            game.setup(options, dice.Dice(1))


def remembering(root: Path, loading: Collection[tuple[str, int]]) -> Iterator[Any]:
    """Functions of games and kernels that remember what they gave, except those that every case depends on anyway."""
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper):
            place = place_of(root, inspect.unwrap(found).__code__)
            if place and place not in loading:
                yield found


def entering(root: Path, run: Callable[[], Any]) -> Places:
    """The functions of games and kernels that a call enters."""
    profile = cProfile.Profile(subcalls=False, builtins=False)
    profile.runcall(run)
    return {place for entry in profile.getstats() if (place := place_of(root, entry.code))}


def place_of(root: Path, code: Any) -> tuple[str, int] | None:
    """Where a function of a game or kernel begins; None: it is none."""
    name = getattr(code, "co_filename", "")
    if not name.startswith((f"{root}/games/", f"{root}/kernels/")):
        return None
    return str(Path(name).relative_to(root)), code.co_firstlineno


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


def find_game(game: str) -> Any:
    """The game as it is in this process."""
    return importlib.import_module("albion.games").find_game(game)


def failures(case: Any) -> Any:
    """What is wrong with a case or a property."""
    if isinstance(case, Property):
        return case.run()
    return importlib.import_module("albion.engine.cases").run_case(case, find_game)


def effort(root: Path, run: Callable[[], Any]) -> int:
    """How many functions of games and kernels a call enters, counted each time; what can be remembered is by now."""
    profile = cProfile.Profile(subcalls=False, builtins=False)
    profile.runcall(run)
    return sum(entry.callcount for entry in profile.getstats() if place_of(root, entry.code))
