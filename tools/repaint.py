"""Measures click to repaint: from a press on an answer to the frame that shows what came of it, server included.

The clock also counts what else the machine does; `busy` is the processor time of the page's own thread, which a loaded
machine does not change. Needs Chromium, as the tests of the page do.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from browser.conftest import FLAGS, find_browser
from browser.table_page import QUIET, Server, TablePage

GAMES = ("redux-core", "redux-leaders", "britannia-2005", "boudicca", "domesday")
Times = dict[str, list[tuple[float, float]]]
PRESS = """seed => new Promise((done, fail) => {
    const table = document.querySelector('.table');
    const shown = () => [table.dataset.seq, table.dataset.draft, document.querySelectorAll('.chosen').length].join(' ');
    const card = document.querySelector('[data-do=send]');
    const places = table.dataset.draft === 'yes' ? document.querySelectorAll('.turn .answers .answer[data-action]:not(:disabled)') : [];
    const all = card ? [card] : [...(places.length ? places : document.querySelectorAll('.turn .answer[data-action]:not(:disabled):not([aria-disabled=true])'))];
    const moving = all.filter(b => !['end', 'pass', 'restart', 'stop'].includes(b.dataset.action));
    const list = moving.length ? moving : all;
    if (!list.length) return fail(new Error('there is nothing to press'));
    const button = list[seed % list.length];
    const before = shown();
    const verb = card ? 'send the card' : button.dataset.action.split(' ')[0];
    const watch = new MutationObserver(() => {
        if (shown() === before) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => done([verb, performance.now() - begun])));
    });
    watch.observe(table, { attributes: true, subtree: true });
    setTimeout(() => fail(new Error(`nothing came of ${verb}`)), 20000);
    const begun = performance.now();
    button.click();
})"""


def busy(session: CDPSession) -> float:
    """Milliseconds of processor time that the page's thread has used so far."""
    told = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
    return float(told["TaskDuration"]) * 1000


def measure(page: Page, presses: int) -> Times:
    """By verb, how long each press took, and how long the page worked for it."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
    session.send("Performance.enable")
    found: Times = defaultdict(list)
    for n in range(presses):
        page.wait_for_selector(".table[data-working=no][data-mine=yes], .table[data-status=over]")
        if page.locator(".table[data-status=over]").count():
            break
        before = busy(session)
        verb, took = page.evaluate(PRESS, n * 7919 % 104_729)
        page.wait_for_selector(".table[data-working=no]")
        found[verb].append((took, busy(session) - before))
    return found


def play(chromium: Browser, server: Server, game: str, presses: int) -> Times:
    """Press through a match with every seat at this screen."""
    size: Any = {"width": 1440, "height": 900}
    context = chromium.new_context(base_url=server.address, viewport=size, reduced_motion="reduce")
    context.request.post("/api/me", data={"name": "Ann"})
    player = TablePage(context.new_page(), Path(tempfile.gettempdir()))
    player.prefer(**QUIET)
    row = player.api("GET", f"/games/{game}")["seats"]["table"][0]
    player.open(player.make_match({s["id"]: "human" for s in row["seats"]}, game=game))
    found = measure(player.page, presses)
    context.close()
    return found


def told(name: str, times: list[tuple[float, float]]) -> str:
    """A line of figures."""
    wall, work = sorted(t for t, _ in times), sorted(b for _, b in times)
    late = wall[min(len(wall) - 1, int(len(wall) * 0.95))]
    middle = statistics.median(wall), statistics.median(work)
    return f"{name:<24} {len(wall):>5} {middle[0]:>8.0f} {late:>6.0f} {wall[-1]:>6.0f} {middle[1]:>8.0f}"


def main() -> int:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--presses", type=int, default=120, help="presses measured for each game")
    parser.add_argument("--verbs", action="store_true", help="also by what was pressed")
    asked = parser.parse_args()
    server = Server(Path(tempfile.mkdtemp(prefix="albion-repaint-")))
    server.start()
    try:
        print(f"{'':<24} {'n':>5} {'median':>8} {'p95':>6} {'most':>6} {'busy':>8}  (milliseconds)")
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
            for game in asked.games:
                found = play(chromium, server, game, asked.presses)
                print(told(game, [t for times in found.values() for t in times]))
                if asked.verbs:
                    for verb, times in sorted(found.items(), key=lambda item: -len(item[1])):
                        print(told(f"  {verb}", times))
            chromium.close()
    finally:
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
