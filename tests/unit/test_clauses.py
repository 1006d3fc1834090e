"""The clause list is the coverage report: every clause is proved, or is plain text."""

from functools import cache

import pytest

from albion.cli.clauses import standings
from albion.cli.proofs import CASES, gather
from albion.engine.cases import Case
from albion.engine.cite import Ref, load_book
from albion.engine.coverage import cover
from albion.engine.step import STEPS, Choice
from albion.games import GAMES


@cache
def project_cases() -> tuple[Case, ...]:
    found, unreadable = gather(CASES, None)
    assert unreadable == []
    return tuple(found)


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_is_proved_by_a_law_and_a_case(name: str) -> None:
    game = GAMES[name]
    found = cover(game.id, project_cases())

    assert found.unproved == {}
    assert len(found.proved) + len(found.text) == len(load_book(game.id).clauses)


@pytest.mark.parametrize("name", GAMES)
def test_every_example_of_the_book_is_a_case(name: str) -> None:
    GAMES[name]
    named = {ref for case in project_cases() for ref in case.rule}
    examples = [c.ref for c in load_book(name).clauses.values() if c.kind == "example"]

    assert [ref for ref in examples if ref not in named] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_fact_in_data_is_cited_there_and_not_only_where_the_table_is_set_up(name: str) -> None:
    GAMES[name]
    behind = standings(())
    wanting = [
        ref
        for ref in (clause.ref for clause in load_book(name).clauses.values())
        if not behind[ref].data
        and {law.name.rpartition(".")[2] for law in behind[ref].laws} == {"first_units"}
    ]

    assert wanting == []


def test_the_laws_of_a_clause_begin_with_those_of_its_own_game() -> None:
    for name in ("redux-core", "redux-leaders"):
        GAMES[name]
    found = standings(())
    files = [law.file for law in found[Ref("redux-core", "5.2.2.c")].laws]

    assert "/kernels/britannia/" in files[0]
    assert "/games/redux_leaders/" in files[-1]
    assert "/games/redux_core/" in found[Ref("redux-core", "2.a")].laws[0].file


@pytest.mark.parametrize("name", GAMES)
def test_every_table_says_whence_and_how_sure(name: str) -> None:
    tables = GAMES[name].tables()

    assert tables
    for table in tables:
        assert table.source, table.name
        assert table.confidence in {"stated", "found", "derived", "reconstructed"}, table.name


@pytest.mark.parametrize("name", GAMES)
def test_two_cases_of_a_game_never_make_the_same_claim(name: str) -> None:
    claims = [(case.rule, case.name) for case in project_cases() if case.game == name]

    assert len(set(claims)) == len(claims)


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_says_when_it_is_due(name: str) -> None:
    game = GAMES[name]
    verbs = {verb for options in game.option_sets() for verb in game.verbs(options)}

    assert {verb for verb in verbs if not game.due.get(verb)} == set()
    assert {verb: due for verb, due in game.due.items() if len(due) > 3} == {}


@pytest.mark.parametrize("package", ["games", "kernels"])
def test_no_question_decides_by_itself_what_is_legal(package: str) -> None:
    """`legal` is the engine's alone: candidates that nothing forbids."""
    for name in GAMES:
        GAMES[name]
    steps = [step for key, found in STEPS.items() if f".{package}." in key for step in found.values()]

    assert steps
    assert [
        step.__name__ for step in steps if issubclass(step, Choice) and step.legal is not Choice.legal
    ] == []
