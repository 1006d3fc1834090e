"""Sentences for a game's questions, actions and events, from its catalogue of words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from albion.engine.action import Action, Json
from albion.engine.cite import folder
from albion.engine.errors import DataError
from albion.engine.event import Event

_FIELD = re.compile(r"\{([^{}|]+)((?:\|[^{}|]*)*)\}")
_PARTS = ("names", "question", "action", "event", "term")


class Words:
    """One language of one game: display names and sentence templates."""

    def __init__(self, catalogue: Mapping[str, Mapping[str, str]]) -> None:
        self.catalogue = catalogue
        self.names = catalogue.get("names", {})

    def name(self, value: Json) -> str:
        """An id as people say it; numbers and lists as text, an empty list as the name of ''."""
        if isinstance(value, (list, tuple)):
            return ", ".join(self.name(v) for v in value) or self.names.get("", "")
        if isinstance(value, bool) or value is None:
            return "yes" if value else "no"
        text = str(value)
        return self.names.get(text, text)

    def question(self, step: str, about: Mapping[str, Json]) -> str:
        """The open question as a sentence."""
        return self._fill(self._template("question", step, step), about)

    def action(self, a: Action, about: Mapping[str, Json] | None = None) -> str:
        """What an answer says on its button."""
        default = "{verb}" if a.noun is None else "{verb} {noun}"
        return self._fill(
            self._template("action", a.verb, default), {**(about or {}), **a._asdict(), "n": a.noun}
        )

    def event(self, e: Event) -> str:
        """What happened as a sentence; '' if it is not worth one."""
        fields = " ".join(f"{{{key}}}" for key in e.data)
        return self._fill(self._template("event", e.kind, f"{e.kind}: {fields}"), e.data)

    def _template(self, part: str, key: str, default: str) -> str:
        return self.catalogue.get(part, {}).get(key, default)

    def _fill(self, template: str, fields: Mapping[str, Json]) -> str:
        def put(found: re.Match[str]) -> str:
            value = fields.get(found[1])
            forms = found[2].split("|")[1:]
            if forms:
                return form(forms, value).replace("#", self.name(value))
            return self.name(value) if value is not None else ""

        return _FIELD.sub(put, template)


def form(forms: list[str], value: Json) -> str:
    """'one|many' or 'one|none|many' by a number or the length of a list; '#' in it stands for the value."""
    number = len(value) if isinstance(value, (list, tuple)) else value
    if number in (1, True, "1"):
        return forms[0]
    return forms[1] if len(forms) > 2 and not number else forms[-1]


@cache
def load_words(*books: str) -> Words:
    """The words of a game: its books' catalogues, later ones over earlier ones."""
    merged: dict[str, dict[str, str]] = {part: {} for part in _PARTS}
    for book in books:
        path = folder(book) / "words.toml"
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        for part, entries in raw.items():
            if part not in merged or not all(isinstance(v, str) for v in entries.values()):
                raise DataError(
                    f"words.toml of {book}: '{part}' must be one of {', '.join(_PARTS)}, with texts"
                )
            merged[part] |= entries
    return Words(merged)
