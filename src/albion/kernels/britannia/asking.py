"""Questions of the reduX games: an answer of another moment is refused by the clauses that say when it is due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Generic, TypeVar

from albion.engine.action import Action
from albion.engine.cite import Cite, cite
from albion.engine.step import Choice
from albion.kernels.britannia.state import BritState

S = TypeVar("S", bound=BritState, contravariant=True)

MOVED = cite("redux-core 6.b 6.1.c 6.2.b")
HALTED = cite("redux-core 6.d 6.3.a 6.3.b 6.3.c 6.3.d 6.3.e")
FARTHER = cite("redux-leaders 9.1.1.a 9.2.1.b 9.2.1.e 9.2.1.f 9.2.1.g 9.2.1.h")

CORE: dict[str, Cite] = {
    "place": cite("redux-core 4.1.d 5.a 5.c 5.1.1.a 5.2.2.a"),
    "remove": cite("redux-core 4.1.d 5.1.g 5.1.h"),
    **dict.fromkeys(("from", "to", "send"), cite("redux-core 4.1.d 6.a 6.b 6.3.f")),
    **dict.fromkeys(("march-on", "stop"), (*MOVED, *HALTED)),
    **dict.fromkeys(("end", "restart"), cite("redux-core 4.1.d 6.4.a 6.4.b 6.4.c")),
    "fight": cite("redux-core 4.1.d 6.3.f 7.a 7.d"),
    "lose": cite("redux-core 7.1.d"),
    **dict.fromkeys(("retreat", "stay"), cite("redux-core 4.1.d 7.2.a 7.2.b R23")),
}
"""The clauses of the Core rules that say when an answer has its time."""

LATER: dict[str, Cite] = {
    "place": cite("redux-leaders 9.2.d 10.6.e"),
    **dict.fromkeys(("from", "to", "send"), cite("redux-leaders 11.3.b 11.3.c")),
    **dict.fromkeys(("march-on", "stop"), FARTHER),
    **dict.fromkeys(("retreat", "stay"), cite("redux-leaders 9.2.2.d 9.2.2.g 11.5.1.a")),
    "cavalry": cite("redux-leaders 9.1.a 9.1.b 11.6.1.q"),
    **dict.fromkeys(("raiders", "others"), cite("redux-leaders 11.4.1.b")),
    "alone": cite("redux-leaders 9.2.1.b 9.2.1.c 9.2.2.d"),
    **dict.fromkeys(("with", "without"), cite("redux-leaders 9.2.1.d 9.2.1.j")),
    "strike": cite("redux-leaders 9.1.2.c 9.1.2.f 9.1.2.g"),
    "give": cite("redux-leaders 9.1.2.h"),
    **dict.fromkeys(("withdraw", "done"), cite("redux-leaders 11.a 11.4.f 11.5.1.a")),
}
"""Those that Leaders and Raiders adds."""

BOTH: dict[str, Cite] = {verb: (*CORE.get(verb, ()), *LATER.get(verb, ())) for verb in CORE | LATER}


class Question(Choice[S], Generic[S], frozen=True):
    """A question that says of an answer of another moment when it is due."""

    when: ClassVar[Mapping[str, Cite]] = CORE

    def why_refused(self, s: S, a: Action) -> Cite | None:
        """The rule against an answer that is not legal."""
        return self.forbids(s, a)

    def refusal(self, s: S, a: Action) -> Cite | None:
        """The rule against it, or the question's own clauses; and those on when such an answer has its time."""
        legal = self.legal(s)
        if a in legal:
            return None
        why = self.why_refused(s, a) or self.cite
        if any(x.verb == a.verb for x in legal):
            return why
        return tuple(dict.fromkeys((*why, *self.when.get(a.verb, ()))))
