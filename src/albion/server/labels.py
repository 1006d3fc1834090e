"""What answers say on their buttons; computed once where that depends only on the action."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import msgspec

from albion.engine.action import Action, Json
from albion.engine.game import Game
from albion.engine.words import Words, load_words
from albion.server import responses

_FIELD = re.compile(r"\{([^{}|]+)")
_OWN = {"verb", "noun", "n"}
_MOST_WARNED = 5000
"""How many answers with warnings are remembered for a game before all are forgotten."""


class Labels:
    """The words of answers, remembered: a question may offer a hundred of them, again and again."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._known: dict[Action, responses.Answer] = {}
        self._warned: dict[tuple[str, str, str], responses.Answer] = {}
        templates = words.catalogue.get("action", {})
        self._changing = {verb for verb, text in templates.items() if set(_FIELD.findall(text)) - _OWN}

    def answer(self, a: Action, about: Mapping[str, Json]) -> responses.Answer:
        """An answer as it is offered."""
        if a.verb in self._changing:
            return self._made(a, about)
        known = self._known.get(a)
        if known is None:
            known = self._known[a] = self._made(a, {})
        return known

    def answers(self, some: Sequence[Action], about: Mapping[str, Json]) -> list[responses.Answer]:
        """Answers as they are offered; those whose text can change are not kept."""
        known = list(map(self._known.get, some))
        if all(known):
            return cast(list[responses.Answer], known)
        return [found or self.answer(a, about) for found, a in zip(known, some, strict=True)]

    def warned(self, answer: responses.Answer, warning: str) -> responses.Answer:
        """An answer with a warning; one object for the same words, so that a connection it was told to knows it again."""
        key = answer.action, answer.text, warning
        known = self._warned.get(key)
        if known is None:
            if len(self._warned) >= _MOST_WARNED:
                self._warned.clear()
            known = self._warned[key] = msgspec.structs.replace(answer, warning=warning)
        return known

    def text(self, a: Action, about: Mapping[str, Json]) -> str:
        """The text on an answer's button."""
        return self.answer(a, about).text

    def _made(self, a: Action, about: Mapping[str, Json]) -> responses.Answer:
        return responses.Answer(str(a), a.verb, a.noun, self._words.action(a, about))


@lru_cache(maxsize=64)
def _labels(books: tuple[str, ...]) -> Labels:
    return Labels(load_words(*books))


def labels_of(game: Game[Any]) -> Labels:
    """The labels of a game's answers."""
    return _labels(game.books)
