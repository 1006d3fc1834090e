"""The board of Domesday: areas, cities, roads and their boxes, estuaries, seas, lands overseas."""

import shapely
from shapely import Geometry
from tools.maps import domesday_tags as tags
from tools.maps import ornament as art
from tools.maps.board import Board
from tools.maps.coverage import Feature, borders
from tools.maps.domesday_source import (
    COUNTER,
    DENSE,
    HEIGHT,
    PITCH,
    TILES,
    VIEW,
    WIDTH,
    Map,
    city_seat,
    load,
)
from tools.maps.lettering import Name
from tools.maps.paths import WHOLE, element, fmt, group, path_d


def merged(shapes: object) -> Geometry:
    """Several tiles as one shape."""
    return shapely.union_all([s.buffer(0) for s in shapes], grid_size=0.1)  # type: ignore[attr-defined]


def draw() -> Board:
    """The whole board."""
    m = load()
    lines = borders({i: f.shape for i, f in m.of(*TILES).items()})
    waters = water_names(m)
    labels = tags.place_tags(m, waters)
    places = tags.slots_for(m, labels, waters, lines)
    svg = art.document(
        "domesday",
        (WIDTH, HEIGHT),
        "Map of Britain in the year 1066: areas, cities, roads and seas",
        "\n".join(_layers(m, lines, labels, waters)),
    )
    extra = {
        "boxes": {i: [x, y, x + w, y + h] for i, (x, y, w, h) in m.lettering["boxes"].items()},
        "links": {
            i: {"between": f.facts["ends"], "ends": [[round(v, 1) for v in p] for p in f.shape.coords]}
            for i, f in m.of("link").items()
        },
    }
    return Board("domesday", svg, (WIDTH, HEIGHT), COUNTER, PITCH, DENSE, places, extra, tags.cards(m))


def water_names(m: Map) -> dict[str, list[Name]]:
    """Seas and estuaries in italics."""
    found = {}
    for ident, row in m.lettering["waters"].items():
        x, y, size, spacing = row
        css = "sea-name" if m.features[ident].kind == "sea" else "estuary-name"
        found[ident] = [
            Name(str(m.features[ident].facts["name"]), size, ((x, y),), css, "fell_italic", spacing)
        ]
    return found


def _layers(
    m: Map, lines: dict[tuple[str, str], Geometry], labels: dict[str, tags.Tag], waters: dict[str, list[Name]]
) -> list[str]:
    """The drawing, bottom up."""
    solid = [f.shape for f in m.of("land", "city", "road-box").values()] + [
        m.features[i].shape for i in ("ireland", "mann", "normandy")
    ]
    land = merged(solid)
    foreign = merged(f.shape for f in m.of("foreign").values())
    whole = art.drop_specks(shapely.union_all([land, foreign], grid_size=0.1), 6.0)
    return [
        element("defs", _defs(m, land)),
        '<g clip-path="url(#window)">',
        art.sea_ground(WIDTH, HEIGHT),
        art.rhumbs(tuple(m.lettering["rose"]), 3200),
        art.water_lines(whole, VIEW, 1.3, coarse=4.8),
        element("path", class_="foreign", d=path_d(foreign.intersection(VIEW), grid=WHOLE)),
        *_insets(m),
        '<use href="#land" class="land"/>',
        *_terrain(),
        *_targets(m),
        '<g class="ink">',
        *_ink(m, lines),
        '<use href="#land" class="coast"/>',
        *_roads(m),
        "</g>",
        *_road_targets(m),
        group("ink", (_emblem(f) for f in m.of("city").values())),
        group(
            "lettering",
            [
                *_foreign_names(m),
                *(n.svg("") for ns in waters.values() for n in ns),
                *(t.svg() for t in labels.values()),
            ],
        ),
        *tags.furniture(m),
        "</g>",
        art.neatline(WIDTH, HEIGHT, 44),
    ]


def _defs(m: Map, land: Geometry) -> str:
    """Patterns, symbols, and the shapes drawn more than once."""
    roads = "".join(path_d(f.shape.simplify(0.4), grid=WHOLE) for f in m.of("road-segment").values())
    return "".join(
        [
            art.PATTERNS,
            art.HILLS,
            tags.SYMBOLS,
            PATTERNS,
            element("path", id="land", d=path_d(land, grid=WHOLE)),
            element("path", id="roads", d=roads),
            *(
                element("path", id=f"ground-{kind}", d=path_d(shape, grid=WHOLE))
                for kind, shape in _grounds(m).items()
            ),
            f'<clipPath id="window"><rect x="8.5" y="8.5" width="{fmt(WIDTH - 17)}" height="{fmt(HEIGHT - 17)}"/></clipPath>',
        ]
    )


def _insets(m: Map) -> list[str]:
    """Lands too far off for the sheet: framed pieces at its edge."""
    layers = []
    for i in ("norway", "denmark", "isles", "orkney"):
        layers.append(element("path", class_="inset", d=path_d(m.features[i].shape, grid=WHOLE)))
    small = [f.shape for f in m.of("inset-land", "islet").values()]
    layers.append(
        element("path", class_="inset-land", d="".join(path_d(s.simplify(0.5), grid=WHOLE) for s in small))
    )
    layers.append(
        element("path", class_="void", d="".join(path_d(f.shape, grid=WHOLE) for f in m.of("void").values()))
    )
    return layers


def _grounds(m: Map) -> dict[str, Geometry]:
    """Areas of one kind of ground in one shape."""
    lands = m.of("land", "city", "overseas")
    return {
        kind: merged(f.shape for i, f in lands.items() if m.areas[i]["terrain"] == kind)
        for kind in ("forest", "marsh", "highland", "city")
    }


