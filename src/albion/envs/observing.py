"""Observations: a seat's view and the question it is asked, as one array of whole numbers.

A schema lists blocks, one after the other; each says which part of the view it reads and how many entries it has:

| kind | reads | entries |
|---|---|---|
| number | a number or a truth | one: the value |
| choice | a text | one for each known value: 1 where it stands; then one for any other value |
| bag | a list of texts | one for each known value: how often it is there; then one for all others |
| grid | a list of things in places | one for each place and owner: how many |

What a view does not hold is zero. Blocks read `view.…`, what `Game.view` shows that seat, and `question.…`, what the
open question is about, which only the seat that is asked can see.
"""

from __future__ import annotations

import json
from collections.abc import ItemsView, Iterator, Mapping, Sequence, ValuesView
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from albion.engine.action import Decision, Json, Seat
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.state import State
from albion.engine.step import Choice
from albion.envs.course import Course

Array = NDArray[np.int32]
LIMIT = 2**31 - 1


class Block(NamedTuple):
    """One part of an observation."""

    path: tuple[str, ...]
    kind: str
    values: tuple[str, ...] = ()
    """Known texts of a choice or a bag, places of a grid."""
    owners: tuple[str, ...] = ()
    """Owners of a grid, by the field that names them."""
    by: str = ""

    @property
    def size(self) -> int:
        """How many entries it has."""
        if self.kind == "grid":
            return len(self.values) * len(self.owners)
        return 1 if self.kind == "number" else len(self.values) + 1


class Schema:
    """How the views of one game become arrays."""

    def __init__(self, game: str, number: int, blocks: Sequence[Block]) -> None:
        self.game, self.number, self.blocks = game, number, tuple(blocks)
        self._plan: list[tuple[Block, int, dict[Any, int]]] = []
        start = 0
        for block in self.blocks:
            if block.kind == "grid":
                pairs = ((place, owner) for place in block.values for owner in block.owners)
                index: dict[Any, int] = {pair: i for i, pair in enumerate(pairs)}
            else:
                index = {value: i for i, value in enumerate(block.values)}
            self._plan.append((block, start, index))
            start += block.size
        self.size = start

    def encode(self, tree: Mapping[str, Json]) -> Array:
        """The array of {'view': …, 'question': …}."""
        array = np.zeros(self.size, dtype=np.int32)
        for block, start, index in self._plan:
            found: Any = tree
            for key in block.path:
                found = found.get(key) if isinstance(found, dict) else None
            if found is None:
                continue
            if block.kind == "number":
                array[start] = max(-LIMIT, min(LIMIT, round(found))) if isinstance(found, (int, float)) else 0
            elif block.kind == "choice":
                array[start + index.get(str(found), len(index))] = 1
            elif block.kind == "bag":
                for item in found:
                    array[start + index.get(str(item), len(index))] += 1
            else:
                for thing in found:
                    at = index.get((str(thing.get("place")), str(thing.get(block.by))))
                    if at is not None:
                        array[start + at] += thing.get("count", 1)
        return array

    def table(self) -> list[tuple[int, str, str]]:
        """Every block's first entry, what it reads and what its entries mean, for documents."""
        shown = []
        for block, start, _ in self._plan:
            meaning = f"{block.kind} {', '.join(block.values)}" if block.values else block.kind
            if block.owners:
                meaning += f" × {', '.join(block.owners)}"
            shown.append((start, ".".join(block.path), meaning))
        return shown


@cache
def load_schema(game: str) -> Schema:
    """The schema of a game, from its file."""
    path = files("albion.envs") / "schemas" / f"{game}.json"
    if not path.is_file():
        raise DataError(f"{game} has no observation schema: expected {game}.json in albion/envs/schemas")
    raw = json.loads(path.read_text(encoding="utf-8"))
    blocks = [
        Block(
            tuple(b["path"]),
            b["kind"],
            tuple(b.get("values", ())),
            tuple(b.get("owners", ())),
            b.get("by", ""),
        )
        for b in raw["blocks"]
    ]
    return Schema(raw["game"], raw["schema"], blocks)


def tree_for(game: Game[Any], s: State, d: Decision | None, seat: Seat) -> dict[str, Json]:
    """All that a seat may know now: its view, and the question if it is the one who is asked."""
    asked: dict[str, Json] = {"mine": int(d is not None and d.seat == seat)}
    if d is not None and d.seat == seat:
        step = s.agenda[-1]
        assert isinstance(step, Choice)
        asked |= {"step": d.step, **step.about(s)}
    return {"view": game.view(s, seat), "question": asked}


class Frame(NamedTuple):
    """What all observations of a table have in common."""

    game: Game[Any]
    schema: Schema
    actions: int
    """How many action numbers there are."""


UNREAD: dict[str, Any] = {"observation": None, "action_mask": None}
"""What an observation begins with."""
_BYTES = np.dtype(np.int8)
_kept, _as_array = dict.__getitem__, np.frombuffer
"""Looked up once: a mask is computed for every step."""


class Observation(dict[str, Any]):
    """A dict of 'observation' and 'action_mask' whose arrays are computed on first reading, for the position at the time.

    There is one for every step, so it has no `__init__`: whoever makes one of `UNREAD` also sets its `moment`.
    """

    __slots__ = ("moment",)
    moment: tuple[Frame, Course, int, Seat, Sequence[int]]
    """The game, after how many answers, who looks, and the numbers of that seat's legal answers."""

    def __getitem__(self, key: str) -> Any:
        found = _kept(self, key)
        if found is not None:
            return found
        frame, course, answers, seat, legal = self.moment
        if key == "action_mask":
            mask = bytearray(frame.actions)
            for number in legal:
                mask[number] = 1
            found = self[key] = _as_array(mask, _BYTES)
        else:
            s, d = course.at(answers)
            found = self[key] = frame.schema.encode(tree_for(frame.game, s, d, seat))
        return found

    def __iter__(self) -> Iterator[str]:
        """As for any dict; without it `dict(…)` and `{**…}` would copy what has not been read."""
        return super().__iter__()

    def plain(self) -> dict[str, Any]:
        """The same as an ordinary dict."""
        return {key: self[key] for key in self}

    def get(self, key: str, default: Any = None) -> Any:
        """As for any dict."""
        return self[key] if self.__contains__(key) else default

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]
        """As for any dict."""
        return self.plain().items()

    def values(self) -> ValuesView[Any]:  # type: ignore[override]
        """As for any dict."""
        return self.plain().values()

    def pop(self, key: str, *default: Any) -> Any:
        """As for any dict."""
        self.get(key)
        return super().pop(key, *default)

    def copy(self) -> dict[str, Any]:
        """As for any dict."""
        return self.plain()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dict) or self.keys() != other.keys():
            return False
        return all(np.array_equal(self[key], other[key]) for key in self)

    __hash__ = None

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self.plain(),)
