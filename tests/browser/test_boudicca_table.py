"""What Boudicca's table shows at moments of a steady game, and its large map."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from albion.engine.action import Action
from albion.engine.loop import apply
from albion.engine.match import Match
from browser.gestures import Gestures, Move
from browser.steady_games import answers_at, asked_of, at_first, at_position, steady_game
from browser.table_page import NewPlayer

pytestmark = pytest.mark.browser


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


def test_whoever_mobilizes_sees_which_legion_it_is(new_player: NewPlayer) -> None:
    """A fault once: the answer named the place only, which not everybody knows a legion by."""
    player = new_player("Ann")
    player.prefer()
    answer = at_first(player, "boudicca", "mobilize")
    button = player.page.locator(f'.side .answer[data-action="{answer}"]')

    expect(button.locator("small")).to_contain_text(re.compile("Augusta|Hispana|Gemina|Valeria"))
