"""Whole stretches of play that single cases cannot show."""

from albion.engine.codec import load, save
from albion.engine.event import Event
from albion.engine.words import load_words
from albion.games import find_game
from albion.games.redux_leaders.options import LeadersOptions
from albion.sim.play import play_recorded

GAME = find_game("redux-leaders")


def test_the_position_line_reads_back() -> None:
    s = GAME.blank(LeadersOptions())
    entries = {
        "round": "9",
        "kent": "1 Danes, 2 Danes raiders of english-channel/frisian-sea, Cnut",
        "essex": "2 Normans, 1 Normans cavalry",
        "arthur": "gone",
        "truce-broken": "Welsh",
        "occupied": "norsemen: cumbria orkneys",
    }
    for key, text in entries.items():
        GAME.notation.place(s, key, text)

    again = GAME.blank(LeadersOptions())
    for entry in GAME.notation.line(s).split("; "):
        key, _, text = entry.partition(": ")
        GAME.notation.place(again, key, text)

    assert GAME.notation.line(again) == GAME.notation.line(s)
    assert load(GAME, save(GAME, again)) == again


def test_victors_are_not_asked_as_if_they_still_fought() -> None:
    words = load_words(*GAME.books)
    about = {"nation": "norsemen", "area": "orkneys", "foe": "caledonians"}

    assert words.question("FallBack", {**about, "after": True}) == (
        "Do the Norsemen go back from the Orkneys after beating the Caledonians?"
    )
    assert words.question("FallBack", {**about, "after": False}) == (
        "Do the Norsemen retreat from the Orkneys, where they fight the Caledonians?"
    )


def test_a_leader_who_withdraws_alone_is_named() -> None:
    words = load_words(*GAME.books)
    where = {"nation": "danes", "area": "kent", "to": "north-sea"}
    told = [
        words.event(Event("withdraw", (), {**where, "n": n, "leaders": leaders}))
        for n, leaders in ((1, []), (2, []), (0, ["cnut"]))
    ]

    assert told == [
        "1 raider of the Danes withdraws from Kent to the North Sea.",
        "2 raiders of the Danes withdraw from Kent to the North Sea.",
        "Cnut of the Danes withdraws from Kent to the North Sea.",
    ]


def test_steady_beats_three_random_players_from_every_seat() -> None:
    won = dict.fromkeys(GAME.seats(LeadersOptions()), 0)
    for seat in won:
        for seed in range(10, 13):
            names = tuple("steady" if x == seat else "random" for x in won)
            outcome = play_recorded(GAME, LeadersOptions(), names, seed).state.outcome
            assert outcome is not None
            won[seat] += seat in outcome.winners

    assert all(won.values()) and sum(won.values()) >= 9
