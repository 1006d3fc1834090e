"""Rule cases: position + dice + actions => expected result."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from albion.engine.action import Action, Decision
from albion.engine.case_fields import check_fields
from albion.engine.cite import Cite, cite, cite_text
from albion.engine.codec import load
from albion.engine.dice import Dice, LoadedDice
from albion.engine.errors import AlbionError, DataError, RuleError
from albion.engine.event import Event
from albion.engine.expectations import Scene, problems
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.offers import check_offers, check_reasons, unoffered
from albion.engine.options import options_from
from albion.engine.orders import passing
from albion.engine.refusal import refuse
from albion.engine.state import State

_CASE = re.compile(r"^[ \t]*\[\[[ \t]*case[ \t]*\]\]", re.MULTILINE)

MOST_REFUSED = 40
"""The most unoffered actions per verb of a question that are checked for a reason."""
BUSY = 4
"""One answer in this many, a lively player may end a turn or stop although there is something to do."""
LOOK_EVERY = 7
LOOK_OFTEN = 3
"""On a walk, questions whose number this divides are checked; on a lively walk more of them."""

Games = Callable[[str], Game[Any]]


@dataclass(frozen=True, slots=True)
class Case:
    """One claim about one rule."""

    file: str
    number: int
    """Its number within its file."""
    game: str
    rule: Cite
    name: str
    fields: Mapping[str, Any]
    line: int = 0
    """Where in the file it begins."""
    problem: str = ""
    """What is wrong with the way it is written; such a case fails."""

    @property
    def walked(self) -> bool:
        """Whether it is a random walk, which tests no particular clause."""
        return "walk" in self.fields

    def __str__(self) -> str:
        if self.problem:
            return f"{self.file}, case {self.number}"
        return f"{self.file}: {cite_text(self.rule)}: {self.name}"


def read_cases(path: Path) -> Iterator[Case]:
    """Every case in a file or folder, in order; an invalid case does not hide the others."""
    if not path.exists():
        raise DataError(f"there is no case file or folder '{path}'")
    files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    for file in files:
        if file.name != "coverage.toml":
            yield from _cases_of(file)


def _cases_of(file: Path) -> Iterator[Case]:
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise DataError(f"{file.name} is not TOML: {error}") from error
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        yield from _apart(file.name, text, error)
        return
    extra = set(raw) - {"case", "game"}
    if extra or not isinstance(raw.get("case", []), list):
        raise DataError(
            f"{file.name}: expected only [[case]] tables, found '{', '.join(sorted(extra)) or 'case'}'"
        )
    lines = [text.count("\n", 0, found.start()) + 1 for found in _CASE.finditer(text)]
    for n, fields in enumerate(raw.get("case", []), start=1):
        yield _case(file.name, n, raw.get("game"), fields, lines[n - 1] if n <= len(lines) else 0)


def _apart(file: str, text: str, error: tomllib.TOMLDecodeError) -> Iterator[Case]:
    """The cases of a file that is not valid TOML as a whole, each read separately."""
    begins = [found.start() for found in _CASE.finditer(text)]
    try:
        game = tomllib.loads(text[: begins[0]] if begins else text).get("game")
    except tomllib.TOMLDecodeError:
        begins = []
    if not begins:
        raise DataError(f"{file} is not TOML: {error}") from error
    for n, (begin, end) in enumerate(zip(begins, [*begins[1:], None], strict=True), start=1):
        above = text.count("\n", 0, begin)
        try:
            (fields,) = tomllib.loads("\n" * above + text[begin:end])["case"]
        except tomllib.TOMLDecodeError as wrong:
            yield Case(file, n, game or "", (), "", {}, above + 1, f"it is not TOML: {wrong}")
        else:
            yield _case(file, n, game, fields, above + 1)


def _case(file: str, n: int, game: Any, fields: Any, line: int) -> Case:
    try:
        if not isinstance(fields, dict):
            raise DataError("expected a [[case]] table")
        if not isinstance(game, str | None):
            raise DataError(f"the file's 'game' is {game!r}, expected a game's id")
        check_fields(fields)
        rule = cite(*fields["rule"].split("; "))
    except DataError as error:
        return Case(file, n, game if isinstance(game, str) else "", (), "", {}, line, str(error))
    return Case(file, n, game or rule[0].book, rule, fields["name"], fields, line)


def run_case(case: Case, games: Games) -> list[str]:
    """What is wrong with a case, one sentence per problem; empty if it passes."""
    if case.problem:
        return [case.problem]
    try:
        scene = staged(case, games(case.game))
        found = list(problems(case.fields, scene))
        dice = scene.state.dice
        if isinstance(dice, LoadedDice) and dice.left():
            found.append(f"{dice.left()} of the {len(dice.faces)} dice were not rolled")
        return found
    except AlbionError as error:
        return [str(error)]


def refusals_of(case: Case, games: Games) -> Iterator[tuple[str, str, Cite]]:
    """The refusals that a case checks: the question, the action and the clauses; none if the case fails."""
    looked_at = {**case.fields.get("forbidden", {}), **case.fields.get("exactly", {})}
    if not looked_at or case.walked:
        return
    try:
        scene = staged(case, games(case.game))
        for text in looked_at:
            why = refuse(scene.game, scene.state, scene.action(text))
            if why:
                yield scene.decision.step if scene.decision else "none", text, why.cite
    except AlbionError:
        return


def staged(case: Case, game: Game[Any]) -> Scene:
    """Where a case stands after its actions."""
    fields = case.fields
    options = options_from(game.options_type, dict(fields.get("options", {})))
    if "walk" in fields:
        return _walked(game, options, **fields["walk"])
    dice = LoadedDice(fields.get("dice", []))
    if "state" in fields:
        s = load(game, fields["state"].encode())
        s.dice, options = dice, game.options_of(s)
    else:
        s = set_up(game, options, fields["start"], fields.get("position", {}), dice)
    log: list[Event] = []
    scene = Scene(game, options, s, settle(s, log), log)
    _check(scene)
    for text in fields.get("do", []):
        _do(scene, text)
        _check(scene)
    return scene


def _check(scene: Scene) -> list[tuple[Action, Cite]]:
    """Check what must hold at any question; returns the refusals that were checked."""
    s, d = scene.state, scene.decision
    if d is None:
        return []
    before = s.clone()
    check_offers(s, d)
    found = check_reasons(s, d, unoffered(s, d, scene.game.verbs(scene.options), MOST_REFUSED))
    if s != before:
        raise RuleError(f"at {d.step}: asking what is allowed changed the table")
    return found


def set_up(game: Game[Any], options: Any, start: str, position: Mapping[str, Any], dice: Dice) -> Any:
    """The state for a start and position in the game's notation, before the first question."""
    setup = start == "setup"
    s = game.setup(options, dice) if setup else game.blank(options)
    s.dice = dice
    told: dict[str, str] = {}
    for key, text in position.items():
        if (twin := told.setdefault(game.notation.key(s, key), key)) != key:
            raise DataError(f"the position's '{twin}' and '{key}' are the same: expected one entry for both")
        _read(f"the position's {key} = '{text}'", game.notation.place, s, key, str(text))
    if not setup:
        _begin(game, s, start)
    return s


