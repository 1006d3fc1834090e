"""Two positions that differ only in what a seat cannot know look, explain and imagine alike to that seat."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from albion.engine.action import Action, Decision, Seat
from albion.engine.dice import Dice
from albion.engine.event import Event
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.options import options_text
from albion.engine.refusal import refuse
from albion.engine.state import State
from albion.games import GAMES

ANSWERS = 4000
"""How far each game is played: to its end, mostly."""
TRIES = 5
"""How often each secret question is tried with all answers."""
EVERY = 50
"""At each question whose number this divides, hidden cards are dealt again."""
GAMES_AND_OPTIONS = [
    pytest.param(game, o, id=f"{game.id} {options_text(o)}")
    for game in GAMES.values()
    for o in game.option_sets()
]


def shown(game: Game[Any], s: State, d: Decision | None, log: list[Event], seat: Seat) -> Any:
    """Everything about a position that a seat is told."""
    told = [(e.kind, e.data) for e in log if e.seats is None or seat in e.seats]
    question: Any = None
    if d is not None:
        mine = d.seat == seat or not s.agenda[-1].secret  # type: ignore[attr-defined]
        question = (d.seat, d.step, d.actions if d.seat == seat else None) if mine else d.seat
    return game.view(s, seat), told, question


def after(s: State, a: Action) -> tuple[State, Decision | None, list[Event]]:
    twin, log = s.clone(), list[Event]()
    return twin, apply(twin, a, log), log


def positions(game: Game[Any], options: Any, seed: int) -> Iterator[tuple[State, Decision]]:
    """A random game, question by question."""
    chance = random.Random(seed)
    s = game.setup(options, Dice(seed))
    d = settle(s)
    for _ in range(ANSWERS):
        if d is None:
            return
        yield s, d
        d = apply(s, chance.choice(d.actions))


def tried_out(game: Game[Any], s: State, a: Action, seat: Seat) -> Any:
    """What an answer shows that can be taken back, or tried without giving it: nothing once dice fall or a secret is seen."""
    twin, asked, log = after(s, a)
    if twin.dice.count != s.dice.count or any(e.final for e in log):
        return "final"
    return shown(game, twin, asked, log, seat)


@pytest.mark.parametrize(("game", "options"), GAMES_AND_OPTIONS)
def test_what_others_answered_secretly_shows_in_nothing(game: Game[Any], options: Any) -> None:
    tried: Counter[str] = Counter()
    for s, d in positions(game, options, 3):
        tried[d.step] += s.agenda[-1].secret and len(d.actions) > 1  # type: ignore[attr-defined]
        if not s.agenda[-1].secret or tried[d.step] > TRIES:  # type: ignore[attr-defined]
            continue
        # In solitaire one player sees the answers of all seats.
        for seat in () if getattr(options, "solitaire", False) else game.seats(options):
            alike: dict[str, State] = {}
            for a in d.actions[:6] if seat != d.seat else ():
                twin, asked, log = after(s, a)
                key = repr(shown(game, twin, asked, log, seat))
                first = alike.setdefault(key, game.imagine(twin, seat, Dice(9)))
                assert game.imagine(twin, seat, Dice(9)) == first, (str(a), seat)


@pytest.mark.parametrize(("game", "options"), GAMES_AND_OPTIONS)
def test_other_hidden_cards_change_nothing_a_seat_can_ask(game: Game[Any], options: Any) -> None:
    chance = random.Random(5)
    seats = game.seats(options)
    for n, (s, d) in enumerate(positions(game, options, 4)):
        if n % EVERY:
            continue
        seat = chance.choice(seats) if n % 2 else d.seat
        twin = game.imagine(s, seat, Dice(5))

        assert game.view(twin, seat) == game.view(s, seat)
        assert game.imagine(twin, seat, Dice(9)) == game.imagine(s, seat, Dice(9))
        if d.seat != seat:
            continue
        assert settle(twin.clone()) == d
        for a in chance.sample(list(d.actions), min(3, len(d.actions))):
            assert tried_out(game, twin, a, seat) == tried_out(game, s, a, seat), str(a)
        verbs = game.verbs(options)
        tried = [Action(v, chance.choice(nouns) if nouns else None) for v, nouns in verbs.items()]
        for a in chance.sample(tried, min(8, len(tried))):
            assert refuse(game, twin, a) == refuse(game, s, a), str(a)
