"""A match in sentences: questions, answers, events, clauses."""

from __future__ import annotations

from typing import Any

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, load_book
from albion.engine.event import Event
from albion.engine.game import Game
from albion.engine.match import Match
from albion.engine.refusal import Refusal
from albion.engine.step import Choice
from albion.engine.words import Words, load_words


def words_of(game: Game[Any]) -> Words:
    """The game's catalogue of words."""
    return load_words(*game.books)


def about(match: Match[Any]) -> dict[str, Json]:
    """What the open question is about."""
    step = match.state.agenda[-1] if match.decision else None
    return step.about(match.state) if isinstance(step, Choice) else {}


def question(match: Match[Any], words: Words) -> str:
    """The open question as a sentence, or that there is none."""
    d = match.decision
    if d is None:
        return "The game is over."
    return words.question(d.step, {"seat": d.seat, **about(match)})


def answers(match: Match[Any], words: Words) -> list[str]:
    """Each legal answer in words, in its fixed order."""
    facts = about(match)
    return [words.action(a, facts) for a in match.decision.actions] if match.decision else []


def warning(match: Match[Any], a: Action) -> Refusal | None:
    """Why a legal answer is risky."""
    step = match.state.agenda[-1] if match.decision else None
    return step.warns(match.state, a) if isinstance(step, Choice) else None


def sentence(event: Event, words: Words) -> str:
    """An event in words, '' if it is not worth any."""
    return words.event(event).strip()


def clauses(c: Cite) -> list[tuple[str, str]]:
    """Each clause with its text."""
    return [(str(ref), load_book(ref.book).text(ref.clause)) for ref in c]


def told(match: Match[Any], seat: Seat, a: Action, words: Words) -> str:
    """Who answers what, while the question is still open."""
    return f"{words.name(seat)}: {words.action(a, about(match))}"
