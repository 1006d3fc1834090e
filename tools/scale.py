"""Measures what a laboratory run costs on this machine and writes docs/scale.md: `make scale`.

Nothing else may run on the machine meanwhile. Where it is free for a minute at a time only, `python tools/scale.py redux-core` measures one
piece; the page is written when all are there.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("POLARS_MAX_THREADS", "1")

import msgspec
import polars as pl

import albion
from albion import games
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.options import options_text
from albion.envs.table import Playing
from albion.lab.engines import AIM_SECONDS, Chunk, Local, prepare_worker
from albion.lab.experiment import Arm
from albion.lab.recording import play_recorded_game
from albion.lab.tables import Rows, pack

PAGE = Path(__file__).resolve().parent.parent / "docs" / "scale.md"
KEPT = PAGE.parent.parent / "build" / "scale.json"
MACHINE = "machine"
PIECES = (*games.GAMES, MACHINE)
RECORD = ("points", "sources", "areas", "counts")
AHEAD = 1200
"""Decisions over which environment and engine are compared."""
TURNS = 6
"""So often each is measured, in turn; the quickest counts."""


class Cost(NamedTuple):
    """One game with one kind of bots: what it takes and what it leaves behind."""

    game: str
    bots: str
    seconds: float
    plain: float
    """Without recording."""
    rows: int
    packed: int
    parquet: int

    @property
    def recording(self) -> float:
        """The share of games per second that recording costs."""
        return 1 - self.plain / self.seconds


def arm_of(game: str, bots: str, count: int) -> Arm:
    """An arm with its default options."""
    known = games.find_game(game)
    options = known.options_type()
    seats = len(known.seats(options))
    return Arm("a", game, known.version, options_text(options), (bots,) * seats, False, count)


def _spent(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def cost_of(game: str, bots: str, count: int, repeats: int) -> Cost:
    """Games with recording and without in turn, the least of some repeats of each; packing their rows is part of recording."""
    arm = arm_of(game, bots, count)
    rows = Rows("a")
    play_recorded_game(arm, 0, 1, RECORD, Rows("a"))
    plain = recorded = 0.0
    for n in range(count):
        with_rows: list[float] = []
        without: list[float] = []
        for _ in range(repeats):
            without.append(_spent(lambda n=n: play_recorded_game(arm, n, 1, (), Rows("a"))))  # type: ignore[misc]
            with_rows.append(_spent(lambda n=n: play_recorded_game(arm, n, 1, RECORD, Rows("a"))))  # type: ignore[misc]
        play_recorded_game(arm, n, 1, RECORD, rows)
        plain, recorded = plain + min(without), recorded + min(with_rows)
    recorded += _packing(rows, max(1, round(AIM_SECONDS / recorded)), repeats)
    sizes = [len(data) for data in pack(rows).values()]
    return Cost(
        game,
        bots,
        recorded / count,
        plain / count,
        rows.count() // count,
        sum(sizes) // count,
        _on_disk(rows) // count,
    )


def _packing(rows: Rows, times: int, repeats: int) -> float:
    """What packing these rows costs in a chunk that holds them this many times."""
    chunk = Rows(rows.arm)
    chunk.columns = {name: [some * times for some in columns] for name, columns in rows.columns.items()}
    return min(_spent(lambda: pack(chunk)) for _ in range(repeats)) / times


def _on_disk(rows: Rows) -> int:
    """What the rows add to a part: a file's head and foot are there once for thousands of games."""
    with tempfile.TemporaryDirectory() as folder:

        def size(frame: pl.DataFrame) -> int:
            path = Path(folder) / "table.parquet"
            frame.write_parquet(path, compression="zstd")
            return path.stat().st_size

        return sum(size(frame) - size(frame.clear()) for frame in rows.frames().values())


