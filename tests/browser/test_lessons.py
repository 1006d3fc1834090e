"""A newcomer's first visit: the overview of a game, its lesson to the end, pressing only what the coach points at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.table_page import Server

RINGED = """selector => [...document.querySelectorAll(selector)]
    .find(e => getComputedStyle(e).getPropertyValue('--coached') && e.getClientRects().length) ?? null"""
SHOWN = """(() => { const table = document.querySelector('.table');
    return JSON.stringify(table.dataset) + table.innerText + table.querySelectorAll('[aria-checked=true], .chosen').length; })()"""
"""Everything a press could change."""
MOST = 80
"""So many presses lead through any lesson."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """The window of somebody who has never been here."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()


def press_what_is_ringed(page: Page) -> None:
    """One press, and the page has noticed it."""
    table, coach = page.locator(".table"), page.locator(".coach")
    before = page.evaluate(SHOWN)
    if table.get_attribute("data-telling") == "yes":
        page.keyboard.press("n")
    elif coach.get_attribute("data-press") or page.locator(".move-card").count():
        ringed = page.evaluate_handle(RINGED, "button").as_element()
        assert ringed is not None, coach.get_attribute("data-press")
        ringed.click()
    else:
        page.locator(".turn [data-action]").first.click()
    page.wait_for_function(f"old => ({SHOWN}) !== old", arg=before)
    page.wait_for_timeout(150)


@pytest.mark.parametrize("game", ["redux-core", "boudicca"])
def test_a_first_visit_takes_the_lesson_to_its_end(server: Server, page: Page, game: str) -> None:
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(f"{server.address}/learn/{game}")
    expect(page.get_by_role("heading", name="Who you can be")).to_be_visible()
    page.get_by_role("button", name="Start the lesson").click()
    expect(page.locator(".coach")).to_have_attribute("data-stage", "0")
    expect(page.locator(".lesson-steps")).to_be_visible()
    stages = page.locator(".lesson-steps li").count()

    for _ in range(MOST):
        if page.locator(".coach").get_attribute("data-stage") == str(stages):
            break
        press_what_is_ringed(page)

    expect(page.locator(".coach h3")).to_have_text("Well done")
    expect(page.locator(".lesson-steps li.done")).to_have_count(stages)
    page.reload()
    expect(page.locator(".coach h3")).to_have_text("Well done")
    assert failures == []


def test_another_answer_is_named_and_can_be_taken_back(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/learn/redux-core")
    page.get_by_role("button", name="Start the lesson").click()
    page.locator(".turn [data-action='place wessex']").click()

    expect(page.locator(".coach-stray")).to_contain_text("Kent stays thin")
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".coach h3")).to_have_text("Your people grow")
    expect(page.locator(".coach-stray")).to_have_count(0)
