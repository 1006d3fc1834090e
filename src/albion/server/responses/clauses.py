"""Clauses behind something, as they are sent."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from albion.engine.cite import Cite, clause_text


class ClauseText(Struct, frozen=True):
    """A clause and what it says."""

    ref: str
    text: str


@lru_cache(maxsize=4096)
def cite_texts(c: Cite) -> list[str]:
    """Clauses as texts such as 'book 6.3.b'; kept, as each question and event names them again."""
    return [str(ref) for ref in c]


def clause_texts(c: Cite) -> list[ClauseText]:
    """Clauses with what they say."""
    return [ClauseText(str(ref), clause_text(ref)) for ref in c]
