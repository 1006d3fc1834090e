"""Plays a recorded game through the page with as few presses as the page allows, and counts them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from albion.engine.action import Action, parse_action
from albion.engine.loop import apply
from albion.games import GAMES
from browser.course import TAKES_ALL, Course, steady_course
from browser.gestures import Gestures, Move
from browser.table_page import Server, TablePage

MOVING = {"to", "sail", "attack"}
BEGINS = {"from", "move", "activate"}
ENTERED = {"enter", *MOVING}
SWEPT = {"recruit", "survey", "build", "place"}
"""Answers of which several may be given by one gesture."""
KINDS = {"new", "flip"}
"""What may be recruited, chosen with the place."""
IN_VAIN = 20_000
"""Milliseconds after which a press has come to nothing."""
AHEAD = 14
"""This many answers beyond those just given may have answered themselves."""


class Follower:
    """Gives the answers of a bot's game: drags stacks onto numbers, repeats what repeats, takes two answers as one."""

    def __init__(self, player: TablePage, id: str, course: Course) -> None:
        self.player, self.page, self.id, self.course = player, player.page, id, course
        self.hand = Gestures(player)
        self.counted = 0
        """How many answers are in effect, without a stop that the page gives by itself."""
        self.here, self.asked = course.match.at(0)
        self.seen = 0
        """The last entry read."""

    @property
    def ratio(self) -> float:
        """Presses for each question so far."""
        return self.hand.presses.total() / max(1, self.course.questions)

    def follow(self, until: int, told: Callable[[], None] = lambda: None) -> None:
        """Answer until this many of the bot's answers are in effect; `told` is called after each press."""
        self.catch_up()
        while self.course.n < min(until, self.course.length - 1):
            before = self.course.n
            try:
                self.step()
            except (
                PlaywrightTimeout,
                AssertionError,
            ):  # what it looked for is not there: nothing comes of it
                self.course.n = before
                self.page.mouse.up()
            self.catch_up(before)
            told()

    def step(self, *, stopped: bool = False) -> None:
        """One answer of the bot's, or as many as the page takes at once; `stopped`: after a stop that the page gives by itself."""
        course = self.course
        self.counted = course.n - 1 if stopped else course.n
        first, second = course.action(0), course.action(1)
        if first.verb == "from":
            self.march()
        elif first.verb in TAKES_ALL and second.verb == "play":
            self.click(f'.side .answer[data-action="{first}"]')
            self.hand.settle()
            self.click(f'[data-plan="{first}, {second}"]')
        elif first.verb in TAKES_ALL or (first.verb == "enter" and second.verb == "take"):
            self.set_out(first, 1)
        elif first.verb == "take":
            self.set_out(course.last({"activate", "enter"}), 0)
        elif first.verb == "evacuate":
            self.hand.drag(Move(course.about(1, "hex"), str(second.noun), unit=str(first.noun)))
        elif first.verb == "stop" and self.go_on_from_stop():
            pass
        elif first.verb in {"march-on", *ENTERED} and self.player.draft == "yes":
            self.march_on()
        elif first.verb in SWEPT and self.hand.sweep(self.swept()):
            pass
        elif (found := course.repeatable()) is not None:
            self.click(f"[data-repeat='{found}']")
        elif (chip := self.plan_button()) is not None:
            self.hand.press(first.verb)
            chip.click()
        elif self.folded(first) and self.hand.in_sight(str(first.noun)):
            self.hand.press(first.verb)
            self.player.click_area(str(first.noun))
        else:
            self.click(f'.side .answer[data-action="{first}"]')
            if first.verb in MOVING:
                self.hand.settle()
                self.hand.choose(second if second.verb == "send" else None, course.action(3))

    def folded(self, a: Action) -> bool:
        """Whether an answer is one of many places without a name, which the map shows."""
        button = self.page.locator(f'.side .answer[data-action="{a}"]').first
        return button.count() > 0 and not button.is_visible()

    def click(self, selector: str) -> None:
        """Press a button."""
        self.hand.click(selector, self.course.action(0).verb, self.seen)

    def catch_up(self, before: int = -1) -> None:
        """Until what was pressed counts; the position at the table must be one of the bot's game."""
        if before >= 0:
            self.wait_after_press()
        self.hand.settle()
        log = self.entries()
        given: list[Action] = []
        for ahead, entry in enumerate(e for e in log if e["kind"] == "play"):
            known = entry["action"] and parse_action(entry["action"], self.course.match.verbs)
            given.append(known or self.course.action(ahead))  # what is secret was as the bot did it
            self.asked = apply(self.here, given[-1])
        self.seen = max([self.seen, *(e["seq"] for e in log)])
        if not self.course.find((self.here, self.asked), before + 1, self.course.n + len(log) + AHEAD):
            self.course.stray(given)
            self.counted = self.course.n

    def entries(self) -> list[dict[str, Any]]:
        """What has happened since it was last asked for."""
        asked = f"/matches/{self.id}/entries?effective=true&since={self.seen}"
        found: list[dict[str, Any]] = self.player.api("GET", asked)["entries"]
        return found

    def wait_after_press(self) -> None:
        """Until something came of what was pressed; if nothing does, the answer is sent as a program would, and counted."""
        try:
            self.page.wait_for_function(
                "seq => Number(document.querySelector('.table').dataset.seq) > seq",
                arg=self.seen,
                timeout=IN_VAIN,
            )
        except PlaywrightTimeout:
            self.hand.press("in vain")
            self.player.shot(f"in-vain-{self.hand.presses['in vain']}")
            given = str(self.course.action(0))
            print(f"nothing came of {given} (answer {self.course.n})")
            self.page.keyboard.press("Escape")
            self.player.api("POST", f"/matches/{self.id}/actions", {"action": given, "seq": self.seen})
            self.player.wait_after(self.seen)

    def plan_button(self) -> Locator | None:
        """The button that gives this answer and those after it, as many as there is one for."""
        actions = [self.course.action(ahead) for ahead in range(3)]
        plans = [", ".join(map(str, actions[:length])) for length in (3, 2)]
        found = (self.page.locator(f'[data-plan="{plan}"]') for plan in plans)
        return next((chip.first for chip in found if chip.count()), None)

    def swept(self) -> list[list[str]]:
        """New units that are placed one after the other, each in another place than the one before."""
        ahead = 0
        found: list[list[str]] = []
        while (begin := self.course.action(ahead)).verb in SWEPT:
            then = self.course.action(ahead + 1)
            if found and found[-1][-1] == str(begin):
                break
            found.append([f"{begin}, {then}", str(begin)])
            ahead += 2 if then.verb in KINDS else 1
        return found

    def go_on_from_stop(self) -> bool:
        """A march that could go on stops because something else is begun; whether that can be begun at once."""
        begin = self.course.action(1)
        if begin.verb in BEGINS and self.course.last(ENTERED).noun == begin.noun:
            return False  # dragging from there would march on
        # Without a stack to press in the list, what is pressed next would be taken for the march that is in progress.
        kind = ".stack" if begin.verb in BEGINS else ""
        if not self.page.locator(f'.side {kind}[data-action="{begin}"]').count():
            return False
        self.course.n += 1
        self.step(stopped=True)
        self.course.n -= 1
        return True

    def march(self) -> None:
        """Drag a stack to its target and let it go on the number; over the place between where a march goes on."""
        begin, first, number, *_ = (self.course.action(ahead) for ahead in range(5))
        sent = number if number.verb == "send" else None
        on, last = (self.course.action(ahead) for ahead in ((3, 4) if sent else (2, 3)))
        move = Move(str(begin.noun), str(first.noun), sent, extra=self.course.action(3))
        whole = on.verb == "march-on" and last.verb in MOVING and (sent is None or on.noun == sent.noun)
        if whole and self.hand.drag(move._replace(target=str(last.noun), via=str(first.noun))):
            return
        self.hand.drag(move)

    def march_on(self) -> None:
        """Drag those who may go on, or the only ones who may go, from where they stand."""
        here = str(self.course.last({"from", "move", "activate", *ENTERED}).noun)
        first, second = self.course.action(0), self.course.action(1)
        if first.verb == "enter":
            self.hand.drag(Move(here, self.goal(0)))
            return
        on = first.verb == "march-on"
        number = first if on else second if second.verb == "send" else None
        target = str((second if on else first).noun)
        self.hand.drag(Move(here, target, number, extra=self.course.action(3)))

    def set_out(self, begin: Action, before: int) -> None:
        """Drag a stack whose units are chosen one by one, or the rest of it; those who stay are left behind first."""
        everybody = TAKES_ALL.get(begin.verb, TAKES_ALL["activate"])
        picks = [str(a) for a in self.course.run(everybody.verb, before)]
        chosen = before + len(picks)
        if self.course.action(chosen).verb == "march":
            chosen += 1
        move = Move(str(begin.noun), self.goal(chosen))
        if self.course.all_go(everybody, before, chosen - before):
            self.hand.drag(move)
            return
        if self.hand.drag(move._replace(units=picks)):
            return
        if before:
            self.click(f'.side .answer[data-action="{begin}"]')
        self.hand.settle()
        self.hand.pick_out(self.hand.choices(picks, ".side"))
        self.hand.by_list(move)

    def goal(self, ahead: int) -> str:
        """Where a band goes that enters one place after another, if the page leads there the same way; otherwise its first step."""
        entered = [str(a) for a in self.course.run("enter", ahead)]
        if not entered:
            return str(self.course.action(ahead).noun)
        given = self.course.match.actions[self.counted : self.course.n + ahead]
        before = [str(a) for a in given]
        tried = {
            "action": before[0] if before else None,
            "then": before[1:],
            "deep": False,
            "through": "enter",
        }
        ways = self.player.api("POST", f"/matches/{self.id}/reach", tried)["ways"] if len(entered) > 1 else []
        there = [w for w in ways if w["answers"][-1] == entered[-1] and w["about"]]
        best = max(there, key=lambda w: halves(w["about"]["ap"]), default=None)
        last = entered[-1] if best and best["answers"] == entered else entered[0]
        return last.removeprefix("enter ")


def halves(points: str) -> int:
    """ "1½" as halves."""
    return 2 * int(points.removesuffix("½") or 0) + points.endswith("½")


def new_follower(player: TablePage, server: Server, name: str) -> Follower:
    """A new match, and a steady bot's game in it, to be followed."""
    game = GAMES[name]
    id = player.make_match(dict.fromkeys(game.seats(game.options_type()), "human"), game=name)
    course = steady_course(server, name, id)
    player.open(id)
    return Follower(player, id, course)
