"""The soak tool itself, at a small scale: what it reports is what happened."""

from __future__ import annotations

import json
import random
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
    few = ("--matches", "2", "--clients", "2", "--others", "2", "--seconds", "2", "--minutes", "0")
    _, facts = soak("hammer", *few, "--think", "0.02", "--only", "games")
    low, high = facts["interval"]["games"]

    assert facts["quiet_p99_ms"] > 0 and facts["p99_ms"]["games"] > 0
    assert facts["quiet_samples"] > 0 and facts["samples"]["games"] > 0
    assert 0 <= low <= facts["times_quiet"]["games"] <= high
    assert sum(facts["answered"]["games"].values()) >= 2


def test_a_ratio_is_known_the_better_the_longer_it_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SOAK.parent))
    from soaking.waits import drawn, interval, p99

    chance = random.Random(1)

    def seconds(count: int, mean: float) -> list[list[float]]:
        return [[chance.expovariate(1 / mean) for _ in range(80)] for _ in range(count)]

    bounds = []
    for count in (5, 80):
        quiet, beside = seconds(count, 0.01), seconds(count, 0.015)
        bounds.append(interval(drawn(beside, 1), drawn(quiet, 0)))

    assert p99([[1.0] * 99, [2.0]]) == 2.0 and p99([]) == 0.0
    assert all(low < 1.5 < high for low, high in bounds)
    assert bounds[1][1] - bounds[1][0] < 0.5 * (bounds[0][1] - bounds[0][0])


def test_seconds_without_an_answer_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SOAK.parent))
    from soaking.waits import drawn, interval

    low, high = interval(drawn([[], [0.02], []], 1), drawn([[0.01], []], 0))

    assert low == high == 2.0


def test_two_processes_are_held_against_one_and_against_the_most_possible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(SOAK.parent))
    monkeypatch.syspath_prepend(str(SOAK.parents[1] / "tests" / "unit" / "server"))
    from soaking import page

    monkeypatch.setattr("os.cpu_count", lambda: 2)

    def ran(matches: int, processes: int, actions: float) -> dict[str, Any]:
        figures = {"p50_ms": 3.0, "p99_ms": 6.0, "server_cpu_us": 200, "load_cores": actions * 50e-6}
        return {"matches": matches, "processes": processes, "actions_per_second": actions, **figures}

    speeds = [ran(20, 1, 4000), ran(20, 2, 6000), ran(100, 1, 4000), ran(100, 2, 7000)]
    bar = dict(page.Found([], speeds, [], []).bars())
    text = page.written(page.Found([], speeds, [], []), "")
    speeds[1] = ran(20, 2, 6400)
    found = "two processes at least 1.6 times one with 20 and 100 matches, p99 not higher"

    assert bar[found] == "missed", "with 20 matches 1.5 times"
    assert (
        "50 µs of the load generator's, so 2 cores that never wait could do 8,000 a second: 2.00 times"
        in text
    )
    assert dict(page.Found([], speeds, [], []).bars())[found] == "met"
    assert dict(page.Found([], speeds[:2], [], []).bars())[found] == "not measured"
