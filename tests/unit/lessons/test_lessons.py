"""Lessons: every one can be played to its end, wrong files are told clearly, and strays are led back."""

from pathlib import Path

import pytest

from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.games import GAMES
from albion.lessons import Lesson, Rehearsal, load_lesson, read_lesson, rehearse

CORE = GAMES["redux-core"]
WITH_LESSONS = list(GAMES.values())


def lesson_of(game: Game) -> Lesson:
    lesson = load_lesson(game)
    assert lesson is not None
    return lesson


@pytest.mark.parametrize("game", WITH_LESSONS, ids=lambda game: game.id)
def test_every_lesson_leads_through_all_its_stages_to_the_end(game: Game) -> None:
    lesson = lesson_of(game)

    assert rehearse(lesson, game) == list(range(len(lesson.stages)))
    assert len(lesson.stages) >= 10


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """The Core lesson with one text replaced."""
    source = Path(read_lesson.__code__.co_filename).parents[1] / "games" / "redux_core" / "lesson.toml"
    text = source.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "lesson.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('press = ["place kent"]', 'press = ["settle kent"]', "stage 1, 'Your people grow': 'settle'"),
        ('press = ["place kent"]', 'press = ["place atlantis"]', "stage 1.*'atlantis'"),
        ('press = ["place kent"]', "press = []", r"lesson.toml of redux-core.*stages\[0\].press"),
        ('title = "Your people grow"', 'title = ""', r"stages\[0\].title"),
        ('you = ["red", "yellow"]', 'you = ["red", "mauve"]', "there is no seat 'mauve'"),
        ('seat = "yellow"', 'seat = "blue"', "stage 9.*does not answer for 'blue'"),
        ('rule = "redux-core 5.1.b"', 'rule = "redux-core 99.z"', "stage 1.*99.z"),
        ("minutes = 10", "minutes = ", "lesson.toml of redux-core"),
        ("minutes = 10", "minutes = 10\nhaste = 3", "haste"),
    ],
)
def test_a_wrong_lesson_is_told_with_file_and_stage(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        read_lesson(changed(tmp_path, old, new), CORE)


def test_an_answer_that_is_not_legal_there_is_told_with_its_stage(tmp_path: Path) -> None:
    lesson = read_lesson(changed(tmp_path, 'press = ["place kent"]', 'press = ["place york"]'), CORE)

    with pytest.raises(DataError, match=r"redux-core, stage 1, .*'place york' is not an answer"):
        rehearse(lesson, CORE)


def test_another_answer_is_noticed_and_the_lesson_goes_on() -> None:
    play = Rehearsal(lesson_of(CORE), CORE)
    play.play("place wessex")
    at = play.progress()

    assert at.strayed is not None
    assert (at.strayed.stage, at.strayed.action) == (0, "place wessex")
    assert (at.stage, at.waiting) == (1, False)


def test_a_move_begun_otherwise_waits_for_the_next_question_of_its_kind() -> None:
    play = Rehearsal(lesson_of(CORE), CORE)
    for text in ("place kent", "place essex", "from wessex"):
        play.play(text)
    in_between = play.progress()
    for text in ("to sussex", "send 1", "stop"):
        play.play(text)
    afterwards = play.progress()

    assert in_between.waiting
    assert (afterwards.stage, afterwards.waiting) == (3, False)


def test_stages_whose_occasion_is_gone_are_passed_over() -> None:
    play = Rehearsal(lesson_of(CORE), CORE)
    sea = "english-channel/frisian-sea"
    for text in ("place kent", "place essex", f"from {sea}", "to suffolk", "send 4", "stop"):
        play.play(text)

    assert play.progress().stage == 4
    for text in ("from essex", "to south-mercia", "send 2", "from sussex", "to kent", "send 2", "stop"):
        play.play(text)
    assert play.progress().stage == 6


def test_the_learner_comes_to_the_end_whatever_the_answers() -> None:
    play = Rehearsal(lesson_of(CORE), CORE)
    for _ in range(400):
        if play.progress().stage == len(play.lesson.stages):
            break
        assert play.match.decision is not None
        play.play(str(play.match.decision.actions[-1]))

    assert play.progress().stage == len(play.lesson.stages)
