"""Questions whose list of answers is exact, so that nothing on it need be tried again."""

from __future__ import annotations

from albion.engine.action import Action
from albion.engine.cite import Cite
from albion.engine.step import Choice
from albion.games.domesday.state import Dom


class Exact(Choice[Dom], frozen=True):
    """All that is listed is legal."""

    def legal(self, s: Dom) -> tuple[Action, ...]:
        """The list itself."""
        return tuple(self.candidates(s))


class Listed(Exact, frozen=True):
    """And all that is not listed is refused by the question's own clauses."""

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Only what is listed."""
        return None if a in tuple(self.candidates(s)) else self.cite
