"""Writes the observation schemas again: `python -m albion.envs.sampling GAME…`.

A schema is found by looking at many views of random games over every option set, and kept in a file, so that arrays stay
the same while views grow. Writing one again raises its number: policies trained on the old one do not fit the new one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from albion import games
from albion.engine.action import Decision, Json
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.playout import random_chooser
from albion.envs.observing import tree_for

FOLDER = Path(__file__).parent / "schemas"
EVERY = 7
"""How many answers are given between two samples of a game."""
GAMES_PER_SET = 3
MOST_VALUES = 160
"""A text with more values than this is a name or a sentence, not a choice."""
MOST_CELLS = 4096
"""A grid larger than this has a seat for its owners, not a faction."""
FEW, MOSTLY = 4, 0.8
"""A field counts as one sort of noun from this many values, and this share of them among a verb's nouns."""
PROSE = frozenset({"name", "text", "title", "card_texts", "years"})


class Seen:
    """The values seen at one path of the views."""

    def __init__(self) -> None:
        self.numbers: set[float] = set()
        self.texts: set[str] = set()
        self.items: set[str] = set()
        self.places: dict[str, set[str]] = {}


def look(seen: dict[tuple[str, ...], Seen], path: tuple[str, ...], value: Json) -> None:
    """Record everything at and below a path."""
    if isinstance(value, dict):
        for key, below in value.items():
            if key not in PROSE:
                look(seen, (*path, str(key)), below)
        return
    if value is None:
        return
    here = seen.setdefault(path, Seen())
    if isinstance(value, (bool, int, float)):
        here.numbers.add(value)
    elif isinstance(value, str):
        here.texts.add(value)
    elif value and all(isinstance(item, dict) and "place" in item for item in value):
        for item in value:
            for field in ("place", "faction", "kind", "side"):
                if item.get(field) not in (None, ""):
                    here.places.setdefault(field, set()).add(str(item[field]))
    elif all(isinstance(item, (str, int)) for item in value):
        here.items |= {str(item) for item in value}


def trees(game: Game[Any]) -> Iterator[dict[str, Json]]:
    """Views of random games, from every seat and with every option set."""
    for number, options in enumerate(game.option_sets()):
        for k in range(GAMES_PER_SET):
            seed = 1000 * number + k
            pick = random_chooser(Dice(seed + 1))
            s = game.setup(options, Dice(seed))
            d: Decision | None = settle(s)
            asked = 0
            while d is not None:
                if asked % EVERY == 0:
                    seats = game.seats(options)
                    for seat in {d.seat, seats[asked // EVERY % len(seats)]}:
                        yield tree_for(game, s, d, seat)
                d = apply(s, pick(s, d))
                asked += 1


def blocks_of(game: Game[Any]) -> list[dict[str, Any]]:
    """A block for every path that varies, in the order of their names."""
    seen: dict[tuple[str, ...], Seen] = {}
    for tree in trees(game):
        look(seen, (), tree)
    nouns = [{str(n) for n in of} for o in game.option_sets() for of in game.verbs(o).values() if of]
    found: list[dict[str, Any]] = []
    for path in sorted(seen):
        here = seen[path]
        if here.places:
            here.places["place"] = whole(here.places["place"], nouns)
            found += _grids(path, here.places)
        elif here.items:
            values = whole(here.items, nouns)
            if len(values) <= MOST_VALUES:
                found.append({"path": path, "kind": "bag", "values": sorted(values)})
        elif here.texts:
            values = whole(here.texts | {str(n) for n in here.numbers}, nouns)
            if 1 < len(values) <= MOST_VALUES:
                found.append({"path": path, "kind": "choice", "values": sorted(values)})
        elif len(here.numbers) > 1:
            found.append({"path": path, "kind": "number"})
    return found


def whole(values: set[str], nouns: list[set[str]]) -> set[str]:
    """With all the nouns of the verb that knows most of them: what chance did not show, such as the other areas."""
    if len(values) < FEW:
        return values
    fitting = [of for of in nouns if len(values & of) >= MOSTLY * len(values)]
    return values | min(fitting, key=lambda of: (len(of), sorted(of)), default=set())


def _grids(path: tuple[str, ...], fields: dict[str, set[str]]) -> Iterator[dict[str, Any]]:
    """Things by place and faction, and by place and kind; by side alone on a board of very many places."""
    places = sorted(fields["place"])
    for by in ("faction", "kind"):
        owners = sorted(fields.get(by, ()))
        if owners and len(places) * len(owners) <= MOST_CELLS:
            yield {"path": path, "kind": "grid", "values": places, "owners": owners, "by": by}
        elif by == "faction" and fields.get("side"):
            yield {
                "path": path,
                "kind": "grid",
                "values": places,
                "owners": sorted(fields["side"]),
                "by": "side",
            }


def write_schema(game: Game[Any]) -> Path:
    """Look at the game, and write its schema with the next number: a block on each line, so that changes can be read."""
    path = FOLDER / f"{game.id}.json"
    before = json.loads(path.read_text(encoding="utf-8"))["schema"] if path.is_file() else 0
    rows = ",\n  ".join(json.dumps(block, ensure_ascii=False) for block in blocks_of(game))
    head = f'"game": "{game.id}", "schema": {before + 1}, "game_version": {game.version}'
    path.write_text(f'{{{head}, "blocks": [\n  {rows}\n]}}\n', encoding="utf-8")
    return path


if __name__ == "__main__":
    for name in sys.argv[1:] or games.GAMES:
        print(write_schema(games.find_game(name)))
