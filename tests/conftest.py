"""Options of the whole test run."""

import os
import shutil
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

from albion import COMPILED

BROWSER = Path(__file__).parent / "browser"
MEMORY = Path("/dev/shm")
ENOUGH = 2 << 30
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    # Databases sync every commit. Tests kill processes, never the machine, so that memory is as safe as a disk for them.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_addoption(parser: pytest.Parser) -> None:
    """What only this project's runs can be told."""
    parser.addoption("--rewrite", action="store_true", help="write tests/playthroughs again")
    parser.addoption(
        "--once-more", action="store_true", help="run what failed last time, if only browser tests did"
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread browser tests, which mostly wait, between the modules of the others, which mostly compute."""
    browser = [item for item in items if item.path.is_relative_to(BROWSER)]
    others = [item for item in items if not item.path.is_relative_to(BROWSER)]
    modules = [list(some) for _, some in groupby(others, key=lambda item: item.path)]
    if not browser or not modules:
        return
    each = -(-len(browser) // len(modules))
    mixed: list[pytest.Item] = []
    for n, module in enumerate(modules):
        mixed += [*browser[n * each : (n + 1) * each], *module]
    items[:] = mixed


def pytest_collection_finish(session: pytest.Session) -> None:
    """A second try is for browsers on a crowded machine: any other failure stands."""
    others = [item.nodeid for item in session.items if not item.path.is_relative_to(BROWSER)]
    if session.config.getoption("--once-more") and others:
        raise pytest.UsageError(f"no second try: {others[0]} needs no browser, and failed")


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
