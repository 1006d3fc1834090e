"""The tables of Britannia (2005), read once and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from albion.engine.action import Seat
from albion.engine.cite import cite, rule
from albion.engine.errors import DataError
from albion.engine.game import Table
from albion.engine.toml import one_text_each
from albion.kernels.britannia.board import Area, Nation, Place, load_board
from albion.kernels.britannia.units import CAVALRY, Kind

DATA = Path(__file__).parent / "data"
BOARD = load_board()
T = TypeVar("T")


class Card(NamedTuple):
    """A nation of the Nation List and its counters."""

    id: Nation
    name: str
    colour: Seat
    infantry: int
    cavalry: int
    forts: int
    burhs: int

    @property
    def armies(self) -> int:
        """All its army counters."""
        return self.infantry + self.cavalry


class Leader(NamedTuple):
    """A leader: whose, from when, where he arrives and how long he stays."""

    id: str
    name: str
    nation: Nation
    round: int
    sea: Place
    stays: str
    needs: str = ""


class Turn(NamedTuple):
    """What the Timeline says of one nation's turn."""

    invaders: tuple[tuple[Place, int, int], ...] = ()
    """Sea, infantry, cavalry."""
    leader: str = ""
    major: bool = False
    raid: bool = False
    boats: bool = False
    growth: bool = True
    """Whether the nation has an Increase Population phase."""
    withdrawal: str = ""
    """What takes the place of the usual Raider Withdrawal."""
    notes_harold: bool = False
    """Whether it counts that Harold is out of play when the turn ends."""


class Round(NamedTuple):
    """One space of the Timeline."""

    number: int
    years: tuple[int, int]
    scoring: bool
    bretwalda: bool
    king: bool
    begins: str
    """What happens before the first turn."""
    turns: Mapping[Nation, Turn]

    def arriving(self) -> list[str]:
        """Each nation that invades or receives a leader."""
        return [n for n, t in self.turns.items() if t.invaders or t.leader]


class Box(NamedTuple):
    """A box of a nation card that pays for occupying areas."""

    id: str
    values: Mapping[Area, int]
    at_withdrawal: bool = False


class Bounty(NamedTuple):
    """A line of a nation card that pays for eliminating units."""

    nation: Nation
    first: int
    last: int
    target: str
    of: tuple[str, ...]
    points: int
    own_turn: bool
    except_own_round: int = 0


class Cap(NamedTuple):
    """Holding points in some regions are at most half of those in others."""

    nation: Nation
    capped: frozenset[Area]
    by: frozenset[Area]


class Fealty(NamedTuple):
    """A nation that may submit, to whom, with how few areas, and when."""

    nation: Nation
    master: Nation
    areas: int
    first: int
    last: int


class Figures(NamedTuple):
    """The numbers that laws compare with."""

    clear: int
    difficult: int
    overstack_difficult: int
    roman_difficult: int
    points_clear: int
    points_difficult: int
    points_per_army: int
    track_max: int
    limit_per_area: int
    move: int
    move_fast: int
    hit: int
    hit_by_strong: int
    hit_sheltered: int
    keep: int
    keep_round: int
    truce_until: int


