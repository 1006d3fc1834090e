"""The board of Boudicca: a hex map of the province, drawn from the game's own data."""

import json
import math
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shapely
from shapely import Geometry
from tools.maps import boudicca_signs as signs
from tools.maps import ornament as art
from tools.maps.board import Board, Place
from tools.maps.coverage import SOURCE
from tools.maps.hexboard import ACROSS, UP, HexPaper, middle_and_turn, ragged
from tools.maps.lettering import Name
from tools.maps.paths import element, fmt, group, path_d, smooth_d

DATA = Path(__file__).resolve().parents[2] / "src" / "albion" / "games" / "boudicca" / "data"
WIDTH, HEIGHT = 1642.0, 2128.0
COUNTER = 24.0
STRIP = 19.5  # names stand between the rows, where no counter in the middle of a hex reaches
PAPER = HexPaper((-0.8, 2496.0))
VIEW = shapely.box(-60, -60, WIDTH + 60, HEIGHT + 60)
ROSE = (1512.0, 706.0)
ROSE_SCALE, TITLE_SCALE, KEY_SCALE = 1.2, 1.7, 1.2
TITLE = (1180.0, 40.0, 250.0, 90.0)
KEY = (1300.0, 222.0, 260.0, 312.0)
BOXES = {
    "mona": (1046.0, 222.0, "Mona", "enters at Deva"),
    "isca": (1046.0, 392.0, "Isca Dumnoniorum", "enters by the Exeter road"),
}
BOX_SIZE = (214.0, 150.0)
FAN = [
    [[0, 0, 24]],
    [[-10, 0, 19], [10, 0, 19]],
    [[-10, -9.6, 19], [10, -9.6, 19], [0, 9.6, 19]],
    [[-10, -9.6, 19], [10, -9.6, 19], [-10, 9.6, 19], [10, 9.6, 19]],
]
WIDE = [
    [[0, -3, 30]],
    [[-11.8, -2.6, 23.2], [11.8, -2.6, 23.2]],
    [[-11, -15, 19.8], [11, -15, 19.8], [0, 4.9, 19.8]],
    [[-10.4, -15, 19.8], [10.4, -15, 19.8], [-10.4, 4.9, 19.8], [10.4, 4.9, 19.8]],
]
"""Larger, for hexes whose neighbours leave room."""


@dataclass(frozen=True, slots=True)
class Map:
    """The game's data, as the drawing needs it."""

    terrain: dict[int, str]
    roads: dict[str, list[int]]
    rivers: list[str]
    wide: list[str]
    bridges: list[str]
    towns: dict[int, str]
    posts: dict[int, str]
    oppida: dict[int, tuple[str, str]]
    settlements: dict[int, str]
    lettering: dict[str, Any]

    @property
    def named(self) -> dict[int, str]:
        """Every hex with a name, the weightier kinds first."""
        oppida = {h: name for h, (name, _) in self.oppida.items()}
        return self.towns | {
            h: n for h, n in (oppida | self.posts | self.settlements).items() if h not in self.towns
        }


def load() -> Map:
    """Read the game's map and places."""
    land = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
    places = tomllib.loads((DATA / "places.toml").read_text(encoding="utf-8"))
    legend = land["terrain"]["legend"]
    terrain = {
        int(row) * 100 + i: legend[letter]
        for row, line in land["terrain"]["lines"].items()
        for i, letter in enumerate(line, 1)
        if legend[letter] != "sea"
    }
    return Map(
        terrain,
        land["roads"]["courses"],
        sorted({s for sides in land["rivers"]["hexsides"].values() for s in sides}),
        sorted({s for sides in land["impassable"]["hexsides"].values() for s in sides}),
        land["bridges"]["hexsides"],
        {p["hex"]: p["name"] for p in places["towns"]["list"]},
        {p["hex"]: p["name"] for p in places["posts"]["list"]},
        {p["hex"]: (p["name"], p["tribe"]) for p in places["oppida"]["list"]},
        {p["hex"]: p["name"] for p in places["settlements"]["list"]},
        json.loads((SOURCE / "boudicca-lettering.json").read_text(encoding="utf-8")),
    )


