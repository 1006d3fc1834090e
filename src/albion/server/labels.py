"""What answers say on their buttons, worked out once where it hangs on the answer alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from albion.engine.action import Action, Json
from albion.engine.game import Game
from albion.engine.words import Words, load_words

_FIELD = re.compile(r"\{([^{}|]+)")
_OWN = {"verb", "noun", "n"}


class Labels:
    """The words of answers, remembered: a question may offer a hundred of them, again and again."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._known: dict[Action, str] = {}
        templates = words.catalogue.get("action", {})
        self._changing = {verb for verb, text in templates.items() if set(_FIELD.findall(text)) - _OWN}

    def action(self, a: Action, about: Mapping[str, Json]) -> str:
        """What this answer says."""
        if a.verb in self._changing:
            return self._words.action(a, about)
        text = self._known.get(a)
        if text is None:
            text = self._known[a] = self._words.action(a, {})
        return text


@lru_cache(maxsize=64)
def _labels(books: tuple[str, ...]) -> Labels:
    return Labels(load_words(*books))


def labels_of(game: Game[Any]) -> Labels:
    """The labels of a game's answers."""
    return _labels(game.books)
