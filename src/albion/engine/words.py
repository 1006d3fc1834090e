"""Sentences for a game's questions, actions and events, from its catalogue of words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby, product
from typing import Any

from albion.engine.action import Action, Json
from albion.engine.cite import folder
from albion.engine.errors import DataError
from albion.engine.event import Event

_FIELD = re.compile(r"\{([^{}|]+)((?:\|[^{}|]*)*)\}")
_MANY = 3
"""Lists of this many numbered names or more are summarised."""
_LISTED = 5
"""Names in a row within a sentence."""
_PARTS = ("names", "question", "action", "event", "term", "why", "story")
_WHY = {"not-asked": "Something else is being decided", "over": "The game is over"}
"""Reasons common to all games; a game's own words take precedence."""


class Words:
    """One language of one game: display names and sentence templates."""

    def __init__(self, catalogue: Mapping[str, Mapping[str, str]]) -> None:
        self.catalogue = catalogue
        self.names = catalogue.get("names", {})

    def name(self, value: Json) -> str:
        """An id as people say it; numbers and lists as text, an empty list as the name of ''."""
        if isinstance(value, (list, tuple)):
            return ", ".join(shortened([self.name(v) for v in value])) or self.names.get("", "")
        if isinstance(value, bool) or value is None:
            return "yes" if value else "no"
        text = str(value)
        return self.names.get(text, text)

    def question(self, step: str, about: Mapping[str, Json]) -> str:
        """The open question as a sentence."""
        return sentence(self._fill(self._template("question", step, step), about))

    def action(self, a: Action, about: Mapping[str, Json] | None = None) -> str:
        """What an answer says on its button; nouns that end alike may have words of their own ('reduce:reduced')."""
        default = "{verb}" if a.noun is None else "{verb} {noun}"
        ending = str(a.noun).rpartition(":")[2]
        template = self._template("action", f"{a.verb}:{ending}", self._template("action", a.verb, default))
        return self._fill(template, {**(about or {}), **a._asdict(), "n": a.noun})

    def event(self, e: Event) -> str:
        """What happened as a sentence; '' if it has none."""
        template = self.catalogue.get("event", {}).get(e.kind)
        if template is None:
            template = f"{e.kind}: {' '.join(f'{{{key}}}' for key in e.data)}"
        return sentence(self._fill(template, e.data))

    def story(self, e: Event) -> str:
        """The sentence of an event in the chronicle of a whole game; '' for what belongs to a single turn."""
        return self.story_of(self.story_key(e), e.data)

    def story_key(self, e: Event) -> str:
        """Which sentence tells of an event; its reason may have one of its own ('score:king')."""
        own = f"{e.kind}:{e.data.get('why')}"
        return own if own in self.catalogue.get("story", {}) else e.kind

    def story_of(self, key: str, data: Mapping[str, Json]) -> str:
        """As `story`; a list stands for several events that are alike, and a name for a list of one."""
        template = self._template("story", key, "")
        told = {key: _one_or_more(value) for key, value in data.items()}
        named = {key: self.listed(value) if isinstance(value, list) else value for key, value in told.items()}
        return sentence(self._fill(template, named, told)) if template else ""

    def story_fields(self, key: str) -> tuple[str, ...]:
        """What the sentence of an event in the chronicle is made of."""
        return tuple(dict.fromkeys(f for _, f, _ in _parts(self._template("story", key, "")) if f))

    def listed(self, values: Sequence[Json]) -> str:
        """Names in a row, the last after 'and'; of many only the first."""
        names = [self.name(value) for value in values]
        if len(names) > _LISTED:
            names = [*names[: _LISTED - 1], f"{len(names) - _LISTED + 1} more"]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def why(self, reason: str, data: Mapping[str, Json]) -> str:
        """A refusal or warning as a sentence with its full stop, which templates leave out; '' where the reason has none."""
        said = sentence(self._fill(self._template("why", reason, _WHY.get(reason, "")), data))
        return f"{said}." if said else ""

    def _template(self, part: str, key: str, default: str) -> str:
        return self.catalogue.get(part, {}).get(key, default)

    def _fill(
        self, template: str, fields: Mapping[str, Json], numbers: Mapping[str, Json] | None = None
    ) -> str:
        """A template with its fields; forms go by `numbers` where fields hold the names already."""
        told = []
        for text, field, forms in _parts(template):
            told.append(text)
            value = fields.get(field)
            if forms:
                number = value if numbers is None else numbers.get(field)
                told.append(form(forms, number).replace("#", self.name(value)))
            elif value is not None:
                told.append(self.name(value))
        return "".join(told)


@cache
def _parts(template: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """A parsed template: texts, each with the field that follows it and the field's forms."""
    parts, begin = [], 0
    for found in _FIELD.finditer(template):
        parts.append((template[begin : found.start()], found[1], tuple(found[2].split("|")[1:])))
        begin = found.end()
    return (*parts, (template[begin:], "", ()))


def _one_or_more(value: Json) -> Json:
    return [value] if isinstance(value, str) else value


def sentence(text: str) -> str:
    """With a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


def shortened(names: list[str]) -> list[str]:
    """Names that differ in their numbers only become one: 'cohort 1–10', 'cohort 1, 8, 9'."""
    told: list[str] = []
    for stem, some in groupby(names, _stem):
        alike = list(some)
        several = stem and len(alike) >= _MANY and len(set(alike)) == len(alike)
        told += [f"{stem} {_numbers(alike)}"] if several else alike
    return told


def _stem(name: str) -> str:
    """A numbered name without its number; '' for any other."""
    stem, _, number = name.rpartition(" ")
    return stem if number.isdigit() else ""


def _numbers(names: list[str]) -> str:
    """The numbers of names as they follow each other, three or more in a row as 'first–last'."""
    runs: list[list[int]] = []
    for n in (int(name.rpartition(" ")[2]) for name in names):
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def form(forms: Sequence[str], value: Json) -> str:
    """'one|many' or 'one|none|many' by a number or the length of a list; '#' in it stands for the value."""
    number = len(value) if isinstance(value, (list, tuple)) else value
    if number in (1, True, "1"):
        return forms[0]
    return forms[1] if len(forms) > 2 and not number else forms[-1]


def _composed(patterns: Mapping[str, str], lists: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Names made of others: a pattern stands for every choice from the lists it names in braces."""
    found: dict[str, str] = {}
    for pattern, name in patterns.items():
        fields = [field for _, field, _ in _parts(pattern) if field]
        for chosen in product(*(lists[field].items() for field in fields)):
            ids = {field: id for field, (id, _) in zip(fields, chosen, strict=True)}
            words = {field: word for field, (_, word) in zip(fields, chosen, strict=True)}
            found[pattern.format(**ids)] = name.format(**words)
    return found


@cache
def load_words(*books: str) -> Words:
    """The words of a game: its books' catalogues, later ones overriding earlier ones."""
    merged: dict[str, dict[str, str]] = {part: {} for part in _PARTS}
    for book in books:
        path = folder(book) / "words.toml"
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        merged["names"] |= _composed(raw.pop("named", {}), raw.pop("each", {}))
        for part, entries in raw.items():
            if part not in merged or not all(isinstance(v, str) for v in entries.values()):
                raise DataError(
                    f"words.toml of {book}: '{part}' must be one of {', '.join(_PARTS)}, with texts"
                )
            merged[part] |= entries
    return Words(merged)
