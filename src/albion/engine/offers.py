"""Checks of a question: nothing forbids what it offers, and whatever it does not offer has a reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from albion.engine.action import Action, Decision, Noun
from albion.engine.cite import Cite
from albion.engine.errors import RuleError
from albion.engine.game import Game
from albion.engine.state import State
from albion.engine.step import Choice

Verbs = Mapping[str, tuple[Noun, ...]]


def check_offers(s: State, d: Decision) -> None:
    """Nothing forbids what is offered; `legal` does not check this for questions with exact candidates."""
    step = _question(s)
    for a in d.actions:
        if step.forbids(s, a) is not None:
            raise RuleError(f"{d.step} offers '{a}', which its law forbids")


def check_reasons(s: State, d: Decision, unoffered: Iterable[Action]) -> list[tuple[Action, Cite]]:
    """Each of these actions, of verbs the question takes, is refused with at least one clause; returns the clauses."""
    step = _question(s)
    found: list[tuple[Action, Cite]] = []
    for a in unoffered:
        why = step.forbids(s, a)
        if not why:
            raise RuleError(f"{d.step} refuses '{a}' without a clause")
        found.append((a, why))
    return found


def check_due(game: Game[Any], s: State, d: Decision, verbs: Verbs) -> None:
    """Each action of a verb the question does not take is refused by the position, or by when the verb is due."""
    asked = _asked(s)
    rest = {verb: nouns for verb, nouns in verbs.items() if verb not in asked and not game.due.get(verb)}
    check_reasons(s, d, _actions(rest))


def unoffered(s: State, d: Decision, verbs: Verbs, most: int | None = None) -> Iterator[Action]:
    """The actions of the asked verbs that are not offered; at most `most` of each verb, spread over its nouns.

    Which ones are taken depends on the number of answers offered, so that other questions try others.
    """
    offered = set(d.actions)
    for verb in sorted(_asked(s)):
        found = [a for a in _actions({verb: verbs[verb]}) if a not in offered]
        stride = 1 if most is None else max(1, -(-len(found) // most))
        yield from found[len(d.actions) % stride :: stride]


def _actions(verbs: Verbs) -> Iterator[Action]:
    for verb, nouns in verbs.items():
        for noun in nouns or (None,):
            yield Action(verb, noun)


def _asked(s: State) -> set[str]:
    return {a.verb for a in _question(s).candidates(s)}


def _question(s: State) -> Choice[Any]:
    step = s.agenda[-1]
    assert isinstance(step, Choice)
    return step
