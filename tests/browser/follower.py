"""Plays a recorded game through the page with as few presses as the page allows, and counts them."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from albion.engine.action import Action, Decision, parse_action
from albion.engine.loop import apply, is_forced
from albion.engine.match import Match
from albion.engine.state import State
from albion.engine.step import Choice
from albion.games import GAMES
from albion.sim.play import play_on, play_recorded, seat_bots
from browser.table_page import Server, TablePage

MOVING = {"to", "sail"}
BEGINS = {"from", "move", "activate"}
TAKES_ALL = {"move": Action("pick", "all"), "activate": Action("take", "all")}
REPEATS = {
    "stay": ("round", "", "area"),
    "fight": ("game surest", "nation surest", "nation"),
    "hold": ("round", "", "area"),
    "hit": ("area surest",),
    "shift": ("area",),
    "deny": ("round", ""),
    "decline": ("round",),
}
"""Answers one may give once for all, and the fields of the question that say for how long, the longest first; "surest": the best odds each time."""
SWEPT = {"recruit", "place"}
"""Answers of which several may be given by one gesture."""
ONLY_AT = {"decline": "BattleEvent"}
"""Questions at which the page offers that, where it is not all of them."""
IN_SIGHT = """([place, margin]) => {
    const map = document.querySelector('.map-box').getBoundingClientRect();
    const shape = document.querySelector(`[data-place="${place}"] .touch`) ?? document.querySelector(`[data-id="${place}"]`);
    const box = shape?.getBoundingClientRect();
    const [x, y] = box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0];
    return x > map.left + margin && x < map.right - margin && y > map.top + margin && y < map.bottom - margin;
}"""
IN_VAIN = 20_000
"""Milliseconds after which a press has come to nothing."""
TOWARDS = """place => {
    const map = document.querySelector('.map-box').getBoundingClientRect();
    const shape = document.querySelector(`[data-place="${place}"] .touch`) ?? document.querySelector(`[data-id="${place}"]`);
    if (!shape) return null;
    const box = shape.getBoundingClientRect();
    const within = (at, low, high) => Math.max(low + 12, Math.min(high - 12, at));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return [[within(x, map.left, map.right), within(y, map.top, map.bottom)], [x, y]];
}"""
"""The point of the map's edge that is nearest to a place out of sight, and where that place is."""
MOST_PULLS = 120
LINGER = 190
"""Milliseconds after which a drag that rests opens a card."""