def draw() -> Board:
    """The whole board."""
    m = load()
    names = place_names(m)
    tribes = tribe_names(m, names)
    svg = art.document(
        "boudicca",
        (WIDTH, HEIGHT),
        "Hex map of Roman Britain in the year 61",
        "\n".join(_layers(m, names, tribes)),
    )
    places = {
        f"{h:04d}": Place(m.named[h], _kind(m, h), PAPER.centre(h), [], label=n.middle(), names=n.boxes())
        for h, n in sorted(names.items())
    }
    places |= {i: _box_place(i) for i in BOXES}
    bridges = {s: [round(v, 1) for v in middle_and_turn(PAPER.side(s))] for s in m.bridges}
    extra = {
        "grid": {"origin": [*PAPER.origin], "across": ACROSS, "up": UP, "side": 24, "fan": FAN, "wide": WIDE},
        "hexes": [f"{h:04d}" for h in sorted(m.terrain)],
        "sides": {"rivers": m.rivers, "impassable": m.wide, "bridges": bridges},
        "boxes": {i: [x, y, x + BOX_SIZE[0], y + BOX_SIZE[1]] for i, (x, y, _, _) in BOXES.items()},
        "tribes": {
            t: {"label": [round(v, 1) for v in n.middle()], "names": n.boxes()} for t, n in tribes.items()
        },
    }
    cards = ((TITLE, TITLE_SCALE), (KEY, KEY_SCALE))
    clear = [[x, y, x + w * scale, y + h * scale] for (x, y, w, h), scale in cards]
    clear.append([ROSE[0] - 88, ROSE[1] - 92, ROSE[0] + 88, ROSE[1] + 92])
    return Board("boudicca", svg, (WIDTH, HEIGHT), COUNTER, 27.0, 20.0, places, extra, clear)


def _kind(m: Map, h: int) -> str:
    """What stands in a named hex."""
    kinds = (("town", m.towns), ("oppidum", m.oppida), ("post", m.posts), ("settlement", m.settlements))
    return next(kind for kind, hexes in kinds if h in hexes)


def _box_place(ident: str) -> Place:
    """An off-map box: two rows of five slots under its title."""
    x, y, title, _ = BOXES[ident]
    slots = [(x + 35 + 36 * i, y + 58 + 38 * j) for j in range(2) for i in range(5)]
    return Place(title, "box", slots[0], slots, label=(x + BOX_SIZE[0] / 2, y + 20))


def place_names(m: Map) -> dict[int, Name]:
    """A name above or below each named hex, between the rows, clear of the others."""
    placed: list[Geometry] = [shapely.Point(PAPER.centre(h)).buffer(13) for h in m.named]
    placed += [shapely.Point(*middle_and_turn(PAPER.side(s))[:2]).buffer(9) for s in m.bridges]
    courses = [shapely.LineString([PAPER.centre(h) for h in c]) for c in m.roads.values()]
    banks = [shapely.LineString(PAPER.side(s)) for s in m.rivers + 3 * m.wide]
    lines = shapely.MultiLineString([line.coords for line in courses + banks])
    found: dict[int, Name] = {}
    for h, text in m.named.items():
        small = h in m.settlements
        candidates = [
            _name_at(h, text, small, dx, side) for dx in (0, -14, 14, -30, 30, -46, 46) for side in (1, -1)
        ]
        costs = [_crowding(n, placed, lines) + i * 0.6 for i, n in enumerate(candidates)]
        best = candidates[costs.index(min(costs))]
        found[h] = best
        placed.append(best.ground(1.5))
    return found


def _name_at(h: int, text: str, small: bool, dx: float, side: int) -> Name:
    """A name in the strip above (-1) or below (1) a hex."""
    x, y = PAPER.centre(h)
    size = 10.5 if small else 12.0
    base = y + side * STRIP + size * 0.345
    if small:
        return Name(text, size, ((x + dx, base),), "settlement-name", "fell_italic", 0.2)
    return Name(text, size, ((x + dx, base),), "place-name", "fell", 0.4, small_caps=True)


def _crowding(name: Name, placed: list[Geometry], lines: Geometry) -> float:
    """How badly a name sits: on other names, over the edge, along roads and rivers."""
    ground = name.ground(1.0)
    x0, _, x1, _ = ground.bounds
    over = sum(ground.intersection(p).area for p in placed if p.intersects(ground))
    outside = max(0.0, 14 - x0) + max(0.0, x1 - WIDTH + 14)
    return float(over * 3 + outside * 50 + ground.intersection(lines).length * 0.12)


