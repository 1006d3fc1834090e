"""The searching bots and their models: pure, repeatable, and clear about what is wrong with a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from albion.bots import answer
from albion.bots.bend import NEUTRAL
from albion.bots.hints import Hint, hints, why
from albion.bots.reasons import Reason, differences, sentence
from albion.bots.search.lessons import play_kept
from albion.bots.search.model import (
    Valuation,
    as_fitted,
    carry_over,
    load_model,
    model_file,
    read_model,
)
from albion.bots.search.outlook import MADE, margin
from albion.bots.search.outlooks import OUTLOOKS, outlook_of
from albion.bots.search.player import Effort, Searcher
from albion.bots.search.training import Lesson, Origin, Played, fit, play_lesson
from albion.cli.app import app
from albion.engine.action import Action, Decision
from albion.engine.codec import save
from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.loop import apply, is_forced, settle
from albion.engine.state import State
from albion.engine.words import load_words
from albion.games import find_game

pytestmark = pytest.mark.xdist_group("search")  # one worker makes what they share

CORE = find_game("redux-core")
QUICK = Effort(bends=3, children=2, worlds=2, finalists=2, deep=1)


@pytest.fixture(scope="module")
def model() -> bytes:
    played = [play_lesson(Lesson("redux-core", "", seed)) for seed in range(20)]
    return fit(CORE, played, Origin("a test", 0, "none", 20)).model


@pytest.fixture
def only(model: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The file of the only model there is."""
    file = tmp_path / "redux-core.model"
    file.write_bytes(model)
    monkeypatch.setattr("albion.bots.search.model.model_file", lambda _: file)
    load_model.cache_clear()
    yield file
    load_model.cache_clear()


def beginning(game: str = "redux-core") -> tuple[State, Decision]:
    known = find_game(game)
    s = known.setup(known.options_type(), Dice(4))
    d = settle(s)
    assert d is not None
    return s, d


def test_the_same_question_gets_the_same_plan_and_leaves_the_table_alone(model: bytes) -> None:
    bot = Searcher(CORE, Valuation(outlook_of(CORE), read_model(model, "test")), QUICK)
    s, d = beginning()
    before = save(CORE, s)
    plans = {answer(bot, CORE, s, d, 9) for _ in range(2)}

    assert len(plans) == 1
    assert save(CORE, s) == before


def test_who_plays_for_their_own_points_does_not_mind_those_of_rivals(model: bytes) -> None:
    value = Valuation(outlook_of(CORE), read_model(model, "test"))
    s, d = beginning()
    totals = value.totals(s)
    after_margin, halfway, alone = (
        Searcher(CORE, value, QUICK._replace(own=own)).worth(s, d.seat) for own in (0.0, 0.5, 1.0)
    )

    assert after_margin == margin(totals, d.seat)
    assert alone == totals[d.seat] > after_margin
    assert halfway == pytest.approx((after_margin + alone) / 2)


def test_a_model_foretells_more_for_those_who_hold_more(model: bytes) -> None:
    value = Valuation(outlook_of(CORE), read_model(model, "test"))
    s, _ = beginning()
    totals = value.totals(s)

    assert set(totals) == set(CORE.seats(CORE.options_type()))
    assert all(0 < x < 400 for x in totals.values())


@pytest.mark.parametrize("game", OUTLOOKS)
def test_every_game_shows_the_search_something(game: str) -> None:
    s, _ = beginning(game)
    outlook = outlook_of(find_game(game))
    seen = dict(outlook.sights(s))

    assert len(seen) > 10
    assert 0 <= outlook.stage(s) < outlook.stages
    assert set(outlook.points(s)) <= set(outlook.factions(s))


def test_a_damaged_model_is_refused_in_one_sentence(model: bytes) -> None:
    for broken in (b"", model[:200], model[:-50], model.replace(b'"format":1', b'"format":7')):
        with pytest.raises(DataError, match="the model broken"):
            read_model(broken, "broken")


