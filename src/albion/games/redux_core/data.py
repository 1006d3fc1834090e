"""The tables of Britannia reduX, read once and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from albion.engine.action import Seat
from albion.engine.errors import DataError
from albion.engine.game import Table
from albion.engine.toml import one_text_each
from albion.kernels.britannia.board import Area, Board, Nation, border, load_board
from albion.kernels.britannia.ruleset import NationCard, Numbers, Reinforcement, Round
from albion.kernels.britannia.state import BritState

DATA = Path(__file__).parent / "data"


@cache
def table(name: str, folder: Path = DATA) -> Mapping[str, Any]:
    """One data file."""
    return one_text_each(tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")))


def numbers(*, reduced_randomness: bool) -> Numbers:
    """The limits of the Core rules."""
    t = table("limits")
    stack, people, fight = t["stacking"], t["population"], t["combat"]
    return Numbers(
        stack["clear"],
        stack["difficult"],
        stack["overstack_clear"],
        stack["overstack_difficult"],
        people["clear"],
        people["difficult"],
        people["per_army"],
        people["track_max"],
        people["limit_per_area"],
        people["limit_bonus"],
        t["movement"]["areas"],
        fight["hit"],
        fight["hit_difficult"],
        2 if reduced_randomness else 1,
    )


def known(board: Board, file: str, key: str, areas: list[str]) -> tuple[Area, ...]:
    """Area ids, all of them on the map."""
    for area in areas:
        if area not in board.near:
            raise DataError(f"{file}.toml, {key}: '{area}' is not a land area")
    return tuple(map(Area, areas))


def nations(board: Board, *, reduced_randomness: bool = False) -> dict[Nation, NationCard]:
    """The Play Order list with each nation's scoring centers and area values.

    With reduced randomness battles end otherwise, so that some nations score by a row of their own.
    """
    holding = {row["id"]: row for row in table("holding")["nation"]}
    cards: dict[Nation, NationCard] = {}
    for row in table("nations")["nation"]:
        hold = holding[row["id"]]
        centers = known(board, "holding", row["id"], hold["centers"])
        if len(centers) != 3:
            raise DataError(
                f"holding.toml, {row['id']}: expected three scoring centers, found {len(centers)}"
            )
        core = hold["reduced"] if reduced_randomness and "reduced" in hold else hold["core"]
        values = {a: core["center"] if a in centers else core["other"] for a in board.areas}
        nation, armies = Nation(row["id"]), row["infantry"] + row["cavalry"]
        cards[nation] = NationCard(nation, row["name"], armies, centers, values)
    return cards


def seats(players: int) -> dict[Seat, tuple[Nation, ...]]:
    """Which nations each seat runs."""
    rows = [row for row in table("players")["seat"] if row["players"] == players]
    shared = {Seat(row["id"]): tuple(map(Nation, row["nations"])) for row in rows}
    listed = sorted(n for nations in shared.values() for n in nations)
    if listed != sorted(row["id"] for row in table("nations")["nation"]):
        raise DataError(f"players.toml: with {players} players each nation must stand exactly once")
    return shared


def timeline() -> tuple[Round, ...]:
    """The rounds; in the core game cavalry counts as infantry and every flag is ignored."""
    rounds = []
    for row in table("timeline")["round"]:
        arrivals = {
            Nation(x["nation"]): Reinforcement(
                Nation(x["nation"]),
                x["infantry"] + x["cavalry"],
                border(*x["seas"]) if x["seas"] else None,
                x["leader"],
            )
            for x in row.get("reinforcement", [])
            if not x["flags_only"]
        }
        rounds.append(Round(row["number"], (row["year_from"], row["year_to"]), arrivals, row["final"]))
    return tuple(rounds)


def setup_areas(board: Board) -> dict[Nation, tuple[Area, ...]]:
    """Where one army each stands before round 1."""
    rows = table("setup")["nation"]
    return {Nation(row["id"]): known(board, "setup", row["id"], row["areas"]) for row in rows}


def place_first_armies(s: BritState) -> None:
    """One army in each starting area of every nation."""
    for nation, areas in setup_areas(BOARD).items():
        for area in areas:
            s.add(nation, area, 1)


def tables() -> tuple[Table, ...]:
    """What the game stands on, each table with its weakest row's confidence."""
    return (
        Table("map", "the printed board of the 2005 edition", "found"),
        Table("limits", "the rule text", "stated"),
        Table("play order and counters", "the rule text and the 2005 edition's counters", "derived"),
        Table("players' nations", "the rule text; four players: the 2005 edition's colours", "derived"),
        Table("set-up", "after the 2005 edition's round VI", "reconstructed"),
        Table("timeline", "after the 2005 edition's rounds VI to XV", "reconstructed"),
        Table("scoring centers and points", "after the 2005 edition's nation cards", "reconstructed"),
    )


BOARD = load_board()
