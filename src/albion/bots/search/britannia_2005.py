"""Britannia (2005) as a search sees it: besides armies, everything that can still score points or no longer can."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from albion.bots.search.britannia import BritanniaOutlook
from albion.bots.search.outlook import Sight, Told
from albion.games.britannia_2005.steady import Steady

LIMES = 5
"""The round at whose end Roman forts are scored, for the last time."""


class Britannia2005Outlook(BritanniaOutlook):
    """The limes, burhs, subjects and areas already paid for: points that armies do not show."""

    def __init__(self) -> None:
        super().__init__("britannia-2005", 16, Steady)

    def sights(self, s: Any) -> Iterable[Sight]:
        """Also forts, burhs, who serves whom and what is paid in boxes still open."""
        yield from super().sights(s)
        if s.round <= LIMES:
            for area, intact in s.forts.items():
                yield _fort(area, intact), 1.0
        for area in s.burhs:
            yield _burh(area), 1.0
        for nation, master in s.subjects.items():
            yield _serves(nation, master), 1.0
        for nation, box in s.rules.occupy[s.round - 1].items():
            for area in s.scored.get(box.id, ()):
                yield _paid(nation, area), 1.0

    def told(self, sight: str) -> Told | None:
        """Also forts and burhs."""
        kind, *about = sight.split()
        if kind == "fort":
            return Told("a fort in {0}", "no fort in {0}", tuple(about), "romans")
        if kind == "burh":
            return Told("a burh in {0}", "no burh in {0}", tuple(about), "saxons")
        return super().told(sight)


@cache
def _fort(area: str, intact: bool) -> str:
    return f"{'fort' if intact else 'ruin'} {area}"


@cache
def _burh(area: str) -> str:
    return f"burh {area}"


@cache
def _serves(nation: str, master: str) -> str:
    return f"serves {nation} {master}"


@cache
def _paid(nation: str, area: str) -> str:
    return f"paid {nation} {area}"
