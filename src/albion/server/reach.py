"""What a seat could do: its answers tried on copies of the position, never across a die or a secret."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from albion.engine.action import Action, Decision, Seat, parse_action
from albion.engine.cite import Cite
from albion.engine.dice import Dice
from albion.engine.event import Event
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.refusal import refusal_text, refuse, why_sentence
from albion.engine.state import State
from albion.engine.step import Choice
from albion.server import access, responses, views
from albion.server.catalogue import find_games, words_of
from albion.server.errors import RequestError
from albion.server.identity import new_seed
from albion.server.labels import labels_of
from albion.server.positions import pack, unpack
from albion.server.tables import Tables

_WORK, _PATIENCE = 0.4, 3.0
"""Seconds of processor time for trying, and seconds for all: what is not known by then is left out, and the answer says so.

By the clock alone a crowded machine would leave out places that it has hardly begun to look for.
"""
_MOST_REFUSED = 200

Ends = Literal["dice", "seat", "over"] | None


class Refused(NamedTuple):
    """One of the answers to be tried is not allowed; errors do not travel well between processes."""

    message: str
    cite: Cite


async def reach_from(
    tables: Tables,
    match: str,
    player: str,
    tried: tuple[str, ...],
    seat: str | None,
    deep: bool | None = None,
    through: str | None = None,
) -> bytes:
    """A `responses.Reach` as JSON: the answers to the open question, or to the one that follows some answers."""
    async with tables.reading(match) as table:
        access.need_seat(table, player, seat)
        asked = access.acting_seat(table, player, seat)
        actions = [parse_action(text, table.match.verbs) for text in tried]
        game, state, seq = table.game, table.match.state, table.row.seq
        real, imagined = pack(game, state), pack(game, game.imagine(state, asked, Dice(new_seed())))
    forecasts = tables.forecasts
    asking = _Asking(seq, actions, bool(actions) if deep is None else deep, through)
    found = await forecasts.soon(_reach_json, forecasts.games, game.id, real, imagined, asking)
    if isinstance(found, Refused):
        raise RequestError(409, "illegal", found.message, found.cite)
    return found


class _Asking(NamedTuple):
    """What is asked for: the answers tried, `deep`: and what follows each of the next; `through`: a verb to repeat."""

    seq: int
    actions: list[Action]
    deep: bool
    through: str | None


def _reach_json(games: str, game: str, real: bytes, imagined: bytes, asking: _Asking) -> bytes | Refused:
    """`reach` as JSON; runs in the forecasting process."""
    known = find_games(games)[game]
    state, believed = unpack(known, real), unpack(known, imagined)
    d = settle(state)
    settle(believed)
    assert d is not None
    found = reach(known, _Place(d.seat, state, believed), d, asking)
    return found if isinstance(found, Refused) else msgspec.json.encode(found)


def reach(game: Game[Any], here: _Place, d: Decision, asking: _Asking) -> responses.Reach | Refused:
    """What could be done, tried out."""
    search = _Search(game)
    seq, actions, deep, through = asking
    text = str(actions[0]) if actions else None
    ends: Ends = None
    question: Decision | None = d
    for a in actions:
        if question is None:
            break
        why = None if a in question.actions else refuse(game, here.state, a)
        if why is not None:
            return Refused(refusal_text(words_of(game), a, why), why.cite)
        here, question, ends = here.after(a)
    if question is None or ends is not None:
        return responses.Reach(seq=seq, action=text, question=None, ends=ends, refused=[], complete=True)
    reached = search.question(here, question, deep)
    refused = list(search.refused(here, question))
    ways = list(search.ways(here, question, through)) if through else UNSET
    return responses.Reach(
        seq=seq,
        action=text,
        question=reached,
        ends=None,
        refused=refused,
        complete=search.complete,
        ways=ways,
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """A position as it is, which decides what is legal, and as its seat imagines it, which gives the odds."""

    seat: Seat
    state: State
    imagined: State | None
    """None once the imagined position has taken another course."""

    def after(self, a: Action) -> tuple[_Place, Decision | None, Ends]:
        """The position after an answer, the question there, and why it must stay unknown, if it must."""
        state, log = self.state.clone(), list[Event]()
        rolled = state.dice.count
        d = apply(state, a, log)
        if state.dice.count != rolled or any(e.final for e in log):
            return self, None, "dice"
        if d is None:
            return self, None, "over"
        if d.seat != self.seat:
            return self, None, "seat"
        return _Place(self.seat, state, self._imagined_after(a, d)), d, None

    def _imagined_after(self, a: Action, d: Decision) -> State | None:
        if self.imagined is None:
            return None
        imagined = self.imagined.clone()
        return imagined if apply(imagined, a) == d else None


class _Search:
    """Tries answers until time is up."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._words, self._labels = words_of(game), labels_of(game)
        self._worked, self._end = time.process_time() + _WORK, time.monotonic() + _PATIENCE
        self.complete = True

    def question(self, here: _Place, d: Decision, deep: bool) -> responses.ReachedQuestion:
        """The question with its answers; `deep`: and the questions that follow each of them."""
        step, about = _asked(here)
        odds = [
            self._odds(here, a) for a in d.actions
        ]  # first: an attack is confirmed by them, whatever the time
        answers = [
            self._answer(here, step, about, a, chances, deep)
            for a, chances in zip(d.actions, odds, strict=True)
        ]
        text = self._words.question(d.step, about)
        return responses.ReachedQuestion(step=d.step, question=text, about=about, answers=answers)

    def _answer(
        self, here: _Place, step: Choice[Any], about: dict[str, Any], a: Action, odds: Any, deep: bool
    ) -> responses.ReachedAnswer:
        told = views.answer_views(self._labels, self._words, step, here.state, (a,), about)[0]
        ends, following = self._following(here, a) if deep else (None, None)
        return responses.ReachedAnswer(
            action=told.action,
            verb=told.verb,
            noun=told.noun,
            text=told.text,
            warning=told.warning,
            odds=odds,
            ends=ends,
            next=following,
        )

    def _following(self, here: _Place, a: Action) -> tuple[Ends, responses.ReachedQuestion | None]:
        if self._late():
            return None, None
        there, d, ends = here.after(a)
        return ends, None if d is None else self.question(there, d, deep=False)

    def _odds(self, here: _Place, a: Action) -> Any:
        if here.imagined is None or self._late():
            return None
        return self._game.odds(here.imagined, a)

    def ways(self, here: _Place, d: Decision, verb: str) -> Iterator[responses.Way]:
        """Where giving answers with one verb leads, the shortest ways first; several ways to a place if they differ in what is left."""
        known = set[tuple[Any, ...]]()
        open_ways = deque((self._unseen(here), d, [a]) for a in d.actions if a.verb == verb)
        while open_ways:
            if self._late():
                return
            here, d, taken = open_ways.popleft()
            there, following, _ = here.after(taken[-1])
            about = _asked(there)[1] if following is not None else None
            scalars = sorted((k, v) for k, v in (about or {}).items() if isinstance(v, (str, int)))
            if (key := (taken[-1], *scalars)) in known:
                continue
            known.add(key)
            same = following is not None and following.step == d.step
            onward = [a for a in following.actions if a.verb == verb] if same and following else []
            if len(taken) > 1:
                yield responses.Way([str(a) for a in taken], taken[-1].noun, about, bool(onward) or not same)
            if following is not None:
                open_ways += ((there, following, [*taken, a]) for a in onward)

    @staticmethod
    def _unseen(here: _Place) -> _Place:
        """The same position without odds, which takes half the time."""
        return _Place(here.seat, here.state, None)

    def refused(self, here: _Place, d: Decision) -> Iterator[responses.RefusedAnswer]:
        """What a player might try here but may not, each with the sentence that says why."""
        step, about = _asked(here)
        legal = frozenset(d.actions)
        tried = [a for a in step.attempts(here.state) if a not in legal]
        for number, a in enumerate(tried):
            if number >= _MOST_REFUSED or self._late():
                self.complete = False
                return
            why = refuse(self._game, here.state, a)
            if why is not None:
                text = self._labels.text(a, about)
                reason = why_sentence(self._words, why)
                yield responses.RefusedAnswer(str(a), text, reason, responses.cite_texts(why.cite))

    def _late(self) -> bool:
        late = time.process_time() > self._worked or time.monotonic() > self._end
        self.complete = self.complete and not late
        return late


def _asked(here: _Place) -> tuple[Choice[Any], dict[str, Any]]:
    step = here.state.agenda[-1]
    assert isinstance(step, Choice)
    return step, step.about(here.state)
