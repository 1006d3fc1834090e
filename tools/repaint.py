"""Measures click to repaint: from a press on an answer to the frame that shows what came of it, server included.

The clock also counts what else the machine does. `page` and `server` are processor time, the mean of a press: what the
browser spends on the page and what the server and its helpers spend; a loaded machine hardly changes these. Needs
Chromium, as the tests of the page do, and Linux for the server's figure.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright

from browser.conftest import FLAGS
from browser.table_page import QUIET, Server, TablePage
from support.programs import find_chromium

GAMES = ("redux-core", "redux-leaders", "britannia-2005", "boudicca", "domesday")
Times = dict[str, list[float]]
"""Milliseconds of each press, by what was pressed."""
TICK = 1000 / os.sysconf("SC_CLK_TCK")
PRESS = """seed => new Promise((done, fail) => {
    const table = document.querySelector('.table');
    const shown = () => [table.dataset.seq, table.dataset.draft, document.querySelectorAll('.chosen').length].join(' ');
    const card = document.querySelector('[data-do=send]');
    const places = table.dataset.draft === 'yes' ? document.querySelectorAll('.side .answers .answer[data-action]:not(:disabled)') : [];
    const all = card ? [card] : [...(places.length ? places : document.querySelectorAll('.side .answer[data-action]:not(:disabled):not([aria-disabled=true])'))];
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


def measure(page: Page, presses: int) -> Times:
    """Press so often, or until the match is over."""
    found: Times = defaultdict(list)
    for n in range(presses):
        page.wait_for_selector(".table[data-working=no][data-mine=yes], .table[data-status=over]")
        if page.locator(".table[data-status=over]").count():
            break
        verb, took = page.evaluate(PRESS, n * 7919 % 104_729)
        found[verb].append(took)
    page.wait_for_selector(".table[data-working=no]")
    return found


def page_work(chromium: Browser) -> float:
    """Milliseconds of processor time that pages have cost so far."""
    told = chromium.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return 1000 * sum(float(p["cpuTime"]) for p in told if p["type"] == "renderer")


def server_work(server: Server) -> float:
    """Milliseconds of processor time of the server and every process it has started."""
    assert server.process is not None
    parents, spent = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            parents[int(stat.parent.name)] = int(fields[1])
            spent[int(stat.parent.name)] = (int(fields[11]) + int(fields[12])) * TICK
    family = {server.process.pid}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(spent.get(pid, 0.0) for pid in family)


def play(chromium: Browser, server: Server, game: str, presses: int) -> tuple[Times, float, float]:
    """Press through a match with every seat at this screen; and what that cost page and server."""
    size: Any = {"width": 1440, "height": 900}
    context = chromium.new_context(base_url=server.address, viewport=size, reduced_motion="reduce")
    context.request.post("/api/me", data={"name": "Ann"})
    player = TablePage(context.new_page(), Path(tempfile.gettempdir()))
    player.prefer(**QUIET)
    row = player.api("GET", f"/games/{game}")["seats"]["table"][0]
    player.open(player.make_match({s["id"]: "human" for s in row["seats"]}, game=game))
    player.page.wait_for_selector(".table[data-working=no]")
    before = page_work(chromium), server_work(server)
    found = measure(player.page, presses)
    cost = page_work(chromium) - before[0], server_work(server) - before[1]
    context.close()
    return found, *cost


def told(name: str, times: list[float]) -> str:
    """A line of figures."""
    wall = sorted(times)
    late = wall[min(len(wall) - 1, int(len(wall) * 0.95))]
    return f"{name:<24} {len(wall):>5} {statistics.median(wall):>8.0f} {late:>6.0f} {wall[-1]:>6.0f}"


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
        print(
            f"{'':<24} {'n':>5} {'median':>8} {'p95':>6} {'most':>6} {'page':>6} {'server':>6}  (milliseconds)"
        )
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
            for game in asked.games:
                found, page, behind = play(chromium, server, game, asked.presses)
                every = [t for times in found.values() for t in times]
                print(
                    f"{told(game, every)} {page / len(every):>6.0f} {behind / len(every):>6.0f}", flush=True
                )
                if asked.verbs:
                    for verb, times in sorted(found.items(), key=lambda item: -len(item[1])):
                        print(told(f"  {verb}", times))
            chromium.close()
    finally:
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
