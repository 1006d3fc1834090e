"""The case runner: what holds, what fails and how it is told."""

from pathlib import Path
from typing import Any

import pytest

from albion.engine.action import Action
from albion.engine.cases import Case, read_cases, run_case
from albion.engine.cite import cite
from albion.engine.coverage import cover
from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.loop import apply, settle
from support.tiny import CASES, TINY, TinyOptions, Turn, tiny


def written(folder: Path, text: str) -> Path:
    path = folder / "1_case.toml"
    path.write_text(f'[[case]]\nrule = "tiny 1.a"\nname = "a claim"\n{text}\n')
    return path


SHUFFLE = "dice = [1, 1, 1, 1, 1]"


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
            "1 of the 2 dice were not rolled",
        ),
        (
            'start = "blue"\nposition = {heap = 9}\ndo = ["gamble"]\nafter = {heap = "6"}',
            "gives 0 dice, but one more is rolled",
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
            "'jump' is not a verb of this game",
        ),
        ('start = "blue"\nposition = {heap = 2}\nseat = "red"', "asked is blue, expected red"),
        ('start = "blue"\nposition = {heap = 2}\nstep = "none"', "the question is Turn, expected none"),
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
        ('start = "blue"\nposition = {moon = 9}\nseat = "blue"', "'moon' is not a place of this game"),
        ('start = "white"\nposition = {heap = 9}\nseat = "blue"', "'white' cannot start"),
        (
            'start = "blue"\noptions = {players = 9}\nposition = {heap = 9}\nseat = "blue"',
            "option players cannot be '9'",
        ),
        (
            'start = "blue"\nposition = {heap = 2}\nexactly = {"take 3" = "tiny 1.b 1.a"}',
            "'take 3' is refused by tiny 1.b, expected exactly tiny 1.b 1.a",
        ),
        (
            'start = "blue"\noptions = {gambling = false}\nposition = {heap = 2}\nexactly = {"gamble" = "tiny 2.a 2.b"}',
            "'gamble' is refused by tiny 2.b 2.a, expected exactly tiny 2.a 2.b",
        ),
        (
            'start = "blue"\nposition = {heap = 9}\nexactly = {"take 3" = "tiny 1.b"}',
            "'take 3' is allowed, expected a refusal by tiny 1.b",
        ),
        (
            'start = "blue"\nposition = {heap = 2}\nsays = {"take 3" = {left = 9}}',
            "the refusal of 'take 3' says left = 2, expected 9",
        ),
        (
            'start = "blue"\nposition = {heap = 2}\nsays = {"take 3" = {lefft = 2}}',
            "there is no fact of that refusal 'lefft': expected one of reason, wanted, left",
        ),
        (
            'start = "blue"\nposition = {heap = 9}\nsays = {"take 3" = {left = 9}}',
            "'take 3' is allowed, expected a refusal that says {'left': 9}",
        ),
        (
            'start = "blue"\nposition = {heap = 9}\nabout = {left = 8}',
            "the question's left is 9, expected 8",
        ),
        (
            'start = "blue"\nposition = {heap = 9, blue = "0: ace"}\ndo = ["play ace"]\nway = ["six"]',
            "the way was ace, expected six",
        ),
        ('start = "blue"\nposition = {heap = 9}\nsecret = true', "the question Turn is open"),
        (
            'start = "blue"\nposition = {heap = 9}\ndo = ["take 1"]\nfinal = true',
            "nothing final happened, so undo may go back",
        ),
        (
            'start = "blue"\nposition = {heap = 9}\ndice = [6]\ndo = ["gamble"]\nfinal = false',
            "something final happened, so undo may not go back",
        ),
        (
            'start = "blue"\nposition = {heap = 9}\ndo = ["take 1"]\nevents = [{kind = "took", final = true}]',
            "no event {'kind': 'took', 'final': True} in order",
        ),
        (
            'start = "blue"\nposition = {heap = 9}\ndo = ["take 1"]\nevents = [{kind = "took", seen_by = ["blue"]}]',
            "no event {'kind': 'took', 'seen_by': ['blue']} in order",
        ),
        (
            f'start = "setup"\n{SHUFFLE}\nevents = [{{kind = "dealt", seen_by = "everyone"}}]',
            "there were: dealt {'seat': 'blue', 'cards': ['ace', 'six']} seen by blue",
        ),
        (
            'start = "blue alone; red alone"\nposition = {heap = 9}\ndo = ["take 1"]\nseat = "blue"',
            "asked is red, expected blue",
        ),
    ],
)
def test_a_false_case_fails_and_says_why(tmp_path: Path, text: str, problem: str) -> None:
    assert any(problem in found for found in problems(written(tmp_path, text)))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('includes = ["fly"]', "'fly' is not a verb of this game"),
        ('excludes = ["take 9"]', "'take' does not take '9'"),
        ('legal = ["take"]', "'take' needs a noun"),
        ('forbidden = {"play seven" = "tiny 3.b"}', "'play' does not take 'seven'"),
        ('forbidden = {"take 3" = ""}', "a citation needs a book and at least one clause"),
        ('exactly = {"take 3" = "tiny 9.z"}', "the book tiny has no clause or ruling '9.z'"),
        (
            "scores = {white = 0}",
            "there is no seat or faction with points 'white': expected one of blue, red",
        ),
        ('without = ["tok"]', "there is no event 'tok': expected one of took, dealt, played, over, roll"),
        ('events = ["tok"]', "there is no event 'tok'"),
        ('events = [{kind = "took", seen_by = ["white"]}]', "there is no seat 'white'"),
        ('seat = "white"', "there is no seat 'white': expected one of blue, red"),
        ('step = "Rest"', "there is no question 'Rest': expected one of Turn, none"),
        ("about = {right = 9}", "there is no fact about the question 'right': expected one of left"),
    ],
)
def test_an_unknown_name_is_refused_whatever_it_expects(tmp_path: Path, text: str, sentence: str) -> None:
    (found,) = problems(written(tmp_path, f'start = "blue"\nposition = {{heap = 9}}\n{text}'))

    assert sentence in found


