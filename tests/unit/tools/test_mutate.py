"""The mutation tool: which changes it finds, and that it tells those that cases notice from those they do not."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tools.mutation.allowed import Allowed, read_allowed, stale
from tools.mutation.digest import digest
from tools.mutation.ledger import Ledger
from tools.mutation.mutants import Mutant, data_files, data_mutants, drawn, law_files, law_mutants
from tools.mutation.page import PAGE, page
from tools.mutation.runner import Fate

ROOT = Path(__file__).parents[3]

LAW = '''"""A module."""

LIMIT = 3


@rule(cite("book 1.a"))
def stacking(s: State, n: int) -> Cite | None:
    """Within the limit."""
    if n > LIMIT and not s.free:
        return STACKING
    emit(log, "fine", n=1)
    if s.broken:
        raise DataError("broken")
    s.count = n + 1
    return None


def about(s: State) -> int:
    return 1 if s.free else 2
'''


@pytest.fixture
def found(tmp_path: Path) -> dict[str, set[str]]:
    (tmp_path / "law.py").write_text(LAW)
    changes: dict[str, set[str]] = {}
    for m in law_mutants(tmp_path, tmp_path / "law.py"):
        compile(m.apply(LAW), "law.py", "exec")
        changes.setdefault(m.old, set()).add(m.new)
    return changes


def test_conditions_numbers_statements_and_refusals_are_changed(found: dict[str, set[str]]) -> None:
    assert found["3"] == {"4"}
    assert found["n > LIMIT"] == {"(n >= LIMIT)"}
    assert found["n > LIMIT and not s.free"] == {"((n > LIMIT) or (not s.free))", "False"}
    assert found["not s.free"] == {"bool(s.free)"}
    assert found["s.count = n + 1"] == {"pass"}
    assert found["n + 1"] == {"(n - 1)"}
    assert "None" in found["STACKING"]
    assert len(found["STACKING"]) == 2


def test_what_only_tells_is_left_alone(found: dict[str, set[str]]) -> None:
    assert not any("emit" in old or "broken" in old or "cite" in old or "A module" in old for old in found)
    assert found["1"] == {"2"}
    assert "2" not in found


def test_every_number_of_a_table_is_raised_and_no_text(tmp_path: Path) -> None:
    table = tmp_path / "t.toml"
    table.write_text(
        'source = "book 4.2"  # 7 rows\n[[row]]\nid = "legion-20"\npoints = [2, 13]\nhalf = 6.5\n'
    )
    changed = [m.apply(table.read_text()).splitlines()[3] for m in data_mutants(tmp_path, table)]

    assert changed == ["points = [3, 13]", "points = [2, 14]"]


def test_the_function_around_a_change_is_known_by_where_it_begins(tmp_path: Path) -> None:
    (tmp_path / "law.py").write_text(LAW)
    begins = {m.old: m.function for m in law_mutants(tmp_path, tmp_path / "law.py")}

    assert begins["3"] == 0
    assert begins["n > LIMIT"] == LAW.splitlines().index('@rule(cite("book 1.a"))') + 1


def test_a_new_line_leaves_the_other_changes_drawn(tmp_path: Path) -> None:
    path = tmp_path / "law.py"
    path.write_text(LAW)
    before = drawn([*law_mutants(tmp_path, path)], seed=2, count=8)
    path.write_text(LAW.replace("LIMIT = 3", "LIMIT = 3\nOTHER = 5"))
    after = drawn([*law_mutants(tmp_path, path)], seed=2, count=8)

    assert len(before) == 8
    assert len({(m.source, m.old, m.new) for m in before} & {(m.source, m.old, m.new) for m in after}) >= 7
    assert before != drawn([*law_mutants(tmp_path, path)], seed=3, count=8)


@pytest.fixture
def few_cases(tmp_path: Path) -> Path:
    for name in ("redux_core/7_battles", "redux_leaders/12_boats", "britannia_2005/16_round16"):
        copied = tmp_path / "cases" / f"{name}.toml"
        copied.parent.mkdir(parents=True)
        copied.write_text((ROOT / "tests" / "cases" / f"{name}.toml").read_text())
    return tmp_path / "cases"


def run(cases: Path, *more: str) -> dict[str, Any]:
    command = [sys.executable, "tools/mutate.py", "--game", "redux-core", "--seed", "5", "--json"]
    command += ["--cases", str(cases), *more]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert ran.stderr == ""
    facts: dict[str, Any] = json.loads(ran.stdout)
    return facts


def test_a_run_tells_the_dead_from_the_living_and_tries_survivors_again(
    tmp_path: Path, few_cases: Path
) -> None:
    kept = tmp_path / "kept.json"
    facts = run(few_cases, "--count", "4", "--keep", str(kept))
    unseen = {"file": "kernels/britannia/sequence.py", "old": "best", "new": "None", "source": "none"}
    kept.write_text(json.dumps({**facts, "survivors": [*facts["survivors"], unseen]}))

    assert facts["killed"] >= 1 and facts["survivors"]
    assert facts["killed"] + len(facts["survivors"]) == facts["mutants"]
    assert changes(run(few_cases, "--again", str(kept))) == changes(facts)


def changes(facts: dict[str, Any]) -> set[tuple[str, ...]]:
    return {tuple(row[key] for key in ("file", "source", "old", "new")) for row in facts["survivors"]}


def test_cases_that_fail_without_any_change_are_told_in_one_sentence(tmp_path: Path) -> None:
    for name in ("redux_core", "redux_leaders", "britannia_2005"):
        (tmp_path / name).mkdir()
    (tmp_path / "redux_core" / "wrong.toml").write_text(
        '[[case]]\nrule = "redux-core 3.1.a"\nname = "wrong"\nstart = "setup"\nscores = { welsh = 7 }\n'
    )
    command = [sys.executable, "tools/mutate.py", "--game", "redux-core", "--cases", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)

    assert ran.returncode == 1
    assert ran.stderr.startswith("redux-core: a case fails without any change (")
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize("game", ["redux-core", "redux-leaders", "britannia-2005", "boudicca", "domesday"])
def test_properties_load_no_game_before_they_are_asked(game: str) -> None:
    """A game that is loaded before a mutant is made would be tried unchanged."""
    code = (
        f"import sys; sys.path.insert(0, 'tools'); from mutation.properties import properties; properties('{game}');"
        "print([name for name in sys.modules if name.startswith(('albion.games', 'albion.kernels'))])"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == "[]"


def possible(files: set[str]) -> list[Mutant]:
    """Every mutant of these files, if they are laws or data."""
    source = ROOT / "src" / "albion"
    packages = [p for kind in ("games", "kernels") for p in sorted((source / kind).iterdir()) if p.is_dir()]
    kinds = ((law_files, law_mutants), (data_files, data_mutants))
    every = [(path, made) for p in packages for listed, made in kinds for path in listed(p)]
    return [
        m for path, made in every if path.relative_to(source).as_posix() in files for m in made(source, path)
    ]


def test_every_allowed_survivor_can_still_be_made() -> None:
    allowed = read_allowed()
    gone = Allowed("kernels/britannia/retreat.py", "if a line that does not exist:", "False", "none")
    files = {row.file for row in (*allowed, gone)}
    every = possible(files)

    assert stale([*allowed, gone], every) == [gone]
    assert not files - {m.file for m in every}


def test_the_page_says_what_was_recorded() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "tools/mutate.py --record writes it"


def _cases(folder: Path, **texts: str) -> Path:
    """A folder of cases with one file."""
    (folder / "game").mkdir(parents=True, exist_ok=True)
    blocks = [f'[[case]]\nname = "{name}"\nwhat = "{text}"\n' for name, text in texts.items()]
    (folder / "game" / "1.toml").write_text("\n".join(blocks))
    return folder


def test_a_ledger_goes_on_where_it_stopped_and_begins_anew_with_other_sources(tmp_path: Path) -> None:
    path, cases = tmp_path / "ledger", _cases(tmp_path / "cases", a="x")
    first, second = (Mutant("a.py", n, n, n, n + 1, "1", "2", "x = 1") for n in (1, 2))
    fate = Fate(first, "1.toml: a", walked=True)

    assert list(Ledger(path, "these", cases).noting([fate])) == [fate]
    assert Ledger(path, "these", cases).split([first, second]) == ([fate], [second])
    assert Ledger(path, "others", cases).split([first, second]) == ([], [first, second])


def test_on_other_sources_the_case_that_noticed_is_tried_first_unless_it_was_a_walk(tmp_path: Path) -> None:
    path, cases = tmp_path / "ledger", _cases(tmp_path / "cases", a="x")
    dead, walked = (Mutant("a.py", n, n, n, n + 1, "1", "2", f"x = {n}") for n in (1, 2))
    fates = [Fate(dead, "1.toml: a"), Fate(walked, "walks.toml: w", walked=True)]
    list(Ledger(path, "these", cases).noting(fates))

    moved = Mutant("a.py", 5, 5, 50, 51, "1", "2", "x = 1")
    for _ in range(2):  # also when the run goes on in a second piece
        ledger = Ledger(path, "others", cases)
        assert [ledger.hint(m) for m in (moved, walked)] == ["1.toml: a", ""]
        assert ledger.split([moved]) == ([], [moved])


def test_with_more_cases_the_dead_stay_dead_and_survivors_are_tried_again(tmp_path: Path) -> None:
    path, cases = tmp_path / "ledger", _cases(tmp_path / "cases", a="x", b="x")
    dead, doubtful, endless, alive = (Mutant("a.py", n, n, n, n + 1, "1", "2", "x = 1") for n in range(4))
    killers = {
        dead: "1.toml: a",
        doubtful: "1.toml: b: KeyError",
        endless: "it never came to an end",
        alive: "",
    }
    fates = [Fate(m, killer) for m, killer in killers.items()]
    list(Ledger(path, "these", cases).noting(fates))
    assert Ledger(path, "these", cases).split(list(killers)) == (fates, [])

    _cases(cases, a="x", b="otherwise", c="x")

    told, untried = Ledger(path, "these", cases).split(list(killers))
    assert ([f.mutant for f in told], untried) == ([dead, endless], [doubtful, alive])


def test_a_change_of_sources_changes_their_digest(tmp_path: Path) -> None:
    (tmp_path / "law.py").write_text("x = 1")
    before = digest([tmp_path])
    (tmp_path / "notes.md").write_text("nothing")
    same = digest([tmp_path])
    (tmp_path / "law.py").write_text("x = 2")

    assert before == same != digest([tmp_path])


def test_a_piece_of_a_run_needs_a_ledger() -> None:
    command = [sys.executable, "tools/mutate.py", "--game", "redux-core", "--minutes", "1"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)

    assert ran.returncode == 2
    assert "--minutes needs --ledger" in ran.stderr
