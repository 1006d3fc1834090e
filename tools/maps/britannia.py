"""The board of the Britannia games: 37 areas, 6 seas, the frontiers, the four straits."""

import json
import random
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Geometry, LineString
from tools.maps import ornament as art
from tools.maps.board import Board, Place
from tools.maps.coverage import SOURCE, Feature, borders, lambert, read
from tools.maps.lettering import Name
from tools.maps.paths import COARSE, element, group, path_d
from tools.maps.slots import Taken, along, find_slots, middle, squares

WIDTH, HEIGHT = 884.0, 906.0
COUNTER, PITCH = 23.0, 26.0
LARGE, LARGE_PITCH = 29.5, 30.5  # where one or two stacks stand alone
DENSE = 18.5  # the pitch when an area is crowded and its counters shrink
ROSE = (112.0, 812.0)
TITLE = (26.0, 26.0, 216.0, 90.0)
KEY = (716.0, 128.0, 146.0, 170.0)
CARDS = [
    [KEY[0], KEY[1], KEY[0] + KEY[2], KEY[1] + KEY[3]],
    [TITLE[0], TITLE[1], TITLE[0] + TITLE[2], TITLE[1] + TITLE[3]],
    [ROSE[0] - 74, ROSE[1] - 76, ROSE[0] + 74, ROSE[1] + 76],
]
VIEW = shapely.box(-30, -30, WIDTH + 30, HEIGHT + 30)
INNER = shapely.box(10, 10, WIDTH - 10, HEIGHT - 10)
PROJECT = lambert(0.79, -552, 586)
REGIONS = ("england", "wales", "scotland")
FOREIGN_NAMES = (
    ("HIBERNIA", 176, 552, 20, 7, 0),
    ("NORMANDY", 778, 874, 17, 7, 0),
    ("FLANDERS", 812, 806, 13, 4, -22),
)


@dataclass(frozen=True, slots=True)
class Map:
    """The source, sorted by kind."""

    areas: dict[str, Feature]
    seas: dict[str, Feature]
    foreign: dict[str, Feature]
    straits: dict[str, Feature]
    names: dict[str, list[Name]]

    @property
    def land(self) -> Geometry:
        """All areas in one."""
        return merged(self.areas.values())


def merged(features: object) -> Geometry:
    """Several tiles as one shape, the specks of rounding closed."""
    return shapely.union_all([f.shape.buffer(0) for f in features], grid_size=0.1)  # type: ignore[attr-defined]


def load() -> Map:
    """Read geometry and lettering."""
    features = read("britannia.geojson", PROJECT, ("area", "sea", "unplayable"), 0.5)
    kinds: dict[str, dict[str, Feature]] = {}
    for f in features.values():
        kinds.setdefault(f.kind, {})[f.id] = f
    rows = json.loads((SOURCE / "britannia-lettering.json").read_text(encoding="utf-8"))
    names = {i: _area_name(kinds["area"][i], row) for i, row in rows["areas"].items()}
    names |= {i: [_sea_name(kinds["sea"][i], row)] for i, row in rows["seas"].items()}
    return Map(kinds["area"], kinds["sea"], kinds["unplayable"], kinds["strait"], names)


def _area_name(area: Feature, row: dict[str, object]) -> list[Name]:
    """An area's name in capitals, two words on two lines."""
    words = str(area.facts["name"]).upper().split(" ")
    line = tuple((x, y) for x, y in row["line"])  # type: ignore[attr-defined]
    size = float(row["size"])  # type: ignore[arg-type]
    css = "name at-sea" if row.get("at_sea") else "name"
    if len(words) == 1:
        return [Name(words[0], size, line, css, spacing=float(row.get("spacing", 0.9)))]  # type: ignore[arg-type]
    return [Name(w, size, ((line[0][0], line[0][1] + 11.5 * i),), css) for i, w in enumerate(words)]


def _sea_name(sea: Feature, row: dict[str, object]) -> Name:
    """A sea's name in wide italics."""
    line = tuple((x, y) for x, y in row["line"])  # type: ignore[attr-defined]
    size, spacing = float(row["size"]), float(row["spacing"])  # type: ignore[arg-type]
    return Name(str(sea.facts["name"]), size, line, "sea-name", "fell_italic", spacing)


