"""What a server bears: kills under load, very many visitors, clients that hammer. Needs Linux; figures stand in docs/soak.md.

.venv/bin/python tools/soak.py kills --postgres     # kill -9 again and again; no acknowledged action may be lost
.venv/bin/python tools/soak.py memory               # 10,000 matches and 2,000 sockets; memory must come back
.venv/bin/python tools/soak.py hammer               # others' p99 beside the dearest requests
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "unit" / "server"))

from postgres_server import PostgresServer

from soaking import hammer, kills, memory


def main() -> int:
    """0 if the server bore it."""
    plan = _arguments()
    with tempfile.TemporaryDirectory(prefix="albion-soak-") as folder:
        facts, fine = run(plan, Path(folder))
    print(json.dumps(facts))
    return 0 if fine else 1


def run(plan: argparse.Namespace, folder: Path) -> tuple[dict[str, Any], bool]:
    """The figures of one run, and whether they are within the bars."""
    if plan.what == "memory":
        facts = memory.memory(plan, folder)
        return facts, facts["times_start"] <= memory.MOST
    if plan.what == "hammer":
        facts = hammer.hammer(plan, folder)
        return facts, max(facts["times_quiet"].values()) <= hammer.MOST
    postgres = PostgresServer(folder) if plan.postgres else None
    try:
        facts = asyncio.run(kills.soak(plan, folder, postgres))
    finally:
        if postgres is not None:
            postgres.stop()
    named = {"game": plan.game, "database": "postgresql" if postgres else "sqlite", **facts}
    return named, not (facts["lost"] or facts["half_written"] or facts["gaps"])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    kinds = parser.add_subparsers(dest="what", required=True)
    plan = kinds.add_parser("kills", help="kill processes, servers and databases")
    plan.add_argument("--kills", type=int, default=300)
    plan.add_argument("--whole", type=int, default=10, help="every so many kills the whole server dies")
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
    plan.add_argument("--processes", type=int, default=1)
    plan = kinds.add_parser("hammer", help="players beside clients that ask without pause")
    plan.add_argument("--matches", type=int, default=8)
    plan.add_argument("--clients", type=int, default=4)
    plan.add_argument("--seconds", type=float, default=8.0, help="of each measurement")
    plan.add_argument("--think", type=float, default=0.1, help="seconds a player waits before an answer")
    plan.add_argument("--only", nargs="*", default=[], help="these kinds of requests")
    plan.add_argument("--no-limits", dest="limits", action="store_false", help="as if nobody counted")
    plan.add_argument("--processes", type=int, default=1)
    for one in kinds.choices.values():
        one.add_argument("--game", default="redux-core")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
