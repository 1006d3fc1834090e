"""A bot's game that is followed: its answers, its positions, and which of its answers could be given once for all."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from albion.engine.action import Action, Decision
from albion.engine.loop import apply, is_forced
from albion.engine.match import Match
from albion.engine.state import State
from albion.engine.step import Choice
from albion.games import GAMES
from albion.sim.play import play_on, play_recorded, seat_bots
from browser.table_page import Server

REPEATS = {
    "stay": ("round", "", "area"),
    "fight": ("game surest", "nation surest", "nation"),
    "hold": ("round", "", "area"),
    "hit": ("area best", "area surest"),
    "shift": ("area",),
    "deny": ("round", ""),
    "decline": ("round", "seat"),
    "lose": ("hex best",),
    "stand": ("hex",),
}
"""Answers one may give once for all, and the fields of the question that say for how long, the longest first; how the page chooses each time."""
ONLY_AT = {
    "decline round": {"BattleEvent", "Interception"},
    "decline seat": {"Interception"},
    "lose hex best": {"LoseStep"},
    "hit area best": {"InflictDamage"},
    "hit area surest": {"InflictDamage"},
}
"""Questions at which the page offers that, where it is not all of them."""
TAKES_ALL = {"move": Action("pick", "all"), "activate": Action("take", "all")}
PRIZES = {"knight": 4, "huscarl": 3, "longship": 2, "spearman": 1, "archer": 1, "castle": 4}
LEADER = 6
"""What the page thinks units are worth when it strikes where the Damage does most (`look/domesday.js`)."""

Weigh = Callable[[dict[str, Any], Action], float]


class Course:
    """The bot's game and how far it has come."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.n = 0
        """How many of the bot's answers are in effect."""
        self.strayed = 0
        """How often the table went elsewhere than the bot, which then played on from there."""

    @cached_property
    def positions(self) -> list[tuple[State, Decision | None]]:
        """Every position of the bot's game."""
        state, decision = self.match.at(0)
        found: list[tuple[State, Decision | None]] = [(state.clone(), decision)]
        for a in self.match.actions:
            decision = apply(state, a)
            found.append((state.clone(), decision))
        return found

    @property
    def questions(self) -> int:
        """How many of the questions so far had more than one answer."""
        return sum(not is_forced(s, d, watched=False) for s, d in self.positions[: self.n] if d is not None)

    @property
    def length(self) -> int:
        """How many answers the game has."""
        return len(self.match.actions)

    def action(self, ahead: int) -> Action:
        """The bot's answer this many questions further on."""
        n = self.n + ahead
        return self.match.actions[n] if n < self.length else Action("none")

    def last(self, verbs: set[str]) -> Action:
        """The bot's last answer with one of these verbs, if it has given one."""
        given = reversed(self.match.actions[: self.n])
        return next((a for a in given if a.verb in verbs), Action("none"))

    def about(self, ahead: int, field: str) -> str:
        """What the question this many answers further on says of itself."""
        state = self.positions[self.n + ahead][0]
        choice = state.agenda[-1]
        assert isinstance(choice, Choice)
        return str(choice.about(state)[field])

    def run(self, verb: str, start: int = 0) -> list[Action]:
        """The bot's answers with a verb that follow each other, from this many questions further on."""
        found: list[Action] = []
        while (a := self.action(start + len(found))).verb == verb:
            found.append(a)
        return found

    def all_go(self, everybody: Action, before: int, picks: int) -> bool:
        """Whether these picks of the bot's, after this many answers, leave nobody behind."""
        state, decision = self.positions[self.n + before]
        if decision is None or everybody not in decision.actions:
            return False
        whole = state.clone()
        apply(whole, everybody)
        return whole == self.positions[self.n + before + picks][0]

    def find(self, here: tuple[State, Decision | None], after: int, until: int) -> bool:
        """Go to where the table stands; whether the bot's game comes there."""
        for n in range(after, min(until, len(self.positions))):
            if self.positions[n] == here:
                self.n = n
                return True
        return False

    def stray(self, given: Sequence[Action]) -> None:
        """The table went another way than the bot: from here on the bots' game is the one they would play now."""
        game, options = self.match.game, self.match.options
        match: Match[Any] = Match(game, options, self.match.seed)
        for a in [*self.match.actions[: self.n], *given]:
            assert match.decision is not None
            match.play(match.decision.seat, a)
        self.n = len(match.actions)
        self.strayed += 1
        play_on(match, seat_bots(game, options, ["steady"]))
        self.match = match
        del self.positions

    def repeatable(self) -> str | None:
        """The button that gives this answer to each such question; None if it pays nowhere to press it."""
        verb, (_, decision) = self.action(0).verb, self.positions[self.n]
        for way in REPEATS.get(verb, ()):
            field, _, how = way.partition(" ")
            if decision is None or decision.step not in ONLY_AT.get(f"{verb} {way}", {decision.step}):
                continue
            if self._repeats(field, how):
                return " ".join(x for x in (verb, way) if x)
        return None

    def _repeats(self, field: str, how: str) -> bool:
        """Whether the bot gives this answer several times, until the matter changes."""
        verb, times, first = self.action(0).verb, 0, self.positions[self.n]
        assert first[1] is not None
        matter, verbs = self._matter(*first, field), {a.verb for a in first[1].actions}
        turn = self._turn(first[0])
        for n in range(self.n, self.length):
            state, decision = self.positions[n]
            assert decision is not None
            offered = [a for a in decision.actions if a.verb == verb]
            if (
                field not in {"round", "game"}
                and decision.seat == first[1].seat
                and self._turn(state) != turn
            ):
                break  # the same seat was asked in another turn
            if not offered or decision.step != first[1].step or is_forced(state, decision, watched=False):
                continue
            about = self._matter(state, decision, field)
            if about != matter:
                if field in {"round", "game"} and about[0] == matter[0]:
                    continue  # another seat's question of the same time
                break
            if not verbs.issuperset(a.verb for a in decision.actions):
                continue  # something new to choose is asked
            if self._chosen(state, offered, how) != self.match.actions[n]:
                return False
            times += 1
        return times > 1

    def _matter(self, state: State, decision: Decision, field: str) -> tuple[Any, ...]:
        """What a repeated answer holds for, as the page sees it."""
        view, choice = self.match.game.view(state, None), state.agenda[-1]
        assert isinstance(choice, Choice)
        number = (view.get("round") or {}).get("number")
        if field == "game":
            return "game", decision.seat
        if field == "round":
            return number, decision.seat
        active = view.get("active") or {}
        about = choice.about(state).get(field)
        return number, decision.seat, active.get("faction"), active.get("half"), about

    def _turn(self, state: State) -> tuple[Any, ...]:
        """Whose turn it is, of which round."""
        view = self.match.game.view(state, None)
        active = view.get("active") or {}
        return (view.get("round") or {}).get("number"), active.get("faction"), active.get("half")

    def _chosen(self, state: State, offered: list[Action], how: str) -> Action:
        """The answer the page would give: the first, or the first of those with the best odds or the most gain."""
        if not how:
            return offered[0]
        weigh: Weigh = gain if how == "best" else sureness
        weights = [weigh(self.match.game.odds(state, a) or {}, a) for a in offered]
        return offered[weights.index(max(weights))]


