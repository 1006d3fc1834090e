"""An owner's tables in place of ours."""

from pathlib import Path

import pytest

from albion import games
from albion.cli.parameters import given_game
from albion.engine.errors import DataError
from support.tiny import TINY, Tiny


class Open(Tiny):
    """Takes tables, and remembers from where."""

    folder: Path | None = None

    def with_data(self, folder: Path) -> "Open":
        found = Open()
        found.folder = folder
        return found


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(games.TABLES, "")


def test_the_environment_names_the_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(games.TABLES, "tiny=/a/b, other=/c")

    assert games.own_tables() == {"tiny": "/a/b", "other": "/c"}


def test_a_game_is_built_once_for_each_folder() -> None:
    game = Open()
    found = games._with_tables(game, "/tables")

    assert isinstance(found, Open)
    assert found.folder == Path("/tables")
    assert games._with_tables(game, "/tables") is found


def test_the_option_reaches_the_whole_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", {"tiny": TINY})
    given_game("tiny", tmp_path)

    assert games.own_tables() == {"tiny": str(tmp_path)}


def test_a_game_without_such_tables_says_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="tiny takes no tables but its own"):
        TINY.with_data(tmp_path)
