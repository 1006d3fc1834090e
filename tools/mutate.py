"""Changes one law or one number of a game's data at a time and says which changes no rule case notices.

.venv/bin/python tools/mutate.py --game boudicca
.venv/bin/python tools/mutate.py --game redux-core --count 300 --seed 7 --processes 2 --json
.venv/bin/python tools/mutate.py --game redux-core --record       # and write the figures to docs/mutation.md
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator
from multiprocessing.pool import Pool
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

os.environ["ALBION_PURE"] = "1"  # a mutant is a changed source: compiled code would hide it

from mutation.allowed import ALLOWED, AllowedError, read_allowed, stale
from mutation.digest import digest
from mutation.ledger import Ledger
from mutation.mutants import Mutant, data_files, data_mutants, drawn, law_files, law_mutants
from mutation.page import record
from mutation.runner import Bench, Fate, UnsoundError

HERE = Path(__file__).resolve().parent
SOURCE, CASES = HERE.parent / "src" / "albion", HERE.parent / "tests" / "cases"
FAMILY = ("redux-core", "redux-leaders", "britannia-2005")
"""Games that share the Britannia kernel: a change there may be noticed by the cases of any of them."""
KERNELS = {**dict.fromkeys(FAMILY, "britannia"), "boudicca": "hex"}
GAMES = (*FAMILY, "boudicca", "domesday")
FIRST_LAYER = ("britannia-2005",)
"""Games that stand on a kernel's first layer only: of it they use the modules that their own modules import."""
UNFINISHED = 3
"""What the command gives when its time was up."""
DATA_SHARE = 0.25
"""Of the mutants, this many change data."""


Place = tuple[str, Path, str, Path | None]
"""Where copies are made, where cases lie, the game, and where to keep what was measured."""
Job = tuple[Place, list[Mutant], dict[Mutant, str]]
"""What to try where, and which case noticed it before."""


class UnfinishedError(Exception):
    """The time is up, and this many mutants have not been tried."""


def main() -> int:
    """Run what the command line asks for; a slip is told in one sentence."""
    try:
        return run(_arguments())
    except (AllowedError, UnsoundError) as slip:
        sys.exit(str(slip))
    except UnfinishedError as left:
        print(f"time is up, {left} mutants are left: the same command goes on with them")
        return UNFINISHED


