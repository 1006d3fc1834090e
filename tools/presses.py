"""Counts presses: whole games of steady bots followed through the page by mouse, with as few presses as the page allows.

Every answer of the bots to a question with a choice counts as a question; a drag, however many places it rests over, is one press.
A game takes five to ten minutes. Needs Chromium, as the tests of the page do.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import sync_playwright

from browser.conftest import FLAGS
from browser.follower import new_follower
from browser.table_page import Server, TablePage
from support.programs import find_chromium

GAMES = ("redux-core", "redux-leaders", "britannia-2005", "boudicca", "domesday")
WHOLE = 1_000_000
EVERY = 150
"""After this many answers it is told how far the game has come."""


def main() -> None:
    """One line for each game that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME", help=f"any of {', '.join(GAMES)}")
    parser.add_argument("--answers", type=int, default=WHOLE, help="only that many answers of a game")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        try:
            for name in given.games:
                context = browser.new_context(
                    base_url=server.address, viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
                )
                context.set_default_timeout(30_000)
                context.request.post("/api/me", data={"name": "Ann"})
                player = TablePage(context.new_page(), Path("artefacts"))
                player.prefer()
                count(player, server, name, given.answers)
                context.close()
        finally:
            browser.close()
            server.stop()


def count(player: TablePage, server: Server, name: str, answers: int) -> None:
    """Follow one game and print what it took, now and then how far it has come."""
    follower = new_follower(player, server, name)
    told = 0

    def tell() -> None:
        nonlocal told
        if follower.course.n >= told + EVERY:
            told = follower.course.n
            print(f"  {name}, {follower.course.n} answers: {follower.ratio:.2f}", flush=True)

    follower.follow(answers, tell)
    print(
        f"{name}: {follower.hand.presses.total()} presses for {follower.course.questions} questions, {follower.ratio:.2f};"
        f" the bots went on from another position {follower.course.strayed} times"
    )
    print("  " + ", ".join(f"{kind} {n}" for kind, n in follower.hand.presses.most_common()), flush=True)


if __name__ == "__main__":
    main()