def draw() -> Board:
    """The whole board."""
    m = load()
    tiles = {i: f.shape for i, f in (m.areas | m.seas).items()}
    lines = borders(tiles)
    ground = shapely.union_all([n.ground() for ns in m.names.values() for n in ns])
    places = _places(m, lines)
    svg = art.document(
        "britannia",
        (WIDTH, HEIGHT),
        "Map of Britain: 37 areas and 6 seas",
        "\n".join(_layers(m, lines, ground)),
    )
    extra = {
        "largeCounter": LARGE,
        "seaBorders": {
            key: {"between": key.split("/"), "point": [*places[key].anchor]} for key in places if "/" in key
        },
        "straits": {
            i: {"between": f.facts["between"], "ends": [[round(v, 1) for v in p] for p in f.shape.coords]}
            for i, f in m.straits.items()
        },
        "boxes": {},
    }
    return Board("britannia", svg, (WIDTH, HEIGHT), COUNTER, PITCH, DENSE, places, extra, CARDS)


def _layers(m: Map, lines: dict[tuple[str, str], Geometry], ground: Geometry) -> list[str]:
    """The drawing, bottom up."""
    land, foreign = m.land, merged(m.foreign.values()).intersection(VIEW)
    coast = art.drop_specks(shapely.union_all([land, foreign], grid_size=0.1), 3.0)
    defs = art.PATTERNS + art.HILLS + element("path", id="land", d=path_d(land, grid=COARSE))
    defs += element("path", id="abroad", d=path_d(foreign, grid=COARSE))
    defs += '<clipPath id="window"><rect x="8.5" y="8.5" width="867" height="889"/></clipPath>'
    return [
        element("defs", defs),
        '<g clip-path="url(#window)">',
        art.sea_ground(WIDTH, HEIGHT) + art.rhumbs(ROSE, 1500) + art.graticule(_degrees()),
        art.water_lines(coast, VIEW),
        '<use href="#abroad" class="foreign"/><use href="#abroad" class="stippled"/>',
        '<use href="#land" class="land"/>',
        *_targets(m, lines),
        '<g class="ink">',
        *_terrain(m, ground),
        *_borders(m, lines),
        '<use href="#land" class="coast"/></g>',
        *_lettering(m),
        _key(),
        art.compass(ROSE),
        art.cartouche(
            TITLE[0],
            TITLE[1],
            "BRITANNIA",
            "the isle, its XXXVII lands and VI seas",
            "FROM CLAUDIUS TO WILLIAM",
        ),
        "</g>",
        art.neatline(WIDTH, HEIGHT),
    ]


def _degrees() -> list[Geometry]:
    """Every second meridian and parallel."""
    meridians = [[(lon, lat / 2) for lat in range(96, 123)] for lon in range(-12, 8, 2)]
    parallels = [[(lon / 2, lat) for lon in range(-32, 21)] for lat in range(48, 62, 2)]
    curves = [shapely.transform(LineString(p), PROJECT) for p in (*meridians, *parallels)]
    return [c.simplify(0.2).intersection(VIEW) for c in curves]


def _terrain(m: Map, ground: Geometry) -> list[str]:
    """The bands of the regions, and hills on difficult land."""
    hard = [f for f in m.areas.values() if f.facts["difficult"]]
    layers = []
    for region in REGIONS:
        whole = merged(f for f in m.areas.values() if f.facts["region"] == region)
        layers.append(element("path", class_=f"band {region}", d=path_d(art.band(whole, 3.4), grid=COARSE)))
    rng = random.Random(7)
    crowd = ground.buffer(2)
    found = [h for f in hard for h in art.hills(f.shape.buffer(-5.5).difference(crowd), rng)]
    return [*layers, group("hills", found)]


def _borders(m: Map, lines: dict[tuple[str, str], Geometry]) -> list[str]:
    """Lines between areas; where two regions meet, the frontier."""
    plain: list[str] = []
    frontier: list[str] = []
    for (a, b), line in lines.items():
        if a in m.areas and b in m.areas:
            same = m.areas[a].facts["region"] == m.areas[b].facts["region"]
            (plain if same else frontier).append(path_d(line, grid=COARSE))
    return [
        element("path", class_="border", d="".join(plain)),
        element("path", class_="frontier", d="".join(frontier)),
    ]


