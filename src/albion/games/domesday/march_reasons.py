"""5.4 What a refused step, pick or drop of a march is told: the fact that decides, in places and numbers."""

from __future__ import annotations

from albion.engine.action import Json
from albion.engine.cite import Cite
from albion.games.domesday.open_steps import ways_out
from albion.games.domesday.reasons import held
from albion.games.domesday.refusals import Reason, ap, too_dear
from albion.games.domesday.s01_4_absentee import ESCORT
from albion.games.domesday.s04_units import company, limit
from albion.games.domesday.s05_1_points import ELSEWHERE, event_areas, fewest
from albion.games.domesday.s05_4_laws import (
    CIRCLE,
    CROWDED,
    FULL,
    FYRD_LONGSHIPS,
    FYRD_SPEARMEN,
    Band,
    departure,
    doors,
    enter_forbids,
    passage,
    priced,
    toll,
)
from albion.games.domesday.s05_5_3_retreat import FULL as NO_ROOM
from albion.games.domesday.state import Dom

PLAIN = {FYRD_SPEARMEN[0]: "fyrd-spearmen", FYRD_LONGSHIPS[0]: "fyrd-longships", CIRCLE[0]: "circle"}
"""By the decisive clause: sentences that name nothing."""
NO_STAY = {"3.1.4.f": "no-stay", "3.1.6.c": "no-stay", "3.1.5.e": "sailors-stay"}
"""By the decisive clause: nobody stays on a Road or at Sea, only Leaders and Longships in an Estuary."""
PASSAGES = ("3.1.4.d", "3.1.5.d", "3.1.6.a")
"""Roads and waters are entered only on the way to another Area."""


def step_reason(s: Dom, band: Band, path: tuple[str, ...], to: str, why: Cite) -> Reason | None:
    """Why the band does not enter a space: not next to it, too dear, too many, or nowhere to go from there."""
    here, d = path[-1], departure(s, band, path[-1])
    if to not in doors(s, d, here):
        return ("here-already", {"area": here}) if to == here else ("not-next", {"area": here, "to": to})
    clause = why[0].clause
    if why[0] == ELSEWHERE[0]:
        return "elsewhere", {"areas": [*event_areas(s)]}
    if priced(why):
        need = fewest(s, lambda t: enter_forbids(t, band, path, to) is None) or toll(s, band, d, to)
        return too_dear(s, need) if need > s.purse.halves else None
    if why[0] == CROWDED[0] and FULL[1] not in why:
        return crowded(s, band)
    if clause in PASSAGES:
        if len(why) == 1:
            return held(s, to)
        if to == passage(s, band, path)[0]:
            return "turns-back", {"area": to}
        return "no-way-on", {"area": to, "left": ap(max(0, s.purse.halves - toll(s, band, d, to)))}
    if NO_ROOM[0] in why:
        return no_room(s, band, to)
    if clause == "5.4.j" and d.escapes is not None:
        return escapes(s, here, list(d.escapes))
    return absentee_bound(s, band, here, clause) or _plain(s, band, to, why)


def stay_reason(s: Dom, band: Band, path: tuple[str, ...], why: Cite) -> Reason | None:
    """Why nobody stays where the band is: it has not set out, there is no room, or only ships stay there."""
    here = path[-1]
    if len(path) == 1:
        return "not-set-out", {"area": here}
    if why[0].clause in NO_STAY:
        return NO_STAY[why[0].clause], {"area": here}
    return _plain(s, band, here, why)


def _plain(s: Dom, band: Band, to: str, why: Cite) -> Reason | None:
    if why[0] == FULL[0] and FULL[1] in why:
        return no_room(s, band, to)
    return (PLAIN[why[0]], {}) if why[0] in PLAIN else None


def no_room(s: Dom, band: Band, to: str) -> Reason:
    """How many are there, and how many there may be with the band's Leaders."""
    count, leaders = company(s, to, band.faction)
    return "no-room", {"area": to, "n": count, "most": limit(s, (*leaders, *band.leaders))}


def absentee_bound(s: Dom, band: Band, here: str, clause: str) -> Reason | None:
    """What keeps Absentee units where they are: their Homeland, or a Leader who needs them beside him."""
    if clause == "1.4.3.b":
        return "home-guard", {"area": here, "faction": band.faction}
    if clause == "1.4.3.c":
        return "escort-stays", {"area": here, "least": ESCORT}
    return ("escort-short", {"n": band.count, "least": ESCORT}) if clause == "1.4.3.d" else None


def crowded(s: Dom, band: Band) -> Reason:
    """How many would march together."""
    return "crowded", {"n": band.count, "most": limit(s, band.leaders)}


def escapes(s: Dom, here: str, areas: list[str]) -> Reason:
    """Where a band may go out of an Enemy-Controlled Area, if anywhere."""
    facts: dict[str, Json] = {"area": here, "areas": [*areas]}
    return ("escape-only" if areas else "no-escape"), facts


def stuck_reason(s: Dom, band: Band, path: tuple[str, ...], why: Cite) -> Reason | None:
    """Why the band can go nowhere at all: the fewest points with which it could, too many, or no retreat."""
    if priced(why):
        need = fewest(s, lambda t: ways_out(t, band, path))
        return too_dear(s, need) if need else None
    if why[0] == CROWDED[0] and FULL[1] not in why:
        return crowded(s, band)
    if why[0] == ELSEWHERE[0]:
        return "elsewhere", {"areas": [*event_areas(s)]}
    d = departure(s, band, path[-1])
    if why[0].clause == "5.4.j" and d.escapes is not None:
        return escapes(s, path[-1], list(d.escapes))
    if why[0].clause in PASSAGES:
        return "no-way-out", {"area": path[-1], "left": ap(s.purse.halves)}
    if why[0] in PLAIN:
        return PLAIN[why[0]], {}
    return absentee_bound(s, band, path[-1], why[0].clause)