def test_a_model_of_other_rules_is_refused(only: Path) -> None:
    with pytest.raises(DataError, match="expected redux-core version 999"):
        load_model("redux-core", 999)


def test_a_model_serves_later_rules_once_somebody_said_why(
    model: bytes, only: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(CORE), "version", CORE.version + 1)
    words = ["train", "redux-core", "--target", str(only), "--carry-over"]
    app([*words, "only a warning changed"], standalone_mode=False)
    head = load_model("redux-core", CORE.version).head

    assert head.version == CORE.version - 1
    assert [(x.version, x.reason) for x in head.carried] == [(CORE.version, "only a warning changed")]
    assert as_fitted(only.read_bytes(), "carried") == model


def test_what_cannot_be_carried_over_is_told_in_a_sentence(model: bytes) -> None:
    with pytest.raises(DataError, match="already serves version"):
        carry_over(model, "new", CORE.version, "no reason")
    with pytest.raises(DataError, match="for a reason"):
        carry_over(model, "new", CORE.version + 1, " ")
    with pytest.raises(DataError, match="which is later"):
        carry_over(model, "new", CORE.version - 1, "backwards")
    with pytest.raises(DataError, match="damaged"):
        carry_over(b"no model", "new", CORE.version + 1, "small")


def test_a_game_without_a_model_says_how_to_make_one() -> None:
    load_model.cache_clear()

    with pytest.raises(DataError, match="albion train nothing"):
        load_model("nothing", 1)
    assert model_file("nothing").name == "nothing.model"


def test_training_writes_a_model_that_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "new.model"
    words = ["train", "redux-core", "--games", "20", "--processes", "1", "--target", str(file), "--json"]
    app(words, standalone_mode=False)

    assert read_model(file.read_bytes(), "new").head.origin.games == 20


@pytest.mark.usefixtures("only")
def test_hints_are_the_best_answers_with_what_they_are_worth() -> None:
    s, d = beginning()
    found = hints(CORE, s, d, 3)

    assert 1 < len(found) <= 3
    assert len({hint.plan[0] for hint in found}) == len(found)
    assert all(hint.win is not None and 0 <= hint.win <= 1 for hint in found)
    assert found[0].ahead is not None and found[0].ahead >= 0


@pytest.mark.usefixtures("only")
def test_no_hint_stands_above_one_with_better_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = iter([(124.0, 9.0, 0.141), (126.0, 7.0, 0.152), (125.0, 8.0, 0.142)])

    def tried(*given: Any) -> tuple[Hint, dict[str, tuple[float, float]]]:
        points, margin, win = next(figures)
        return Hint(given[4], points, margin, win, ()), {}

    monkeypatch.setattr("albion.bots.hints._try", tried)
    found = hints(CORE, *beginning(), 3)

    assert [hint.points for hint in found] == [126.0, 125.0, 124.0]
    assert [hint.ahead for hint in found] == [0.0, -1.0, 0.0]


def test_a_reason_says_what_is_left_and_what_that_is_worth() -> None:
    outlook, words = outlook_of(CORE), load_words(*CORE.books)
    shares = {
        "armies saxons kent": (1.0, 2.0),
        "present saxons kent": (1.0, 0.5),
        "armies welsh gwent": (0.0, 0.0),
    }
    usual = {"armies saxons kent": (0.5, 1.0), "armies welsh gwent": (0.5, 1.5), MADE: (3.0, 3.0)}
    reasons, mine, stop = differences(shares, usual), ("saxons",), Action("stop")

    assert sentence(outlook, words, reasons, 1.0, mine, stop) == (
        "It leads to more Saxons in Kent (+1.5), but fewer points right away (-3.0)."
    )
    assert sentence(outlook, words, (), 0.1, mine, stop) == "The options compared are about equally good."
    assert sentence(outlook, words, (), -2.0, mine, stop) == "It looks 2.0 points worse than the best."


