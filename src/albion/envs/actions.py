"""Action numbers: the position of an action in the game's whole action space, verb by verb and noun by noun."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from albion.engine.action import Action
from albion.engine.game import Game
from albion.engine.options import Options


class ActionNumbers:
    """Both ways between actions and numbers; they change only with the game's version or its options."""

    def __init__(self, game: Game[Any], options: Options) -> None:
        self.actions: tuple[Action, ...] = tuple(
            Action(verb, noun) for verb, nouns in game.verbs(options).items() for noun in (nouns or (None,))
        )
        self.numbers = {a: i for i, a in enumerate(self.actions)}
        self._number = self.numbers.__getitem__

    def __len__(self) -> int:
        return len(self.actions)

    def of(self, actions: Sequence[Action]) -> list[int]:
        """The number of each action, in their order."""
        return list(map(self._number, actions))
