"""Load and crash tests of a server: kills under load, very many visitors, greedy clients. Needs Linux; results are in docs/soak.md.

.venv/bin/python tools/soak.py kills --postgres     # kill -9 again and again; no acknowledged action may be lost
.venv/bin/python tools/soak.py memory               # 10,000 matches and 2,000 sockets; memory must come back
.venv/bin/python tools/soak.py hammer               # other players' p99 next to the most expensive requests
.venv/bin/python tools/soak.py all                  # all of it, and `albion bench server`, into docs/soak.md
.venv/bin/python tools/soak.py all --parts memory   # one part again (`--list` names them); the page keeps the others
.venv/bin/python tools/soak.py all --parts kills-postgres-20 --add    # once more, in addition to earlier results

Every part takes at most ten minutes; its results are stored in docs/soak/, from which the page is generated.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "unit" / "server"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from postgres_server import PostgresServer

from soaking import hammer, kills, memory, page, speed


def main() -> int:
    """0 if the server bore it."""
    plan = _arguments().parse_args()
    if plan.what == "all":
        if plan.list:
            print(*(name for name, _ in parts(plan.quick)), sep="\n")
            return 0
        return everything(plan)
    with tempfile.TemporaryDirectory(prefix="albion-soak-") as folder:
        facts, fine = run(plan, Path(folder))
    print(json.dumps(facts))
    return 0 if fine else 1


def run(plan: argparse.Namespace, folder: Path) -> tuple[dict[str, Any], bool]:
    """The figures of one run, and whether they are within the bars."""
    if plan.what == "memory":
        facts = memory.memory(plan, folder)
        return facts, page.is_fine(facts)
    if plan.what == "hammer":
        facts = hammer.hammer(plan, folder)
        return facts, page.is_fine(facts)
    postgres = PostgresServer(folder) if plan.postgres else None
    try:
        facts = asyncio.run(kills.soak(plan, folder, postgres))
    finally:
        if postgres is not None:
            postgres.stop()
    named = {"game": plan.game, "database": "postgresql" if postgres else "sqlite", **facts}
    return named, page.is_fine(named)


def everything(plan: argparse.Namespace) -> int:
    """Every part that is not there yet, one after the other, or those that are named; then the page. 0 if all bars are met."""
    known = [name for name, _ in parts(plan.quick)]
    unknown = [name for name in plan.parts if name not in known]
    if unknown:
        print(f"there is no part {unknown[0]!r}: expected some of {', '.join(known)}", file=sys.stderr)
        return 2
    keep = Path(plan.keep)
    keep.mkdir(parents=True, exist_ok=True)
    for name, line in [] if plan.page else parts(plan.quick):
        if _is_due(keep, name, plan.parts):
            print(f"{name}: {line}", flush=True)
            page.keep(keep, name, measured(line, plan.quick), plan.add)
    text = page.written(found := page.Found.in_folder(keep), f" in {time.strftime('%B %Y')}")
    (keep / "soak.md" if plan.quick else page.PAGE).write_text(text, encoding="utf-8")
    print(text)
    return 0 if found.is_fine() else 1


def measured(line: str, quick: bool) -> dict[str, Any]:
    """The figures of one part."""
    if line.startswith("bench "):
        facts = speed.measured(*map(int, line.split()[1:]), seconds=4.0 if quick else 20.0)
        return {**facts, "load": round(os.getloadavg()[0], 1)}
    plan = _arguments().parse_args(line.split())
    with tempfile.TemporaryDirectory(prefix="albion-soak-") as folder:
        facts, _ = run(plan, Path(folder))
    about = {
        "at_once": plan.matches,
        "bots": getattr(plan, "bots", 0),
        "load": round(os.getloadavg()[1], 1),
    }
    return {**facts, **about}


def _is_due(keep: Path, name: str, only: Sequence[str]) -> bool:
    """Whether a part is to be run: one that is named, or without names one that was not run yet."""
    return name in only if only else not page.kept(keep, name)


def parts(quick: bool) -> list[tuple[str, str]]:
    """The runs of the whole, each with its arguments; `quick`: small ones, to try the tool itself."""
    if quick:
        return [
            ("kills-sqlite", "kills --kills 2 --matches 3 --watchers 2 --bots 0.5 --think 0.1"),
            ("memory", "memory --matches 20 --sockets 5 --look 1"),
            ("hammer", "hammer --matches 2 --seconds 1 --minutes 0 --others 3 --only entries odds"),
            ("bench-20-1", "bench 1 20"),
        ]
    found = []
    for matches, (more, times, database) in LOADS.items():
        line = f"kills --matches {matches} {more} --think {0.15 * matches / 20:.2f}"
        found.append((f"kills-sqlite-{matches}", f"{line} --kills {times}"))
        by_postgres = f"{line} --kills {times * 3 // 5} --postgres --database-kills {database}"
        found.append((f"kills-postgres-{matches}", by_postgres))
    found.append(("memory", "memory"))
    found.append(("hammer", "hammer"))
    for matches in page.BENCHES:
        found += [
            (f"bench-{matches}-{n}", f"bench {processes} {matches}")
            for n, processes in enumerate((1, 2, 1, 2), start=1)
        ]
    return found


LOADS = {
    20: ("--watchers 8 --bots 0.5", 100, 20),
    100: ("--watchers 20 --bots 0.5", 100, 20),
    400: ("--watchers 40 --bots 0.1", 20, 10),
}
"""Matches at once: who else is there, and how often the server and the database are killed."""


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    kinds = parser.add_subparsers(dest="what", required=True)
    plan = kinds.add_parser("kills", help="kill processes, servers and databases")
    plan.add_argument("--kills", type=int, default=300)
    plan.add_argument("--whole", type=int, default=10, help="after this many kills the whole server dies")
    plan.add_argument("--processes", type=int, default=2)
    plan.add_argument("--matches", type=int, default=20)
    plan.add_argument("--pause", type=float, default=2.0, help="seconds between kills, at most")
    plan.add_argument("--think", type=float, default=0.0, help="seconds a client waits before it answers")
    plan.add_argument("--bots", type=float, default=0.0, help="the share of matches against bots")
    plan.add_argument("--watchers", type=int, default=0, help="sockets that only follow matches")
    plan.add_argument("--postgres", action="store_true", help="PostgreSQL instead of SQLite")
    plan.add_argument("--database-kills", type=int, default=50)
    plan.add_argument("--seed", type=int, default=1)
    plan = kinds.add_parser("memory", help="very many matches and sockets, then ten minutes of rest at most")
    plan.add_argument("--matches", type=int, default=10_000)
    plan.add_argument("--sockets", type=int, default=2_000)
    plan.add_argument("--look", type=float, default=15.0, help="seconds between looks at its memory")
    plan.add_argument("--processes", type=int, default=1)
    plan = kinds.add_parser("hammer", help="players beside clients that ask without pause")
    plan.add_argument("--matches", type=int, default=16)
    plan.add_argument("--clients", type=int, default=4)
    plan.add_argument(
        "--seconds", type=int, default=6, help="of each stint beside them; half as long without"
    )
    plan.add_argument(
        "--minutes", type=float, default=9.5, help="for all stints; each kind gets one at least"
    )
    plan.add_argument("--others", type=int, default=200, help="further matches of each such client")
    plan.add_argument("--think", type=float, default=0.1, help="seconds a player waits before an answer")
    plan.add_argument("--only", nargs="*", default=[], help="these kinds of requests")
    plan.add_argument("--no-limits", dest="limits", action="store_false", help="as if nobody counted")
    plan.add_argument("--processes", type=int, default=1)
    for one in kinds.choices.values():
        one.add_argument("--game", default="redux-core")
    plan = kinds.add_parser("all", help="all of it; docs/soak.md is written again")
    plan.add_argument("--keep", default=str(page.KEPT), help="where figures found so far lie")
    plan.add_argument(
        "--add", action="store_true", help="keeps what was found before beside what is found now"
    )
    plan.add_argument("--list", action="store_true", help="names the parts, and does nothing")
    plan.add_argument("--page", action="store_true", help="runs nothing: writes the page from what is kept")
    plan.add_argument(
        "--parts", nargs="*", default=[], help="these parts only, again; the page keeps the others"
    )
    plan.add_argument(
        "--quick", action="store_true", help="tries the tool, not the server: writes KEEP/soak.md"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
