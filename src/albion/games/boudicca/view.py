"""What a seat may see, as plain JSON; the shape is described in VIEW.md."""

from __future__ import annotations

from albion.engine.action import Json
from albion.games.boudicca.roster import BRITONS, ROMANS, SIDES
from albion.games.boudicca.s06_stacking import horde_markers, legion_markers
from albion.games.boudicca.s10_combat import battle_panel
from albion.games.boudicca.s14_victory import briton_points, points, roman_points
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
BOX_NAMES = {MONA: "mona", ISCA: "isca"}


def view_of(s: BoudiccaState, seat: str | None) -> dict[str, Json]:
    """The whole table without what is hidden from that seat."""
    total = points(s)
    return {
        "round": {"number": s.turn, "name": f"Turn {s.turn}", "of": s.rules.data.sequence.sequence.turns},
        "active": {"seat": s.phasing, "faction": s.phasing, "phase": s.phase, "name": PHASES[s.phase]},
        "pieces": pieces(s),
        "scores": total,
        "points": {ROMANS: roman_points(s), BRITONS: briton_points(s)},
        "factions": factions(s),
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
        "markers": markers(s),
    }


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
    return BOX_NAMES.get(place) or {RESERVE: "reserve", DEAD: "eliminated"}.get(place) or f"{place:04d}"


def pieces(s: BoudiccaState) -> list[dict[str, Json]]:
    """Every counter on the map and in the off-map boxes."""
    found = []
    for place in sorted(s.at):
        for u in s.at[place]:
            unit = s.rules.units[u]
            found.append(
                {
                    "id": unit.id,
                    "place": place_name(place),
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
            )
    return found


def factions(s: BoudiccaState) -> dict[str, Json]:
    """Both sides, the legions and the tribes."""
    r, total = s.rules, points(s)
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


def markers(s: BoudiccaState) -> list[dict[str, Json]]:
    """Everything else on the board."""
    quiet = [t for t in s.rules.tribes if t not in s.revolted]
    return [
        *({"kind": "sacked", "place": f"{h:04d}", "by": by} for h, by in sorted(s.sacked.items())),
        *({"kind": f"bridge-{how}", "hexside": side} for side, how in sorted(s.spans.items())),
        *({"kind": "not-in-revolt", "place": f"{s.rules.board.oppidum[t]:04d}", "tribe": t} for t in quiet),
        *({"kind": "legion", "place": f"{h:04d}", "legion": leg} for leg, h in legion_markers(s).items()),
        *(
            {"kind": "horde", "place": f"{h:04d}", "number": n}
            for n, h in enumerate(horde_markers(s), start=1)
        ),
    ]
