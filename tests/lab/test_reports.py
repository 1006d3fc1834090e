"""Reports are one file, and differences survive correction only if they are there."""

import errno
import random
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from albion.engine.errors import DataError
from albion.games import find_game
from albion.lab.balance import balance_text, standing
from albion.lab.differences import compare, holm
from albion.lab.experiment import experiment_from
from albion.lab.questions import ask_sql
from albion.lab.report import findings, write_report
from albion.lab.store import Run
from albion.lab.summary import Standing, standings
from albion.lab.tournaments import tournaments_of
from albion.sim.statistics import Interval, wilson

from .conftest import Play


def test_a_report_is_one_file_that_asks_the_network_for_nothing(play: Play, tmp_path: Path) -> None:
    run = play(games=3)
    path = tmp_path / "report.html"
    write_report(run, path)
    text = path.read_text(encoding="utf-8")

    assert not re.search(r"<(script|link)\b[^>]*\b(src|href)=", text)
    for title in (
        "Wins",
        "Points by round",
        "Score bands",
        "Who holds what",
        "Luck",
        "Correlations",
        "Length",
    ):
        assert f"<b>{title}</b>" in text
    assert text.count("class='picture'") == text.count('"$schema"')
    assert "window.vegaEmbed" in text


def test_a_report_leaves_out_what_was_not_recorded(play: Play, tmp_path: Path) -> None:
    write_report(play(games=2, record=[]), tmp_path / "report.html")

    assert "Who holds what" not in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_run_without_games_has_no_report(tmp_path: Path) -> None:
    run = Run.begin(tmp_path / "run", experiment_from({"game": "boudicca", "bots": "random"}, "x"))

    with pytest.raises(DataError, match="holds no finished games yet"):
        write_report(run, tmp_path / "report.html")
    with pytest.raises(DataError, match=r"is not a run: expected a folder with a run\.toml"):
        Run.open(tmp_path)


