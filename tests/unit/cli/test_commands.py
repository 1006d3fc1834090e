"""Each command does what it says, for people and for programs."""

import json
from pathlib import Path

import pytest

from albion.sim.bench_bots import BotSpeed
from support.terminal import Albion

COMMANDS = (
    "games",
    "play",
    "auto",
    "replay",
    "verify",
    "cases",
    "coverage",
    "fuzz",
    "bench",
    "serve",
    "docs",
    "rule",
    "habits",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_shows_examples(albion: Albion, command: str) -> None:
    said = albion(command, "--help")

    assert said.code == 0
    assert "Examples" in said.out
    assert f"albion {command}" in said.out


def test_games_lists_options_and_confidence(albion: Albion) -> None:
    said = albion("games")
    facts = json.loads(albion("games", "--json").out)

    assert "players=2|3" in said.out
    assert "1 stated" in said.out
    assert facts[0]["options"]["players"] == [2, 3]
    assert facts[0]["tables"] == [{"name": "numbers", "source": "tiny 1.a; the box", "confidence": "stated"}]


def test_auto_gives_scores_and_winners(albion: Albion) -> None:
    said = albion("auto", "tiny", "--bots", "random", "--seed", "4", "--options", "players=3", "--json")
    facts = json.loads(said.out)

    assert list(facts["scores"]) == ["blue", "red", "green"]
    best = max(facts["scores"].values())
    assert facts["winners"] == [seat for seat, points in facts["scores"].items() if points == best]


def test_the_same_seed_gives_the_same_game(albion: Albion) -> None:
    first, again = (albion("auto", "tiny", "--seed", "4", "--json").out for _ in range(2))

    assert first == again
    assert albion("auto", "tiny", "--seed", "5", "--json").out != first


def test_many_games_give_intervals(albion: Albion) -> None:
    words = ("auto", "tiny", "--games", "20", "--seed", "1", "--processes", "1")
    facts = json.loads(albion(*words, "--json").out)
    low, value, high = (facts["chairs"][0]["wins"][i] for i in (1, 0, 2))

    assert 0 <= low <= value <= high <= 1
    assert sum(chair["wins"][0] for chair in facts["chairs"]) == pytest.approx(1)
    assert "95%" in albion(*words).out
    without = facts["handovers"]["without_orders"]
    assert without["games"] == 12
    assert without["passed"] > 0


def test_a_recorded_game_replays_and_verifies(albion: Albion, tmp_path: Path) -> None:
    file = str(tmp_path / "g.albion")
    scores = json.loads(albion("auto", "tiny", "--seed", "4", "--record", file, "--json").out)["scores"]
    told = albion("replay", file).out
    facts = json.loads(albion("replay", file, "--json").out)

    assert facts["scores"] == scores
    assert " won." in told
    assert "takes" in told
    assert "is valid" in albion("verify", file).out
    assert json.loads(albion("verify", file, "--json").out)["verified"] is True


def test_a_position_within_a_record_is_shown_with_its_notation(albion: Albion, tmp_path: Path) -> None:
    file = str(tmp_path / "g.albion")
    albion("auto", "tiny", "--seed", "4", "--record", file)

    assert "heap: 12; blue: 0" in albion("replay", file, "--at", "0").out


def test_cases_pass_and_say_so_alone_on_a_line(albion: Albion) -> None:
    said = albion("cases", "tiny", "--path", str(Path(__file__).parents[2] / "support" / "cases"))

    assert "4 passed, 0 failed" in said.out.splitlines()
    assert said.code == 0


def test_a_failing_case_fails_the_command(albion: Albion, tmp_path: Path) -> None:
    case = '[[case]]\nrule = "tiny 1.a"\nname = "n"\nstart = "blue"\nposition = {heap = 2}\n'
    (tmp_path / "a.toml").write_text(case + 'legal = ["take 1"]\n')
    (tmp_path / "b.toml").write_text(case + 'legal = ["take 1", "take 2"]\n')
    (tmp_path / "c.toml").write_text(case + "colour = 1\n")
    said = albion("cases", "--path", str(tmp_path))

    assert "1 passed, 2 failed" in said.out.splitlines()
    assert "unknown field 'colour'" in said.out
    assert said.code == 1
    assert json.loads(albion("cases", "--path", str(tmp_path), "--json").out)["failed"] == 2


def test_coverage_counts_and_names_what_is_lacking(albion: Albion) -> None:
    facts = json.loads(albion("coverage", "tiny", "--json").out)
    total = json.loads(albion("coverage", "--json").out)

    assert (facts["proved"], facts["text"], facts["todo"]) == (5, 1, 2)
    assert [entry["clause"] for entry in facts["unproved"]] == ["1.b", "2.b"]
    assert (total["proved"], total["todo"]) == (5, 2)
    assert "tiny 1.b lacks a law" in albion("coverage", "tiny").out


def test_coverage_counts_the_clauses_of_refusals(albion: Albion) -> None:
    facts = json.loads(albion("coverage", "tiny", "--refusals", "--json").out)

    assert facts["sample"]["count"] == 2000
    assert (facts["sample"]["median"], facts["sample"]["p95"], facts["sample"]["worst"]) == (1, 2, 2)
    assert facts["sample"]["steps"]["Turn"]["count"] == 2000
    assert "tiny: refusals in random play" in albion("coverage", "tiny", "--refusals").out


def test_fuzz_checks_all_option_sets(albion: Albion, tmp_path: Path) -> None:
    words = ("fuzz", "tiny", "--games", "6", "--seed", "3", "--processes", "1", "--out", str(tmp_path))
    facts = json.loads(albion(*words, "--json").out)

    assert facts["failed"] == 0
    assert facts["decisions"] > 20
    assert "6 games over 3 option sets" in albion(*words).out
    assert list(tmp_path.iterdir()) == []


def test_fuzz_leaves_a_record_of_a_failure(
    albion: Albion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from support.tiny import Tiny, TinyState

    def broken(self: Tiny, s: TinyState) -> list[str]:
        return ["stones are missing"] if s.heap < 9 else []

    monkeypatch.setattr(Tiny, "invariants", broken)
    said = albion("fuzz", "tiny", "--games", "1", "--seed", "3", "--processes", "1", "--out", str(tmp_path))
    (file,) = tmp_path.iterdir()

    assert said.code == 1
    assert "stones are missing" in said.out
    assert albion("verify", str(file)).code == 0


def test_bench_gives_the_agreed_figures(albion: Albion) -> None:
    facts = json.loads(albion("bench", "tiny", "--seconds", "0.1", "--json").out)

    for key in ("decisions_per_second", "games_per_second", "clone_us", "replay_ms"):
        assert facts[key] > 0
    assert "Decisions/s" in albion("bench", "tiny", "--seconds", "0.1").out


def test_bench_tells_that_no_search_knows_a_game(albion: Albion) -> None:
    assert "there is no search for tiny" in albion("bench", "tiny", "--bots", "--seconds", "0.1").err


def test_bench_measures_bots(albion: Albion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("albion.cli.bench.bench_bots", lambda *_: BotSpeed(2.0, 30.0, 40.0, 50.0, 60.0))

    facts = json.loads(albion("bench", "tiny", "--bots", "--json").out)
    assert facts["rollouts_per_second"] == 30
    assert "Rollouts/s" in albion("bench", "tiny", "--bots").out


def test_the_version_is_told(albion: Albion) -> None:
    assert albion("--version").out.startswith("albion ")


def test_rule_shows_a_clause_with_its_law_data_cases_and_rulings(albion: Albion) -> None:
    facts = json.loads(albion("rule", "tiny", "4.a", "--json").out)
    said = albion("rule", "tiny", "1.b").out

    assert facts["text"].startswith("The game ends with the heap")
    assert {"NextTurn", "winners"} <= {law["name"] for law in facts["laws"]}
    assert all(law["file"] == "src/support/tiny.py" and law["line"] > 60 for law in facts["laws"])
    assert "tiny 1.b (1 Taking; limit)" in said
    assert "  You cannot take more stones than lie in the heap." in said
    assert "  case   tests/cases/tiny/1_taking.toml:9  of two stones nobody takes three" in said


def test_rule_shows_a_section_or_says_what_comes_near(albion: Albion) -> None:
    section = json.loads(albion("rule", "tiny", "1", "--json").out)
    wrong = albion("rule", "tiny", "1.c")

    assert [c["clause"] for c in section["clauses"]] == ["1.a", "1.b"]
    assert (wrong.code, wrong.out) == (1, "")
    assert "tiny has no clause '1.c': 1 has 1.a to 1.b" in wrong.err
