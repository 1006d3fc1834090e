"""The games, reached by id; each is imported when it is first asked for."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

from albion.engine.cite import folder
from albion.engine.errors import DataError
from albion.engine.game import Game

_IDS = ("redux-core", "redux-leaders", "britannia-2005", "boudicca", "domesday")


class _Games(Mapping[str, Game[Any]]):
    def __getitem__(self, game: str) -> Game[Any]:
        if game not in _IDS or not (folder(game) / "__init__.py").is_file():
            raise KeyError(game)
        module = importlib.import_module(f"albion.games.{game.replace('-', '_')}")
        found: Game[Any] = module.GAME
        return found

    def __iter__(self) -> Iterator[str]:
        return (game for game in _IDS if (folder(game) / "__init__.py").is_file())

    def __len__(self) -> int:
        return sum(1 for _ in self)


GAMES: Mapping[str, Game[Any]] = _Games()


def find_game(game: str) -> Game[Any]:
    """The game of that id, or one sentence on which there are."""
    try:
        return GAMES[game]
    except KeyError:
        raise DataError(f"there is no game '{game}': expected one of {', '.join(GAMES)}") from None
