"""What others did is told: beat by beat, with dice and losses, at the speed the player likes; own battles wait."""

from __future__ import annotations

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from browser.table_page import NewPlayer, TablePage

pytestmark = pytest.mark.browser

AGAINST_BOTS = {"yellow": "bot:steady", "green": "bot:steady", "red": "bot:steady", "blue": "human"}


def told(player: TablePage) -> bool:
    """Whether a story is being told."""
    return player.table.get_attribute("data-telling") == "yes"


def until_told(player: TablePage, least: int = 1) -> None:
    """Answer one's own questions until others have done something worth this many beats."""
    player.page.wait_for_selector(".table[data-mine=yes], .table[data-telling=yes]")
    for _ in range(80):
        if told(player):
            if int(player.page.locator(".progress").get_attribute("aria-valuemax") or 0) >= least:
                return
            player.page.keyboard.press("End")
            player.page.wait_for_selector(".table[data-mine=yes], .table[data-telling=yes]")
            continue
        answers = player.answers()
        if answers:  # else a story has begun meanwhile
            player.answer("end" if "end" in answers else answers[0])
        player.page.wait_for_selector(".table[data-mine=yes], .table[data-telling=yes]")
    raise AssertionError("nothing was told")


def at_the_table(new_player: NewPlayer, game: str = "britannia-2005", **settings: object) -> TablePage:
    """Somebody who plays Blue against bots and likes the story told this way."""
    player = new_player("Ann")
    player.prefer(**settings)
    return player.open(player.make_match(AGAINST_BOTS, game=game))


TOLD = "document.querySelector('.progress')?.getAttribute('aria-valuenow')"
"""How far the story is told; undefined once it is over."""


A_ROUND = ".battle-card:not(:has(.result-line)) .rounds-table"
"""A battle that is being told round by round: one whose rounds were skipped is shown with its result."""


def step_until(player: TablePage, selector: str) -> None:
    """Step on until something is on the screen, in the next story where this one ends before: not every turn has a battle."""
    page = player.page
    for _ in range(8):
        while told(player):
            if page.locator(selector).count():
                return
            before = page.evaluate(TOLD)
            page.keyboard.press("n")
            try:
                page.wait_for_function(f"before => ({TOLD}) !== before", arg=before, timeout=3000)
            except PlaywrightTimeout:
                break
        page.keyboard.press("End")
        until_told(player, least=8)
    raise AssertionError(f"eight stories were told without {selector}")


def test_a_turn_is_told_step_by_step_with_arrows_dice_and_losses(new_player: NewPlayer) -> None:
    player = at_the_table(new_player, story="step", theme="dark")
    until_told(player, least=8)
    page = player.page
    expect(page.locator(".chapter h2")).to_contain_text("Turn of the")
    step_until(player, ".overlay .arrow.now")
    step_until(player, A_ROUND)
    expect(page.locator(".rounds-table .die").first).to_be_visible()
    expect(page.locator(".ask h2")).to_contain_text("round")
    player.shot("playback")
    step_until(player, ".result-line")
    expect(page.locator(".result-line")).not_to_be_empty()
    before = page.locator(".progress").get_attribute("aria-valuenow")
    page.locator("[data-do=story-back]").click()
    assert page.locator(".progress").get_attribute("aria-valuenow") != before
    page.keyboard.press("End")

    expect(player.table).to_have_attribute("data-telling", "no")


def a_move(player: TablePage, match: str) -> int:
    """The first move there is, up to where it first comes to; how many answers the match has then."""
    for verb in ("stop", "from", "to", "send"):
        table = player.api("GET", f"/matches/{match}")
        found = [a["action"] for a in table["decision"]["actions"] if a["action"].startswith(verb)]
        if found:  # a single answer is given by itself
            player.api("POST", f"/matches/{match}/actions", {"seq": table["seq"], "action": found[0]})
    return int(player.api("GET", f"/matches/{match}")["n"])


def test_who_skips_to_the_own_turn_is_not_told_what_others_still_do(new_player: NewPlayer) -> None:
    ann, bob = new_player("Ann"), new_player("Bob")
    ann.prefer(story="step")
    match = ann.make_match({"yellow": "open", "green": "human", "red": "human", "blue": "human"})
    invite = next(s["invite"] for s in ann.api("GET", f"/matches/{match}")["seats"] if s["invite"])
    bob.api("POST", f"/invites/{invite}", {})
    while "from" not in str(bob.api("GET", f"/matches/{match}")["decision"]["actions"][0]["action"]):
        table = bob.api("GET", f"/matches/{match}")
        body = {"seq": table["seq"], "action": table["decision"]["actions"][0]["action"]}
        bob.api("POST", f"/matches/{match}/actions", body)
    ann.open(match)
    a_move(bob, match)
    expect(ann.table).to_have_attribute("data-telling", "yes")
    ann.page.keyboard.press("End")
    expect(ann.table).to_have_attribute("data-telling", "no")

    n = a_move(bob, match)

    expect(ann.table).to_have_attribute("data-n", str(n))
    expect(ann.table).to_have_attribute("data-telling", "no")


