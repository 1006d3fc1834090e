"""A valuation whose weights all factions share: found again from points made by known ones."""

from __future__ import annotations

import pytest

from albion.bots.search.pooling import pooled_weights

np = pytest.importorskip("numpy")

FACTIONS = ("red", "blue")
SIGHTS = ("arms blue", "arms red", "gold red", "late")


def test_what_one_has_counts_for_him_alone_and_for_all_alike() -> None:
    x = np.random.default_rng(1).normal(size=(4000, len(SIGHTS)))
    x -= x.mean(0)
    arms_blue, arms_red, gold_red, late = x.T
    y = np.stack((2 * arms_red + 3 * gold_red - late, 2 * arms_blue + late), axis=1)
    weights = pooled_weights(np, x, y, SIGHTS, FACTIONS)

    assert weights.shape == (4, 2)
    assert weights[0] == pytest.approx([0, 2], abs=0.2)
    assert weights[1] == pytest.approx([2, 0], abs=0.2)
    assert weights[2] == pytest.approx([3, 0], abs=0.2)
    assert weights[3] == pytest.approx([-1, 1], abs=0.2)


def test_factions_learn_from_each_other() -> None:
    x = np.zeros((400, len(SIGHTS)))
    x[:, 1] = np.random.default_rng(2).normal(size=400)
    y = np.stack((5 * x[:, 1], np.zeros(400)), axis=1)
    weights = pooled_weights(np, x, y, SIGHTS, FACTIONS)

    assert weights[0, 1] == pytest.approx(weights[1, 0])
    assert weights[1, 0] > 4
