"""`albion bench server`, with what its load maker used."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import msgspec

_PROGRAM = """
import json, sys
from albion.server.bench import run
print(json.dumps(run(processes=int(sys.argv[1]), matches=int(sys.argv[2]), seconds=float(sys.argv[3]))))
"""


def measured(processes: int, matches: int, seconds: float) -> dict[str, Any]:
    """Acknowledged actions with this many server processes and matches."""
    print(f"albion bench server redux-core --processes {processes} --matches {matches}", flush=True)
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(processes), str(matches), str(seconds)],
        check=True,
        capture_output=True,
        text=True,
    )
    facts: dict[str, Any] = msgspec.json.decode(done.stdout.strip().splitlines()[-1])
    return facts
