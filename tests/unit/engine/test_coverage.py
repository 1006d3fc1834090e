"""Coverage: a clause is proved by a law or data and a case, or is plain text."""

from pathlib import Path

import pytest

from albion.engine import cite as cites
from albion.engine.cases import read_cases
from albion.engine.cite import Ref, cite, load_book
from albion.engine.coverage import cover, data_refs, refs_in
from albion.engine.errors import DataError
from support.tiny import BOOKS, CASES


@pytest.fixture(autouse=True)
def tiny_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cites, "BOOKS", BOOKS)


def test_law_and_case_prove_a_clause() -> None:
    found = cover("tiny", read_cases(CASES))

    assert set(found.proved) == {"1.a", "2.a", "3.a", "3.b", "4.a"}
    assert found.text == ("5.a",)
    assert found.unproved == {"1.b": "law", "2.b": "law"}


def test_without_cases_every_rule_lacks_one() -> None:
    found = cover("tiny", [])

    assert found.proved == ()
    assert found.unproved["1.a"] == "case"
    assert found.unproved["1.b"] == "law and case"


def test_a_source_in_the_data_counts_as_a_law() -> None:
    assert data_refs() == {Ref("tiny", "1.a")}


def test_clauses_are_found_in_free_text() -> None:
    refs_in.cache_clear()

    assert refs_in("the box; tiny 1.a, 2.b (and 9.z)") == (Ref("tiny", "1.a"), Ref("tiny", "2.b"))


def test_text_of_an_unknown_clause_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "coverage.toml").write_text('[text]\n"9.z" = "no such clause"\n')
    monkeypatch.setattr(cites, "BOOKS", tmp_path)
    with pytest.raises(DataError, match=r"coverage\.toml of tiny: .*9\.z"):
        cover("tiny", [])


def test_rulings_are_cited_like_clauses() -> None:
    assert str(cite("tiny R1")[0]) == "tiny R1"
    assert load_book("tiny").text("R1") == "No: it takes what is left."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("tiny 9.z", "no clause or ruling '9.z'"), ("tiny", "needs a book and at least one clause")],
)
def test_a_wrong_citation_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        cite(text)
