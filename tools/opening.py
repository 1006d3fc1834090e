"""Measures a cold opening: from asking for a table's address to the frame that shows its first question, nothing in the browser's cache.

The clock also counts what else the machine does; `page` is processor time of the page alone, which a loaded machine hardly changes.
Each opening has a browser context of its own. Needs Chromium, as the tests of the page do.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, sync_playwright

from browser.conftest import FLAGS
from browser.table_page import Server, TablePage
from repaint import GAMES, page_work
from support.programs import find_chromium

SEEN = """new MutationObserver((_, watch) => {
    const asked = document.querySelector('.table[data-mine=yes]') && document.querySelector('.side .answer[data-action]');
    if (!asked || !document.querySelector('.overlay .pieces')) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.seen = performance.now(); }));
}).observe(document, { childList: true, subtree: true, attributes: true })"""
SETTLED = 4.0
"""Seconds in which a server that has just begun packs its files and reads its games."""


def opened(chromium: Browser, server: Server, game: str) -> tuple[float, float, int]:
    """Milliseconds to the first question, those of processor time, and how many requests it took."""
    size: Any = {"width": 1440, "height": 900}
    context = chromium.new_context(base_url=server.address, viewport=size, reduced_motion="reduce")
    context.request.post("/api/me", data={"name": "Ann"})
    player = TablePage(context.new_page(), Path(tempfile.gettempdir()))
    row = player.api("GET", f"/games/{game}")["seats"]["table"][0]
    match = player.make_match({s["id"]: "human" for s in row["seats"]}, game=game)
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    player.page.add_init_script(SEEN)
    before = page_work(chromium)
    player.page.goto(f"/match/{match}", wait_until="commit")
    player.page.wait_for_function("() => window.seen")
    cost, seen = page_work(chromium) - before, float(player.page.evaluate("() => window.seen"))
    player.page.wait_for_timeout(500)
    context.close()
    return seen, cost, len(asked)


def main() -> int:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--times", type=int, default=5, help="openings measured for each game")
    told = parser.parse_args()
    server = Server(Path(tempfile.mkdtemp(prefix="albion-opening-")))
    server.start()
    try:
        time.sleep(SETTLED)
        print(f"{'':<16} {'median':>7} {'least':>6} {'most':>6} {'page':>6} {'requests':>9}  (milliseconds)")
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
            for game in told.games:
                found = [opened(chromium, server, game) for _ in range(told.times)]
                wall, cost = [x[0] for x in found], statistics.median(x[1] for x in found)
                print(
                    f"{game:<16} {statistics.median(wall):>7.0f} {min(wall):>6.0f} {max(wall):>6.0f} {cost:>6.0f} {max(x[2] for x in found):>9}",
                    flush=True,
                )
            chromium.close()
    finally:
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