class Follower:
    """Gives the answers of a bot's game: drags stacks onto numbers, repeats what repeats, takes two answers as one."""

    def __init__(self, player: TablePage, id: str, match: Match[Any]) -> None:
        self.player, self.page, self.id, self.match = player, player.page, id, match
        self.presses: Counter[str] = Counter()
        self.n = 0
        """How many of the bot's answers are in effect."""
        self.counted = 0
        """The same without a stop that the page gives by itself."""
        self.here, self.asked = match.at(0)
        self.seen = 0
        """The last entry read."""
        self.strayed = 0
        """How often what was pressed led elsewhere than the bot went, which then played on from there."""

    @cached_property
    def positions(self) -> list[tuple[State, Decision | None]]:
        """Every position of the bot's game."""
        state, decision = self.match.at(0)
        found: list[tuple[State, Decision | None]] = [(state.clone(), decision)]
        for a in self.match.actions:
            decision = apply(state, a)
            found.append((state.clone(), decision))
        return found

    @property
    def ratio(self) -> float:
        """Presses for each question so far."""
        return self.presses.total() / max(1, self.questions)

    @property
    def questions(self) -> int:
        """How many of the questions so far had more than one answer."""
        return sum(not is_forced(s, d, watched=False) for s, d in self.positions[: self.n] if d is not None)

    def follow(self, until: int, told: Callable[[], None] = lambda: None) -> None:
        """Answer until so many of the bot's answers are in effect; `told` is called after each press."""
        self.catch_up()
        while self.n < min(until, len(self.match.actions) - 1):
            before = self.n
            try:
                self.step()
            except (
                PlaywrightTimeout,
                AssertionError,
            ):  # what it looked for is not there: nothing comes of it
                self.n = before
                self.page.mouse.up()
            self.catch_up(before)
            told()

    def step(self, *, stopped: bool = False) -> None:
        """One answer of the bot's, or as many as the page takes at once; `stopped`: after a stop that the page gives by itself."""
        self.counted = self.n - 1 if stopped else self.n
        first, second = self.action(0), self.action(1)
        if first.verb == "from":
            self.march()
        elif first.verb in TAKES_ALL:
            self.set_out()
        elif first.verb == "stop" and self.go_on_from_stop():
            pass
        elif first.verb in {"march-on", "enter", *MOVING} and self.player.draft == "yes":
            self.march_on()
        elif first.verb in SWEPT and self.sweep():
            pass
        elif (found := self.repeatable()) is not None:
            self.click(f"[data-repeat='{found}']")
        elif (chip := self.plan_button()) is not None:
            self.press(first.verb)
            chip.click()
        else:
            self.click(f'.side .answer[data-action="{first}"]')
            if first.verb in MOVING and (card := self.page.locator(".move-card")):
                self.settle()
                self.choose(card, second if second.verb == "send" else None)

    def action(self, ahead: int) -> Action:
        """The bot's answer so many questions further on."""
        n = self.n + ahead
        return self.match.actions[n] if n < len(self.match.actions) else Action("none")

    def catch_up(self, before: int = -1) -> None:
        """Until what was pressed counts; the position at the table must be one of the bot's game."""
        if before >= 0:
            self.wait_after_press()
        self.settle()
        log = self.player.api("GET", f"/matches/{self.id}/entries?effective=true&since={self.seen}")[
            "entries"
        ]
        given: list[Action] = []
        for ahead, entry in enumerate(e for e in log if e["kind"] == "play"):
            known = entry["action"] and parse_action(entry["action"], self.match.verbs)
            given.append(known or self.action(ahead))  # what is secret was as the bot did it
            self.asked = apply(self.here, given[-1])
        self.seen = max([self.seen, *(e["seq"] for e in log)])
        for n in range(before + 1, min(self.n + len(log) + 14, len(self.positions))):
            if self.positions[n] == (self.here, self.asked):
                self.n = n
                return
        self.stray(given)

    def wait_after_press(self) -> None:
        """Until something came of what was pressed; if nothing does, the answer is sent as a program would, and counted."""
        try:
            self.page.wait_for_function(
                "seq => Number(document.querySelector('.table').dataset.seq) > seq",
                arg=self.seen,
                timeout=IN_VAIN,
            )
        except PlaywrightTimeout:
            self.press("in vain")
            self.player.shot(f"in-vain-{self.presses['in vain']}")
            print(f"nothing came of {self.action(0)} (answer {self.n})")
            self.page.keyboard.press("Escape")
            self.player.api(
                "POST", f"/matches/{self.id}/actions", {"action": str(self.action(0)), "seq": self.seen}
            )
            self.player.wait_after(self.seen)

    def stray(self, given: list[Action]) -> None:
        """The table went another way than the bot: from here on the bots' game is the one they would play now."""
        game, options = self.match.game, self.match.options
        match: Match[Any] = Match(game, options, self.match.seed)
        for a in [*self.match.actions[: self.n], *given]:
            assert match.decision is not None
            match.play(match.decision.seat, a)
        self.n = self.counted = len(match.actions)
        self.strayed += 1
        play_on(match, seat_bots(game, options, ["steady"]))
        self.match = match
        del self.positions

    def press(self, kind: str) -> None:
        """Count one."""
        self.presses[kind] += 1

    def click(self, selector: str) -> None:
        """Press a button; not counted where a repeated answer was quicker."""
        try:
            self.page.locator(selector).first.click(timeout=8000)
        except PlaywrightTimeout:
            assert self.player.seq > self.seen, selector
        else:
            self.press(self.action(0).verb)

    def plan_button(self) -> Locator | None:
        """The button that gives this answer and those after it, as many as there is one for."""
        actions = self.match.actions[self.n : self.n + 3]
        plans = [", ".join(map(str, actions[:length])) for length in (3, 2)]
        found = (self.page.locator(f'[data-plan="{plan}"]') for plan in plans)
        return next((chip.first for chip in found if chip.count()), None)

    def sweep(self) -> bool:
        """Several places for new units by one gesture: rest on each with the button held; whether there are several."""
        found: list[Locator] = []
        before, n = "", self.n
        while n < len(self.match.actions) and self.match.actions[n].verb == self.action(0).verb:
            begin, then = self.match.actions[n], self.match.actions[n + 1]
            plans = [f"{begin}, {then}", str(begin)]
            chip = next(
                (c for plan in plans if (c := self.page.locator(f'[data-sweep="{plan}"]')).count()), None
            )
            if chip is None or str(begin) == before:
                break
            found.append(chip.first)
            before, n = str(begin), n + (2 if then.verb in {"new", "flip"} else 1)
        if len(found) < 2:
            return False
        self.press("sweep")
        for number, button in enumerate(found):
            button.evaluate("button => button.scrollIntoView({ block: 'nearest' })")
            box = button.bounding_box()
            assert box is not None
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            if number == 0:
                self.page.mouse.down()
            self.page.wait_for_timeout(LINGER)
        self.page.mouse.up()
        return True

    def go_on_from_stop(self) -> bool:
        """A march that could go on stops because something else is begun; whether that can be begun at once."""
        begin = self.action(1)
        standing = next(
            a.noun for a in reversed(self.match.actions[: self.n]) if a.verb in {"enter", *MOVING}
        )
        if begin.verb in BEGINS and standing == begin.noun:
            return False  # dragging from there would march on
        # Without a stack to press in the list, what is pressed next would be taken for the march that is under way.
        kind = ".stack" if begin.verb in BEGINS else ""
        if not self.page.locator(f'.side {kind}[data-action="{begin}"]').count():
            return False
        self.n += 1
        self.step(stopped=True)
        self.n -= 1
        return True

    def march(self) -> None:
        """Drag a stack to its target and let it go on the number; over the place between where a march goes on."""
        source, first, number = str(self.action(0).noun), self.action(1), self.action(2)
        sent = number if number.verb == "send" else None
        on, last = (self.action(3), self.action(4)) if sent else (number, self.action(3))
        whole = on.verb == "march-on" and last.verb in MOVING and (sent is None or on.noun == sent.noun)
        if whole and self.drag(source, str(last.noun), sent, via=str(first.noun)):
            return
        self.drag(source, str(first.noun), sent)

    def march_on(self) -> None:
        """Drag those who may go on, or the only ones who may go, from where they stand."""
        here = next(
            a for a in reversed(self.match.actions[: self.n]) if a.verb in {"from", "move", "enter", *MOVING}
        )
        first, second = self.action(0), self.action(1)
        if first.verb == "enter":
            self.drag(str(here.noun), self.goal(self.n), None)
            return
        on = first.verb == "march-on"
        number = first if on else second if second.verb == "send" else None
        self.drag(str(here.noun), str((second if on else first).noun), number)

    def set_out(self) -> None:
        """Drag a stack whose units are chosen one by one; those who stay are left behind first."""
        begin, n = self.action(0), self.n
        picks = []
        while self.match.actions[n + 1].verb == TAKES_ALL[begin.verb].verb:
            n += 1
            picks.append(str(self.match.actions[n]))
        target = self.goal(n + 1)
        whole = self.positions[self.n][0].clone()
        apply(whole, begin)
        apply(whole, TAKES_ALL[begin.verb])
        if whole == self.positions[n + 1][0]:
            self.drag(str(begin.noun), target, None)
            return
        if self.drag(str(begin.noun), target, None, units=picks):
            return
        self.click(f'.side .answer[data-action="{begin}"]')
        self.settle()
        self.pick_out(self.choices(picks, ".side"))
        self.by_list(str(begin.noun), target, None)

    def pick_out(self, buttons: list[str]) -> None:
        """Press what chooses the units that go."""
        for button in buttons:
            self.press("pick")
            self.page.locator(button).click()
            self.page.wait_for_timeout(LINGER)
            self.settle()

    def goal(self, n: int) -> str:
        """Where a band goes that enters one place after another, if the page leads there the same way; else its first step."""
        entered = []
        while self.match.actions[n + len(entered)].verb == "enter":
            entered.append(str(self.match.actions[n + len(entered)]))
        before = [str(a) for a in self.match.actions[self.counted : n]]
        tried = {"action": before[0] if before else None, "then": before[1:], "through": "enter"}
        ways = self.player.api("POST", f"/matches/{self.id}/reach", tried)["ways"] if len(entered) > 1 else []
        there = [w for w in ways if w["answers"][-1] == entered[-1] and w["about"]]
        best = max(there, key=lambda w: halves(w["about"]["ap"]), default=None)
        last = entered[-1] if best and best["answers"] == entered else entered[0]
        return last.removeprefix("enter ")

    def choices(self, picks: list[str], where: str) -> list[str]:
        """The buttons that send these units, as few as there are: leaving some behind, or beginning with one kind alone."""
        rows = self.page.eval_on_selector_all(
            f"{where} .picked",
            "rows => rows.map(r => [r.querySelector('[data-only]').dataset.only, r.querySelectorAll('[data-pick]').length - 1])",
        )
        wanted = {take: (picks.count(take), of) for take, of in rows}

        def number(take: str, n: int) -> str:
            return f'{where} [data-pick="{take} {n}"]'

        fewer = [number(take, n) for take, (n, of) in wanted.items() if n != of]
        ways = [fewer]
        for only, (n, of) in wanted.items():
            if n:
                rest = [number(take, m) for take, (m, _) in wanted.items() if m and take != only]
                ways.append([f'{where} [data-only="{only}"]', *([number(only, n)] if n != of else []), *rest])
        if where == ".move-card":  # let go on one kind, they are sent alone
            ways = [fewer, *(way for way in ways[1:] if len(way) == 1)]
        return min(ways, key=len)

    def drag(
        self,
        source: str,
        target: str,
        number: Action | None,
        via: str | None = None,
        units: list[str] | None = None,
    ) -> bool:
        """One drag, let go on a number or on units if a card opens, else on the place; whether there was such a target."""
        if not self.in_sight(source):
            if units is None and via is None:
                self.by_list(source, target, number)
            return units is None and via is None
        counter = self.page.locator(f'.piece[data-place="{source}"] .touch').first.bounding_box()
        assert counter is not None, source
        mouse, card = self.page.mouse, self.page.locator(".move-card")
        x, y = counter["x"] + counter["width"] / 2, counter["y"] + counter["height"] / 2
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 9, y + 9, steps=2)
        self.settle()
        if via and not self.page.locator(f'.mark.further[data-for="{target}"][data-via~="{via}"]').count():
            mouse.move(x, y)
            mouse.up()
            self.page.keyboard.press("Escape")
            return False
        if not self.pull_into_sight(target):
            mouse.move(x, y)
            mouse.up()
            if units is not None:
                self.page.keyboard.press("Escape")
                return False
            self.by_list(source, target, number)
            return True
        self.press("drag")
        seq = self.player.seq
        for place in [via, target] if via else [target]:
            x, y = self.player.area(place)
            mouse.move(x - 1, y)  # at once: resting anywhere else would march through there
            mouse.move(x, y)
            self.page.wait_for_timeout(LINGER * (2 if place == via else 1))
            self.settle()
        if units is not None:
            self.drop_on_units(self.choices(units, ".move-card"))
            return True
        wanted = card.locator(f"[data-number='{number.noun}']") if number else card.locator("[data-do=send]")
        button = wanted if wanted.count() else card.locator("[data-do=send]")
        if button.count() and (box := button.bounding_box()):
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # resting nowhere
        mouse.up()
        self.settle()
        if card.count():
            self.finish(card)
        elif self.player.seq == seq:
            self.by_list(source, target, number)
        return True

    def pull_into_sight(self, target: str) -> bool:
        """With a counter in hand: to the edge of the map, which follows, until the target is in sight; whether it came."""
        before, still = None, 0
        for _ in range(MOST_PULLS):
            edge, at = self.page.evaluate(TOWARDS, target) or (None, None)
            still = still + 1 if at == before else 0
            if edge is None or still > 6 or self.in_sight(target, margin=44):
                break
            before = at
            self.page.mouse.move(*edge)
            self.page.wait_for_timeout(30)
        return self.in_sight(target)

    def in_sight(self, place: str, margin: int = 8) -> bool:
        """Whether a place lies on the part of the map that is shown, so far from its edge."""
        return bool(self.page.evaluate(IN_SIGHT, [place, margin]))

    def drop_on_units(self, buttons: list[str]) -> None:
        """Let go on the first of the units that go, or stay; one kind alone is sent by that."""
        box = self.page.locator((buttons or [".move-card [data-do=send]"])[0]).bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.up()
        self.settle()
        card = self.page.locator(".move-card")
        if card.count():
            self.pick_out(buttons[1:])
            self.press("send")
            card.locator("[data-do=send]").click()

    def by_list(self, source: str, target: str, number: Action | None) -> None:
        """The same move, or the first answer of it, with the buttons beside the map, where a counter cannot be seized."""
        card = self.page.locator(".move-card")
        if card.count():
            self.page.keyboard.press("Escape")
        self.settle()
        stack = self.page.locator(f'.side .stack[data-action$=" {source}"]')
        if stack.count() and stack.first.get_attribute("aria-pressed") != "true":
            self.press("stack")
            stack.first.click()
            self.page.wait_for_selector(".stack[aria-pressed=true]")
            self.settle()
        self.press("target")
        goes = [f'.side .answers .answer[data-action="{verb} {target}"]' for verb in ("to", "sail", "enter")]
        button = self.page.locator(", ".join(goes)).first
        if not button.is_visible():
            self.press("further off")
            self.page.locator(".side .others.far summary").click()
        button.click()
        self.settle()
        self.choose(card, number)

    def choose(self, card: Locator, number: Action | None) -> None:
        """The number on a card that is open, and whatever else it asks."""
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
        self.page.wait_for_timeout(25)
        self.page.wait_for_selector(
            ".table[data-working=no][data-mine=yes][data-known=yes], .table[data-status=over]"
        )

    def repeatable(self) -> str | None:
        """The button that gives this answer to each such question; None if it pays nowhere to press it."""
        verb, (_, decision) = self.action(0).verb, self.positions[self.n]
        if decision is None or ONLY_AT.get(verb, decision.step) != decision.step:
            return None
        for way in REPEATS.get(verb, ()):
            field, _, surest = way.partition(" ")
            if self.repeats(field, bool(surest)):
                return " ".join(x for x in (verb, way) if x)
        return None

    def repeats(self, field: str, surest: bool) -> bool:
        """Whether the bot gives this answer several times, until the matter changes."""
        verb, times, first = self.action(0).verb, 0, self.positions[self.n]
        assert first[1] is not None
        matter, verbs = self.matter(*first, field), {a.verb for a in first[1].actions}
        for n in range(self.n, len(self.match.actions)):
            state, decision = self.positions[n]
            assert decision is not None
            offered = [a for a in decision.actions if a.verb == verb]
            if not offered or decision.step != first[1].step or is_forced(state, decision, watched=False):
                continue
            about = self.matter(state, decision, field)
            if about != matter:
                if field in {"round", "game"} and about[0] == matter[0]:
                    continue  # another seat's question of the same time
                break
            if not verbs.issuperset(a.verb for a in decision.actions):
                continue  # something new to choose is asked
            if (self.surest(state, offered) if surest else offered[0]) != self.match.actions[n]:
                return False
            times += 1
        return times > 1

    def matter(self, state: State, decision: Decision, field: str) -> tuple[Any, ...]:
        """What a repeated answer holds for, as the page sees it."""
        view, choice = self.match.game.view(state, None), state.agenda[-1]
        assert isinstance(choice, Choice)
        number = (view.get("round") or {}).get("number")
        if field == "game":
            return "game", decision.seat
        if field == "round":
            return number, decision.seat
        active = view.get("active") or {}
        about = choice.about(state).get(field)
        return number, decision.seat, active.get("faction"), active.get("half"), about

    def surest(self, state: State, offered: list[Action]) -> Action:
        """The one with the best odds, the first of equals."""
        chances = [sureness(self.match.game.odds(state, a) or {}, a) for a in offered]
        return offered[chances.index(max(chances))]


def halves(points: str) -> int:
    """ "1½" as halves."""
    return 2 * int(points.removesuffix("½") or 0) + points.endswith("½")


def sureness(odds: dict[str, Any], a: Action) -> float:
    """How sure an answer is of what it wants: to win a battle, or that its hit counts."""
    hit = (odds.get("hit") or {}).get(str(a.noun), {}).get("reduced", 0)
    return float(odds.get("attacker_wins") or Fraction(hit))


def seed_of(server: Server, match: str) -> int:
    """The secret seed of a running match, so that its dice are known."""
    with sqlite3.connect(server.data / "albion.db") as database:
        return int(database.execute("SELECT seed FROM matches WHERE id = ?", (match,)).fetchone()[0])


def new_follower(player: TablePage, server: Server, name: str) -> Follower:
    """A new match, and a steady bot's game in it, to be followed."""
    game = GAMES[name]
    seats = game.seats(game.options_type())
    id = player.make_match(dict.fromkeys(seats, "human"), game=name)
    match = play_recorded(game, game.options_type(), ("steady",) * len(seats), seed_of(server, id))
    player.open(id)
    return Follower(player, id, match)
