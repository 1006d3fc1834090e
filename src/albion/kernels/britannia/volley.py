"""Dice of a battle in every edition: what each face hits, counted by what the hits can take."""

from __future__ import annotations

from typing import TypeVar

from albion.engine.cite import Cite
from albion.engine.dice import roll
from albion.engine.event import Log
from albion.kernels.britannia.board import Nation
from albion.kernels.britannia.state import MapState

Q = TypeVar("Q")


def volley(
    s: MapState,
    log: Log,
    nation: Nation,
    n: int,
    aims: tuple[tuple[int, Q], ...],
    bonus: int,
    law: Cite,
    found: dict[Q, int],
) -> None:
    """Roll n dice of one kind and count what they hit.

    `aims` are the faces to show at least, the bonus included, with what such a die can take, the hardest first.
    """
    for face in roll(s, log, n, who=nation, cite=law, need=aims[-1][0] - bonus):
        for need, quality in aims:
            if face + bonus >= need:
                found[quality] = found.get(quality, 0) + 1
                break
