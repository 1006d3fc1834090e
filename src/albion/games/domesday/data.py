"""The game's tables: read once, checked against their schema and each other, then frozen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from albion.engine.errors import DataError
from albion.engine.game import Table
from albion.engine.toml import read_toml

HERE = Path(__file__).parent / "data"
Ids = tuple[str, ...]
Small = Annotated[int, Meta(ge=0, le=20)]


class Factors(NamedTuple):
    """The numbers on a counter, from left to right."""

    damage: Small
    armor: Small
    initiative: Small


class Window(NamedTuple):
    """The Turns on which a card is an Event."""

    first: int
    last: int


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One row of a table; it says where it comes from and how far it can be trusted."""

    source: str
    confidence: Literal["stated", "found", "derived", "reconstructed"]


class Named(Row, frozen=True, kw_only=True):
    """A row with an id."""

    id: str


class Terrain(Named, frozen=True, kw_only=True):
    """A line of the Terrain Effects Chart; prices in half action points."""

    name: str
    enter: Small
    enter_homeland: Small
    armor: Small = 0
    assault: Annotated[int, Meta(ge=-5, le=0)] = 0
    homeland_for: Ids = ()


class Price(Named, frozen=True, kw_only=True):
    """What an action or a surcharge costs."""

    halves: Small


class Area(Named, frozen=True, kw_only=True):
    """A land, City or Overseas Area."""

    name: str
    kind: Literal["city", "land", "overseas"]
    terrain: str
    value: Annotated[int, Meta(ge=1, le=3)]
    homelands: Ids
    crown: bool = False
    coin: bool = False
    sites: Ids = ()
    contains: Ids = ()
    borders: Ids = ()
    road_borders: Ids = ()
    box_borders: Ids = ()
    roads: Ids = ()
    road_boxes: Ids = ()
    estuaries: Ids = ()
    seas: Ids = ()


class Estuary(Named, frozen=True, kw_only=True):
    """An Estuary and what it touches."""

    name: str
    areas: Ids
    roads: Ids = ()
    across: Ids = ()
    seas: Ids = ()


class Sea(Named, frozen=True, kw_only=True):
    """A Sea and what it touches."""

    name: str
    areas: Ids
    estuaries: Ids = ()
    seas: Ids = ()


class Road(Named, frozen=True, kw_only=True):
    """A stretch of Road between Cities or Road Boxes."""

    name: str
    ends: tuple[str, str]
    side_a: Ids = ()
    side_b: Ids = ()
    crossings: tuple[tuple[str, str], ...] = ()
    estuaries: Ids = ()


class RoadBox(Named, frozen=True, kw_only=True):
    """A Road Box, where Roads meet."""

    name: str
    where: str
    areas: Ids
    roads: Ids


class Player(Named, frozen=True, kw_only=True):
    """A player and his factions with four and with three players."""

    name: str
    four: Ids = ()
    three: Ids = ()


class Faction(Named, frozen=True, kw_only=True):
    """A faction."""

    name: str


class Hand(Row, frozen=True, kw_only=True):
    """How many cards are drawn, kept and given."""

    four: Small
    three: Small
    king: Small
    keep: Small
    give: Small


class TurnBox(Row, frozen=True, kw_only=True):
    """A box of the Turn Track."""

    id: int
    years: str
    scenario: str


class Kind(Named, frozen=True, kw_only=True):
    """A kind of unit: factors full and reduced, price in half action points."""

    name: str
    reduced: Factors
    price: Small
    full: Factors | None = None

    def factors(self, reduced: bool) -> Factors:
        """Those of a unit; some have only a reduced side."""
        return self.reduced if reduced or self.full is None else self.full


class Building(Named, frozen=True, kw_only=True):
    """A kind of Building."""

    vp: Small
    castle_armor: Small
    counters: Small


class Stacking(Row, frozen=True, kw_only=True):
    """Stacking limits."""

    plain: Small
    leader: Small
    crown: Small
    attrition: Small


class Counters(Named, frozen=True, kw_only=True):
    """The counters of one faction, or shared by Saxons and Barons."""

    units: dict[str, Small]


class Markers(Row, frozen=True, kw_only=True):
    """Castles and the counters that are no units."""

    castle: int
    wasted: int
    leaders: int
    victory: int
    plunder: int
    turn: int
    ap: int
    damage: int
    king: int
    total: int


