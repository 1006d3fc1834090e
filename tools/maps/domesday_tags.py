"""Names, values and homelands of Domesday's areas, and where counters stand beside them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from shapely import Geometry
from tools.maps import ornament as art
from tools.maps.board import Place
from tools.maps.coverage import Feature
from tools.maps.domesday_source import DENSE, INNER, MARK, PITCH, Map, city_seat, project
from tools.maps.lettering import Name, text_width
from tools.maps.paths import Point, element, fmt
from tools.maps.slots import Taken, along, best_spot, find_slots, largest, middle, squares

FACTIONS = ("saxon", "danish", "norse", "welsh", "irish", "scottish", "norman", "baron")
# the same in colour and in heraldry, so that nobody needs the colour
CHARGES = {
    "saxon": "M0-4.200V4M-3-1H3",
    "danish": "M-3.200-.500H3.200",
    "norse": "M0-4.200V4.400",
    "welsh": "M-3.200-4L2.400 2.600",
    "irish": "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0",
    "scottish": "M-3-4L2.200 2.200M3-4L-2.200 2.200",
    "norman": "M-3.200-2.200H3.200M-2.800 1H2.800",
    "baron": "M-3.200 2L0-2.400L3.200 2",
}
LAX = (0.97, 0.85, 0.7, 0.55, 0.4)
EARLY = ("hampshire", "archenfield", "cambridge", "leicester", "hertford", "stamford", "huntington", "gwent")


@dataclass(frozen=True, slots=True)
class Tag:
    """A name over its value and signs."""

    name: Name
    area: dict[str, Any]
    signs: Point

    def svg(self) -> str:
        """Name, value in a disc, shields, crown, coin."""
        x, y = self.signs
        left = x - signs_width(self.area) / 2
        text = (
            f'<circle class="value-disc" cx="{fmt(left + 6)}" cy="{fmt(y)}" r="6.200"/>'
            f'<text class="value" x="{fmt(left + 6)}" y="{fmt(y + 3.6)}">{self.area["value"]}</text>'
        )
        left += 14.5
        marks = [f"shield-{h}" for h in self.area["homelands"]]
        marks += [sign for sign in ("crown", "coin") if self.area.get(sign)]
        for mark in marks:
            wide = 10 if mark.startswith("shield") else 13
            text += f'<use href="#{mark}" x="{fmt(left)}" y="{fmt(y - 6)}" width="{wide}" height="12"/>'
            left += wide
        return self.name.svg("") + text

    def box(self) -> list[float]:
        """The ground the whole tag covers."""
        x0, y0, x1, _ = self.name.ground(0.5).bounds
        half = signs_width(self.area) / 2
        x, y = self.signs
        return [round(v, 1) for v in (min(x0, x - half), y0, max(x1, x + half), y + 7)]


def signs_width(area: dict[str, Any]) -> float:
    """How wide the row of signs is."""
    return 14.5 + 10 * len(area["homelands"]) + 13 * (bool(area.get("crown")) + bool(area.get("coin")))


def name_size(shape: Geometry, kind: str) -> float:
    """Letters by the size of the land."""
    if kind == "city":
        return 13.0
    return next(
        size for least, size in ((9000, 17.0), (5200, 15.0), (3200, 13.5), (0, 12.0)) if shape.area > least
    )


def place_tags(m: Map, waters: dict[str, list[Name]]) -> dict[str, Tag]:
    """A tag for every area and city, the narrow ones first, none on another."""
    cities, lands = m.of("city"), m.of("land", "overseas")
    taken = Taken(cards(m))
    taken.add(box for ns in waters.values() for n in ns for box in n.boxes())
    taken.add(squares((city_seat(f) for f in cities.values()), 24))
    taken.add(f.shape.bounds for f in m.of("road-box").values())
    taken.add(box for f in m.of("road-segment").values() for box in along(f.shape, 5))
    found: dict[str, Tag] = {}
    order = [
        *EARLY,
        *cities,
        *sorted((i for i in lands if i not in EARLY), key=lambda i: lands[i].shape.area),
    ]
    for ident in order:
        found[ident] = _tag(m, ident, taken)
        left, top, right, bottom = found[ident].box()
        taken.add([[left - 1, top - 1, right + 1, bottom + 1]])
    return found


def _tag(m: Map, ident: str, busy: Taken) -> Tag:
    """One tag where it sits best."""
    feature, area = m.features[ident], m.areas[ident]
    by_hand = m.lettering["tags"].get(ident)
    size = by_hand[2] if by_hand else name_size(feature.shape, feature.kind)
    width = max(text_width(area["name"], size, spacing=0.4, small_caps=True), signs_width(area)) + 2
    height = size * 0.7 + 16
    if feature.kind == "city":
        seat = city_seat(feature)
        home, near, margin = shapely.Point(seat).buffer(46), seat, 6.0
    else:
        home = largest(feature.shape.intersection(INNER))
        near, margin = middle(home), 16.0
    x, y = by_hand[:2] if by_hand else best_spot(home, (width, height), busy, near, margin=margin)
    css = "place-name city-name" if feature.kind == "city" else "place-name"
    base = y - height / 2 + size * 0.7 + 1
    name = Name(area["name"], size, ((x, base),), css, "fell", 0.4, small_caps=True)
    return Tag(name, area, (x, base + 8.5))


def slots_for(
    m: Map, labels: dict[str, Tag], waters: dict[str, list[Name]], lines: dict[tuple[str, str], Geometry]
) -> dict[str, Place]:
    """Slots for every place a stack may stand in."""
    fixed = [*(t.box() for t in labels.values()), *cards(m)]
    fixed += [box for ns in waters.values() for n in ns for box in n.boxes()]
    places = _land_slots(m, Taken(fixed))
    _crowded(m, places, fixed)
    taken = Taken(fixed)
    for place in places.values():
        taken.add([*squares(place.slots, PITCH), *squares(place.dense, DENSE)])
    for ident in m.areas:
        room = m.features[ident].shape.buffer(8 if ident in m.of("city") else 2).intersection(INNER)
        near = labels[ident].signs
        places[ident].marks = find_slots(
            room, taken, side=MARK, most=3, near=near, inside=(0.9, 0.6), enough=2
        )
        taken.add(squares(places[ident].marks, MARK))
    for ident, f in (m.of("sea") | m.of("road-segment")).items():
        places[ident] = _water_or_road(m, f, taken)
        taken.add(squares(places[ident].slots, PITCH))
    for ident, place in places.items():
        _finish(m, ident, place, labels, waters, lines)
    return places | {ident: _box_place(m, ident) for ident in m.lettering["boxes"]}


def _land_slots(m: Map, taken: Taken) -> dict[str, Place]:
    """Road boxes and cities hold one stack, areas and estuaries up to four; the narrow ones choose first."""
    places: dict[str, Place] = {}
    lands = sorted(m.of("land", "overseas"), key=lambda i: m.features[i].shape.area)
    for ident in (*m.of("road-box"), *m.of("city"), *lands, *m.of("estuary")):
        f = m.features[ident]
        home = f.shape.intersection(INNER)
        single = f.kind in ("city", "road-box")
        near = city_seat(f) if f.kind == "city" else middle(home)
        slots = find_slots(
            home, taken, side=PITCH, most=1 if single else 4, near=near, inside=LAX, enough=1 if single else 2
        )
        slots = [near] if single else slots
        taken.add(squares(slots, PITCH))
        places[ident] = Place(str(f.facts["name"]), f.kind, slots[0] if slots else near, slots)
    return places


def _crowded(m: Map, places: dict[str, Place], fixed: list[list[float]]) -> None:
    """Closer slots for smaller counters, clear of what others may put down."""
    for ident, place in places.items():
        if ident not in m.areas:
            continue
        taken = Taken(fixed)
        for other, theirs in places.items():
            if other != ident:
                taken.add([*squares(theirs.slots, PITCH), *squares(theirs.dense, DENSE)])
        room = m.features[ident].shape.buffer(6 if place.kind == "city" else 0).intersection(INNER)
        place.dense = find_slots(room, taken, side=DENSE, most=6, near=place.anchor, inside=LAX, enough=3)


def _box_place(m: Map, ident: str) -> Place:
    """A box with rows of slots under its title."""
    x, y, w, h = m.lettering["boxes"][ident]
    rows, columns = int((h - 40) // 30), int((w - 16) // 30)
    spots = [
        (x + w / 2 + (i - (columns - 1) / 2) * 30, y + 50 + j * 30)
        for j in range(rows)
        for i in range(columns)
    ]
    return Place(m.lettering["box_names"][ident], "box", spots[0], spots, label=(x + w / 2, y + 18))


def _water_or_road(m: Map, f: Feature, taken: Taken) -> Place:
    """Slots at sea, or one on a stretch of road."""
    if f.kind == "sea":
        x, y = project(np.array([f.facts["anchor"]]))[0]
        home = f.shape.intersection(INNER)
        slots = find_slots(home, taken, side=PITCH, most=8, near=(float(x), float(y)), inside=(0.99,))
        return Place(str(f.facts["name"]), f.kind, slots[0], slots)
    half = f.shape.interpolate(0.5, normalized=True)
    near, slots = (half.x, half.y), []
    for reach in (18, 45, 90):
        slots = slots or find_slots(
            f.shape.buffer(reach), taken, side=PITCH, most=1, near=near, inside=(0.8, 0.5)
        )
    return Place(m.roads[f.id]["name"], f.kind, near, slots)


def _finish(
    m: Map,
    ident: str,
    place: Place,
    labels: dict[str, Tag],
    waters: dict[str, list[Name]],
    lines: dict[tuple[str, str], Geometry],
) -> None:
    """Names and neighbours of a place."""
    if ident in labels:
        place.names, place.label = [labels[ident].box()], labels[ident].name.middle()
    elif ident in waters:
        place.names, place.label = [b for n in waters[ident] for b in n.boxes()], waters[ident][0].middle()
    if ident in m.roads:
        place.neighbours = list(m.roads[ident]["ends"])
    else:
        touching = [b if a == ident else a for a, b in lines if ident in (a, b)]
        place.neighbours = [i for i in touching if m.features[i].kind not in ("void", "foreign")]


def cards(m: Map) -> list[list[float]]:
    """Ground covered by title, key, boxes and compass."""
    found = [[x, y, x + w, y + h] for x, y, w, h in m.lettering["boxes"].values()]
    x, y, w, h, scale = m.lettering["title"]
    found.append([x, y, x + w * scale, y + h * scale])
    x, y, w, h, scale = m.lettering["key"]
    found.append([x, y, x + w * scale, y + h * scale])
    x, y = m.lettering["rose"]
    found.append([x - 88, y - 92, x + 88, y + 92])
    return found


def furniture(m: Map) -> list[str]:
    """Boxes, key, compass and title."""
    x, y, w, _, scale = m.lettering["title"]
    title = art.cartouche(x, y, "DOMESDAY", "the Conquest and its aftermath", "MLXVI TO MCVI", w, scale)
    rose = art.compass(tuple(m.lettering["rose"]), 1.2)
    return [*(_box(m, i) for i in m.lettering["boxes"]), _key(m), rose, title]


def _box(m: Map, ident: str) -> str:
    """The box of the King, of exiles or of the dead."""
    x, y, w, h = m.lettering["boxes"][ident]
    title = m.lettering["box_names"][ident]
    content = f'<text class="box-title" x="{fmt(w / 2)}" y="25">{title}</text>'
    target = element(
        "path",
        element("title", title),
        class_="box",
        data_id=ident,
        d=f"M{fmt(x)} {fmt(y)}h{fmt(w)}v{fmt(h)}h{fmt(-w)}z",
    )
    return art.card(x, y, w, h, content) + target


def _key(m: Map) -> str:
    """What the ground costs, and whose homeland the shields mean."""
    x, y, w, h, scale = m.lettering["key"]
    rows = ['<text class="box-title" x="120" y="27">The ground</text>']
    for i, (kind, cost) in enumerate(
        (("lowland", "1"), ("forest", "2"), ("marsh", "3"), ("highland", "3"), ("city", "1"))
    ):
        top = 38 + i * 25
        fill = {"lowland": "var(--map-clear)", "city": "var(--map-city)"}.get(kind, f"var(--map-{kind})")
        rows.append(f'<rect class="swatch" x="20" y="{top}" width="34" height="19" style="fill:{fill}"/>')
        if kind in ("forest", "marsh", "highland"):
            rows.append(f'<rect x="20" y="{top}" width="34" height="19" fill="url(#{kind})"/>')
        rows.append(
            f'<text class="key-text" x="64" y="{top + 14}">{kind}</text><text class="key-number" x="204" y="{top + 14}">{cost}</text>'
        )
    rows.append(
        '<path class="card-line" d="M20 170H220"/><text class="box-title" x="120" y="191">Homelands</text>'
    )
    for i, faction in enumerate(FACTIONS):
        left, top = 24 + (i % 2) * 106, 202 + (i // 2) * 21
        rows.append(
            f'<use href="#shield-{faction}" x="{left}" y="{top}" width="14" height="16"/><text class="key-text" x="{left + 20}" y="{top + 13}">{faction}</text>'
        )
    rows.append(
        '<use href="#crown" x="24" y="290" width="16" height="15"/><text class="key-text" x="44" y="302">half a point</text>'
    )
    rows.append(
        '<use href="#coin" x="130" y="290" width="16" height="15"/><text class="key-text" x="150" y="302">plunder</text>'
    )
    return art.card(x, y, w, h, "".join(rows), scale)


SYMBOLS = (
    "".join(
        f'<symbol id="shield-{f}" viewBox="-5 -6 10 12"><path class="map-shield map-{f}" d="M-4-5H4V0Q4 4 0 5.600Q-4 4-4 0z"/>'
        f'<path class="map-charge" d="{d}"/></symbol>'
        for f, d in CHARGES.items()
    )
    + '<symbol id="crown" viewBox="0 0 24 22"><path class="map-crown" d="M3.500 18.500L2.500 8l5 4L12 5l4.500 7 5-4-1 10.500z"/></symbol>'
    '<symbol id="coin" viewBox="-6 -6 12 12"><circle class="map-coin" r="4.800"/><path class="map-coin-mark" d="M0-2.800V2.800"/></symbol>'
    '<symbol id="seal" viewBox="-11 -11 22 22"><circle class="map-seal" r="9.800"/>'
    '<path class="map-town-wall" d="M-5.600 5V-2.200h2v1.700h1.900V-5h3.400v4.500h1.900V-2.200h2V5z"/></symbol>'
)
