"""What a game is, for somebody who has never played it: read from the game's own `about.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from albion.engine.cite import folder
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.options import choices

Text = Annotated[str, Meta(min_length=1)]


class OptionAbout(Struct, frozen=True, forbid_unknown_fields=True):
    """An option in plain words."""

    title: Text
    text: Text
    """What it changes at the table."""
    values: dict[str, Text] = {}
    """What each value means, by the value as text."""


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the overview: a heading and its points."""

    title: Text
    lines: Annotated[list[Text], Meta(min_length=1)]


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """What a newcomer wants to know before the first game."""

    line: Text
    """The game in one sentence."""
    text: Text
    """The game in one paragraph."""
    players: Text
    minutes: tuple[int, int]
    """About how long a game takes, from and to: an estimate from the number of questions."""
    weight: Annotated[int, Meta(ge=1, le=5)]
    """How heavy the rules are, from 1 (light) to 5."""
    seats: dict[str, Text]
    options: dict[str, OptionAbout]
    overview: Annotated[list[Part], Meta(min_length=1)]


@cache
def load_about(game: Game[Any]) -> About | None:
    """The game's own words about itself; None for a game that has none."""
    path = folder(game.id) / "about.toml"
    if not path.is_file():
        return None
    try:
        about = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), About)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DataError(f"about.toml of {game.id}: {error}") from error
    for problem in _unknown(game, about):
        raise DataError(f"about.toml of {game.id}: {problem}")
    return about


def _unknown(game: Game[Any], about: About) -> list[str]:
    """Options and seats that the game does not have, or that are left unexplained."""
    known = choices(game.options_type)
    found = [f"there is no option '{name}'" for name in about.options if name not in known]
    found += [f"the option '{name}' is not explained" for name in known if name not in about.options]
    seats = game.seats(game.options_type())
    found += [f"there is no seat '{seat}'" for seat in about.seats if seat not in seats]
    found += [f"the seat '{seat}' is not explained" for seat in seats if seat not in about.seats]
    for name, option in about.options.items():
        values = {str(value).lower() for value in known.get(name, ())}
        found += [f"the option '{name}' has no value '{v}'" for v in option.values if v not in values]
    return found
