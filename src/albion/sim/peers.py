"""Random play of other libraries in the same run, so that ratios mean something."""

from __future__ import annotations

import importlib
import random
from time import process_time
from typing import Any

from albion.engine.errors import DataError


def bench_peers(seconds: float) -> dict[str, dict[str, float]]:
    """Decisions and games per second of each peer, random play on one core."""
    chess, catanatron = _load("chess"), _load("catanatron")
    return {"python-chess": _chess(chess, seconds), "catanatron": _catanatron(catanatron, seconds)}


def _load(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise DataError(f"{module} is not installed: pip install -e '.[peers]' brings the peers in") from None


def _chess(chess: Any, seconds: float) -> dict[str, float]:
    """The loop that python-chess's own documentation shows."""
    rng = random.Random(1)
    games = moves = 0
    begin = process_time()
    while (spent := process_time() - begin) < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
        games += 1
    return {"decisions_per_second": moves / spent, "games_per_second": games / spent}


def _catanatron(catanatron: Any, seconds: float) -> dict[str, float]:
    """Four random players at one table."""
    colours = list(catanatron.Color)[:4]
    games = actions = 0
    begin = process_time()
    while (spent := process_time() - begin) < seconds:
        game = catanatron.Game([catanatron.RandomPlayer(c) for c in colours], seed=games)
        game.play()
        actions += len(game.state.actions)
        games += 1
    return {"decisions_per_second": actions / spent, "games_per_second": games / spent}