def tribe_names(m: Map, names: dict[int, Name]) -> dict[str, Name]:
    """The peoples in wide italics, moved about until they run into nothing."""
    placed = [n.ground(2) for n in names.values()] + [
        shapely.Point(PAPER.centre(h)).buffer(15) for h in m.named
    ]
    found = {}
    for tribe, h in m.lettering["tribes"].items():
        x, y = PAPER.centre(h)
        best: tuple[float, Name] | None = None
        for dy in range(-108, 109, 9):
            for dx in range(-100, 101, 10):
                name = Name(tribe.title(), 25, ((x + dx, y + dy),), f"tribe-name {tribe}", "fell_italic", 4.5)
                cost = _crowding(name, placed, shapely.Point()) + math.hypot(dx, dy) * 0.6
                if best is None or cost < best[0]:
                    best = (cost, name)
        assert best is not None
        found[tribe] = best[1]
        placed.append(best[1].ground(2))
    return found


def _shores(m: Map) -> Geometry:
    """The land with its coast, running on over the western and northern edge."""
    corners = [PAPER.corners(row * 100 + 1) for row in m.lettering["west"]]
    west = [shapely.box(-80, c[2][1], c[0][0], c[5][1]) for c in corners]
    north = [
        shapely.box(c[3][0], -80, c[0][0], c[0][1]) for c in (PAPER.corners(h) for h in m.terrain if h > 6800)
    ]
    return ragged(shapely.union_all([PAPER.land(m.terrain), *west, *north])).intersection(VIEW)


def _layers(m: Map, names: dict[int, Name], tribes: dict[str, Name]) -> list[str]:
    """The drawing, bottom up."""
    land = _shores(m)
    lettering = (*_land_names(m, names, tribes), *tribes.values(), *names.values())
    return [
        element("defs", _defs(m, land)),
        '<g clip-path="url(#window)">',
        art.sea_ground(WIDTH, HEIGHT) + art.rhumbs(ROSE, 2600),
        art.water_lines(land, VIEW, 1.5),
        '<use href="#land" class="land"/>',
        *_terrain(m, land),
        group("hexes", (_hex(m, h) for h in sorted(m.terrain))),
        '<g class="ink"><use href="#land" class="coast"/>',
        *_waters_and_roads(m),
        "</g>",
        group("bridges", (_bridge(s) for s in m.bridges)),
        group("ink", (_symbol(m, h) for h in sorted(m.named))),
        group("lettering", [_sea_names(m), *(n.svg("") for n in lettering)]),
        *(_box(i) for i in BOXES),
        signs.key(KEY, KEY_SCALE),
        art.compass(ROSE, ROSE_SCALE),
        art.cartouche(
            TITLE[0],
            TITLE[1],
            "BOUDICCA",
            "the Warrior Queen: the province in revolt",
            "ANNO DOMINI LXI",
            TITLE[2],
            TITLE_SCALE,
        ),
        "</g>",
        art.neatline(WIDTH, HEIGHT, 40),
    ]


def _defs(m: Map, land: Geometry) -> str:
    """Patterns, symbols, and the shapes drawn more than once."""
    parts = [
        art.PATTERNS,
        signs.SYMBOLS,
        PAPER.grid("hex-grid"),
        PAPER.pattern("woods", signs.trees),
        PAPER.pattern("rough", signs.crags),
        PAPER.pattern("marsh", signs.reeds),
        element("path", id="land", d=path_d(land)),
        element("path", id="rivers", d=PAPER.streams(m.rivers)),
        element("path", id="wide-rivers", d=PAPER.streams(m.wide)),
        element(
            "path", id="roads", d="".join(smooth_d([PAPER.centre(h) for h in c]) for c in m.roads.values())
        ),
        f'<clipPath id="window"><rect x="8.5" y="8.5" width="{fmt(WIDTH - 17)}" height="{fmt(HEIGHT - 17)}"/></clipPath>',
    ]
    return "".join(parts)


def _terrain(m: Map, land: Geometry) -> list[str]:
    """Tint and drawing for each kind of ground, then the hex lines."""
    layers = []
    for kind in ("woods", "rough", "marsh"):
        ground = [h for h, t in m.terrain.items() if t == kind]
        tint = PAPER.land(ground).intersection(land)
        bare = PAPER.land(h for h in ground if h not in m.named).intersection(land)
        layers.append(element("path", class_=kind, d=path_d(tint)))
        layers.append(element("path", fill=f"url(#{kind})", d=path_d(bare)))
    return [*layers, '<use href="#land" fill="url(#hex-grid)"/>']


