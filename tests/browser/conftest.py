"""A real browser and a real server for the tests of the page."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from browser.table_page import NewPlayer, Server, TablePage
from support.programs import find_chromium

FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
ARTEFACTS = Path(__file__).parent.parent.parent / "artefacts"
PATIENCE = int(os.environ.get("ALBION_PATIENCE", "60000"))
"""Milliseconds until something that does not happen counts as failed; a busy machine is no failure."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium: `make programs` fetches one, or name one in ALBION_CHROMIUM")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


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
