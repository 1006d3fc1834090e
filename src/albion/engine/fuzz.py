"""Random play with every guarantee checked after each decision."""

from __future__ import annotations

from typing import Any

from albion.engine.action import Decision
from albion.engine.codec import load, save
from albion.engine.dice import Dice
from albion.engine.errors import RuleError
from albion.engine.game import Game
from albion.engine.loop import apply
from albion.engine.match import Match
from albion.engine.offers import check_due, check_offers, check_reasons, unoffered
from albion.engine.options import Options
from albion.engine.playout import random_chooser
from albion.engine.record import record_of, write_record
from albion.engine.state import State

DEEP_EVERY = 37
"""Expensive checks are made at questions whose number this divides."""


def fuzz_game(game: Game[Any], options: Options, seed: int) -> int:
    """One random game with every check; a RuleError carries the record that reproduces it."""
    match: Match[Any] = Match(game, options, seed)
    pick = random_chooser(Dice(seed + 1))
    try:
        while match.decision is not None:
            check_position(game, match, deep=len(match.actions) % DEEP_EVERY == 0)
            if len(match.actions) > game.bound:
                raise RuleError(f"no end after {game.bound} questions")
            match._apply(pick(match.state, match.decision))
        if match.state.outcome is None:
            raise RuleError("the agenda is empty, but there is no outcome")
    except Exception as error:
        message = f"{game.id} with {options}, seed {seed}, after {len(match.actions)} actions: {error}"
        raise RuleError(message, write_record(record_of(match))) from error
    return len(match.actions)


def check_position(game: Game[Any], match: Match[Any], *, deep: bool) -> None:
    """Check what must hold at every question; expensive checks only if deep."""
    d, s = match.decision, match.state
    assert d is not None
    if not d.actions or len(set(d.actions)) != len(d.actions):
        raise RuleError(f"{d.step} offers nothing, or the same action twice")
    for a in d.actions:
        match.check(a)
    if d.seat not in game.seats(match.options):
        raise RuleError(f"{d.step} asks '{d.seat}', who is not at the table")
    broken = game.invariants(s)
    if broken:
        raise RuleError(f"at {d.step}: {broken[0]}")
    if deep:
        check_copies(game, s, d)
        check_secrets(game, s, d)
        saved = save(game, s)
        check_offers(s, d)
        check_reasons(s, d, unoffered(s, d, match.verbs))
        check_due(game, s, d, match.verbs)
        if save(game, s) != saved:
            raise RuleError(f"at {d.step}: asking what is allowed changed the table")


def check_copies(game: Game[Any], s: State, d: Decision) -> None:
    """A clone and a saved copy are equal, and playing the clone leaves the original alone."""
    saved = save(game, s)
    again = load(game, saved)
    if again != s:
        raise RuleError(f"at {d.step}: a saved state comes back changed")
    twin = s.clone()
    if twin != s:
        raise RuleError(f"at {d.step}: a clone differs from its original")
    after: Decision | None = d
    dice = Dice(len(saved))
    for _ in range(12):
        if after is None:
            break
        after = apply(twin, after.actions[dice.d(len(after.actions)) - 1])
    if save(game, s) != saved:
        raise RuleError(f"at {d.step}: playing a clone changed the original")


def check_secrets(game: Game[Any], s: State, d: Decision) -> None:
    """What a seat sees is the same in every world it can imagine; no view contains the seed."""
    for seat in game.seats(game.options_of(s)):
        seen = game.view(s, seat)
        imagined = game.imagine(s, seat, Dice(s.dice.count + 7))
        if game.view(imagined, seat) != seen:
            raise RuleError(f"at {d.step}: {seat} sees something that it may not know")
        if s.dice.seed > 1_000_000 and str(s.dice.seed) in str(seen):
            raise RuleError(f"at {d.step}: the seed is in the view of {seat}")
