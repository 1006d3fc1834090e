"""Parts of a view that are rebuilt only when their source has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Kept:
    """What was last made for the views of one match; its parts are shared by those views, so they are read only.

    A source is everything a part depends on: an immutable value, a list or dictionary of them, a dictionary of such
    dictionaries, or a tuple of these. The part is made again once its source is no longer equal.
    """

    __slots__ = ("_each", "_joined", "_parts", "_stamps")

    def __init__(self) -> None:
        self._parts: dict[Hashable, tuple[Any, Any]] = {}
        self._each: dict[Hashable, tuple[dict[Any, Any], dict[Any, Any]]] = {}
        self._joined: dict[Hashable, tuple[dict[Any, Any], list[Any]]] = {}
        self._stamps: dict[Hashable, object] = {}

    def part(self, name: Hashable, source: object, make: Callable[[], T]) -> T:
        """One part; the same object as before while its source is the same."""
        known = self._parts.get(name)
        if known is None or known[0] != source:
            known = self._parts[name] = (_copied(source), make())
        made: T = known[1]
        return made

    def each(self, name: Hashable, sources: Mapping[K, object], make: Callable[[K], T]) -> dict[K, T]:
        """One part for each key; the same dictionary as before while all sources and their order are the same."""
        before, made = self._each.get(name, _NOTHING)
        changed = [key for key, source in sources.items() if before.get(key, _NEVER) != source]
        if not changed and list(sources) == list(before):
            return made
        copies = {key: before.get(key) for key in sources}
        fresh: dict[K, Any] = {key: made.get(key) for key in sources}
        for key in changed:
            copies[key], fresh[key] = _copied(sources[key]), make(key)
        self._each[name] = copies, fresh
        self._stamps[name] = object()
        return fresh

    def stamp(self, name: Hashable) -> object:
        """Changes whenever a part of that name was rebuilt: a source for parts that depend on it alone."""
        return self._stamps.get(name)

    def joined(self, name: Hashable, sources: Mapping[K, object], make: Callable[[K], list[T]]) -> list[T]:
        """The lists for all keys, concatenated."""
        made = self.each(name, sources, make)
        known = self._joined.get(name)
        if known is None or known[0] is not made:
            known = self._joined[name] = (made, [x for some in made.values() for x in some])
        return known[1]


_NOTHING: tuple[dict[Any, Any], dict[Any, Any]] = ({}, {})
_NEVER = object()
"""Equal to no source."""


def _copied(source: Any) -> Any:
    """A copy of a source that does not change with the state."""
    kind = type(source)
    if kind is tuple:
        return tuple([_plain(part) if type(part) in _MUTABLE else part for part in source])
    return _plain(source) if kind in _MUTABLE else source


def _plain(part: Any) -> Any:
    """A copy of a list, or of a dictionary whose values are all dictionaries or all immutable."""
    if type(part) is dict:
        first = next(iter(part.values()), None)
        return {key: value.copy() for key, value in part.items()} if type(first) is dict else part.copy()
    return part[:]


_MUTABLE = (dict, list)
