"""What a hand does at the page: presses, drags, sweeps; and how many presses that takes."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from albion.engine.action import Action
from browser.table_page import TablePage

IN_SIGHT = """([place, margin]) => {
    const map = document.querySelector('.map-box').getBoundingClientRect();
    const shape = document.querySelector(`[data-place="${place}"] .touch`) ?? document.querySelector(`[data-id="${place}"]`);
    const box = shape?.getBoundingClientRect();
    const [x, y] = box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0];
    const drawn = document.elementFromPoint(x, y)?.closest('.sheet'); // and not covered by anything
    return drawn && x > map.left + margin && x < map.right - margin && y > map.top + margin && y < map.bottom - margin;
}"""
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
LOOKS = 600
"""Milliseconds after which the map shows a place that is pointed at in the list, and has come to rest."""
SETTLED = ".table[data-working=no][data-mine=yes][data-known=yes], .table[data-status=over]"


class Move(NamedTuple):
    """A march as one gesture: from where to where, how many, through which place, which units, who goes along."""

    source: str
    target: str
    number: Action | None = None
    via: str | None = None
    units: list[str] | None = None
    extra: Action = Action("none")
    unit: str = ""
    """What is pressed in the list instead of the place, where it names a unit."""

    @property
    def row(self) -> str:
        """Its stack in the list beside the map."""
        return f'.side .stack[data-action$=" {self.unit or self.source}"]'


class Gestures:
    """A hand with a mouse that counts what it does."""

    def __init__(self, player: TablePage) -> None:
        self.player, self.page = player, player.page
        self.card = self.page.locator(".move-card")
        self.presses: Counter[str] = Counter()

    def press(self, kind: str) -> None:
        """Count one."""
        self.presses[kind] += 1

    def settle(self) -> None:
        """Until nothing is in progress."""
        self.page.wait_for_timeout(25)
        self.page.wait_for_selector(SETTLED)

    def click(self, selector: str, kind: str, seen: int) -> None:
        """Press a button; not counted where a repeated answer was quicker."""
        try:
            self.page.locator(selector).first.click(timeout=8000)
        except PlaywrightTimeout:
            assert self.player.seq > seen, selector
        else:
            self.press(kind)

    def sweep(self, plans: list[list[str]]) -> bool:
        """Several answers by one gesture: rest on each with the button held; whether there are several. Each is given as its plans, the longest first."""
        found: list[Locator] = []
        for ways in plans:
            chips = (self.page.locator(f'[data-sweep="{plan}"]') for plan in ways)
            chip = next((c for c in chips if c.count()), None)
            if chip is None:
                break
            found.append(chip.first)
        if len(found) < 2:
            return False
        self.press("sweep")
        for number, button in enumerate(found):
            button.evaluate("button => button.scrollIntoView({ block: 'nearest' })")
            self._move_to(button)
            if number == 0:
                self.page.mouse.down()
            self.page.wait_for_timeout(LINGER)
        self.page.mouse.up()
        return True

    def drag(self, move: Move) -> bool:
        """One drag, let go on a number or on units if a card opens, otherwise on the place; whether there was such a target."""
        plain = move.units is None and move.via is None
        if not self.in_sight(move.source) and not self._shown(move):
            if plain:
                self.by_list(move)
            return plain
        start = self._seize(move.source)
        if move.via and not self._leads_through(move):
            return self._let_go(start)
        if not self._pull_into_sight(move.target):
            self._let_go(start, escape=move.units is not None)
            if move.units is None:
                self.by_list(move)
            return move.units is None
        self.press("drag")
        seq = self.player.seq
        self._carry([move.via, move.target] if move.via else [move.target], move.via)
        if move.units is not None:
            self._drop_on_units(self.choices(move.units, ".move-card"))
            return True
        wanted = self.card.locator(f"[data-number='{move.number.noun}']") if move.number else None
        send = self.card.locator("[data-do=send]")
        button = wanted if wanted is not None and wanted.count() else send
        if button.count():
            self._move_to(button)  # resting nowhere
        self.page.mouse.up()
        self.settle()
        if self.card.count():
            self.finish(move.extra)
        elif self.player.seq == seq:
            self.by_list(move)
        return True

    def _shown(self, move: Move) -> bool:
        """Rest on a stack of the list until the map shows it; whether it does."""
        row = self.page.locator(move.row)
        if not row.count():
            return False
        row.first.hover()
        self.page.wait_for_timeout(LOOKS)
        return self.in_sight(move.source)

    def _seize(self, source: str) -> tuple[float, float]:
        """Take a counter in hand; where it stood."""
        counter = self.page.locator(f'.piece[data-place="{source}"] .touch').first.bounding_box()
        assert counter is not None, source
        x, y = counter["x"] + counter["width"] / 2, counter["y"] + counter["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 9, y + 9, steps=2)
        self.settle()
        return x, y

    def _leads_through(self, move: Move) -> bool:
        mark = f'.mark.further[data-for="{move.target}"][data-via~="{move.via}"]'
        return self.page.locator(mark).count() > 0

    def _let_go(self, where: tuple[float, float], *, escape: bool = True) -> bool:
        """Put a counter back where it stood; nothing came of it."""
        self.page.mouse.move(*where)
        self.page.mouse.up()
        if escape:
            self.page.keyboard.press("Escape")
        return False

    def _carry(self, places: list[str], via: str | None) -> None:
        """With a counter in hand: from place to place, resting over each."""
        for place in places:
            x, y = self.player.area(place)
            self.page.mouse.move(x - 1, y)  # at once: resting anywhere else would march through there
            self.page.mouse.move(x, y)
            self.page.wait_for_timeout(LINGER * (2 if place == via else 1))
            self.settle()

    def _move_to(self, button: Locator) -> None:
        box = button.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def _pull_into_sight(self, target: str) -> bool:
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

    def choices(self, picks: list[str], where: str) -> list[str]:
        """The buttons that send these units, as few as there are: leaving some behind, or beginning with one kind alone."""
        rows = self.page.eval_on_selector_all(
            f"{where} .picked",
            "rows => rows.map(r => [r.querySelector('[data-only]').dataset, r.querySelector('[aria-checked=true]').textContent])",
        )
        kinds = {row["only"]: (row["takes"].split(", "), int(now)) for row, now in rows}
        wanted = {take: (sum(p in takes for p in picks), len(takes)) for take, (takes, _) in kinds.items()}

        def number(take: str, n: int) -> str:
            return f'{where} [data-pick="{take} {n}"]'

        fewer = [number(take, n) for take, (n, _) in wanted.items() if n != kinds[take][1]]
        ways = [fewer]
        for only, (n, of) in wanted.items():
            if n:
                rest = [number(take, m) for take, (m, _) in wanted.items() if m and take != only]
                ways.append([f'{where} [data-only="{only}"]', *([number(only, n)] if n != of else []), *rest])
        return min(ways, key=len)

    def pick_out(self, buttons: list[str]) -> None:
        """Press what chooses the units that go."""
        for button in buttons:
            self.press("pick")
            self.page.locator(button).click()
            self.page.wait_for_timeout(LINGER)
            self.settle()

    def _drop_on_units(self, buttons: list[str]) -> None:
        """Rest on what chooses the units that go, kind by kind, and let go on the last, which sends them."""
        for button in buttons or [".move-card [data-do=send]"]:
            self._move_to(self.page.locator(button))
            self.page.wait_for_timeout(LINGER)
            self.settle()
        self.page.mouse.up()

    def by_list(self, move: Move) -> None:
        """The same move, or the first answer of it, with the buttons beside the map, where a counter cannot be seized."""
        if self.card.count():
            self.page.keyboard.press("Escape")
        self.settle()
        stack = self.page.locator(move.row)
        if stack.count() and stack.first.get_attribute("aria-pressed") != "true":
            self.press("stack")
            stack.first.click()
            self.page.wait_for_selector(".stack[aria-pressed=true]")
            self.settle()
        self.press("target")
        verbs = ("to", "sail", "enter", "attack")
        goes = [f'.side .answers .answer[data-action="{verb} {move.target}"]' for verb in verbs]
        button = self.page.locator(", ".join(goes)).first
        if not button.is_visible():
            self.press("farther away")
            far = self.page.locator(".side .others.far summary")
            (far if far.count() else self.page.locator(".side .others summary")).first.click()
        button.click()
        self.settle()
        self.choose(move.number, move.extra)

    def choose(self, number: Action | None, extra: Action) -> None:
        """The number on a card that is open, and whatever else it asks."""
        if number and (chip := self.card.locator(f"[data-number='{number.noun}']")).count():
            self.press("number")
            chip.click()
            self.settle()
        if self.card.count():
            self.finish(extra)

    def finish(self, wanted: Action) -> None:
        """What the card still asks: who goes along, and the button."""
        extra = self.card.locator(f'[data-action="{wanted}"]')
        if extra.count() and extra.get_attribute("aria-checked") != "true":
            self.press("extra")
            extra.click()
        self.press("send")
        self.card.locator("[data-do=send]").click()
