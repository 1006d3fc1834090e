"""Rule cases: position + dice + actions => expected; the proof that the rules hold."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from albion.engine.action import Action, Decision, parse_action
from albion.engine.cite import Cite, cite, cite_text
from albion.engine.dice import LoadedDice
from albion.engine.errors import AlbionError, DataError
from albion.engine.event import Event
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.options import options_from
from albion.engine.refusal import refuse
from albion.engine.state import State

_GIVEN = {"rule", "name", "start", "position", "options", "dice", "do"}
_EXPECTED = {
    "legal",
    "includes",
    "excludes",
    "forbidden",
    "after",
    "events",
    "without",
    "scores",
    "outcome",
    "seat",
    "step",
}

Games = Callable[[str], Game[Any]]


@dataclass(frozen=True, slots=True)
class Case:
    """One claim about one rule."""

    file: str
    game: str
    rule: Cite
    name: str
    fields: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.file}: {cite_text(self.rule)}: {self.name}"


@dataclass(slots=True)
class Scene:
    """Where a case stands after its actions."""

    game: Game[Any]
    options: Any
    state: State
    decision: Decision | None
    log: list[Event]


def read_cases(path: Path) -> Iterator[Case]:
    """Every case of a file or of a folder's files, in order."""
    if not path.exists():
        raise DataError(f"there is no case file or folder '{path}'")
    files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    for file in files:
        if file.name == "coverage.toml":
            continue
        try:
            raw = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise DataError(f"{file.name} is not TOML: {error}") from error
        extra = set(raw) - {"case", "game"}
        if extra or not isinstance(raw.get("case", []), list):
            raise DataError(
                f"{file.name}: expected only [[case]] tables, found '{', '.join(sorted(extra)) or 'case'}'"
            )
        for n, fields in enumerate(raw.get("case", []), start=1):
            yield _case(file.name, n, raw.get("game"), fields)


def _case(file: str, n: int, game: str | None, fields: Mapping[str, Any]) -> Case:
    where = f"{file}, case {n}"
    unknown = sorted(set(fields) - _GIVEN - _EXPECTED)
    if unknown:
        raise DataError(
            f"{where}: unknown field '{unknown[0]}', expected {', '.join(sorted(_GIVEN | _EXPECTED))}"
        )
    missing = [key for key in ("rule", "name", "start") if key not in fields]
    if missing:
        raise DataError(f"{where}: the field '{missing[0]}' is missing")
    if not _EXPECTED & set(fields):
        raise DataError(
            f"{where}: it expects nothing, so it cannot fail; add one of {', '.join(sorted(_EXPECTED))}"
        )
    try:
        rule = cite(*fields["rule"].split("; "))
    except DataError as error:
        raise DataError(f"{where}: {error}") from error
    return Case(file, game or rule[0].book, rule, fields["name"], fields)


def run_case(case: Case, games: Games) -> list[str]:
    """What is wrong with a case, a sentence each; nothing if it holds."""
    try:
        scene = _stage(case, games(case.game))
        problems = list(_problems(case.fields, scene))
        dice = scene.state.dice
        if isinstance(dice, LoadedDice) and dice.left():
            problems.append(f"{dice.left()} of the {len(dice.faces)} dice were not thrown")
        return problems
    except AlbionError as error:
        return [str(error)]


def refusals_of(case: Case, games: Games) -> Iterator[tuple[str, str, Cite]]:
    """The refusals that a case looks at: the question, the action, and the clauses named; none if it fails."""
    if "forbidden" not in case.fields:
        return
    try:
        scene = _stage(case, games(case.game))
        for text in case.fields["forbidden"]:
            why = refuse(scene.game, scene.state, _action(scene, text))
            if why:
                yield scene.decision.step if scene.decision else "none", text, why.cite
    except AlbionError:
        return


def _stage(case: Case, game: Game[Any]) -> Scene:
    fields = case.fields
    options = options_from(game.options_type, dict(fields.get("options", {})))
    dice = LoadedDice(fields.get("dice", []))
    setup = fields["start"] == "setup"
    s = game.setup(options, dice) if setup else game.blank(options)
    s.dice = dice
    for key, text in fields.get("position", {}).items():
        game.notation.place(s, key, str(text))
    if not setup:
        game.notation.start(s, fields["start"])
    log: list[Event] = []
    scene = Scene(game, options, s, settle(s, log), log)
    for text in fields.get("do", []):
        _do(scene, text)
    return scene


