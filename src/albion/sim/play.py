"""One game between bots, from setup to outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from albion import games
from albion.bots import Bot, ask, make_bot
from albion.engine.action import Seat
from albion.engine.dice import Dice
from albion.engine.errors import DataError, RuleError
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.match import Match
from albion.engine.options import Options, parse_options
from albion.engine.state import Outcome


class Result(NamedTuple):
    """How one game of a batch went."""

    seed: int
    bots: tuple[str, ...]
    """Who played, a name a seat in seat order."""
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


def private_seed(seed: int, purpose: str) -> int:
    """A seed for something that must not share its chance with the match's own dice."""
    return int.from_bytes(sha256(b"albion %s %d" % (purpose.encode(), seed)).digest()[:8], "little")


def seat_bots(game: Game[Any], options: Options, names: Sequence[str], seed: int) -> dict[Seat, Bot]:
    """The bots in their seats, each with chance of its own."""
    seats = game.seats(options)
    pairs = zip(seats, spread(names, seats), strict=True)
    return {seat: make_bot(name, game.id, private_seed(seed, f"bot {seat}")) for seat, name in pairs}


def play_on(match: Match[Any], bots: Mapping[Seat, Bot], dice: Dice) -> None:
    """Let the bots answer until the game is over or a seat without a bot is asked."""
    while match.decision is not None and match.decision.seat in bots:
        d = match.decision
        match.play(d.seat, ask(bots[d.seat], match.game, match.state, d, dice))


def play_recorded(game: Game[Any], options: Options, names: Sequence[str], seed: int) -> Match[Any]:
    """A whole game between bots, with events and record."""
    bots = seat_bots(game, options, names, seed)
    match: Match[Any] = Match(game, options, seed)
    play_on(match, bots, Dice(private_seed(seed, "imagination")))
    return match


def play_job(job: Job) -> Result:
    """A whole game between bots, without events: the fast path for batches."""
    game = games.find_game(job.game)
    options = parse_options(game.options_type, job.options)
    bots = seat_bots(game, options, job.bots, job.seed)
    dice = Dice(private_seed(job.seed, "imagination"))
    s = game.setup(options, Dice(job.seed))
    d = settle(s)
    asked = 0
    while d is not None:
        d = apply(s, ask(bots[d.seat], game, s, d, dice))
        asked += 1
    outcome = finished(s.outcome, game)
    scores = {str(seat): outcome.scores.get(seat, 0) for seat in game.seats(options)}
    return Result(job.seed, job.bots, scores, tuple(outcome.winners), asked)


def finished(outcome: Outcome | None, game: Game[Any]) -> Outcome:
    """The outcome a finished game must have."""
    if outcome is None:
        raise RuleError(f"{game.id} stopped without an outcome")
    return outcome
