"""Random rollouts draw one legal answer without listing all: each must be exactly as likely as the others."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from albion.engine.action import Action
from albion.engine.dice import Dice
from albion.engine.match import Match
from albion.engine.state import State
from albion.engine.step import Choice
from support.every_game import every_game, positions

FEW = 5
"""Up to so many faces every way the dice can fall is followed; beyond, some."""
DRAWS = 12


class MoreRollsError(Exception):
    """A roll for which no face is given."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class Scripted(Dice):
    """Dice that show given faces."""

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__(0)
        self.faces = faces

    def d(self, sides: int) -> int:
        """The next face."""
        if self.count == len(self.faces):
            raise MoreRollsError(sides)
        self.count += 1
        return self.faces[self.count - 1]


def chances(step: Choice[Any], s: State, faces: tuple[int, ...] = ()) -> Counter[Action | None] | None:
    """How likely each answer is to be drawn, as exact fractions; None if there are too many ways."""
    try:
        return Counter({step.drawn(s, Scripted(faces)): Fraction(1)})  # type: ignore[dict-item]
    except MoreRollsError as more:
        if more.sides > FEW:
            return None
        found: Counter[Action | None] = Counter()
        for face in range(1, more.sides + 1):
            then = chances(step, s, (*faces, face))
            if then is None:
                return None
            for a, chance in then.items():
                found[a] += Fraction(chance, more.sides)  # type: ignore[assignment]
        return found


@every_game(seeds=1)
def test_every_legal_answer_is_as_likely_as_any_other(match: Match[Any]) -> None:
    """Exactly where the ways are few; else what is drawn is at least legal."""
    exactly = 0
    for s, d in positions(match, 150):
        step = s.agenda[-1]
        assert isinstance(step, Choice)
        exact = chances(step, s)
        if exact is None:
            drawn = {step.drawn(s, Dice(n)) for n in range(DRAWS)}
            assert drawn <= set(d.actions)
        else:
            assert exact == dict.fromkeys(d.actions, Fraction(1, len(d.actions)))
            exactly += 1

    assert exactly