def two_processes(count: int) -> float:
    """How many times one process two are, on the wall: needs a machine with two cores that do nothing else."""
    arm = arm_of("redux-core", "steady", count)
    size = max(1, count // 8)
    numbers = range(count)
    chunks = [Chunk(arm, 1, RECORD, tuple(numbers[i : i + size])) for i in range(0, count, size)]
    taken = []
    for width in (1, 2):
        engine = Local(width)
        list(engine.play(iter(chunks[:width])))  # the processes have begun
        begun = time.monotonic()
        list(engine.play(iter(chunks)))
        taken.append(time.monotonic() - begun)
        engine.close()
    return taken[0] / taken[1]


class Shares(NamedTuple):
    """Environment steps beside the engine's own decisions in redux-core."""

    handed_out: float
    """With an observation that nobody reads."""
    mask_read: float


def environment_shares(repeats: int) -> Shares:
    """The engine alone, then the environment, in turn; the quickest of some repeats."""
    game = games.GAMES["redux-core"]
    table = Playing(game, game.options_type())
    engine = env = masked = 0.0
    for seed in range(repeats):
        times: list[tuple[float, float, float]] = [
            (
                _spent(lambda seed=seed: _engine_alone(seed)),  # type: ignore[misc]
                _spent(lambda seed=seed: _environment(table, seed, mask=False)),  # type: ignore[misc]
                _spent(lambda seed=seed: _environment(table, seed, mask=True)),  # type: ignore[misc]
            )
            for _ in range(TURNS)
        ]
        alone, handed, read = (min(column) for column in zip(*times, strict=True))
        engine, env, masked = engine + alone, env + handed, masked + read
    return Shares(engine / env, engine / masked)


def _engine_alone(seed: int) -> None:
    game, chance = games.GAMES["redux-core"], random.Random(seed)
    s = game.setup(game.options_type(), Dice(seed))
    d = settle(s)
    for _ in range(AHEAD):
        assert d is not None
        d = apply(s, chance.choice(d.actions))


def _environment(table: Playing, seed: int, *, mask: bool) -> None:
    chance = random.Random(seed)
    table.begin(seed)
    for _ in range(AHEAD):
        assert table.decision is not None
        seen = table.observation(table.decision.seat)
        if mask:
            assert seen["action_mask"] is not None
        table.take(chance.choice(table.legal(table.decision.seat)))


def written(costs: list[Cost], machine: Machine) -> str:
    """The page."""
    by = {(c.game, c.bots): c for c in costs}
    steady, chance = by["redux-core", "steady"], by["redux-core", "random"]
    per_second = {c: 1000 / c.seconds for c in (steady, chance)}
    chunk = max(1, round(2 / steady.seconds))
    table = "".join(
        f"| {c.game} | {c.bots} | {c.seconds:.2f} s | {c.recording:.0%} | {c.rows:,} | {c.packed / 1000:.0f} KB | {c.parquet / 1000:.1f} KB |\n"
        for c in costs
    )
    standing = "compiled code" if albion.COMPILED.used else "plain Python"
    return f"""# Scaling to a thousand cores

Written by `python tools/scale.py` (`make scale`); do not edit. The table is measured, on one machine, in processor time; the rest is
calculated from it. Nothing here was run on more than two nodes of one machine (`make ray`: two nodes, four workers killed partway through,
every game played exactly once and identical to a local run).

## One core

One process, everything recorded, {standing}; machines differ by a factor of two. "Recording" is the share of games per second that it
costs: each game with and without it in turn, in processor time, including packing of the rows (target: 10%).

| game | bots | CPU per game | recording | rows per game | packed, on the wire | Parquet on disk |
|---|---|---|---|---|---|---|
{table}
Two local processes are {machine.processes:.2f} times as fast as one (target: 1.7). Environment steps that return an observation: {machine.shares.handed_out:.0%} of the engine's own decisions
per second in redux-core, {machine.shares.mask_read:.0%} if its mask is read too (target: 60%); the array of the position is computed when it is read, and costs more.

## Handing over work

A chunk takes about two seconds. Handing one over costs a pickled arm (1 KB) one way and packed rows the other: {chunk} games of redux-core are
{chunk * steady.packed / 1e6:.1f} MB, a few milliseconds of copying, so well under 1% of a worker's time. One game per task would hand over
{round(2 / chance.seconds)} times as often for random play, which was slower than a single process.

## A thousand cores

- **Games.** 1,000 cores play {per_second[steady]:,.0f} games of redux-core per second with steady bots, {per_second[chance]:,.0f} with random ones.
- **Chunks.** 500 chunks per second reach the coordinator. Assuming that Ray handles some thousands of small tasks per second and driver (not
  measured here), this is feasible, with little to spare at 10,000 cores.
- **Rows.** {per_second[steady]:,.0f} games × {steady.packed / 1000:.0f} KB = {per_second[steady] * steady.packed / 1e6:,.0f} MB/s towards one machine with steady bots, {per_second[chance] * chance.packed / 1e9:.1f} GB/s with
  random ones; the coordinator must also build one part from them every ten seconds. Assuming that Polars handles a few hundred MB/s per
  core (not measured here), **this is where it stops scaling**: with full recording near {round(250e6 / steady.packed * steady.seconds, -2):,.0f} cores for steady bots and near {round(250e6 / chance.packed * chance.seconds, -1):,.0f} for random play; with
  `record = []` at ten times as many or more.
- **Disk.** {per_second[steady]:,.0f} games/s × {steady.parquet / 1000:.1f} KB = {per_second[steady] * steady.parquet / 1e6:.0f} MB/s.
- **Seeds and results** are independent of who plays what, so nothing else is shared.

To go beyond that, workers would write parts to shared storage themselves and send only the numbers of finished games. The
format already allows it (parts are numbered, and written completely or not at all); it has not been built, because nobody
has the cores.

## Stopping at a width

With `width`, games are evaluated in stages of at least 50. A stage smaller than the number of cores leaves cores idle: on
1,000 cores use `games`, or a width that needs many thousands.
"""


class Machine(NamedTuple):
    """What is measured of this machine as a whole."""

    processes: float
    """How many times one process two are."""
    shares: Shares


def measure(piece: str, count: int, repeats: int) -> object:
    """One piece of the page: a game's lines of the table, or what concerns the machine."""
    if piece == MACHINE:
        return Machine(two_processes(8 * count), environment_shares(repeats))
    return [cost_of(piece, bots, count, repeats) for bots in ("random", "steady")]


def kept(path: Path) -> dict[str, Any]:
    """The pieces measured before, if they are of the same kind of code: plain Python or compiled."""
    raw = msgspec.json.decode(path.read_bytes()) if path.is_file() else {}
    return raw["pieces"] if raw.get("code") == albion.COMPILED.told else {}


def main() -> int:
    """Measure and write; one thread for Polars, as in a worker."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pieces", nargs="*", help=f"of {', '.join(PIECES)}; all if none is named")
    parser.add_argument("--games", type=int, default=12, help="per line of the table")
    parser.add_argument("--repeats", type=int, default=3, help="of each game; the quickest counts")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where pieces are kept until all are there")
    parser.add_argument("--out", type=Path, default=PAGE)
    plan = parser.parse_args()
    prepare_worker()
    pieces = kept(plan.kept) if plan.pieces else {}
    for piece in plan.pieces or PIECES:
        print(f"{piece} …", file=sys.stderr, flush=True)
        pieces[piece] = measure(piece, plan.games, plan.repeats)
        plan.kept.write_bytes(msgspec.json.encode({"code": albion.COMPILED.told, "pieces": pieces}))
    missing = [piece for piece in PIECES if piece not in pieces]
    if missing:
        print(f"still to be measured: {', '.join(missing)}", file=sys.stderr)
        return 0
    costs = [msgspec.convert(row, Cost) for game in games.GAMES for row in pieces[game]]
    plan.out.write_text(written(costs, msgspec.convert(pieces[MACHINE], Machine)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