def _targets(m: Map, lines: dict[tuple[str, str], Geometry]) -> list[str]:
    """What can be clicked: seas, sea borders, areas, each one element."""
    seas = [_target("sea", f.id, f.facts["name"], f.shape) for f in m.seas.values()]
    edges = [_target("sea-border", key, _border_name(key, m), line) for key, line in _sea_lines(m, lines)]
    areas = [
        _target(
            f"area {'difficult-land' if f.facts['difficult'] else 'clear-land'}",
            f.id,
            f.facts["name"],
            f.shape,
        )
        for f in m.areas.values()
    ]
    return [group("seas", seas), group("sea-borders", edges), group("areas", areas)]


def _border_name(key: str, m: Map) -> str:
    """How the line between two seas is called."""
    return " / ".join(m.seas[i].facts["name"] for i in key.split("/"))


def _target(css: str, ident: str, title: str, geom: Geometry) -> str:
    """One clickable place."""
    return element("path", element("title", title), class_=css, data_id=ident, d=path_d(geom, grid=COARSE))


def _key() -> str:
    """What tints and lines mean."""
    signs = (
        ('<rect class="land swatch" x="16" y="30" width="26" height="15"/>', "clear land"),
        (
            '<rect class="hard swatch" x="16" y="52" width="26" height="15"/><use href="#hill-a" x="22" y="54" width="14" height="12"/>',
            "difficult land",
        ),
        ('<path class="frontier" d="M16 81.500H42"/>', "frontier"),
        (f'<path class="strait" d="{art.arrow_d((16, 103.5), (42, 103.5))}"/>', "strait"),
        ('<path class="sea-border" d="M16 125.500H42"/>', "border of seas"),
        (
            "".join(f'<path class="{r}" d="M{16 + 9 * i} 142h8v11h-8z"/>' for i, r in enumerate(REGIONS)),
            "the three lands",
        ),
    )
    rows = [
        f'{sign}<text class="small key-text" x="52" y="{42 + 22 * i}">{text}</text>'
        for i, (sign, text) in enumerate(signs)
    ]
    return art.card(*KEY, '<text class="small box-title" x="73" y="21">Key</text>' + "".join(rows))


def _lettering(m: Map) -> list[str]:
    """Straits and names; nothing here takes a click."""
    foreign = "".join(
        f'<text class="foreign-name" x="{x}" y="{y}" font-size="{size}" letter-spacing="{spacing}"'
        + (f' transform="rotate({turn} {x} {y})"' if turn else "")
        + f">{text}</text>"
        for text, x, y, size, spacing, turn in FOREIGN_NAMES
    )
    straits = [element("path", class_="strait", d=art.arrow_d(*f.shape.coords)) for f in m.straits.values()]
    names = [n.svg(f"name-{i}") for i, ns in m.names.items() for n in ns]
    return [group("lettering", [foreign, *straits, *names])]


def _places(m: Map, lines: dict[tuple[str, str], Geometry]) -> dict[str, Place]:
    """Slots for areas first, the small ones before the large; then seas, the lines between them, overflow."""
    names = [box for ns in m.names.values() for n in ns for box in n.boxes()]
    arrows = [box for f in m.straits.values() for box in along(f.shape, 6)]
    fixed = [*names, *arrows, *CARDS]
    taken = Taken(fixed)
    by_size = sorted(m.areas, key=lambda i: m.areas[i].shape.area)
    places: dict[str, Place] = {}
    for i in by_size:
        home = m.areas[i].shape
        slots = find_slots(
            home,
            taken,
            side=PITCH,
            most=6,
            near=_roomy(home, m.names[i]),
            inside=(0.97, 0.86, 0.74, 0.62, 0.5),
            enough=3,
        )
        taken.add(squares(slots, PITCH))
        places[i] = _place(m.areas[i], m.names[i], slots, lines)
    _crowded(m, places, by_size, fixed)
    taken.add(box for p in places.values() for box in squares(p.dense, DENSE))
    for i, f in m.seas.items():
        near = tuple(shapely.transform(shapely.Point(f.facts["anchor"]), PROJECT).coords[0])
        slots = find_slots(f.shape.intersection(INNER), taken, side=PITCH, most=10, near=near, inside=(1.0,))
        taken.add(squares(slots, PITCH))
        places[i] = _place(f, m.names[i], slots, lines)
    for key, line in _sea_lines(m, lines):
        places[key] = _sea_border(key, line, m, taken)
        taken.add(squares(places[key].slots, PITCH))
    for i in by_size:
        places[i].overflow = _overflow(places[i], m, taken)
        taken.add(squares(places[i].overflow, PITCH))
    _alone(m, places, by_size, fixed)
    return {i: places[i] for i in (*m.areas, *m.seas, *(k for k in places if "/" in k))}


