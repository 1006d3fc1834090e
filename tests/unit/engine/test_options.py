"""Options: read from text and JSON, written back, refused in one sentence."""

import pytest

from albion.engine.errors import DataError
from albion.engine.options import Options, choices, options_from, options_text, parse_options
from support.tiny import TinyOptions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", TinyOptions()),
        ("players=3", TinyOptions(players=3)),
        ("players=3,gambling=no", TinyOptions(players=3, gambling=False)),
        ("gambling=FALSE, heap=large", TinyOptions(gambling=False, heap="large")),
        ("gambling=on players=2", TinyOptions()),
    ],
)
def test_options_are_read_from_text(text: str, expected: TinyOptions) -> None:
    assert parse_options(TinyOptions, text) == expected


def test_options_are_written_so_that_they_read_back() -> None:
    options = TinyOptions(players=3, gambling=False)

    assert options_text(options) == "players=3,gambling=no,heap=small"
    assert parse_options(TinyOptions, options_text(options)) == options


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "player=3",
            "'player=3' is not an option of this game: expected players=2, gambling=yes, heap=small",
        ),
        ("players", r"option players needs a value: expected players=2\|3"),
        ("players=4", "option players cannot be '4': expected one of 2, 3"),
        ("players=yes", "option players cannot be 'yes'"),
        ("gambling=maybe", "option gambling cannot be 'maybe': expected one of yes, no"),
        ("heap=", "option heap cannot be ''"),
    ],
)
def test_wrong_options_get_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        parse_options(TinyOptions, text)


def test_json_values_must_have_the_right_type() -> None:
    assert options_from(TinyOptions, {"players": 3}) == TinyOptions(players=3)
    for wrong in ({"players": "3"}, {"gambling": 1}, {"heap": None}, {"size": 1}):
        with pytest.raises(DataError):
            options_from(TinyOptions, wrong)


def test_choices_name_the_default_first() -> None:
    assert choices(TinyOptions) == {
        "players": (2, 3),
        "gambling": (True, False),
        "heap": ("small", "large"),
    }


def test_an_option_of_another_kind_is_our_own_mistake() -> None:
    class Loose(Options, frozen=True):
        stones: int = 3

    with pytest.raises(DataError, match="must be a bool or a Literal"):
        choices(Loose)
