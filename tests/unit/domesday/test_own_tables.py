"""An owner's tables replace ours file by file; a wrong one is refused with file, key and expectation."""

from pathlib import Path

import pytest

from albion.engine.errors import DataError
from albion.games.domesday import GAME
from albion.games.domesday.data import HERE
from albion.games.domesday.options import DomesdayOptions

WRONG = [
    (
        "areas.toml",
        'borders = ["essex", "hertford"',
        'borders = ["esssex", "hertford"',
        "unknown area 'esssex'",
    ),
    ("areas.toml", 'homelands = ["saxon"]', 'homelands = ["saxxon"]', "unknown faction 'saxxon'"),
    ("areas.toml", "value = 3", "value = 7", "areas.toml, area:"),
    ("areas.toml", 'terrain = "city"', 'terrain = "citadel"', "unknown terrain 'citadel'"),
    ("cards.toml", 'leader = "edwin"', 'leader = "edwyn"', "unknown leader 'edwyn'"),
    ("cards.toml", 'op = "place-leader"', 'op = "place-lord"', "unknown verb 'place-lord'"),
    ("cards.toml", "huscarl = 1 }", "huskarl = 1 }", "unknown unit 'huskarl'"),
    ("cards.toml", 'areas = ["normandy"]', 'areas = ["normandie"]', "unknown area 'normandie'"),
    ("scenarios.toml", 'areas = ["york"]', 'areas = ["yorkk"]', "unknown area 'yorkk'"),
    ("scenarios.toml", 'leaders = ["harold"]', 'leaders = ["harald"]', "unknown leader 'harald'"),
    ("units.toml", "[stacking]\nplain = 4", '[stacking]\nplain = "four"', "units.toml, stacking:"),
    ("leaders.toml", 'factions = ["norse"]', 'factions = ["norsk"]', "unknown faction 'norsk'"),
    ("terrain.toml", "[[price]]", "[[prices]]", "expected the tables terrain, price"),
    ("roads.toml", 'ends = ["canterbury"', 'ends = ["dover"', "unknown City or Road Box 'dover'"),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), WRONG, ids=lambda x: x.split("\n")[0][:25])
def test_a_wrong_table_is_named(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    text = (HERE / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    with pytest.raises(DataError) as refused:
        GAME.with_data(tmp_path)

    assert said in str(refused.value)
    assert file in str(refused.value)
    assert "\n" not in str(refused.value).strip()


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text("this is = = no table", encoding="utf-8")

    with pytest.raises(DataError, match=r"cards\.toml is not TOML"):
        GAME.with_data(tmp_path)


def test_a_directory_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no directory"):
        GAME.with_data(tmp_path / "nowhere")


def test_one_file_is_replaced_and_the_rest_stay_ours(tmp_path: Path) -> None:
    text = (HERE / "terrain.toml").read_text(encoding="utf-8")
    own = text.replace('id = "city"\nname = "City"\nenter = 2', 'id = "city"\nname = "City"\nenter = 4')
    (tmp_path / "terrain.toml").write_text(own, encoding="utf-8")
    game = GAME.with_data(tmp_path)

    assert game.tables_board.spaces["london"].terrain.enter == 4
    assert GAME.tables_board.spaces["london"].terrain.enter == 2
    assert game.tables_board.cards == GAME.tables_board.cards


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (DomesdayOptions(scenario="crusade", until="invasion"), "until cannot be 'invasion'"),
        (DomesdayOptions(players=3, absentee="danish"), "absentee cannot be 'danish'"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: DomesdayOptions, said: str) -> None:
    with pytest.raises(DataError, match=said):
        GAME.rules(options)
