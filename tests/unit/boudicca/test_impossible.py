"""A position that no game could bring about is refused, and the sentence says why."""

from __future__ import annotations

import pytest

from albion.engine.cases import Case, run_case
from albion.engine.cite import cite
from albion.games import find_game


@pytest.mark.parametrize(
    ("start", "position", "sentence"),
    [
        ("Impulse romans", {"6106": "1 ix, 1 iceni"}, "both sides stand in 6106 without a battle"),
        (
            "Impulse romans",
            {"6106": "druid", "6107": "druid", "6108": "druid"},
            "3 Druids are in play (limit 2",
        ),
        ("Impulse romans", {"mona": "1 iceni"}, "iceni-1 never stands off the map"),
        ("Impulse romans", {"isca": "1 civ"}, "civ-1 never stands off the map"),
        ("Impulse romans", {"6106": "1 iceni scared"}, "iceni-1 cannot be scared: only Romans can"),
        ("Impulse romans", {"6106": "1 ix rampage"}, "ix-2 cannot be rampage: only Britons can"),
        ("Impulse romans", {"6106": "1 ix steps-3"}, "ix-2 cannot be steps-3: it has 2 steps"),
        ("Impulse romans", {"6106": "boudicca reduced"}, "boudicca cannot be reduced: it has one step"),
        ("Impulse romans", {"sacked": "4432 britons"}, "Venta Icenorum is not a place that Britons can sack"),
        ("Impulse romans", {"sacked": "2523 romans"}, "Londinium is not a place that Romans can sack"),
        ("Impulse romans", {"bridges": "2424/2523 built"}, "2424/2523 has a bridge on the map"),
        ("Impulse romans", {"bridges": "2423/2523 destroyed"}, "2423/2523 has no bridge on the map"),
        ("Impulse romans", {"drawn": "ap-1"}, "cards are drawn unseen in solitaire only"),
        (
            "LeaderAtRisk boudicca",
            {"6106": "boudicca, 1 iceni"},
            "boudicca is not a leader alone among enemies",
        ),
        ("Revolt regni", {"revolt": "regni"}, "'regni' is not a tribe that could still rise"),
    ],
)
def test_an_impossible_position_is_refused(start: str, position: dict[str, str], sentence: str) -> None:
    fields = {"start": start, "position": position, "step": "none"}

    (found,) = run_case(Case("x.toml", 1, "boudicca", cite("boudicca 10.0.a"), "n", fields), find_game)

    assert sentence in found
