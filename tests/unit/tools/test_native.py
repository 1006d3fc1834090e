"""What the compiler is given: records written out, laws declared at the end, every other line in its place."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))

from native.memos import memos
from native.records import Sources
from native.rewriting import Rewriting

SOURCE = '''"""A chapter."""

from __future__ import annotations

from albion.engine.cite import cite, rule
from albion.engine.step import Choice, step


@step(cite("book 1.a"))
class Ask(Choice[Table], frozen=True):
    """A question."""

    exact = True
    area: Area
    """Where."""
    n: int = 1

    def candidates(self, s: Table) -> Iterable[Action]:
        """Two."""
        return (YES, NO)


@rule(cite("book 1.b"))
def law(x: str) -> bool:
    """Whether it is one of two."""
    return x in (*KNOWN, "all")
'''
STEP = '''from __future__ import annotations


class Step(msgspec.Struct, frozen=True):
    """A box."""


class Choice(Step, frozen=True):
    """A box that asks."""
'''


def written() -> list[str]:
    sources = Sources({"albion.games.x.s01": SOURCE, "albion.engine.step": STEP})
    return Rewriting(sources, "albion.games.x.s01").text().split("\n")


def test_a_record_becomes_the_class_it_stands_for() -> None:
    lines = written()
    made = ast.parse("\n".join(lines))
    ask = next(x for x in made.body if isinstance(x, ast.ClassDef))
    assert [ast.unparse(b) for b in ask.bases] == ["Choice[Table]"] and not ask.keywords
    init = next(x for x in ask.body if isinstance(x, ast.FunctionDef) and x.name == "__init__")
    assert ast.unparse(init.args) == "self, area: Area, n: int=1"
    assert "    exact: ClassVar = True" in lines


def test_laws_and_steps_are_declared_at_the_end_with_their_lines() -> None:
    lines = written()
    assert not any(line.startswith(("@rule", "@step")) for line in lines)
    assert """_enter(cite('book 1.a'), Ask, 9)""" in lines
    assert """_declare(cite('book 1.b'), "law", __name__, 23)""" in lines


def test_every_other_line_keeps_its_place() -> None:
    before, after = SOURCE.split("\n"), written()
    for line in ("        return (YES, NO)", "def law(x: str) -> bool:", "class Ask(Choice[Table]"):
        assert [i for i, x in enumerate(before) if x.startswith(line)] == [
            i for i, x in enumerate(after) if x.startswith(line)
        ]
    assert '    return x in tuple([*KNOWN, "all"])' in after


def test_what_mypyc_reads_wrongly_is_said_in_another_way() -> None:
    """The sum of floats behind an int, a look through what a function yields; and constants are said to be constant."""
    source = '''from __future__ import annotations

KNOWN = (1, 2)
LEFT: int = 3
T = TypeVar("T")
A, B = 1, -2
C, d = 1, 2


def some() -> Iterator[int]:
    """All."""
    yield from KNOWN


def rest(x: int, chances: list[float]) -> float:
    """What is left."""
    return 1 - sum(chances) if x in some() and "é" else LEFT - sum([1.0], 0.5)
'''
    made = Rewriting(Sources({"albion.games.x.s01": source}), "albion.games.x.s01").text().split("\n")
    assert made[2:5] == ["KNOWN: Final = (1, 2)", "LEFT: Final[int] = 3", 'T = TypeVar("T")']
    assert made[5:7] == ["A: Final = 1; B: Final = -2", "C, d = 1, 2"]
    assert (
        '    return 1 - (sum(chances) + 0) if x in iter(some()) and "é" else LEFT - sum([1.0], 0.5)' in made
    )


def test_what_mypyc_makes_slow_is_said_in_another_way() -> None:
    """Mappings are dictionaries, events wait for a log, citations are constants, and who remembers does so by itself."""
    source = '''from __future__ import annotations

from collections.abc import Mapping


@lru_cache(maxsize=1 << 3)
def twice(n: int, of: Mapping[str, int]) -> int:
    """Double."""
    return 2 * n


@cache
def perhaps(n: int) -> int | None:
    """No answer is an answer, which a dictionary cannot tell from one that is missing."""
    return n or None


def law(s: Table, log: Log) -> Cite | None:
    """Told, then cited."""
    emit(log, "told", cite("book 1.a"), n=1)
    emit(
        log, "known", LAW, seats=[s.seat], final=True, seat=s.seat, n=1 - sum(s.n), **s.facts()
    )
    emit(log, "apart", LAW, n=1, final=True, area=s.area)
    emit(log, "bare", LAW)
    return cite("book 1.a") if s.n else cite(s.law)
'''
    made = Rewriting(Sources({"albion.games.x.s01": source}), "albion.games.x.s01").text().split("\n")
    assert made[5:7] == ["", "def _worked_out_twice(n: int, of: dict   [str, int]) -> int:"]
    assert "        if len(_known_twice) >= 8: _known_twice.clear()" in made
    assert "@cache" in made
    assert '    if log is not None: log.append(Event( "told", _CITED_0, data={"n": 1}))' in made
    told = made.index("    if log is not None: log.append(Event(")
    assert made[told + 1].strip() == (
        '"known", LAW, seats=frozenset([s.seat]), final=True, data={"seat": s.seat, "n": 1 - (sum(s.n) + 0), **s.facts()}'
    )
    assert made[told + 2] == "    ))"
    assert '    if log is not None: emit(log, "apart", LAW, n=1, final=True, area=s.area)' in made
    assert '    if log is not None: emit(log, "bare", LAW)' in made
    assert "from albion.engine.event import Event" in made[0]
    assert "    return _CITED_0 if s.n else cite(s.law)" in made
    assert "_CITED_0: Final = cite('book 1.a')" in made


def test_a_function_that_remembers_gives_the_answers_it_would_work_out() -> None:
    source = '''
@lru_cache(maxsize=2)
def joined(a: int, b: str = "x") -> str:
    """Both."""
    asked.append(a)
    return f"{a}{b}"
'''
    asked: list[int] = []
    (memo,) = memos(ast.parse(source))
    names: dict[str, Any] = {"asked": asked, "Final": Final}
    exec(source.replace("@lru_cache(maxsize=2)", "").replace("def joined", "def _worked_out_joined"), names)
    exec("\n".join(memo.text), names)

    assert [names["joined"](n, *rest) for n, *rest in ((1,), (2, "x"), (1,), (3,), (3, "x"), (1,))] == [
        "1x",
        "2x",
        "1x",
        "3x",
        "3x",
        "1x",
    ]
    assert asked == [1, 2, 3, 1]
