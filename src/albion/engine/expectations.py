"""What a case expects, compared with how it came out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from albion.engine.action import Action, Decision, parse_action
from albion.engine.cite import Cite, cite, cite_text
from albion.engine.errors import DataError
from albion.engine.event import Event
from albion.engine.game import Game
from albion.engine.refusal import refuse
from albion.engine.state import State
from albion.engine.step import STEPS, Choice
from albion.engine.words import load_words

_APART = {"kind", "final", "seen_by"}
"""The fields of an expected event that are not its data."""


@dataclass(slots=True)
class Scene:
    """Where a case stands after its actions."""

    game: Game[Any]
    options: Any
    state: State
    decision: Decision | None
    log: list[Event]
    refusals: str = ""
    """A hash of all refusals met on a lively walk: the same walk under the same laws has the same hash."""

    def action(self, text: str) -> Action:
        """An action as the case spells it; refused if it is not an action of this game."""
        return parse_action(self.game.notation.spelt(text), self.game.verbs(self.options))

    def question(self) -> Choice[Any] | None:
        """The open question."""
        step = self.state.agenda[-1] if self.decision else None
        return step if isinstance(step, Choice) else None


def problems(fields: Mapping[str, Any], scene: Scene) -> Iterator[str]:
    """What did not come out as expected, one sentence per problem."""
    yield from _asked(fields, scene)
    yield from _offered(fields, scene)
    for text, clauses in fields.get("forbidden", {}).items():
        yield from _forbidden(scene, text, clauses, exactly=False)
    for text, clauses in fields.get("exactly", {}).items():
        yield from _forbidden(scene, text, clauses, exactly=True)
    for text, facts in fields.get("says", {}).items():
        yield from _said(scene, text, facts)
    yield from _position(fields.get("after", {}), scene)
    yield from _happened(fields, scene)
    yield from _scores(fields.get("scores", {}), scene)
    if fields.get("refusals", scene.refusals) != scene.refusals:
        yield "on the way something is refused by other clauses than those kept"
    yield from _outcome(fields.get("outcome"), scene)


def _known(what: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Refuse a name that the game does not have: a misspelt name would never be found."""
    listed = list(dict.fromkeys(known))
    for name in names:
        if name not in listed:
            some = ", ".join(listed[:12]) + (", …" if len(listed) > 12 else "")
            raise DataError(f"there is no {what} '{name}': expected one of {some}")


def _seats(scene: Scene) -> tuple[str, ...]:
    return scene.game.seats(scene.options)


def _asked(fields: Mapping[str, Any], scene: Scene) -> Iterator[str]:
    d, step = scene.decision, scene.question()
    if "seat" in fields:
        _known("seat", [fields["seat"]], _seats(scene))
        if d is None or d.seat != fields["seat"]:
            yield f"asked is {d.seat if d else 'nobody'}, expected {fields['seat']}"
    if "step" in fields:
        wanted = scene.game.notation.renamed.get(fields["step"], fields["step"])
        _known("question", [wanted], _questions(scene.game))
        if (d.step if d else "none") != wanted:
            yield f"the question is {d.step if d else 'none'}, expected {wanted}"
    if "secret" in fields and (step is not None and step.secret) != fields["secret"]:
        yield f"the question {d.step if d else 'none'} is {'open' if fields['secret'] else 'secret'}"
    if "about" in fields:
        facts = step.about(scene.state) if step else {}
        _known("fact about the question", fields["about"], facts or ["none, for nothing is asked"])
        for fact, wanted in fields["about"].items():
            if facts[fact] != wanted:
                yield f"the question's {fact} is {facts[fact]!r}, expected {wanted!r}"


def _questions(game: Game[Any]) -> list[str]:
    steps = [step for package in game.packages for step in STEPS.get(package, {}).values()]
    return [*(step.name for step in steps if issubclass(step, Choice)), "none"]


def _offered(fields: Mapping[str, Any], scene: Scene) -> Iterator[str]:
    d = scene.decision
    legal = {str(a) for a in d.actions} if d else set()
    listed, where = ", ".join(sorted(legal)) or "nothing", d.step if d else "the end"
    if "legal" in fields and legal != {str(scene.action(text)) for text in fields["legal"]}:
        yield f"legal at {where}: {listed}; expected {', '.join(sorted(fields['legal'])) or 'nothing'}"
    for text in fields.get("includes", []):
        if str(scene.action(text)) not in legal:
            yield f"'{text}' is not offered at {where}, only {listed}"
    for text in fields.get("excludes", []):
        if str(scene.action(text)) in legal:
            yield f"'{text}' is offered at {where}"


def _forbidden(scene: Scene, text: str, clauses: str, *, exactly: bool) -> Iterator[str]:
    why, wanted = refuse(scene.game, scene.state, scene.action(text)), cite(*clauses.split("; "))
    found = why.cite if why else ()
    if not found and scene.decision is None:
        yield f"'{text}' cannot be refused: nothing is asked"
    elif not found:
        yield f"'{text}' is allowed, expected a refusal by {clauses}"
    elif exactly and not _same(found, wanted):
        yield f"'{text}' is refused by {cite_text(found)}, expected exactly {clauses}"
    elif not set(wanted) <= set(found):
        yield f"'{text}' is refused by {cite_text(found)}, expected {clauses}"


