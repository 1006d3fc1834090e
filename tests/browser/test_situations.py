"""Moments of the games that have boards of their own: what a player needs then is on the screen."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from albion.engine.action import Action
from albion.engine.loop import apply
from albion.engine.match import Match
from albion.engine.record import record_of, write_record
from albion.games import GAMES
from albion.sim.play import play_recorded
from browser.gestures import Gestures, Move
from browser.table_page import NewPlayer, TablePage

pytestmark = pytest.mark.browser


@cache
def steady_game(game: str) -> Match[Any]:
    """A whole game of steady bots, played once for all tests that look into it."""
    made = GAMES[game]
    options = made.options_type()
    return play_recorded(made, options, ("steady",) * len(made.seats(options)), seed=5)


def answers_at(match: Match[Any], n: int) -> tuple[Action, ...]:
    """The answers to the question after n others."""
    decision = match.at(n)[1]
    return decision.actions if decision is not None else ()


def at_first(player: TablePage, game: str, verb: str, following: int = 0) -> str:
    """A table at the first question of a steady game that was answered with this verb, where the next had this many answers; that answer."""
    match = steady_game(game)
    asked = (n for n, a in enumerate(match.actions) if a.verb == verb)
    n = next(n for n in asked if not following or len(answers_at(match, n + 1)) >= following)
    at_position(player, match, n)
    return str(match.actions[n])


IMPORTED: dict[str, tuple[Any, str]] = {}
"""By game: the cookies of the player who imported its steady game, and the match it became."""


def imported(player: TablePage, match: Match[Any]) -> str:
    """A whole steady game on the server, checked and imported once: this player goes on as the one who did that."""
    context, found = player.page.context, IMPORTED.get(match.game.id)
    if found is None:
        whole = player.api("POST", "/records", {"text": write_record(record_of(match))})["match"]
        IMPORTED[match.game.id] = found = (context.cookies(), str(whole))
    context.add_cookies(found[0])
    return found[1]


def at_position(player: TablePage, match: Match[Any], n: int) -> None:
    """A table where a game stood after this many answers, with all its seats."""
    whole = imported(player, match)
    body = {"at": n, "seats": dict.fromkeys(match.game.seats(match.options), "human")}
    player.open(player.api("POST", f"/matches/{whole}/fork", body)["match"])


def test_boudicca_shows_the_arithmetic_of_an_attack(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    attack = at_first(player, "boudicca", "attack")
    player.page.locator(f'.answer[data-action="{attack}"]').hover()
    expect(player.page.locator(".odds .army").first.locator("svg")).not_to_have_count(0)
    table = player.page.locator(".odds .crt")
    expect(table.locator("tr.on")).to_have_count(1)
    expect(table.locator("tr.on td.can")).not_to_have_count(0)
    expect(player.page.locator(".odds")).to_contain_text("rounded to")
    expect(player.page.locator(".ledger .sum")).to_have_count(2)
    player.shot("boudicca-attack")

    told = player.page.locator("section.turn").inner_text() + player.page.locator(".ask").inner_text()
    assert not re.search(r"\b\d{4}\b", told), "places are named, not numbered"


def test_part_of_a_boudicca_stack_marches_and_the_rest_may_follow(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    player.press(at_first(player, "boudicca", "activate", following=5))
    rows = player.page.locator(".side .picked")
    rows.first.wait_for()
    rows.first.locator("[data-only]").click()
    player.page.wait_for_selector(".table[data-working=no] .side .answers .answer[data-action^='to ']")
    seq = player.seq
    player.page.locator(".side .answers .answer[data-action^='to ']").first.click()
    player.wait_after(seq)
    while found := {"decline", "stop"}.intersection(player.answers()):
        player.answer(found.pop())

    given = [
        e["action"] for e in player.api("GET", f"/matches/{player.match}/entries?since={seq}")["entries"]
    ]
    assert "march" in given and "done" not in given
    assert player.draft == "yes", "those who stayed are asked where they go"
    expect(player.page.locator(".side [data-action=done]")).to_be_visible()


def test_units_that_must_stay_say_why(new_player: NewPlayer) -> None:
    """A fault once: whoever could not go with an activated stack was not shown at all."""
    player = new_player("Ann")
    player.prefer()
    match = steady_game("boudicca")
    n, stack, stay = next(
        (n, a, len(refused))
        for n, a in enumerate(match.actions)
        if a.verb == "activate" and (refused := must_stay(match, n + 1)) and len(answers_at(match, n + 1)) > 4
    )
    at_position(player, match, n)
    player.press(str(stack))
    rows = player.page.locator(".side .unfit li")

    expect(rows).to_have_count(stay)
    expect(rows.first).to_contain_text("this turn.")
    player.shot("must-stay")


def must_stay(match: Match[Any], n: int) -> list[Action]:
    """Who stands where a stack sets out and may not go with it."""
    state = match.at(n)[0]
    asking = state.agenda[-1]
    return [a for a in asking.attempts(state) if a.verb == "take" and a not in answers_at(match, n)]


def test_a_card_is_played_before_a_stack_marches(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    match = steady_game("boudicca")
    force_march = Action("play", "force-march")
    n, stack = next(
        (n, a)
        for n, a in enumerate(match.actions)
        if a.verb == "activate" and force_march in answers_at(match, n + 1)
    )
    at_position(player, match, n)
    player.press(str(stack))
    seq = player.seq
    player.page.locator(f'[data-plan="{stack}, {force_march}"]').click()
    player.wait_after(seq)
    entries = player.api("GET", f"/matches/{player.match}/entries?since={seq}")["entries"]

    assert [e["action"] for e in entries][:2] == [str(stack), str(force_march)]


def test_units_of_several_kinds_are_chosen_by_one_drag(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    match = steady_game("domesday")
    picked = ["pick saxon:huscarl", "pick saxon:archer"]
    n = next(
        n
        for n, a in enumerate(match.actions)
        if str(a) == "move york" and {str(x) for x in answers_at(match, n + 1)}.issuperset(picked)
    )
    at_position(player, match, n)
    hand = Gestures(player)
    seq = player.seq
    assert hand.drag(Move("york", "west-riding", units=picked))
    player.wait_after(seq)
    entries = player.api("GET", f"/matches/{player.match}/entries?since={seq}")["entries"]

    assert [e["action"] for e in entries][:4] == ["move york", *picked, "enter west-riding"]
    assert hand.presses.total() == 1


def lone_mover(match: Match[Any]) -> tuple[int, Action]:
    """The first question of a game that lets a stack move of which only one unit may go, and that answer."""
    for n in (n for n, a in enumerate(match.actions) if a.verb == "move"):
        state, decision = match.at(n)
        for stack in (a for a in decision.actions if a.verb == "move") if decision is not None else ():
            asked = apply(state.clone(), stack)
            offered = asked.actions if asked is not None else ()
            if [a.verb for a in offered] == ["pick"] and offered[0].noun != "all":
                return n, stack
    raise AssertionError("whole stacks may always move")


def test_a_stack_of_which_one_unit_may_go_moves_that_one(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    match = steady_game("domesday")
    n, stack = lone_mover(match)
    at_position(player, match, n)
    player.press(str(stack))

    player.page.wait_for_selector(".table[data-draft=yes][data-working=no]")
    assert player.page.locator(".side .answers .answer[data-action^='enter ']").count()


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


NOBODY_LEFT = """async () => {
    const { render } = await import('/lib/html.js');
    const { battleCard } = await import('/look/boudicca_battle.js');
    const { look } = await import('/look/boudicca.js');
    const name = (x) => `${x}`;
    const words = { name, spoken: name, nearby: () => null, placed: name };
    const wins = { romans: 0.1, britons: 0.2, nobody: 0.7 };
    const lost = { romans: '1.0', britons: '0.8' };
    const odds = { hex: 3230, attacker: 'romans', defender: 'britons', wins, 'average-lost': lost, 'wins-leaving': wins, 'average-lost-leaving': lost };
    const box = document.createElement('div');
    render(battleCard(look, odds, { pieces: [] }, words).body, box);
    return [...box.querySelector('.split').children].map((part) => [Number(part.style.flexGrow), part.textContent]);
}"""
"""The bar of a battle in which most often both sides are destroyed."""


def test_the_bar_of_a_battle_shows_that_nobody_may_be_left(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    assert player.page.evaluate(NOBODY_LEFT) == [[0.1, "10%"], [0.7, "nobody 70%"], [0.2, "20%"]]


def test_what_a_move_would_cost_stands_at_that_move_alone(new_player: NewPlayer) -> None:
    """A fault once: with a stack chosen, recruiting in a place in reach seemed to cost as much as going there."""
    player = new_player("Ann")
    player.prefer()
    source = at_first(player, "domesday", "move")
    player.page.locator(f'.side .stack[data-action="{source}"]').click()
    player.page.wait_for_selector(".table[data-draft=yes][data-working=no]")
    costs = player.page.locator(".side .answer small", has_text="AP")
    expect(costs).not_to_have_count(0)

    verbs = {v.split()[0] for v in costs.evaluate_all("l => l.map(e => e.closest('.answer').dataset.action)")}
    assert verbs <= {"enter", "end"}


def test_romans_who_set_up_hear_nothing_twice_and_why_nothing_is_undone(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer(story="normal")
    player.open(player.make_match({"romans": "human", "britons": "bot:steady"}, game="boudicca"))
    page = player.page
    for _ in range(20):
        page.wait_for_selector(".table[data-mine=yes], .table[data-telling=yes]")
        if player.table.get_attribute("data-telling") == "yes":
            assert "garrisoned" not in page.locator(".ask").inner_text(), "the player's own doing is no news"
            page.keyboard.press("End")
            page.wait_for_selector(".table[data-telling=no]")
        elif page.locator('.side [data-action^="evacuate"]').count():
            break
        elif answers := player.answers():
            player.answer(answers[-1])
    expect(page.locator(".afterwards .reason")).to_have_text("No undo: something hidden has been revealed.")
    page.locator('.side [data-action^="evacuate"]:has-text("Camulodunum")').click()
    warnings = page.locator(".side .answer-group > .warning")

    expect(warnings).to_have_count(1)
    expect(warnings).to_contain_text("undefended Civilians die")
    expect(page.locator(".side .answer .warning").first).to_have_text("⚠")


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


def test_a_march_stops_when_something_else_is_pressed(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    at_first(player, "redux-core", "stop")
    player.page.wait_for_selector(".table[data-working=no]")
    seq = player.seq
    player.press("end")
    player.wait_after(seq)
    log = player.api("GET", f"/matches/{player.page.url.split('/match/')[1]}/entries?effective=true")

    assert [e["action"] for e in log["entries"] if e["kind"] == "play"][:2] == ["stop", "end"]


def test_a_stack_carried_to_the_edge_pulls_the_map_along(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    source = at_first(player, "domesday", "move").removeprefix("move ")
    page = player.page
    page.wait_for_selector(".table[data-working=no]")
    page.locator(f'.side .stack[data-action="move {source}"]').click()  # the view goes there
    page.wait_for_selector(".table[data-draft=yes][data-working=no]")
    seen = "() => document.querySelector('.map-box .sheet').style.transform"
    before, seq = page.evaluate(seen), player.seq
    page.mouse.move(*player.area(source))
    page.mouse.down()
    box = page.locator(".map-box").bounding_box()
    assert box is not None
    for y in (box["height"] / 2, 12, 10, 12):
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + y)
    page.wait_for_function(f"before => ({seen})() !== before", arg=before)
    page.mouse.move(box["x"] + box["width"] + 60, box["y"] + 40)  # beside the map it is let go
    page.mouse.up()

    assert player.seq == seq


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


WITHIN = """() => { const [map, mark] = ['.map-box', '.mark'].map(s => document.querySelector(s)?.getBoundingClientRect());
    return Boolean(mark) && mark.left >= map.left && mark.right <= map.right && mark.top >= map.top && mark.bottom <= map.bottom; }"""


def test_the_map_goes_to_a_question_that_lies_outside_it(new_player: NewPlayer) -> None:
    match = steady_game("boudicca")
    player = new_player("Ann")
    player.prefer()
    n = next(
        n for n, a in enumerate(match.actions) if a.verb == "lose" and match.actions[n + 1].verb == "lose"
    )
    at_position(player, match, n)
    page = player.page
    page.wait_for_function(WITHIN)
    for _ in range(4):
        page.mouse.move(600, 700)
        page.mouse.down()
        page.mouse.move(100, 150, steps=4)
        page.mouse.up()
    page.wait_for_function(f"!({WITHIN})()")
    player.answer(str(match.actions[n]))

    page.wait_for_function(WITHIN)


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


def asked_of(match: Match[Any], n: int) -> tuple[str, str]:
    """What is asked after n answers, and whom."""
    decision = match.at(n)[1]
    return ("", "") if decision is None else (decision.step, decision.seat)


def test_declining_for_an_impulse_ends_with_it(new_player: NewPlayer) -> None:
    """In their own Impulse nothing is left of what the Romans declined for one of the Britons, so that they are asked again in the next."""
    match = steady_game("boudicca")
    asked = [asked_of(match, n) for n in range(len(match.actions))]
    own = {
        n: asked.index(("Impulse", "romans"), n)
        for n in range(len(asked))
        if asked[n] == ("Interception", "romans") and ("Impulse", "romans") in asked[n:]
    }
    n = next(
        n
        for n, then in own.items()
        if {a.verb for a in match.actions[n:then]} == {"decline", "stop", "end"} and asked[n + 1] == asked[n]
    )
    player = new_player("Ann")
    player.prefer()
    at_position(player, match, n)
    page = player.page
    page.locator('.side [data-repeat="decline seat"]').click()
    while True:
        page.wait_for_selector(".table[data-working=no] .side .answer:not([data-action=decline])")
        table = player.api("GET", f"/matches/{player.match}")
        if (table["decision"]["step"], table["turn"]["seat"]) == ("Impulse", "romans"):
            break
        answers = [a["action"] for a in table["decision"]["actions"]]
        ending = next((a for a in ("stop", "end") if a in answers), None)
        if ending is None:  # the page is about to decline once more
            page.wait_for_timeout(50)
            continue
        body = {"seq": table["seq"], "action": ending, "seat": table["turn"]["seat"]}
        player.api("POST", f"/matches/{player.match}/actions", body)
        player.wait_after(table["seq"] - 1)
        page.wait_for_function(
            "seq => Number(document.querySelector('.table').dataset.seq) > seq", arg=table["seq"]
        )
    page.wait_for_selector('.side .answer[data-action="pass"]')

    expect(page.locator("[data-do=end-repeat]")).to_have_count(0)


def test_the_map_stays_where_the_last_march_led(new_player: NewPlayer) -> None:
    """Other stacks stand closer together elsewhere; one sees the own march arrive all the same."""
    match = steady_game("boudicca")
    n = next(n for n, a in enumerate(match.actions) if a == Action("activate", 5119))
    player = new_player("Ann")
    player.prefer()
    at_position(player, match, n)
    page, hand = player.page, Gestures(player)
    page.wait_for_selector(".table[data-working=no]")
    seq = player.seq
    hand.by_list(Move("5119", "4222"))
    player.wait_after(seq)
    page.wait_for_selector(".table[data-working=no] .side .stack")

    page.wait_for_timeout(500)
    assert hand.in_sight("4222"), "the map has left the stack that marched"


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


def test_whoever_mobilizes_sees_which_legion_it_is(new_player: NewPlayer) -> None:
    """A fault once: the answer named the place only, which not everybody knows a legion by."""
    player = new_player("Ann")
    player.prefer()
    answer = at_first(player, "boudicca", "mobilize")
    button = player.page.locator(f'.side .answer[data-action="{answer}"]')

    expect(button.locator("small")).to_contain_text(re.compile("Augusta|Hispana|Gemina|Valeria"))


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