@pytest.mark.parametrize(
    ("sight", "more", "points", "answer", "told"),
    [
        ("armies welsh gwent", 1.0, 2.0, "to gwent", True),
        ("armies welsh gwent", 1.0, -2.0, "to gwent", False),
        ("armies saxons kent", -1.0, 2.0, "to gwent", True),
        ("armies saxons kent", 1.0, 2.0, "to gwent", False),
        ("armies welsh gwent", -1.0, -2.0, "to gwent", False),
        ("armies welsh gwent", -1.0, -2.0, "from gwent", True),
        ("armies welsh gwent", 1.0, 2.0, "from gwent", False),
    ],
)
def test_no_reason_contradicts_the_answer_or_common_sense(
    sight: str, more: float, points: float, answer: str, told: bool
) -> None:
    verb, noun = answer.split()
    said = sentence(
        outlook_of(CORE),
        load_words(*CORE.books),
        (Reason(sight, more, points),),
        0.0,
        ("welsh",),
        Action(verb, noun),
    )

    assert said.startswith("It leads to") == told


def test_an_area_gained_does_not_speak_for_and_against_a_move() -> None:
    game = find_game("domesday")
    shares = {"sure norman": (3.0, -1.5), "arms norman": (1.0, 0.5), MADE: (6.0, 6.0)}
    usual = {"sure norman": (1.0, -0.5), "arms norman": (0.5, 0.2), MADE: (4.0, 4.0)}

    assert sentence(
        outlook_of(game), load_words(*game.books), differences(shares, usual), 1.0, (), Action("end")
    ) == ("It leads to more points that should last (+1.0) and more Normans in arms (+0.3).")


def test_hints_name_several_answers_where_few_reach_the_final() -> None:
    game = find_game("boudicca")
    s = game.setup(game.options_type(), Dice(3))
    d, steady = settle(s), outlook_of(game).policy(Dice(0), NEUTRAL)
    while d is not None and d.step != "Impulse":
        d = apply(s, steady.choose(s, d))
    assert d is not None
    found = hints(game, s, d, 3)

    assert len(found) == 3
    assert all(why(game, load_words(*game.books), hint) for hint in found)


def test_without_a_model_a_hint_is_an_answer_without_figures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("albion.bots.search.model.model_file", lambda _: tmp_path / "none")
    s, d = beginning()
    (found,) = hints(CORE, s, d, 3)

    assert found.plan[0] in d.actions
    assert found.points is None


def test_a_hint_where_there_is_no_choice_is_the_only_answer() -> None:
    game = find_game("boudicca")
    s = game.setup(game.options_type(), Dice(3))
    d = settle(s)
    while d is not None and not is_forced(s, d):
        d = apply(s, d.actions[0])
    assert d is not None
    (found,) = hints(game, s, d, 3)

    assert found.plan == d.actions


def test_lessons_that_are_kept_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "lessons"
    lessons = [Lesson("redux-core", "", seed) for seed in range(3)]
    played: list[int] = []

    def run(work: Callable[[Lesson], Played], todo: Sequence[Lesson]) -> Iterator[Played]:
        for lesson in todo:
            played.append(lesson.seed)
            yield work(lesson)

    first = list(play_kept(path, 2, lessons[:2], run))
    again = list(play_kept(path, 2, lessons, run))
    assert played == [0, 1, 2]
    assert again[:2] == first
    assert [x.seed for x in again] == [0, 1, 2]
    list(play_kept(path, 3, lessons[:1], run))
    assert played == [0, 1, 2, 0], "games of other rules do not count"
    list(play_kept(path, 4, lessons, run, minutes=1e-9))
    assert played == [0, 1, 2, 0, 0], "time is up after the first"
    path.write_text("{")
    with pytest.raises(DataError, match="damaged"):
        list(play_kept(path, 2, lessons, run))
