"""Positions as text: '2 Saxons, 1 Brigantes' in each place, and where the turn stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from albion.engine.errors import DataError
from albion.engine.game import Notation
from albion.engine.plain import replaced
from albion.engine.step import Step
from albion.kernels.britannia.battles import BattleOver, BattleRound, Battles
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import Battle
from albion.kernels.britannia.growth import (
    PlaceArmies,
    Population,
    PopulationIncrease,
    Reinforcements,
    RemoveExcess,
)
from albion.kernels.britannia.movement import MovementPhase
from albion.kernels.britannia.reading import (
    START,
    Fight,
    Led,
    amount,
    fight_named,
    lost_leaders,
    nation_named,
    number,
    origins,
    parts,
    place_named,
    spelt,
    stand,
    unit_named,
    wrong_battles,
)
from albion.kernels.britannia.retreat import Retreats
from albion.kernels.britannia.sequence import GameRound, NationTurn, RoundEnd
from albion.kernels.britannia.state import BritState, MapState

M = TypeVar("M", bound=MapState)
MARKERS = ("track", "points")

PHASES: dict[str, Callable[[Any, Nation], Step[Any]]] = {
    "NationTurn": lambda s, n: NationTurn(n),
    "Population": lambda s, n: Population(n),
    "PopulationIncrease": lambda s, n: PopulationIncrease(n),
    "Reinforcements": lambda s, n: Reinforcements(n),
    "Movement": lambda s, n: MovementPhase(n),
    "Battles": lambda s, n: Battles(n),
}


class MapNotation(Notation[M]):
    """What the notations of all editions share: the round, markers, and words for places, nations and starts."""

    entered: ClassVar[Mapping[str, str]] = {"move": "area"}
    phases: ClassVar[Mapping[str, Callable[[Any, Nation], Step[Any]]]] = {}
    """Starts of the form 'Movement: Saxons'."""
    rounds: ClassVar[Mapping[str, Callable[[int], Step[Any]]]] = {
        "GameRound": GameRound,
        "RoundEnd": RoundEnd,
    }
    """Starts of the form 'RoundEnd: 3'."""
    counted: ClassVar[Mapping[str, Callable[[Nation, int], Step[Any]]]] = {}
    """Starts of the form 'PlaceArmies: Saxons, 2'."""
    alone: ClassVar[Mapping[str, tuple[Step[Any], Nation | None]]] = {}
    """Starts of one word, with the nation on turn."""
    aliases: ClassVar[Mapping[str, str]] = {}
    """Other words for starts."""

    def impossible(self, s: M) -> Iterable[str]:
        """A battle without one of its sides, a leader without his people, and three nations in one area."""
        at = {area: self.present(s, area) for area in s.rules.board.areas}
        yield from wrong_battles(s.agenda, at, s.rules.nations)
        cards, leaders = self.led(s)
        yield from lost_leaders(leaders, cards, s.rules.nations, s.strength)
        for area, here in at.items():
            if len(here) > 2:
                names = ", ".join(s.rules.nations[n].name for n in here)
                yield f"{names} are all in {area}, but only two nations meet in an area"

    def present(self, s: M, area: Area) -> list[Nation]:
        """The nations with units in an area."""
        return list(s.at.get(area, ()))

    def place(self, s: M, key: str, text: str) -> None:
        """Put units into a place, or set the round, markers and points."""
        if key == "round":
            s.round = number(key, text, 1, len(s.rules.timeline))
        elif key in MARKERS:
            for part in parts(text):
                name, _, n = part.rpartition(" ")
                getattr(s, key)[self.nation(s, name)] = number(key, n, 0, 999)
        else:
            self.put_units(s, self.where(s, key), text)

    def put_units(self, s: M, place: Place, text: str) -> None:
        """Put what a text lists into a place: '2 Saxons, 1 Normans cavalry, William', also 'with' a leader."""
        _, leaders = self.led(s)
        for part in parts(text.replace(" with ", ", ")):
            leader = self.leader(s, part)
            if leader is not None:
                stand(leaders, leader, place)
            else:
                n, rest = amount(place, part)
                self.put(s, place, n, *unit_named(s.rules.nations, rest))

    def led(self, s: M) -> tuple[Mapping[str, Led], dict[str, Place]]:
        """The cards of leaders, and where those in play stand."""
        return {}, {}

    def leader(self, s: M, text: str) -> str | None:
        """The leader of that name or id; the first of his names will do."""
        wanted = text.strip().lower().removeprefix("1 ")
        for leader, card in self.led(s)[0].items():
            name = card.name.lower()
            if wanted in (leader, name, name.split()[0]) or wanted.startswith(f"{name} the "):
                return leader
        return None

    def put(self, s: M, place: Place, n: int, nation: Nation, kind: str) -> None:
        """Put units of one kind into a place; the counters must suffice."""
        raise NotImplementedError

    def places(self, s: M) -> tuple[Place, ...]:
        """Everywhere a unit can stand."""
        return s.rules.board.places

    def key(self, s: M, key: str) -> str:
        """A place by its id, other keys as they are."""
        try:
            return self.where(s, key)
        except DataError:
            return key

    def where(self, s: M, key: str) -> Place:
        """The place of that name."""
        return place_named(key, self.places(s))

    def nation(self, s: M, name: str) -> Nation:
        """The nation of that name or id."""
        return nation_named(s.rules.nations, name)

    def spelt(self, action: str) -> str:
        """An action as people may write it, in the words of the action space."""
        return spelt(action)

    def read(self, s: M, key: str) -> str:
        """The units in a place, or a marker line."""
        if key == "round":
            return str(s.round)
        if key in MARKERS:
            values = getattr(s, key)
            return ", ".join(f"{card.name} {values[n]}" for n, card in s.rules.nations.items() if values[n])
        place = self.where(s, key)
        return ", ".join(part for n in s.rules.nations for part in self.units_read(s, n, place))

    def units_read(self, s: M, nation: Nation, place: Place) -> Iterable[str]:
        """A nation's units in a place, as they are written."""
        raise NotImplementedError

    def keys(self, s: M) -> Iterable[str]:
        """The round, every place with units, then markers."""
        yield "round"
        yield from (p for p in self.places(s) if self.read(s, p))
        yield from (k for k in MARKERS if any(getattr(s, k).values()))

    def tidy(self, s: M, key: str, text: str) -> str:
        """The same entry as `read` would write it; 'empty' is nothing."""
        blank = self.empty(s)
        if text.strip().lower() not in ("empty", "none"):
            self.place(blank, key, text)
        return self.read(blank, key)

    def empty(self, s: M) -> M:
        """A table of the same game with nothing on it."""
        blank = type(s)(dice=s.dice.clone(), rules=s.rules)
        blank.armies = {n: {} for n in s.rules.nations}
        blank.track = dict.fromkeys(s.rules.nations, 0)
        blank.points = dict.fromkeys(s.rules.nations, 0)
        return blank

    def start(self, s: M, text: str) -> None:
        """Begin at a step: 'Movement: Saxons', 'BattleRound pennines: Saxons attack Brigantes', 'RoundEnd: 3'."""
        found = START.fullmatch(text.strip())
        if found is None:
            raise DataError(f"start '{text}': expected 'STEP: NATION' or 'STEP AREA: NATION attack NATION'")
        begins: Any = self.step(s, text, found["step"], found["place"], found["words"] or "")
        retreat = found["step"] == "Retreat"  # if it ends the battle, what follows a battle's end follows
        s.agenda = [BattleOver(begins.battle), begins] if retreat else [begins]

    def step(self, s: M, text: str, name: str, place: str | None, words: str) -> Step[Any]:
        """The step that words name; whoever acts in it is on turn."""
        name = self.aliases.get(name, name)
        if name in self.alone:
            found, s.turn = self.alone[name]
            return found
        if name in self.rounds:
            s.round = number(name, words, 1, len(s.rules.timeline))
            return self.rounds[name](s.round)
        if name in self.counted:
            who, _, n = words.rpartition(", ")
            s.turn = self.nation(s, who)
            return self.counted[name](s.turn, number(name, n, 1, 99))
        if name in self.phases and place is None:
            s.turn = self.nation(s, words)
            return self.phases[name](s, s.turn)
        if name in ("BattleRound", "Retreat", "Battle") and place is not None:
            fight = fight_named(text, words, self.where(s, place), s.rules.board.areas, s.rules.nations)
            s.turn = fight.battle.attacker
            return self.battle(s, fight, retreat=name == "Retreat")
        known = ", ".join((*self.phases, *self.alone, *self.rounds, *self.counted, "BattleRound", "Retreat"))
        raise DataError(f"start '{text}': expected one of {known}")

    def battle(self, s: M, fight: Fight, *, retreat: bool) -> Step[Any]:
        """A battle that has begun: the next exchange, or a side's retreat."""
        raise NotImplementedError


