"""The habits of bots: answers, card uses and blunders, counted over whole games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from albion import games
from albion.engine.action import Action, Decision, Json
from albion.engine.dice import Dice
from albion.engine.event import Event
from albion.engine.loop import apply, settle
from albion.engine.match import Match
from albion.engine.options import parse_options
from albion.engine.state import State
from albion.engine.step import Choice
from albion.sim.play import Job, play_on, seat_bots
from albion.sim.thinking import Timed, turn_of
from albion.sim.ways import Ways

POOR = 0.2
"""The chance of winning below which an attack is counted as poor."""
LEADERS_LOST = frozenset({"leader-falls", "leader-killed", "dead", "exiled"})
NO_ROOM, DRIVEN_OUT = "no-room", "overstacked"
"""Events that tell of units lost, or driven out of a stack, because there was no room for them."""


@dataclass
class Habits:
    """Counts over some games."""

    games: int = 0
    answers: dict[str, Counter[str]] = field(default_factory=dict)
    """How often each verb answered each question, where there was a choice."""
    nouns: dict[str, Counter[str]] = field(default_factory=dict)
    """How often each noun was chosen, by verb."""
    named_cards: set[str] = field(default_factory=set)
    """Cards that some event named."""
    warnings: Counter[str] = field(default_factory=Counter)
    """Warnings beside answers that were given all the same."""
    attacks: int = 0
    """Attacks whose odds the game knows."""
    poor_attacks: int = 0
    leaders_lost: int = 0
    no_room: int = 0
    """Armies lost for want of room though counters were left, and units driven out that another answer would have kept."""
    no_counters: int = 0
    """Armies that a nation did not get because all its counters were on the map: no folly."""
    to_and_fro: int = 0
    """Moves by which a band went straight back, and nothing had happened at either end."""
    returns: int = 0
    """All moves straight back, most of them because somebody else came or went, or a fight was won."""
    thinking: dict[str, list[float]] = field(default_factory=dict)
    """CPU seconds of each turn, by bot."""

    def cards(self) -> dict[str, Counter[str]]:
        """What was done with each card."""
        return {card: self.nouns[card] for card in sorted(self.named_cards & self.nouns.keys())}

    def add(self, other: Habits) -> None:
        """Count the other's games too."""
        for mine, more in ((self.answers, other.answers), (self.nouns, other.nouns)):
            for key, counts in more.items():
                mine.setdefault(key, Counter()).update(counts)
        self.named_cards |= other.named_cards
        self.warnings.update(other.warnings)
        self.games += other.games
        self.attacks += other.attacks
        self.poor_attacks += other.poor_attacks
        self.leaders_lost += other.leaders_lost
        self.no_room += other.no_room
        self.no_counters += other.no_counters
        self.to_and_fro += other.to_and_fro
        self.returns += other.returns
        for bot, seconds in other.thinking.items():
            self.thinking.setdefault(bot, []).extend(seconds)


def habits_of(job: Job) -> Habits:
    """Play one game, time the bots, and count."""
    game = games.find_game(job.game)
    options = parse_options(game.options_type, job.options)
    match: Match[Any] = Match(game, options, job.seed)
    bots = {seat: Timed(bot, turn_of(game)) for seat, bot in seat_bots(game, options, job.bots).items()}
    play_on(match, bots)
    found = read_habits(match)
    for name, bot in zip(job.bots, bots.values(), strict=True):
        found.thinking.setdefault(name, []).extend(bot.turns.values())
    return found


def together(found: Iterable[Habits]) -> Habits:
    """Several counts added up."""
    total = Habits()
    for one in found:
        total.add(one)
    return total


def read_habits(match: Match[Any]) -> Habits:
    """Go through a match again, answer by answer."""
    found, ways = Habits(games=1), Ways()
    s = match.game.setup(match.options, Dice(match.seed))
    d = settle(s)
    for a in match.actions:
        assert d is not None
        before, asked = s.clone(), d
        events: list[Event] = []
        if len(d.actions) > 1:
            _answer(found, before, d.step, a)
        d = apply(s, a, events)
        if any(e.kind == "battle" for e in events):
            # An attack that met questions on its way (interception) begins with another's answer.
            _attack(found, match.game.odds(before, a) or match.game.odds(s, None))
        for e in events:
            _event(found, ways, e)
            if e.kind == NO_ROOM:
                _without_room(found, s, e)
            elif e.kind == DRIVEN_OUT and _avoidable(before, asked, a, e.data["faction"]):
                found.no_room += int(e.data["n"])
    found.returns = ways.returns
    return found


def _without_room(found: Habits, s: State, e: Event) -> None:
    """Count armies lost for want of room, apart from those of a nation with no counters left, which could not grow anyway."""
    left: Callable[[str], int] | None = getattr(s, "counters_left", None)
    if left is not None and left(e.data["nation"]) <= 0:
        found.no_counters += int(e.data["n"])
    else:
        found.no_room += int(e.data["n"])


def _avoidable(before: Any, asked: Decision, a: Action, faction: str) -> bool:
    """Whether another answer of the faction's own player would have driven nobody out, with the same dice."""
    if before.rules.owner.get(faction) != asked.seat:
        return False
    for other in asked.actions:
        if other != a:
            events: list[Event] = []
            apply(before.clone(), other, events)
            if not any(e.kind == DRIVEN_OUT for e in events):
                return True
    return False


def _answer(found: Habits, before: State, question: str, a: Action) -> None:
    found.answers.setdefault(question, Counter())[a.verb] += 1
    if a.noun is not None:
        found.nouns.setdefault(a.name, Counter())[a.verb] += 1
    step = before.agenda[-1]
    assert isinstance(step, Choice)
    warning = step.warns(before, a)
    if warning is not None:
        found.warnings[warning.reason or question] += 1


def _attack(found: Habits, odds: Json | None) -> None:
    chance = winning_chance(odds)
    if chance is not None:
        found.attacks += 1
        found.poor_attacks += chance < POOR


def winning_chance(odds: Json | None) -> float | None:
    """The attacker's chance of winning, if the odds tell it."""
    if not isinstance(odds, Mapping):
        return None
    if "attacker_wins" in odds:
        return float(odds["attacker_wins"])
    wins = odds.get("wins")
    return float(wins.get(odds["attacker"], 0.0)) if wins is not None and "attacker" in odds else None


def _event(found: Habits, ways: Ways, e: Event) -> None:
    found.named_cards.update(str(x) for x in (e.data.get("card"), *e.data.get("cards", ())) if x)
    found.leaders_lost += e.kind in LEADERS_LOST
    found.to_and_fro += ways.goes_back(e)
