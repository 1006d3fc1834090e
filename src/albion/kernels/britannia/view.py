"""What everybody may see of a Britannia table: all of it, there are no secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from albion.engine.action import Json
from albion.engine.game import View
from albion.engine.kept import Kept
from albion.engine.options import Options
from albion.kernels.britannia.board import Nation
from albion.kernels.britannia.limits import population_limit
from albion.kernels.britannia.ruleset import Edition, Ruleset
from albion.kernels.britannia.sequence import holding_value, seat_scores
from albion.kernels.britannia.state import BritState, MapState, standing


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
        found = _PRINTED[rules.options] = Printed(
            nations, {str(n): c for n, c in cards.items()}, timeline(rules), who_plays_whom(rules)
        )
    return found


def who_plays_whom(rules: Edition) -> dict[str, Json]:
    """The nations of each seat."""
    return {
        str(seat): {"factions": [n for n in rules.nations if rules.seat_of[n] == seat]}
        for seat in rules.seats
    }


def view(s: BritState, kept: Kept) -> View:
    """The open table as plain JSON."""
    return open_table(s, kept, pieces(s, kept), factions(s, kept, faction))


def open_table(s: BritState, kept: Kept, pieces: list[dict[str, Json]], factions: dict[Nation, Json]) -> View:
    """The parts of the view, with the pieces and nations as a game tells them."""
    fixed = printed(s.rules)
    return {
        "round": round_now(s),
        "active": active(s),
        "pieces": pieces,
        "scores": kept.part("scores", s.points, lambda: dict(seat_scores(s))),
        "factions": factions,
        "cards": fixed.cards,
        "seats": fixed.seats,
        "timeline": fixed.timeline,
        "entered": {area: dict(whence) for area, whence in s.entered.items()},
        "markers": [],
    }


def round_now(s: MapState) -> dict[str, Json]:
    """The round with its years."""
    first, last = s.rules.timeline[s.round - 1].years
    return {"number": s.round, "of": len(s.rules.timeline), "name": f"{first}–{last}"}


def active(s: MapState) -> dict[str, Json]:
    """Whose turn it is, and what is asked."""
    seat = s.rules.seat_of[s.turn] if s.turn is not None else None
    return {"seat": seat, "faction": s.turn, "phase": s.agenda[-1].name if s.agenda else None}


def pieces(s: BritState, kept: Kept) -> list[dict[str, Json]]:
    """Every stack of armies."""
    sources: dict[Nation, object] = dict(s.armies)
    if s.turn is not None:
        sources[s.turn] = s.armies[s.turn], s.fresh
    return kept.joined("pieces", sources, lambda nation: _stacks(s, nation))


def _stacks(s: BritState, nation: Nation) -> list[dict[str, Json]]:
    fresh = s.fresh if nation == s.turn else {}
    return [
        {"place": place, "faction": nation, "kind": "infantry", "count": n, "fresh": fresh.get(place, 0)}
        for place, n in sorted(s.armies[nation].items())
    ]


def factions(
    s: BritState,
    kept: Kept,
    tell: Callable[[BritState, Nation], dict[str, Json]],
    also: Mapping[Nation, object] | None = None,
) -> dict[Nation, Json]:
    """Each nation as a game tells it, from its points, its armies and who stands beside them, and `also`.

    Comes after `pieces`, which are made again whenever an army has come, gone or moved.
    """

    more = also or {}

    def made() -> dict[Nation, Json]:
        sources = {
            nation: (where, [s.at[p] for p in where], s.points[nation], s.track[nation], more.get(nation))
            for nation, where in s.armies.items()
        }
        return kept.each("faction", sources, lambda nation: tell(s, nation))

    return kept.part("factions", (kept.stamp("pieces"), s.points, s.track, dict(more)), made)


def faction(s: BritState, nation: Nation) -> dict[str, Json]:
    """A nation with its points, what it would score now, and its numbers."""
    return {
        **printed(s.rules).nations[nation],
        "points": s.points[nation],
        **(_strength(s, nation) if s.armies[nation] else _ABSENT),
        "track": s.track[nation],
    }


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
    """Every round with who comes, from where, and under whom if the game has leaders (redux-core 5.2.c)."""
    led = bool(rules.leaders)
    return [
        {
            "number": r.number,
            "years": list(r.years),
            "final": r.final,
            "scoring": True,
            "arrivals": [
                {"faction": x.nation, "count": x.armies, "place": x.place, "leader": x.leader if led else ""}
                for x in r.reinforcements.values()
            ],
        }
        for r in rules.timeline
    ]
