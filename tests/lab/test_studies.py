"""Studies: what usually happens from a position."""

import re
from pathlib import Path
from typing import Any

import pytest

from albion import games
from albion.cli import errors
from albion.cli.app import app
from albion.engine.errors import AlbionError
from albion.engine.match import Match
from albion.engine.record import record_of, write_record
from albion.lab.canned import canned_studies, find_study
from albion.lab.study import Answer, ask, read_study, study_from
from albion.sim.play import play_on, play_recorded, seat_bots

KENT: dict[str, Any] = {
    "game": "redux-core",
    "start": "Movement: Saxons; Battles: Saxons",
    "position": {"essex": "5 Saxons", "kent": "2 Romano-British"},
    "do": ["from essex", "to kent", "send 4", "end"],
    "bots": "random",
    "games": 60,
}


def study(**changes: Any) -> Answer:
    """The answer to a study of Kent."""
    return ask(study_from({k: v for k, v in (KENT | changes).items() if v is not None}, Path()))


def test_an_attack_is_tried_many_times() -> None:
    found = study()
    held = {h.faction: h.share for h in found.holders if h.place == "kent"}

    assert (found.games, found.ended, found.done) == (60, 0, 60)
    assert 0.5 < held["saxons"] < 1
    assert study().holders == found.holders
    assert study(seed=1000).holders != found.holders


def test_a_whole_game_is_played_from_a_record(tmp_path: Path) -> None:
    game = games.GAMES["boudicca"]
    match = play_recorded(game, game.options_type(), ["random"], 3)
    (tmp_path / "game.albion").write_text(write_record(record_of(match)))
    (tmp_path / "s.toml").write_text('record = "game.albion"\nat = 200\nbots = "random"\n')
    found = ask(read_study(tmp_path / "s.toml", 6))

    assert found.ended == found.games == 6
    assert sum(line.wins.value for line in found.lines if line.wins) == pytest.approx(1)
    assert all(line.low <= line.points.value <= line.high for line in found.lines)


def test_a_record_whose_players_added_to_the_seed_is_followed(tmp_path: Path) -> None:
    game = games.GAMES["boudicca"]
    match = Match(game, game.options_type(), 3, [(0, "heads"), (40, "tails")])
    play_on(match, seat_bots(game, match.options, ["random"]))
    (tmp_path / "game.albion").write_text(write_record(record_of(match)))
    (tmp_path / "s.toml").write_text('record = "game.albion"\nat = 200\nbots = "random"\n')

    assert read_study(tmp_path / "s.toml", 1).state == match.at(200)[0]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"colour": 1}, "'colour' is not a key of a study"),
        ({"bots": "clever"}, "there is no bot 'clever'"),
        ({"games": 0}, "'games' must be a whole number from 1"),
        ({"games": 10**6}, "'games' must be a whole number from 1 to 100,000, not 1000000"),
        ({"bots": 3}, "'bots' must be one bot's name for every seat"),
        ({"do": "from essex"}, "'do' must be a list of answers"),
        ({"do": [4]}, "'do' must be a list of texts"),
        ({"position": "essex"}, "'position' must be a table of places"),
        ({"position": {"esex": "5 Saxons"}}, "no place 'esex' on the map: expected one such as essex"),
        ({"start": 3}, "'start' must be a text"),
        ({"position": {"atlantis": "1 Saxons"}}, "atlantis"),
        ({"do": ["from london"]}, "'from' does not take 'london'"),
        ({"do": ["to kent"]}, "'do': 'to kent' is not legal when"),
        ({"record": "x.albion"}, "leave game, start and position out"),
    ],
)
def test_a_wrong_study_says_what_was_expected(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(AlbionError, match=complaint):
        study(**change)


@pytest.mark.parametrize("name", [study.name for study in canned_studies()])
def test_what_comes_with_albion_can_be_asked(name: str) -> None:
    found = ask(read_study(find_study(name), 1))

    assert (found.games, found.done) == (1, 1)
    assert found.holders


def test_every_game_has_a_study_that_comes_with_albion() -> None:
    assert {study.game for study in canned_studies()} == set(games.GAMES)


def test_a_study_is_found_by_file_name_and_question(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('game = "boudicca"')

    assert find_study(str(mine)) == mine
    assert find_study("britannia-2005: land 5 saxons in KENT, round 5") == find_study("landing")
    with pytest.raises(
        AlbionError, match="there is no study 'york': expected a TOML file, a match's link, or one of"
    ):
        find_study("york")


def test_whoever_watches_is_told_of_every_continuation() -> None:
    told: list[int] = []
    ask(study_from(KENT | {"games": 3}, Path()), watch=told.append)

    assert told == [1, 2, 3]


def test_the_command_lists_studies_and_asks_one_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    def say(*words: str) -> str:
        errors.guarded(lambda: app(["lab", "ask", *words], standalone_mode=False))
        said = capsys.readouterr()
        return said.out + said.err

    assert all(study.name in say() and study.title in say() for study in canned_studies())
    assert "Land 5 Saxons in Kent, round 5" in say("landing", "--games", "2")
    assert "there is no study 'york'" in say("york")
    kent = say("kent", "--games", "2")
    assert "Nobody scores before they stop" in kent and "Romano-British" in kent and "90% between" not in kent


def test_a_board_of_many_hexes_shows_those_held_most_often(capsys: pytest.CaptureFixture[str]) -> None:
    errors.guarded(lambda: app(["lab", "ask", "watling", "--games", "1"], standalone_mode=False))
    shown = capsys.readouterr().out
    rows = [line.split("│")[1:-1] for line in shown.splitlines() if line.startswith("│")]
    places = rows[2:]  # the first two are those of the seats

    assert all(any(cell.strip() for cell in row) for row in places)
    assert re.search(r"Shown are 5 of 6 rounds and the 40 places held most often, of \d+", shown)
