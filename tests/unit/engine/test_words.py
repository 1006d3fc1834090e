"""Words: templates filled with names, numbers and plurals."""

from pathlib import Path

import pytest

from albion.engine import cite as cites
from albion.engine.action import Action, Json
from albion.engine.cite import cite
from albion.engine.errors import DataError
from albion.engine.event import Event
from albion.engine.words import Words, load_words
from support.tiny import BOOKS

WORDS = Words(
    {
        "names": {"york": "York", "saxons": "the Saxons"},
        "question": {"March": "Whence do {faction} march?"},
        "action": {"from": "from {noun}", "send": "send {n} {n|army|armies}"},
        "event": {"fell": "{who} fell at {places}", "quiet": ""},
    }
)


def test_ids_become_names() -> None:
    assert WORDS.question("March", {"faction": "saxons"}) == "Whence do the Saxons march?"
    assert WORDS.action(Action("from", "york")) == "from York"
    assert WORDS.action(Action("from", "ely")) == "from ely"


@pytest.mark.parametrize(("n", "text"), [(1, "send 1 army"), (2, "send 2 armies"), (0, "send 0 armies")])
def test_plurals_follow_the_number(n: int, text: str) -> None:
    assert WORDS.action(Action("send", n)) == text


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"n": 1, "who": ["york"]}, "1 army wins"),
        (
            {"n": 3, "horse": 1, "leader": "alfred", "who": ["york", "ely"]},
            "3 armies, 1 on horse, under alfred win",
        ),
        ({"n": 3, "horse": 2, "leader": "", "who": []}, "3 armies, 2 on horse win"),
    ],
)
def test_a_form_may_be_for_nothing_and_may_repeat_the_value(fields: dict[str, Json], text: str) -> None:
    template = "{n} {n|army|armies}{horse|, # on horse||, # on horse}{leader|||, under #} {who|wins|win}"

    assert Words({"event": {"won": template}}).event(Event("won", (), fields)) == text


def test_lists_and_missing_fields_are_told_plainly() -> None:
    event = Event("fell", cite("tiny 1.a"), {"who": "saxons", "places": ["york", "ely"]})

    assert WORDS.event(event) == "The Saxons fell at York, ely"
    assert WORDS.event(Event("fell", (), {})) == " fell at "


def test_many_names_that_count_up_are_told_as_one() -> None:
    units = [f"IX cohort {n}" for n in range(1, 11)]

    assert WORDS.name([*units, "eagle", "horse 1", "horse 2"]) == "IX cohort 1–10, eagle, horse 1, horse 2"
    assert WORDS.name(["card 2", "card 2", "card 3"]) == "card 2, card 2, card 3"
    assert WORDS.name([1, 2, 3, 4, 5]) == "1, 2, 3, 4, 5"


def test_what_has_no_template_is_still_told() -> None:
    assert WORDS.question("Unknown", {}) == "Unknown"
    assert WORDS.action(Action("end")) == "end"
    assert WORDS.event(Event("loss", (), {"n": 2, "where": "york"})) == "Loss: 2 York"
    assert WORDS.event(Event("quiet", (), {"n": 2})) == ""


def test_names_are_composed_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "words.toml").write_text(
        '[each.who]\nsaxon = "Saxon"\nfyrd = "Fyrd"\n[each.what]\nox = "Ox"\n'
        '[named]\n"{who}:{what}:old" = "old {who} {what}"\n[names]\n"fyrd:ox:old" = "Dobbin"\n'
    )
    monkeypatch.setattr(cites, "BOOKS", tmp_path)

    assert load_words("made").names == {"saxon:ox:old": "old Saxon Ox", "fyrd:ox:old": "Dobbin"}


def test_a_catalogue_with_an_unknown_part_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "words.toml").write_text('[verbs]\ntake = "take"\n')
    monkeypatch.setattr(cites, "BOOKS", tmp_path)
    with pytest.raises(DataError, match=r"words\.toml of odd: 'verbs' must be one of"):
        load_words("odd")


def test_the_tiny_catalogue_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cites, "BOOKS", BOOKS)

    assert load_words("tiny").action(Action("take", 2)) == "take 2 stones"


def test_a_catalogue_may_name_an_empty_list() -> None:
    assert Words({}).name([]) == ""
    assert Words({"names": {"": "none"}}).name([]) == "none"


def test_names_that_differ_in_scattered_numbers_are_one_name() -> None:
    """A fault once: a legion that had left some behind was told cohort by cohort."""
    some = [f"XX cohort {n}" for n in (1, 3, 4, 8, 9, 10)]

    assert WORDS.name([*some, "horse 1", "horse 3"]) == "XX cohort 1, 3, 4, 8–10, horse 1, horse 3"
