"""Every game says what it is, and the catalogue passes it on."""

from pathlib import Path

import pytest

from albion import games
from albion.engine.errors import DataError
from albion.engine.options import choices
from albion.lessons import about
from albion.server.catalogue import details, summary


@pytest.mark.parametrize("game", games.GAMES.values(), ids=lambda game: game.id)
def test_every_option_and_seat_is_explained(game: games.Game) -> None:
    told = summary(game).about

    assert told is not None
    assert set(told.options) == set(choices(game.options_type))
    assert set(told.seats) == set(game.seats(game.options_type()))
    assert 0 < told.minutes[0] <= told.minutes[1]
    assert len(details(game).overview) >= 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("line = 3", "Expected `str`"),
        ("line = ", "about.toml of redux-core"),
        ('weight = 9\nline = "x"', "missing required field|<= 5"),
    ],
)
def test_a_wrong_file_is_told_in_one_sentence(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "about.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(about, "folder", lambda _: tmp_path)

    with pytest.raises(DataError, match=said):
        about.load_about.__wrapped__(games.GAMES["redux-core"])
