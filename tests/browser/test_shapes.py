"""Windows of every shape: the question and its answers stay in view, and nothing lies over anything else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from albion.games import GAMES
from browser.table_page import ALONE, NewPlayer, Server

pytestmark = pytest.mark.browser

SIZES = {
    "desktop": (1440, 900),
    "laptop": (1280, 720),
    "tablet": (820, 1180),
    "zoom200": (720, 450),
    "phone": (390, 844),
}

IN_VIEW = """selector => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
}"""
LARGE_ENOUGH = """() => Math.min(...[...document.querySelectorAll('.pieces .touch')].map(e => e.getBoundingClientRect())
    .filter(b => b.right > 0 && b.left < innerWidth * .5 && b.top > 60 && b.bottom < innerHeight - 60).map(b => b.width))"""
OVERLAP = """() => {
    const [a, b] = ['.ask', '.map-box'].map(s => document.querySelector(s).getBoundingClientRect());
    const deep = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return Math.min(a.right, b.right) > Math.max(a.left, b.left) ? Math.max(0, deep) : 0;
}"""


@pytest.mark.parametrize("name", SIZES)
def test_the_question_and_its_answers_are_in_view(new_player: NewPlayer, name: str) -> None:
    width, height = SIZES[name]
    player = new_player("Ann", width=width, height=height)
    player.prefer()
    player.open(player.make_match(ALONE, game="britannia-2005"))
    assert player.page.evaluate(IN_VIEW, ".ask")
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width
    assert player.page.evaluate(OVERLAP) <= 8, "the sheet's rounded edge at most"
    player.press("from english-channel")
    expect(player.table).to_have_attribute("data-draft", "yes")
    player.press("to kent")
    expect(player.page.locator("[data-do=send]")).to_be_visible()
    player.page.wait_for_timeout(200)
    player.shot(f"bernicia-question-{name}")

    assert player.page.evaluate(IN_VIEW, ".ask")
    assert player.page.evaluate(IN_VIEW, "[data-do=send]")


def test_the_chronicle_shows_more_than_a_line_or_two(new_player: NewPlayer) -> None:
    """A fault once: at 1440 by 900 a long list of answers left it two lines."""
    player = new_player("Ann")
    player.prefer()
    player.open(player.make_match({"romans": "human", "britons": "human"}, game="boudicca"))

    assert player.page.locator(".chronicle").evaluate("card => card.getBoundingClientRect().height") > 220


TAGS_COVERED = """() => {
    const card = document.querySelector('.move-card').getBoundingClientRect();
    return [...document.querySelectorAll('.tag rect')].map(e => e.getBoundingClientRect()).filter(b =>
        Math.min(b.right, card.right) - Math.max(b.left, card.left) > 2
        && Math.min(b.bottom, card.bottom) - Math.max(b.top, card.top) > 2).length;
}"""


@pytest.mark.parametrize("place", ["kent", "sussex", "wessex"])
def test_a_moves_card_covers_no_tag(new_player: NewPlayer, place: str) -> None:
    """At 1280 by 720 the map is small, and places in reach lie close together."""
    width, height = SIZES["laptop"]
    player = new_player("Ann", width=width, height=height)
    player.prefer()
    player.open(player.make_match(ALONE, game="britannia-2005"))
    player.press("from english-channel")
    expect(player.page.locator(".tag").first).to_be_visible()
    player.press(f"to {place}")
    expect(player.page.locator(".move-card")).to_be_visible()
    player.page.wait_for_timeout(200)

    assert player.page.evaluate(TAGS_COVERED) == 0


LONGEST = (
    "The Romano-British, the Brigantes and the Caledonians lose four armies in the battle of North Mercia;"
    " the Saxons, who lose two, hold it, and the last Romano-British army retreats to South Mercia."
)
CLIPPED = """text => {
    const line = document.querySelector('.ask h2');
    line.textContent = text;
    const box = document.querySelector('.ask-text');
    return box.scrollHeight - box.clientHeight;
}"""


def test_on_a_phone_a_long_sentence_is_told_whole(new_player: NewPlayer) -> None:
    width, height = SIZES["phone"]
    player = new_player("Ann", width=width, height=height)
    player.prefer(story="step")
    player.open(player.make_match({**dict.fromkeys(ALONE, "bot:steady"), "blue": "human"}))
    expect(player.table).to_have_attribute("data-telling", "yes")

    assert player.page.evaluate(CLIPPED, LONGEST) <= 0


BESIDE = """() => { const [side, answer] = ['.side', '.side .answer'].map(s => document.querySelector(s).getBoundingClientRect());
    return answer.top >= side.top && answer.bottom <= side.bottom; }"""
"""Whether the first answer is on the part of the cards that is shown."""


def test_on_a_tablet_a_new_question_is_shown_from_its_first_answer(new_player: NewPlayer) -> None:
    width, height = SIZES["tablet"]
    player = new_player("Ann", width=width, height=height)
    player.prefer()
    player.open(player.make_match(ALONE))
    player.page.locator(".side").evaluate("side => side.scrollTo(0, side.scrollHeight)")
    assert not player.page.evaluate(BESIDE)
    seq = player.seq
    player.page.keyboard.press("1")
    player.wait_after(seq)

    player.page.wait_for_function(BESIDE)


SMALL = """() => [...document.querySelectorAll('.side .answer, .turn .ghost, .tabs-inline button, .phone-tabs button, .move-card button, .bar button')]
    .filter(e => e.checkVisibility()).map(e => [e.textContent, Math.round(e.getBoundingClientRect().height)]).filter(([, h]) => h < 40)"""
"""What can be pressed and is lower than a finger needs; 44 pixels less borders."""


def test_what_is_pressed_on_a_phone_is_large_enough_for_a_finger(new_player: NewPlayer) -> None:
    width, height = SIZES["phone"]
    player = new_player("Ann", width=width, height=height, has_touch=True, is_mobile=True)
    player.prefer()
    player.open(player.make_match(ALONE, game="britannia-2005"))
    assert player.page.evaluate(SMALL) == []
    player.press("from english-channel")
    expect(player.table).to_have_attribute("data-draft", "yes")
    player.page.locator(".side .answers .answer").first.evaluate("e => e.classList.add('then')")
    assert player.page.evaluate(SMALL) == [], "nor are answers smaller that stand below one they follow"
    player.press("to kent")
    expect(player.page.locator("[data-do=send]")).to_be_visible()

    assert player.page.evaluate(SMALL) == []
    assert not player.page.locator(".side kbd").first.is_visible(), "no digits of a keyboard"


@pytest.mark.parametrize("game", ["boudicca", "domesday"])
def test_counters_can_be_read_in_the_view_one_starts_with(new_player: NewPlayer, game: str) -> None:
    player = new_player("Ann")
    player.prefer()
    offered = next(g for g in player.api("GET", "/games")["games"] if g["id"] == game)
    seats = {s["id"]: "human" for s in offered["seats"]["table"][0]["seats"]}
    player.open(player.make_match(seats, game=game))
    player.page.wait_for_timeout(400)

    assert player.page.evaluate(LARGE_ENOUGH) >= 27.5


@pytest.mark.parametrize("game", list(GAMES))
def test_a_table_opens_with_twelve_requests(new_player: NewPlayer, game: str) -> None:
    player = new_player("Ann")
    seats = GAMES[game].seats(GAMES[game].options_type())
    match = player.make_match(dict.fromkeys(seats, "human"), game=game)
    asked: list[str] = []
    player.page.on("request", lambda r: asked.append(r.url))
    player.open(match)
    player.page.wait_for_timeout(500)

    assert len(asked) <= 12, "\n".join(asked)


def test_a_first_visit_takes_twelve_requests(browser: Browser, server: Server) -> None:
    page = browser.new_page(base_url=server.address, viewport={"width": 1440, "height": 900})
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url))
    page.goto("/")
    page.locator("[data-do=begin]").wait_for()
    page.wait_for_load_state("networkidle")
    page.close()

    assert len(asked) <= 12, "\n".join(asked)