def test_what_bots_did_before_a_new_match_was_opened_is_told_from_its_beginning(
    new_player: NewPlayer,
) -> None:
    player = new_player("Ann")
    player.prefer(story="step")
    match = player.make_match(AGAINST_BOTS)
    while player.api("GET", f"/matches/{match}")["decision"]["seat"] != "blue":
        player.page.wait_for_timeout(100)
    player.open(match)
    expect(player.table).to_have_attribute("data-telling", "yes")
    expect(player.page.locator(".progress")).to_have_attribute("aria-valuenow", "1")
    player.page.keyboard.press("End")
    seq = player.seq
    player.answer(player.answers()[0])
    player.wait_after(seq)
    player.page.reload()
    player.table.wait_for()

    expect(player.table).to_have_attribute("data-telling", "no")


def test_cards_that_are_dealt_before_the_first_visit_are_told_on_a_phone(new_player: NewPlayer) -> None:
    """A fault once: what is told of no place on the map had the board look nowhere, and the page broke."""
    player = new_player("Ann", width=390, height=844)
    player.prefer(story="step")
    seats = {"english": "bot:novice", "norse": "human", "danish": "bot:novice", "norman": "bot:novice"}
    for _ in range(10):
        match = player.make_match(seats, game="domesday")
        for _ in range(600):
            table = player.api("GET", f"/matches/{match}")
            if (table["decision"] or {}).get("mine"):
                break
            player.page.wait_for_timeout(100)
        if table["n"] > 5:
            break  # where the Norse are asked first, there is nothing to tell
    player.open(match)

    expect(player.table).to_have_attribute("data-telling", "yes")
    expect(player.page.locator(".ask h2")).not_to_be_empty()


def test_the_story_runs_by_itself_and_can_be_paused(new_player: NewPlayer) -> None:
    player = at_the_table(new_player, story="fast")
    until_told(player, least=12)
    page = player.page
    start = int(page.locator(".progress").get_attribute("aria-valuenow") or 0)
    page.wait_for_function(
        "n => Number(document.querySelector('.progress')?.ariaValueNow ?? 99) > n", arg=start
    )
    page.keyboard.press("Space")
    expect(page.locator("[data-do=story-pause]")).to_have_attribute("aria-pressed", "true")
    at = [page.locator(".progress").get_attribute("aria-valuenow"), page.locator(".ask h2").inner_text()]
    page.wait_for_timeout(900)  # bots may still be playing: what they do comes after what is shown
    assert [
        page.locator(".progress").get_attribute("aria-valuenow"),
        page.locator(".ask h2").inner_text(),
    ] == at
    page.locator("[data-do=skip]").click()

    expect(player.table).to_have_attribute("data-telling", "no")


def test_without_playback_the_list_stays_and_own_battles_still_wait(new_player: NewPlayer) -> None:
    player = at_the_table(new_player, story="off", waits=True)
    until_told(player)
    page = player.page
    expect(page.locator(".battle-card .result-line")).to_be_visible()
    for _ in range(40):  # bots may still be playing: another battle of one's own can come
        page.wait_for_selector(".table[data-mine=yes], .table[data-telling=yes]")
        if not told(player):
            break
        page.locator("[data-do=go-on]").click()

    player.wait_turn()
    expect(page.locator(".chronicle")).to_contain_text("attack the Belgae")


def test_a_press_while_others_are_told_is_answered_once(new_player: NewPlayer) -> None:
    """A fault once: it said that the game was over, and said so again with every later story."""
    player = at_the_table(new_player, story="step")
    until_told(player)
    player.click_area("orkneys")
    expect(player.page.locator(".why")).to_contain_text("Skip to your turn")
    player.page.keyboard.press("End")
    expect(player.page.locator(".why")).to_have_count(0)
    until_told(player)

    expect(player.page.locator(".why")).to_have_count(0)


FITS = """() => {
    const line = document.querySelector('.ask-text');
    return line.scrollHeight <= line.clientHeight + 1;
}"""


def test_what_is_told_fits_its_line_in_a_small_window(new_player: NewPlayer) -> None:
    """A fault once: beside a narrow map the end of a sentence was cut off."""
    player = new_player("Ann", width=1280, height=720)
    player.prefer(story="step")
    player.open(player.make_match(AGAINST_BOTS, game="britannia-2005"))
    until_told(player, least=8)
    for _ in range(8):
        before = player.page.evaluate(TOLD)
        assert player.page.evaluate(FITS), player.page.locator(".ask").inner_text()
        player.page.keyboard.press("n")
        player.page.wait_for_function(f"before => ({TOLD}) !== before", arg=before)


def test_since_my_last_turn_unfolds_and_is_told_again(new_player: NewPlayer) -> None:
    player = at_the_table(new_player, story="off")
    player.wait_turn()
    for _ in range(40):
        if player.page.locator(".since .fold").count() > 2:
            break
        player.answer("end" if "end" in player.answers() else player.answers()[0])
        player.wait_turn()
    folds = player.page.locator(".since .fold")
    folds.nth(1).click()
    expect(player.page.locator(".since .unfolded li").first).to_be_visible()
    player.shot("since-last-turn")
    player.page.locator("[data-do=tell-again]").click()

    expect(player.table).to_have_attribute("data-telling", "yes")
    player.page.keyboard.press("End")
    expect(player.table).to_have_attribute("data-mine", "yes")


def test_forced_answers_are_no_list_and_the_chronicle_follows_the_slider(new_player: NewPlayer) -> None:
    player = at_the_table(new_player, story="off")
    player.wait_turn()
    assert "No choice" not in player.page.locator(".table").inner_text()
    lines = player.page.locator(".chronicle li .moment")
    now = lines.count()
    player.page.keyboard.press("Home")
    expect(player.table).to_have_attribute("data-at", "0")

    assert lines.count() < now
