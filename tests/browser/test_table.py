"""The table as a player uses it: answers, why not, odds, undo, replay, fork, keyboard, phone."""

from __future__ import annotations

import json
import os
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from browser.table_page import ALONE, NewPlayer, place_all, seated

pytestmark = pytest.mark.browser


def test_an_area_that_glows_can_be_clicked(new_player: NewPlayer) -> None:
    player = seated(new_player)
    place = player.answers()[0].split()[1]
    expect(player.page.locator(f".mark.legal[data-for={place}]")).to_have_count(1)
    seq = player.seq
    player.click_area(place)
    player.wait_after(seq)

    player.page.locator(".chronicle li").first.wait_for()
    assert player.seq > seq


def test_why_not_is_one_sentence_and_more_on_demand(new_player: NewPlayer) -> None:
    player = seated(new_player)
    place_all(player)
    start = player.answers()[0]
    player.press(start)
    expect(player.table).to_have_attribute("data-draft", "yes")
    legal = player.page.eval_on_selector_all(".mark", "marks => marks.map(m => m.dataset.for)")
    far = next(p for p in ("orkneys", "kent", "mar") if p not in legal and p != start.split()[1])
    player.click_area(far)
    why = player.page.locator(".why")
    expect(why.locator(".why-line")).not_to_be_empty()
    expect(why.locator(".chip").first).not_to_be_empty()
    expect(player.page.locator(f".mark.forbidden[data-for={far}]")).to_have_count(1)
    player.shot("why-not")
    why.locator(".chip").first.click()

    expect(player.page.locator(".drawer .clause.sought")).to_be_visible()
    player.shot("rules-drawer")


