"""Positions as text: '2 Saxons, 1 Brigantes' in each place, and where the turn stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from albion.engine.errors import DataError
from albion.engine.game import Notation
from albion.engine.step import Step
from albion.kernels.britannia.battle import BattleRound, Battles
from albion.kernels.britannia.board import Nation, Place, border
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
    ATTACK,
    START,
    fight_named,
    nation_named,
    number,
    origins,
    parts,
    place_named,
    spelt,
    unit_named,
    wrong_battles,
)
from albion.kernels.britannia.retreat import Retreats
from albion.kernels.britannia.sequence import GameRound, NationTurn, RoundEnd
from albion.kernels.britannia.state import BritState

Starter = Callable[[BritState, Nation], Step[Any]]

PHASES: dict[str, Starter] = {
    "NationTurn": lambda s, n: NationTurn(n),
    "Population": lambda s, n: Population(n),
    "PopulationIncrease": lambda s, n: PopulationIncrease(n),
    "Reinforcements": lambda s, n: Reinforcements(n),
    "Movement": lambda s, n: MovementPhase(n),
    "Battles": lambda s, n: Battles(n),
}
"""Starts of the form 'Movement: Saxons'."""


class BritNotation(Notation[BritState]):
    """The notation all Britannia games share; a game adds its own kinds of units and markers."""

    phases: dict[str, Starter] = PHASES
    entered: ClassVar[Mapping[str, str]] = {"move": "area"}

    def impossible(self, s: BritState) -> Iterable[str]:
        """A battle without one of its sides, and three nations in one area."""
        at = {area: list(s.at.get(area, ())) for area in s.rules.board.areas}
        yield from wrong_battles(s.agenda, at, s.rules.nations)
        names = s.rules.nations
        for area, here in at.items():
            if len(here) > 2:
                told = ", ".join(names[n].name for n in here)
                yield f"{told} are all in {area}, but only two nations meet in an area"

    def place(self, s: BritState, key: str, text: str) -> None:
        """Put units into a place, or set the round, markers and points."""
        if key == "round":
            s.round = number(key, text, 1, len(s.rules.timeline))
        elif key in ("track", "points"):
            for nation, n in self._markers(s, key, text):
                getattr(s, key)[nation] = n
        else:
            where = self.where(s, key)
            for n, nation, kind in self.units(s, key, text):
                self.put(s, where, n, nation, kind)

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

    def where(self, s: BritState, key: str) -> Place:
        """The place of that name."""
        places = s.rules.board.places
        if "/" in key:
            key = border(*(place_named(sea, places) for sea in key.split("/")))
        return place_named(key, places)

    def nation(self, s: BritState, name: str) -> Nation:
        """The nation of that name or id."""
        return nation_named(s.rules.nations, name)

    def units(self, s: BritState, key: str, text: str) -> Iterable[tuple[int, Nation, str]]:
        """Read '2 Saxons, 1 Normans cavalry' as numbers, nations and kinds."""
        for part in parts(text):
            n, _, rest = part.partition(" ")
            if not n.isdigit() or not rest:
                raise DataError(f"position {key}: expected '2 Saxons', found '{part}'")
            name, kind = unit_named(s.rules.nations, rest)
            yield int(n), name, kind

    def _markers(self, s: BritState, key: str, text: str) -> Iterable[tuple[Nation, int]]:
        for part in parts(text):
            name, _, n = part.rpartition(" ")
            yield self.nation(s, name), number(key, n, 0, 999)

    def spelt(self, action: str) -> str:
        """An action as people may write it, in the words of the action space."""
        return spelt(action)

    def read(self, s: BritState, key: str) -> str:
        """The units in a place, or a marker line."""
        if key == "round":
            return str(s.round)
        if key in ("track", "points"):
            return self._line(s, {n: v for n, v in getattr(s, key).items() if v}, after=True)
        return self._line(s, {n: s.count(n, self.where(s, key)) for n in s.rules.nations}, after=False)

    def _line(self, s: BritState, counts: dict[Nation, int], *, after: bool) -> str:
        parts = [(s.rules.nations[n].name, c) for n in s.rules.nations if (c := counts.get(n, 0))]
        return ", ".join(f"{name} {c}" if after else f"{c} {name}" for name, c in parts)

    def tidy(self, s: BritState, key: str, text: str) -> str:
        """The same entry as `read` would write it; 'empty' is nothing."""
        blank = self.empty(s)
        if text.strip().lower() != "empty":
            self.place(blank, key, text)
        return self.read(blank, key)

    def empty(self, s: BritState) -> BritState:
        """A table of the same game with nothing on it."""
        blank = s.clone()
        blank.armies = {n: {} for n in s.rules.nations}
        blank.at = {}
        blank.track = dict.fromkeys(s.rules.nations, 0)
        blank.points = dict.fromkeys(s.rules.nations, 0)
        return blank

    def keys(self, s: BritState) -> Iterable[str]:
        """The round, every place with units, then markers."""
        yield "round"
        yield from (p for p in s.rules.board.places if any(p in where for where in s.armies.values()))
        yield from (k for k in ("track", "points") if any(getattr(s, k).values()))

    def start(self, s: BritState, text: str) -> None:
        """Begin at a step: 'Movement: Saxons', 'BattleRound pennines: Saxons attack Brigantes', 'RoundEnd: 3'."""
        found = START.fullmatch(text.strip())
        if found is None:
            raise DataError(f"start '{text}': expected 'STEP: NATION' or 'STEP AREA: NATION attack NATION'")
        name, place, words = found["step"], found["place"], found["words"] or ""
        s.agenda = [self._step(s, text, name, place, words)]
        if s.turn is None and words and name not in ("GameRound", "RoundEnd"):
            s.turn = self._turn(s, name, words)

    def _turn(self, s: BritState, name: str, words: str) -> Nation:
        attack = ATTACK.fullmatch(words)
        return self.nation(s, attack["attacker"] if attack else words.split(",")[0])

    def _step(self, s: BritState, text: str, name: str, place: str | None, words: str) -> Step[Any]:
        if name in ("GameRound", "RoundEnd"):
            s.round = number(name, words, 1, len(s.rules.timeline))
            return GameRound(s.round) if name == "GameRound" else RoundEnd(s.round)
        if name in ("PlaceArmies", "RemoveExcess"):
            who, _, n = words.rpartition(", ")
            made = PlaceArmies if name == "PlaceArmies" else RemoveExcess
            return made(self.nation(s, who), number(name, n, 1, 99))
        if name in self.phases and place is None:
            return self.phases[name](s, self.nation(s, words))
        if name in ("BattleRound", "Retreat", "Battle") and place is not None:
            return self._battle(s, text, name, place, words)
        known = ", ".join(
            (*self.phases, "GameRound", "RoundEnd", "PlaceArmies", "RemoveExcess", "BattleRound", "Retreat")
        )
        raise DataError(f"start '{text}': expected one of {known}")

    def _battle(self, s: BritState, text: str, name: str, place: str, words: str) -> Step[Any]:
        board = s.rules.board
        b, whence, side = fight_named(text, words, self.where(s, place), board.areas, s.rules.nations)
        s.entered[b.area] = self._whence(s, b, whence)
        b = msgspec.structs.replace(b, ways=tuple(s.entered[b.area]))
        return Retreats(b, side) if name == "Retreat" else BattleRound(b)

    def _whence(self, s: BritState, b: Battle, text: str | None) -> dict[Place, int]:
        """'york', or '2 york, 1 lindsey': where the attackers came from; unsaid: they were placed there."""
        total = s.count(b.attacker, b.area)
        if text is None:
            return {b.area: total}
        return origins(text, total, b.area, s.rules.board.places)