def sureness(odds: dict[str, Any], a: Action) -> float:
    """How sure an answer is of what it wants: to win a battle, or that its hit counts."""
    hit = (odds.get("hit") or {}).get(str(a.noun), {}).get("reduced", 0)
    return float(odds.get("attacker_wins") or Fraction(hit))


def gain(odds: dict[str, Any], a: Action) -> float:
    """What a hit brings for each point of Damage, or how little a loss costs, as the page reckons it."""
    if odds.get("kind") == "loss":
        return -float(odds["strength"] + odds["eliminated"] / 2 + odds["tribe"])
    told = (odds.get("hit") or {}).get(str(a.noun), {"needs": 1, "reduced": 0})
    _, kind, state, *_ = [*str(a.noun).replace("/", ":").split(":"), "", ""]
    prize = PRIZES[kind] if kind else LEADER
    last = not kind or state == "reduced" or kind == "castle"
    return (prize + last) * float(Fraction(told["reduced"])) / int(told["needs"])


def seed_of(server: Server, match: str) -> int:
    """The secret seed of a running match, so that its dice are known."""
    with sqlite3.connect(server.data / "albion.db") as database:
        return int(database.execute("SELECT seed FROM matches WHERE id = ?", (match,)).fetchone()[0])


def steady_course(server: Server, name: str, id: str) -> Course:
    """A steady bot's game with the dice of a match."""
    game = GAMES[name]
    seats = game.seats(game.options_type())
    return Course(play_recorded(game, game.options_type(), ("steady",) * len(seats), seed_of(server, id)))