def _hex(m: Map, h: int) -> str:
    """One clickable hex."""
    return element("path", class_="hex", data_id=f"{h:04d}", d=PAPER.outline(h))


def _waters_and_roads(m: Map) -> list[str]:
    """Rivers on hexsides, river mouths nobody crosses, roads."""
    return [
        '<use href="#rivers" class="river-bank"/><use href="#wide-rivers" class="wide-bank"/>',
        '<use href="#rivers" class="river"/><use href="#wide-rivers" class="wide-river"/>',
        '<use href="#roads" class="road-edge"/><use href="#roads" class="road"/>',
    ]


def _bridge(side: str) -> str:
    """A bridge across a hexside; the page may mark it as broken."""
    x, y, turn = middle_and_turn(PAPER.side(side))
    body = '<rect x="-8" y="-4.6" width="16" height="9.2"/><path d="M-8-4.6-10.6-7M8-4.6 10.6-7M-8 4.6-10.6 7M8 4.6 10.6 7"/>'
    return element(
        "g", body, class_="bridge", data_id=side, transform=f"translate({fmt(x)} {fmt(y)}) rotate({turn})"
    )


def _symbol(m: Map, h: int) -> str:
    """Town, oppidum in its people's colour, post or settlement."""
    x, y = PAPER.centre(h)
    parts = ""
    if h in m.oppida:
        tribe = m.oppida[h][1]
        parts += element("circle", cx=x, cy=y, r="15.5", class_=f"oppidum-ring {tribe}")
        if h not in m.towns:
            parts += f'<use href="#oppidum" x="{fmt(x - 12)}" y="{fmt(y - 12)}" width="24" height="24" class="oppidum {tribe}"/>'
    if h in m.towns:
        parts += signs.use("town", x - 11, y - 11, 22, 22)
    elif h in m.posts:
        parts += signs.use("post", x - 10, y - 10, 20, 20)
    elif h in m.settlements:
        parts += signs.use("settlement", x - 6, y - 6, 12, 12)
    return parts


def _sea_names(m: Map) -> str:
    """The seas, in wide italics."""
    return "".join(
        Name(text, size, ((x, y),), "sea-name", "fell_italic", spacing).svg("")
        for text, x, y, size, spacing in m.lettering["seas"]
    )


def _land_names(m: Map, names: dict[int, Name], tribes: dict[str, Name]) -> list[Name]:
    """Woods, hills and fens, between the rows like the names of places."""
    placed = [n.ground(2) for n in (*names.values(), *tribes.values())]
    placed += [shapely.Point(PAPER.centre(h)).buffer(15) for h in m.named]
    found = []
    for text, h in m.lettering["lands"].items():
        x, y = PAPER.centre(h)
        candidates = [
            Name(text, 13, ((x + dx, y + 22.5 + row * UP),), "land-name", "fell_italic", 2.2)
            for row in (0, -1, 1, -2, 2)
            for dx in (0, -20, 20, -40, 40)
        ]
        costs = [_crowding(n, placed, shapely.Point()) + i * 0.5 for i, n in enumerate(candidates)]
        found.append(candidates[costs.index(min(costs))])
        placed.append(found[-1].ground(2))
    return found


def _box(ident: str) -> str:
    """An off-map box: a card that takes clicks."""
    x, y, title, line = BOXES[ident]
    w, h = BOX_SIZE
    content = (
        f'<text class="box-title" x="{fmt(w / 2)}" y="25">{title}</text><path class="card-line" d="M20 33.500H{fmt(w - 20)}"/>'
        f'<text class="box-line" x="{fmt(w / 2)}" y="{fmt(h - 13)}">{line}</text>'
    )
    target = element("path", element("title", title), class_="box", data_id=ident, d=_rect(x, y, w, h))
    return art.card(x, y, w, h, content) + target


def _rect(x: float, y: float, w: float, h: float) -> str:
    """A rectangle as a path."""
    return f"M{fmt(x)} {fmt(y)}h{fmt(w)}v{fmt(h)}h{fmt(-w)}z"