def test_a_report_that_cannot_be_written_leaves_the_one_before(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = play(games=1, record=[])
    path = run.folder / "report.html"
    write_report(run, path)
    before = path.read_bytes()
    opened = Path.open

    def full(self: Path, mode: str = "r", *rest: Any, **named: Any) -> Any:
        file = opened(self, mode, *rest, **named)
        if "w" in mode:
            file.write("half")
            raise OSError(errno.ENOSPC, "No space left on device")
        return file

    with monkeypatch.context() as patch, pytest.raises(DataError, match=r"report\.html': No space left"):
        patch.setattr(Path, "open", full)
        write_report(run, path)
    assert path.read_bytes() == before
    assert not (run.folder / ".report.html").exists()


def test_a_run_differs_from_itself_in_nothing(play: Play) -> None:
    run = play(games=4)
    found = compare(run, "boudicca", run, "boudicca")

    assert len(found) > 10
    assert not any(d.significant for d in found)
    assert all(d.change.value == 0 for d in found)


def made(folder: Path, share: float, games: int = 400) -> Run:
    """A run whose results are drawn: blue wins such a share of games."""
    run = Run.begin(folder, experiment_from({"game": "boudicca", "bots": "random", "record": []}, "x"))
    chance = random.Random(7)
    rows: list[dict[str, object]] = []
    for n in range(games):
        blue = float(chance.random() < share)
        for seat, won in (("romans", blue), ("britons", 1 - blue)):
            rows.append({"arm": "boudicca", "n": n, "seat": seat, "bot": "random", "player": 1, "won": won})
    seats = pl.DataFrame(rows).with_columns(
        points=pl.lit(1), rank=pl.lit(1), dice=pl.lit(0), luck=pl.lit(0.0)
    )
    numbers = pl.DataFrame({"arm": ["boudicca"] * games, "n": range(games), "decisions": [5] * games})
    run.add({"seats": seats, "games": numbers})
    return run


def test_a_real_difference_is_found_and_chance_is_not(tmp_path: Path) -> None:
    even, again, better = made(tmp_path / "a", 0.5), made(tmp_path / "b", 0.5), made(tmp_path / "c", 0.65)
    found = {(d.measure, d.who): d for d in compare(better, "boudicca", even, "boudicca")}
    win = found["win share", "romans"]

    assert win.significant
    assert win.change.low > 0
    assert not any(d.significant for d in compare(again, "boudicca", even, "boudicca"))


def test_a_few_games_are_never_called_different(tmp_path: Path) -> None:
    one, other = made(tmp_path / "a", 0.0, games=9), made(tmp_path / "b", 1.0, games=9)
    many, others = made(tmp_path / "c", 0.0, games=10), made(tmp_path / "d", 1.0, games=10)

    assert not any(d.significant for d in compare(one, "boudicca", other, "boudicca"))
    assert any(d.significant for d in compare(many, "boudicca", others, "boudicca"))


def test_differences_are_told_in_the_games_words(tmp_path: Path) -> None:
    even, better = made(tmp_path / "a", 0.5), made(tmp_path / "b", 0.65)
    write_report(better, tmp_path / "report.html", even)
    text = (tmp_path / "report.html").read_text(encoding="utf-8")

    assert re.search(
        r"<td>win share</td><td>Romans</td><td>5\d\.\d%</td><td>6\d\.\d%</td><td>\+1\d\.\d%", text
    )
    assert "<td>decisions</td><td>per game</td><td>5</td>" in text


def test_holms_correction() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_findings_name_seats_out_of_balance() -> None:
    line = Standing("arm", "red", "steady", 100, wilson(79, 100), Interval(1, 1, 1), 0.25)

    assert findings([line]) == ["Red wins 79% (70% to 86%): more than 160% of its fair share of 25%."]
    assert findings([line._replace(wins=wilson(25, 100))])[0].startswith("No seat differs")


def test_a_seat_out_of_balance_is_marked_and_certainty_shows() -> None:
    line = Standing("arm", "red", "steady", 100, wilson(79, 100), Interval(1, 1, 1), 0.25)

    assert standing(line) == "**high**"
    assert standing(line._replace(wins=wilson(9, 20))) == "high"
    assert standing(line._replace(wins=wilson(25, 100))) == ""
    assert standing(line._replace(wins=wilson(2, 20))) == "low"
    assert standing(line._replace(wins=wilson(1, 100))) == "**low**"


def test_an_experiments_note_is_told_with_its_results(play: Play) -> None:
    run = play(games=1, record=[], note="Seats < fair.")
    write_report(run, run.folder / "report.html")

    assert Run.open(run.folder).experiment.note == "Seats < fair."
    assert balance_text([run]).endswith("|\n\nSeats < fair.\n")
    assert "<p>Seats &lt; fair.</p>" in (run.folder / "report.html").read_text(encoding="utf-8")


def test_the_page_on_balance_begins_with_who_is_out_of_bounds(tmp_path: Path) -> None:
    text = balance_text([made(tmp_path / "a", 0.95), made(tmp_path / "b", 0.78, games=100)])

    certain, perhaps = re.findall("^- (.*)$", text, re.M)
    share = r"boudicca \(version \d+, random\) \d+% \(\d+% to \d+%; bounds 30% and 80%\)"
    assert re.fullmatch(
        f"Out of bounds for certain: britons of {share}; romans of {share}; britons of {share}\\.", certain
    )
    assert re.fullmatch(f"Out of bounds, but perhaps by chance: romans of {share}\\.", perhaps)
    assert "for certain: none" in balance_text([made(tmp_path / "c", 0.5)])


def test_a_page_on_balance_keeps_what_it_says_of_other_runs(play: Play) -> None:
    first, second = (
        play(games=1, record=[], note="First."),
        play("other", name="other", games=1, record=[], note="Second."),
    )
    page = balance_text([first, second])

    assert balance_text([], page) == page
    assert balance_text([second], page) == page
    assert balance_text([first], balance_text([second])).count("\n| boudicca |") == page.count(
        "\n| boudicca |"
    )


def test_a_game_without_reconstructed_tables_is_said_to_have_none(play: Play) -> None:
    text = balance_text([play(game="britannia-2005", games=1, record=[])])

    assert (
        "|\n\nBritannia (2005) has no reconstructed tables, so nothing is tuned here" in text
    )  # beside its rows
    assert "won red 32%, yellow 30%, green 22%, blue 16% of 73 games" in text
    assert "nothing is tuned here" not in balance_text([play("other", games=1, record=[])])


def test_points_by_seat_count_what_no_faction_has(play: Play) -> None:
    run = play(game="domesday", games=1)
    last = run.table("points").filter(pl.col("round") == pl.col("round").max())
    told = last.filter(pl.col("seat") != "").group_by("seat").agg(pl.col("points").sum()).collect()
    final = run.table("seats").select("seat", "points").collect()

    assert dict(told.iter_rows()) == dict(final.iter_rows())


def test_a_game_with_reported_tournaments_is_laid_beside_them(play: Play, tmp_path: Path) -> None:
    run = play(game="britannia-2005", games=1, record=["points"])
    write_report(run, tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")

    assert "<b>Beside tournaments</b>" in text
    assert "People in tournaments: Blue 16%, Green 22%, Red 32%, Yellow 30% of 73 games." in text
    assert tournaments_of(find_game("boudicca")) is None


def test_rotating_players_are_told_apart_from_seats(play: Play) -> None:
    run = play(games=4, seating="rotate")

    assert [s.seat for s in standings(run)] == ["player 1", "player 2"]
    assert f"| boudicca | {run.experiment.arms[0].version} | player 1 | random | 4 |" in balance_text([run])


def test_questions_in_sql(play: Play) -> None:
    run = play(games=3)

    assert ask_sql(run, "SELECT COUNT(*) AS k FROM games").to_dicts() == [{"k": 3}]
    with pytest.raises(DataError, match=r"cannot be answered: .*the tables are games, seats"):
        ask_sql(run, "SELECT nothing FROM nowhere")
