"""What a player may do, and the one open question."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, NewType

import msgspec

from albion.engine.cite import Cite
from albion.engine.errors import MalformedActionError

_NUMBER = re.compile(r"[0-9]{1,9}")

Seat = NewType("Seat", str)
Noun = str | int
Json = Any
"""A plain JSON value."""

Verbs = Mapping[str, tuple[Noun, ...]]
"""The whole finite action space: each verb with its nouns; a verb without nouns is used alone."""


class Action(NamedTuple):
    """A verb and at most one noun."""

    verb: str
    noun: Noun | None = None

    @property
    def number(self) -> int:
        """The noun as a number, 0 without a noun."""
        return number_of(self)

    @property
    def name(self) -> str:
        """The noun as an id, '' without a noun."""
        return name_of(self)

    def __str__(self) -> str:
        return self.verb if self.noun is None else f"{self.verb} {self.noun}"


def number_of(a: Action) -> int:
    """The noun of an answer as a number, 0 without a noun."""
    noun = a.noun
    return noun if isinstance(noun, int) else int(noun or 0)


def name_of(a: Action) -> str:
    """The noun of an answer as an id, '' without a noun."""
    noun = a.noun
    return noun if isinstance(noun, str) else "" if noun is None else str(noun)


class Decision(msgspec.Struct, frozen=True):
    """The one open question: who must answer, and every legal answer."""

    seat: Seat
    step: str
    cite: Cite
    actions: tuple[Action, ...]


def parse_action(text: str, verbs: Verbs) -> Action:
    """Read 'verb noun' as an action of this action space."""
    words = text.split()
    if not words or len(words) > 2:
        raise MalformedActionError(f"'{text}' is not an action: expected a verb and at most one noun")
    verb = words[0]
    if verb not in verbs:
        raise MalformedActionError(f"'{verb}' is not a verb of this game: expected one of {', '.join(verbs)}")
    nouns = verbs[verb]
    if len(words) == 1:
        if nouns:
            raise MalformedActionError(f"'{verb}' needs a noun, such as '{verb} {nouns[0]}'")
        return Action(verb)
    noun: Noun = words[1]
    if _NUMBER.fullmatch(words[1]) and words[1] not in nouns:
        noun = int(words[1])
    if noun not in nouns:
        raise MalformedActionError(_unknown_noun(verb, noun, nouns))
    return Action(verb, noun)


def _unknown_noun(verb: str, noun: Noun, nouns: tuple[Noun, ...]) -> str:
    if not nouns:
        return f"'{verb}' takes no noun, but '{noun}' was given"
    some = ", ".join(str(n) for n in nouns[:6])
    return f"'{verb}' does not take '{noun}': expected one of {some}{', …' if len(nouns) > 6 else ''}"
