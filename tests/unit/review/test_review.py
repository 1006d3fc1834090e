"""A review says what its record says: points, dice, luck, winners; and of a running match only what its viewer may know."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from albion.engine.action import Seat
from albion.engine.dice import Dice, roll
from albion.engine.event import Event
from albion.engine.match import Match
from albion.engine.state import State
from albion.engine.words import load_words
from albion.games import GAMES
from albion.review import Review, review_of
from albion.review.chronicle import conquests_between
from albion.review.course import course_of
from albion.review.moments import conquests, told_at_all, what_is_told
from albion.sim.play import play_recorded

every = pytest.mark.parametrize("game", GAMES)


@cache
def played(game: str) -> Match[Any]:
    """A whole game between random bots, which lose, win and score in odder ways than sensible ones."""
    return play_recorded(GAMES[game], GAMES[game].options_type(), ["random"], seed=5)


@cache
def reviewed(game: str) -> Review:
    match = played(game)
    return review_of(match, dict.fromkeys(match.game.seats(match.options), "random"))


def events(match: Match[Any]) -> list[Event]:
    return [event for step in match.events for event in step]


@every
def test_points_and_winners_are_those_of_the_outcome(game: str) -> None:
    outcome, review = played(game).state.outcome, reviewed(game)

    assert outcome is not None
    assert {p.seat: p.points for p in review.players} == dict(outcome.scores)
    assert {p.seat for p in review.players if p.won} == set(outcome.winners)
    assert all(p.by_round[-1] == p.changes[-1].points == p.points for p in review.players)


@every
def test_what_was_scored_where_adds_up_to_the_points(game: str) -> None:
    review = reviewed(game)
    total = dict.fromkeys((p.seat for p in review.players), 0)
    for row in review.sources.rows:
        total[row.seat] += sum(row.points.values())

    assert total == {p.seat: p.points for p in review.players}


@every
def test_points_of_factions_are_those_on_the_table(game: str) -> None:
    match = played(game)
    scores = match.game.scores(match.state)

    assert all(f.points == f.by_round[-1] == scores[f.id] for p in reviewed(game).players for f in p.factions)


@every
def test_the_ledger_counts_every_die_of_every_battle(game: str) -> None:
    thrown = [e for e in events(played(game)) if e.kind == "roll"]
    fights = [e for e in thrown if "worth" in e.data]
    review = reviewed(game)

    assert review.dice == sum(len(e.data["dice"]) for e in thrown)
    assert sum(row.dice for row in review.luck) == sum(len(e.data["dice"]) for e in fights) > 0
    assert sum(row.came for row in review.luck) == sum(
        e.data["worth"][f - 1] for e in fights for f in e.data["dice"]
    )
    expected = sum(len(e.data["dice"]) * sum(e.data["worth"]) / e.data["sides"] for e in fights)
    assert sum(row.expected for row in review.luck) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("game", ["redux-core", "redux-leaders", "britannia-2005"])
def test_no_more_armies_fall_than_dice_hit(game: str) -> None:
    lost = sum(e.data["n"] for e in events(played(game)) if e.kind == "loss")

    assert 0 < lost <= sum(row.came for row in reviewed(game).luck)


@every
def test_moments_and_chronicle_lead_to_moves_that_there_are(game: str) -> None:
    review = reviewed(game)
    moves = [m.n for m in review.moments] + [line.n for c in review.chronicle for line in c.lines]

    assert moves and all(0 <= n <= review.moves for n in moves)
    assert all(0 <= m.start < m.n for m in review.moments)
    assert sum(c.battles for c in review.chronicle) == len(review.battles)
    first = {p.seat: p.changes[0].points for p in review.players}
    gained = {p.seat: sum(c.gains[p.seat] for c in review.chronicle) for p in review.players}
    assert gained == {p.seat: p.points - first[p.seat] for p in review.players}


@pytest.mark.parametrize("game", ["boudicca", "domesday"])
def test_a_running_match_tells_a_spectator_no_secret(game: str) -> None:
    match = Match(GAMES[game], GAMES[game].options_type(), 5)
    for action in played(game).actions[:120]:
        assert match.decision is not None
        match.play(match.decision.seat, action)
    secret = [e for e in events(match) if e.seats is not None]
    seen = review_of(match, {})

    assert secret
    assert (seen.over, seen.seed, seen.result, seen.chances) == (False, None, None, [])
    assert seen.dice == sum(
        len(e.data["dice"]) for e in events(match) if e.kind == "roll" and e.known_to(None)
    )


def test_a_die_with_a_worth_says_what_each_face_brings() -> None:
    log: list[Event] = []
    roll(State(Dice(1), []), log, 2, who="red", cite=(), worth=lambda face: face >= 5)
    roll(State(Dice(1), []), log, 2, who="red", cite=())

    assert log[0].data["worth"] == [0, 0, 0, 0, 1, 1]
    assert "worth" not in log[1].data


@every
def test_a_chance_shifts_by_what_the_gainer_won(game: str) -> None:
    for m in reviewed(game).moments:
        won = m.after[m.gainer] - m.before[m.gainer]
        lost = m.before[m.loser] - m.after[m.loser]
        assert m.gain == pytest.approx(won if m.estimated else won + lost, abs=0.001)


def test_luck_of_two_sides_in_a_battle_is_the_same_with_another_sign() -> None:
    for battle in reviewed("redux-core").battles:
        if len(battle.luck) == 2:
            one, other = battle.luck.values()
            assert one == pytest.approx(-other, abs=0.001)


def test_names_of_players_are_kept_with_their_seats() -> None:
    match = played("redux-core")

    assert {p.seat: p.player for p in review_of(match, {Seat("red"): "Ann"}).players}["red"] == "Ann"


def test_a_battle_is_told_once_by_how_it_ended() -> None:
    """Of a battle that has ended nobody need hear that it was fought; of another one they do."""
    words = load_words(*GAMES["boudicca"].books)
    began = {"near": "Corinium", "attacker": "romans"}
    fought = [Event("battle", (), {"hex": hex, **began}) for hex in ("2907", "3108")]
    over = Event("battle-ends", (), {"hex": "2907", "winner": "romans"})

    told = what_is_told([*fought, over], words)
    assert told[0] == "The Romans win at 2907."
    assert [text for text in told if "attack" in text] == [words.event(fought[1])]


def test_a_turn_is_told_by_what_it_took_and_where_it_failed() -> None:
    words = load_words(*GAMES["redux-core"].books)
    battle = {"attacker": "angles", "defender": "saxons", "attackers": 2, "defenders": 1}
    fought = [Event("battle", (), {"area": area, **battle}) for area in ("york", "essex", "kent")]
    theirs = Event("battle", (), {"area": "devon", "attacker": "saxons"})
    after = [("york", "angles"), ("essex", "saxons"), ("kent", "angles"), ("kent", "saxons")]
    pieces = [{"place": place, "faction": faction} for place, faction in after]

    taken, failed = conquests({"angles"}, [*fought, theirs], pieces, words)
    assert [p.id for p in taken] == ["york"] and [p.id for p in failed] == ["essex", "kent"]
    assert what_is_told(fought, words, {"york", "essex", "kent"}) == []


@pytest.mark.parametrize("game", ["redux-core", "redux-leaders", "britannia-2005"])
def test_turning_points_and_chronicle_name_who_acts(game: str) -> None:
    """A fault once: a turning point listed attacks, and then the points of others."""
    review = reviewed(game)
    attacked = [m for m in review.moments if m.taken or m.failed]

    assert attacked
    for moment in attacked:
        standing = {(p["place"], p["faction"]) for p in moment.pieces}
        assert all((place.id, moment.who) in standing for place in moment.taken)
        assert not moment.taken or moment.place == moment.taken[0], "the map shows what the heading names"
        assert not any("attack" in text or "score" in text for text in moment.told)
    assert all(line.who in review.factions for c in review.chronicle for line in c.lines if line.who)
    assert any(line.who for c in review.chronicle for line in c.lines)


def test_a_quiet_turn_is_told_by_its_own_beginning_alone() -> None:
    """An Impulse that was passed at once begins with the same answer as the next."""
    match = play_recorded(GAMES["boudicca"], GAMES["boudicca"].options_type(), ["steady"], seed=5)
    course = course_of(match, None)
    words = load_words(*match.game.books)
    begun = [n for n, e in course.events() if e.kind == match.game.turn_event]
    twice = next(n for n in begun if begun.count(n) > 1)
    turn = next(t for t in course.turns if t.start == twice)

    assert len(told_at_all(course, turn, words)) == 1


def test_what_is_done_after_a_pass_is_a_turn_of_its_own() -> None:
    """In Domesday whoever passes has Action Points all the same."""
    course = course_of(played("domesday"), None)
    passed = {(n, e.data["seat"]) for n, e in course.events() if e.kind == "passed"}

    assert passed
    assert {(turn.start, turn.who) for turn in course.turns} & passed


@every
def test_every_chapter_tells_what_changed_and_who_leads_in_few_sentences(game: str) -> None:
    """A fault once: the chronicle was a list of arrivals."""
    review = reviewed(game)
    last = review.chronicle[-1]

    assert last.end == review.moves and last.points == {p.seat: p.points for p in review.players}
    for chapter in review.chronicle:
        assert len(chapter.told) <= 3
        places = [p.id for c in chapter.conquests for p in c.places]
        assert len(places) == len({*places}), "an area is taken by one faction and from one"
        assert all(c.who != c.loser and c.places for c in chapter.conquests)
    assert any(c.conquests for c in review.chronicle) or game == "boudicca"


def test_areas_that_changed_hands_are_told_with_both_sides_the_most_first() -> None:
    words = load_words(*GAMES["redux-core"].books)

    def pieces(**held: str) -> list[dict[str, str]]:
        return [{"place": place, "faction": who} for place, many in held.items() for who in many.split()]

    then = pieces(york="brigantes", lindsey="romano-british", essex="saxons", kent="saxons angles")
    now = pieces(york="angles", lindsey="angles", essex="saxons", kent="saxons", norfolk="angles jutes")
    areas = ["york", "lindsey", "essex", "kent", "norfolk"]
    told = [
        (c.name, c.loser_name, [p.name for p in c.places]) for c in conquests_between(then, now, areas, words)
    ]

    assert told == [
        ("Angles", "Brigantes", ["York"]),
        ("Angles", "Romano-British", ["Lindsey"]),
        ("Saxons", "", ["Kent"]),
    ]


@pytest.mark.parametrize("game", ["redux-core", "britannia-2005"])
def test_the_costliest_battle_tells_the_losses_of_both_sides(game: str) -> None:
    match, review = played(game), reviewed(game)
    told = [c.costliest for c in review.chronicle if c.costliest]

    assert told
    for battle in told:
        lost = [
            e
            for step in match.events[: battle.n + 1]
            for e in step
            if e.kind == "loss" and e.data["area"] == battle.place.id
        ]
        for loss in battle.losses:
            assert 0 < loss.units <= sum(e.data["n"] for e in lost if e.data["nation"] == loss.who)
        assert len({loss.who for loss in battle.losses}) == len(battle.losses)


def test_events_that_are_alike_share_a_sentence_of_the_chronicle() -> None:
    words = load_words(*GAMES["domesday"].books)

    assert words.story_of("wasted", {"area": ["kent"]}) == "Kent is laid waste."
    assert words.story_of("wasted", {"area": ["kent", "sussex"]}) == "Kent and Sussex are laid waste."
    many = ["kent", "sussex", "essex", "ely", "norfolk", "durham"]
    assert words.story_of("wasted", {"area": many}).startswith("Kent, Sussex, Essex, Ely and 2 more are")
    boudicca = load_words(*GAMES["boudicca"].books)
    over = Event("battle-ends", (), {"hex": 2907, "winner": "romans"})
    assert boudicca.story(over) == "The Romans win at 2907."


def test_in_domesday_a_side_takes_what_its_factions_take() -> None:
    review = reviewed("domesday")
    taking = [m for m in review.moments if m.taken]

    assert taking
    for m in taking:
        holders = {p["faction"] for p in m.pieces if p["place"] == m.taken[0].id}
        assert {review.factions[str(who)] for who in holders} == {m.who}
