"""A real browser and a real server for the tests of the page."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from browser.table_page import NewPlayer, Server, TablePage

FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARTEFACTS = Path(__file__).parent.parent.parent / "artefacts"
INSTALL = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]


PATIENCE = int(os.environ.get("ALBION_PATIENCE", "30000"))
"""Milliseconds until something that does not happen counts as failed; a busy machine is no failure."""
expect.set_options(timeout=PATIENCE)


def find_browser() -> str:
    """An installed Chromium, else Playwright's own, otherwise one installed now where we may; one worker at a time."""
    with Path(tempfile.gettempdir(), f"albion-browser-{os.getuid()}").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        return _find_browser()


def _find_browser() -> str:
    given = os.environ.get("ALBION_CHROMIUM")
    found = given or next((path for name in NAMES if (path := shutil.which(name))), None) or _downloaded()
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update"], capture_output=True)
        subprocess.run(INSTALL, capture_output=True)
        found = shutil.which("chromium")
    if found is None:
        pytest.skip(
            "no Chromium: install it (on Debian: apt-get install chromium) or name one in ALBION_CHROMIUM"
        )
    return found


def _downloaded() -> str | None:
    """Playwright's own Chromium, fetched now if need be; None where its server is not to be reached."""
    download = [sys.executable, "-m", "playwright", "install", "chromium"]
    try:
        if subprocess.run(download, capture_output=True, timeout=240).returncode:
            return None
    except subprocess.TimeoutExpired:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    path = find_browser()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a database of its own."""
    running = Server(tmp_path_factory.mktemp("data"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def new_player(browser: Browser, server: Server) -> Iterator[NewPlayer]:
    """Makes people, each with a browser window and cookies of their own; their pages must not stumble."""
    contexts: list[BrowserContext] = []
    stumbles: list[str] = []

    def make(name: str = "Ann", *, width: int = 1440, height: int = 900, **how: object) -> TablePage:
        size = {"width": width, "height": height}
        context = browser.new_context(base_url=server.address, viewport=size, reduced_motion="reduce", **how)  # type: ignore[arg-type]
        contexts.append(context)
        page: Page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: stumbles.append(f"{name}: {error}"))
        context.request.post("/api/me", data={"name": name})
        return TablePage(page, ARTEFACTS)

    yield make
    for context in contexts:
        context.close()

    assert stumbles == []
