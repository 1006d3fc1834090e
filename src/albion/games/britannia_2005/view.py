"""What a seat may see: the whole table, save the ballots of others."""

from __future__ import annotations

from albion.engine.action import Json, Seat
from albion.engine.game import View
from albion.engine.kept import Kept
from albion.games.britannia_2005.s02_points import holding
from albion.games.britannia_2005.s08_overpopulation import excess
from albion.games.britannia_2005.s12_bretwalda import votes
from albion.games.britannia_2005.state import ANGLES, ROMANS, SAXONS, Brit
from albion.kernels.britannia.board import Nation
from albion.kernels.britannia.host_view import pieces
from albion.kernels.britannia.sequence import seat_scores
from albion.kernels.britannia.view import active, round_now, who_plays_whom


def view(s: Brit, seat: Seat | None, kept: Kept) -> View:
    """The table as plain JSON."""
    return {
        "round": round_now(s),
        "active": active(s) | {"half": s.half},
        "pieces": pieces(s, kept, (s.forts, s.burhs, s.leaders), lambda: _others(s)),
        "scores": dict(seat_scores(s)),
        "factions": factions(s, kept),
        "seats": kept.part("seats", None, lambda: who_plays_whom(s.rules)),
        "timeline": kept.part("timeline", None, lambda: timeline(s)),
        "markers": kept.part("markers", s.tokens, lambda: markers(s)),
        "subjects": dict(s.subjects),
        "former_subjects": list(s.former),
        "turncoats": list(s.turncoats),
        "entered": {area: dict(here) for area, here in s.entered.items()},
        "raiders": _raiders(s),
        "england": kept.part("england", (s.armies, s.subjects), lambda: dict(votes(s))),
        "ballot": _ballot(s, seat),
    }


def _raiders(s: Brit) -> dict[str, Json]:
    """Those ashore that may still withdraw: on a Raiding turn only."""
    raiding = s.turn is not None and s.turn_of(s.turn).raid
    return {area: dict(here) for area, here in s.raiders.items()} if raiding else {}


def _others(s: Brit) -> list[dict[str, Json]]:
    """Forts, burhs and leaders."""
    found: list[dict[str, Json]] = []
    for area, intact in sorted(s.forts.items()):
        found.append({**_piece(area, ROMANS, "fort"), "state": "intact" if intact else "destroyed"})
    found += [_piece(area, SAXONS, "burh") for area in sorted(s.burhs)]
    for leader, place in sorted(s.leaders.items()):
        card = s.rules.leaders[leader]
        found.append({**_piece(place, card.nation, "leader"), "name": card.name, "id": leader})
    return found


def _piece(place: str, nation: str, kind: str) -> dict[str, Json]:
    return {"place": place, "faction": nation, "kind": kind, "count": 1, "fresh": 0}


def factions(s: Brit, kept: Kept) -> dict[Nation, Json]:
    """Each nation with its points, what it would score at the next scoring, and its numbers.

    Comes after `pieces`, which are made again whenever an army or a stronghold has come, gone or moved.
    """
    source = (kept.stamp("pieces"), s.points, s.track, s.round, s.subjects, s.scored)
    return kept.part("factions", source, lambda: _factions(s, kept))


def _factions(s: Brit, kept: Kept) -> dict[Nation, Json]:
    """The nations; one without a stronghold or subjects changes only with what stands where it stands."""
    everything = (s.forts, s.burhs, s.at)
    boxes = s.rules.occupy[s.round - 1]
    sources = {
        nation: (
            *(s.round, s.points[nation], s.track[nation], s.subjects),
            *(where, [s.at[p] for p in where]),
            s.scored.get(boxes[nation].id) if nation in boxes else None,
            *(everything if nation in (ROMANS, SAXONS, ANGLES) else ()),
        )
        for nation, where in s.armies.items()
    }
    return kept.each("faction", sources, lambda nation: _faction(s, nation))


def _faction(s: Brit, nation: Nation) -> dict[str, Json]:
    rules, card = s.rules, s.rules.nations[nation]
    scoring = next((r.number for r in rules.timeline[s.round - 1 :] if r.scoring), s.round)
    box = rules.occupy[s.round - 1].get(nation)
    return {
        "name": card.name,
        "seat": rules.seat_of[nation],
        "points": s.points[nation],
        "if_scored_now": holding(s, nation, scoring),
        "scoring_round": scoring,
        "armies": s.in_play(nation),
        "counters": card.armies,
        "track": s.track[nation],
        "held": len(s.land_areas(nation)),
        "excess": excess(s, nation),
        "master": s.subjects.get(nation),
        "values": dict(rules.hold[scoring - 1].get(nation, {})),
        "occupy": dict(box.values) if box is not None else {},
        "occupied_before": sorted(s.scored.get(box.id, {})) if box is not None else [],
    }


def timeline(s: Brit) -> list[dict[str, Json]]:
    """Every round with who comes, from where, under whom, and how its turn is marked."""
    return [
        {
            "number": r.number,
            "years": list(r.years),
            "scoring": r.scoring,
            "bretwalda": r.bretwalda,
            "king": r.king,
            "final": r.number == len(s.rules.timeline),
            "arrivals": [
                {
                    "faction": nation,
                    "count": infantry + cavalry,
                    "cavalry": cavalry,
                    "place": sea,
                    "leader": t.leader,
                    "major": t.major,
                    "raid": t.raid,
                    "boats": t.boats,
                }
                for nation, t in r.turns.items()
                for sea, infantry, cavalry in (t.invaders or ((None, 0, 0),))
            ],
        }
        for r in s.rules.timeline
    ]


def markers(s: Brit) -> list[dict[str, Json]]:
    """Tokens of Welsh and Norsemen on areas they have scored for occupying."""
    return [
        {"place": area, "faction": nation, "kind": "occupied", "count": n}
        for nation, areas in s.tokens.items()
        for area, n in sorted(areas.items())
    ]


def _ballot(s: Brit, seat: Seat | None) -> dict[str, Json] | None:
    """The vote for Bretwalda under way: votes a nation has, and the ballots this seat may know."""
    if not any(step.name in ("CountVotes", "OpenVoting") for step in s.agenda):
        return None
    known = {
        nation: choice
        for nation, choice in s.ballots.items()
        if not s.secret or s.rules.seat_of[nation] == seat
    }
    return {"secret": s.secret, "votes": dict(votes(s)), "cast": known, "voted": sorted(s.ballots)}