def _walked(game: Game[Any], options: Any, seed: int, answers: int, lively: bool = False) -> Scene:
    """The state after a number of random answers with dice of that seed; only the last answer's events are kept."""
    s = game.setup(options, Dice(seed))
    pick, log, mark = Dice(seed + 1), list[Event](), blake2b(digest_size=8)
    d = settle(s, log)
    for n in range(answers):
        if d is None:
            raise DataError(f"the walk of {answers} answers is longer than its game")
        if n % (LOOK_OFTEN if lively else LOOK_EVERY) == 0:
            for a, why in _check(Scene(game, options, s, d, log)):
                mark.update(f"{a} {cite_text(why)};".encode())
        log.clear()
        d = apply(s, random_answer(game, d, pick, lively=lively), log)
    return Scene(game, options, s, d, log, mark.hexdigest() if lively else "")


def random_answer(game: Game[Any], d: Decision, pick: Dice, *, lively: bool) -> Action:
    """A random answer; a lively player does not end a turn while there is something to do, and varies the verbs."""
    if not lively:
        return d.actions[pick.d(len(d.actions)) - 1]
    idle = {text.partition(" ")[0] for text in passing(*game.books)}
    verbs = list(dict.fromkeys(a.verb for a in d.actions))
    busy = [verb for verb in verbs if verb not in idle] if pick.d(BUSY) > 1 else []
    verbs = busy or verbs
    verb = verbs[pick.d(len(verbs)) - 1]
    found = [a for a in d.actions if a.verb == verb]
    return found[pick.d(len(found)) - 1]


def _begin(game: Game[Any], s: State, text: str) -> None:
    """Put the steps of `start` (separated by ';') on the agenda in order, and check that the position is possible."""
    agenda = []
    for part in reversed(text.split(";")):
        s.agenda = []
        _read(f"start '{part.strip()}'", game.notation.start, s, part.strip())
        agenda += s.agenda
    s.agenda = agenda
    for sentence in game.notation.impossible(s):
        raise DataError(f"the position is impossible: {sentence}")


def _read(what: str, reader: Callable[..., None], *texts: Any) -> None:
    """Read a part of the case; if reading fails, the case is wrong, not the rules."""
    try:
        reader(*texts)
    except AlbionError:
        raise
    except Exception as error:
        raise DataError(f"{what} cannot be read: {type(error).__name__} {error}") from error


def _do(scene: Scene, text: str) -> None:
    who, colon, words = text.partition(": ")
    action = scene.action(words if colon else text)
    d = scene.decision
    if d is None:
        raise DataError(f"'{text}' comes when nothing is asked any more")
    if colon and who != d.seat:
        raise DataError(f"'{text}' comes when {d.seat} is asked {d.step}")
    if action not in d.actions:
        why = refuse(scene.game, scene.state, action)
        raise DataError(f"'{text}' is refused at {d.step} by {cite_text(why.cite if why else ())}")
    scene.decision = apply(scene.state, action, scene.log)