def test_an_unknown_winner_is_refused(tmp_path: Path) -> None:
    text = 'start = "blue"\nposition = {heap = 1}\ndo = ["take 1"]\noutcome = {winners = ["white"]}'

    assert problems(written(tmp_path, text)) == ["there is no seat 'white': expected one of blue, red"]


def test_an_impossible_position_is_refused(tmp_path: Path) -> None:
    text = 'start = "blue"\nposition = {heap = 9, blue = "0: ace", red = "0: ace"}\nseat = "blue"'

    assert problems(written(tmp_path, text)) == ["the position is impossible: the ace is in two hands"]


def test_a_text_that_the_notation_stumbles_over_is_the_slip_of_the_case(tmp_path: Path) -> None:
    (found,) = problems(written(tmp_path, 'start = "blue"\nposition = {blue = "x: ace"}\nseat = "blue"'))

    assert found.startswith("the position's blue = 'x: ace' cannot be read: ValueError")


def test_several_starts_follow_each_other(tmp_path: Path) -> None:
    text = 'start = "blue alone; red alone; blue"\nposition = {heap = 9}\ndo = ["blue: take 1", "red: take 2", "blue: take 3"]'

    assert problems(written(tmp_path, f'{text}\nseat = "red"\nafter = {{heap = 3}}')) == []


def test_what_is_seen_and_what_is_final_can_be_expected(tmp_path: Path) -> None:
    text = f"""start = "setup"
{SHUFFLE[:-1]}, 5]
do = ["gamble"]
final = true
secret = false
events = [
    {{ kind = "dealt", seat = "blue", seen_by = ["blue"], final = false }},
    {{ kind = "roll", seen_by = "everyone", final = true }},
]"""

    assert problems(written(tmp_path, text)) == []


@pytest.mark.parametrize(
    ("law", "problem"),
    [
        (lambda self, s, a: None, "Turn refuses 'take 3' without a clause"),
        (lambda self, s, a: cite("tiny 1.b"), "Turn offers 'take 1', which its law forbids"),
        (lambda self, s, a: s.hands.clear(), "at Turn: asking what is allowed changed the table"),
    ],
)
def test_every_question_on_the_way_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, law: Any, problem: str
) -> None:
    monkeypatch.setattr(Turn, "forbids", law)
    monkeypatch.setattr(Turn, "exact", True)
    offered = [Action("take", n) for n in ((1, 2) if "3" in problem else (1, 2, 3))]
    monkeypatch.setattr(Turn, "candidates", lambda self, s: offered)
    path = written(
        tmp_path, 'start = "blue"\nposition = {heap = 9, blue = "1:"}\ndo = ["take 1"]\nseat = "red"'
    )

    assert problems(path) == [problem]


