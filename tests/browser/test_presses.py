"""How often a player presses: a steady bot's game followed answer by answer through the page, by mouse.

Half as many presses as questions over a whole game is the aim. That takes a quarter of an hour, so the test follows
the first rounds, in which more new armies are placed than later; ALBION_ANSWERS says how many answers, `-s` prints the figures.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Locator

from albion.engine.action import Action
from albion.engine.loop import is_forced
from albion.engine.match import Match
from albion.engine.step import Choice
from albion.games import GAMES
from albion.sim.play import play_recorded
from browser.table_page import NewPlayer, Server, TablePage

pytestmark = pytest.mark.browser

ANSWERS = int(os.environ.get("ALBION_ANSWERS", "120"))
"""So many answers of the game are followed, forced ones included."""
MOST = 0.7
"""Presses for each question with a choice, at most, in the first rounds."""
REPEATS = {"stay": ("", "area"), "fight": ("nation",), "hold": ("", "area"), "deny": ("",)}
"""Answers one may give once for all, and the fields of the question that say for how long."""
MOVING = {"to", "sail"}


class Follower:
    """Gives the answers of a recorded game with few presses: drags stacks onto numbers, repeats what repeats."""

    def __init__(self, player: TablePage, id: str, match: Match[Any]) -> None:
        self.player, self.page, self.id, self.match = player, player.page, id, match
        self.presses: Counter[str] = Counter()
        self.n = 0

    def follow(self, until: int) -> None:
        """Answer until so many answers are in effect."""
        self.wait(0)
        while self.n < until:
            given = self.n
            if self.action(0).verb == "from":
                self.march()
            elif self.action(0).verb == "stop" and self.action(1).verb in {"from", "end"}:
                self.stop_and(self.action(1).verb)
            elif self.action(0).verb in {"march-on", *MOVING} and self.player.draft == "yes":
                self.march_on()
            elif (field := self.repeatable()) is not None:
                self.click(f"[data-repeat='{f'{self.action(0).verb} {field}'.strip()}']")
            else:
                self.click(f'.side .answer[data-action="{self.action(0)}"]')
            self.wait(given)

    def action(self, ahead: int) -> Action:
        """The bot's answer so many questions further on."""
        return self.match.actions[self.n + ahead]

    def wait(self, given: int) -> None:
        """Until the answers count and nothing is under way; what was given must be what the bot gave."""
        more = "n => Number(document.querySelector('.table').dataset.n) >= n"
        self.page.wait_for_function(more, arg=given + (1 if given else 0))
        self.page.wait_for_selector(".table[data-mine=yes][data-working=no], .table[data-status=over]")
        self.page.wait_for_timeout(40)
        log = self.player.api("GET", f"/matches/{self.id}/entries?effective=true&limit=5000")["entries"]
        told = [e["action"] for e in log if e["n"] > given]
        assert told == [str(a) for a in self.match.actions[given : given + len(told)]], given
        self.n = given + len(told)

    def press(self, kind: str) -> None:
        """Count one."""
        self.presses[kind] += 1

    def click(self, selector: str) -> None:
        """Press a button."""
        self.press(self.action(0).verb)
        self.page.locator(selector).first.click()

    def stop_and(self, verb: str) -> None:
        """A march that could go on stops because something else is begun."""
        standing = next(a.noun for a in reversed(self.match.actions[: self.n]) if a.verb in MOVING)
        if verb == "end":
            self.click("[data-do=stop-and-end]")
        elif standing == self.action(1).noun:  # dragging from there would march on
            self.click('.side .answer[data-action="stop"]')
        else:
            self.n += 1
            self.march()
            self.n -= 1

    def march(self) -> None:
        """Drag a stack to its target and let it go on the number; straight to the end of a march where that is one move."""
        source, first, number = str(self.action(0).noun), self.action(1), self.action(2)
        on, last = self.action(3), self.action(4)
        if number.verb == "send" and on.verb == "march-on" and on.noun == number.noun and last.verb in MOVING:
            seq, before = self.player.seq, self.presses.copy()
            if self.drag(source, str(last.noun), number, further=True):
                log = self.player.api("GET", f"/matches/{self.id}/entries?effective=true&since={seq}")[
                    "entries"
                ]
                if first in [
                    Action("to", e["action"].split(" ")[1]) for e in log if e["action"].startswith("to ")
                ]:
                    return
                self.player.api("POST", f"/matches/{self.id}/undo", {"seq": self.player.seq})
                self.wait_for_n(self.n)
            self.presses = before  # the page would have gone another way
        self.drag(source, str(first.noun), number if number.verb == "send" else None)

    def march_on(self) -> None:
        """Drag those who may go on, or the only ones who may go, from where they stand."""
        here = next(a for a in reversed(self.match.actions[: self.n]) if a.verb in {"from", *MOVING})
        first, second = self.action(0), self.action(1)
        on = first.verb == "march-on"
        number = first if on else second if second.verb == "send" else None
        self.drag(str(here.noun), str((second if on else first).noun), number)

    def drag(self, source: str, target: str, number: Action | None, further: bool = False) -> bool:
        """One drag, let go on a number if a card opens, else on the place; whether there was such a target."""
        counter = self.page.locator(f'.piece[data-place="{source}"] .touch').first.bounding_box()
        assert counter is not None, source
        mouse, card = self.page.mouse, self.page.locator(".move-card")
        x, y = counter["x"] + counter["width"] / 2, counter["y"] + counter["height"] / 2
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 9, y + 9, steps=2)
        self.settle()
        if further and not self.page.locator(f'.mark.further[data-for="{target}"]').count():
            mouse.move(x, y)
            mouse.up()
            self.page.keyboard.press("Escape")
            return False
        self.press("drag")
        seq = self.player.seq
        mouse.move(*self.player.area(target), steps=4)
        self.page.wait_for_timeout(250)
        self.settle()
        wanted = card.locator(f"[data-number='{number.noun}']") if number else card.locator("[data-do=send]")
        button = wanted if wanted.count() else card.locator("[data-do=send]")
        if button.count() and (box := button.bounding_box()):
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        mouse.up()
        self.settle()
        if card.count():
            self.finish(card)
        elif self.player.seq == seq:
            self.by_list(source, target, number)
        return True

    def by_list(self, source: str, target: str, number: Action | None) -> None:
        """The same move, or the first answer of it, with the buttons beside the map, where a counter cannot be seized."""
        card = self.page.locator(".move-card")
        for _ in range(2):
            self.page.keyboard.press("Escape")
        self.settle()
        stack = self.page.locator(f'.turn .stack[data-action="from {source}"]')
        if not stack.count():
            self.click(f'.side .answer[data-action="{self.action(0)}"]')
            return
        self.press("stack")
        stack.click()
        self.page.wait_for_selector(".table[data-draft=yes]")
        self.press("target")
        self.page.locator(f'.side .answers .answer[data-action$=" {target}"]').click()
        self.settle()
        if number and (chip := card.locator(f"[data-number='{number.noun}']")).count():
            self.press("number")
            chip.click()
            self.settle()
        if card.count():
            self.finish(card)

    def finish(self, card: Locator) -> None:
        """What the card still asks: who goes along, and the button."""
        extra = card.locator(f'[data-action="{self.action(3)}"]')
        if extra.count() and extra.get_attribute("aria-checked") != "true":
            self.press("extra")
            extra.click()
        self.press("send")
        card.locator("[data-do=send]").click()

    def settle(self) -> None:
        """Until nothing is under way."""
        self.page.wait_for_timeout(60)
        self.page.wait_for_selector(".table[data-working=no]")

    def wait_for_n(self, n: int) -> None:
        """Until so many answers are in effect."""
        self.page.wait_for_function("n => Number(document.querySelector('.table').dataset.n) === n", arg=n)
        self.settle()

    def repeatable(self) -> str | None:
        """For how long the same answer is given to each such question; None if it pays nowhere to say so."""
        fields = REPEATS.get(self.action(0).verb, ())
        return next((field for field in fields if self.repeats(field)), None)

    def repeats(self, field: str) -> bool:
        """Whether the bot gives this answer several times, until the matter changes."""
        verb, times, matter = self.action(0).verb, 0, None
        for n in range(self.n, len(self.match.actions)):
            state, decision = self.match.at(n)
            step = state.agenda[-1]
            assert decision is not None and isinstance(step, Choice)
            first = next((a for a in decision.actions if a.verb == verb), None)
            if first is None or is_forced(state, decision):
                continue
            active = self.match.game.view(state, None).get("active")
            about = (
                active and (active["faction"], active.get("half")),
                decision.seat,
                step.about(state).get(field),
            )
            if matter is not None and about != matter:
                break
            if first != self.match.actions[n]:
                return False
            matter, times = about, times + 1
        return times > 1


def seed_of(server: Server, match: str) -> int:
    """The secret seed of a running match, so that its dice are known."""
    with sqlite3.connect(server.data / "albion.db") as database:
        return int(database.execute("SELECT seed FROM matches WHERE id = ?", (match,)).fetchone()[0])


@pytest.mark.parametrize("name", ["redux-core", "britannia-2005"])
def test_a_game_takes_far_fewer_presses_than_it_asks_questions(
    new_player: NewPlayer, server: Server, name: str
) -> None:
    player = new_player("Ann")
    player.prefer()
    game = GAMES[name]
    seats = game.seats(game.options_type())
    id = player.make_match(dict.fromkeys(seats, "human"), game=name)
    match = play_recorded(game, game.options_type(), ("steady",) * len(seats), seed_of(server, id))
    player.open(id)
    follower = Follower(player, id, match)
    follower.follow(min(ANSWERS, len(match.actions) - 1))
    choices = sum(not is_forced(*match.at(n)) for n in range(follower.n))  # type: ignore[arg-type]
    presses = follower.presses.total()
    print(f"\n{name}: {presses} presses for {choices} questions: {presses / choices:.2f} {follower.presses}")

    assert presses <= MOST * choices
