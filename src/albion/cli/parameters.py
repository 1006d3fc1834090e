"""Parameters that several commands share, and how they are read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Annotated, Any

import typer

from albion import games
from albion.engine.action import Seat
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.options import Options, parse_options

GameId = Annotated[str, typer.Argument(metavar="GAME", help="The id of a game; 'albion games' lists them.")]
OptionalGameId = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help="The id of a game; by default all games.")
]
OptionsText = Annotated[
    str, typer.Option("--options", "-o", help="The game's options, such as players=3,reduced_randomness=yes.")
]
Seed = Annotated[int | None, typer.Option(min=0, help="The seed for all dice; by default a secret one.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Processes = Annotated[int, typer.Option(min=1, max=64, help="How many processes to use.")]

Tables = Annotated[
    Path | None,
    typer.Option("--data", help="A folder with your own tables, for games that accept them."),
]

SEED_BITS = 62


def given_game(name: str, data: Path | None = None) -> Game[Any]:
    """The game of that id, over the owner's tables if there are any; workers of this process see them too."""
    if data is not None:
        own = games.own_tables() | {name: str(data.resolve())}
        os.environ[games.TABLES] = ",".join(f"{game}={folder}" for game, folder in own.items())
    return games.find_game(name)


def given_seed(seed: int | None) -> int:
    """The seed asked for, or one that nobody can guess."""
    return secrets.randbits(SEED_BITS) if seed is None else seed


def given_options(game: Game[Any], text: str) -> Options:
    """The options of that game."""
    return parse_options(game.options_type, text)


def given_names(text: str) -> tuple[str, ...]:
    """The names in a list with commas between them."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise DataError(f"'{text}' is not a list of names: expected something like steady,random,random")
    return names


def given_seats(game: Game[Any], options: Options, text: str) -> tuple[Seat, ...]:
    """The seats in a list with commas between them."""
    known = game.seats(options)
    for name in given_names(text):
        if name not in known:
            raise DataError(f"there is no seat '{name}': expected one of {', '.join(known)}")
    return tuple(Seat(name) for name in given_names(text))


def examples(*lines: str) -> str:
    """The last part of a command's help."""
    return "\n\n".join(("[bold]Examples[/bold]", *(f"[cyan]{line}[/cyan]" for line in lines)))
