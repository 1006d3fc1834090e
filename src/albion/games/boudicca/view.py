"""What a seat may see, as plain JSON; the shape is described in VIEW.md."""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.action import Json
from albion.engine.kept import Kept
from albion.games.boudicca.roster import BRITONS, ROMANS, SIDES
from albion.games.boudicca.s06_stacking import horde_markers, legion_markers
from albion.games.boudicca.s10_combat import armies, drms, odds
from albion.games.boudicca.s14_victory import briton_points, roman_points
from albion.games.boudicca.state import (
    DEAD,
    FOUGHT,
    FURY,
    ISCA,
    MARCHED,
    MONA,
    NEVER,
    PLUNDER,
    RAMPAGE,
    RESERVE,
    SCARED,
    SPENT,
    BoudiccaState,
)

PHASES = {
    "deployment": "Initial deployment",
    "cards": "OPs card selection",
    "civilians": "Civilian movement",
    "initiative": "Initiative",
    "operations": "Operations",
    "end": "End of turn",
}
STATES = (
    (MARCHED, "force-marched"),
    (SCARED, "scared"),
    (PLUNDER, "plundering"),
    (RAMPAGE, "rampage"),
    (FURY, "fury"),
    (SPENT, "spent"),
    (FOUGHT, "fought"),
)
_NOWHERE = (RESERVE, DEAD)
_names = {MONA: "mona", ISCA: "isca", RESERVE: "reserve", DEAD: "eliminated"}
"""Of places; hexes are added as they are asked for."""


def view_of(s: BoudiccaState, seat: str | None, kept: Kept) -> dict[str, Json]:
    """The whole table without what is hidden from that seat."""
    counters = (s.where, s.steps, s.sacked, s.revolted, s.landed)
    # Points and strengths ask who is off the map, not where the others stand: a move leaves them as they are.
    off = kept.part("off", s.where, lambda: [place if place <= DEAD else DEAD + 1 for place in s.where])
    told = kept.part("points", (off, *counters[1:]), lambda: _told(s))
    return {
        "round": {"number": s.turn, "name": f"Turn {s.turn}", "of": s.rules.data.sequence.sequence.turns},
        "active": {"seat": s.phasing, "faction": s.phasing, "phase": s.phase, "name": PHASES[s.phase]},
        "pieces": pieces(s, kept),
        **told,
        "seats": {side: _seat(s, side) for side in SIDES},
        "hand": [] if seat is None or s.options.solitaire else list(s.hands[seat]),
        "bid": s.bids.get(seat) if seat and not s.options.solitaire else None,
        "impulse": {
            "seat": s.phasing,
            "ap": s.ap,
            "cards": s.cards,
            "final": s.final,
            "turned_up": list(s.drawn),
        },
        "moving": _moving(s),
        "battle": battle_panel(s),
        "markers": markers(s, kept),
    }


def presence(s: BoudiccaState) -> list[tuple[str, str, int]]:
    """Place, people or legion, and how many counters of theirs."""
    whose = s.rules.whose
    found: list[tuple[str, str, int]] = []
    for place, here in s.at.items():
        name, first = place_name(place), whose[here[0]]
        if all(whose[u] == first for u in here):
            found.append((name, first, len(here)))
            continue
        counted: dict[str, int] = {}
        for u in here:
            counted[whose[u]] = counted.get(whose[u], 0) + 1
        for faction, n in counted.items():
            found.append((name, faction, n))
    return found


def _told(s: BoudiccaState) -> dict[str, Json]:
    """What follows from where the counters stand and in what strength."""
    won = {ROMANS: roman_points(s), BRITONS: briton_points(s)}
    total = {side: sum(won[side].values()) for side in SIDES}
    return {"scores": total, "points": won, "factions": factions(s, total)}


def _seat(s: BoudiccaState, side: str) -> dict[str, Json]:
    return {
        "hand": len(s.hands[side]),
        "deck": len(s.decks[side]),
        "played": list(s.spent[side]),
        "waiting": ["draw-another-card"] if side == BRITONS and s.waiting_card else [],
    }


def _moving(s: BoudiccaState) -> dict[str, Json] | None:
    if not s.group:
        return None
    return {
        "units": [s.rules.units[u].id for u in s.group],
        "place": place_name(s.where[s.group[0]]),
        "mp": s.mp / 2,
        "forced": s.forced,
    }


def place_name(place: int) -> str:
    """A hex as RRCC, a box by its name."""
    name = _names.get(place)
    if name is None:
        name = _names[place] = f"{place:04d}"
    return name


def pieces(s: BoudiccaState, kept: Kept) -> list[dict[str, Json]]:
    """Every counter on the map and in the off-map boxes."""
    everything = (s.where, s.steps, s.ready, s.used, s.marks, s.impulse)
    return kept.part("pieces", everything, lambda: _pieces(s, kept))


