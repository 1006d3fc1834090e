"""How the page makes a story of a match's entries: chapters, scenes and what they say."""

from __future__ import annotations

import pytest

from browser.table_page import NewPlayer

pytestmark = pytest.mark.browser


BATTLES = """async () => {
    const { beats, chapters } = await import('/table/story.js');
    const battle = (area) => ({ kind: 'battle', text: area, data: { area, attacker: 'saxons', defender: 'welsh', attackers: 2, defenders: 1 } });
    const roll = (who, dice) => ({ kind: 'roll', text: 'dice', data: { who, dice } });
    const loss = { kind: 'loss', text: 'one lost', data: { nation: 'welsh', n: 1 } };
    const over = (area) => ({ kind: 'battle-end', text: 'over', data: { area, holder: 'saxons' } });
    const events = [battle('kent'), roll('saxons', [6, 1]), roll('welsh', [1]), loss, over('kent'), battle('essex'), roll('saxons', [2])];
    const [chapter] = chapters([{ n: 0, seat: 'red', events }], -1, 0, { units: 'armies' });
    return beats(chapter).filter((b) => b.end).map((b) => [b.scene.place, b.scene.last.kind, b.scene.rounds[0].lost.length]);
}"""
"""One answer brought the end of a battle and the dice of the next: how far the log goes when the first one is over."""


