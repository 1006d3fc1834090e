"""The numbers behind a refusal; their sentences stand in words.toml under [why]."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Json
from albion.engine.cite import Cite
from albion.games.boudicca.s06_stacking import FIVE_AUXILIA, LEGIONS_APART, TRIBES_APART, auxilia_in
from albion.games.boudicca.state import BoudiccaState

Reason = tuple[str, dict[str, Json]] | None


def points(half: int) -> int | float:
    """Half movement points as a player counts them: 3 or 3.5."""
    return half // 2 if half % 2 == 0 else half / 2


def stacking_reason(s: BoudiccaState, why: Cite, units: Iterable[int], h: int) -> Reason:
    """Which stacking limit some units in a hex break, and by how much."""
    if why[:1] == TRIBES_APART:
        return "tribes-apart", {"hex": h}
    if why[:2] == LEGIONS_APART:
        return "legions-apart", {"hex": h}
    if why[:1] == FIVE_AUXILIA:
        limit = s.rules.data.units.stacking.auxilia
        return "five-auxilia", {"hex": h, "count": auxilia_in(s, units), "limit": limit}
    return None
