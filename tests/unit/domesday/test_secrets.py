"""Hidden hands stay hidden, also while cards are exchanged; the counterpart of what a seat may see."""

from albion.engine.action import Action, Seat
from albion.engine.dice import Dice
from albion.engine.loop import apply, is_forced, settle
from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from albion.games.domesday.s02_1_exchange import Exchange
from albion.games.domesday.s05_8_events import EventFaction
from albion.games.domesday.state import Dom


def offered() -> Dom:
    """The Danish Player has offered card 061 to the Norse Player and wants one."""
    s = GAME.setup(DomesdayOptions(), Dice(3))
    s.hands["danish"], s.hands["norse"] = ("048", "061"), ("071", "091")
    s.deck = tuple(c for c in s.deck if c not in ("048", "061", "071", "091"))
    s.agenda = [Exchange("danish")]
    settle(s)
    for a in (Action("offer", "norse"), Action("give", "061"), Action("done"), Action("want", 1)):
        apply(s, a)
    return s


def test_only_the_two_partners_see_the_cards_offered() -> None:
    s = offered()

    assert GAME.view(s, Seat("norse"))["offer"]["cards"] == ["061"]
    assert GAME.view(s, Seat("danish"))["offer"]["cards"] == ["061"]
    assert "cards" not in GAME.view(s, Seat("english"))["offer"]
    assert "cards" not in GAME.view(s, None)["offer"]


def test_who_may_not_see_the_offer_imagines_another() -> None:
    s = offered()
    worlds = {GAME.imagine(s, Seat("english"), Dice(n)).offer.cards for n in range(20)}  # type: ignore[union-attr]

    assert len(worlds) > 5
    assert all(GAME.imagine(s, Seat("norse"), Dice(n)).hands["danish"].count("061") == 1 for n in range(20))


def test_the_answer_is_seen_by_the_giver_only_when_it_is_whole() -> None:
    s = offered()
    apply(s, Action("return", 1))
    assert "answer" not in GAME.view(s, Seat("danish"))["offer"]
    apply(s, Action("give", "091"))

    assert GAME.view(s, Seat("danish"))["offer"]["answer"] == ["091"]


def test_a_view_shows_own_cards_and_counts_the_others() -> None:
    s = GAME.setup(DomesdayOptions(), Dice(3))
    view = GAME.view(s, Seat("norman"))
    hidden = {c for seat, hand in s.hands.items() if seat != "norman" for c in hand}

    assert view["hand"] == list(s.hands["norman"])
    assert view["cards"]["deck"] == len(s.deck)
    assert not hidden & set(view["hand"])
    assert GAME.view(s, None)["hand"] == []


def test_imagined_hands_keep_their_sizes_and_all_cards() -> None:
    s = GAME.setup(DomesdayOptions(scenario="conquest", absentee="norse"), Dice(8))
    settle(s)
    twin = GAME.imagine(s, Seat("english"), Dice(4))

    assert twin.hands["english"] == s.hands["english"]
    assert {x: len(hand) for x, hand in twin.hands.items()} == {x: len(hand) for x, hand in s.hands.items()}
    assert not GAME.invariants(twin)
    assert twin.hands["norse"] != s.hands["norse"]


def test_a_battle_event_that_can_only_be_declined_is_asked_where_others_look_on() -> None:
    s = GAME.blank(DomesdayOptions())
    for key, text in {"kent": "saxon: huscarl; norman: spearman", "hand english": "016"}.items():
        GAME.notation.place(s, key, text)
    GAME.notation.start(s, "OpenBattle area=kent faction=saxon")
    d = settle(s)

    assert d is not None and [str(a) for a in d.actions] == ["decline"]
    assert not is_forced(s, d) and is_forced(s, d, watched=False)


def test_a_card_played_as_an_event_is_read_before_it_is_known_by_whom_it_is_resolved() -> None:
    s = GAME.setup(DomesdayOptions(), Dice(3))
    s.agenda = [EventFaction("009", "english", ("welsh", "saxon"))]
    settle(s)

    for seat in (Seat("english"), Seat("danish"), None):
        view = GAME.view(s, seat)
        assert view["played"] == "009"
        assert view["card_texts"]["009"]["title"] == "Edric the Wild"
