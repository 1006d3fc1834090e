"""A moment of a match as a case file: the whole position, what is disputed, and notes for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from albion.engine.case_fields import SAVED, check_fields
from albion.engine.codec import save
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.state import State

_NAME = 120
"""The most characters in a case's name, which is one line."""

Field = str | Sequence[str] | Sequence[int]


def write_case(
    game: Game[Any], s: State, rule: str, name: str, fields: Mapping[str, Field], notes: Iterable[str]
) -> str:
    """The file: notes as comments, then one case that begins at this state; the seed of its dice is not in it."""
    table = s.clone()
    table.dice = Dice(0)
    case: dict[str, Field] = {
        "rule": rule,
        "name": one_line(name),
        "start": SAVED,
        **{key: value for key, value in fields.items() if value},
        "state": save(game, table).decode(),
    }
    check_fields(case)
    comments = [f"# {line}".rstrip() for note in notes for line in note.splitlines() or [""]]
    whose = " ".join(filter(None, (game.id, game.variant)))
    body = [f"{key} = {_toml(value)}" for key, value in case.items()]
    return "\n".join([*comments, "", f"game = {_toml(whose)}", "", "[[case]]", *body, ""])


def one_line(text: str) -> str:
    """A text as the name of a case."""
    plain = " ".join(text.split())
    return plain if len(plain) <= _NAME else f"{plain[: _NAME - 1]}…"


def _toml(value: Field) -> str:
    """Strings and lists are written in TOML as in JSON, except that DEL must be escaped."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