def _said(scene: Scene, text: str, facts: Mapping[str, Any]) -> Iterator[str]:
    """The facts in the sentence of a refusal: deciding numbers, areas, units."""
    why = refuse(scene.game, scene.state, scene.action(text))
    if why is None:
        yield f"'{text}' is allowed, expected a refusal that says {dict(facts)}"
        return
    given = {"reason": why.reason, **why.data}
    _known("fact of that refusal", facts, given)
    for fact, wanted in facts.items():
        if given[fact] != wanted:
            yield f"the refusal of '{text}' says {fact} = {given[fact]!r}, expected {wanted!r}"


def _same(found: Cite, wanted: Cite) -> bool:
    """The same clauses with the same decisive one, which comes first."""
    return found[0] == wanted[0] and set(found) == set(wanted)


def _position(after: Mapping[str, Any], scene: Scene) -> Iterator[str]:
    notation, s = scene.game.notation, scene.state
    for key, text in after.items():
        found, wanted = notation.read(s, key), notation.tidy(s, key, str(text))
        if found != wanted:
            yield f"{key} is '{found}', expected '{wanted}'"


def _happened(fields: Mapping[str, Any], scene: Scene) -> Iterator[str]:
    log = scene.log
    events = [{"kind": e} if isinstance(e, str) else e for e in fields.get("events", [])]
    without = fields.get("without", [])
    _known("event", [*(e["kind"] for e in events), *without], _kinds(scene))
    rest = iter(log)
    for wanted in events:
        _known(
            "seat",
            wanted["seen_by"] if wanted.get("seen_by", "everyone") != "everyone" else (),
            _seats(scene),
        )
        if not any(_matches(event, wanted) for event in rest):
            yield f"no event {wanted} in order; there were: {'; '.join(map(_event_text, log)) or 'none'}"
            break
    for kind in without:
        if any(event.kind == kind for event in log):
            yield f"an event '{kind}' happened, expected none"
    if "final" in fields and any(e.final for e in log) != fields["final"]:
        yield f"{'nothing' if fields['final'] else 'something'} final happened, so undo {'may' if fields['final'] else 'may not'} go back"
    if "way" in fields:
        yield from _way([str(place) for place in fields["way"]], scene)


def _kinds(scene: Scene) -> list[str]:
    """Every kind of event that the game has words for, and those that happened here."""
    return [*load_words(*scene.game.books).catalogue.get("event", {}), "roll", *(e.kind for e in scene.log)]


def _event_text(e: Event) -> str:
    seen = "" if e.seats is None else f" seen by {', '.join(sorted(e.seats)) or 'nobody'}"
    return f"{e.kind} {dict(e.data)}{seen}{' final' if e.final else ''}"


def _matches(event: Event, wanted: Mapping[str, Any]) -> bool:
    if event.kind != wanted["kind"] or wanted.get("final", event.final) != event.final:
        return False
    if "seen_by" in wanted:
        seen = None if wanted["seen_by"] == "everyone" else frozenset(wanted["seen_by"])
        if seen != event.seats:
            return False
    facts = {key: value for key, value in wanted.items() if key not in _APART}
    return all(key in event.data and event.data[key] == value for key, value in facts.items())


def _way(wanted: list[str], scene: Scene) -> Iterator[str]:
    """The places entered in order, according to the events of marches."""
    entered = scene.game.notation.entered
    if not entered:
        raise DataError(f"no event of {scene.game.id} tells a way, so none can be expected")
    found = [str(e.data[entered[e.kind]]) for e in scene.log if e.kind in entered]
    if found != wanted:
        yield f"the way was {', '.join(found) or 'none'}, expected {', '.join(wanted)}"


def _scores(wanted: Mapping[str, int], scene: Scene) -> Iterator[str]:
    scores = scene.game.scores(scene.state)
    _known("seat or faction with points", wanted, [*scores, *_seats(scene)])
    for who, points in wanted.items():
        if scores.get(who, 0) != points:
            yield f"{who} has {scores.get(who, 0)} points, expected {points}"


def _outcome(wanted: Any, scene: Scene) -> Iterator[str]:
    outcome = scene.state.outcome
    if wanted is None:
        return
    if wanted == "none" or outcome is None:
        if (wanted == "none") != (outcome is None):
            yield f"the outcome is {outcome}, expected {wanted}"
        return
    _known("seat", [*wanted.get("winners", []), *wanted.get("scores", {})], [*_seats(scene), *outcome.scores])
    if "winners" in wanted and set(outcome.winners) != set(wanted["winners"]):
        yield f"{', '.join(outcome.winners)} won, expected {', '.join(wanted['winners'])}"
    for seat, points in wanted.get("scores", {}).items():
        if outcome.scores.get(seat) != points:
            yield f"{seat} ends with {outcome.scores.get(seat)} points, expected {points}"
