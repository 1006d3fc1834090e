"""Britannia (2005), as seen from outside."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from albion.engine.action import Action, Json, Noun, Seat, Verbs
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import Dice
from albion.engine.game import Table, View
from albion.engine.kept import Kept
from albion.games.britannia_2005.data import BOARD, table, tables
from albion.games.britannia_2005.notation import Notation2005
from albion.games.britannia_2005.odds import odds_of
from albion.games.britannia_2005.options import Options2005
from albion.games.britannia_2005.refusals import DUE, bears_on, in_words
from albion.games.britannia_2005.rules import ruleset
from albion.games.britannia_2005.s05_stacking import stacking
from albion.games.britannia_2005.state import ANGLES, BRITISH, PICTS, ROMANS, SAXONS, Brit, Rules
from albion.games.britannia_2005.view import view
from albion.kernels.britannia.answers import MOST
from albion.kernels.britannia.board import Nation
from albion.kernels.britannia.game import MapGame
from albion.kernels.britannia.units import CAVALRY

UNBOUND = (ROMANS, BRITISH, ANGLES, PICTS)
"""Nations that may stand beyond the stacking limits until their next movement ends: evicted, withdrawn or placed so."""


class Britannia2005(MapGame[Brit]):
    """Seventeen nations, sixteen rounds, four players."""

    id = "britannia-2005"
    title = "Britannia (2005)"
    version = 7
    books = ("britannia-2005",)
    options_type = Options2005
    state_type = Brit
    packages = ("albion.kernels.britannia", "albion.games.britannia_2005")
    bound = 40_000
    due = DUE
    notation = Notation2005()

    def ruleset(self, o: Any) -> Rules:
        """The 2005 choices."""
        return ruleset(o)

    def verbs(self, o: Any) -> Verbs:
        """The whole finite action space."""
        places: tuple[Noun, ...] = (*BOARD.areas, *BOARD.seas)
        numbers: tuple[Noun, ...] = tuple(range(MOST + 1))
        rules = ruleset(o)
        leaders: tuple[Noun, ...] = tuple(rules.leaders)
        nothing: tuple[Noun, ...] = ()
        somewhere = ("from", "to", "sail", "fight", "retreat", "flee", "withdraw")
        there = ("place", "build", "remove", "raze", "keep")
        alone = dict.fromkeys(
            [
                "end",
                "stop",
                "done",
                "stay",
                "pass",
                "submit",
                "resist",
                "grant",
                "deny",
                "demand-secret",
                "accept-open",
            ],
            nothing,
        )
        return {
            **dict.fromkeys((*somewhere, *there), places),
            "send": numbers,
            "march-on": numbers,
            "cavalry": numbers,
            "with": leaders,
            "without": leaders,
            "lose": (*places, "army", "burh", "fort", "cavalry"),
            "strike": ("infantry", "cavalry"),
            "vote": tuple(rules.nations),
            **alone,
        }

    @rule(
        cite(
            "britannia-2005 setup.colour.a setup.units.a setup.units.b setup.units.c setup.units.d",
            "britannia-2005 setup.units.e setup.units.f setup.units.g",
        )
    )
    def first_units(self, s: Brit) -> None:
        """One infantry in each starting area, sixteen Romans in the Channel."""
        for row in table("setup")["nation"]:
            for place in row["areas"] or [row["sea"]]:
                s.add(Nation(row["nation"]), place, row["infantry"])

    def view(self, s: Brit, seat: Seat | None, kept: Kept | None = None) -> View:
        """The open table, save the ballots of others."""
        return view(s, seat, kept or Kept())

    def presence(self, s: Brit) -> Iterable[tuple[str, str, int]]:
        """Every army, fort, burh and leader."""
        cards = s.rules.leaders
        return [
            *MapGame.presence(self, s),
            *((area, ROMANS, 1) for area in s.forts),
            *((area, SAXONS, 1) for area in s.burhs),
            *((place, cards[x].nation, 1) for x, place in s.leaders.items()),
        ]

    def imagine(self, s: Brit, seat: Seat, dice: Dice) -> Brit:
        """Other dice to come, and other ballots where they are secret."""
        twin = MapGame.imagine(self, s, seat, dice)
        if s.secret:
            nations = [n for n in s.rules.nations if any(p in BOARD.near for p in s.armies[n])]
            for nation in s.ballots:
                if s.rules.seat_of[nation] != seat:
                    twin.ballots[nation] = nations[dice.d(len(nations)) - 1]
        return twin

    def odds(self, s: Brit, a: Action | None) -> Json | None:
        """Exact odds of the battle that is open or would begin."""
        return odds_of(s, a)

    def bears_on(self, s: Brit, a: Action) -> Cite | None:
        """The condition that an answer not asked for would need."""
        return bears_on(s, a)

    def in_words(self, s: Brit, a: Action, law: Cite) -> tuple[str, dict[str, Json]] | None:
        """The same with its number."""
        return in_words(s, a, law)

    def option_sets(self) -> tuple[Options2005, ...]:
        """Both disputed points, every way."""
        return (
            Options2005(),
            Options2005(harold="once", brigantes="every-area"),
            Options2005(brigantes="brigante-card"),
        )

    def invariants(self, s: Brit) -> list[str]:
        """Counters, stacking outside turns, leaders in company, and who shares an area with whom."""
        broken = []
        for nation, card in s.rules.nations.items():
            if s.in_play(nation) > card.armies or s.of_kind(nation, CAVALRY) > card.cavalry:
                broken.append(f"the {card.name} have {s.in_play(nation)} armies of {card.armies}")
            if any(n < 1 for n in s.armies[nation].values()) or any(
                sum(t.values()) > s.count(nation, p) for p, t in s.sorts.get(nation, {}).items()
            ):
                broken.append(f"the {card.name} have a place without armies listed")
            idle = s.turn is None and not s.entered
            if idle and nation not in UNBOUND and stacking(s, nation, s.armies[nation]):
                broken.append(f"the {card.name} break the stacking limit outside their turn")
            if nation != s.turn and not 0 <= s.track[nation] <= s.rules.figures.track_max:
                broken.append(f"the population marker of the {card.name} stands at {s.track[nation]}")
        broken += [f"leader {x} is alone in {p}" for x, p in s.leaders.items() if not self._company(s, x, p)]
        if len(s.forts) > s.rules.nations[ROMANS].forts or len(s.burhs) > s.rules.nations[SAXONS].burhs:
            broken.append("there are more forts or burhs than counters")
        return broken + self._sharing(s) + self._noted(s)

    def _company(self, s: Brit, leader: str, place: str) -> bool:
        return s.strength(s.rules.leaders[leader].nation, place) > 0

    def _sharing(self, s: Brit) -> list[str]:
        broken = []
        for area in s.rules.board.areas:
            here = [n for n in s.rules.nations if s.strength(n, area)]
            if set(here) != set(s.at.get(area, ())):
                broken.append(f"{area} is said to hold {s.at.get(area)}, but holds {here}")
            heirs = here == [ROMANS, BRITISH]  # while one replaces the other
            if len(here) > 2 or (len(here) == 2 and s.turn not in here and not heirs):
                broken.append(f"{area} holds {' and '.join(here)} outside a battle")
        return broken

    def _noted(self, s: Brit) -> list[str]:
        """What is noted of attackers and raiders agrees with who is there."""
        if s.turn is None:
            return []
        notes = [(a, here, s.count(s.turn, a)) for a, here in s.raiders.items()]
        broken = [
            f"{sum(h.values())} raiders noted in {a}, {n} there" for a, h, n in notes if sum(h.values()) > n
        ]
        for area, here in s.entered.items():
            if sum(here.values()) != s.count(s.turn, area) and s.foe(s.turn, area) is not None:
                broken.append(
                    f"{sum(here.values())} attackers noted in {area}, {s.count(s.turn, area)} there"
                )
        for area, come in s.entered_sorts.items():
            if any(sum(t.values()) > s.entered.get(area, {}).get(p, 0) for p, t in come.items()):
                broken.append(f"more cavalry than attackers noted in {area}")
        return broken

    def tables(self) -> tuple[Table, ...]:
        """What is printed and what is derived."""
        return tables()


GAME = Britannia2005()
