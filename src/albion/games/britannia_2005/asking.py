"""Questions of the 2005 game: who answers, and by which clause an answer of another moment is refused."""

from __future__ import annotations

from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite
from albion.engine.step import Choice
from albion.games.britannia_2005.state import Brit
from albion.kernels.britannia.board import Nation

_MOVE = cite("britannia-2005 round.e move.general.a move.general.c move.general.d")
_HALT = cite(
    "britannia-2005 move.general.c move.general.d move.general.e move.general.f",
    "britannia-2005 move.overrun.a move.overrun.c move.straits.b",
)
_BATTLE = cite("britannia-2005 round.e battle.general.a battle.general.c move.overrun.e")
_RETREAT = cite("britannia-2005 battle.retreat.a battle.retreat.b battle.retreat.c battle.end.a")
_WITHDRAW = cite("britannia-2005 round.e withdraw.a move.raid.c move.raid.e move.raid.picts.d")
_PLACE = cite(
    "britannia-2005 round.e pop.c pop.f pop.g pop.h move.stacking.f king.d",
    "britannia-2005 leader.b leader.c leader.d rb.arthur.a rb.arthur.d round16.saxon.a round16.saxon.c",
)
_BURH = cite("britannia-2005 saxon.burh.a saxon.burh.b saxon.burh.c saxon.burh.d saxon.burh.e")
_REMOVE = cite(
    "britannia-2005 overpop.a overpop.b overpop.c overpop.d overpop.e dane.cnut.a dane.cnut.d roman.reinf.l"
)
_SUBMIT = cite(
    "britannia-2005 roman.submission.a roman.submission.b roman.submission.c roman.submission.d",
    "britannia-2005 roman.submission.e roman.belgae.a angles.submission.a R36",
)
_GRANT = cite("britannia-2005 roman.subject.g roman.subject.i angles.submission.l angles.submission.m")
_BALLOT = cite("britannia-2005 bretwalda.a bretwalda.b bretwalda.d vp.titles.a")

WHEN: dict[str, Cite] = {
    **dict.fromkeys(("from", "to", "send", "with", "without", "cavalry"), _MOVE),
    **dict.fromkeys(("march-on", "stop"), _HALT),
    "sail": cite("britannia-2005 move.boat.a move.boat.b round.e"),
    "fight": _BATTLE,
    "strike": cite("britannia-2005 battle.hits.g"),
    "lose": cite("britannia-2005 battle.hits.f battle.hits.g battle.hits.h saxon.burh.i"),
    **dict.fromkeys(("retreat", "stay"), _RETREAT),
    "flee": cite("britannia-2005 battle.retreat.d battle.retreat.a"),
    **dict.fromkeys(("withdraw", "done"), _WITHDRAW),
    "place": _PLACE,
    "pass": cite("britannia-2005 pop.e leader.j"),
    "build": _BURH,
    "remove": _REMOVE,
    "raze": cite("britannia-2005 overpop.a overpop.c saxon.burh.h R33"),
    "keep": cite("britannia-2005 rb.entry.a rb.entry.c rb.entry.e rb.entry.g"),
    **dict.fromkeys(("submit", "resist"), _SUBMIT),
    **dict.fromkeys(("grant", "deny"), _GRANT),
    **dict.fromkeys(("vote", "demand-secret", "accept-open"), _BALLOT),
}
"""The clauses that say when an answer has its time."""


class Question(Choice[Brit], frozen=True):
    """A question that refuses answers of another moment by the clauses that say when they are due."""

    def refusal(self, s: Brit, a: Action) -> Cite | None:
        """The rule against it; for what is not asked now also the rule on when it is."""
        legal = self.legal(s)
        if a in legal:
            return None
        why = self.why_not(s, a)
        asked = any(a.verb == x.verb for x in legal)
        return why if asked else tuple(dict.fromkeys((*why, *WHEN.get(a.verb, ()))))

    def why_not(self, s: Brit, a: Action) -> Cite:
        """The rule against an answer that is not legal."""
        return self.forbids(s, a) or self.cite


class NationQuestion(Question, frozen=True):
    """A question to the player of one nation."""

    nation: Nation

    def seat(self, s: Brit) -> Seat:
        """The nation's player."""
        return s.rules.seat_of[self.nation]
