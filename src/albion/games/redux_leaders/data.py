"""The tables of Leaders and Raiders, read once and checked; those it shares with the Core game come from there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from albion.engine.errors import DataError
from albion.engine.game import Table
from albion.games.redux_core.data import BOARD
from albion.games.redux_core.data import known as known_areas
from albion.games.redux_core.data import nations as core_nations
from albion.games.redux_core.data import table as any_table
from albion.games.redux_core.data import tables as core_tables
from albion.kernels.britannia.board import Area, Nation, Place, border
from albion.kernels.britannia.host import TurnFlags
from albion.kernels.britannia.ruleset import NationCard, Reinforcement, Round
from albion.kernels.britannia.units import CAVALRY, Kind, Leader, LeaderCard

DATA = Path(__file__).parent / "data"
ENGLAND = BOARD.within("england")


@cache
def table(name: str) -> Mapping[str, Any]:
    """One data file of this game."""
    return any_table(name, DATA)


class Holding(NamedTuple):
    """Which areas count for more to a nation: its scoring centers, and those adjacent to them (over straits too)."""

    centers: frozenset[Area]
    adjacent: frozenset[Area]


class Marks(NamedTuple):
    """What the Timeline marks a round with."""

    holding: bool
    bretwalda: bool
    rex: bool
    final: bool
    turns: Mapping[Nation, TurnFlags]


@cache
def leaders() -> dict[Leader, LeaderCard]:
    """Every leader of the Timeline and the extra turns."""
    rows = table("units")["leader"]
    return {row["id"]: LeaderCard(row["id"], row["name"], Nation(row["nation"])) for row in rows}


@cache
def leader_named(name: str) -> Leader:
    """The id of the leader the Timeline names."""
    for card in leaders().values():
        if card.name == name:
            return card.id
    raise DataError(f"timeline.toml: there is no leader '{name}' in units.toml")


def counters() -> dict[Nation, dict[Kind, int]]:
    """Cavalry counters; a nation's armies less these are its infantry."""
    rows = any_table("nations")["nation"]
    return {Nation(row["id"]): {CAVALRY: row["cavalry"]} for row in rows if row["cavalry"]}


@cache
def holdings() -> dict[Nation, Holding]:
    """The areas of the Holding Areas table."""
    found = {}
    for row in any_table("holding")["nation"]:
        centers = frozenset(map(Area, row["centers"]))
        adjacent = frozenset(a for c in centers for a in BOARD.near[c]) - centers
        found[Nation(row["id"])] = Holding(centers, adjacent)
    return found


def nations(boats: bool) -> dict[Nation, NationCard]:
    """The Play Order list with what each area is worth to each nation.

    Boats take nations where they could not go otherwise, so that some score by a row of their own in games with boats.
    """
    cards, rows = core_nations(BOARD), {Nation(row["id"]): row for row in any_table("holding")["nation"]}
    for nation, areas in holdings().items():
        row = rows[nation]
        points = row["boats"] if boats and "boats" in row else row["leaders"]
        values = {
            a: points["center" if a in areas.centers else "adjacent" if a in areas.adjacent else "other"]
            for a in BOARD.areas
        }
        cards[nation] = cards[nation]._replace(values=values)
    return cards


@cache
def timeline() -> tuple[Round, ...]:
    """The rounds with their reinforcements, cavalry apart."""
    rounds = []
    for row in any_table("timeline")["round"]:
        arrivals = {}
        for x in row.get("reinforcement", []):
            if not x["flags_only"]:
                place = border(*x["seas"]) if x["seas"] else None
                n, cavalry = x["infantry"] + x["cavalry"], x["cavalry"]
                arrivals[Nation(x["nation"])] = Reinforcement(
                    Nation(x["nation"]), n, place, x["leader"], cavalry
                )
                if x["leader"]:
                    leader_named(x["leader"])
        rounds.append(Round(row["number"], (row["year_from"], row["year_to"]), arrivals, row["final"]))
    return tuple(rounds)


@cache
def marks() -> tuple[Marks, ...]:
    """The Timeline's marks, round by round."""
    rounds = []
    for row in any_table("timeline")["round"]:
        turns = {
            Nation(x["nation"]): TurnFlags(x["major_invasion"], x["raiding"], x["occupy"])
            for x in row.get("reinforcement", [])
        }
        rounds.append(Marks(row["hold_scoring"], row["bretwalda"], row["rex_anglorum"], row["final"], turns))
    return tuple(rounds)


@cache
def occupying() -> dict[Nation, dict[Area, int]]:
    """The Occupying Areas table."""
    found: dict[Nation, dict[Area, int]] = {}
    for row in table("occupying")["occupying"]:
        areas = known_areas(BOARD, "occupying", row["nation"], row["areas"])
        found.setdefault(Nation(row["nation"]), {}).update(dict.fromkeys(areas, row["points"]))
    marked = {n for round_ in marks() for n, flags in round_.turns.items() if flags.occupy}
    if marked != set(found):
        raise DataError("occupying.toml: its nations are not those the Timeline marks")
    return found


@cache
def king_areas() -> frozenset[Area]:
    """Clear areas of England in and south of York and March."""
    areas = frozenset(known_areas(BOARD, "areas", "king", table("areas")["king"]["areas"]))
    if areas & BOARD.difficult or not areas <= ENGLAND:
        raise DataError("areas.toml, king: expected clear areas of England")
    return areas


@cache
def bretwalda_areas() -> frozenset[Area]:
    """England and the areas of Wales and Scotland next to it."""
    return ENGLAND | set(
        known_areas(BOARD, "areas", "bretwalda", table("areas")["bretwalda"]["beyond_england"])
    )


@cache
def british() -> frozenset[Nation]:
    """The British nations."""
    return frozenset(map(Nation, table("units")["british"]["nations"]))


ARTHUR: Leader = table("units")["arthur"]["leader"]
ROMANO_BRITISH = Nation(table("units")["arthur"]["nation"])
CNUT: Leader = table("units")["cnut"]["leader"]
DANES = Nation(table("units")["cnut"]["nation"])
ANGLES = Nation("angles")
SAXONS = Nation("saxons")
NORMANS = Nation("normans")
ENG_FRI: Place = border(*table("units")["cnut"]["seas"])


def tables() -> tuple[Table, ...]:
    """What the game stands on, each table with its weakest row's confidence."""
    return (
        *core_tables(),
        Table("cavalry and leaders", "the rule text; which leaders come when: the Timeline", "reconstructed"),
        Table("areas of titles", "the rule text on the 2005 map", "derived"),
        Table("occupying areas", "after the 2005 edition's nation cards", "reconstructed"),
        Table("other scoring", "the rule text and our balance", "reconstructed"),
        Table("extra turns", "the rule text", "stated"),
    )
