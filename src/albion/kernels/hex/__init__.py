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
from albion.kernels.hex.spread import STRIDE, Edge, Edges, Spread, Ways, bit, bits, gathered, hexes_of, turned

__all__ = [
    "DIRECTIONS",
    "STRIDE",
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
    "gathered",
    "hexes_of",
    "hexside",
    "neighbour",
    "row",
    "turned",
]
