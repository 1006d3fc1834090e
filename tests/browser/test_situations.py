"""Moments of the games that have boards of their own: what a player needs then is on the screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.steady_games import answers_at, at_first, at_position, imported, steady_game
from browser.table_page import NewPlayer, TablePage

pytestmark = pytest.mark.browser


def test_domesday_shows_boxes_damage_and_sums(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    at_first(player, "domesday", "hit")
    page = player.page
    expect(page.locator(".initiative .on")).to_have_count(1)
    expect(page.locator(".leader-box")).to_have_count(3)
    expect(page.locator(".unit-odds li").first).to_be_visible()
    for row in page.locator(".score").all():
        parts = [int(b.replace("−", "-")) for b in row.locator("li b").all_inner_texts() if b.strip()]
        assert sum(parts) == int(row.locator("strong").inner_text())
    player.shot("domesday-damage")


def test_domesday_plays_a_card_at_the_card(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    at_first(player, "domesday", "points")
    seq = player.seq
    expect(player.page.locator(".hand-card")).not_to_have_count(0)
    player.shot("domesday-cards")
    player.page.locator(".hand-card .card-answer").first.click()

    player.wait_after(seq)


def test_a_variation_begins_with_what_led_to_it(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    at_first(player, "redux-core", "from")
    expect(player.page.locator(".log-before")).to_be_visible()
    before = player.page.locator(".log-before ~ section .moment").first

    expect(before).to_have_attribute("href", re.compile(r"^/match/.+at=\d+"))


def test_the_timeline_shows_who_became_bretwalda_or_king_and_who_would_be_next(new_player: NewPlayer) -> None:
    match = steady_game("britannia-2005")
    player = new_player("Ann")
    player.prefer()
    whole = imported(player, match)
    entries = player.api("GET", f"/matches/{whole}/entries?limit=5000")["entries"]
    won = [
        (entry["n"], event["data"]["why"], event["data"]["nation"])
        for entry in entries
        for event in entry["events"]
        if event["kind"] == "score" and event["data"].get("why") in ("bretwalda", "king")
    ]
    n, title, nation = won[0]
    player.open(whole, f"?at={n}")
    marks = player.page.locator(".rounds .titled")
    expect(marks).to_have_count(1)
    expect(marks).to_have_attribute("aria-label", re.compile(f"^{title}: the {nation}$", re.IGNORECASE))
    expect(player.page.locator(".next-title")).to_contain_text("Now: ")
    player.shot("titles")
    player.page.goto(f"/match/{whole}")
    expect(marks).to_have_count(len(won))


def test_a_vote_for_bretwalda_shows_what_is_needed_and_what_was_cast(new_player: NewPlayer) -> None:
    match = steady_game("britannia-2005")
    player = new_player("Ann")
    player.prefer()
    votes = [n for n, a in enumerate(match.actions) if a.verb == "vote"]
    at_position(player, match, votes[1])
    panel = player.page.get_by_role("region", name="Votes for Bretwalda")
    expect(panel).to_contain_text(re.compile(r"\d+ of \d+ needed"))
    expect(panel).to_contain_text(re.compile(r"\((for the \w+|voted)"))
    player.shot("ballot")


def test_a_destroyed_fort_fights_nobody(new_player: NewPlayer) -> None:
    """A fault once: it looked like one that stands, with the sign of a battle beside it for the rest of the game."""
    match = steady_game("britannia-2005")
    n = next(
        n
        for n, a in enumerate(match.actions)
        if str(a) == "end" and sum(not intact for intact in match.at(n)[0].forts.values()) > 2
    )
    player = new_player("Ann")
    player.prefer()
    at_position(player, match, n)
    pieces = player.api("GET", f"/matches/{player.match}")["view"]["pieces"]
    ruins = [p["place"] for p in pieces if p.get("state") == "destroyed"]
    standing = {(p["place"], p["faction"]) for p in pieces if p.get("state") != "destroyed"}
    places = [place for place, _ in standing]
    expect(player.page.locator(".piece .destroyed .breach")).to_have_count(len(ruins))
    player.shot("ruins")

    contested = {place for place in places if places.count(place) > 1}
    assert not contested.issuperset(ruins)
    expect(player.page.locator(".overlay g.battle")).to_have_count(len(contested))


def test_a_major_invasion_of_leaders_shows_both_movements(new_player: NewPlayer) -> None:
    """A fault once: only the table of 2005 said so, and here ships stayed at sea for no reason one could see."""
    match = steady_game("redux-leaders")
    ends = [n for n, a in enumerate(match.actions) if str(a) == "end" and len(answers_at(match, n)) > 1]
    halves = {match.at(n)[0].half: n for n in ends}
    player = new_player("Ann")
    player.prefer()
    whole = imported(player, match)
    for half, name in ((1, "Movement I"), (2, "Movement II")):
        player.open(whole, f"?at={halves[half]}")
        expect(player.page.locator(".turn .who")).to_contain_text("Major Invasion")
        expect(player.page.locator(".phases .on")).to_have_text(name)


def exchange_one(player: TablePage) -> None:
    """The player to move gives somebody a card for another."""
    for verb in ("offer", "give", "done", "want 1", "return 1", "give", "agree"):
        table = player.api("GET", f"/matches/{player.match}")
        seat, answers = table["turn"]["seat"], [a["action"] for a in table["decision"]["actions"]]
        answer = next(a for a in answers if a.startswith(verb))
        body = {"seq": table["seq"], "action": answer, "seat": seat}
        player.api("POST", f"/matches/{player.match}/actions", body)


def test_a_card_is_offered_for_another_where_only_one_may_still_be_given(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    seats = dict.fromkeys(("english", "norse", "danish", "norman"), "human")
    player.match = player.make_match(seats, game="domesday")
    giver = player.api("GET", f"/matches/{player.match}")["turn"]["seat"]
    exchange_one(player)
    player.open(player.match)
    player.answer(next(a for a in player.answers() if a.startswith("offer ")))
    seq = player.seq
    expect(player.page.locator(".card-who").first).to_have_attribute(
        "aria-label", re.compile("^May be used by: ")
    )
    player.page.locator(".hand-card [data-plan]").first.click()
    player.wait_after(seq)

    expect(player.page.locator(".toast.bad")).to_have_count(0)
    assert player.api("GET", f"/matches/{player.match}")["turn"]["seat"] != giver, (
        "the other one is asked now"
    )


TOUCHING = """([these, those]) => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map(e => e.getBoundingClientRect());
    const deep = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const all = boxes(these);
    const others = those === these ? null : boxes(those);
    return [all.length, all.flatMap((a, i) => (others ?? all.slice(i + 1)).filter(b => deep(a, b) > 2)).length];
}"""
"""How many there are of one kind of thing on the map, and how many of them lie on another."""


def test_signs_of_battles_and_odds_lie_on_nothing_that_is_read(new_player: NewPlayer) -> None:
    match = steady_game("britannia-2005")
    player = new_player("Ann")
    player.prefer()
    fights = [n for n, a in enumerate(match.actions) if a.verb == "fight"]
    n = max(fights, key=lambda n: len(answers_at(match, n)))
    player.open(imported(player, match), f"?at={n}")
    expect(player.page.locator(".overlay .battle")).to_have_count(len(answers_at(match, n)))
    _, on_signs = player.page.evaluate(TOUCHING, [".overlay .battle", ".overlay .battle"])
    assert on_signs == 0
    at_first(player, "britannia-2005", "from")
    player.page.locator(".side .stack").first.click()
    player.page.locator(".tags .tag").first.wait_for()
    for others in (".tags .tag", ".overlay .count .badge"):
        tags, covered = player.page.evaluate(TOUCHING, [".tags .tag", others])
        assert tags > 3
        assert covered == 0, others


DARK = """() => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const light = (colour) => { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0); };
    const ground = light(getComputedStyle(document.body).getPropertyValue('--card'));
    return [...document.querySelectorAll('.points-card text.end')].map(e => light(getComputedStyle(e).fill)).map(l => (Math.max(l, ground) + .05) / (Math.min(l, ground) + .05));
}"""
"""How much the names at the end of the lines stand out from the card."""


def test_the_seats_of_a_review_can_be_told_in_the_dark(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer(theme="dark")
    player.page.goto(f"/review/{imported(player, steady_game('domesday'))}")
    player.page.locator(".points-card text.end").first.wait_for()

    contrasts = player.page.evaluate(DARK)
    assert len(contrasts) == 4
    assert min(contrasts) >= 3


TRACK = """async () => {
    const { gameTrack } = await import('/look/domesday_boards.js');
    const { look } = await import('/look/domesday.js');
    const { render } = await import('/lib/html.js');
    const words = { name: (id) => id };
    const panel = gameTrack(look, { scores: { norman: 63, danish: 60, norse: 3 }, plunder: { norman: -7 } }, words);
    const box = document.createElement('div');
    render(panel.body, box);
    const spots = [...box.querySelectorAll('li')].flatMap((li, i) => [...li.querySelectorAll('i')].map((m) => [i + 1, m.className.trim(), m.title]));
    return [panel.note, spots];
}"""
"""The track of sixty with more points than it has squares."""


def test_more_than_sixty_points_go_round_the_track_once_more(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    note, spots = player.page.evaluate(TRACK)
    assert note == "round: victory · square: Plunder · ringed: 60 more"
    places = {(at, " ".join(how.split())) for at, how, _ in spots}
    assert places == {(3, "victory again"), (60, "victory"), (3, "victory"), (7, "plunder below")}


def test_raiders_who_return_are_in_the_phase_of_withdrawal(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")
    asked = """async () => { const { phaseOf } = await import('/table/turn.js'); const { look } = await import('/look/britannia.js');
        return ['Withdraw', 'Overpopulation', 'Fight'].map((step) => phaseOf(look, { step }, 'battles')); }"""

    assert player.page.evaluate(asked) == ["withdrawal", "overpopulation", "battles"]


CROWDED_TAGS = """async () => {
    const { tagSpots } = await import('/table/beside.js');
    const { Drawing } = await import('/table/drawing.js');
    const drawing = await Drawing.load('britannia');
    document.body.append(drawing.svg);
    const welsh = ['gwynedd', 'clwyd', 'powys', 'dyfed', 'gwent', 'march', 'hwicce', 'cheshire', 'avalon', 'devon'];
    const at = (id) => drawing.anchor(id);
    const tags = welsh.map((place) => ({ place, at: at(place), w: 84, h: 21 }));
    const stacks = welsh.map((place) => ({ place, x: at(place)[0], y: at(place)[1], size: 28 }));
    const boxes = [...tagSpots(tags, stacks, drawing.data.viewBox, drawing.names, [], (place, x, y) => drawing.besides(place, x, y)).values()];
    const shared = (a, b) => Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));
    return boxes.flatMap((a, i) => boxes.slice(i + 1).map((b) => shared(a, b))).reduce((sum, n) => sum + n, 0);
}"""
"""How much tags lie over each other where every place in and about Wales has one."""


def test_the_tags_of_wales_can_all_be_read(new_player: NewPlayer) -> None:
    """A fault once: of places close together one tag lay over the other."""
    page = new_player("Ann").page
    page.goto("/")

    assert page.evaluate(CROWDED_TAGS) == 0
