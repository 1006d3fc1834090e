"""Options of the whole test run."""

import os
import shutil
from collections import Counter
from pathlib import Path

import pytest

from albion import COMPILED

MEMORY = Path("/dev/shm")
ENOUGH = 2 << 30
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    # Databases sync every commit. Tests kill processes, never the machine, so that memory is as safe as a disk for them.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_addoption(parser: pytest.Parser) -> None:
    """What only this project's runs can be told."""
    parser.addoption("--rewrite", action="store_true", help="write tests/playthroughs again")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was tested, and what could not be tested here, and for want of what: never silently."""
    terminalreporter.write_line(f"tested: {COMPILED.told}")
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.getreports("skipped")
        if isinstance(report.longrepr, tuple)
    )
    for reason, n in reasons.most_common():
        terminalreporter.write_line(f"not tested here ({n}): {reason}", yellow=True)