def test_the_log_does_not_run_ahead_of_the_story(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    assert player.page.evaluate(BATTLES) == [["kent", "battle-end", 1]]


STEPS = """async () => {
    const { chapters } = await import('/table/story.js');
    const volley = (seat, dice, results) => ({ kind: 'volley', text: 'dice', data: { seat, dice, results } });
    const events = [
        { kind: 'battle', text: 'a battle', data: { hex: 2117, attacker: 'britons', defender: 'romans' } },
        { kind: 'round', text: 'Round 1', data: {} },
        volley('britons', [1, 6], ['-', '2H']), volley('romans', [1], ['-']),
        { kind: 'loss', text: 'Auxilia 8 is reduced.', data: { unit: 'aux-8', steps: 1 } },
    ];
    const [chapter] = chapters([{ n: 0, seat: 'britons', events }], -1, 0, { exchange: 'round' });
    const [round] = chapter.scenes[0].rounds;
    return [round.rolls.map((r) => r.hits), round.rolls.map((r) => r.results), round.lost];
}"""
"""A battle in which units lose steps: which dice hit, what they say, and which counters are gone."""


def test_a_lost_step_makes_no_die_a_hit_and_crosses_out_no_counter(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    assert player.page.evaluate(STEPS) == [[[False, True], [False]], [["-", "2H"], ["-"]], []]


HEADS = """async () => {
    const { chapters } = await import('/table/story.js');
    const { summary } = await import('/table/told.js');
    const { look } = await import('/look/boudicca.js');
    const march = (n, to) => ({ kind: 'move', text: 'they march', data: { from: '2821', to, n, faction: 'iceni' } });
    const events = [march(1, '2822'), march(2, '2823'), march(3, '2824'), { kind: 'sacked', text: 'The Britons sack Londinium.', data: { seat: 'britons', hex: 2523 } }];
    const [chapter] = chapters([{ n: 0, seat: 'britons', events }], -1, 0, look);
    const words = { spoken: (text) => text, name: (place) => String(place), nearby: () => null, placed: (text) => text };
    return [chapter.scenes.length, summary(chapter, { look, words, view: {}, seats: ['romans'] })];
}"""
"""An Impulse of three marches in which a town was sacked."""


def test_a_summary_leaves_out_no_sack(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    scenes, told = player.page.evaluate(HEADS)
    assert scenes > 1
    assert told == "The Britons sack Londinium"


PASSES = """async () => {
    const { chapters } = await import('/table/story.js');
    const { turns } = await import('/table/history.js');
    const { look } = await import('/look/domesday.js');
    const event = (kind, seat, data = {}) => ({ kind, text: `${kind} ${seat}`, data: { seat, ...data } });
    const entries = [
        { n: 0, seat: 'norman', events: [event('card', 'norman'), event('points', 'norman')] },
        { n: 1, seat: 'norse', events: [event('passed', 'norse'), event('points', 'norse')] },
    ];
    return [chapters(entries, -1, 1, look).map((c) => c.faction ?? c.seat), turns(entries, 1, look.history).map((g) => [g.faction, g.lines.length])];
}"""
"""In Domesday whoever passes has Action Points all the same."""


def test_what_is_done_after_a_pass_is_the_passing_players(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    told, log = player.page.evaluate(PASSES)
    assert told == ["norman", "norse"]
    assert [who for who, _ in log] == ["norman", "norse"]


TWINS = """async () => {
    const { GameWords } = await import('/lib/words.js');
    const words = new GameWords({}, (id) => (/^\\d{4}$/.test(id) ? 'two hexes south-west of Calleva' : null));
    return [words.spoken('They move from 2213 to 2214.'), words.spoken('From 2213 to 2213.'), words.ends('2213', '2214').to];
}"""
"""Two hexes of which one can say no more than the same."""


def test_two_hexes_with_one_description_are_told_apart(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    here, there = "two hexes south-west of Calleva", "another hex nearby"
    assert player.page.evaluate(TWINS) == [
        f"They move from {here} to {there}.",
        f"From {here} to {here}.",
        there,
    ]


ARMIES_AND_FORT = """async () => {
    const { chapters } = await import('/table/story.js');
    const from = (need) => [1, 2, 3, 4, 5, 6].map((face) => Number(face >= need));
    const roll = (who, dice, need) => ({ kind: 'roll', text: 'dice', data: { who, dice, worth: from(need) } });
    const loss = (nation) => ({ kind: 'loss', text: `${nation} lose one`, data: { nation, n: 1 } });
    const told = (attackers, defenders, events) => {
        const battle = { kind: 'battle', text: '', data: { area: 'kent', attacker: 'belgae', defender: 'romans', attackers, defenders } };
        const [chapter] = chapters([{ n: 0, seat: 'blue', events: [battle, ...events] }], -1, 0, { units: 'armies' });
        return chapter.scenes[0].rounds.map((r) => r.rolls.map((x) => x.dice.map((face, i) => (x.hits[i] ? `${face}!` : face)).join(' ')));
    };
    return [
        told(2, 3, [roll('belgae', [5, 3], 5), roll('romans', [4, 2], 4), roll('romans', [1], 5), loss('romans'), loss('belgae'), roll('belgae', [1], 5), roll('romans', [2], 4)]),
        told(1, 1, [roll('belgae', [6, 1], 5), roll('romans', [2, 3], 5), roll('belgae', [5, 4], 5), roll('romans', [1, 1], 5), loss('romans')]),
    ];
}"""
"""Romans who hold a fort roll for armies and fort apart; with two dice for an army, two hits are a loss."""


def test_dice_of_one_side_stand_together_and_only_those_that_hit_are_marked(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    fort, pairs = player.page.evaluate(ARMIES_AND_FORT)
    assert fort == [["5! 3", "4! 2 1"], ["1", "2"]]
    assert pairs == [["6! 1", "2 3"], ["5! 4", "1 1"]]


FIELDS = """async () => {
    const { chapters, without } = await import('/table/story.js');
    const { look } = await import('/look/domesday.js');
    const event = (kind, data) => ({ kind, text: kind, data: { area: 'york', ...data } });
    const boxes = { attack: { 2: ['waltheof', 'saxon:huscarl'] }, defend: { 6: ['danish:archer:reduced'], 3: ['danish:spearman:reduced'] } };
    const fled = event('retreated', { unit: 'danish:archer:reduced', to: 'lindsey' });
    const killed = (unit) => [event('hit', { unit: `${unit}:reduced/3`, n: 2 }), event('roll', { who: 'danish', dice: [3] }), event('removed', { unit })];
    const told = (...events) => {
        const all = [event('battle', { faction: 'saxon', boxes }), ...events, event('battle-over', {})];
        const battle = chapters([{ n: 0, seat: 'english', events: all }], -1, 0, look)[0].scenes[0];
        return [battle.defender, battle.winner, without(battle.units[1], battle.rounds.flatMap((r) => r.fallen))];
    };
    return [told(fled, ...killed('danish:spearman')), told(fled), told(...killed('saxon:huscarl'))];
}"""
"""Domesday's log says who fights and who falls or retreats, not who is left."""


def test_a_battle_shows_who_fell_and_who_has_the_field(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    taken, undecided, held = player.page.evaluate(FIELDS)
    assert taken == ["danish", "saxon", [True, False]]
    assert undecided == ["danish", None, [False, False]]
    assert held == ["danish", "danish", [False, False]], "a Leader alone holds nothing"


PARTED = """async () => {
    const { chapters } = await import('/table/story.js');
    const move = (n, from, to) => ({ kind: 'move', text: 'a move', data: { nation: 'saxons', n, from, to } });
    const entries = [move(8, 'sea', 'kent'), move(8, 'kent', 'essex'), move(2, 'essex', 'suffolk'), move(2, 'suffolk', 'norfolk')].map((event, n) => ({ n, seat: 'red', events: [event] }));
    return chapters(entries, -1, 3, { units: 'armies' })[0].scenes.map((s) => [s.count, s.path.join(' ')]);
}"""


def test_armies_that_march_on_leave_the_others_where_they_are(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    assert player.page.evaluate(PARTED) == [[6, "sea kent essex"], [2, "sea kent essex suffolk norfolk"]]


LAST_BATTLE = """async () => {
    const { newChapters } = await import('/table/story.js');
    const turn = (nation) => ({ kind: 'turn', text: '', data: { nation } });
    const battle = { kind: 'battle', text: '', data: { area: 'kent', attacker: 'jutes', defender: 'saxons', attackers: 1, defenders: 1 } };
    const over = { kind: 'battle-end', text: 'over', data: { area: 'kent', holder: 'saxons' } };
    const entries = [{ n: 0, seat: 'green', events: [turn('jutes')] }, { n: 1, seat: 'red', events: [battle, over, turn('scots')] }];
    return newChapters(entries, 0, 1, { units: 'armies' }).map((c) => [c.faction, c.scenes.map((s) => s.kind).join()]);
}"""


def test_a_battle_that_ends_with_the_turn_is_told_in_that_turn(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    assert player.page.evaluate(LAST_BATTLE) == [["jutes", "battle"]]


TAKEN_BACK = """async () => {
    const { chapters } = await import('/table/story.js');
    const move = (n, from, to) => ({ kind: 'move', text: 'a move', data: { nation: 'scots', n, from, to } });
    const told = (...events) => chapters([{ n: 0, seat: 'yellow', events }], -1, 0, { units: 'armies' })[0].scenes.map((s) => s.path?.join(' ') ?? s.lines.join(' '));
    const stuck = { kind: 'stuck-too-many', text: 'Too many.', data: {} };
    const back = (n) => ({ kind: 'take-back', text: 'Taken back.', data: { n } });
    const [kept, split] = [[move(2, 'sea', 'kent')], [move(5, 'sea', 'york'), move(2, 'york', 'lindsey')]];
    return [told(...kept, ...split, stuck, back(1)), told(...kept, move(1, 'kent', 'essex'), move(1, 'sea', 'dyfed'), back(1))];
}"""
"""What is told of a movement that could not end and of which moves were taken back."""


def test_moves_that_were_taken_back_are_not_told(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    assert player.page.evaluate(TAKEN_BACK) == [["sea kent"], ["sea kent", "sea kent essex"]]


SET_UP = """async () => {
    const { chapters } = await import('/table/story.js');
    const line = (n, seat, ...events) => ({ n, seat, events: events.map(([kind, data]) => ({ kind, text: `${seat} ${n}`, data })) });
    const entries = [line(0, 'britons', ['druid', {}]), line(1, 'romans', ['garrison', {}]), line(2, 'romans', ['round', { number: 1 }], ['draw', {}]), line(3, 'britons', ['bid', {}])];
    return chapters(entries, -1, 3, {}).map((c) => [c.seat, c.scenes.flatMap((s) => s.lines)]);
}"""
"""Two players set up, then a round begins that nobody has begun."""


def test_who_sets_up_is_not_told_it_as_the_others_doing(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    first, second, rest = player.page.evaluate(SET_UP)
    assert first == ["britons", ["britons 0"]]
    assert second == ["romans", ["romans 1"]]
    assert rest[1] == ["romans 2", "romans 2", "britons 3"]


UNDECIDED = """async () => {
    const { html, render } = await import('/lib/html.js');
    const { chapters } = await import('/table/story.js');
    const { BattleCard, SinceCard } = await import('/table/told.js');
    const { look } = await import('/look/boudicca.js');
    const name = (x) => `${x}`;
    const words = { name, spoken: name, nearby: () => 'two hexes north of York', placed: (text) => text };
    const volley = (seat, dice, results) => ({ kind: 'volley', text: '', data: { seat, dice, results } });
    const told = (...volleys) => chapters([{ n: 0, seat: 'britons', events: [
        { kind: 'impulse', text: '', data: { seat: 'britons' } },
        { kind: 'battle', text: '', data: { hex: 2117, attacker: 'britons', defender: 'romans', strength: [6, 5] } },
        { kind: 'round', text: 'Round 1', data: {} }, ...volleys,
    ] }], -1, 0, look);
    const shared = { look, words, view: { pieces: [] }, seats: [] };
    const box = document.createElement('div');
    const cost = (...volleys) => {
        const [chapter] = told(...volleys);
        render(html`<${BattleCard} ...${shared} battle=${chapter.scenes[0]} round=${1} end=${false} />`, box);
        return box.querySelector('tbody tr:last-child td:last-child').textContent;
    };
    const costs = [cost(volley('britons', [6], ['2H']), volley('romans', [1], ['-'])), cost(volley('britons', [1], ['-']), volley('romans', [1], ['-']))];
    render(html`<${SinceCard} ...${shared} chapters=${told()} now=${null} onTell=${() => {}} />`, box);
    return [...costs, box.querySelector('.fold span').textContent];
}"""
"""A battle under way: what a round has cost while losses are still to be chosen, and the line about the turn."""


def test_a_battle_under_way_has_cost_nothing_yet_and_has_its_line(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    due, none, line = player.page.evaluate(UNDECIDED)
    assert due == "", "losses that are still to be chosen are no 'no loss'"
    assert none
    assert "2117" in line


SCORED = """async () => {
    const { chapters } = await import('/table/story.js');
    const { sentence, summary } = await import('/table/told.js');
    const battle = (area, holder) => [{ kind: 'battle', text: '', data: { area, attacker: 'angles', defender: 'saxons', attackers: 1, defenders: 1 } }, { kind: 'battle-end', text: 'over', data: { area, holder } }];
    const score = (nation, n) => ({ kind: 'score', text: `${nation} ${n}`, data: { nation, n, why: 'holding' } });
    const turn = { kind: 'turn', text: '', data: { nation: 'angles' } };
    const events = [turn, ...battle('kent', 'angles'), ...battle('york', null), score('saxons', 5), score('jutes', 1), score('angles', 2), { kind: 'over', text: 'The game is over.', data: {} }];
    const [chapter] = chapters([{ n: 0, seat: 'blue', events }], -1, 0, { units: 'armies' });
    const words = { name: (id) => id, nearby: () => null, placed: (text) => text, spoken: (text) => text };
    const view = { factions: { saxons: { seat: 'red' }, jutes: { seat: 'green' }, angles: { seat: 'blue' } } };
    const shown = { look: { units: 'armies' }, words, view, seats: ['red'] };
    return [chapter.scenes.map((s) => s.kind), chapter.scenes[1].after, summary(chapter, shown), sentence({ scene: chapter.scenes[2], round: 0, end: true }, shown)];
}"""
"""The last turn of a round: a battle that cost the player an area, one that nobody survived, then points for everybody."""


def test_points_of_a_round_are_told_apart_from_its_last_battle(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    kinds, after, line, scored = player.page.evaluate(SCORED)
    assert kinds == ["battle", "battle", "news", "news"]
    assert after == []
    assert line == "take kent from you; leave nobody in york"
    assert scored == "Points scored: you 5, blue 2, green 1."


DUE = """async () => {
    const { chapters, settledRolls } = await import('/table/story.js');
    const battle = { kind: 'battle', text: '', data: { area: 'york', attacker: 'brigantes', defender: 'angles', attackers: 2, defenders: 1 } };
    const roll = (who, dice) => ({ kind: 'roll', text: '', data: { who, dice, worth: [0, 0, 0, 0, 1, 1] } });
    const loss = (nation) => ({ kind: 'loss', text: 'one lost', data: { nation, n: 1 } });
    const hits = (...events) => {
        const [chapter] = chapters([{ n: 0, seat: 'red', events: [battle, roll('brigantes', [4, 6]), roll('angles', [6]), ...events] }], -1, 0, { units: 'armies' });
        return settledRolls(chapter.scenes[0], 0, { units: 'armies' }).map((r) => r.hits);
    };
    return [hits(loss('angles')), hits(loss('angles'), loss('brigantes'))];
}"""


def test_a_die_counts_as_a_hit_while_it_is_asked_who_falls(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    assert player.page.evaluate(DUE) == [[[False, True], [True]], [[False, True], [True]]]


TWO_MOVEMENTS = """async () => {
    const { chapters } = await import('/table/story.js');
    const move = (n, from, to) => ({ kind: 'move', text: 'a move', data: { nation: 'romans', n, from, to } });
    const battle = [{ kind: 'battle', text: '', data: { area: 'kent', attacker: 'romans', defender: 'belgae', attackers: 2, defenders: 1 } }, { kind: 'battle-end', text: 'over', data: { area: 'kent', holder: 'romans' } }];
    const events = [[move(2, 'sea', 'kent')], battle, [move(2, 'avalon', 'devon')], [move(2, 'kent', 'essex')]];
    return chapters(events.map((events, n) => ({ n, seat: 'yellow', events })), -1, 3, { units: 'armies' })[0].scenes.map((s) => s.kind === 'march' ? s.path.join(' ') : s.place);
}"""


def test_a_march_of_the_second_movement_is_told_after_the_first_battles(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/")

    assert player.page.evaluate(TWO_MOVEMENTS) == ["sea kent", "kent", "avalon devon", "kent essex"]
