"""Why an answer is not allowed; used by the server, terminal, cases and checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite_text, clause_text
from albion.engine.state import State
from albion.engine.step import Choice

if TYPE_CHECKING:
    from albion.engine.game import Game
    from albion.engine.words import Words

NOTHING: Final[Mapping[str, Json]] = {}
NOT_ASKED: Final = "not-asked"
OVER: Final = "over"
MOST_NAMED: Final = 4
"""The most clauses a refusal names: more would not help."""


class Refusal(NamedTuple):
    """Why an answer is not allowed, or as a warning, why it is risky."""

    cite: Cite
    """The clauses that decide here, the decisive one first."""
    reason: str = ""
    """The sentence's key in the table [why] of the game's words.toml; '': the decisive clause says enough."""
    data: Mapping[str, Json] = NOTHING
    """What fills the sentence: the numbers that decide, areas, units."""


def refuse(game: Game[Any], s: State, a: Action) -> Refusal | None:
    """Why this answer is not allowed now; None if it is."""
    step = s.agenda[-1] if s.agenda else None
    if s.outcome is not None:
        return Refusal(_joined(s.outcome.cite, _due(game, a)), OVER)
    if not isinstance(step, Choice):
        return _not_asked(game, s, a, {"verb": a.verb})
    if a in step.legal(s):
        return None
    return _against(game, step, s, a)


def _against(game: Game[Any], step: Choice[Any], s: State, a: Action) -> Refusal:
    """The law against an unoffered answer; for a verb the question does not take, when it is due."""
    law = step.forbids(s, a) or ()
    asked = a.verb in step.own or any(c.verb == a.verb for c in step.candidates(s))
    if not law and not asked:
        return _not_asked(game, s, a, {"verb": a.verb, "step": step.name}, step.cited(s))
    why = law or step.cited(s)
    reason, data = step.reason(s, a, why) or ("", NOTHING)
    if not asked:
        why = _joined(why, game.bears_on(s, a) or _due(game, a))[: max(MOST_NAMED, len(why))]
    return Refusal(why, reason, data)


def _not_asked(game: Game[Any], s: State, a: Action, data: Mapping[str, Json], else_: Cite = ()) -> Refusal:
    """The question does not take this verb: what in the position forbids it, otherwise when it is due."""
    law = game.bears_on(s, a)
    if not law:
        return Refusal(_due(game, a) or else_, NOT_ASKED, data)
    reason, facts = game.in_words(s, a, law) or ("", NOTHING)
    return Refusal(law, reason, facts)


def foremost(laws: Sequence[Cite]) -> Cite:
    """The decisive clause of each of several laws, then more of the first as far as there is room."""
    against = [law for law in laws if law]
    if len(against) < 2:
        return against[0] if against else ()
    found = dict.fromkeys((*(law[0] for law in against), *(ref for law in against for ref in law[1:])))
    return tuple(found)[:MOST_NAMED]


def _due(game: Game[Any], a: Action) -> Cite:
    return game.due.get(a.verb, ())


def _joined(*cites: Cite) -> Cite:
    return tuple(dict.fromkeys(ref for c in cites for ref in c))


def why_sentence(words: Words, why: Refusal) -> str:
    """A refusal or warning in one sentence: the game's own, or the decisive clause's."""
    said = words.why(why.reason, why.data)
    if said or not why.cite:
        return said
    return clause_text(why.cite[0])


def refusal_text(words: Words, a: Action, why: Refusal) -> str:
    """A refused answer, why, and by which clauses, in one line."""
    said, clauses = words.why(why.reason, why.data).removesuffix("."), cite_text(why.cite)
    return f"'{a}' is not allowed now: {f'{said} ({clauses})' if said else clauses}"
