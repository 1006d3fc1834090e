"""The games, reached by id; each is imported when it is first asked for."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from albion.engine.cite import folder
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.games import variants

TABLES = "ALBION_TABLES"
"""Names an owner's own tables, as in ALBION_TABLES=boudicca=FOLDER; several with commas between them."""

_IDS = ("redux-core", "redux-leaders", "britannia-2005", "boudicca", "domesday")


class _Games(Mapping[str, Game[Any]]):
    def __getitem__(self, game: str) -> Game[Any]:
        if variants.MARK in game:
            return _variant(game)
        if game not in _IDS or not (folder(game) / "__init__.py").is_file():
            raise KeyError(game)
        module = importlib.import_module(f"albion.games.{game.replace('-', '_')}")
        found: Game[Any] = module.GAME
        own = own_tables().get(game)
        return _with_tables(found, own) if own else found

    def __iter__(self) -> Iterator[str]:
        yield from (game for game in _IDS if (folder(game) / "__init__.py").is_file())
        yield from variants.offered()

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _variant(name: str) -> Game[Any]:
    """A variant that is offered here, or one told in full: 'redux-core+more-saxons {…}', as records tell it."""
    game, _, text = name.partition(" ")
    if text:
        try:
            v = variants.variant_from(json.loads(text))
        except json.JSONDecodeError as error:
            raise DataError(f"the variant of '{game}' cannot be read: {error}") from None
    else:
        offered = variants.offered()
        if game not in offered:
            raise KeyError(game)
        v = offered[game]
    if v.id != game:
        raise DataError(f"the variant is called '{v.id}', not '{game}'")
    return variants.load_variant(v, GAMES[v.game])


def own_tables() -> dict[str, str]:
    """The folder of each game that is played with its owner's tables."""
    pairs = (part.partition("=") for part in os.environ.get(TABLES, "").split(",") if part)
    return {game.strip(): folder.strip() for game, _, folder in pairs}


@cache
def _with_tables(game: Game[Any], folder: str) -> Game[Any]:
    return game.with_data(Path(folder))


GAMES: Mapping[str, Game[Any]] = _Games()


def find_game(game: str) -> Game[Any]:
    """The game of that id, or one sentence on which there are."""
    try:
        return GAMES[game]
    except KeyError:
        raise DataError(f"there is no game '{game}': expected one of {', '.join(GAMES)}") from None