def test_a_case_can_start_from_the_setup(tmp_path: Path) -> None:
    path = written(tmp_path, 'start = "setup"\ndice = [1, 1, 1, 1, 1]\nafter = {heap = "12"}\nseat = "blue"')

    assert problems(path) == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'start = "blue"\ncolour = "red"\nlegal = []',
            "unknown field 'colour', expected about, after, dice, do",
        ),
        ("legal = []", "the field 'start' is missing"),
        ('start = "blue"', "it expects nothing, so it cannot fail"),
        ("start = 3\nlegal = []", "the field 'start' holds 3, expected a text"),
        ('start = "blue"\nevents = []', "the field 'events' is empty, so it says nothing"),
        ('start = "blue"\nscores = {}', "the field 'scores' is empty"),
        ('start = "blue"\nafter = {}', "the field 'after' is empty"),
        ('start = "blue"\nexcludes = []', "the field 'excludes' is empty"),
        ('start = "blue"\nlegal = "take 1"', "the field 'legal' holds 'take 1', expected a list of actions"),
        ('start = "blue"\nlegal = [1]', "the field 'legal' holds [1], expected a list of actions"),
        ('start = "blue"\ndo = [3]\nlegal = []', "the field 'do' holds [3], expected a list of actions"),
        (
            'start = "blue"\ndice = ["6"]\nlegal = []',
            "the field 'dice' holds ['6'], expected a list of numbers",
        ),
        ('start = "blue"\ndice = 6\nlegal = []', "the field 'dice' holds 6, expected a list of numbers"),
        (
            'start = "blue"\nposition = "heap"\nlegal = []',
            "the field 'position' holds 'heap', expected a table",
        ),
        ('start = "blue"\nposition = {heap = [1]}\nlegal = []', "the field 'position' holds {'heap': [1]}"),
        (
            'start = "blue"\nforbidden = ["take 1"]',
            "the field 'forbidden' holds ['take 1'], expected a table",
        ),
        ('start = "blue"\nforbidden = {"take 1" = 1}', "the field 'forbidden' holds {'take 1': 1}"),
        (
            'start = "blue"\nscores = {blue = "3"}',
            "the field 'scores' holds {'blue': '3'}, expected a table of numbers",
        ),
        (
            'start = "blue"\nevents = [{count = 1}]',
            "the field 'events' holds [{'count': 1}], expected a list of kinds",
        ),
        ('start = "blue"\noutcome = "blue"', "the field 'outcome' holds 'blue', expected"),
        ('start = "blue"\noutcome = {winner = "blue"}', "the field 'outcome' holds {'winner': 'blue'}"),
        ('start = "blue"\nsecret = "yes"', "the field 'secret' holds 'yes', expected true or false"),
        ('start = "blue"\noptions = 3\nlegal = []', "the field 'options' holds 3, expected a table"),
    ],
)
def test_a_malformed_case_is_refused_with_its_place(tmp_path: Path, text: str, sentence: str) -> None:
    (case,) = read_cases(written(tmp_path, text))
    (found,) = run_case(case, tiny)

    assert str(case) == "1_case.toml, case 1"
    assert sentence in found


def test_one_bad_case_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    good = '[[case]]\nrule = "tiny 1.a"\nname = "n"\nstart = "blue"\nposition = {heap = 1}\nseat = "blue"\n'
    path.write_text(f"{good}{good}step = 3\n{good}")
    found = [(str(case), run_case(case, tiny)) for case in read_cases(path)]

    assert found == [
        ("x.toml: tiny 1.a: n", []),
        ("x.toml, case 2", ["the field 'step' holds 3, expected a text"]),
        ("x.toml: tiny 1.a: n", []),
    ]


def test_one_case_that_is_not_toml_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    good = '[[case]]\nrule = "tiny 1.a"\nname = "n"\nstart = "blue"\nposition = {heap = 1}\nseat = "blue"\n'
    path.write_text(f'game = "tiny"\n{good}{good}step = Turn\n{good}')
    first, bad, last = read_cases(path)

    assert run_case(first, tiny) == run_case(last, tiny) == []
    assert run_case(bad, tiny) == ["it is not TOML: Invalid value (at line 14, column 8)"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[case]\n", "x.toml is not TOML"),
        ("[cases]\n", r"expected only \[\[case\]\] tables, found 'cases'"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(DataError, match=sentence):
        list(read_cases(path))


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("tiny 9.z", "the book tiny has no clause or ruling '9.z'"),
        ("moon 1", "there is no rulebook 'moon'"),
        ("tiny", "a citation needs a book and at least one clause"),
    ],
)
def test_an_unknown_rule_is_refused(tmp_path: Path, rule: str, sentence: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(f'[[case]]\nrule = "{rule}"\nname = "n"\nstart = "blue"\nlegal = []')
    (case,) = read_cases(path)

    assert sentence in run_case(case, tiny)[0]


def test_a_missing_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no case file or folder"):
        list(read_cases(tmp_path / "nowhere"))


def test_a_walk_leads_where_random_play_leads(tmp_path: Path) -> None:
    s, d = TINY.setup(TinyOptions(), Dice(4)), None
    d, pick = settle(s), Dice(5)
    for _ in range(2):
        assert d is not None
        d = apply(s, d.actions[pick.d(len(d.actions)) - 1])
    text = 'start = "setup"\nwalk = {seed = 4, answers = 2}\nseat = "blue"\nafter = {heap = %s}'

    assert problems(written(tmp_path, text % s.heap)) == []
    assert problems(written(tmp_path, text % 99)) == [f"heap is '{s.heap}', expected '99'"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('start = "blue"\nwalk = {seed = 4, answers = 2}', "a 'walk' leads on from start 'setup' by itself"),
        ('start = "setup"\ndo = ["take 1"]\nwalk = {seed = 4, answers = 2}', "leads on from start 'setup'"),
        (
            'start = "setup"\nwalk = {seed = 4}',
            "the field 'walk' holds {'seed': 4}, expected a table such as",
        ),
        (
            'start = "setup"\nwalk = {seed = 4, answers = 99}',
            "the walk of 99 answers is longer than its game",
        ),
    ],
)
def test_a_walk_that_cannot_be_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    (found,) = problems(written(tmp_path, f'{text}\nseat = "blue"'))

    assert sentence in found


def test_a_walk_proves_no_clause(tmp_path: Path) -> None:
    walk = written(tmp_path, 'start = "setup"\nwalk = {seed = 4, answers = 2}\nseat = "blue"')

    assert "1.a" in cover("tiny", read_cases(walk)).unproved