def run(wanted: argparse.Namespace) -> int:
    """Try the chosen mutants, list the survivors, and fail if too many survive."""
    allowed = allowed_changes(wanted.game)
    begin = perf_counter()
    counted = equivalent = by_walks = 0
    alive: list[Mutant] = []
    for m, killer, walked in _fates(wanted, allowed):
        if not killer and (m.file, m.source, m.new) in allowed:
            equivalent += 1
            continue
        counted += 1
        by_walks += walked
        if not killer:
            alive.append(m)
            if not wanted.json:
                print(f"survived: {m}\n          {m.source}", flush=True)
    killed = counted - len(alive)
    rate = 100 * killed / counted if counted else 100.0
    rows = [{"file": m.file, "line": m.line, "old": m.old, "new": m.new, "source": m.source} for m in alive]
    facts = {
        "game": wanted.game,
        "seed": wanted.seed,
        "mutants": counted,
        "killed": killed,
        "by_walks": by_walks,
        "rate": round(rate, 2),
        "equivalent": equivalent,
        "survivors": rows,
    }
    told = json.dumps(facts)
    if wanted.record:
        record(wanted.game, wanted.seed, facts)
    if wanted.keep:
        wanted.keep.write_text(told, encoding="utf-8")
    if wanted.json:
        print(told)
    else:
        print(
            f"{wanted.game}, seed {wanted.seed}: {killed} of {counted} mutants died ({rate:.1f} %), "
            f"{by_walks} of them noticed by random walks alone, "
            f"{equivalent} equivalent ones left out, in {perf_counter() - begin:.0f} s"
        )
    return 1 if rate < wanted.least else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Change one law or number of a game at a time; list changes that no case notices."
    )
    parser.add_argument("--game", required=True, choices=GAMES)
    parser.add_argument("--count", type=int, default=300, help="how many mutants (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="which ones are chosen (default 1)")
    parser.add_argument("--only", choices=("laws", "data"), help="change nothing else")
    parser.add_argument("--keep", type=Path, help="write the survivors to this file, as JSON")
    parser.add_argument("--again", type=Path, help="try only the survivors that an earlier run kept here")
    parser.add_argument(
        "--cases", type=Path, default=CASES, help="another folder of cases, one folder per game"
    )
    parser.add_argument("--processes", type=int, default=1, help="how many processes (default 1)")
    parser.add_argument("--least", type=float, default=0, help="fail if fewer than this many in 100 die")
    parser.add_argument("--ledger", type=Path, help="keep what became of each mutant here, and go on from it")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long; with --ledger")
    parser.add_argument("--record", action="store_true", help="write the figures to docs/mutation.md")
    parser.add_argument(
        "--try-allowed",
        action="store_true",
        help="try listed changes too: one that a case notices is counted",
    )
    parser.add_argument("--json", action="store_true", help="print JSON for a program to read")
    wanted = parser.parse_args()
    if wanted.minutes and not wanted.ledger:
        parser.error("--minutes needs --ledger: what was tried would be lost")
    if wanted.record and (wanted.again or wanted.only or wanted.count != 300):
        parser.error("--record is for a whole run: 300 mutants, laws and data, not --again or --only")
    missing = [
        g for g in (wanted.game, *relatives(wanted.game)) if not (wanted.cases / g.replace("-", "_")).is_dir()
    ]
    if missing:
        parser.error(f"--cases: {wanted.cases} has no folder for {', '.join(missing)}")
    return wanted


def relatives(game: str) -> tuple[str, ...]:
    """The other games whose cases may notice a change to this one's laws."""
    return tuple(g for g in FAMILY if g != game) if game in FAMILY else ()


def sample(wanted: argparse.Namespace, sieve: Callable[[list[Mutant]], list[Mutant]]) -> list[Mutant]:
    """This many of the changes that are this game's, a quarter of them to data."""
    laws, data = every_mutant(wanted.game)
    if wanted.only:
        laws, data = (laws, []) if wanted.only == "laws" else ([], data)
    laws = sieve(laws)
    from_data = min(len(data), round(wanted.count * (DATA_SHARE if laws else 1)))
    return [*drawn(laws, wanted.seed, wanted.count - from_data), *drawn(data, wanted.seed, from_data)]


def every_mutant(game: str) -> tuple[list[Mutant], list[Mutant]]:
    """All possible changes to a game's laws, and to its data."""
    package = SOURCE / "games" / game.replace("-", "_")
    paths = [*law_files(package), *kernel_files(game, package)]
    laws = [m for path in paths for m in law_mutants(SOURCE, path)]
    return laws, [m for path in data_files(package) for m in data_mutants(SOURCE, path)]


def kernel_files(game: str, package: Path) -> list[Path]:
    """The modules of a game's kernel that carry laws of this game."""
    if game not in KERNELS:
        return []
    found = law_files(SOURCE / "kernels" / KERNELS[game])
    if game not in FIRST_LAYER:
        return found
    imports = "\n".join(path.read_text(encoding="utf-8") for path in package.glob("*.py"))
    return [path for path in found if f"kernels.{KERNELS[game]}.{path.stem} import" in imports]


def earlier(game: str, file: Path) -> list[Mutant]:
    """The survivors of an earlier run that can still be made, wherever their lines stand now."""
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))["survivors"]
        wanted = {(r["file"], r["source"], r["old"], r["new"]) for r in rows}
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{file}: expected what an earlier run wrote with --keep ({type(error).__name__})")
    laws, data = every_mutant(game)
    return [m for m in (*laws, *data) if (m.file, m.source, m.old, m.new) in wanted]


