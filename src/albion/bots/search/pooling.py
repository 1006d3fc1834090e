"""A fit for games in which the same things are worth the same to every player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

SHARED = 30.0
"""The ridge for what is the same for all."""
OWN = 300.0
"""The ridge for what differs from faction to faction."""


def pooled_weights(np: Any, x: Any, y: Any, sights: Sequence[str], factions: Sequence[str]) -> Any:
    """Weights [sight, faction] for centred sights x and points to come y, a row per position.

    A sight "KIND FACTION" counts for that faction alone, by a weight that all factions share; any other sight has a weight
    for each faction. So a few hundred games bind a dozen figures instead of several hundred.
    """
    kinds, loose = _by_kind(sights, factions)
    shared = list(kinds)
    width = len(shared) + len(loose) * len(factions)
    square, right = np.diag(_ridges(np, len(shared), width)), np.zeros(width)
    places = {}
    for i, faction in enumerate(factions):
        begin = len(shared) + i * len(loose)
        places[faction] = [*range(len(shared)), *range(begin, begin + len(loose))]
        table = np.zeros((len(x), len(shared) + len(loose)))
        for k, kind in enumerate(shared):
            if faction in kinds[kind]:
                table[:, k] = x[:, kinds[kind][faction]]
        table[:, len(shared) :] = x[:, loose]
        square[np.ix_(places[faction], places[faction])] += table.T @ table
        right[places[faction]] += table.T @ y[:, i]
    found = np.linalg.solve(square, right)
    weights = np.zeros((len(sights), len(factions)))
    for i, faction in enumerate(factions):
        for k, kind in enumerate(shared):
            if faction in kinds[kind]:
                weights[kinds[kind][faction], i] = found[k]
        weights[loose, i] = found[places[faction][len(shared) :]]
    return weights


def _by_kind(sights: Sequence[str], factions: Sequence[str]) -> tuple[dict[str, dict[str, int]], list[int]]:
    """The columns of each kind of sight by faction, and the columns of sights that belong to nobody."""
    kinds: dict[str, dict[str, int]] = {}
    loose = []
    for n, sight in enumerate(sights):
        kind, _, whose = sight.rpartition(" ")
        if kind and whose in factions:
            kinds.setdefault(kind, {})[whose] = n
        else:
            loose.append(n)
    return kinds, loose


def _ridges(np: Any, shared: int, width: int) -> Any:
    return np.array([SHARED] * shared + [OWN] * (width - shared))
