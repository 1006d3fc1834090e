"""The page for players who come from another edition."""

import tomllib

import pytest

from albion.cli.differences import BOOKS, TOPICS, belongs, differences
from albion.engine.cite import load_book


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_stands_under_a_topic(book: str) -> None:
    topics = tomllib.loads(TOPICS.read_text(encoding="utf-8"))["topic"]
    clauses = load_book(book).clauses.values()

    missing = [c.ref.clause for c in clauses if not any(belongs(c, s) for t in topics for s in t[book])]

    assert missing == []


def test_the_page_tells_numbers_and_clauses_side_by_side() -> None:
    page = differences()

    assert "| population points for a new army | 4 | 6 |" in page
    assert "**Britannia (2005)**" in page
    assert "`move.general.e`" in page
