"""Variants: checked patches on any game, with its bots, its records and its place in an experiment."""

import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from albion import games
from albion.engine.cite import folder
from albion.engine.errors import DataError
from albion.engine.fuzz import fuzz_game
from albion.engine.record import read_record, record_of, verify_record, write_record
from albion.games.variants import FOLDER, read_variant, variant_from
from albion.lab.experiment import read_experiment
from albion.lab.recording import play_recorded_game
from albion.lab.tables import Rows
from albion.sim.play import play_recorded

KEY = "round[number=1].reinforcement[nation=saxons].infantry"
SAXONS = f'''
name = "{{}}"
title = "More Saxons"
game = "redux-core"
[[change]]
file = "timeline"
key = "{KEY}"
to = 16
'''


def change(key: str = KEY, to: Any = 16, file: str = "timeline", **facts: Any) -> dict[str, Any]:
    """A variant in plain values."""
    row = {"file": file, "key": key, "to": to}
    return {"name": "wrong", "title": "Wrong", "game": "redux-core", "change": [row]} | facts


def loaded(raw: dict[str, Any]) -> Any:
    """The variant as a game."""
    v = variant_from(raw)
    return games.find_game(f"{v.id} {v.text}")


@pytest.mark.parametrize(
    ("raw", "complaint"),
    [
        (
            change(game="chess"),
            "'game' must be the id of a game, one of boudicca, britannia-2005, domesday, redux-core, redux-leaders, not 'chess'",
        ),
        (change(colour="red"), "'colour' is not a key of a variant"),
        (change(name="Bad Name"), "'name' must be a word in small letters"),
        (change(file="weather"), "change 1, file 'weather'.*there is no such file, expected one of holding"),
        (change("round[number=99].final"), "expected one row with number among 1, 2"),
        (change("rounds"), "there is no 'rounds', expected one of"),
        (change("round[number.final"), "expected names with dots"),
        (change(to="many"), "expected a whole number such as 8, not 'many'"),
        (change(to=-1), "expected a number from 0 to 999, not -1"),
        (change(to=5000), "expected a number from 0 to 999, not 5000"),
        (
            change("nation[id=welsh].areas", ["atlantis"], "setup"),
            r"variant 'redux-core\+wrong': change 1, file 'setup', .*there is no 'atlantis' in this game",
        ),
        (
            change("nation[id=welsh].areas", ["saxons"], "setup"),
            r"variant 'redux-core\+wrong': setup\.toml, welsh: 'saxons' is not a land area",
        ),
        (
            change("round[number=1].reinforcement[nation=saxons].seas", ["english-chanel"]),
            "no 'english-chanel' in this game: did you mean english-channel",
        ),
        (
            change("nation[id=danes].centers", ["york", "york", "lindsey"], "holding"),
            "'york' stands there twice",
        ),
        (change("nation[id=danes].centers", [1, 2, 3], "holding"), "expected a list such as"),
        (change("round[number=1].number", 5), "'number' is what the row is known by"),
        (change(f"{KEY.rpartition('.')[0]}.nation", "irish"), "'nation' is what the row is known by"),
        (change(f"{KEY.rpartition('.')[0]}.source", "mine"), "'source' only tells where figures come from"),
        (change("round.final", True), r"'round' has rows: expected \[field=value\] behind it"),
        (change("round[colour=red].final", True), "no row has a 'colour', expected one of number"),
        (change(f"{KEY}.more", 1), "'infantry' is 8: expected the key to end there"),
        (change("round", [{}]), "it leads to rows: expected a figure"),
        (
            change() | {"change": [{"file": "timeline", "key": KEY, "to": n} for n in (4, 5)]},
            "change 2, .*: change 1 has changed it already",
        ),
        (
            change("round[number=11].years", [1], game="britannia-2005"),
            r"no game can be played with file 'timeline', key 'round\[number=11\]\.years', to \[1\]",
        ),
        (change(options={"players": 9}), "option players cannot be '9'"),
    ],
)
def test_a_wrong_variant_names_key_and_what_was_expected(raw: dict[str, Any], complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        loaded(raw)


def a_figure(game: str) -> dict[str, Any]:
    """A change that changes nothing: some figure of the game's first table that has one."""
    for path in sorted((folder(game) / "data").glob("*.toml")):
        found = next(_figures(tomllib.loads(path.read_text(encoding="utf-8")), ""), None)
        if found is not None:
            return change(*found, path.stem, game=game, name="the-same")
    raise AssertionError(game)


def _figures(table: dict[str, Any], path: str) -> Any:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _figures(value, f"{path}{key}.")
        elif type(value) is int:
            yield f"{path}{key}", value


@pytest.mark.parametrize("game", ["redux-core", "britannia-2005", "boudicca", "domesday"])
def test_the_same_figures_give_the_same_game(game: str) -> None:
    base, twin = games.GAMES[game], loaded(a_figure(game))
    ours = play_recorded(base, base.options_type(), ["random"], 5)
    theirs = play_recorded(twin, twin.options_type(), ["random"], 5)

    assert twin.id == f"{game}+the-same"
    assert theirs.actions == ours.actions
    assert fuzz_game(twin, twin.options_type(), 2) > 100


def test_leaders_stand_on_the_changed_tables_of_the_core() -> None:
    twin = loaded(change(game="redux-leaders", name="more"))
    match = play_recorded(twin, twin.options_type(), ["random"], 5)

    assert "saxons 16" in next(e for e in match.events[0] if e.kind == "round").data["arriving"]


def test_a_variants_bots_come_along_and_its_record_carries_it(tmp_path: Path) -> None:
    path = tmp_path / "v.toml"
    path.write_text(SAXONS.format("more-saxons"))
    v = read_variant(path)
    game = games.find_game(f"{v.id} {v.text}")
    match = play_recorded(game, game.options_type(), ["steady"], 5)
    text = write_record(record_of(match))
    again = verify_record(read_record(text, games.find_game))

    assert "variant: {" in text
    assert again.state.outcome == match.state.outcome
    assert "variant: More Saxons" in game.title


def test_a_variant_can_change_the_default_options() -> None:
    raw = {"name": "three", "title": "Three", "game": "redux-core", "options": {"players": 3}}
    game = loaded(raw)

    assert len(game.seats(game.options_type())) == 3
    assert len(game.seats(game.options_type(players=5))) == 5


def test_threads_that_load_a_variant_at_once_get_the_same_game() -> None:
    raw = change(to=11, name="asked-at-once")
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(loaded, [raw] * 4))

    assert all(game is found[0] for game in found)


