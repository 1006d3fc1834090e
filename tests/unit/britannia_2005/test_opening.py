"""The historical opening: Claudius lands, the Belgae submit, Boudicca revolts."""

from pathlib import Path
from typing import Any

from albion.engine.match import Match
from albion.engine.record import read_record, verify_record
from albion.games import find_game
from albion.games.britannia_2005.state import BELGAE, ROMANS, Brit

RECORD = Path(__file__).parents[2] / "playthroughs" / "britannia-2005-opening.txt"


def opening() -> Match[Brit]:
    return verify_record(read_record(RECORD.read_text(encoding="utf-8"), find_game))


def events(match: Match[Brit], kind: str) -> list[dict[str, Any]]:
    return [dict(e.data) for log in match.events for e in log if e.kind == kind]


def position_at(match: Match[Brit], kind: str) -> Brit:
    """The position right after the first event of a kind."""
    n = next(n for n, log in enumerate(match.events) if any(e.kind == kind for e in log))
    return match.at(n)[0]


def test_two_romans_stop_for_each_army_of_the_belgae_and_the_rest_pass_on() -> None:
    match = opening()
    first = match.events[
        : next(n for n, log in enumerate(match.events) if any(e.kind == "battle" for e in log))
    ]
    entered = [dict(e.data) for log in first for e in log if e.kind == "move" and e.data["foe"] == "belgae"]

    assert {m["area"] for m in entered} == {
        "downlands",
        "essex",
        "kent",
        "south-mercia",
        "suffolk",
        "sussex",
        "wessex",
    }
    assert all(m["n"] == 2 for m in entered)


def test_the_belgae_submit_with_four_areas_and_get_no_fort_there() -> None:
    match = opening()
    s = position_at(match, "submission")

    assert len(s.land_areas(BELGAE)) == 4
    assert any(e["why"] == "submission" and e["n"] == 6 for e in events(match, "score"))
    assert not set(s.forts) & set(s.land_areas(BELGAE))


def test_boudicca_revolts_and_burns_what_rome_has_built() -> None:
    match = opening()
    s = match.state
    burnt = {a for a, intact in s.forts.items() if not intact}

    assert events(match, "freed")[0] == {"nation": "belgae", "master": "romans"}
    assert s.leaders["boudicca"] == "suffolk"
    assert burnt == {"essex", "south-mercia", "suffolk"}
    assert s.points[BELGAE] == 20
    assert s.points[ROMANS] == 48