def _do(scene: Scene, text: str) -> None:
    who, colon, words = text.partition(": ")
    action = _action(scene, words if colon else text)
    d = scene.decision
    if d is None:
        raise DataError(f"'{text}' comes when nothing is asked any more")
    if colon and who != d.seat:
        raise DataError(f"'{text}' comes when {d.seat} is asked {d.step}")
    if action not in d.actions:
        why = refuse(scene.game, scene.state, action)
        raise DataError(f"'{text}' is refused at {d.step} by {cite_text(why.cite if why else ())}")
    scene.decision = apply(scene.state, action, scene.log)


def _action(scene: Scene, text: str) -> Action:
    return parse_action(scene.game.notation.spelt(text), scene.game.verbs(scene.options))


def _problems(fields: Mapping[str, Any], scene: Scene) -> Iterator[str]:
    d, spelt = scene.decision, scene.game.notation.spelt
    legal = {str(a) for a in d.actions} if d else set()
    if "seat" in fields and (d is None or d.seat != fields["seat"]):
        yield f"asked is {d.seat if d else 'nobody'}, expected {fields['seat']}"
    if "step" in fields and (d.step if d else "none") != fields["step"]:
        yield f"the question is {d.step if d else 'none'}, expected {fields['step']}"
    if "legal" in fields and legal != {spelt(text) for text in fields["legal"]}:
        yield f"legal at {d.step if d else 'the end'}: {', '.join(sorted(legal)) or 'nothing'}; expected {', '.join(sorted(fields['legal']))}"
    for text in fields.get("includes", []):
        if spelt(text) not in legal:
            yield f"'{text}' is not offered at {d.step if d else 'the end'}, only {', '.join(sorted(legal))}"
    for text in fields.get("excludes", []):
        if spelt(text) in legal:
            yield f"'{text}' is offered at {d.step if d else 'the end'}"
    for text, clauses in fields.get("forbidden", {}).items():
        yield from _forbidden(scene, text, clauses)
    yield from _position(fields.get("after", {}), scene)
    yield from _happened(fields.get("events", []), fields.get("without", []), scene.log)
    yield from _result(fields, scene)


def _forbidden(scene: Scene, text: str, clauses: str) -> Iterator[str]:
    why = refuse(scene.game, scene.state, _action(scene, text))
    found = why.cite if why else ()
    if not found and scene.decision is None:
        yield f"'{text}' cannot be refused: nothing is asked"
        return
    if not found:
        yield f"'{text}' is allowed, expected a refusal by {clauses}"
    elif not set(cite(*clauses.split("; "))) <= set(found):
        yield f"'{text}' is refused by {cite_text(found)}, expected {clauses}"


def _position(after: Mapping[str, Any], scene: Scene) -> Iterator[str]:
    notation, s = scene.game.notation, scene.state
    for key, text in after.items():
        found, wanted = notation.read(s, key), notation.tidy(s, key, str(text))
        if found != wanted:
            yield f"{key} is '{found}', expected '{wanted}'"


def _happened(events: list[Any], without: list[str], log: list[Event]) -> Iterator[str]:
    rest = iter(log)
    for wanted in events:
        fields = {"kind": wanted} if isinstance(wanted, str) else wanted
        if not any(_matches(event, fields) for event in rest):
            seen = "; ".join(f"{e.kind} {dict(e.data)}" for e in log)
            yield f"no event {fields} in order; there were: {seen or 'none'}"
            return
    for kind in without:
        if any(event.kind == kind for event in log):
            yield f"an event '{kind}' happened, expected none"


def _matches(event: Event, fields: Mapping[str, Any]) -> bool:
    return event.kind == fields["kind"] and all(
        key in event.data and event.data[key] == value for key, value in fields.items() if key != "kind"
    )


def _result(fields: Mapping[str, Any], scene: Scene) -> Iterator[str]:
    if "scores" in fields:
        scores = scene.game.scores(scene.state)
        for who, points in fields["scores"].items():
            if scores.get(who, 0) != points:
                yield f"{who} has {scores.get(who, 0)} points, expected {points}"
    if "outcome" in fields:
        wanted, outcome = fields["outcome"], scene.state.outcome
        if wanted == "none" or outcome is None:
            if (wanted == "none") != (outcome is None):
                yield f"the outcome is {outcome}, expected {wanted}"
            return
        if "winners" in wanted and set(outcome.winners) != set(wanted["winners"]):
            yield f"{', '.join(outcome.winners)} won, expected {', '.join(wanted['winners'])}"
        for seat, points in wanted.get("scores", {}).items():
            if outcome.scores.get(seat) != points:
                yield f"{seat} ends with {outcome.scores.get(seat)} points, expected {points}"
