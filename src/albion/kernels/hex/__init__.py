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
from albion.kernels.hex.floods import Floods
from albion.kernels.hex.grid import Grid
from albion.kernels.hex.land import Land
from albion.kernels.hex.patterns import STRIDE, Known, bit, bits, gathered, hexes_of, nothing_known
from albion.kernels.hex.spread import Spread
from albion.kernels.hex.ways import Edge, Edges, Ways, turned

__all__ = [
    "DIRECTIONS",
    "STRIDE",
    "Edge",
    "Edges",
    "Floods",
    "Grid",
    "Hex",
    "Known",
    "Land",
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
    "nothing_known",
    "row",
    "turned",
]
