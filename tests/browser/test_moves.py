"""Deciding is direct: press a stack, press its target, choose how many there; nothing is sent until then."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Mouse, Route, expect

from albion.engine.action import Action
from albion.engine.match import Match
from albion.engine.record import record_of, write_record
from albion.games import GAMES
from albion.sim.play import play_recorded
from browser.table_page import ALONE, NewPlayer, TablePage, place_all, seated

pytestmark = pytest.mark.browser


def romans(new_player: NewPlayer, **how: Any) -> TablePage:
    """The Romans of 2005, about to land: everything at sea, many numbers, defenders on the coast."""
    player = new_player("Ann", **how)
    player.prefer(confirm=True)
    return player.open(player.make_match(ALONE, game="britannia-2005", options={}))


def begin(player: TablePage) -> None:
    """Take up the armies in the English Channel."""
    player.press("from english-channel")
    expect(player.table).to_have_attribute("data-draft", "yes")


def test_a_stack_its_target_and_how_many_are_one_move(new_player: NewPlayer) -> None:
    player = romans(new_player)
    seq = player.seq
    player.click_area("english-channel")
    expect(player.table).to_have_attribute("data-draft", "yes")
    expect(player.page.locator(".source-ring").first).to_be_visible()
    expect(player.page.locator(".tag").first).to_contain_text("%")
    player.shot("reach")
    player.click_area("kent")
    card = player.page.locator(".move-card")
    expect(card.locator("[role=radio]").first).to_be_visible()
    numbers = card.locator("[data-number]")
    assert numbers.count() > 2
    numbers.first.click()
    expect(card.locator(".split")).to_be_visible()
    player.shot("card")
    assert player.seq == seq, "nothing is sent before the button"
    player.page.keyboard.press("Enter")  # with the number still in focus
    player.wait_after(seq)
    undo = player.page.locator("[data-do=undo]")
    expect(undo).to_contain_text("Kent")
    undo.click()

    player.page.wait_for_function("() => document.querySelector('.table').dataset.n === '0'")


MARCHED = """async () => {
    const { further } = await import('/table/draft.js');
    const essex = { answers: [{ verb: 'to', noun: 'essex', action: 'to essex', odds: null }] };
    const onward = ['1', '2'].map((n) => ({ verb: 'march-on', noun: n, action: `march-on ${n}`, next: essex }));
    const options = [1, 2, 3].map((n) => ({ verb: 'to', n, plan: ['from kent', 'to sussex', `send ${n}`], odds: null }));
    const draft = { path: ['from kent'], source: 'kent', targets: new Map([['sussex', { place: 'sussex', options, further: false }]]) };
    const session = { reach: async () => ({ question: { answers: onward } }) };
    const found = await further(session, draft, { moves: { onward: ['march-on'] } }, { placeOf: (noun) => noun });
    return found.get('essex').options.map(({ plan }) => plan.slice(2).join(', '));
}"""
"""Three armies may go to Sussex, and two of them on to Essex: the plans that lead there."""


def test_a_far_march_sends_no_more_than_may_go_on(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    assert player.page.evaluate(MARCHED) == ["send 1, march-on 1, to essex", "send 2, march-on 2, to essex"]


def in_sussex(new_player: NewPlayer) -> TablePage:
    """Armies of Wessex that have marched to Sussex and may go on."""
    player = seated(new_player)
    place_all(player)
    player.click_area("wessex")
    expect(player.table).to_have_attribute("data-draft", "yes")
    player.click_area("sussex")
    return player


def test_a_press_on_others_of_mine_in_reach_asks_whether_the_march_goes_on(new_player: NewPlayer) -> None:
    player = in_sussex(new_player)
    expect(player.page.locator(".ask h2")).to_have_text("Do they go on from Sussex?")
    stop = player.page.locator('.side [data-action="stop"]')
    expect(stop).to_be_visible()
    seq = player.seq
    player.click_area("essex")
    ways = player.page.locator(".choose-here .answer")
    expect(ways).to_have_text(["March on to Essex", "Stop here, and move those in Essex"])
    ways.nth(1).click()
    expect(player.page.locator(".ask h2")).to_have_text("Where do the Romano-British in Essex go?")
    expect(stop).to_have_count(0)  # the others have stopped by that

    assert player.seq == seq, "nobody marched on"


KEY_OVER_NAME = """() => {
    const stack = document.querySelector('.stacks.two .stack:has(kbd)');
    const name = stack.querySelector('b');
    name.textContent = 'Camulodunum';
    const text = document.createRange();
    text.selectNodeContents(name);
    const [a, b] = [text, stack.querySelector('kbd')].map((e) => e.getBoundingClientRect());
    return a.right > b.left && a.bottom > b.top + 1 && a.top < b.bottom - 1;
}"""
STRAY_TAGS = """async () => {
    const { tagSpots } = await import('/table/beside.js');
    const tag = (place, x, y) => ({ place, at: [x, y], w: 60, h: 20 });
    const army = { place: 'avalon', x: 100, y: 100, size: 23 };
    const spot = (astray) => tagSpots([tag('avalon', 100, 100)], [army], [0, 0, 300, 300], [], [], astray).get('avalon');
    return [spot(() => false).y < 100, spot((place, x, y) => place === 'avalon' && y < 100).y > 90];
}"""
"""Whether a tag stands above its army, and whether it does not where that would be in the next place."""


def test_a_tag_stands_in_its_own_place_and_a_key_beside_a_name(new_player: NewPlayer) -> None:
    player = seated(new_player)
    place_all(player)

    assert player.page.evaluate(STRAY_TAGS) == [True, True]
    assert player.page.evaluate(
        "async () => { const { Drawing } = await import('/table/drawing.js'); const map = await Drawing.load('britannia');"
        " document.body.append(map.svg); const [x, y] = map.anchor('downlands'); return [map.besides('avalon', x, y), map.besides('downlands', x, y)]; }"
    ) == [True, False]
    assert not player.page.evaluate(KEY_OVER_NAME)


def test_where_moves_can_only_be_taken_back_that_is_the_question(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")
    asked = """async () => { const { look } = await import('/look/britannia.js');
        const of = (...verbs) => look.question({ actions: verbs.map((verb) => ({ verb })) });
        return [of('take-back', 'restart'), of('from', 'restart')]; }"""

    question, usual = player.page.evaluate(asked)
    assert "take back" in question
    assert usual is None


def test_a_target_pressed_before_the_reach_is_known_is_not_refused(new_player: NewPlayer) -> None:
    """A fault once: on a slow connection a second press was answered with 'There are no Romans in Kent'."""
    player = romans(new_player)
    held: list[Route] = []
    pressed: list[str] = []
    player.page.route("**/reach", lambda route: route.continue_() if len(pressed) > 1 else held.append(route))
    for place in ("english-channel", "kent"):
        player.click_area(place)
        pressed.append(place)
    assert held
    for request in held:
        request.continue_()

    expect(player.table).to_have_attribute("data-draft", "card")
    expect(player.page.locator(".why")).to_have_count(0)
    player.page.unroute_all(behavior="ignoreErrors")


def only_one_may_move(player: TablePage) -> str:
    """A table where the first question of a movement is where the only stack goes that can: the Scots have just come by sea."""
    game = GAMES["redux-core"]
    match = play_recorded(game, game.options_type(), ("random",) * 4, seed=5)
    asked = (n for n in range(1, len(match.actions)) if match.actions[n].verb == "to")
    n = next(n for n in asked if len(offered(match, n - 1)) == 1)
    made = player.api("POST", "/records", {"text": write_record(record_of(match))})["match"]
    return str(player.api("POST", f"/matches/{made}/fork", {"at": n, "seats": ALONE})["match"])


def test_a_move_that_began_by_itself_stays_in_the_making(new_player: NewPlayer) -> None:
    """A fault once: after Escape the places were plain answers, without a card and its odds."""
    player = new_player("Ann")
    player.prefer(confirm=True)
    player.open(only_one_may_move(player))
    expect(player.table).to_have_attribute("data-draft", "yes")
    player.page.keyboard.press("Escape")
    player.page.locator(".side .answers .answer").first.click()

    expect(player.table).to_have_attribute("data-draft", "card")
    expect(player.page.locator(".move-card [data-do=send]")).to_be_visible()


def test_a_march_under_way_is_no_list_of_numbers_after_escape(new_player: NewPlayer) -> None:
    """A fault once: Escape took the places away, and asked how many march on to nowhere."""
    player = romans(new_player)
    begin(player)
    seq = player.seq
    player.click_area("kent")
    player.page.locator(".move-card [data-do=send]").click()
    player.wait_after(seq)
    expect(player.table).to_have_attribute("data-draft", "yes")
    asked = player.page.locator(".ask h2").inner_text()
    player.page.keyboard.press("Escape")
    player.click_area("essex")

    assert asked == "Do they go on from Kent?"
    expect(player.table).to_have_attribute("data-draft", "card")


def test_escape_goes_one_step_back_and_changes_nothing(new_player: NewPlayer) -> None:
    player = romans(new_player)
    begin(player)
    player.click_area("kent")
    expect(player.table).to_have_attribute("data-draft", "card")
    player.page.keyboard.press("Escape")
    expect(player.table).to_have_attribute("data-draft", "yes")
    player.page.keyboard.press("Escape")
    expect(player.table).to_have_attribute("data-draft", "no")

    assert player.seq == 0


def test_arrows_do_not_leave_a_card_for_the_past(new_player: NewPlayer) -> None:
    """A fault once: where only one could go, an arrow key threw the move away and showed the match as it had been."""
    player = romans(new_player)
    begin(player)
    player.click_area("kent")
    player.finish_move()
    player.wait_after(0)
    player.click_area("essex")
    expect(player.table).to_have_attribute("data-draft", "card")
    player.page.evaluate("document.activeElement.blur()")
    player.page.keyboard.press("ArrowLeft")

    expect(player.table).to_have_attribute("data-draft", "card")
    expect(player.table).to_have_attribute("data-past", "no")


def held_over_sussex(player: TablePage) -> Mouse:
    """The Romans' fleet is dragged there and not yet dropped."""
    expect(player.page.locator(".mark.legal")).not_to_have_count(0)
    mouse = player.page.mouse
    counter = player.page.locator(".piece[data-place=english-channel] .touch").first.bounding_box()
    assert counter is not None
    mouse.move(counter["x"] + counter["width"] / 2, counter["y"] + counter["height"] / 2)
    mouse.down()
    mouse.move(*player.area("sussex"), steps=6)
    return mouse


