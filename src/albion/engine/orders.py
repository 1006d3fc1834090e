"""Standing orders: how a seat answers questions in other players' turns, by rules that each game declares as data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import msgspec

from albion.engine.action import Action, Decision, Json, Noun, Seat
from albion.engine.cite import folder
from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.state import State
from albion.engine.step import Choice

ASK = "ask"
"""The policy of an order that is off: the player is asked."""
_FIELD = re.compile(r"\{([a-z_]+)\}")


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to answer, in plain words and as patterns of answers: 'retreat *', 'send max', 'join {side}'."""

    id: str
    text: str
    """What the player chooses; `{n}` stands for the number that goes with it."""
    give: tuple[str, ...]
    """Patterns: the first one that matches a legal answer is used."""
    chance: str = ""
    """Where to find a chance: a path into the odds or into the facts of the question."""
    n: int = 0
    """The threshold in percent, unless the player sets another."""
    below: tuple[str, ...] = ()
    """Used instead while the chance is below n percent."""
    least: tuple[str, ...] = ()
    """Used instead if an answer's own chance is at least n percent; the likeliest one."""


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Questions that a standing order may answer."""

    id: str
    title: str
    steps: tuple[str, ...]
    verbs: tuple[str, ...]
    """The verbs it covers: if another verb is on offer, it turns itself off."""
    policies: tuple[Policy, ...]
    default: str = ASK
    when: dict[str, Json] = {}
    """What must be true of the question; otherwise the player is asked."""

    def policy(self, id: str) -> Policy | None:
        """The policy of that id."""
        return next((p for p in self.policies if p.id == id), None)


class Order(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one seat has ordered for one kind of question."""

    policy: str
    n: int | None = None
    """In percent; None: the policy's own value."""
    only: tuple[str, ...] = ()
    """The only nouns it may use where its pattern leaves a choice; empty: any."""
    disarmed: str = ""
    """Why it is off, as a sentence for its seat."""


Orders = Mapping[str, Order]
"""A seat's orders by the id of their kind."""


class Given(NamedTuple):
    """The answer an order gives."""

    kind: str
    action: Action


class Disarmed(NamedTuple):
    """An order that turned itself off, and why."""

    kind: str
    why: str


@cache
def order_kinds(*books: str) -> tuple[Kind, ...]:
    """The kinds of orders in a game: its books' lists, later ones overriding earlier ones."""
    kinds: dict[str, Kind] = {}
    for book in books:
        path = folder(book) / "orders.toml"
        raw = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        try:
            read = msgspec.convert(raw.get("order", []), list[Kind])
        except msgspec.ValidationError as error:
            raise DataError(f"orders.toml of {book}: {error}") from error
        for kind in read:
            if kind.default != ASK and kind.policy(kind.default) is None:
                raise DataError(f"orders.toml of {book}: '{kind.id}' has no policy '{kind.default}'")
            kinds[kind.id] = kind
    return tuple(kinds.values())


def default_orders(kinds: Iterable[Kind]) -> dict[str, Order]:
    """The orders a game recommends."""
    return {kind.id: Order(policy=kind.default) for kind in kinds if kind.default != ASK}


@cache
def passing(*books: str) -> tuple[str, ...]:
    """The answers that pass a turn in a game, from its last book that names any."""
    found: list[str] = []
    for book in books:
        path = folder(book) / "orders.toml"
        raw = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        found = raw.get("pass", found)
    return tuple(found)


def passing_answer(game: Game[Any], s: State, d: Decision) -> Action:
    """The answer that does least: one that passes the turn, otherwise the first without a warning."""
    step = s.agenda[-1]
    assert isinstance(step, Choice)
    for text in passing(*game.books):
        if Action(text) in d.actions:
            return Action(text)
    safe = (a for a in d.actions if step.warns(s, a) is None)
    return next(safe, d.actions[0])


def turn_of(game: Game[Any], s: State) -> Seat | None:
    """Whose turn it is; None between turns."""
    active = game.view(s, None).get("active") or {}
    seat = active.get("seat")
    return Seat(seat) if seat else None


def answer_by_order(game: Game[Any], orders: Orders, s: State, d: Decision) -> Given | Disarmed | None:
    """What a seat's orders answer to the open question; None: the player must answer."""
    step = s.agenda[-1]
    assert isinstance(step, Choice)
    found = _in_force(order_kinds(*game.books), orders, d.step)
    if found is None or turn_of(game, s) == d.seat:
        return None
    kind, policy, order = found
    about = step.about(s)
    if any(about.get(field) != value for field, value in kind.when.items()):
        return None
    strange = sorted({a.verb for a in d.actions} - set(kind.verbs))
    if strange:
        return Disarmed(kind.id, f"it was not made for '{strange[0]}'")
    question = _Question(game, s, d, step, about, order)
    action = question.answer(policy)
    return Disarmed(kind.id, question.why) if action is None else Given(kind.id, action)


