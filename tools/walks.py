"""Writes tests/cases/GAME/walks.toml: where seeded random play leads, what is legal there, and exactly why not.

    .venv/bin/python tools/walks.py              # every game, after a change of rules that is meant
    .venv/bin/python tools/walks.py boudicca

A walk notices any change to what is offered on its way. For each question of a game there is one that ends there, the
shortest that was met, and some go on to the end of the game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from albion import games
from albion.engine.action import Action, Decision
from albion.engine.cases import Case, random_answer, staged
from albion.engine.cite import cite_text
from albion.engine.dice import Dice
from albion.engine.game import Game
from albion.engine.loop import apply, settle
from albion.engine.options import options_text
from albion.engine.refusal import Refusal, refuse
from albion.engine.state import State

ROOT = Path(__file__).resolve().parents[1]
HEAD = "# Written by tools/walks.py; after a change of rules that is meant, 'make walks' writes it anew.\n"
SEEDS = 4
"""So many games are played with each option set."""
WHOLE = 4
"""So many games are told to their end; of the cheap games of the Britannia family more."""
LIVELY = {"boudicca": 24, "domesday": 20}
"""So many games of players who do whatever can be done: in these games plain chance mostly passes."""
LONGEST = 900
"""A lively game is followed for so many answers."""
MORE = {"redux-core": 24, "redux-leaders": 16, "britannia-2005": 24}
PER_QUESTION = 2
REFUSALS = 8
LONG_LIST = 40
"""A longer list of legal answers is left out: the walks that go on from there notice it."""


class Met(NamedTuple):
    """Where one walk stands."""

    options: Any
    seed: int
    answers: int
    lively: bool = False


def main(names: list[str]) -> None:
    """Write the walks of these games, or of all."""
    for name in names or list(games.GAMES):
        game = games.find_game(name)
        path = ROOT / "tests" / "cases" / name.replace("-", "_") / "walks.toml"
        rows = [*questions(game), *endings(game)]
        path.write_text(f'{HEAD}\ngame = "{name}"\n\n' + "\n".join(rows), encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(rows)} walks")


def walk(
    game: Game[Any], options: Any, seed: int, lively: bool = False
) -> Iterator[tuple[int, State, Decision | None]]:
    """Every position of a random game, the end included."""
    s, pick = game.setup(options, Dice(seed)), Dice(seed + 1)
    d, n = settle(s), 0
    yield n, s, d
    while d is not None:
        d = apply(s, random_answer(game, d, pick, lively=lively))
        n += 1
        yield n, s, d


def questions(game: Game[Any]) -> Iterator[str]:
    """For each question the shortest walks that end there."""
    found: dict[str, list[Met]] = {}
    for options in game.option_sets():
        for seed in range(1, SEEDS + 1):
            first: dict[str, Met] = {}
            for n, _, d in walk(game, options, seed):
                if d is not None:
                    first.setdefault(d.step, Met(options, seed, n))
            for step, met in first.items():
                found.setdefault(step, []).append(met)
    for step, mets in sorted(found.items()):
        for met in sorted(mets, key=lambda m: (m.answers, m.seed))[:PER_QUESTION]:
            yield told(game, met, f"{step} after {met.answers} random answers")


def endings(game: Game[Any]) -> Iterator[str]:
    """Some games to their end, over the option sets in turn."""
    sets = game.option_sets()
    for seed in range(1, MORE.get(game.id, WHOLE) + 1):
        options = sets[(seed - 1) % len(sets)]
        answers = max(n for n, _, _ in walk(game, options, seed))
        yield told(game, Met(options, seed, answers), "a random game to its end")
    for seed in range(1, LIVELY.get(game.id, 0) + 1):
        options = sets[(seed - 1) % len(sets)]
        answers = max(n for n, _, _ in islice(walk(game, options, seed, lively=True), LONGEST + 1))
        yield told(game, Met(options, seed, answers, lively=True), f"{answers} answers of lively players")


def told(game: Game[Any], met: Met, name: str) -> str:
    """The case of one walk."""
    course = walk(game, met.options, met.seed, met.lively)
    s, d = next((s, d) for n, s, d in course if n == met.answers)
    cited = d.cite if d else s.outcome.cite if s.outcome else ()
    changed = differing(game, met.options)
    fields: dict[str, Any] = {
        "rule": str(cited[0]),
        "name": f"{name}, seed {met.seed}{f', {options_text(met.options)}' if changed else ''}",
        "start": "setup",
        "options": changed,
        "walk": {"seed": met.seed, "answers": met.answers, **({"lively": True} if met.lively else {})},
        "scores": dict(game.scores(s)),
    }
    if d is not None:
        legal = [str(a) for a in d.actions] if len(d.actions) <= LONG_LIST else []
        against = refused(game, met, s, d)
        fields |= {"seat": d.seat, "step": d.step, "legal": legal}
        fields["exactly"] = {action: cite_text(why.cite) for action, why in against.items()}
        fields["says"] = {action: facts(why) for action, why in against.items() if why.reason}
    elif s.outcome:
        fields["outcome"] = {"winners": list(s.outcome.winners)}
    if met.lively:
        walked = Case("walks.toml", 0, game.id, (), name, {"walk": fields["walk"], "options": changed})
        fields["refusals"] = staged(walked, game).refusals
    entries = {key: game.notation.read(s, key) for key in game.notation.keys(s)}
    fields["after"] = {key: text for key, text in entries.items() if game.notation.tidy(s, key, text) == text}
    given = {key: value for key, value in fields.items() if value or value == 0}
    width = max(map(len, given))
    return "[[case]]\n" + "".join(f"{key:<{width}} = {toml(value)}\n" for key, value in given.items())


def differing(game: Game[Any], options: Any) -> dict[str, Any]:
    """The options that are not as usual."""
    usual = msgspec.to_builtins(game.options_type())
    chosen: dict[str, Any] = msgspec.to_builtins(options)
    return {key: value for key, value in chosen.items() if usual[key] != value}


def refused(game: Game[Any], met: Met, s: State, d: Decision) -> dict[str, Refusal]:
    """Some unoffered answers, evenly chosen, half of them of verbs that are asked, and why each is refused."""
    asked = {a.verb for a in d.actions}
    space = [
        Action(verb, noun) for verb, nouns in game.verbs(met.options).items() for noun in nouns or (None,)
    ]
    near = [a for a in space if a.verb in asked and a not in d.actions]
    far = [a for a in space if a.verb not in asked]
    found = {}
    for some in (near, far):
        for a in some[:: max(1, len(some) // (REFUSALS // 2))][: REFUSALS // 2]:
            why = refuse(game, s, a)
            if why and why.cite:
                found[str(a)] = why
    return found


def facts(why: Refusal) -> dict[str, Any]:
    """What the sentence of a refusal is about; a fact that is nothing cannot be written."""
    return {"reason": why.reason, **{key: value for key, value in why.data.items() if value is not None}}


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return (
            "{ "
            + ", ".join(f"{json.dumps(str(k), ensure_ascii=False)} = {toml(v)}" for k, v in value.items())
            + " }"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    main(sys.argv[1:])
