"""Pairings and standings of an event: pure functions of the results so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import Literal, NamedTuple

Kind = Literal["round-robin", "swiss", "league"]
Players = tuple[str, ...]
BYE = 0.5
"""Points for a round in which there was no table for a player: what an average one would score."""
_NOTHING: Mapping[str, int] = {}


class Played(NamedTuple):
    """A table of an event: who sat there, on which seat, and how it ended."""

    round: int
    seats: Mapping[str, str]
    """The player on each seat."""
    ranks: Mapping[str, int] | None = None
    """By player, 1 the best; None while it runs."""
    shares: Mapping[str, float] = {}
    """Of the table's points, by player."""


class Standing(NamedTuple):
    """How one player stands; compared in this order."""

    player: str
    points: float
    """For each table the share of opponents left behind, half for those level."""
    opponents: float
    """First tie-break (Buchholz): the points of everybody met."""
    wins: int
    """Second: tables won alone."""
    share: float
    """Third: the mean share of the points made at the tables."""
    played: int
    byes: int


def standings(
    players: Sequence[str], tables: Sequence[Played], rounds: int, missed: Mapping[str, int] = _NOTHING
) -> list[Standing]:
    """The best first; `rounds` have been paired so far, and players who had withdrawn missed some of them."""
    points, wins, played = Counter[str](), Counter[str](), Counter[str]()
    shares: dict[str, list[float]] = {p: [] for p in players}
    met = meetings(tables)
    seated = Counter((t.round, p) for t in tables for p in t.seats.values())
    free = {p: sum(not seated[r, p] for r in range(1, rounds + 1)) for p in players}
    byes = {p: max(0, free[p] - missed.get(p, 0)) for p in players}
    for table in tables:
        if table.ranks is None:
            continue
        for player, rank in table.ranks.items():
            others = [r for p, r in table.ranks.items() if p != player]
            points[player] += sum(1.0 if r > rank else 0.5 if r == rank else 0.0 for r in others) / len(
                others
            )  # type: ignore[assignment]
            wins[player] += rank < min(others)
            played[player] += 1
            shares.setdefault(player, []).append(table.shares.get(player, 0.0))
    total = {p: points[p] + BYE * byes[p] for p in players}
    opponents = dict.fromkeys(players, 0.0)
    for (one, other), times in met.items():
        if one in opponents:
            opponents[one] += times * total.get(other, 0.0)
    found = [
        Standing(
            p,
            total[p],
            opponents[p],
            wins[p],
            sum(shares[p]) / len(shares[p]) if shares[p] else 0.0,
            played[p],
            byes[p],
        )
        for p in players
    ]
    return sorted(found, key=lambda s: (-s.points, -s.opponents, -s.wins, -s.share))


def meetings(tables: Sequence[Played]) -> Counter[tuple[str, str]]:
    """How often each pair of players has met, listed both ways round."""
    found: Counter[tuple[str, str]] = Counter()
    for table in tables:
        found.update(permutations(table.seats.values(), 2))
    return found


def rounds_for(kind: Kind, players: int, size: int) -> int:
    """How many rounds an event takes unless its creator says otherwise."""
    if kind == "swiss":
        needed, reach = 1, size
        while reach < players:
            needed, reach = needed + 1, reach * size
        return max(3, needed)
    if size == 2:
        return players - 1 + players % 2
    return -(-(players - 1) // (size - 1))


def rounds_paired(
    kind: Kind,
    players: Sequence[str],
    here: Sequence[str],
    before: Sequence[Played],
    rounds: Sequence[int],
    seats: Sequence[str],
    missed: Mapping[str, int] = _NOTHING,
) -> list[tuple[int, dict[str, str]]]:
    """The tables of these rounds, each with its round and the player on each seat; `here`: who has not withdrawn."""
    known, planned = list(before), list[tuple[int, dict[str, str]]]()
    for round in rounds:
        order = list(here)
        if kind == "swiss":
            order = [s.player for s in standings(players, known, round - 1, missed) if s.player in here]
        elif len(seats) == 2:
            # All walk round, also who has withdrawn: otherwise others would meet twice, or never.
            order = list(players)
        for table in paired(kind, order, known, round, len(seats)):
            if set(table) <= set(here):
                planned.append((round, seated(table, seats, known)))
                known.append(Played(round, planned[-1][1]))
    return planned


def paired(
    kind: Kind, order: Sequence[str], before: Sequence[Played], round: int, size: int
) -> list[Players]:
    """The tables of the next round; `order`: by standing in a Swiss event, otherwise as they joined."""
    if kind != "swiss" and size == 2:
        return _circle(order, round)
    met = meetings(before)
    seated = Counter(p for t in before for p in t.seats.values())
    count = len(order) // size
    # The player with the most games sits out; among equals the lowest placed, or the last to join.
    out = sorted(range(len(order)), key=lambda i: (-seated[order[i]], -i))[: len(order) - count * size]
    here = [p for i, p in enumerate(order) if i not in out]
    place = {p: i for i, p in enumerate(here)} if kind == "swiss" else {}
    return [tuple(t) for t in _improved(_first(here, size, met, place), met, place)]


def _circle(order: Sequence[str], round: int) -> list[Players]:
    """Everybody meets everybody once: one stays, the others walk round; with an odd number one rests."""
    ring: list[str | None] = [*order, *([None] if len(order) % 2 else [])]
    turn = (round - 1) % (len(ring) - 1)
    ring = [ring[0], *ring[1 + turn :], *ring[1 : 1 + turn]]
    pairs = [(ring[i], ring[-1 - i]) for i in range(len(ring) // 2)]
    return [(a, b) for a, b in pairs if a is not None and b is not None]


def _cost(table: Sequence[str], met: Mapping[tuple[str, str], int], place: Mapping[str, int]) -> int:
    """How unwelcome a table is: meeting again weighs more than any distance in the standings."""
    again = sum(met.get(pair, 0) ** 2 for pair in combinations(table, 2))
    apart = sum(abs(place[a] - place[b]) for a, b in combinations(table, 2)) if place else 0
    return 1000 * again + apart


def _first(
    here: Sequence[str], size: int, met: Mapping[tuple[str, str], int], place: Mapping[str, int]
) -> list[list[str]]:
    """Tables filled one after another with the players who fit best."""
    left, tables = list(here), []
    while left:
        table = [left.pop(0)]
        while len(table) < size:
            best = min(left, key=lambda p: _cost([*table, p], met, place))
            left.remove(best)
            table.append(best)
        tables.append(table)
    return tables


def _improved(
    tables: list[list[str]], met: Mapping[tuple[str, str], int], place: Mapping[str, int]
) -> list[list[str]]:
    """Exchange players between tables as long as that makes them better."""
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for i in range(len(one)):
                for j in range(len(other)):
                    now = _cost(one, met, place) + _cost(other, met, place)
                    one[i], other[j] = other[j], one[i]
                    if _cost(one, met, place) + _cost(other, met, place) < now:
                        better = True
                    else:
                        one[i], other[j] = other[j], one[i]
    return tables


def seated(table: Players, seats: Sequence[str], before: Sequence[Played]) -> dict[str, str]:
    """Who takes which seat: the one each has had least often; among equals in turn."""
    had = Counter((p, seat) for t in before for seat, p in t.seats.items())
    chosen = min(
        permutations(table),
        key=lambda way: sum(had[p, seat] ** 2 for p, seat in zip(way, seats, strict=True)),
    )
    return dict(zip(seats, chosen, strict=True))