def test_a_counter_is_dragged_to_its_target(new_player: NewPlayer) -> None:
    player = romans(new_player)
    mouse = held_over_sussex(player)
    mouse.up()
    expect(player.table).to_have_attribute("data-draft", "card")

    expect(player.page.locator(".move-card h3")).to_have_text("Sussex")


def offered(match: Match[Any], n: int) -> tuple[Action, ...]:
    """The answers to the question at a position."""
    decision = match.at(n)[1]
    return () if decision is None else decision.actions


def unable_to_end(player: TablePage) -> str:
    """A table where the movement of 2005 may not end yet."""
    game = GAMES["britannia-2005"]
    match = play_recorded(game, game.options_type(), ("random",) * 4, seed=5)
    moving = (n for n in range(len(match.actions)) if match.at(n)[0].agenda[-1].name == "Movement")
    n = next(n for n in moving if "end" not in {a.verb for a in offered(match, n)})
    made = player.api("POST", "/records", {"text": write_record(record_of(match))})["match"]
    return str(player.api("POST", f"/matches/{made}/fork", {"at": n, "seats": ALONE})["match"])


def test_what_cannot_be_done_yet_stays_with_its_reason(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    player.open(unable_to_end(player))
    end = player.page.locator("[data-refused=end]")

    expect(end).to_have_attribute("aria-disabled", "true")
    expect(end).to_have_text("End movement")
    expect(player.page.locator(".refused .reason")).to_contain_text("Not yet:")
    player.shot("not-yet")


def test_undo_after_dice_says_why_not(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    game = GAMES["britannia-2005"]
    match = play_recorded(game, game.options_type(), ("random",) * 4, seed=5)
    n = next(n for n, events in enumerate(match.events) if n and any(e.final for e in events))
    made = player.api("POST", "/records", {"text": write_record(record_of(match))})["match"]
    fork = player.api("POST", f"/matches/{made}/fork", {"at": n - 1, "seats": ALONE})["match"]
    player.api("POST", f"/matches/{fork}/actions", {"seq": 0, "action": str(match.actions[n - 1])})
    player.open(str(fork))

    expect(player.page.locator(".afterwards .reason")).to_have_text("No undo: the dice have been rolled.")
    expect(player.page.locator("[data-do=undo]")).to_have_attribute("aria-disabled", "true")


def test_a_card_that_opens_under_the_pointer_sends_nothing_when_let_go(new_player: NewPlayer) -> None:
    player = romans(new_player)
    mouse = held_over_sussex(player)
    expect(player.table).to_have_attribute("data-draft", "card")
    mouse.up()
    player.page.wait_for_timeout(400)

    assert player.seq == 0
    expect(player.table).to_have_attribute("data-draft", "card")


def test_several_armies_are_placed_by_one_gesture_and_taken_back_as_one(new_player: NewPlayer) -> None:
    player = seated(new_player)
    page, seq = player.page, player.seq
    player.answers()
    for number, place in enumerate(("york", "hwicce")):
        page.locator(f'[data-sweep="place {place}"]').hover()
        if number == 0:
            page.mouse.down()
        else:
            expect(page.locator("[data-swept]")).to_have_count(2)
    page.mouse.up()
    player.wait_after(seq)
    log = player.api("GET", f"/matches/{page.url.split('/match/')[1]}/entries?effective=true&since={seq}")
    assert [e["action"] for e in log["entries"] if e["kind"] == "play"] == ["place york", "place hwicce"]
    page.keyboard.press("u")

    expect(page.locator('[data-sweep="place york"]')).to_be_visible()
    expect(page.locator(".ask")).to_contain_text("2 left to place")


REPEATED = """async () => {
    const { holds } = await import('/table/repeats.js');
    const view = (number, faction) => ({ round: { number }, active: { faction } });
    const retreat = (area) => ({ seat: 'red', about: { area } });
    const kept = (field, time, about) => ({ field, time, about });
    const round = kept('round', '2', '2|'), battle = kept('area', '2|angles|', '2|angles||york'), always = kept('game', '', '|');
    return [
        [holds(round, true, retreat('kent'), view(2, 'danes')), holds(round, false, retreat('kent'), view(3, 'danes'))],
        [holds(battle, true, retreat('york'), view(2, 'angles')), holds(battle, true, retreat('kent'), view(2, 'angles')), holds(battle, false, retreat(), view(2, 'saxons'))],
        [holds(always, true, retreat('kent'), view(9, 'danes'))],
    ];
}"""


def test_what_is_repeated_is_shown_as_long_as_it_holds(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    assert player.page.evaluate(REPEATED) == [[True, False], [True, False, False], [True]]


def answer_all(player: TablePage, *actions: str) -> None:
    """Give answers without the page, before the match is opened."""
    for action in actions:
        table = player.api("GET", f"/matches/{player.match}")
        found = {a["action"] for a in table["decision"]["actions"]}
        chosen = next(a for a in found if a.startswith("place ")) if action == "place" else action
        player.api("POST", f"/matches/{player.match}/actions", {"seq": table["seq"], "action": chosen})


def test_a_card_warns_of_a_move_after_which_movement_could_not_end(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer(confirm=True)
    player.match = player.make_match(ALONE)
    answer_all(player, "place", "place", "end", "place", "place", "end")
    answer_all(player, "place pennines", "place cumbria", "from pennines", "to york", "send 2")
    player.open(player.match)
    player.click_area("cumbria")
    expect(player.table).to_have_attribute("data-draft", "yes")
    player.click_area("cheshire")
    expect(player.table).to_have_attribute("data-draft", "card")

    expect(player.page.locator(".move-card .warning")).to_contain_text("Movement could not end like this: ")


def test_undo_after_a_march_that_stopped_names_the_end_of_movement(new_player: NewPlayer) -> None:
    player = in_sussex(new_player)
    expect(player.page.locator('.side [data-action="stop"]')).to_be_visible()
    player.answer("end")

    expect(player.page.locator("[data-do=undo]")).to_have_text("↶ Undo: End movement U")


OWN_TAG = """async () => {
    const { tagOf } = await import('/table/draft.js');
    const odds = { attacker: 'norsemen', defender: 'brigantes', attacker_wins: 0.99, defender_wins: 0, nobody: 0.01, attackers: 4, defenders: 1 };
    const target = (place) => ({ place, options: [{ odds }] });
    const view = { pieces: [{ place: 'cumbria', faction: 'brigantes' }, { place: 'clwyd', faction: 'welsh' }], factions: { brigantes: { seat: 'red' }, welsh: { seat: 'green' } } };
    const tag = (place) => tagOf(target(place), view, { seat: 'red' }, { question: { about: { nation: 'norsemen' } } }, { name: (id) => id }, false).text;
    return [tag('cumbria'), tag('clwyd')];
}"""


def test_a_tag_names_ones_own_colour_and_tells_the_odds_against_others(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    assert player.page.evaluate(OWN_TAG) == ["your brigantes", "v 1: 99%"]


def test_undo_of_a_stop_says_where(new_player: NewPlayer) -> None:
    """A fault once: in a lesson it said "Undo: Stop here", as if it were an order."""
    player = in_sussex(new_player)
    expect(player.page.locator(".ask h2")).to_have_text("Do they go on from Sussex?")
    player.answer("stop")

    expect(player.page.locator("[data-do=undo]")).to_contain_text("Undo: the stop in Sussex")
