"""Positions as text: '2 Saxons, 1 Saxons burh, Alfred' in each place, and where the turn stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from albion.engine.errors import DataError
from albion.engine.step import Step
from albion.games.britannia_2005.s02_points import RECORDED
from albion.games.britannia_2005.s03_sequence import TurnEnd, withdrawal
from albion.games.britannia_2005.s04_growth import Arrivals, Growth, PlaceArmies
from albion.games.britannia_2005.s05_movement import MovementPhase
from albion.games.britannia_2005.s06_retreat import Retreat
from albion.games.britannia_2005.s07_withdrawal import RaiderWithdrawal
from albion.games.britannia_2005.s08_overpopulation import Overpopulation
from albion.games.britannia_2005.s12_bretwalda import BretwaldaVote
from albion.games.britannia_2005.s13_king import King
from albion.games.britannia_2005.s14_romans import RecallLegions, RomanReinforcements
from albion.games.britannia_2005.s14_submission import Offers
from albion.games.britannia_2005.s15_romano_british import PlaceArthur, RomansLeave
from albion.games.britannia_2005.s19_danes import CnutKing, GreatRaid
from albion.games.britannia_2005.state import PICTS, ROMANS, SAXONS, Brit
from albion.kernels.britannia.battles import BattleRound, Battles
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import Battle
from albion.kernels.britannia.host_view import armies_described
from albion.kernels.britannia.notation import MapNotation
from albion.kernels.britannia.reading import (
    Fight,
    Led,
    number,
    origins,
    parts,
    stand,
)
from albion.kernels.britannia.sequence import NationTurn
from albion.kernels.britannia.units import CAVALRY, riders

FORT, RUIN = "fort", "destroyed fort"
RAIDERS = re.compile(r"raid(?:er|ers|ing)(?: from | of |: ?| )(?P<home>.+)")


def _movement(s: Brit, n: Nation) -> Step[Any]:
    return MovementPhase(n, (s.half or 1) if s.turn_of(n).major else 0)


PHASES: dict[str, Callable[[Brit, Nation], Step[Any]]] = {
    "NationTurn": lambda s, n: NationTurn(n),
    "Growth": lambda s, n: Growth(n),
    "Population": lambda s, n: Growth(n),
    "PopulationIncrease": lambda s, n: Growth(n),
    "IncreasePopulation": lambda s, n: Growth(n),
    "Arrivals": lambda s, n: Arrivals(n),
    "Reinforcements": lambda s, n: Arrivals(n),
    "Movement": _movement,
    "SecondMovement": lambda s, n: MovementPhase(n, 2),
    "Battles": lambda s, n: Battles(n),
    "Offers": lambda s, n: Offers(n),
    "RaiderWithdrawal": lambda s, n: (withdrawal(s, n) or [RaiderWithdrawal(n)])[0],
    "Overpopulation": lambda s, n: Overpopulation(n),
    "TurnEnd": lambda s, n: TurnEnd(n),
}
"""Starts of the form 'Movement: Saxons'."""

ALONE: dict[str, tuple[Step[Any], Nation | None]] = {
    "RomanReinforcements": (RomanReinforcements(), ROMANS),
    "RecallLegions": (RecallLegions(), ROMANS),
    "RomansLeave": (RomansLeave(), None),
    "PlaceArthur": (PlaceArthur(), Nation("romano-british")),
    "GreatRaid": (GreatRaid(), Nation("danes")),
    "Cnut": (CnutKing(), Nation("danes")),
    "Bretwalda": (BretwaldaVote(), None),
    "King": (King(), None),
}
"""Starts of one word."""

ALIASES = {
    "Turn": "NationTurn",
    "Round": "GameRound",
    "EndOfRound": "RoundEnd",
    "FirstMovement": "Movement",
    "Withdrawal": "RaiderWithdrawal",
    "Submission": "Offers",
    "Retreats": "Retreat",
    "BretwaldaVote": "Bretwalda",
    "Kingship": "King",
    "Arthur": "PlaceArthur",
}
"""Other words for starts."""

LISTS = (
    "subjects",
    "former",
    "turncoats",
    "scored",
    "tokens",
    "raiders",
    "shortfall",
    "harold",
    "half",
)


class Notation2005(MapNotation[Brit]):
    """Units by place; the round, markers and subjects by key."""

    phases = PHASES
    counted = {"PlaceArmies": lambda nation, n: PlaceArmies(nation, n, (), 0)}
    alone = ALONE
    aliases = ALIASES

    def impossible(self, s: Brit) -> Iterable[str]:
        """Besides, raiders that are not there, and infantry without counters."""
        yield from MapNotation.impossible(self, s)
        for area, homes in s.raiders.items():
            most = max((s.count(n, area) for n in s.rules.nations), default=0)
            if sum(homes.values()) > most:
                yield f"{sum(homes.values())} raiders are in {area}, but no nation has more than {most} armies there"
            ashore = [home for home in homes if not s.rules.board.at_sea(home)]
            if ashore and not s.count(PICTS, area):
                yield f"raiders in {area} come from {ashore[0]}, but only Picts raid from land"
        for nation, card in s.rules.nations.items():
            if s.counters_left(nation) < 0:
                yield f"the {card.name} have {card.infantry} infantry counters, too few for those in play"
        yield from self._false_records(s)

    def _false_records(self, s: Brit) -> Iterator[str]:
        """Subjects, scored boxes and tokens that the game does not have."""
        names = {n: card.name for n, card in s.rules.nations.items()}
        oaths = {(f.nation, f.master) for f in s.rules.fealties}
        for subject, master in s.subjects.items():
            if (subject, master) not in oaths:
                yield f"the {names[subject]} never submit to the {names[master]}"
        boxes = {box.id for row in s.rules.occupy for box in row.values()}
        for box in s.scored:
            if box not in boxes:
                yield f"no card has a box '{box}' for occupying: expected one of {', '.join(sorted(boxes))}"
        for nation in s.tokens:
            if nation not in RECORDED:
                yield f"the {names[nation]} leave no tokens on the map"

    def present(self, s: Brit, area: Area) -> list[Nation]:
        """The nations with units or a leader in an area."""
        return [n for n in s.rules.nations if s.strength(n, area) or s.leader_at(n, area)]

    def places(self, s: Brit) -> tuple[Place, ...]:
        """Everywhere a unit can stand: never on the border of two seas."""
        return (*s.rules.board.areas, *s.rules.board.seas)

    def place(self, s: Brit, key: str, text: str) -> None:
        """Put units into a place, or set the round, markers, subjects and records."""
        if key == "shortfall":
            s.shortfall = number(key, text, 0, 99)
        elif key == "half":
            s.half = number(key, text, 0, 2)
        elif key == "harold":
            s.harold_fell = text == "fell"
        elif key in LISTS:
            self._record(s, key, text)
        else:
            MapNotation.place(self, s, key, text)

    def led(self, s: Brit) -> tuple[Mapping[str, Led], dict[str, Place]]:
        return s.rules.leaders, s.leaders

    def _record(self, s: Brit, key: str, text: str) -> None:
        """'Welsh to Romans', 'Welsh', 'danes-12 york kent', '2 york from north-sea'."""
        for part in parts(text):
            words = part.split()
            if key == "subjects" and len(words) == 3 and words[1] == "to":
                s.subjects[self.nation(s, words[0])] = self.nation(s, words[2])
            elif key in ("former", "turncoats"):
                getattr(s, key).append(self.nation(s, part))
            elif key == "scored" and len(words) > 1:
                s.scored.setdefault(words[0], {}).update({Area(self.where(s, a)): 0 for a in words[1:]})
            elif key == "tokens" and len(words) == 3:
                nation, area, n = words
                s.tokens.setdefault(self.nation(s, nation), {})[Area(area)] = number(key, n, 1, 99)
            elif key == "raiders" and len(words) == 4 and words[2] == "from":
                here = s.raiders.setdefault(Area(self.where(s, words[1])), {})
                here[self.where(s, words[3])] = number(key, words[0], 1, 99)
            else:
                raise DataError(f"position {key}: '{part}' cannot be read")

    def put(self, s: Brit, place: Place, n: int, nation: Nation, kind: str) -> None:
        """'2 Saxons', '1 Normans cavalry', '1 Romans fort', '1 Romans destroyed fort', '1 Saxons burh'."""
        card = s.rules.nations[nation]
        area = Area(place)
        built = {(FORT, ROMANS), (RUIN, ROMANS), ("burh", SAXONS)}
        raiding = RAIDERS.fullmatch(kind)
        if not kind or raiding:
            s.add(nation, place, n)
            if raiding:
                s.raiders.setdefault(area, {})[self.where(s, raiding["home"])] = n
        elif kind == "cavalry" and card.cavalry:
            s.put(nation, place, riders(n))
        elif (kind, nation) in built and n == 1 and area not in s.forts and area not in s.burhs:
            self._build(s, area, nation, kind)
        elif (leader := self.leader(s, kind)) is not None:
            stand(s.leaders, leader, place)
        else:
            raise DataError(f"position {place}: the {card.name} cannot have {n} '{kind}' there")
        self._count(s, place, nation)

    def _build(self, s: Brit, area: Area, nation: Nation, kind: str) -> None:
        if s.rules.board.at_sea(area):
            raise DataError(f"position {area}: a {kind} stands on land")
        if kind == "burh" and area in s.rules.board.difficult:
            raise DataError(f"position {area}: no burh stands in difficult terrain")
        if kind == RUIN:
            s.forts[area] = False
        else:
            s.build(nation, area)

    def _count(self, s: Brit, place: Place, nation: Nation) -> None:
        """The counters must suffice."""
        card = s.rules.nations[nation]
        used = (s.in_play(nation), s.of_kind(nation, CAVALRY), len(s.forts), len(s.burhs))
        have = (card.armies, card.cavalry, s.rules.nations[ROMANS].forts, s.rules.nations[SAXONS].burhs)
        names = ("armies", "cavalry", "forts", "burhs")
        for n, most, name in zip(used, have, names, strict=True):
            if n > most:
                raise DataError(f"position {place}: the {card.name} have {most} {name}, not {n}")

    def read(self, s: Brit, key: str) -> str:
        """The units in a place, or a marker line."""
        if key in ("shortfall", "half"):
            return str(getattr(s, key) or "")
        if key == "harold":
            return "fell" if s.harold_fell else ""
        return ", ".join(self._written(s, key)) if key in LISTS else MapNotation.read(self, s, key)

    def _written(self, s: Brit, key: str) -> Iterator[str]:
        names = {n: c.name for n, c in s.rules.nations.items()}
        if key == "subjects":
            yield from (f"{names[x]} to {names[m]}" for x, m in sorted(s.subjects.items()))
        elif key in ("former", "turncoats"):
            yield from sorted(names[n] for n in getattr(s, key))
        elif key == "scored":
            yield from (
                f"{box} {' '.join(sorted(areas))}" for box, areas in sorted(s.scored.items()) if areas
            )
        elif key == "tokens":
            rows = [(n, a, k) for n, areas in sorted(s.tokens.items()) for a, k in sorted(areas.items())]
            yield from (f"{names[n]} {a} {k}" for n, a, k in rows)
        elif key == "raiders":
            found = [(k, a, h) for a, here in sorted(s.raiders.items()) for h, k in sorted(here.items())]
            yield from (f"{k} {a} from {h}" for k, a, h in found)

    def units_read(self, s: Brit, nation: Nation, place: Place) -> Iterator[str]:
        """A nation's units in a place, as they are written."""
        card = s.rules.nations[nation]
        yield from armies_described(s, nation, place)
        if nation == ROMANS and Area(place) in s.forts:
            yield f"1 {card.name} {FORT if s.forts[Area(place)] else RUIN}"
        if nation == SAXONS and place in s.burhs:
            yield f"1 {card.name} burh"
        leader = s.leader_at(nation, place)
        if leader is not None:
            yield s.rules.leaders[leader].name

    def keys(self, s: Brit) -> Iterable[str]:
        """The round, every place with units, then markers and records."""
        yield from MapNotation.keys(self, s)
        yield from (k for k in LISTS if self.read(s, k))

    def battle(self, s: Brit, fight: Fight, *, retreat: bool) -> Step[Any]:
        """A battle that has begun: the next exchange, or a side's retreat."""
        b = fight.battle
        s.half = (s.half or 1) if s.turn_of(b.attacker).major else 0
        self._whence(s, b, fight.whence)
        return Retreat(b, fight.side) if retreat else BattleRound(b)

    def _whence(self, s: Brit, b: Battle, text: str | None) -> None:
        """'york', or '2 york, 1 lindsey': where the attackers came from; unsaid: from nowhere they could go back to."""
        if text is None:
            return
        whence = origins(text, s.count(b.attacker, b.area), b.area, s.rules.board, self.places(s))
        s.entered[b.area] = whence
        s.came[b.area] = {p: 1 for p in whence if not s.rules.board.at_sea(p)}
        left, horse = s.number(b.attacker, b.area, CAVALRY), {}
        for place, n in whence.items():
            horse[place] = min(left, n)
            left -= horse[place]
        s.entered_sorts[b.area] = {p: {CAVALRY: n} for p, n in horse.items() if n}