def _roomy(home: Geometry, names: list[Name]) -> tuple[float, float]:
    """The middle of what an area's own name leaves free."""
    rest = home.difference(shapely.union_all([n.ground(1) for n in names]))
    return middle(rest if not rest.is_empty else home)


def _sea_lines(m: Map, lines: dict[tuple[str, str], Geometry]) -> list[tuple[str, Geometry]]:
    """The lines between two seas, by id."""
    return [("/".join(sorted(pair)), line) for pair, line in lines.items() if set(pair) <= set(m.seas)]


def _crowded(m: Map, places: dict[str, Place], order: list[str], fixed: list[list[float]]) -> None:
    """Closer slots for smaller counters, clear of what neighbours may put down."""
    for i in order:
        taken = Taken(fixed)
        for j, other in places.items():
            if j != i:
                taken.add([*squares(other.slots, PITCH), *squares(other.dense, DENSE)])
        home, near = m.areas[i].shape, places[i].anchor
        places[i].dense = find_slots(
            home, taken, side=DENSE, most=9, near=near, inside=(0.95, 0.8, 0.65), enough=6
        )


def _alone(m: Map, places: dict[str, Place], order: list[str], fixed: list[list[float]]) -> None:
    """Slots for one or two larger counters; the placement uses them where neighbours leave the ground free."""
    taken = Taken(fixed)
    for i in [*order, *m.seas]:
        home = (m.areas.get(i) or m.seas[i]).shape
        places[i].large = find_slots(
            home.intersection(INNER),
            taken,
            side=LARGE_PITCH,
            most=2,
            near=places[i].anchor,
            inside=(0.95, 0.85, 0.75, 0.65, 0.55, 0.45),
        )
        taken.add(squares(places[i].large, LARGE_PITCH))


def _overflow(place: Place, m: Map, taken: Taken) -> list[tuple[float, float]]:
    """More slots beside a small area on the coast, for the day it is full."""
    wanted = 8 - max(len(place.slots), len(place.dense))
    water = shapely.union_all([f.shape for f in m.seas.values()])
    home = water.intersection(INNER).intersection(shapely.Point(place.anchor).buffer(95))
    if home.is_empty or wanted <= 0:
        return []
    return find_slots(home, taken, side=PITCH, most=wanted, near=place.anchor, inside=(0.95,))


def _sea_border(key: str, line: Geometry, m: Map, taken: Taken) -> Place:
    """A fleet on the line between two seas."""
    inside = line.intersection(INNER.buffer(-20))
    longest = max(getattr(inside, "geoms", [inside]), key=lambda part: part.length)
    near = tuple(round(v, 1) for v in longest.interpolate(0.5, normalized=True).coords[0])
    strip = longest.buffer(PITCH).intersection(INNER)
    slots = find_slots(strip, taken, side=PITCH, most=6, near=near, inside=(0.7, 0.5))
    return Place(
        _border_name(key, m), "sea-border", slots[0] if slots else near, slots, neighbours=key.split("/")
    )


def _place(
    f: Feature, names: list[Name], slots: list[tuple[float, float]], lines: dict[tuple[str, str], Geometry]
) -> Place:
    """A place with its name and the tiles that touch it."""
    touching = [b if a == f.id else a for a, b in lines if f.id in (a, b)]
    anchor = slots[0] if slots else tuple(np.round(middle(f.shape), 1).tolist())
    boxes = [box for n in names for box in n.boxes()]
    return Place(
        f.facts["name"], f.kind, anchor, slots, label=names[0].middle(), names=boxes, neighbours=touching
    )
