"""What every question of Boudicca shares: an answer that belongs elsewhere is refused by its own clauses too."""

from __future__ import annotations

from albion.engine.action import Action
from albion.engine.cite import Cite, cite, rule
from albion.engine.step import Choice
from albion.games.boudicca.state import BoudiccaState

BATTLE_FIRST = cite("boudicca 10.0.b")
BELONGS: dict[str, Cite] = {
    verb: cite(f"boudicca {clauses}")
    for verbs, clauses in {
        "place garrison": "3.0.a",
        "mulligan keep": "5.1.5.a 5.1.5.b",
        "evacuate": "4.0.b 4.0.d 8.1.1.a",
        "bid": "4.1.4.a 4.1.4.b",
        "first": "4.1.1.a",
        "play discard": "5.0.a 5.1.6.a",
        "draw": "13.0.b",
        "activate": "5.0.a 7.1.1.a",
        "take march to stop done": "7.1.1.a 7.1.2.a",
        "attack": "7.1.13.a 10.0.a",
        "intercept": "7.3.a 7.3.1.b",
        "kill spare": "8.1.3.a 8.1.4.a",
        "lose": "10.3.4.a",
        "withdraw stand": "10.2.5.a 10.4.1.a 10.4.1.b 10.4.1.c",
        "hit": "10.4.4.a 10.4.4.e",
        "towards escort": "10.4.2.a 10.4.3.a",
        "sack": "5.0.a 9.2.1.a 9.2.1.b",
        "destroy": "5.0.a 7.4.1.a",
        "build": "5.0.a 7.4.2.a",
        "mobilize": "5.0.a 11.1.2.a",
        "enter": "5.0.a 11.1.3.b 11.1.3.g",
        "incite": "5.0.a 11.2.4.b",
        "recruit": "5.0.a 12.2.3.b",
        "convoke summon": "5.0.a 12.2.6.a",
        "invoke scare call": "5.3.1.b 12.2.5.a",
        "rampage": "5.3.1.c",
        "restore": "5.3.2.c",
        "end pass": "5.1.9.a",
    }.items()
    for verb in verbs.split()
}
"""The clauses that say when each answer may be given."""


class Question(Choice[BoudiccaState], frozen=True):
    """A question of this game."""

    def refusal(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Why this answer is refused; one that is not asked for now, also by the clauses of its time."""
        legal = self.legal(s)
        if a in legal:
            return None
        why = self.forbids(s, a) or self.cite
        return why if any(x.verb == a.verb for x in legal) else untimely(s, a, why)


@rule(BATTLE_FIRST)
def untimely(s: BoudiccaState, a: Action, why: Cite) -> Cite:
    """The reasons, and when such an answer would be in place; a battle comes before everything else."""
    return tuple(dict.fromkeys((*why, *BELONGS.get(a.verb, ()), *(BATTLE_FIRST if s.battle else ()))))
