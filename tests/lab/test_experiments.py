"""Experiments are checked before anything runs, and give the same rows wherever they are played."""

import errno
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

import polars as pl
import pytest

from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.games import GAMES
from albion.lab.engines import Chunk, Local
from albion.lab.experiment import TABLES, experiment_from, read_experiment
from albion.lab.recording import Cast, play_recorded_game
from albion.lab.run import STAGE, Progress, Session
from albion.lab.store import Run
from albion.lab.tables import Rows
from albion.sim.play import Job, play_job

from .conftest import SMALL, Play

T = TypeVar("T")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "chess"}, "arm 1: 'game': there is no game 'chess': expected one of redux-core"),
        ({"bots": "clever"}, "arm 1: 'bots': there is no bot 'clever' for boudicca: expected one of"),
        ({"bots": ["random"] * 3}, "3 bots were named for 2 seats"),
        ({"bots": 7}, "'bots' must be one bot's name"),
        ({"options": "players=9"}, "arm 1: 'options': 'players=9' is not an option of this game"),
        ({"options": 3}, "'options' must be a text"),
        (
            {"game": "redux-core", "options": {"players": "3"}},
            "option players cannot be '3': expected one of 4, 3, 5; written without quotes",
        ),
        (
            {"game": "redux-core", "options": {"reduced_randomness": "yes"}},
            "cannot be 'yes': expected one of no, yes; written as true or false, without quotes",
        ),
        ({"games": 0}, "'games' must be a whole number from 1 to"),
        ({"games": True}, "'games' must be a whole number"),
        ({"seed": -1}, "'seed' must be a whole number from 0"),
        ({"width": 0.1}, "'games' and 'width' exclude each other"),
        ({"games": None, "width": 3}, "'width' must be a number from 0.001 to 1.0, not 3"),
        ({"most": 9}, "'most' limits an experiment with 'width'"),
        ({"record": ["dreams"]}, "'record' must be a list of some of points, sources, areas, counts"),
        ({"record": [["points"]]}, "'record' must be a list of some of points, sources, areas, counts"),
        ({"game": None, "variant": "gone.toml"}, "arm 1: 'variant': there is no file 'gone.toml'"),
        ({"colour": "red"}, "'colour' is not a key of the experiment: expected some of name, seed"),
        ({"arm": [{"colour": "red"}]}, "arm 1: 'colour' is not a key of an arm"),
        ({"arm": [{}, {}]}, "two arms are called 'boudicca'"),
        ({"arm": "none"}, r"expected at least one \[\[arm\]\]"),
        ({"name": "../escape"}, "'name' must be a short text without slashes"),
        ({"seating": "musical"}, "'seating' must be fixed or rotate"),
    ],
)
def test_a_wrong_experiment_names_key_and_what_was_expected(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        experiment_from({k: v for k, v in (SMALL | change).items() if v is not None}, "wrong")


def test_a_wrong_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('game = "chess"')

    with pytest.raises(DataError, match=r"mine\.toml: arm 1: 'game': there is no game 'chess'"):
        read_experiment(path)
    path.write_text("game = ")
    with pytest.raises(DataError, match=r"mine\.toml is not TOML"):
        read_experiment(path)
    with pytest.raises(DataError, match="there is no file"):
        read_experiment(tmp_path / "other.toml")


def test_one_arm_can_name_several_games_and_every_option_set() -> None:
    made = experiment_from({"game": ["redux-core", "boudicca"], "options": "all", "bots": "random"}, "x")

    assert "redux-core players=3,reduced_randomness=yes" in [arm.name for arm in made.arms]
    assert len({arm.name for arm in made.arms}) == len(made.arms) > 7


def test_everybody_plays_every_seat_when_seats_rotate() -> None:
    raw = {"game": "redux-core", "options": "players=3", "bots": "steady,random,random", "seating": "rotate"}
    (arm,) = experiment_from(raw, "x").arms

    assert [arm.seated(n).index("steady") for n in range(3)] == [0, 1, 2]
    assert [arm.player(n, arm.seated(n).index("steady")) for n in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("game", ["redux-core", "redux-leaders", "britannia-2005", "boudicca", "domesday"])
def test_what_is_recorded_fits_the_game_that_is_played(game: str) -> None:
    (arm,) = experiment_from({"game": game, "bots": "random"}, "x").arms
    rows = Rows(arm.name)
    play_recorded_game(arm, 2, 5, TABLES, rows)
    plain = play_job(Job(arm.game, arm.options, arm.bots, 7))
    frames = rows.frames()
    seats, points = frames["seats"], frames["points"]
    last = points.filter(pl.col("round") == points["round"].max())

    assert dict(zip(seats["seat"], seats["points"], strict=True)) == plain.scores
    assert frames["games"]["decisions"].item() == plain.questions
    assert seats["won"].sum() == pytest.approx(1)
    first, end = points["round"].min(), frames["games"]["rounds"].item()
    assert end > first
    assert set(points["round"]) == set(range(first, end + 1))
    assert frames["counts"].filter(pl.col("kind") == "battle")["count"].sum() > 0
    assert frames["areas"]["pieces"].min() >= 1
    if "score" in frames["counts"]["kind"]:
        by_nation = dict(frames["sources"].group_by("faction").agg(pl.col("points").sum()).iter_rows())
        shown = {f: n for f, n in zip(last["faction"], last["points"], strict=True) if n}
        assert by_nation == shown


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_who_scores_is_the_same_whatever_the_seed(game: Game[Any]) -> None:
    for options in game.option_sets():
        first, *others = [Cast.of(game, game.setup(options, Dice(seed))) for seed in range(4)]

        assert first.scorers
        assert all(other == first for other in others), options


def test_two_processes_give_the_rows_of_one(play: Play) -> None:
    one, two = play("one"), play("two", processes=2)

    for name in one.tables():
        if name != "times":
            keys = one.table(name).collect_schema().names()
            assert one.table(name).collect().sort(keys).equals(two.table(name).collect().sort(keys)), name


def test_a_run_can_be_added_to(play: Play) -> None:
    play(games=2)
    grown, at_once = play(games=5), play("at once", games=5)

    assert grown.complete() == {"boudicca": set(range(5))}
    assert grown.kept() == 5
    keys = ["n", "seat"]
    assert grown.table("seats").collect().sort(keys).equals(at_once.table("seats").collect().sort(keys))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [({"seed": 4}, "begun with seed 3"), ({"bots": "steady"}, "begun with bots"), ({"record": []}, "record")],
)
def test_another_experiment_does_not_mix_with_a_run(
    play: Play, change: dict[str, Any], complaint: str
) -> None:
    play(games=1)

    with pytest.raises(DataError, match=complaint):
        play(games=1, **change)


def test_an_experiment_stops_when_its_intervals_are_narrow_enough(play: Play) -> None:
    run = play(games=None, width=0.2, most=400, record=[])
    played = run.kept()

    assert STAGE <= played < 400
    assert played % STAGE == 0


def test_a_full_disk_keeps_what_is_complete(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    run = play(games=2)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(DataError, match="the disk is full: 2 games are kept"):
        patch.setattr(pl.DataFrame, "write_parquet", full)
        play(games=4)
    assert run.kept() == 2
    assert play(games=4).kept() == 4


def test_a_disk_that_is_full_at_the_start_leaves_a_folder_to_begin_in(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        (tmp_path / "run" / ".run.toml").touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(DataError, match="make room and run the same command"):
        patch.setattr(Path, "write_text", full)
        play(games=1)
    assert play(games=1).kept() == 1
    (tmp_path / "run" / "run.toml").unlink()
    with pytest.raises(DataError, match="contains other files"):
        play(games=1)


def test_a_run_is_played_by_one_process_at_a_time(play: Play) -> None:
    run = play(games=1)

    with run.alone(), pytest.raises(DataError, match="another process is playing games into"):
        play(games=2)
    assert play(games=2).kept() == 2


def test_a_session_sees_what_was_played_since_it_was_made(play: Play) -> None:
    run = play(games=1)
    wanted = experiment_from(SMALL | {"games": 3}, "small")
    late = Session(Run.begin(run.folder, wanted), Local(1), lambda _: None)
    play(games=3)
    late.play()

    assert sorted(run.table("games").collect()["n"]) == [0, 1, 2]


def test_a_damaged_part_is_named_and_can_be_played_again(play: Play) -> None:
    play(games=2)
    run = play(games=4)
    part = run.folder / "parts" / "000002"
    (part / "games.parquet").write_bytes(b"")

    with pytest.raises(DataError, match=r"000002/games\.parquet: not a readable table .* remove the folder"):
        play(games=4)
    shutil.rmtree(part)
    assert sorted(play(games=4).table("games").collect()["n"]) == [0, 1, 2, 3]


def test_a_run_of_an_older_version_is_not_added_to(play: Play) -> None:
    manifest = play(games=1).folder / "run.toml"
    now = GAMES["boudicca"].version
    manifest.write_text(manifest.read_text().replace(f"version = {now}", f"version = {now - 1}"))

    with pytest.raises(DataError, match=f"begun with version {now - 1}, now it is {now}: choose another"):
        play(games=2)


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "e.toml").write_text('game = "boudicca"\nbots = "random"\ngames = 120\nrecord = []\n')
    code = "import albion.lab.run as r; r.KEEP_SECONDS = 0.2; from albion.cli import main; main()"
    command = [sys.executable, "-c", code, "lab", "run", "e.toml", "--out", "run", "--processes", "1"]
    first = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    limit = monotonic() + 60
    while not list(tmp_path.glob("run/parts/[0-9]*/games.parquet")):
        assert monotonic() < limit
        sleep(0.05)
    first.kill()
    first.wait()
    found = Run.open(tmp_path / "run").complete()["boudicca"]
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)

    assert 0 < len(found) < 120
    assert again.returncode == 0, again.stderr
    games = Run.open(tmp_path / "run").table("games").collect()
    assert sorted(games["n"]) == list(range(120))


def test_workers_end_with_a_killed_run(tmp_path: Path) -> None:
    (tmp_path / "e.toml").write_text('game = "redux-core"\nbots = "random"\ngames = 5000\nrecord = []\n')
    command = [sys.executable, "-m", "albion", "lab", "run", "e.toml", "--out", "run", "--processes", "2"]
    run = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    workers = until(lambda: [w for w in children(run.pid) if "spawn_main" in command_of(w)])
    run.kill()
    run.wait()

    assert until(lambda: not any(command_of(w) for w in workers))


def until(found: Callable[[], T]) -> T:
    """What is looked for, once it is there."""
    limit = monotonic() + 60
    while not (seen := found()):
        assert monotonic() < limit
        sleep(0.05)
    return seen


def children(pid: int) -> list[int]:
    """The processes that one has started."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        pytest.skip("this system does not list a process's children")


def command_of(pid: int) -> str:
    """What a process runs; empty once it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def test_a_worker_that_is_killed_is_replaced() -> None:
    (arm,) = experiment_from(SMALL | {"games": 40}, "x").arms
    engine = Local(2)
    killed: list[int] = []
    numbers: list[int] = []
    chunks = iter([Chunk(arm, 1, (), (n, n + 1)) for n in range(0, 40, 2)])
    for played in engine.play(chunks):
        numbers += played.chunk.numbers
        if not killed:
            assert engine._pool is not None
            killed += list(engine._pool._processes)[:1]
            os.kill(killed[0], signal.SIGKILL)
    engine.close()

    assert sorted(numbers) == list(range(40))


def test_progress_tells_rate_and_time_left() -> None:
    now = Progress(done=30, wanted=50, fresh=10, seconds=5.0)

    assert now.rate == 2.0
    assert now.left == 10.0
