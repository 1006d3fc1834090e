"""Whole random games as readable text: a changed rule shows as a difference that a reviewer can read."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.event import Event
from albion.engine.game import Game
from albion.engine.loop import apply
from albion.engine.match import Match
from albion.engine.options import Options, options_text

SEED = 1
FULL = 150
"""This many questions of the first option set are told in full."""
BRIEF = 25
"""And this many of each other one."""
EVERY = 250
"""After those, a line that sums up all so far stands at each such number of questions."""
NODES = 3000
"""No node count goes deeper than the depth that first reaches this many."""


def playthrough(game: Game[Any]) -> str:
    """Every option set's game in one text."""
    parts = [f"{game.id} version {game.version}: random play from seed {SEED}"]
    for n, options in enumerate(game.option_sets()):
        parts += ["", f"== {options_text(options)}", *_game(game, options, FULL if n == 0 else BRIEF)]
    return "\n".join(parts) + "\n"


def _game(game: Game[Any], options: Options, full: int) -> Iterator[str]:
    match: Match[Any] = Match(game, options, SEED)
    dice, digest = Dice(SEED + 1), sha256()
    yield from (f"  {line}" for line in map(_event, match.events[0]))
    while match.decision is not None:
        n, d = len(match.actions), match.decision
        if n in (0, full):
            yield f"  nodes: {_nodes(match)}"
        action = d.actions[dice.d(len(d.actions)) - 1]
        lines = [_question(n + 1, d, action), *(f"  {_event(e)}" for e in match._apply(action))]
        digest.update("\n".join(lines).encode())
        if n < full:
            yield from lines
        elif (n + 1) % EVERY == 0:
            yield f"… {n + 1} questions: {digest.hexdigest()[:12]}"
    outcome = match.state.outcome
    assert outcome is not None
    yield f"end: {len(match.actions)} questions, {digest.hexdigest()[:12]}"
    yield f"scores: {dict(outcome.scores)}, won by {', '.join(outcome.winners)}"


def _question(n: int, d: Decision, action: Action) -> str:
    offered = "  ".join(f"[{a}]" if a == action else str(a) for a in d.actions)
    return f"{n} {d.seat} {d.step}: {offered}"


def _event(e: Event) -> str:
    told = {key: value for key, value in e.data.items() if key != "worth"}  # follows from the position
    data = " ".join(f"{key}={value}" for key, value in told.items())
    known = "" if e.seats is None else f" (for {', '.join(sorted(e.seats))})"
    return f"- {e.kind} {data}{known}"


def _nodes(match: Match[Any]) -> str:
    """How many lines of play there are to each small depth: the cheapest alarm for an unintended change."""
    counts: list[int] = []
    front: list[tuple[Any, Decision]] = [(match.state, match.decision)] if match.decision else []
    while front and (not counts or counts[-1] < NODES) and len(counts) < 4:
        counts.append(sum(len(d.actions) for _, d in front))
        if counts[-1] >= NODES:
            break
        front = [(s, after) for s, after in _children(front) if after is not None]
    return " ".join(str(count) for count in counts)


def _children(front: list[tuple[Any, Decision]]) -> Iterator[tuple[Any, Decision | None]]:
    for s, d in front:
        for action in d.actions:
            twin = s.clone()
            yield twin, apply(twin, action)