class Leader(Named, frozen=True, kw_only=True):
    """A Leader's counter: its sides, Crown and factors."""

    name: str
    who: str
    factions: Ids
    dead: bool
    factors: Factors
    crown_as: Ids = ()
    person: str = ""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One verb of a card's text with its objects."""

    op: str
    areas: Ids = ()
    where: Ids = ()
    scope: str = ""
    leader: str = ""
    counter_by_faction: dict[str, str] = {}
    faction: str = ""
    units: dict[str, Small] = {}
    unit_types: Ids = ()
    building: str = ""
    n: int = 1
    choose: Small = 1
    each: bool = False
    same_area: bool = False
    only_listed: bool = False
    controlled: bool = False
    within_value: bool = False
    dice: Literal["", "1d3", "1d6"] = ""
    actions: Ids = ()
    who: str = ""
    whose: str = ""
    from_faction: str = ""
    to_faction: str = ""
    target: str = ""
    die_mod: int = 0
    side: Literal["", "own", "enemy"] = ""
    stat: Literal["", "damage", "armor", "initiative"] = ""
    role: Literal["", "attacker", "defender"] = ""
    what: str = ""
    options: tuple[Option, ...] = ()


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One way to resolve a card that gives several."""

    for_factions: Ids
    effects: tuple[Effect, ...]


class Requires(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """Conditions of an Event."""

    leader_alive: Ids = ()
    leader_dead: Ids = ()
    king_is: Ids = ()
    no_king_of: Ids = ()
    units_in: Ids = ()
    contests_area_of_target: Ids = ()
    controls: Ids = ()
    not_controlled_by_own: Ids = ()


class Card(Named, frozen=True, kw_only=True):
    """A card: its points, kind, window of Turns, icons and effects."""

    title: str
    ap: Annotated[int, Meta(ge=2, le=5)]
    kind: Literal["ordinary", "limited", "compulsory", "battle"]
    text: str
    effects: tuple[Effect, ...]
    turns: Window | None = None
    icons: Ids = ()
    one_faction: bool = False
    scenario: str = ""
    requires: Requires = Requires()


class Icon(Named, frozen=True, kw_only=True):
    """The cards of a scenario."""

    first: int
    last: int


class Scenario(Named, frozen=True, kw_only=True):
    """A scenario without its set-up lines."""

    name: str
    first_turn: int
    last_turn: int
    king: str
    revolt: bool
    remove: Ids = ()
    deal: str = ""
    deal_each: Small = 0
    exile: Ids = ()
    dead: Ids = ()
    wasted: dict[str, Small] = {}
    buildings: dict[str, Ids] = {}
    vp_four: dict[str, int]
    plunder_four: dict[str, int]
    vp_three: dict[str, int]
    plunder_three: dict[str, int]


class SetupLine(Row, frozen=True, kw_only=True):
    """The same units for each Area named."""

    scenario: str
    faction: str
    areas: Ids
    leaders: Ids = ()
    units: dict[str, Small] = {}
    reduced: dict[str, Small] = {}
    castle: bool = False


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything the files say."""

    terrain: tuple[Terrain, ...]
    price: tuple[Price, ...]
    area: tuple[Area, ...]
    estuary: tuple[Estuary, ...]
    sea: tuple[Sea, ...]
    road: tuple[Road, ...]
    road_box: tuple[RoadBox, ...]
    player: tuple[Player, ...]
    faction: tuple[Faction, ...]
    hand: Hand
    turn: tuple[TurnBox, ...]
    kind: tuple[Kind, ...]
    building: tuple[Building, ...]
    stacking: Stacking
    counters: tuple[Counters, ...]
    markers: Markers
    leader: tuple[Leader, ...]
    icon: tuple[Icon, ...]
    card: tuple[Card, ...]
    scenario: tuple[Scenario, ...]
    setup: tuple[SetupLine, ...]


FILES = {
    "terrain.toml": ("terrain", "price"),
    "areas.toml": ("area",),
    "waters.toml": ("estuary", "sea"),
    "roads.toml": ("road", "road_box"),
    "players.toml": ("player", "faction", "hand", "turn"),
    "units.toml": ("kind", "building", "stacking", "counters", "markers"),
    "leaders.toml": ("leader",),
    "cards.toml": ("icon", "card"),
    "scenarios.toml": ("scenario", "setup"),
}


def load_tables(directory: Path | None = None) -> Tables:
    """Our tables, each file replaced by the one of that name in an owner's directory, if there is one."""
    if directory is not None and not directory.is_dir():
        raise DataError(f"there is no directory '{directory}': expected one with files such as areas.toml")
    raw: dict[str, Any] = {}
    for name, parts in FILES.items():
        own = directory / name if directory is not None else HERE / name
        raw |= _read(own if own.is_file() else HERE / name, parts)
    return msgspec.convert(raw, type=Tables)


def _read(path: Path, parts: tuple[str, ...]) -> dict[str, Any]:
    raw = read_toml(path)
    if set(raw) != set(parts):
        raise DataError(f"{path.name}: expected the tables {', '.join(parts)}, found {', '.join(raw)}")
    types = {field.name: field.type for field in msgspec.structs.fields(Tables)}
    found: dict[str, Any] = {}
    for part in parts:
        try:
            found[part] = msgspec.to_builtins(msgspec.convert(raw[part], type=types[part]))
        except msgspec.ValidationError as error:
            raise DataError(f"{path.name}, {part}: {error}") from error
    return found


def provenance(tables: Tables) -> Iterator[Table]:
    """The weakest confidence of each file and what it rests on."""
    order = ("stated", "found", "derived", "reconstructed")
    for file, parts in FILES.items():
        rows = [r for part in parts for r in _rows(getattr(tables, part))]
        count = {c: sum(r.confidence == c for r in rows) for c in order}
        weakest = max(order.index(r.confidence) for r in rows)
        share = ", ".join(f"{n} {c}" for c, n in count.items() if n)
        yield Table(
            file.removesuffix(".toml"), f"rulebook where stated, the rest ours ({share})", order[weakest]
        )


def _rows(part: Any) -> tuple[Any, ...]:
    return part if isinstance(part, tuple) else (part,)
