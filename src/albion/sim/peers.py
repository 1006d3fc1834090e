"""Random play of other libraries in the same run, so that ratios mean something."""

from __future__ import annotations

import importlib
import random
from typing import Any

from albion.engine.errors import DataError
from albion.sim.bench import OneGame


def peers() -> dict[str, OneGame]:
    """How each peer plays one game at random."""
    return {"python-chess": _chess(_load("chess")), "catanatron": _catanatron(_load("catanatron"))}


def _load(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise DataError(f"{module} is not installed: pip install -e '.[peers]' brings the peers in") from None


def _chess(chess: Any) -> OneGame:
    """The loop that python-chess's own documentation shows."""
    rng = random.Random(1)

    def play(n: int) -> int:
        moves = 0
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
        return moves

    return play


def _catanatron(catanatron: Any) -> OneGame:
    """Four random players at one table."""
    colours = list(catanatron.Color)[:4]

    def play(n: int) -> int:
        game = catanatron.Game([catanatron.RandomPlayer(c) for c in colours], seed=n)
        game.play()
        return len(game.state.actions)

    return play
