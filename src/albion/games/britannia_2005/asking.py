"""Questions of the 2005 game: who answers, and when each answer has its time."""

from __future__ import annotations

from typing import ClassVar

from albion.engine.action import Action
from albion.engine.cite import Cite, cite
from albion.engine.step import Choice
from albion.games.britannia_2005.state import Brit
from albion.kernels.britannia.asking import NationChoice, SideChoice

DUE: dict[str, Cite] = {
    **dict.fromkeys(("from", "to", "send"), cite("britannia-2005 round.e move.general.a")),
    **dict.fromkeys(("with", "without"), cite("britannia-2005 leader.g move.general.g")),
    "cavalry": cite("britannia-2005 move.general.d round16.norman.d"),
    **dict.fromkeys(("march-on", "stop"), cite("britannia-2005 move.general.c")),
    "sail": cite("britannia-2005 move.boat.a"),
    "end": cite("britannia-2005 round.e"),
    "fight": cite("britannia-2005 battle.general.a battle.general.c"),
    "strike": cite("britannia-2005 battle.hits.g"),
    "lose": cite("britannia-2005 battle.hits.h saxon.burh.i"),
    **dict.fromkeys(("retreat", "stay"), cite("britannia-2005 battle.retreat.a battle.retreat.c")),
    "flee": cite("britannia-2005 battle.retreat.d"),
    **dict.fromkeys(("withdraw", "done"), cite("britannia-2005 withdraw.a round.e")),
    "place": cite("britannia-2005 pop.f leader.c"),
    "pass": cite("britannia-2005 pop.e leader.j"),
    "build": cite("britannia-2005 saxon.burh.a"),
    "remove": cite("britannia-2005 overpop.a overpop.c"),
    "raze": cite("britannia-2005 overpop.a R33"),
    "keep": cite("britannia-2005 rb.entry.a rb.entry.c"),
    **dict.fromkeys(("submit", "resist"), cite("britannia-2005 roman.submission.e roman.submission.d")),
    **dict.fromkeys(("grant", "deny"), cite("britannia-2005 roman.subject.g roman.subject.i")),
    "vote": cite("britannia-2005 bretwalda.a vp.titles.a"),
    **dict.fromkeys(("demand-secret", "accept-open"), cite("britannia-2005 bretwalda.d bretwalda.a")),
}
"""The clauses that say when an answer has its time."""


class Question(Choice[Brit], frozen=True):
    """A question of this game."""

    must: ClassVar[Cite] = ()
    """The clause by which it has to be answered, where none of its answers passes it over."""

    def skips(self, a: Action) -> Cite | None:
        """The law against passing over a question that has to be answered."""
        return (self.must or None) if a.verb in ("end", "done", "pass") else None


class NationQuestion(Question, NationChoice[Brit], frozen=True):
    """A question to the player of one nation."""


class SideQuestion(Question, SideChoice[Brit], frozen=True):
    """A question to the player of one side of a battle."""
