"""Hex maps: coordinates, hexsides, costs of entering, reach with paths, distance by movement points."""

from albion.kernels.hex.coords import (
    DIRECTIONS,
    Hex,
    column,
    direction,
    distance,
    ends,
    hexside,
    neighbour,
    row,
)
from albion.kernels.hex.grid import Grid
from albion.kernels.hex.reach import Edge, Edges, Reach, cost_between, cost_to, reach, turned
from albion.kernels.hex.spread import Spread, Ways, bit, bits, hexes_of, words

__all__ = [
    "DIRECTIONS",
    "Edge",
    "Edges",
    "Grid",
    "Hex",
    "Reach",
    "Spread",
    "Ways",
    "bit",
    "bits",
    "column",
    "cost_between",
    "cost_to",
    "direction",
    "distance",
    "ends",
    "hexes_of",
    "hexside",
    "neighbour",
    "reach",
    "row",
    "turned",
    "words",
]
