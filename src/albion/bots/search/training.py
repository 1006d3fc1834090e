"""Fitting a valuation: games are played, positions recorded every turn, and a ridge regression fitted for each stage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from albion import games
from albion.bots.answering import answer, answer_seed
from albion.bots.bend import NEUTRAL, Bend
from albion.bots.bot import Policy, Sure
from albion.bots.search.model import FORMAT, Head, Origin, Valuation, read_model, write_model
from albion.bots.search.outlook import Outlook
from albion.bots.search.outlooks import outlook_of
from albion.bots.search.player import Effort, Searcher
from albion.bots.search.pooling import pooled_weights
from albion.bots.search.rollout import carry_out
from albion.engine.action import Seat
from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.loop import apply, is_forced, settle
from albion.engine.options import parse_options

BENT = 0.75
"""The share of games in which turns are bent."""
TURNS_BENT = 0.25
"""The share of turns bent in such a game: a valuation must know positions that good play avoids."""
TEMPERED = 0.5
"""The share of games in which the heuristics judge as the searching bots do without a search."""
TURNS_SEARCHED = 0.5
"""The share of turns that searching bots play in a game with a model."""
QUICK = Effort(bends=12, children=0, worlds=3, finalists=1, deep=0)
RIDGE = 300.0
HOLD_OUT = 10
"""One game in this many is held out of the fit, to measure its predictions."""


class Lesson(NamedTuple):
    """A training game to be played: game, options and seed, and the model for searching bots, if any."""

    game: str
    options: str
    seed: int
    model: bytes | None = None
    """Searching bots with this model play turns of their own; None: only the heuristics play."""


class Position(NamedTuple):
    """The position at the start of a turn."""

    stage: int
    sights: dict[str, float]
    points: dict[str, float]


class Played(NamedTuple):
    """A game's positions and how it ended."""

    seed: int
    positions: list[Position]
    final: dict[str, float]


def play_lesson(lesson: Lesson) -> Played:
    """Play one game, some turns bent, some searched where there is a model, and note every turn's beginning."""
    game = games.find_game(lesson.game)
    outlook = outlook_of(game)
    options = parse_options(game.options_type, lesson.options)
    rng = Random(lesson.seed)
    bent, tempered = rng.random() < BENT, rng.random() < TEMPERED
    searcher = None if lesson.model is None else _searcher(game, lesson.model)
    s = game.setup(options, Dice(lesson.seed))
    d = settle(s)
    noted: list[Position] = []
    turn: object = None
    players: dict[Seat, Policy] = {}
    searched = False
    while d is not None:
        if outlook.turn(s) != turn:
            turn = outlook.turn(s)
            noted.append(_note(outlook, s))
            bend = Bend(Random(rng.getrandbits(32)), 1.0) if bent and rng.random() < TURNS_BENT else None
            players = {}
            searched = searcher is not None and rng.random() < TURNS_SEARCHED
        if searched and searcher is not None and not is_forced(s, d):
            d, _ = carry_out(s, d, answer(searcher, game, s, d, rng.getrandbits(32)))
            continue
        if d.seat not in players:
            dice = Dice(rng.getrandbits(32))
            own = Bend(habits=dict(outlook.temper(d.seat))) if tempered else NEUTRAL
            players[d.seat] = Sure(outlook.policy(dice, bend or own), dice)
        a = d.actions[0] if len(d.actions) == 1 else players[d.seat].choose(s, d)
        d = apply(s, a)
    return Played(lesson.seed, noted, {f: float(n) for f, n in outlook.points(s).items()})


def _note(outlook: Outlook, s: Any) -> Position:
    sights: dict[str, float] = {}
    for sight, x in outlook.sights(s):
        sights[sight] = sights.get(sight, 0.0) + x
    return Position(outlook.stage(s), sights, {f: float(n) for f, n in outlook.points(s).items()})


def _searcher(game: Game[Any], model: bytes) -> Searcher:
    valuation = Valuation(outlook_of(game), read_model(model, "in training"))
    return Searcher(game, valuation, QUICK)


class Fit(NamedTuple):
    """A fitted model and how well it predicts games it has not seen."""

    model: bytes
    explained: list[float]
    """By stage: the share of the spread of points to come that it predicts."""


