"""What every question of Boudicca shares: the position's own word on answers that are not asked for now."""

from __future__ import annotations

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.step import Choice
from albion.games.boudicca.state import Battle, BoudiccaState

Reason = tuple[str, dict[str, Json]] | None
"""The key of a sentence under [why] in words.toml, and the numbers that fill it."""
BATTLE_FIRST = cite("boudicca 10.0.b")
IN_BATTLE = frozenset(("lose", "withdraw", "stand", "hit", "escort", "towards"))
"""Answers that belong to a battle: it does not come before them."""
EQUAL_STRENGTH = cite("boudicca 10.4.1.c")
HAIL_AT_FIRST = cite("boudicca 5.3.2.c")
OWN_IMPULSE = cite("boudicca 5.0.a")
NO_BIDS = cite("boudicca 4.1.2.a")
MARCH_OVER = {
    "stop": cite("boudicca 7.1.14.a"),
    "battle": cite("boudicca 10.2.6.c 10.0.a"),
    "overrun": cite("boudicca 10.2.6.b 10.2.6.c"),
    "interception": cite("boudicca 7.3.5.a"),
}
"""By what ended the last march of the Impulse: why it goes no further."""
DUE: dict[str, Cite] = {
    verb: cite(f"boudicca {clauses}")
    for verbs, clauses in {
        "place": "3.1.2.a 11.2.7.a",
        "garrison": "3.2.i",
        "mulligan": "5.1.5.a 5.1.5.b",
        "keep": "5.1.5.a",
        "evacuate": "8.1.1.a 4.0.b",
        "bid": "4.1.4.a",
        "first": "4.1.1.a",
        "play discard": "5.1.6.a",
        "draw": "13.0.b",
        "activate": "7.1.1.a",
        "take march done": "7.1.1.a 7.1.2.a",
        "to stop": "7.1.1.a 7.1.6.a",
        "attack": "10.0.a 7.1.13.a",
        "intercept decline": "7.3.a 7.3.1.b",
        "kill spare": "8.1.3.a 8.1.4.a",
        "lose": "10.3.4.a",
        "withdraw stand": "10.2.5.a 10.4.1.a",
        "hit": "10.4.4.a 10.4.4.e",
        "towards escort": "10.4.2.a 10.4.3.a",
        "sack": "9.2.1.a",
        "destroy": "7.4.1.a",
        "build": "7.4.2.a",
        "mobilize": "11.1.2.a",
        "enter": "11.1.3.b 11.1.3.g",
        "incite": "11.2.4.b",
        "recruit": "12.2.3.b",
        "convoke summon": "12.2.6.a",
        "invoke scare call": "12.2.5.a",
        "rampage": "5.3.1.c",
        "restore": "5.3.2.c",
        "end pass": "5.1.9.a",
    }.items()
    for verb in verbs.split()
}
"""The clauses that say when each answer has its time."""

IN_IMPULSE = frozenset(
    [
        "play",
        "discard",
        "activate",
        "sack",
        "destroy",
        "build",
        "mobilize",
        "enter",
        "incite",
        "recruit",
        "convoke",
    ]
)


@rule(cite("boudicca 5.0.a 4.1.2.a 10.0.b 10.2.6.b 10.2.6.c 7.3.5.a 7.1.14.a"))
def elsewhere(s: BoudiccaState, a: Action) -> Cite | None:
    """What in the position bears on an answer that is not asked for.

    A battle comes first, cards and points are spent in an own Impulse, a march is over.
    """
    if s.battle is not None:
        return _in_battle(s, s.battle, a)
    if a.verb == "bid" and s.turn == 1 and s.phase in ("initiative", "operations"):
        return NO_BIDS
    if a.verb in IN_IMPULSE and not in_own_impulse(s):
        return OWN_IMPULSE
    if a.verb in ("to", "attack", "stop") and s.ended:
        return MARCH_OVER[s.ended]
    return None


def in_own_impulse(s: BoudiccaState) -> bool:
    """Whether the player who is asked, if anybody is, has the Impulse."""
    step = s.agenda[-1] if s.agenda else None
    return s.phase == "operations" and (not isinstance(step, Question) or step.seat(s) == s.phasing)


@rule(BATTLE_FIRST + EQUAL_STRENGTH + HAIL_AT_FIRST)
def _in_battle(s: BoudiccaState, b: Battle, a: Action) -> Cite | None:
    """A battle comes before everything but its own answers; after a round that left both sides equal nobody leaves it."""
    if a.verb in ("withdraw", "stand") and b.round > 1:
        attackers, defenders = s.fighters(b.hex, b.attacker), s.fighters(b.hex, b.defender)
        return EQUAL_STRENGTH if s.strength(attackers) == s.strength(defenders) else None
    if a.verb in IN_BATTLE:
        return None
    hail = a.verb == "play" and a.noun == "hail-caesar"
    return HAIL_AT_FIRST if hail else BATTLE_FIRST


def place(s: BoudiccaState, h: int) -> dict[str, Json]:
    """A hex as sentences name it: with the place near it by which people find it."""
    return {"hex": h, "near": s.rules.board.near(h)}


def points(half: int) -> int | float:
    """Half movement points as a player counts them: 3 or 3.5."""
    return half // 2 if half % 2 == 0 else half / 2


class Question(Choice[BoudiccaState], frozen=True):
    """A question of this game."""