class BritNotation(MapNotation[BritState]):
    """The notation of the reduX games; a game adds its own kinds of units and markers."""

    phases = PHASES
    counted = {"PlaceArmies": PlaceArmies, "RemoveExcess": RemoveExcess}

    def put(self, s: BritState, place: Place, n: int, nation: Nation, kind: str) -> None:
        """Put one entry of units into a place; the counters must suffice."""
        if kind:
            raise DataError(f"position {place}: '{kind}' is no kind of unit of this game")
        s.add(nation, place, n)
        card = s.rules.nations[nation]
        if s.in_play(nation) > card.armies:
            raise DataError(
                f"position {place}: the {card.name} have {card.armies} counters, not {s.in_play(nation)}"
            )

    def units_read(self, s: BritState, nation: Nation, place: Place) -> Iterable[str]:
        """A nation's units in a place, as they are written."""
        n = s.count(nation, place)
        return (f"{n} {s.rules.nations[nation].name}",) if n else ()

    def battle(self, s: BritState, fight: Fight, *, retreat: bool) -> Step[Any]:
        """A battle that has begun: the next exchange, or a side's retreat."""
        area = fight.battle.area
        s.entered[area] = self._whence(s, fight.battle, fight.whence)
        b = replaced(fight.battle, ways=tuple(s.entered[area]))
        return Retreats(b, fight.side) if retreat else BattleRound(b)

    def _whence(self, s: BritState, b: Battle, text: str | None) -> dict[Place, int]:
        """'york', or '2 york, 1 lindsey': where the attackers came from; unsaid: they were placed there."""
        total = s.count(b.attacker, b.area)
        if text is None:
            return {b.area: total}
        return origins(text, total, b.area, s.rules.board, s.rules.board.places)