def _pieces(s: BoudiccaState, kept: Kept) -> list[dict[str, Json]]:
    now = s.impulse
    states = kept.part("ready", (s.ready, now), lambda: [(n <= now) + (n < NEVER) for n in s.ready])
    rows = zip(s.where, s.steps, states, s.used, s.marks, strict=True)
    # By number, not by place: so a counter that moves keeps its place in the list, and only its hex is told again.
    sources = {u: row for u, row in enumerate(rows) if row[0] not in _NOWHERE}
    return list(kept.each("piece", sources, lambda u: _piece(s, u)).values())


def _piece(s: BoudiccaState, u: int) -> dict[str, Json]:
    unit = s.rules.units[u]
    return {
        "id": unit.id,
        "place": place_name(s.where[u]),
        "faction": unit.body or unit.side,
        "side": unit.side,
        "kind": unit.type,
        "count": 1,
        "cavalry": unit.cavalry,
        "strength": unit.strength[s.steps[u]],
        "full": unit.strength[-1],
        "steps": s.steps[u],
        "ma": unit.ma,
        "bonus": unit.bonus,
        "active": s.ready[u] <= s.impulse,
        "mobilized": s.ready[u] < NEVER,
        "used": s.used[u],
        "state": [name for bit, name in STATES if s.marks[u] & bit],
    }


def factions(s: BoudiccaState, total: Mapping[str, int]) -> dict[str, Json]:
    """Both sides with their totals, the legions and the tribes."""
    r = s.rules
    found: dict[str, Json] = {
        side: {"name": side.title(), "seat": side, "points": total[side]} for side in SIDES
    }
    for legion, name in r.data.units.legions.names.items():
        found[legion] = {"name": name, "seat": ROMANS, **_body(s, legion), "landed": legion in s.landed}
    for tribe, counters in r.data.units.tribes.counters.items():
        found[tribe] = {
            "name": counters.name,
            "seat": BRITONS,
            **_body(s, tribe),
            "revolt": tribe in s.revolted,
            "oppidum": f"{r.board.oppidum[tribe]:04d}",
        }
    return found


def _body(s: BoudiccaState, body: str) -> dict[str, Json]:
    units = s.rules.of_body[body]
    lost = sum(s.where[u] == DEAD for u in units)
    return {
        "strength": s.strength(u for u in units if s.where[u] not in (DEAD, RESERVE)),
        "units": len(units),
        "eliminated": lost,
    }


def markers(s: BoudiccaState, kept: Kept) -> list[dict[str, Json]]:
    """Everything else on the board; those that stand for stacks are sought again only when their side has moved."""
    cohorts, (low, high) = s.rules.cohorts, s.rules.ranks[BRITONS]
    sources = {
        _placed: (s.sacked, s.spans, s.revolted),
        _legions: (s.where[:cohorts], s.ready[:cohorts]),
        _hordes: s.where[low:high],
    }
    return kept.joined("markers", sources, lambda made: made(s))


def _placed(s: BoudiccaState) -> list[dict[str, Json]]:
    quiet = [t for t in s.rules.tribes if t not in s.revolted]
    return [
        *({"kind": "sacked", "place": f"{h:04d}", "by": by} for h, by in sorted(s.sacked.items())),
        *({"kind": f"bridge-{how}", "hexside": side} for side, how in sorted(s.spans.items())),
        *({"kind": "not-in-revolt", "place": f"{s.rules.board.oppidum[t]:04d}", "tribe": t} for t in quiet),
    ]


def _legions(s: BoudiccaState) -> list[dict[str, Json]]:
    return [{"kind": "legion", "place": f"{h:04d}", "legion": leg} for leg, h in legion_markers(s).items()]


def _hordes(s: BoudiccaState) -> list[dict[str, Json]]:
    return [
        {"kind": "horde", "place": f"{h:04d}", "number": n} for n, h in enumerate(horde_markers(s), start=1)
    ]


def battle_panel(s: BoudiccaState) -> dict[str, Json] | None:
    """The battle as screens show it."""
    b = s.battle
    if b is None:
        return None
    attackers, defenders = armies(s)
    fought = bool(attackers and defenders)
    return {
        "hex": b.hex,
        "attacker": b.attacker,
        "defender": b.defender,
        "intercepting": b.intercepting,
        "size": b.size or None,
        "round": b.round,
        "ave": b.ave,
        "terrain": s.rules.board.terrain[b.hex],
        "strength": {b.attacker: s.strength(attackers), b.defender: s.strength(defenders)},
        "odds": "{}:{}".format(*odds(s)) if fought else None,
        "dice": dict(zip((b.attacker, b.defender), odds(s), strict=True)) if fought else None,
        "drm": {side: drms(s, side) for side in (b.attacker, b.defender)},
        "disrupted": dict(zip((b.attacker, b.defender), b.disrupted, strict=True)),
    }
