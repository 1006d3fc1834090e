"""What a seat may see: the whole table, save the ballots of others."""

from __future__ import annotations

from albion.engine.action import Json, Seat
from albion.engine.game import View
from albion.games.britannia_2005.bretwalda import votes
from albion.games.britannia_2005.overpopulation import excess
from albion.games.britannia_2005.points import holding, seat_scores
from albion.games.britannia_2005.state import ROMANS, SAXONS, Brit


def view(s: Brit, seat: Seat | None) -> View:
    """The table as plain JSON."""
    rules = s.rules
    return {
        "round": _round(s),
        "active": _active(s),
        "pieces": pieces(s),
        "scores": dict(seat_scores(s)),
        "factions": factions(s),
        "seats": {x: {"factions": [n for n in rules.nations if rules.seat_of[n] == x]} for x in rules.seats},
        "timeline": timeline(s),
        "markers": markers(s),
        "subjects": dict(s.subjects),
        "former_subjects": list(s.former),
        "turncoats": list(s.turncoats),
        "entered": {area: dict(here) for area, here in s.entered.items()},
        "raiders": {area: dict(here) for area, here in s.raiders.items()},
        "ballot": _ballot(s, seat),
    }


def _round(s: Brit) -> dict[str, Json]:
    first, last = s.rules.rounds[s.round - 1].years
    return {"number": s.round, "of": len(s.rules.rounds), "name": f"{first}–{last}"}


def _active(s: Brit) -> dict[str, Json]:
    seat = s.rules.seat_of[s.turn] if s.turn is not None else None
    phase = s.agenda[-1].name if s.agenda else None
    return {"seat": seat, "faction": s.turn, "phase": phase, "half": s.half}


def pieces(s: Brit) -> list[dict[str, Json]]:
    """Every stack of infantry and cavalry, every fort, burh and leader."""
    found: list[dict[str, Json]] = []
    for nation, where in s.armies.items():
        mine = nation == s.turn
        for place, n in sorted(where.items()):
            horse = s.horse(nation, place)
            fresh_horse = s.fresh_cavalry.get(place, 0) if mine else 0
            fresh = (s.fresh.get(place, 0) if mine else 0) - fresh_horse
            if n > horse:
                found.append(_piece(place, nation, "infantry", n - horse, fresh))
            if horse:
                found.append(_piece(place, nation, "cavalry", horse, fresh_horse))
    for area, intact in sorted(s.forts.items()):
        found.append({**_piece(area, ROMANS, "fort", 1, 0), "state": "intact" if intact else "destroyed"})
    found += [_piece(area, SAXONS, "burh", 1, 0) for area in sorted(s.burhs)]
    for leader, place in sorted(s.leaders.items()):
        card = s.rules.leaders[leader]
        found.append({**_piece(place, card.nation, "leader", 1, 0), "name": card.name, "id": leader})
    return found


def _piece(place: str, nation: str, kind: str, n: int, fresh: int) -> dict[str, Json]:
    return {"place": place, "faction": nation, "kind": kind, "count": n, "fresh": fresh}


def factions(s: Brit) -> dict[str, Json]:
    """Each nation with its points, what it would score at the next scoring, and its numbers."""
    rules = s.rules
    scoring = next((r.number for r in rules.rounds[s.round - 1 :] if r.scoring), s.round)
    boxes = rules.occupy[s.round - 1]
    return {
        card.id: {
            "name": card.name,
            "seat": rules.seat_of[card.id],
            "points": s.points[card.id],
            "if_scored_now": holding(s, card.id, scoring),
            "scoring_round": scoring,
            "armies": s.in_play(card.id),
            "counters": card.armies,
            "track": s.track[card.id],
            "held": len(s.occupied(card.id)),
            "excess": excess(s, card.id),
            "master": s.subjects.get(card.id),
            "values": dict(rules.hold[scoring - 1].get(card.id, {})),
            "occupy": dict(boxes[card.id].values) if card.id in boxes else {},
            "occupied_before": sorted(s.scored.get(boxes[card.id].id, {})) if card.id in boxes else [],
        }
        for card in rules.nations.values()
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
            "final": r.number == len(s.rules.rounds),
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
        for r in s.rules.rounds
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
