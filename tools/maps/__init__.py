"""Draws the three boards: static SVG maps and the places where counters may stand."""
