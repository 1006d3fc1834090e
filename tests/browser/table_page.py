"""The server as a process, and the table's page as a person uses it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Page, expect

BUSY = 503
TRIES = 5
"""How often a call is made again that a server on a crowded machine had no time for."""
QUIET = {"story": "off", "waits": False, "confirm": False, "theme": "light"}
"""Nothing is told by itself, nothing asks twice: what a test presses counts at once."""


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`albion serve` in a process of its own, that can be killed and started again."""

    def __init__(self, data: Path, *more: str) -> None:
        self.data = data
        self.more = more
        self.port = free_port()
        self.address = f"http://localhost:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [str(Path(sys.executable).parent / "albion"), "serve", "--no-browser"]
        place = ["--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen([*command, *place, *self.more], stdout=subprocess.DEVNULL)
        for _ in range(1200):
            assert self.process.poll() is None, "the server did not start"
            try:
                with urlopen(f"{self.address}/api/health", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server did not answer within two minutes")

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        assert self.process is not None
        self.process.terminate()
        self.process.wait(timeout=60)

    def kill(self) -> None:
        """End it as a power cut does."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(timeout=60)


class TablePage:
    """What a player does and sees at the table."""

    def __init__(self, page: Page, artefacts: Path) -> None:
        self.page = page
        self.artefacts = artefacts
        self.table = page.locator(".table")
        self.match = ""
        """The match opened last."""

    def prefer(self, **settings: object) -> None:
        """Settings as the player left them last time."""
        text = json.dumps(json.dumps({**QUIET, **settings}))
        self.page.add_init_script(f"localStorage.setItem('albion-settings', {text})")

    def api(self, method: str, path: str, body: Any = None) -> Any:
        """A call with this player's cookie; while the server says that it is busy, again a little later."""
        answer = self.page.request.fetch(f"/api{path}", method=method, data=body)
        for _ in range(TRIES):
            if answer.status != BUSY:
                break
            time.sleep(1)
            answer = self.page.request.fetch(f"/api{path}", method=method, data=body)
        assert answer.ok, answer.text()
        return answer.json() if answer.text() else None

    def make_match(self, seats: dict[str, str], game: str = "redux-core", **more: Any) -> str:
        """A new match; its id."""
        made = self.api("POST", "/matches", {"game": game, "seats": seats, **more})
        return str(made["match"])

    def open(self, match: str, query: str = "") -> TablePage:
        """Go to the table and wait until the board is drawn."""
        self.match = match
        self.page.goto(f"/match/{match}{query}")
        expect(self.page.locator(".overlay .pieces")).to_be_attached()
        return self

    @property
    def seq(self) -> int:
        """The last entry this page has seen."""
        return int(self.table.get_attribute("data-seq") or 0)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.table.get_attribute("data-status") == "over"

    def wait_turn(self) -> None:
        """Wait until this player must answer, or the match is over."""
        self.page.wait_for_selector(".table[data-mine=yes], .table[data-status=over]")

    def wait_after(self, seq: int) -> None:
        """Wait until something new has happened."""
        self.page.wait_for_function(
            "seq => Number(document.querySelector('.table').dataset.seq) > seq", arg=seq
        )

    def answers(self) -> list[str]:
        """The legal answers on the buttons, once the page has nothing in progress that would draw them again."""
        self.page.wait_for_selector(".table[data-working=no]")
        script = "list => list.map(b => b.dataset.action)"
        found: list[str] = self.page.eval_on_selector_all(".side .answer", script)
        return found

    def press(self, action: str) -> None:
        """Press the button of an answer."""
        self.page.wait_for_selector(".table[data-working=no]")
        script = """action => {
            const button = document.querySelector(`.side .answer[data-action="${action}"]`);
            button.scrollIntoView({ block: 'nearest' });
            const box = button.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }"""
        self.page.mouse.click(*self.page.evaluate(script, action))

    def answer(self, action: str) -> None:
        """Press the button of an answer and wait until it counts; a move is made whole with its first target."""
        seq, draft = self.seq, self.draft
        self.press(action)
        self.page.wait_for_function(
            "([seq, draft]) => { const now = document.querySelector('.table').dataset;"
            " return Number(now.seq) > seq || now.draft !== draft; }",
            arg=[seq, draft],
        )
        if self.seq == seq:
            self.finish_move()
        self.wait_after(seq)

    @property
    def draft(self) -> str:
        """Whether a move is in the making: no, yes, or with its card open."""
        return self.table.get_attribute("data-draft") or "no"

    def finish_move(self) -> None:
        """Choose the first place in reach, and send whatever its card proposes."""
        if self.draft == "yes":
            places = self.page.locator(".side .answers .answer")
            seq = self.seq
            places.first.click()
            # Where nothing is left to choose the move is sent at once, and the next one may already be in the making.
            self.page.wait_for_function(
                "seq => { const now = document.querySelector('.table').dataset;"
                " return Number(now.seq) > seq || ['card', 'no'].includes(now.draft); }",
                arg=seq,
            )
        if self.draft == "card":
            self.page.locator("[data-do=send]").click()

    def area(self, place: str) -> tuple[float, float]:
        """A point on the screen inside a place: on its own counter, otherwise where its drawing is hit."""
        script = """place => {
            const inside = (x, y) => {
                const hit = document.elementFromPoint(x, y);
                const at = hit?.closest('[data-place]')?.dataset.place ?? hit?.closest('[data-id]')?.dataset.id;
                return at === place;
            };
            const shapes = [...document.querySelectorAll(`[data-place="${place}"], [data-id="${place}"]`)];
            for (const box of shapes.map(s => s.getBoundingClientRect()))
                for (const part of [.5, .35, .65, .2, .8, .1, .9])
                    for (const down of [.5, .35, .65, .2, .8, .1, .9]) {
                        const [x, y] = [box.x + box.width * part, box.y + box.height * down];
                        if (inside(x, y)) return [x, y];
                    }
            return null;
        }"""
        found = self.page.evaluate(script, place)
        assert found, f"{place} cannot be hit on the board"
        return found[0], found[1]

    def click_area(self, place: str) -> None:
        """Click a place on the board."""
        self.page.mouse.click(*self.area(place))

    def menu(self, item: str) -> None:
        """Choose from the menu."""
        self.page.locator("[data-do=menu]").click()
        self.page.locator(f".menu [data-do='{item}']").click()

    def shot(self, name: str) -> None:
        """Keep a picture of the page."""
        self.artefacts.mkdir(exist_ok=True)
        self.page.screenshot(path=str(self.artefacts / f"{name}.png"))


NewPlayer = Callable[..., TablePage]
ALONE = {"yellow": "human", "green": "human", "red": "human", "blue": "human"}


def seated(new_player: NewPlayer, **how: int) -> TablePage:
    """Somebody alone at a table with all four seats."""
    player = new_player("Ann", **how)
    player.prefer()
    return player.open(player.make_match(ALONE))


def place_all(player: TablePage) -> None:
    """Put new armies down until the nation may move."""
    while any(a.startswith("place ") for a in player.answers()):
        player.answer(player.answers()[0])
