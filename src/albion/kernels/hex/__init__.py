"""Hex maps: coordinates, hexsides, and reach with costs and paths."""

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
from albion.kernels.hex.spread import Edge, Edges, Spread, Ways, bit, bits, hexes_of, turned, words

__all__ = [
    "DIRECTIONS",
    "Edge",
    "Edges",
    "Grid",
    "Hex",
    "Spread",
    "Ways",
    "bit",
    "bits",
    "column",
    "direction",
    "distance",
    "ends",
    "hexes_of",
    "hexside",
    "neighbour",
    "row",
    "turned",
    "words",
]