def test_a_busy_server_does_not_leave_the_table_standing_still(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    refused: list[str] = []

    def meet(client: WebSocketRoute) -> None:
        server = client.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            asked = json.loads(message)
            if asked["do"] == "subscribe" and not refused:
                refused.append(asked["match"])
                busy = {"type": "refused", "id": None, "match": asked["match"], "status": 503}
                client.send(
                    json.dumps(busy | {"error": "busy", "message": "busy", "cite": [], "clauses": []})
                )
            else:
                server.send(message)

        client.on_message(pass_on)

    player.page.route_web_socket(re.compile("/api/socket"), meet)
    player.open(player.make_match(ALONE))
    player.answer(player.answers()[0])  # waits until the page shows it

    assert refused


def test_undo_takes_the_last_answer_back(new_player: NewPlayer) -> None:
    player = seated(new_player)
    before = player.answers()
    player.answer(before[0])
    player.page.locator("[data-do=undo]").click()
    player.page.wait_for_function("() => document.querySelector('.table').dataset.n === '0'")

    assert player.answers() == before


def test_replay_scrubs_links_and_returns(new_player: NewPlayer) -> None:
    player = seated(new_player)
    place_all(player)
    match = player.page.url.split("/")[-1]
    player.page.keyboard.press("ArrowLeft")
    expect(player.page.locator(".map-note.past")).to_be_visible()
    player.page.keyboard.press("Home")
    player.page.wait_for_function("() => location.search === '?at=0'")
    player.page.locator(".chronicle .moment").last.click()
    player.open(match, "?at=1")
    expect(player.table).to_have_attribute("data-at", "1")
    player.shot("replay")
    player.page.keyboard.press("End")

    expect(player.table).to_have_attribute("data-mine", "yes")


def test_play_button_runs_to_the_end(new_player: NewPlayer) -> None:
    player = seated(new_player)
    for _ in range(2):
        player.answer(player.answers()[0])
    player.page.keyboard.press("Home")
    expect(player.table).to_have_attribute("data-at", "0")
    player.page.get_by_role("button", name="Play", exact=True).click()

    expect(player.table).to_have_attribute("data-mine", "yes")


def test_fork_makes_a_sandbox_from_an_earlier_position(new_player: NewPlayer) -> None:
    player = seated(new_player)
    place_all(player)
    first = player.page.url
    player.page.keyboard.press("Home")
    expect(player.table).to_have_attribute("data-at", "0")
    player.menu("open-fork")
    player.page.locator("[data-do=fork]").click()
    player.page.wait_for_function(
        "first => location.href !== first && location.pathname.startsWith('/match/')", arg=first
    )
    player.wait_turn()

    expect(player.page.locator(".brand-note")).to_contain_text("variation")
    assert player.seq == 0


def test_a_turn_with_the_keyboard_alone(new_player: NewPlayer) -> None:
    player = seated(new_player)
    keys = player.page.keyboard
    keys.press("?")
    expect(player.page.locator("dialog[open]")).to_be_visible()
    keys.press("Escape")
    expect(player.page.locator("dialog[open]")).to_have_count(0)
    nation = player.page.locator(".turn .who h2").inner_text()
    for _ in range(40):
        seq = player.seq
        answers = player.answers()
        if "end" in answers:
            for _ in range(60):
                if player.page.locator('.answer.pointed[data-action="end"]').count():
                    break
                keys.press("ArrowDown")
            keys.press("Enter")
        else:
            keys.press("1")
        player.wait_after(seq)
        if player.page.locator(".turn .who h2").inner_text() != nation:
            break

    assert player.page.locator(".turn .who h2").inner_text() != nation


def test_phone_in_portrait(new_player: NewPlayer) -> None:
    player = seated(new_player, width=390, height=844)
    player.shot("phone")
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 390
    player.answer(player.answers()[0])
    for tab in ("Odds", "Scores", "Rounds", "Log", "Turn"):
        player.page.get_by_role("tab", name=tab, exact=True).click()
        assert player.page.locator(".side .card.shown").first.is_visible()
    player.page.get_by_role("tab", name="Scores", exact=True).click()
    player.shot("phone-scores")


def test_dark_and_the_menu(new_player: NewPlayer) -> None:
    player = seated(new_player)
    player.menu("theme")
    expect(player.page.locator("html")).to_have_attribute("data-theme", "dark")
    place_all(player)
    player.shot("dark")


def test_notes_stay_and_talk_is_heard(new_player: NewPlayer) -> None:
    player = seated(new_player)
    player.page.get_by_role("tab", name="Notes").click()
    with player.page.expect_response(lambda r: r.request.method == "PUT" and r.ok):
        player.page.locator(".talk textarea").fill("Watch the Picts.")
    player.page.reload()
    player.page.get_by_role("tab", name="Notes").click()
    expect(player.page.locator(".talk textarea")).to_have_value("Watch the Picts.")
    player.page.get_by_role("tab", name="Chat").click()
    player.page.get_by_label("Message to the table").fill("Good luck!")
    player.page.keyboard.press("Enter")

    expect(player.page.locator(".talk .lines")).to_contain_text("Good luck!")


RESPONSE = ("responseHeadersSize", "responseBodySize")


@pytest.mark.parametrize("game", ["britannia-2005", "boudicca", "domesday"])
def test_first_load_is_light(new_player: NewPlayer, game: str) -> None:
    """Less than 295 KB as it travels for lobby and table together, fonts, board and headers included; the bar is 300."""
    player = new_player("Ann")
    sizes: list[tuple[int, str]] = []
    player.page.on("requestfinished", lambda r: sizes.append((sum(r.sizes()[k] for k in RESPONSE), r.url)))
    player.page.goto("/")
    player.page.locator("#hero-sheet").wait_for(state="attached")
    player.page.locator(f".games .game:has([value={game}])").click()
    player.page.locator("[data-do=begin]").click()
    player.page.locator(".overlay .pieces").wait_for(state="attached")
    player.page.wait_for_timeout(300)

    assert sum(size for size, _ in sizes) < 295_000, sizes


def test_click_to_repaint_is_quick(new_player: NewPlayer) -> None:
    """From the click until the page shows what followed: a tenth of a second, more only on a busy machine."""
    player = seated(new_player)
    script = """action => new Promise(done => {
        const start = performance.now();
        const table = document.querySelector('.table');
        const seen = table.dataset.seq;
        new MutationObserver((_, watch) => {
            if (table.dataset.seq === seen) return;
            watch.disconnect();
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
        }).observe(table, { attributes: true });
        document.querySelector(`.answer[data-action="${action}"]`).click();
    })"""
    times = []
    for _ in range(8):  # an answer that begins a move sends nothing, so the movement is ended instead
        answer = next(a for a in player.answers() if not a.startswith("from "))
        times.append(player.page.evaluate(script, answer))

    busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    assert min(times) < 100 * busy, f"a click took {times} ms with {busy:.1f} jobs a core"


TONES = """window.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };"""
"""Counts the tones that are played."""
CHIME = 2
"""This many tones say that somebody is asked."""


def test_a_sound_is_off_at_first_and_then_heard_whenever_it_is_my_turn_again(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer(story="step")
    page = player.page
    page.add_init_script(TONES)
    player.open(player.make_match({**dict.fromkeys(ALONE, "bot:random"), "blue": "human"}))

    def my_turns(most: int) -> int:
        """End own turns and skip what is told, until the question has come back twice; how often it has."""
        asked = 0
        for _ in range(most):
            if asked == 2:
                break
            page.wait_for_selector(".table[data-mine=yes], .table[data-telling=yes]")
            if player.table.get_attribute("data-telling") == "yes":
                before = page.evaluate("tones")
                page.wait_for_timeout(100)
                assert page.evaluate("tones") == before, "nothing is heard before the question is there"
                page.keyboard.press("End")
                page.wait_for_selector(".table[data-mine=yes]")
                asked += 1
            seq, answers = player.seq, player.answers()
            player.answer("end" if "end" in answers else answers[0])
            player.wait_after(seq)
        return asked

    assert my_turns(40) > 0
    assert page.evaluate("tones") == 0
    page.wait_for_selector(".table[data-mine=yes], .table[data-telling=yes]")
    player.menu("sound")
    before = page.evaluate("tones")
    asked = my_turns(40)

    assert asked > 0
    assert page.evaluate("tones") - before == asked * CHIME


FOOTER = """async ([at, seats, events]) => {
    const { html, render } = await import('/lib/html.js');
    const { Replay } = await import('/table/replay.js');
    const { GameWords } = await import('/lib/words.js');
    const entry = { n: 7, seat: 'romans', text: 'Move to Londinium.', events };
    const host = document.createElement('div');
    render(html`<${Replay} n=${7} at=${at} marks=${[]} playing=${false} entry=${entry} seats=${seats} words=${new GameWords()} />`, host);
    return host.querySelector('.what').textContent;
}"""
"""What the bar below the table says of a Roman march, for the players of some seats."""


def test_the_bar_below_tells_nobody_elses_goal_before_it_is_reached(new_player: NewPlayer) -> None:
    """A fault once: whoever was asked to intercept a march could read where it would have gone."""
    page = new_player("Ann").page
    page.goto("/")
    marched = [{"kind": "march", "text": "The Romans march to Verulamium.", "data": {}}]

    assert page.evaluate(FOOTER, [7, ["britons"], []]) == ""
    assert page.evaluate(FOOTER, [7, ["romans"], []]) == " · Move to Londinium."
    assert page.evaluate(FOOTER, [6, ["britons"], []]) == " · Move to Londinium."
    assert page.evaluate(FOOTER, [7, ["britons"], marched]) == " · The Romans march to Verulamium."