def _terrain() -> list[str]:
    """Tint and drawing for each kind of ground."""
    kinds = ("forest", "marsh", "highland")
    tinted = [f'<use href="#ground-{kind}" class="{kind}-ground"/>' for kind in (*kinds, "city")]
    return [*tinted, *(f'<use href="#ground-{kind}" fill="url(#{kind})"/>' for kind in kinds)]


def _targets(m: Map) -> list[str]:
    """What can be clicked under the ink: waters, areas, lands overseas, cities."""
    order = (
        ("seas", "sea"),
        ("estuaries", "estuary"),
        ("areas", "land"),
        ("areas", "overseas"),
        ("cities", "city"),
    )
    names = {"land": "area", "overseas": "area overseas"}
    return [
        group(css, (_target(names.get(kind, kind), f) for f in m.of(kind).values())) for css, kind in order
    ]


def _target(css: str, f: Feature) -> str:
    """One clickable place."""
    return element(
        "path",
        element("title", str(f.facts["name"])),
        class_=css,
        data_id=f.id,
        d=path_d(f.shape, grid=WHOLE),
    )


def _ink(m: Map, lines: dict[tuple[str, str], Geometry]) -> list[str]:
    """Borders of areas, rims of cities, lines between seas, the arrow between islands."""
    kinds = {i: f.kind for i, f in m.features.items()}
    sorts: dict[str, list[str]] = {"border": [], "city-rim": [], "sea-line": []}
    for (a, b), line in lines.items():
        pair = {kinds[a], kinds[b]}
        if pair <= {"land", "overseas"}:
            sorts["border"].append(path_d(line, grid=WHOLE))
        elif "city" in pair and pair <= {"land", "city"}:
            sorts["city-rim"].append(path_d(line, grid=WHOLE))
        elif pair <= {"sea", "estuary"}:
            sorts["sea-line"].append(path_d(line, grid=WHOLE))
    paths = [element("path", class_=css, d="".join(d)) for css, d in sorts.items()]
    arrows = [
        element("path", class_="strait", d=art.arrow_d(f.shape.coords[0], f.shape.coords[-1]))
        for f in m.of("link").values()
    ]
    return [*paths, *arrows]


def _roads(m: Map) -> list[str]:
    """Roads on their borders, with the boxes where they meet."""
    layers = ['<use href="#roads" class="road-edge"/><use href="#roads" class="road"/>']
    for f in m.of("road-box").values():
        x0, y0, x1, y1 = f.shape.bounds
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        layers.append(
            f'<rect class="road-box-card" x="{fmt(x0)}" y="{fmt(y0)}" width="{fmt(x1 - x0)}" height="{fmt(y1 - y0)}" rx="2"/>'
        )
        layers.append(
            f'<path class="road-cross" d="M{fmt(x0 + 4)} {fmt(cy)}H{fmt(x1 - 4)}M{fmt(cx)} {fmt(y0 + 4)}V{fmt(y1 - 4)}"/>'
        )
    return layers


def _road_targets(m: Map) -> list[str]:
    """Each stretch of road as a line that takes clicks, then the boxes."""
    stretches = (
        element(
            "path",
            element("title", m.roads[i]["name"]),
            class_="road-line",
            data_id=i,
            d=path_d(f.shape.simplify(1.5), grid=WHOLE),
        )
        for i, f in m.of("road-segment").items()
    )
    boxes = (_target("road-box", f) for f in m.of("road-box").values())
    return [group("roads", stretches), group("road-boxes", boxes)]


def _emblem(f: Feature) -> str:
    """A city's walls in a round seal."""
    x, y = city_seat(f)
    return f'<use href="#seal" x="{fmt(x - 11)}" y="{fmt(y - 11)}" width="22" height="22"/>'


def _foreign_names(m: Map) -> list[str]:
    """Lands out of play."""
    return [
        f'<text class="foreign-name" x="{x}" y="{y}" font-size="{size}" letter-spacing="{spacing}">{text}</text>'
        for text, x, y, size, spacing in m.lettering["foreign"]
    ]


PATTERNS = (
    '<pattern id="forest" width="46" height="40" patternUnits="userSpaceOnUse"><path class="forest-ink" d="M8 4l3.600 6.400H4.400z'
    "M7.500 10.400h1v2.400h-1zM28 10l3.600 6.400h-7.200zM27.500 16.400h1v2.400h-1zM16 23l3.600 6.400h-7.200zM15.500 29.400h1v2.400h-1z"
    'M39 26l3.600 6.400h-7.200zM38.500 32.400h1v2.400h-1z"/></pattern>'
    '<pattern id="marsh" width="44" height="34" patternUnits="userSpaceOnUse"><path class="marsh-ink" d="M3 9h11M6 9V5.500M8.500 9V4'
    'M11 9V5.500M25 16h11M28 16v-3.500M30.500 16v-5M33 16v-3.500M10 28h11M13 28v-3.500M15.500 28v-5M18 28v-3.500"/></pattern>'
    '<pattern id="highland" width="58" height="44" patternUnits="userSpaceOnUse"><path class="highland-ink" d="M3 13Q7 4 9.500 3.500'
    "Q12 4 16 13M10 4.500q1.500 3 .800 4.500M12 6.500q1.500 2.500 1 4M30 20q4-8.500 6.500-9Q39 11.500 43 20M37 12q1.500 3 .800 4.500"
    "M39 14q1.500 2.500 1 4M14 38q4-8.500 6.500-9Q23 29.500 27 38M21 30q1.500 3 .800 4.500M23 32q1.500 2.500 1 4M42 42q3.500-7.500 5.800-8"
    'Q50 34.500 53.500 42M48.300 35q1.300 2.500.700 4"/></pattern>'
)
