"""Positions that no Britannia game could bring to the table are refused with one sentence."""

from pathlib import Path

import pytest

from albion.engine.cases import read_cases, run_case
from albion.games import find_game

BATTLE = "BattleRound york: Saxons attack Danes from march"


@pytest.mark.parametrize(
    ("game", "start", "position", "said"),
    [
        ("redux-core", BATTLE, 'york = "2 Saxons, 1 Danes, 1 Angles"', "york"),
        ("redux-core", BATTLE, 'york = "2 Saxons"', "the Danes have nobody in york"),
        ("redux-core", "Movement: Saxons", 'kent = "1 Saxons, 1 Jutes, 1 Danes"', "only two nations meet"),
        ("redux-core", "Movement: Saxons", 'round = 11, kent = "1 Saxons"', "round"),
        (
            "redux-leaders",
            "Movement: Saxons",
            'essex = "1 Saxons", kent = "Harold"',
            "Harold stands in kent without",
        ),
        ("redux-leaders", "Movement: Saxons", 'kent = "2 Danes, Harold"', "Harold stands in kent without"),
        ("redux-leaders", "Movement: Danes", 'york = "2 Danes raiders of kent"', "began the turn on land"),
        ("britannia-2005", "Movement: Normans", 'round = 15, kent = "9 Normans"', "8 infantry counters"),
    ],
)
def test_refused(tmp_path: Path, game: str, start: str, position: str, said: str) -> None:
    file, rule = (
        tmp_path / "odd.toml",
        "redux-core 6.a" if game.startswith("redux") else f"{game} move.general.a",
    )
    file.write_text(
        f'game = "{game}"\n[[case]]\nrule = "{rule}"\nname = "odd"\nstart = "{start}"\n'
        f'position = {{ {position} }}\nlegal = ["end"]\n'
    )

    problems = [p for case in read_cases(file) for p in run_case(case, find_game)]

    assert len(problems) == 1
    assert said in problems[0]
