"""Small experiments and runs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from albion.lab.engines import Local
from albion.lab.experiment import experiment_from
from albion.lab.run import Session
from albion.lab.store import Run

SMALL: dict[str, Any] = {"game": "boudicca", "bots": "random", "games": 5, "seed": 3}

Play = Callable[..., Run]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Play an experiment into a folder of this test."""

    def go(folder: str = "run", processes: int = 1, **changes: Any) -> Run:
        raw = {k: v for k, v in (SMALL | changes).items() if v is not None}
        run = Run.begin(tmp_path / folder, experiment_from(raw, "small"))
        Session(run, Local(processes), lambda _: None).play()
        return run

    return go
