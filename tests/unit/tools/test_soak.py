"""The soak tool itself, at a small scale: what it reports is what happened."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SOAK = Path(__file__).resolve().parents[3] / "tools" / "soak.py"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")


def soak(*words: str) -> tuple[int, dict[str, Any]]:
    """Run it; its exit code and figures."""
    done = subprocess.run([sys.executable, str(SOAK), *words], capture_output=True, text=True, timeout=240)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout.splitlines()[-1])


def test_kills_lose_nothing() -> None:
    code, facts = soak(
        "kills", "--kills", "2", "--whole", "2", "--matches", "3", "--watchers", "2", "--think", "0.05"
    )

    assert (facts["processes"], facts["servers"]) == (1, 1) and facts["acknowledged"] > 0
    assert (code, facts["lost"], facts["half_written"], facts["gaps"]) == (0, 0, 0, 0)


def test_memory_comes_back() -> None:
    code, facts = soak("memory", "--matches", "60", "--sockets", "15", "--look", "1")

    assert facts["start_mb"] > 20 and facts["loaded_mb"] > facts["start_mb"]
    assert code == 0 and facts["times_start"] <= 1.3


def test_waiting_is_measured_beside_what_others_ask_for() -> None:
    _, facts = soak("hammer", "--matches", "2", "--seconds", "1", "--think", "0.02", "--only", "games")

    assert facts["quiet_p99_ms"] > 0 and facts["p99_ms"]["games"] > 0
    assert facts["answered"]["games"]["200"] > 0
