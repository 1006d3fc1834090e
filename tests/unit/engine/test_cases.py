"""The case runner: what holds, what fails and how it is told."""

from pathlib import Path

import pytest

from albion.engine.cases import Case, read_cases, run_case
from albion.engine.errors import DataError
from support.tiny import CASES, tiny


def written(folder: Path, text: str) -> Path:
    path = folder / "1_case.toml"
    path.write_text(f'[[case]]\nrule = "tiny 1.a"\nname = "a claim"\n{text}\n')
    return path


def problems(path: Path) -> list[str]:
    (case,) = read_cases(path)
    return run_case(case, tiny)


@pytest.mark.parametrize("case", tuple(read_cases(CASES)), ids=lambda c: c.name)
def test_true_cases_hold(case: Case) -> None:
    assert run_case(case, tiny) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            'start = "blue"\nposition = {heap = 2}\nlegal = ["take 1"]',
            "legal at Turn: take 1, take 2; expected take 1",
        ),
        ('start = "blue"\nposition = {heap = 2}\nincludes = ["take 3"]', "'take 3' is not offered at Turn"),
        ('start = "blue"\nposition = {heap = 2}\nexcludes = ["take 2"]', "'take 2' is offered at Turn"),
        (
            'start = "blue"\nposition = {heap = 9}\nforbidden = {"take 3" = "tiny 1.b"}',
            "'take 3' is allowed, expected a refusal by tiny 1.b",
        ),
        (
            'start = "blue"\nposition = {heap = 2}\nforbidden = {"take 3" = "tiny 2.b"}',
            "refused by tiny 1.b, expected tiny 2.b",
        ),
        (
            'start = "blue"\nposition = {heap = 9}\ndo = ["take 2"]\nafter = {heap = "8"}',
            "heap is '7', expected '8'",
        ),
        (
            'start = "blue"\nposition = {heap = 9}\ndice = [6, 6]\ndo = ["gamble"]\nafter = {heap = "6"}',
            "1 of the 2 dice were not thrown",
        ),
        (
            'start = "blue"\nposition = {heap = 9}\ndo = ["gamble"]\nafter = {heap = "6"}',
            "gives 0 dice, but one more is thrown",
        ),
        (
            'start = "blue"\nposition = {heap = 2}\ndo = ["take 3"]\nafter = {heap = "0"}',
            "'take 3' is refused at Turn by tiny 1.b",
        ),
        (
            'start = "blue"\nposition = {heap = 2}\ndo = ["red: take 1"]\nseat = "red"',
            "comes when blue is asked Turn",
        ),
        (
            'start = "blue"\nposition = {heap = 2}\ndo = ["take 2", "take 1"]\nstep = "none"',
            "comes when nothing is asked any more",
        ),
        (
            'start = "blue"\nposition = {heap = 2}\ndo = ["jump"]\nstep = "Turn"',
            "'jump' is no verb of this game",
        ),
        ('start = "blue"\nposition = {heap = 2}\nseat = "red"', "asked is blue, expected red"),
        ('start = "blue"\nposition = {heap = 2}\nstep = "Rest"', "the question is Turn, expected Rest"),
        (
            'start = "blue"\nposition = {heap = 9}\ndo = ["take 2"]\nevents = [{kind = "took", count = 3}]',
            "no event",
        ),
        (
            'start = "blue"\nposition = {heap = 9}\ndo = ["take 2"]\nwithout = ["took"]',
            "an event 'took' happened",
        ),
        (
            'start = "blue"\nposition = {heap = 9}\ndo = ["take 2"]\nscores = {blue = 3}',
            "blue has 2 points, expected 3",
        ),
        ('start = "blue"\nposition = {heap = 9}\noutcome = {winners = ["blue"]}', "the outcome is None"),
        (
            'start = "blue"\nposition = {heap = 1}\ndo = ["take 1"]\noutcome = {winners = ["red"]}',
            "blue won, expected red",
        ),
        ('start = "blue"\nposition = {moon = 9}\nseat = "blue"', "'moon' is no place of this game"),
        ('start = "white"\nposition = {heap = 9}\nseat = "blue"', "'white' cannot start"),
        (
            'start = "blue"\noptions = {players = 9}\nposition = {heap = 9}\nseat = "blue"',
            "option players cannot be '9'",
        ),
    ],
)
def test_a_false_case_fails_and_says_why(tmp_path: Path, text: str, problem: str) -> None:
    assert any(problem in found for found in problems(written(tmp_path, text)))


def test_a_case_can_start_from_the_setup(tmp_path: Path) -> None:
    path = written(tmp_path, 'start = "setup"\ndice = [1, 1, 1, 1, 1]\nafter = {heap = "12"}\nseat = "blue"')

    assert problems(path) == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'start = "blue"\ncolour = "red"\nlegal = []',
            "1_case.toml, case 1: unknown field 'colour', expected",
        ),
        ("legal = []", "the field 'start' is missing"),
        ('start = "blue"', "it expects nothing, so it cannot fail"),
    ],
)
def test_a_malformed_case_is_refused_with_its_place(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        list(read_cases(written(tmp_path, text)))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[case]\n", "x.toml is not TOML"),
        ("[cases]\n", r"expected only \[\[case\]\] tables, found 'cases'"),
        (
            '[[case]]\nrule = "tiny 9.z"\nname = "n"\nstart = "blue"\nlegal = []',
            "x.toml, case 1: the book tiny has no",
        ),
        ('[[case]]\nrule = "moon 1"\nname = "n"\nstart = "blue"\nlegal = []', "there is no rulebook 'moon'"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(DataError, match=sentence):
        list(read_cases(path))


def test_a_missing_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no case file or folder"):
        list(read_cases(tmp_path / "nowhere"))
