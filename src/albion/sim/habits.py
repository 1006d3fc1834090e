"""What bots do again and again: their answers, their cards and their follies, counted over whole games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from albion import games
from albion.engine.action import Action, Json
from albion.engine.dice import Dice
from albion.engine.event import Event
from albion.engine.loop import apply, settle
from albion.engine.match import Match
from albion.engine.options import parse_options
from albion.engine.state import State
from albion.engine.step import Choice
from albion.sim.play import Job, play_on, seat_bots
from albion.sim.thinking import Timed, turn_of

POOR = 0.2
"""The chance of winning below which an attack is counted as poor."""
LEADERS_LOST = frozenset({"leader-falls", "leader-killed", "dead", "exiled"})
NO_ROOM = frozenset({"no-room", "overstacked"})
"""Events that tell of units lost, or driven out, because there was no room for them."""
TRIPS = {"move": ("nation", "place", "area"), "moved": ("faction", "area", "to")}
"""Events that tell of a whole move, with the facts that say whose it was, from where and to where."""


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
    to_and_fro: int = 0
    """Moves by which a band went straight back to where it had come from."""
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
        self.to_and_fro += other.to_and_fro
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
        before = s.clone()
        events: list[Event] = []
        if len(d.actions) > 1:
            _answer(found, before, d.step, a)
        d = apply(s, a, events)
        if any(e.kind == "battle" for e in events):
            # An attack that met questions on its way (interception) begins with another's answer.
            _attack(found, match.game.odds(before, a) or match.game.odds(s, None))
        for e in events:
            _event(found, ways, e)
    return found


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
    found.no_room += int(e.data.get("n", 1)) if e.kind in NO_ROOM else 0
    found.to_and_fro += ways.goes_back(e)


class Ways:
    """Where each band last came from."""

    def __init__(self) -> None:
        self._source: dict[tuple[str, Json], Json] = {}
        self._route: tuple[str, Json] = ("", None)
        self._place: dict[str, Json] = {}

    def goes_back(self, e: Event) -> bool:
        """Whether this event ends a move that leads straight back; it is noted as the band's last."""
        if e.kind in TRIPS and TRIPS[e.kind][0] in e.data:
            whose, source, to = (e.data.get(x) for x in TRIPS[e.kind])
            return self._moved(str(whose), source, to)
        units = e.data.get("units")
        if e.kind == "activate" and units:
            for u in units:
                self._place.setdefault(u, e.data["hex"])
        elif e.kind == "move" and units:
            self._route = (units[0], e.data["hex"])
        elif e.kind == "stop" and self._route[0]:
            band, to = self._route
            source, self._place[band] = self._place.get(band), to
            return self._moved(band, source, to)
        return False

    def _moved(self, band: str, source: Json, to: Json) -> bool:
        back = source != to and bool(self._source.pop((band, source), None) == to)
        self._source[band, to] = source
        return back
