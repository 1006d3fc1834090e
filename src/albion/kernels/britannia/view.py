"""What everybody may see of a Britannia table: all of it, there are no secrets."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from albion.engine.action import Json
from albion.engine.game import View
from albion.engine.options import Options
from albion.kernels.britannia.board import Nation
from albion.kernels.britannia.limits import population_limit
from albion.kernels.britannia.ruleset import Ruleset
from albion.kernels.britannia.sequence import holding_value, seat_scores
from albion.kernels.britannia.state import BritState, standing


class Printed(NamedTuple):
    """What never changes in a match; made once, so that nobody has to copy or compare it again."""

    nations: dict[Nation, dict[str, Json]]
    cards: dict[str, Json]
    timeline: list[dict[str, Json]]
    seats: dict[str, Json]


_PRINTED: dict[Options, Printed] = {}


def printed(rules: Ruleset) -> Printed:
    """The nations' cards, the timeline and who plays whom."""
    found = _PRINTED.get(rules.options)
    if found is None:
        cards = {
            card.id: {"counters": card.armies, "centers": list(card.centers), "values": dict(card.values)}
            for card in rules.nations.values()
        }
        nations = {n: {"name": card.name, "seat": rules.seat_of[n]} for n, card in rules.nations.items()}
        theirs = {seat: [n for n in rules.nations if rules.seat_of[n] == seat] for seat in rules.seats}
        seats = {str(seat): {"factions": nations} for seat, nations in theirs.items()}
        found = _PRINTED[rules.options] = Printed(
            nations, {str(n): c for n, c in cards.items()}, timeline(rules), seats
        )
    return found


def view(s: BritState) -> View:
    """The open table as plain JSON."""
    fixed = printed(s.rules)
    return {
        "round": _round(s),
        "active": _active(s),
        "pieces": pieces(s),
        "scores": dict(seat_scores(s)),
        "factions": factions(s),
        "cards": fixed.cards,
        "seats": fixed.seats,
        "timeline": fixed.timeline,
        "entered": {area: dict(whence) for area, whence in s.entered.items()},
        "markers": [],
    }


def _round(s: BritState) -> dict[str, Json]:
    first, last = s.rules.timeline[s.round - 1].years
    return {"number": s.round, "of": len(s.rules.timeline), "name": f"{first}–{last}"}


def _active(s: BritState) -> dict[str, Json]:
    seat = s.rules.seat_of[s.turn] if s.turn is not None else None
    return {"seat": seat, "faction": s.turn, "phase": s.agenda[-1].name if s.agenda else None}


def pieces(s: BritState) -> list[dict[str, Json]]:
    """Every stack of armies."""
    return [
        {
            "place": place,
            "faction": nation,
            "kind": "infantry",
            "count": n,
            "fresh": s.fresh.get(place, 0) if nation == s.turn else 0,
        }
        for nation, where in s.armies.items()
        for place, n in sorted(where.items())
    ]


_FACTIONS: dict[Hashable, dict[str, Json]] = {}
"""The nations as last told: most answers of a turn leave them as they were."""
_REMEMBERED = 256


def factions(s: BritState) -> dict[str, Json]:
    """Each nation with its points, what it would score now, and its numbers; to be read only."""
    armies = [sum(where.values()) for where in s.armies.values()]
    key = (s.rules.options, *s.at.items(), *s.points.values(), *s.track.values(), *armies)
    found = _FACTIONS.get(key)
    if found is None:
        if len(_FACTIONS) >= _REMEMBERED:
            _FACTIONS.clear()
        found = _FACTIONS[key] = {
            nation: {
                **fixed,
                "points": s.points[nation],
                **(_strength(s, nation) if s.armies[nation] else _ABSENT),
                "track": s.track[nation],
            }
            for nation, fixed in printed(s.rules).nations.items()
        }
    return found


_ABSENT: dict[str, Json] = {"if_scored_now": 0, "armies": 0, "held": 0, "limit": 0}


def _strength(s: BritState, nation: Nation) -> dict[str, Json]:
    now = standing(s, nation)
    return {
        "if_scored_now": holding_value(s, nation, now.held),
        "armies": s.in_play(nation),
        "held": len(now.held),
        "limit": population_limit(s, now),
    }


def timeline(rules: Ruleset) -> list[dict[str, Json]]:
    """Every round with who comes, from where, and under whom."""
    return [
        {
            "number": r.number,
            "years": list(r.years),
            "final": r.final,
            "scoring": True,
            "arrivals": [
                {"faction": x.nation, "count": x.armies, "place": x.place, "leader": x.leader}
                for x in r.reinforcements.values()
            ],
        }
        for r in rules.timeline
    ]
