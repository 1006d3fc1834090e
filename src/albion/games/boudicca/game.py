"""Boudicca: The Warrior Queen, as seen from outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from albion.engine.action import Action, Json, Noun, Seat, Verbs
from albion.engine.cite import Cite
from albion.engine.dice import Dice
from albion.engine.game import Game, Table, View
from albion.engine.kept import Kept
from albion.games.boudicca import odds as odds_of
from albion.games.boudicca.data import tables_of
from albion.games.boudicca.imagine import imagine
from albion.games.boudicca.invariants import broken
from albion.games.boudicca.notation import BoudiccaNotation
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.questions import DUE, Reason
from albion.games.boudicca.roster import BRITONS, ROMANS, SIDES
from albion.games.boudicca.rules import Rules, rules_from
from albion.games.boudicca.s03_deployment import Deployment
from albion.games.boudicca.s05_impulses import not_now
from albion.games.boudicca.s05_reasons import spending_reason
from albion.games.boudicca.s14_victory import briton_points, points, roman_points
from albion.games.boudicca.state import BOXES, BoudiccaState, fresh
from albion.games.boudicca.view import presence, view_of
from albion.kernels.hex import hexside


class Nouns(tuple[Noun, ...]):
    """A tuple that knows quickly what it holds: hundreds of hexes are asked for at every move."""

    known: frozenset[Noun]

    def __new__(cls, nouns: Iterable[Noun]) -> Nouns:
        """Keep a set beside the order."""
        new = super().__new__(cls, nouns)
        new.known = frozenset(new)
        return new

    def __contains__(self, noun: object) -> bool:
        return noun in self.known


class Boudicca(Game[BoudiccaState]):
    """The game over one set of data files."""

    id = "boudicca"
    title = "Boudicca: The Warrior Queen"
    version = 10
    books = ("boudicca",)
    board = "boudicca"
    options_type = BoudiccaOptions
    state_type = BoudiccaState
    packages = ("albion.games.boudicca",)
    bound = 20_000
    turn_event = "impulse"
    due = DUE

    def __init__(self, data: Path | None = None) -> None:
        self.data = data
        self.notation = BoudiccaNotation()

    def with_data(self, folder: Path) -> Boudicca:
        """The same game over an owner's data files; a DataError if they are wrong."""
        game = Boudicca(folder)
        _ = game.rules
        return game

    @cached_property
    def rules(self) -> Rules:
        """All that is fixed during a game."""
        return rules_from(self.data)

    def seats(self, o: BoudiccaOptions) -> tuple[Seat, ...]:
        """Romans and Britons; in solitaire one player takes both."""
        return tuple(Seat(side) for side in SIDES)

    @cached_property
    def _verbs(self) -> Verbs:
        r = self.rules
        board = r.board
        hexes = Nouns(board.grid.hexes)
        land = Nouns(sorted(board.land))
        units = Nouns(u.id for u in r.units)
        leaders = tuple(u.id for u in r.units if u.leader)
        banks = (hexside(h, n) for h in board.grid.hexes if board.banks[h] for n in board.grid.neighbours[h])
        sides = Nouns(sorted(set(banks)))
        some = Nouns(["all", *units])
        alone: tuple[Noun, ...] = ()
        return {
            "place": hexes,
            "garrison": tuple(
                range(max(r.data.setup.garrisons.cavalry, r.data.setup.garrisons.per_post) + 1)
            ),
            "mulligan": alone,
            "keep": alone,
            "evacuate": units,
            "bid": (*r.cards, "unseen"),
            "first": SIDES,
            "play": r.cards,
            "discard": r.cards,
            "draw": alone,
            "activate": land,
            "take": some,
            "march": alone,
            "to": hexes,
            "attack": hexes,
            "stop": alone,
            "done": alone,
            "intercept": land,
            "decline": alone,
            "kill": alone,
            "spare": alone,
            "lose": units,
            "withdraw": alone,
            "stand": alone,
            "hit": units,
            "escort": r.tribes,
            "towards": land,
            "sack": land,
            "destroy": sides,
            "build": sides,
            "mobilize": Nouns([*land, *BOXES]),
            "enter": tuple(BOXES),
            "incite": r.tribes,
            "recruit": land,
            "convoke": leaders,
            "summon": some,
            "invoke": leaders,
            "scare": land,
            "call": r.tribes,
            "rampage": land,
            "restore": units,
            "end": alone,
            "pass": alone,
        }

    def verbs(self, o: BoudiccaOptions) -> Verbs:
        """The whole finite action space."""
        return self._verbs

    def setup(self, o: BoudiccaOptions, dice: Dice) -> BoudiccaState:
        """An empty table with the deployment to do."""
        s = fresh(self.rules, o)
        s.dice = dice
        s.agenda = [Deployment()]
        return s

    def blank(self, o: BoudiccaOptions) -> BoudiccaState:
        """An empty table."""
        return fresh(self.rules, o)

    def shared(self, o: BoudiccaOptions) -> dict[str, Any]:
        """Rules and options, built again when a state is loaded."""
        return {"rules": self.rules, "options": o}

    def options_of(self, s: BoudiccaState) -> BoudiccaOptions:
        """The options this state is played with."""
        return s.options

    def view(self, s: BoudiccaState, seat: Seat | None, kept: Kept | None = None) -> View:
        """What that seat may see."""
        return view_of(s, seat, kept or Kept())

    def presence(self, s: BoudiccaState) -> Iterable[tuple[str, str, int]]:
        """Every counter on the map and in the off-map boxes."""
        return presence(s)

    def imagine(self, s: BoudiccaState, seat: Seat, dice: Dice) -> BoudiccaState:
        """The cards a seat cannot see are dealt again."""
        return imagine(s, seat, dice)

    def round_of(self, s: BoudiccaState) -> int:
        """The turn being played."""
        return s.turn

    def scores(self, s: BoudiccaState) -> Mapping[str, int]:
        """Victory points now."""
        return points(s)

    def sources(self, s: BoudiccaState) -> Mapping[str, Mapping[str, int]]:
        """What each side's Victory points are for."""
        return {ROMANS: roman_points(s), BRITONS: briton_points(s)}

    def option_sets(self) -> tuple[BoudiccaOptions, ...]:
        """Two players and solitaire, with four or five towns of Civilians."""
        return (
            BoudiccaOptions(),
            BoudiccaOptions(solitaire=True),
            BoudiccaOptions(fifth_town=True),
            BoudiccaOptions(solitaire=True, fifth_town=True),
        )

    def invariants(self, s: BoudiccaState) -> list[str]:
        """What is broken in this position."""
        return broken(s)

    def odds(self, s: BoudiccaState, a: Action | None) -> Json | None:
        """Exact chances of the open question, or of what an action would begin."""
        return odds_of.odds(s, a)

    def bears_on(self, s: BoudiccaState, a: Action) -> Cite | None:
        """What forbids an activation that is not asked for now."""
        return not_now(s, a)

    def in_words(self, s: BoudiccaState, a: Action, law: Cite) -> Reason:
        """The sentence against such an activation."""
        return spending_reason(s, a, law)

    def tables(self) -> tuple[Table, ...]:
        """Every table with its source and confidence."""
        return tables_of(self.rules.data)


GAME = Boudicca()
