"""Options of the whole test run."""

import os
import shutil
from collections import Counter
from pathlib import Path

os.environ.setdefault(
    "ALBION_PURE", "1"
)  # tests take plain Python apart and patch it; `make golden` asks for compiled code

import pytest

MEMORY = Path("/dev/shm")
ENOUGH = 2 << 30
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    # Databases sync every commit. Tests kill processes, never the machine, so that memory is as safe as a disk for them.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_addoption(parser: pytest.Parser) -> None:
    """--rewrite: write the golden games anew instead of comparing them."""
    parser.addoption("--rewrite", action="store_true", help="write tests/playthroughs anew")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What could not be tested here, and for want of what: never silently."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.getreports("skipped")
        if isinstance(report.longrepr, tuple)
    )
    for reason, n in reasons.most_common():
        terminalreporter.write_line(f"not tested here ({n}): {reason}", yellow=True)
