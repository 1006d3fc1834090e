"""The order of play: rounds, nation turns, phases, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from albion.engine.action import Seat
from albion.engine.cite import cite, rule
from albion.engine.event import Log, emit, is_read
from albion.engine.state import Outcome
from albion.engine.step import Step, Steps
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.clauses import Shared, shared
from albion.kernels.britannia.state import BritState, MapState, held_areas


@shared("round")
class GameRound(Shared[MapState], frozen=True):
    """The Timeline is read, every nation takes its turn in play order, and the round is scored."""

    number: int

    def run(self, s: MapState, log: Log) -> Steps[MapState]:
        """The log says who will arrive; then comes what an edition begins the round with."""
        s.round = self.number
        coming = s.rules.timeline[self.number - 1]
        years, arriving = list(coming.years), coming.arriving()
        emit(log, "round", self.cited(s), number=self.number, years=years, arriving=arriving)
        turns = [NationTurn(nation) for nation in s.rules.nations]
        return [*s.rules.round_begins(s, log), *turns, RoundEnd(self.number)]


@shared("nation_turn")
class NationTurn(Shared[MapState], frozen=True):
    """A nation in the game plays its phases; others are skipped."""

    nation: Nation

    def run(self, s: MapState, log: Log) -> Steps[MapState]:
        if not s.rules.in_game(s, self.nation):
            return []
        s.turn = self.nation
        if is_read(log):
            emit(log, "turn", self.cited(s), nation=self.nation, round=s.round)
        return s.rules.phases(s, log, self.nation)


@rule(cite("redux-core 4.1.c"))
def in_game(s: BritState, nation: Nation) -> bool:
    """A nation plays if it has armies, or the Timeline brings it some now."""
    return bool(s.armies[nation]) or nation in s.rules.timeline[s.round - 1].reinforcements


def round_of(s: MapState) -> int:
    """The round being played."""
    return s.round


@shared("round_end")
class RoundEnd(Shared[MapState], frozen=True):
    """Score what the round scores; then the next round, or the end of the game."""

    number: int

    def run(self, s: MapState, log: Log) -> Steps[MapState]:
        s.turn = None
        return [*s.rules.round_ends(s, log), NextRound(self.number)]


@shared("next_round")
class NextRound(Shared[MapState], frozen=True):
    """The marker advances; after the last round the highest total wins, a tie is shared."""

    number: int

    def run(self, s: MapState, log: Log) -> Steps[MapState]:
        s.turn = None
        for happens in s.rules.round_closes:
            happens(s, log)
        if self.number < len(s.rules.timeline):
            return [GameRound(self.number + 1)]
        scores = seat_scores(s)
        best = max(scores.values())
        winners = tuple(seat for seat in s.rules.seats if scores[seat] == best)
        s.outcome = Outcome(scores, winners, s.rules.clauses.victory)
        emit(log, "end", s.outcome.cite, final=True, scores=dict(scores), winners=list(winners))
        return []


def in_turn(*phases: Callable[[Nation], Step[Any]]) -> Callable[[Any, Log, Nation], Steps[Any]]:
    """A nation turn that consists of the same phases for all."""
    return lambda s, log, nation: [phase(nation) for phase in phases]


def nothing_more(s: MapState, log: Log) -> Steps[MapState]:
    """What a round begins or ends with, where a book adds nothing."""
    return ()


@rule(cite("redux-core 3.a", "britannia-2005 win.a"))
def seat_scores(s: MapState) -> dict[Seat, int]:
    """A player's total is the sum of its nations' points."""
    scores = dict.fromkeys(s.rules.seats, 0)
    for nation, points in s.points.items():
        scores[s.rules.seat_of[nation]] += points
    return scores


def award(s: BritState, log: Log, nation: Nation, points: int, why: str, cited: str) -> None:
    """Points for a nation, and the reason."""
    if points:
        s.points[nation] += points
        emit(log, "score", cite(cited), nation=nation, n=points, why=why)


@rule(cite("redux-core 3.1.b 3.1.d 3.1.e 1.3.3.a 4.3.a R3"))
def score_holding(s: BritState, log: Log) -> None:
    """At the end of every round each nation scores the areas it holds."""
    for nation in s.rules.nations:
        points = holding_value(s, nation, held_areas(s, nation))
        award(s, log, nation, points, "holding", "redux-core 3.1.b 3.1.d")


def holding_value(s: BritState, nation: Nation, held: Iterable[Area]) -> int:
    """What areas are worth to a nation that holds them."""
    values = s.rules.nations[nation].values
    return sum([values[a] for a in held])