def _fates(wanted: argparse.Namespace, allowed: set[tuple[str, str, str]]) -> Iterator[Fate]:
    """What becomes of the chosen mutants; those listed as harmless are not tried, since survivors take longest."""
    spawning = multiprocessing.get_context("spawn")
    with TemporaryDirectory(prefix="albion-mutate-") as scratch, spawning.Pool(wanted.processes) as pool:
        ledger = Ledger(wanted.ledger, sources(wanted.game), wanted.cases)
        where = (scratch, wanted.cases, wanted.game, ledger.notes)

        def sieve(mutants: list[Mutant]) -> list[Mutant]:
            """One process measures what all then read."""
            return pool.apply(_sieved, (where, mutants))

        chosen = earlier(wanted.game, wanted.again) if wanted.again else sample(wanted, sieve)
        listed = [m for m in chosen if not wanted.try_allowed and (m.file, m.source, m.new) in allowed]
        yield from (Fate(m, "") for m in listed)
        told, untried = ledger.split([m for m in chosen if m not in listed])
        yield from told
        jobs = [(where, some, {m: ledger.hint(m) for m in some}) for some in _batches(untried)]
        yield from ledger.noting(_tried(wanted, pool, jobs))


def sources(game: str) -> str:
    """One word for all that decides a mutant's fate besides the cases: code and data of the family, properties, this tool."""
    code = digest((HERE / "mutation", CASES.parent / "support"), (".py",))
    played = [SOURCE / "games" / g.replace("-", "_") for g in sorted((game, *relatives(game)))]
    kernel = [SOURCE / "kernels" / KERNELS[game]] if game in KERNELS else []
    return digest((SOURCE / "engine", *played, *kernel)) + code


def _tried(wanted: argparse.Namespace, pool: Pool, jobs: list[Job]) -> Iterator[Fate]:
    """What becomes of mutants, a batch for each process at a time; what the time does not suffice for is left."""
    end = perf_counter() + 60 * wanted.minutes
    while jobs:
        if wanted.minutes and perf_counter() > end:
            raise UnfinishedError(sum(len(some) for _, some, _ in jobs))
        for fates in pool.imap_unordered(_share, jobs[: wanted.processes]):
            yield from fates
        del jobs[: wanted.processes]


def _batches(mutants: list[Mutant], size: int = 10) -> Iterator[list[Mutant]]:
    for n in range(0, len(mutants), size):
        yield mutants[n : n + size]


_BENCH: dict[str, Bench] = {}


def _share(job: Job) -> list[Fate]:
    """Try a batch in this process."""
    return _bench(*job[0]).try_some(*job[1:])


def _sieved(where: Place, mutants: list[Mutant]) -> list[Mutant]:
    """Those of the mutants that are the game's own."""
    return _bench(*where).sieve(where[2], mutants)


def _bench(scratch: str, cases: Path, game: str, notes: Path | None) -> Bench:
    """This process's copy of the package, kept from batch to batch."""
    if game not in _BENCH:
        _BENCH[game] = Bench(Path(scratch), SOURCE, cases, (game, *relatives(game)), notes)
        _BENCH[game].baseline(game)
    return _BENCH[game]


def allowed_changes(game: str) -> set[tuple[str, str, str]]:
    """Changes that change nothing in play; those listed for this game's files must still be possible."""
    rows = read_allowed()
    laws, data = every_mutant(game)
    gone = stale(rows, [*laws, *data])
    if gone:
        raise AllowedError(
            f"{ALLOWED.name}: {len(gone)} listed changes can no longer be made; remove or correct them: "
            + "; ".join(f"{row.file}: '{row.source}' -> {row.new}" for row in gone)
        )
    return {(row.file, row.source, row.new) for row in rows}


if __name__ == "__main__":
    sys.exit(main())
