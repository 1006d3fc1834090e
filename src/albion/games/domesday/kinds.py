"""The kinds of troops, in the order that every list of troops follows."""

from __future__ import annotations

KINDS = ("knight", "huscarl", "longship", "spearman", "archer")
