"""The command line over the tiny game, as a user would type it."""

import io
import sys

import pytest

from albion import games
from albion.cli import errors, proofs
from albion.cli.app import app
from albion.engine import cite as cites
from support.terminal import Albion, Said
from support.tiny import BOOKS, CASES, TINY


@pytest.fixture
def albion(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Albion:
    """Run a command line; the tiny game is the only one."""
    monkeypatch.setattr(games, "GAMES", {"tiny": TINY})
    monkeypatch.setattr(cites, "BOOKS", BOOKS)
    monkeypatch.setattr(proofs, "CASES", CASES)

    def run(*words: str, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = errors.guarded(lambda: app(list(words), standalone_mode=False))
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Said(said.out, said.err, code)

    return run
