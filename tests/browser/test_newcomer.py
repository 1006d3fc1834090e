"""A newcomer's path in each game: first visit, the lesson by what the coach points at, a first game to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ElementHandle, Error, Page, expect

from browser.conftest import ARTEFACTS
from browser.table_page import QUIET, NewPlayer, Server, TablePage

pytestmark = pytest.mark.browser

RINGED = """selector => [...document.querySelectorAll(selector)]
    .find(e => getComputedStyle(e).getPropertyValue('--coached') && e.getClientRects().length) ?? null"""
SHOWN = """(() => { const table = document.querySelector('.table');
    const marked = [...table.querySelectorAll('[aria-checked=true], .chosen')].map(e => e.textContent);
    return JSON.stringify([table.dataset, marked]) + table.innerText; })()"""
"""Everything a press could change; to read all of it costs a layout, so it is not done in every frame."""
NOW_AND_THEN = 100
"""Milliseconds between two looks."""
HEARD = """() => { const [table, coach] = ['.table', '.coach'].map(q => document.querySelector(q).dataset);
    return table.working === 'no' && coach.seq === table.seq; }"""
"""Whether nothing is in progress and the coach speaks of the match as it stands."""
MOST = 80
"""This many presses lead through any lesson."""
CLICKER = (Path(__file__).parent / "clicker.js").read_text(encoding="utf-8")
UNTIL = 600_000
"""Milliseconds a whole game may last on a busy machine."""


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """The window of somebody who has never been here; the page must not stumble."""
    context = browser.new_context(
        base_url=server.address, viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    stumbles: list[str] = []
    window = context.new_page()
    window.on("pageerror", lambda error: stumbles.append(str(error)))
    yield window
    context.close()

    assert stumbles == []


def begin_lesson(page: Page, game: str) -> None:
    """From the lobby of a first visit to the lesson's first step."""
    page.goto("/")
    page.locator(f"[data-learn={game}]").click()
    expect(page.get_by_role("heading", name="Who you can play")).to_be_visible()
    page.get_by_role("button", name="Start the lesson").click()
    expect(page.locator(".coach")).to_have_attribute("data-stage", "0")
    expect(page.locator(".lesson-steps")).to_be_visible()


def ringed(page: Page) -> ElementHandle:
    """What the coach points at."""
    found = page.evaluate_handle(RINGED, "button").as_element()
    assert found is not None, page.locator(".coach").get_attribute("data-press")
    return found


def press_what_is_ringed(page: Page) -> None:
    """One press, and the page has noticed it."""
    table, coach = page.locator(".table"), page.locator(".coach")
    page.wait_for_function(HEARD)
    before = page.evaluate(SHOWN)
    if table.get_attribute("data-telling") == "yes":
        page.keyboard.press("n")
    elif coach.get_attribute("data-press") or page.locator(".move-card").count():
        try:
            ringed(page).click(timeout=5000)
        except Error:  # it was drawn again just then; a person would press what is there now
            ringed(page).click()
    else:
        page.locator(".side .answer[data-action]").first.click()
    page.wait_for_function(f"old => ({SHOWN}) !== old", arg=before, polling=NOW_AND_THEN)
    page.wait_for_function(HEARD)


def play_to_the_end(page: Page) -> int:
    """Press a button for every question until the match is over; how many presses that took."""
    body = CLICKER[CLICKER.index("async (") :]
    return int(page.evaluate(body, {"haste": 0.95, "seed": 7, "until": UNTIL}))


@pytest.mark.parametrize("game", ["redux-core", "redux-leaders", "britannia-2005", "boudicca", "domesday"])
def test_a_newcomer_learns_a_game_and_plays_it_to_its_end(page: Page, game: str) -> None:
    begin_lesson(page, game)
    stages = page.locator(".lesson-steps li").count()
    answers: set[str] = set()
    for n in range(MOST):
        if n == 6:
            TablePage(page, ARTEFACTS).shot(f"learn-{game}")
        if page.locator(".coach").get_attribute("data-stage") == str(stages):
            break
        press_what_is_ringed(page)
        answers |= set(page.locator(".replay .what").all_inner_texts())
    assert not any(re.search(r"\b\d{4}\b", text) for text in answers), "places are named, not numbered"
    expect(page.locator(".coach h3")).to_have_text("Well done")
    expect(page.locator(".lesson-steps li.done")).to_have_count(stages)
    page.reload()
    expect(page.locator(".coach h3")).to_have_text("Well done")

    lesson = page.url
    page.evaluate("quiet => localStorage.setItem('albion-settings', JSON.stringify(quiet))", QUIET)
    page.reload()
    page.set_viewport_size({"width": 1000, "height": 640})  # a whole game is drawn in less time
    page.locator("[data-do=first-game]").click()
    page.wait_for_url(lambda url: "/match/" in url and url != lesson)
    page.locator(".overlay .pieces").wait_for(state="attached")
    assert page.locator(".players em").count() == page.locator(".players li").count() - 1
    assert play_to_the_end(page) > 3
    expect(page.locator(".result .laurels")).to_contain_text("inner")
    expect(page.locator(".result .ranks li")).not_to_have_count(0)
    expect(page.locator(".result")).to_contain_text("seed")
    page.goto("/")
    mine = page.get_by_role("region", name="Your matches")
    expect(mine).to_contain_text("Just ended")
    expect(mine.get_by_role("link", name="Review")).to_have_count(1)


