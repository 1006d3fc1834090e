"""What docs/lab.md shows can be run as it stands there."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from albion import games
from albion.games.variants import load_variant, variant_from
from albion.lab.experiment import experiment_from
from albion.lab.study import study_from

PAGE = Path(__file__).resolve().parents[2] / "docs" / "lab.md"
BLOCKS: dict[str, dict[str, Any]] = {
    chapter.partition("\n")[0]: tomllib.loads(found[1])
    for chapter in PAGE.read_text(encoding="utf-8").split("\n## ")
    if (found := re.search(r"```toml\n(.*?)```", chapter, re.S)) is not None
}
"""The first block of TOML in each chapter."""
EXPERIMENTS = sorted((PAGE.parents[1] / "experiments").glob("*.toml"))


def test_the_experiment_of_the_page_is_one() -> None:
    made = experiment_from(BLOCKS["Experiments"], "four-seats")

    assert [(arm.game, arm.games, arm.rotate) for arm in made.arms] == [
        ("redux-core", 400, False),
        ("redux-core", 1000, True),
        ("redux-leaders", 1000, True),
    ]


def test_the_variant_of_the_page_is_one() -> None:
    v = variant_from(BLOCKS["Variants"] | {"name": "of-the-page"})  # another test has one of its name

    assert load_variant(v, games.GAMES[v.game]).options_type().players == 3


def test_the_study_of_the_page_is_one() -> None:
    assert study_from(BLOCKS["Studies"], Path()).games == 200


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_the_experiments_that_come_along_are_in_order(path: Path) -> None:
    raw = tomllib.loads(path.read_text(encoding="utf-8"))

    assert experiment_from(raw, path.stem, path.parent).name == path.stem
