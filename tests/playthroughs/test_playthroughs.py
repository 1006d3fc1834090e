"""Golden games: what every release plays from the same seed, line by line."""

from pathlib import Path

import pytest

from albion.games import GAMES
from support.playthrough import playthrough

FOLDER = Path(__file__).parent
ADVICE = (
    "this game now plays differently; if that is meant, bump its version, say why in CHANGELOG.md "
    "and run 'make playthroughs'"
)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_plays_as_it_always_did(name: str, request: pytest.FixtureRequest) -> None:
    file = FOLDER / f"{name}.txt"
    text = playthrough(GAMES[name])
    if request.config.getoption("--rewrite"):
        file.write_text(text, encoding="utf-8")
    assert file.is_file(), f"there is no {file.name} yet: run 'make playthroughs'"
    old, new = file.read_text(encoding="utf-8").splitlines(), text.splitlines()
    changed = [n for n, (a, b) in enumerate(zip(old, new, strict=False), start=1) if a != b]

    assert not changed, (
        f"{file.name}, line {changed[0]}: {ADVICE}\n- {old[changed[0] - 1]}\n+ {new[changed[0] - 1]}"
    )
    assert len(old) == len(new), ADVICE
