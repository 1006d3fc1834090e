"""An owner's data files replace ours; whatever is wrong in them is told in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from albion.engine.errors import DataError
from albion.engine.playout import playout
from albion.games.boudicca import GAME
from albion.games.boudicca.data import OURS


def own(folder: Path, file: str, old: str, new: str) -> Path:
    """A folder with one of our files, changed."""
    text = (OURS / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def test_every_table_has_a_source_and_a_confidence() -> None:
    tables = GAME.tables()

    assert len(tables) > 40
    assert all(t.source and t.confidence in ("stated", "found", "derived", "reconstructed") for t in tables)
    assert {t.name for t in tables if t.confidence == "reconstructed"} >= {
        "combat.crt",
        "terrain.costs",
        "map.terrain",
    }


def test_an_owners_table_is_played(tmp_path: Path) -> None:
    folder = own(tmp_path, "units.toml", "boudicca = 1\n", "boudicca = 3\n")

    game = GAME.with_data(folder)
    s, asked = playout(game, game.option_sets()[0], 5)

    assert game.rules.units[game.rules.boudicca].bonus == 3
    assert s.outcome is not None
    assert asked > 50


WRONG = [
    ("combat.toml", "overrun_odds = 7\n", "", r"combat\.toml, battle: .*overrun_odds"),
    ("combat.toml", "overrun_odds = 7", 'overrun_odds = "7"', r"combat\.toml, battle\.overrun_odds: expected `int`"),
    ("combat.toml", "overrun_odds = 7", "overrun_odds = 7\nbonus = 1", r"combat\.toml, battle: .*bonus"),
    ("combat.toml", '"1H", "2", "2"]', '"1X", "2", "2"]', r"combat\.toml, crt\.skirmish: .*'1X'"),
    ("combat.toml", 'confidence = "stated"', 'confidence = "sure"', r"combat\.toml, battle\.confidence"),
    ("cards.toml", "ap-1 = 5", "ap-1 = 6", r"cards\.toml, britons\.ap\.copies: expected 13 cards, found 14"),
    ("cards.toml", "rampage = 1", "ramp = 1", r"cards\.toml, britons\.events\.copies\.ramp"),
    ("units.toml", "total = 240", "total = 241", r"units\.toml, counter_mix\.total: expected 240 .*241"),
    ("units.toml", "strength = [8, 6, 4, 2]", "strength = [8, 4]", r"units\.toml, first_cohort\.strength"),
    ("places.toml", "hex = 2416", "hex = 1099", r"places\.toml: Calleva at 1099 is not on land"),
    ("places.toml", 'tribe = "regni"', 'tribe = "regnii"', r"places\.toml.*regni"),
    ("setup.toml", "cavalry = 3, auxilia = 3", "cavalry = 4, auxilia = 3", r"setup\.toml, romans: expected 13 of cavalry"),
    ("setup.toml", "per_post = 3", "per_post = 4", r"setup\.toml, garrisons"),
    ("sequence.toml", "britons = [10, 7, 6, 6, 5, 5]", "britons = [10, 7]", r"sequence\.toml, turn_track\.britons"),
    ("tables.toml", "regni = 1\n", "", r"tables\.toml, tribal_revolt\.revolts_on_or_below: 'regni'"),
    ("tables.toml", '["silures",', '["silurez",', r"tables\.toml, spontaneous_revolt\.rows: 'silurez'"),
    ("terrain.toml", "road = 0.5", "road = 0.3", r"terrain\.toml, costs\.road: expected a multiple of 0\.5"),
    ("terrain.toml", ", marsh = 3 }", " }", r"terrain\.toml, costs\.romans: the terrain 'marsh'"),
    ("map.toml", '"44" = "rr', '"44" = "xr', r"map\.toml, terrain\.lines\.44: the letter 'x'"),
    ("map.toml", '"44" = "rr', '"44" = "r', r"map\.toml, terrain\.lines\.44: expected 38 letters, found 37"),
    ("map.toml", '"2424/2523"', '"2424/2626"', r"2424 and 2626 do not touch"),
    ("map.toml", "rows = 68", "rows = ", r"map\.toml is not TOML"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "old", "new", "message"), WRONG, ids=[f"{w[0]} {w[2] or 'missing'}" for w in WRONG]
)
def test_a_wrong_entry_names_file_key_and_what_was_expected(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    folder = own(tmp_path, file, old, new)

    with pytest.raises(DataError, match=message) as refused:
        GAME.with_data(folder)
    assert "\n" not in str(refused.value)


def test_an_unknown_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cardz.toml").write_text("")

    with pytest.raises(DataError, match=r"cardz\.toml is not a data file of boudicca"):
        GAME.with_data(tmp_path)


def test_an_empty_or_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is empty"):
        GAME.with_data(tmp_path)
    with pytest.raises(DataError, match="does not exist"):
        GAME.with_data(tmp_path / "nowhere")
