"""5.0 What a refused activation is told: the fact in the position that decides, in places and numbers."""

from __future__ import annotations

from albion.engine.action import Action
from albion.engine.cite import Cite
from albion.games.boudicca.questions import Reason, place
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s07_bridges import bridge_stands
from albion.games.boudicca.s07_ways import cannot_move
from albion.games.boudicca.s09_towns import enemy_place, has_moved
from albion.games.boudicca.s11_mobilization import unmobilized
from albion.games.boudicca.s11_revolts import not_in_revolt
from albion.games.boudicca.s12_druids import druids_in_play, vacancies
from albion.games.boudicca.state import BOXES, NEVER, PLUNDER, BoudiccaState, enemy
from albion.kernels.hex import distance, ends

WHOSE = {"mobilize": ROMANS, "enter": ROMANS, "incite": BRITONS, "recruit": BRITONS, "convoke": BRITONS}
"""The activations that only one side has."""
IDLE = {
    "7.1.14.a": "idle-moved",
    "7.1.14.b": "idle-moved-twice",
    "9.2.2.a": "idle-sacked",
    "11.0.a": "idle-unmobilized",
    "11.1.4.a": "idle-roused",
    "8.1.1.a": "idle-civilians",
    "5.3.1.b": "idle-scared",
    "5.3.1.c": "idle-plundering",
    "R54": "idle-spent",
}
"""By the decisive clause: why no unit of a hex can be activated."""
BUSY_SACKERS = {"11.0.a": "idle-unmobilized", "R26": "idle-scared", "R52": "idle-plundering"}
"""The same of units that cannot sack where they stand."""


def spending_reason(s: BoudiccaState, a: Action, why: Cite) -> Reason:
    """The sentence against an activation that its own law forbids."""
    if WHOSE.get(a.verb, s.phasing) != s.phasing:
        return "other-sides", {"seat": WHOSE[a.verb]}
    clause = why[0].clause
    match a.verb:
        case "activate":
            return _activating(s, a, clause)
        case "sack":
            return _sacking(s, a, clause)
        case "destroy" | "build":
            return _bridging(s, a, clause)
        case "mobilize":
            return _mobilizing(s, a, clause)
        case "enter":
            return _entering(s, a.name)
        case "incite":
            return _inciting(s, a, clause)
        case "recruit":
            return _recruiting(s, a, clause)
        case "convoke":
            return _convoking(s, a, clause)
    return None


def _activating(s: BoudiccaState, a: Action, clause: str) -> Reason:
    units = s.units(a.number, s.phasing)
    if not units and clause != "8.1.1.a":
        return "nobody-there", place(s, a.number)
    if len({why[0] for u in units if (why := cannot_move(s, u))}) > 1:
        return "idle-each", place(s, a.number)
    return (IDLE[clause], place(s, a.number)) if clause in IDLE else None


def _sacking(s: BoudiccaState, a: Action, clause: str) -> Reason:
    h, side = a.number, s.phasing
    if clause == "9.2.3.a":
        return "sacked-already", place(s, h)
    if clause in BUSY_SACKERS:
        return BUSY_SACKERS[clause], place(s, h)
    if clause != "9.2.1.b":
        return None
    if not enemy_place(s, side, h):
        return f"no-prey-of-{side}", place(s, h)
    if s.units(h, enemy(side)):
        return "enemies-there", place(s, h)
    fighters = s.fighters(h, side)
    if fighters and all(has_moved(s, u) for u in fighters):
        return "idle-moved", place(s, h)
    return None if fighters else ("no-fighters", place(s, h))


def _bridging(s: BoudiccaState, a: Action, clause: str) -> Reason:
    side, where = a.name, {"hexside": a.name, "near": s.rules.board.near(ends(a.name)[0])}
    match clause:
        case "7.4.1.a":
            return "no-bridge", where
        case "7.4.2.a" if s.phasing != ROMANS:
            return "other-sides", {"seat": ROMANS}
        case "7.4.2.a":
            return ("bridge-there" if bridge_stands(s, side) else "no-river"), where
        case "7.4.1.b":
            return "no-infantry", where
        case "7.4.2.b":
            return "no-cohort", where
        case "7.4.1.c" | "7.4.2.c":
            return "bridge-watched", where | {"limit": s.rules.data.activation.ranges.bridge_enemy_hexes}
    return None


def _mobilizing(s: BoudiccaState, a: Action, clause: str) -> Reason:
    if clause == "11.1.3.d" and s.ii_tried:
        return "ii-tried", {}
    where = BOXES[a.noun] if isinstance(a.noun, str) else a.number
    if unmobilized(s, where):
        return ("no-cohort-asleep", place(s, a.number)) if isinstance(a.noun, int) else None
    return "nobody-asleep", place(s, a.number) if isinstance(a.noun, int) else {"hex": a.noun}


def _entering(s: BoudiccaState, box: str) -> Reason:
    units = s.units(BOXES[box], ROMANS)
    if not any(s.rules.combat[u] for u in units):
        return "nobody-off-map", {"box": box}
    quiet = any(s.ready[u] == NEVER for u in units)
    return ("off-map-unmobilized" if quiet else "off-map-later"), {"box": box}


def _inciting(s: BoudiccaState, a: Action, clause: str) -> Reason:
    home = s.rules.board.oppidum[a.name]
    if not not_in_revolt(s, a.name):
        return "in-revolt", {"tribe": a.name}
    if s.occupied(home, ROMANS):
        return "enemies-there", place(s, home)
    leaders = s.leaders(home, BRITONS)
    if not leaders:
        return "nobody-incites", {"hex": home, "tribe": a.name}
    if clause == "R52":
        riotous = next(u for u in leaders if s.marks[u] & PLUNDER)
        return "unit-plundering", {"unit": s.rules.units[riotous].id}
    return "druid-spent", {"leader": s.rules.units[leaders[0]].id}


def _recruiting(s: BoudiccaState, a: Action, clause: str) -> Reason:
    deva, limit = s.rules.board.entry["mona"], s.rules.data.activation.ranges.recruit_hexes
    if clause == "12.2.2.a":
        most = s.rules.data.units.leaders.druids_in_play
        return "druids-in-play", {"count": len(druids_in_play(s)), "limit": most}
    if clause == "12.2.1.a":
        return "no-druid-left", {}
    if clause == "12.1.1.a":
        return "enemies-there", place(s, a.number)
    away = distance(deva, a.number)
    if vacancies(s) and away > limit:
        return "hexes-from", place(s, a.number) | {"away": away, "limit": limit, "source": deva}
    return "druid-fell-now", {}


def _convoking(s: BoudiccaState, a: Action, clause: str) -> Reason:
    if clause == "12.2.6.b":
        return "nobody-in-call", {"leader": a.name, "limit": s.rules.data.activation.ranges.convocation_mp}
    if clause == "9.2.2.a":
        return "sackers-in-call", {"leader": a.name, "limit": s.rules.data.activation.ranges.convocation_mp}
    if s.rules.index[a.name] not in s.rules.druids:
        return "only-druids", {}
    if clause == "R52":
        return "unit-plundering", {"unit": a.name}
    return ("druid-spent" if clause == "R54" else "leader-gone"), {"leader": a.name}
