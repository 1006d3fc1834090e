"""The order of play: rounds, nation turns, phases, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.state import Outcome
from albion.engine.step import Step, Steps, step
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.state import BritState, MapState, held_areas


@step(cite("redux-core 4.a 4.b 4.c 4.1.a 4.1.b 1.3.1.a 1.3.2.a 1.3.5.a 2.a R17"))
class GameRound(Step[BritState], frozen=True):
    """Every nation takes its turn in play order; then the round is scored."""

    number: int

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        open_round(s, log, self.number, self.cite)
        return [*(NationTurn(nation) for nation in s.rules.nations), RoundEnd(self.number)]


def open_round(s: BritState, log: Log, number: int, why: Cite) -> None:
    """The round begins; the log says who will arrive."""
    s.round = number
    coming = s.rules.timeline[number - 1]
    arriving = [f"{r.nation} {r.armies}" for r in coming.reinforcements.values()]
    emit(log, "round", why, number=number, years=list(coming.years), arriving=arriving)


@step(cite("redux-core 4.1.b 4.1.c 4.1.d"))
class NationTurn(Step[BritState], frozen=True):
    """A nation in the game plays its phases; others are skipped."""

    nation: Nation

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        if not in_game(s, self.nation):
            return []
        s.turn = self.nation
        emit(log, "turn", self.cite, nation=self.nation, round=s.round)
        return [phase(self.nation) for phase in s.rules.phases]


@rule(cite("redux-core 4.1.c"))
def in_game(s: BritState, nation: Nation) -> bool:
    """A nation plays if it has armies, or the Timeline brings it some now."""
    return bool(s.armies[nation]) or nation in s.rules.timeline[s.round - 1].reinforcements


@step(cite("redux-core 4.3.a 4.3.b 3.1.b 3.a 3.b"))
class RoundEnd(Step[BritState], frozen=True):
    """Score what the round scores; then the next round, or the end of the game."""

    number: int

    def run(self, s: BritState, log: Log) -> Steps[BritState]:
        s.turn = None
        for scoring in s.rules.round_end:
            scoring(s, log)
        if self.number < len(s.rules.timeline):
            return [GameRound(self.number + 1)]
        s.outcome = final_outcome(s)
        tell_outcome(log, s.outcome)
        return []


@rule(cite("redux-core 3.a 3.b"))
def final_outcome(s: BritState) -> Outcome:
    """The highest total wins, a tie is shared."""
    return most_points(s, cite("redux-core 3.a 3.b"))


def most_points(s: MapState, cited: Cite) -> Outcome:
    """The outcome of a game that the highest total wins, by that clause."""
    scores = seat_scores(s)
    best = max(scores.values())
    return Outcome(scores, tuple(seat for seat in s.rules.seats if scores[seat] == best), cited)


def tell_outcome(log: Log, outcome: Outcome) -> None:
    """The game is over: who has won, with which totals."""
    scores, winners = dict(outcome.scores), list(outcome.winners)
    emit(log, "end", outcome.cite, final=True, scores=scores, winners=winners)


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