REACHED = """button => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether the middle of a button can be pressed where it is."""


def test_what_the_coach_points_at_is_in_view(page: Page) -> None:
    """A fault once: in a low window the button lay below a list of thirteen stacks."""
    page.set_viewport_size({"width": 1280, "height": 720})
    begin_lesson(page, "domesday")
    while page.locator(".coach h3").inner_text() != "Fight":
        press_what_is_ringed(page)
    page.wait_for_function("""() => document.querySelector('.coach').dataset.press.startsWith('battle')""")

    assert ringed(page).evaluate(REACHED)


def test_while_others_decide_the_coach_does_not_tell_one_to_play_on(page: Page) -> None:
    """A fault once: in a battle of Domesday the bots are asked first, and there was nothing to press."""
    begin_lesson(page, "domesday")
    while page.locator(".coach h3").inner_text() != "Fight":
        press_what_is_ringed(page)
    page.evaluate("""() => {
        window.said = [];
        const look = () => {
            const table = document.querySelector('.table').dataset;
            const words = document.querySelector('.coach-words').innerText;
            if (table.mine === 'no' && table.telling !== 'yes') window.said.push(words);
        };
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    }""")
    press_what_is_ringed(page)
    expect(page.locator(".coach-words")).to_contain_text("Before the dice are rolled")
    said = page.evaluate("window.said")  # nothing, where the bots were quicker than the page

    assert not any("Play on as you like" in words for words in said)
    assert not said or any("Others decide now" in words for words in said)


def test_the_coach_leaves_the_card_of_a_move_free(page: Page) -> None:
    """A fault once: on a tablet it lay over the number it asked for."""
    page.set_viewport_size({"width": 820, "height": 1180})
    begin_lesson(page, "redux-core")
    while page.locator(".coach h3").inner_text() != "Attack South Mercia":
        press_what_is_ringed(page)
    while not page.locator(".move-card").count():
        press_what_is_ringed(page)
    page.wait_for_function(f"""() => {{
        const buttons = [...document.querySelectorAll('.move-card button')];
        return buttons.length > 2 && buttons.every({REACHED});
    }}""")


def test_another_answer_is_named_and_can_be_taken_back(page: Page) -> None:
    begin_lesson(page, "redux-core")
    page.locator(".turn [data-action='place wessex']").click()

    expect(page.locator(".coach-stray")).to_contain_text("Kent stays weak")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".coach h3")).to_have_text("Your people grow")
    expect(page.locator(".coach-stray")).to_have_count(0)


def test_the_short_scenario_of_domesday_is_clicked_to_its_end(new_player: NewPlayer) -> None:
    player = new_player("Ann", width=1000, height=640)
    player.prefer()
    options = {"scenario": "comet"}
    offered = player.api("GET", "/games/domesday")["seats"]["table"]
    row = next(r for r in offered if all(options.get(k, v) == v for k, v in r["when"].items()))
    *others, mine = [s["id"] for s in row["seats"]]
    seats = {mine: "human", **dict.fromkeys(others, "bot:random")}
    player.open(player.make_match(seats, game="domesday", options=options))

    assert play_to_the_end(player.page) > 3
    expect(player.page.locator(".result .laurels")).to_contain_text("inner")


def test_whoever_invites_friends_is_asked_for_a_name(page: Page) -> None:
    page.goto("/")
    page.locator("[data-do=way-friends]").click()
    page.locator("[data-do=host-name]").fill("Edith")
    page.locator("[data-do=begin]").click()
    page.locator(".overlay .pieces").wait_for(state="attached")
    seats = page.request.get(f"/api/matches/{page.url.split('/')[-1]}").json()["seats"]

    assert [s["player"] for s in seats if s["kind"] == "human"] == ["Edith"]