def test_a_folder_of_variants_is_offered_beside_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "v.toml").write_text(SAXONS.format("offered"))
    monkeypatch.setenv(FOLDER, str(tmp_path))

    assert list(games.GAMES)[-1] == "redux-core+offered"
    assert games.find_game("redux-core+offered").title.endswith("(variant: More Saxons)")


def test_an_experiment_compares_a_variant_with_its_game(tmp_path: Path) -> None:
    (tmp_path / "v.toml").write_text(SAXONS.format("compared"))
    (tmp_path / "e.toml").write_text(
        'bots = "random"\n[[arm]]\ngame = "redux-core"\n[[arm]]\nvariant = "v.toml"\n'
    )
    plain, variant = read_experiment(tmp_path / "e.toml").arms
    rows = Rows(variant.name)
    play_recorded_game(variant, 0, 1, (), rows)

    assert (plain.variant, variant.game) == ("", "redux-core+compared")
    assert rows.frames()["games"]["game"].item() == "redux-core+compared"
    (tmp_path / "e.toml").write_text('bots = "random"\ngame = "boudicca"\n[[arm]]\nvariant = "v.toml"\n')
    with pytest.raises(DataError, match=r"arm 1: 'variant': v\.toml is a variant of redux-core"):
        read_experiment(tmp_path / "e.toml")
