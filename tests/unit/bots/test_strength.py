"""A measurement can be stopped and continued, and never mixes games of different players."""

from __future__ import annotations

from copy import copy
from pathlib import Path

import pytest

from albion.bots.search import model
from albion.games import find_game
from albion.sim.ladder import chosen_pairs, step_jobs
from albion.sim.strength import MARK, Results, fingerprint, players, same_players, write_page

GAME = find_game("boudicca")
OPTIONS = GAME.options_type()
JOBS = step_jobs(GAME, OPTIONS, "novice", "random", 4, 7)


def test_what_was_played_is_taken_from_the_file(tmp_path: Path) -> None:
    first = list(Results(GAME, OPTIONS, tmp_path).play(JOBS[:2], 1))
    written = (tmp_path / "boudicca.jsonl").read_text()
    again = list(Results(GAME, OPTIONS, tmp_path).play(JOBS, 1))

    assert again[:2] == first
    assert len(again) == 4
    assert (tmp_path / "boudicca.jsonl").read_text().startswith(written)
    assert (tmp_path / "boudicca.jsonl").read_text().count("\n") == 4


def test_when_time_is_up_nothing_more_is_played(tmp_path: Path) -> None:
    assert list(Results(GAME, OPTIONS, tmp_path).play(JOBS, 1, end=0.0)) == []


def test_games_of_other_rules_are_passed_over(tmp_path: Path) -> None:
    list(Results(GAME, OPTIONS, tmp_path).play(JOBS[:1], 1))
    file = tmp_path / "boudicca.jsonl"
    file.write_text(file.read_text().replace(f'"players":"{GAME.version}', '"players":"0'))

    assert Results(GAME, OPTIONS, tmp_path).mixed() == []


def test_games_of_another_heuristic_are_passed_over_but_older_ones_without_a_mark_count(
    tmp_path: Path,
) -> None:
    list(Results(GAME, OPTIONS, tmp_path).play(JOBS[:1], 1))
    file, mark = tmp_path / "boudicca.jsonl", f"{MARK}{fingerprint(GAME)}"
    written = file.read_text()
    assert mark in written

    file.write_text(written.replace(mark, f"{MARK}0"))
    assert Results(GAME, OPTIONS, tmp_path).mixed() == []
    file.write_text(written.replace(mark, ""))
    assert len(Results(GAME, OPTIONS, tmp_path).mixed()) == 1


def test_games_with_another_model_count_as_other_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("redux-core")
    before, untrained = players(game, ("master", "steady")), players(game, ("steady", "novice"))
    other = tmp_path / "redux-core.model"
    other.write_bytes(model.model_file("redux-core").read_bytes() + b"another")
    monkeypatch.setattr("albion.sim.strength.model_file", lambda name: other)

    assert players(game, ("master", "steady")) != before
    assert players(game, ("steady", "novice")) == untrained
    assert model.model_file("redux-core") != other


def test_games_before_a_rule_change_count_on_if_the_model_was_carried_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = players(GAME, ("master", "steady"))
    data = model.model_file("boudicca").read_bytes()
    later = max(model.read_head(data, "boudicca").serves) + 1
    carried = tmp_path / "boudicca.model"
    carried.write_bytes(model.carry_over(data, "boudicca", later, "a small change"))
    changed = copy(GAME)
    changed.version = later  # type: ignore[misc]

    assert not same_players(changed, before, ("master", "steady"))
    monkeypatch.setattr("albion.sim.strength.model_file", lambda name: carried)
    assert same_players(changed, before, ("master", "steady"))
    assert same_players(changed, players(changed, ("master", "steady")), ("master", "steady"))
    assert same_players(changed, str(GAME.version), ("steady", "novice"))


def test_an_unchanged_heuristic_led_another_way_by_new_rules_is_the_same_player(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bots = ("master", "steady")
    now = players(GAME, bots)
    mark = now.partition("~")[2].partition("-")[0]
    before, foreign = now.replace(mark, "0ld0ld0l"), now.replace(mark, "f0re1gn0")
    data = model.model_file("boudicca").read_bytes()
    later = max(model.read_head(data, "boudicca").serves) + 1
    carried = tmp_path / "boudicca.model"
    carried.write_bytes(model.carry_over(data, "boudicca", later, "a small change", ("0ld0ld0l", mark)))

    assert not same_players(GAME, before, bots)
    monkeypatch.setattr("albion.sim.strength.model_file", lambda name: carried)
    assert same_players(GAME, before, bots)
    assert same_players(GAME, now, bots)
    assert not same_players(GAME, foreign, bots)


def test_the_page_tells_levels_by_seat(tmp_path: Path) -> None:
    folder = tmp_path / "strength"
    list(Results(GAME, OPTIONS, folder).play(JOBS, 1))
    text = write_page(folder, [(GAME, OPTIONS, [("novice", "random")])]).read_text()

    assert "| novice | random | 4 |" in text
    assert "britons " in text.lower() and "romans " in text.lower()


def test_the_strongest_is_measured_among_steady_too() -> None:
    levels = ("master", "captain", "steady", "novice")

    assert chosen_pairs(GAME, "", levels)[-1] == ("master", "steady")
    assert chosen_pairs(GAME, "", levels[2:]) == [("steady", "novice")]
