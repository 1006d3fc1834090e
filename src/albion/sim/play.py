"""One game between bots, from setup to outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from albion import games
from albion.bots import Bot, Plan, answer, answer_seed, fits, make_bot
from albion.engine.action import Decision, Seat
from albion.engine.dice import Dice
from albion.engine.errors import DataError, RuleError
from albion.engine.event import Log
from albion.engine.game import Game
from albion.engine.loop import apply, is_forced, settle
from albion.engine.match import Match
from albion.engine.options import Options, parse_options
from albion.engine.state import Outcome, State


class Result(NamedTuple):
    """How one game of a batch went."""

    seed: int
    bots: tuple[str, ...]
    """Who played, a name per seat in seat order."""
    scores: dict[str, int]
    winners: tuple[str, ...]
    questions: int


class Job(NamedTuple):
    """One game to play, in words that travel between processes."""

    game: str
    options: str
    bots: tuple[str, ...]
    seed: int


def spread(names: Sequence[str], seats: Sequence[Seat]) -> tuple[str, ...]:
    """A bot's name for each seat; one name alone is for all of them."""
    if len(names) == 1:
        return tuple(names) * len(seats)
    if len(names) != len(seats):
        raise DataError(
            f"{len(names)} bots were named for {len(seats)} seats: name one for all, or one each for {', '.join(seats)}"
        )
    return tuple(names)


def seat_bots(game: Game[Any], options: Options, names: Sequence[str]) -> dict[Seat, Bot]:
    """The bots in their seats."""
    seats = game.seats(options)
    return {seat: make_bot(name, game) for seat, name in zip(seats, spread(names, seats), strict=True)}


def play_on(match: Match[Any], bots: Mapping[Seat, Bot]) -> None:
    """Let the bots answer until the game is over or a seat without a bot is asked."""
    while match.decision is not None and match.decision.seat in bots:
        play_plan(match, bots[match.decision.seat])


def play_plan(match: Match[Any], bot: Bot) -> None:
    """Ask a bot once, and carry its plan out as far as it fits; answers that leave no choice follow by themselves."""
    d, s = match.decision, match.state
    assert d is not None
    if is_forced(s, d):
        match.play(d.seat, d.actions[0])
        return
    rolled = s.dice.count
    for a in answer(bot, match.game, s, d, answer_seed(match.seed, d.seat, len(match.actions))):
        if not fits(a, d.seat, rolled, s, match.decision):
            return
        match.play(d.seat, a)
        while (now := match.decision) is not None and is_forced(s, now):
            match.play(now.seat, now.actions[0])


def play_recorded(game: Game[Any], options: Options, names: Sequence[str], seed: int) -> Match[Any]:
    """A whole game between bots, with events and record."""
    match: Match[Any] = Match(game, options, seed)
    play_on(match, seat_bots(game, options, names))
    return match


def play_job(job: Job) -> Result:
    """A whole game between bots, without events: the fast path for batches, answer by answer as `play_recorded`."""
    game = games.find_game(job.game)
    options = parse_options(game.options_type, job.options)
    bots = seat_bots(game, options, job.bots)
    s = game.setup(options, Dice(job.seed))
    asked = play_out(game, bots, s, settle(s), job.seed)
    outcome = finished(s.outcome, game)
    scores = {str(seat): outcome.scores.get(seat, 0) for seat in game.seats(options)}
    return Result(job.seed, job.bots, scores, tuple(outcome.winners), asked)


def play_out(
    game: Game[Any],
    bots: Mapping[Seat, Bot],
    s: State,
    d: Decision | None,
    seed: int,
    *,
    log: Log = None,
    watch: Callable[[], None] | None = None,
) -> int:
    """Let the bots answer every question from here on; how many there were. `watch` is called after each answer."""
    asked = 0
    while d is not None:
        seat, rolled = d.seat, s.dice.count
        plan: Plan = () if is_forced(s, d) else answer(bots[seat], game, s, d, answer_seed(seed, seat, asked))
        for a in plan or d.actions:
            if not fits(a, seat, rolled, s, d):
                break
            d = apply(s, a, log)
            asked += 1
            if watch is not None:
                watch()
            while d is not None and is_forced(s, d):
                d = apply(s, d.actions[0], log)
                asked += 1
                if watch is not None:
                    watch()
    return asked


def finished(outcome: Outcome | None, game: Game[Any]) -> Outcome:
    """The outcome a finished game must have."""
    if outcome is None:
        raise RuleError(f"{game.id} stopped without an outcome")
    return outcome