@cache
def table(name: str) -> Mapping[str, Any]:
    """One data file."""
    return one_text_each(tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8")))


def filled(kind: Callable[..., T], row: Mapping[str, Any], **given: Any) -> T:
    """A row of a table as its record, the fields that are not as they stand in it given."""
    fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    return kind(**{name: row[name] for name in fields if name in row} | given)


def known(file: str, key: str, areas: list[str]) -> tuple[Area, ...]:
    """Area ids, all of them on the map."""
    for area in areas:
        if area not in BOARD.near:
            raise DataError(f"{file}.toml, {key}: '{area}' is no land area")
    return tuple(map(Area, areas))


@rule(cite("britannia-2005 setup.colour.c round.c pop.h"))
def nations() -> dict[Nation, Card]:
    """The Nation List in order of play, with colours and counters."""
    found = {Nation(row["id"]): filled(Card, row) for row in table("nations")["nation"]}
    armies = sum(c.armies for c in found.values()) + len(table("nations")["leader"])
    others = sum(c.forts + c.burhs for c in found.values())
    meta = table("nations")["meta"]
    if armies != meta["armies_and_leaders"] or armies + others != meta["counters"]:
        raise DataError(
            f"nations.toml: {armies} armies and leaders and {others} forts and burhs do not add up"
        )
    return found


def counters() -> dict[Nation, dict[Kind, int]]:
    """Cavalry counters."""
    return {n: {CAVALRY: card.cavalry} for n, card in nations().items() if card.cavalry}


def leaders() -> dict[str, Leader]:
    """Every leader of the Timeline, who comes when it says."""
    due = {
        e["leader"]: r["number"]
        for r in table("timeline")["round"]
        for e in r.get("event", [])
        if "leader" in e
    }
    if due != {row["id"]: row["round"] for row in table("nations")["leader"]}:
        raise DataError("nations.toml: leaders come in other rounds than timeline.toml says")
    return {row["id"]: filled(Leader, row) for row in table("nations")["leader"]}


@rule(cite("britannia-2005 round.a round.b vp.titles.a vp.titles.b"))
def rounds() -> tuple[Round, ...]:
    """The Timeline."""
    found = []
    for row in table("timeline")["round"]:
        turns = {Nation(e["nation"]): _turn(e) for e in row.get("event", [])}
        years = (row["years"][0], row["years"][1])
        titles = row["bretwalda"], row["king"]
        found.append(Round(row["number"], years, row["scoring"], *titles, row.get("begins", ""), turns))
    return tuple(found)


def _turn(e: Mapping[str, Any]) -> Turn:
    invaders = tuple((x["sea"], x["infantry"], x.get("cavalry", 0)) for x in e.get("invaders", []))
    return filled(Turn, e, invaders=invaders)


def hold_values() -> tuple[Mapping[Nation, Mapping[Area, int]], ...]:
    """Holding points by round, nation and area."""
    found: list[dict[Nation, dict[Area, int]]] = [{} for _ in range(len(rounds()))]
    for row in table("points")["hold"]:
        for number in row["rounds"]:
            values = found[number - 1].setdefault(Nation(row["nation"]), {})
            for area in known("points", row["nation"], row["areas"]):
                if area in values:
                    raise DataError(f"points.toml: {row['nation']} hold {area} twice in round {number}")
                values[area] = row["points"]
    return tuple(found)


def occupy_boxes() -> tuple[Mapping[Nation, Box], ...]:
    """Occupation points by round and nation; rows with the same rounds make one box."""
    values: dict[tuple[str, tuple[int, ...]], dict[Area, int]] = {}
    late: set[str] = set()
    for row in table("points")["occupy"]:
        box = values.setdefault((row["nation"], tuple(row["rounds"])), {})
        box |= dict.fromkeys(known("points", row["nation"], row["areas"]), row["points"])
        if row.get("at_withdrawal"):
            late.add(f"{row['nation']}-{row['rounds'][0]}")
    found: list[dict[Nation, Box]] = [{} for _ in range(len(rounds()))]
    for (nation, numbers), areas in values.items():
        key = f"{nation}-{numbers[0]}"
        for number in numbers:
            found[number - 1][Nation(nation)] = Box(key, areas, key in late)
    return tuple(found)


def bounties() -> tuple[Bounty, ...]:
    """Elimination points; in every round, where a row names none."""
    found, whole_game = [], (1, len(rounds()))
    for row in table("titles")["eliminate"]:
        first, last = row.get("rounds", whole_game)
        found.append(filled(Bounty, row, first=first, last=last, of=tuple(row["of"])))
    return tuple(found)


def caps() -> dict[Nation, Cap]:
    """The limits on holding points."""
    return {
        Nation(row["nation"]): Cap(Nation(row["nation"]), _regions(row["capped"]), _regions(row["by"]))
        for row in table("titles")["limit"]
    }


def _regions(names: list[str]) -> frozenset[Area]:
    return frozenset(a for name in names for a in BOARD.within(name))


@rule(cite("britannia-2005 move.invasion.b move.invasion.c move.invasion.g move.invasion.k"))
def landing() -> dict[tuple[Nation, Place], dict[Area, int]]:
    """Where invaders may land: one area of movement from their own sea, two by way of one adjacent sea."""
    found = {}
    for row in table("landing")["landing"]:
        direct = known("landing", row["nation"], row["direct"])
        beyond = known("landing", row["nation"], row["beyond"])
        next_door = {a for sea in BOARD.sea_near[row["sea"]] for a in BOARD.coast[sea]}
        if set(direct) - set(BOARD.coast[row["sea"]]) or set(beyond) - next_door:
            raise DataError(
                f"landing.toml: the {row['nation']} cannot reach all of their areas from {row['sea']}"
            )
        found[Nation(row["nation"]), row["sea"]] = dict.fromkeys(beyond, 2) | dict.fromkeys(direct, 1)
    return found


def fealties() -> tuple[Fealty, ...]:
    """Who may submit to whom."""
    return tuple(
        Fealty(Nation(row["nation"]), Nation(row["master"]), row["areas"], *row["rounds"])
        for row in table("limits")["submission"]
    )


@rule(cite("britannia-2005 roman.reinf.a R1"))
def reinforcements() -> dict[int, tuple[int, ...]]:
    """The Roman reinforcement table: by round, then by armies in play."""
    rows = table("limits")["reinforcement"]
    most = max(row["armies"][1] for row in rows)
    found = {}
    for number in sorted(int(n) for n in rows[0]["rounds"]):
        by_armies = [0] * (most + 1)
        for row in rows:
            low, high = row["armies"]
            by_armies[low : high + 1] = [row["rounds"][str(number)]] * (high + 1 - low)
        found[number] = tuple(by_armies)
    return found


def figures() -> Figures:
    """The limits."""
    t = table("limits")
    stack, people, fight = t["stacking"], t["population"], t["combat"]
    return Figures(
        *(stack[k] for k in ("clear", "difficult", "overstack_difficult", "roman_difficult")),
        *(people[k] for k in ("clear", "difficult", "per_army", "track_max", "limit_per_area")),
        *(t["movement"][k] for k in ("areas", "fast")),
        *(fight[k] for k in ("hit", "hit_by_strong", "hit_sheltered")),
        *(t["romans"][k] for k in ("keep", "keep_round")),
        *(t["romano_british"][k] for k in ("truce_until",)),
    )


@rule(cite("britannia-2005 move.boat.a move.boat.b R32"))
def sails() -> dict[Area, tuple[Area, ...]]:
    """From a coast through one sea to another area on that sea."""
    return {
        a: tuple(dict.fromkeys(b for sea in BOARD.shores[a] for b in BOARD.coast[sea] if b != a))
        for a in BOARD.areas
    }


@rule(cite("britannia-2005 move.invasion.k move.boat.d R40"))
def bound_sails() -> dict[Nation, dict[Area, frozenset[Area]]]:
    """The same for invaders, whom their nation's card keeps out of some seas or from some areas."""
    found = {}
    for row in table("landing")["closed"]:
        shut = known("landing", row["nation"], row.get("shut", []))
        found[Nation(row["nation"])] = {
            a: frozenset(
                b
                for sea in BOARD.shores[a]
                for b in BOARD.coast[sea]
                if sea not in row["seas"] and b not in shut and b != a
            )
            for a in BOARD.areas
        }
    return found


def tables() -> tuple[Table, ...]:
    """What the game stands on, each table with its weakest row's confidence."""
    return (
        Table("map", "the printed board", "found"),
        Table(
            "nations, counters and leaders", "the printed board; counters of two implementations", "derived"
        ),
        Table("set-up", "the rules summary", "stated"),
        Table("timeline", "the printed board and the nation cards", "found"),
        Table("points for holding and occupying", "the nation cards", "found"),
        Table(
            "points for eliminations and titles, limits", "the nation cards and the rules summary", "found"
        ),
        Table("landing restrictions", "the nation cards; lists of areas read off the map", "derived"),
        Table("limits, Roman reinforcements, submission", "the rules summary", "derived"),
    )