def _in_force(kinds: Iterable[Kind], orders: Orders, step: str) -> tuple[Kind, Policy, Order] | None:
    for kind in kinds:
        order = orders.get(kind.id)
        if step not in kind.steps or order is None or order.disarmed:
            continue
        policy = kind.policy(order.policy)
        if policy is not None:
            return kind, policy, order
    return None


class _Question:
    """The open question, as seen by an order."""

    def __init__(
        self,
        game: Game[Any],
        s: State,
        d: Decision,
        step: Choice[Any],
        about: Mapping[str, Json],
        order: Order,
    ) -> None:
        self._game, self._s, self._d, self._step = game, s, d, step
        self._about, self._order = about, order
        self._odds: dict[str, Json] = {}
        self.why = "none of the answers it allows is legal here"

    def answer(self, policy: Policy) -> Action | None:
        """The policy's answer; None: it has none for this question."""
        limit = policy.n if self._order.n is None else self._order.n
        if policy.least:
            tried = [a for pattern in policy.least for a in self._named(pattern, self._fitting(pattern))]
            likely = [(self._chance(policy.chance, a), a) for a in tried]
            good = [(chance, a) for chance, a in likely if chance is not None and 100 * chance >= limit]
            if good:
                return max(good, key=lambda pair: pair[0])[1]
        if policy.below:
            chance = self._chance(policy.chance, None)
            if chance is None:
                self.why = "the chance it goes by is not known here"
                return None
            if 100 * chance < limit:
                return self._first((*policy.below, *policy.give))
        return self._first(policy.give)

    def _first(self, patterns: Sequence[str]) -> Action | None:
        """The first legal answer that matches, preferably without a warning.

        Where the player has named the only nouns to use and none of them is possible, that is no answer: what comes
        after it in the list was not what the player had in mind.
        """
        for pattern in patterns:
            found = self._fitting(pattern)
            if found and not (named := self._named(pattern, found)):
                self.why = "nothing you restricted it to is possible here"
                return None
            if found:
                safe = [a for a in named if self._step.warns(self._s, a) is None]
                return (safe or named)[0]
        return None

    def _fitting(self, pattern: str) -> list[Action]:
        """The legal answers that match a pattern."""
        verb, _, noun = pattern.partition(" ")
        same = [a for a in self._d.actions if a.verb == verb]
        if noun in ("max", "min") and same:
            return [(max if noun == "max" else min)(same, key=lambda a: a.number)]
        wanted = _FIELD.sub(lambda m: str(self._about.get(m[1], "")), noun)
        return [a for a in same if fnmatchcase(a.name, wanted)]

    def _named(self, pattern: str, found: list[Action]) -> list[Action]:
        """Those that the player allows, in order of preference."""
        if "*" not in pattern or not self._order.only:
            return found
        rank = {name: k for k, name in enumerate(self._order.only)}
        return sorted((a for a in found if a.name in rank), key=lambda a: rank[a.name])

    def _chance(self, path: str, a: Action | None) -> Fraction | None:
        """The number at a path of fields, each of which may name a field of the question or the answer's noun."""
        fields = {**self._about, "noun": a.name if a is not None else ""}
        names = [_FIELD.sub(lambda m: str(fields.get(m[1], "")), name) for name in path.split(".")]
        value: Json = {"about": self._about, "odds": self._known_odds()}
        for name in names:
            value = value.get(name) if isinstance(value, dict) else None
        return number(value)

    def _known_odds(self) -> Json:
        """The odds as the seat could compute them itself."""
        if not self._odds:
            believed = self._game.imagine(self._s, self._d.seat, Dice(0))
            self._odds = {"odds": self._game.odds(believed, None)}
        return self._odds["odds"]


def number(value: Json) -> Fraction | None:
    """A chance, however a game writes it: 0.4, 1, '3/6'."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return Fraction(value)
    except ValueError:
        return None


def nouns_of(kind: Kind, verbs: Mapping[str, tuple[Noun, ...]]) -> list[Noun]:
    """Every noun a player may restrict an order to: those its patterns leave open."""
    patterns = {p for policy in kind.policies for p in (*policy.give, *policy.below, *policy.least)}
    open_verbs = [p.partition(" ")[0] for p in sorted(patterns) if "*" in p]
    return list(dict.fromkeys(noun for verb in open_verbs for noun in verbs.get(verb, ())))