def fit(game: Game[Any], played: Iterable[Played], origin: Origin) -> Fit:
    """A ridge fit for each stage, from what the table shows to the points each faction still makes."""
    np = _numpy()
    outlook = outlook_of(game)
    rows = list(played)
    factions = tuple(rows[0].final)
    sights = tuple(sorted({x for r in rows for p in r.positions for x in p.sights}))
    column = {x: n for n, x in enumerate(sights)}
    bias, weights, explained, spreads, doubts = [], [], [], [], []
    seat_of = _seats(game, outlook, factions)
    for stage in range(outlook.stages):
        x, y, test = _table(np, rows, stage, column, factions)
        train = ~test
        if not train.any():
            bias.append(np.zeros(len(factions)))
            weights.append(np.zeros((len(sights), len(factions))))
            explained.append(0.0)
            spreads.append((0.0,) * len(factions))
            doubts.append(1.0)
            continue
        mean_x, mean_y = x[train].mean(0), y[train].mean(0)
        centred = x[train] - mean_x
        w = _weights(np, outlook, centred, y[train] - mean_y, sights, factions)
        bias.append(mean_y - mean_x @ w)
        weights.append(w)
        told = x[test] @ w + bias[-1]
        seen = test if test.any() else train
        missed = y[seen] - (x[seen] @ w + bias[-1])
        spreads.append(tuple(round(float(v), 2) for v in missed.std(0)))
        doubts.append(round(_doubt(np, missed, seat_of), 2))
        spread = ((y[test] - y[test].mean(0)) ** 2).sum() if test.any() else 0.0
        explained.append(float(1 - ((told - y[test]) ** 2).sum() / spread) if spread else 0.0)
    head = Head(
        FORMAT, game.id, game.version, sights, factions, outlook.stages, tuple(spreads), origin, tuple(doubts)
    )
    return Fit(write_model(head, bias, weights), explained)


def _weights(
    np: Any, outlook: Outlook, x: Any, y: Any, sights: tuple[str, ...], factions: tuple[str, ...]
) -> Any:
    """The ridge fit of centred points to come to centred sights."""
    if outlook.pooled:
        return pooled_weights(np, x, y, sights, factions)
    square = x.T @ x + RIDGE * np.eye(len(sights), dtype=np.float32)
    return np.linalg.solve(square, x.T @ y)


def _seats(game: Game[Any], outlook: Outlook, factions: tuple[str, ...]) -> list[Seat]:
    """The seat of each faction as the game is usually played."""
    owner = outlook.factions(game.setup(game.options_type(), Dice(0)))
    return [owner[f] for f in factions]


def _doubt(np: Any, missed: Any, seat_of: Sequence[Seat]) -> float:
    """The spread of leads that were not predicted, beside what independent errors of the factions would make it."""
    sums = {seat: missed[:, [x == seat for x in seat_of]] for seat in dict.fromkeys(seat_of)}
    told = [
        (x.sum(1) - y.sum(1)).var() / max(1e-9, x.var(0).sum() + y.var(0).sum())
        for x, y in combinations(sums.values(), 2)
    ]
    return float(np.sqrt(np.mean(told))) or 1.0


def _table(
    np: Any, rows: Sequence[Played], stage: int, column: dict[str, int], factions: tuple[str, ...]
) -> tuple[Any, Any, Any]:
    """Positions of a stage as a matrix, the points still made after them, and which are held out."""
    found = [(r, p) for r in rows for p in r.positions if p.stage == stage]
    x = np.zeros((len(found), len(column)), dtype=np.float32)
    y = np.zeros((len(found), len(factions)), dtype=np.float32)
    test = np.zeros(len(found), dtype=bool)
    for n, (r, p) in enumerate(found):
        for sight, value in p.sights.items():
            x[n, column[sight]] = value
        y[n] = [r.final[f] - p.points.get(f, 0.0) for f in factions]
        test[n] = r.seed % HOLD_OUT == HOLD_OUT - 1
    return x, y, test


class Comparison(NamedTuple):
    """One game between two models: the new one has one seat, the old one the others."""

    game: str
    seed: int
    seat: int
    new: bytes
    old: bytes


def compare(game: Game[Any], new: bytes, old: bytes, count: int, seed: int) -> list[Comparison]:
    """The games to play between two models; the new one's seat moves on from game to game."""
    seats = len(game.seats(game.options_type()))
    return [Comparison(game.id, seed + n, n % seats, new, old) for n in range(count)]


def play_comparison(job: Comparison) -> float:
    """How many points the new model's seat ends above the mean of the others."""
    game = games.find_game(job.game)
    options = game.options_type()
    seats = game.seats(options)
    mine = seats[job.seat]
    bots = {seat: _searcher(game, job.new if seat == mine else job.old) for seat in seats}
    s = game.setup(options, Dice(job.seed))
    d, n = settle(s), 0
    while d is not None:
        if is_forced(s, d):
            d, given = apply(s, d.actions[0]), 1
        else:
            plan = answer(bots[d.seat], game, s, d, answer_seed(job.seed, d.seat, n))
            d, given = carry_out(s, d, plan)
        n += given
    assert s.outcome is not None
    others = [x for seat, x in s.outcome.scores.items() if seat != mine]
    return float(s.outcome.scores[mine] - sum(others) / len(others))


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise DataError("training needs numpy: pip install 'albion[train]'") from None
    return numpy
