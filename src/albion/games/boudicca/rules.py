"""One record of all that is fixed during a game, checked for consistency when it is built."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from albion.engine.errors import DataError
from albion.games.boudicca.board import Board
from albion.games.boudicca.check import check
from albion.games.boudicca.data import Data, read_data
from albion.games.boudicca.roster import BRITONS, ROMANS, Unit, roster

EVENTS = {
    BRITONS: ("spontaneous-revolt", "druid-invocation", "rampage", "draw-another-card"),
    ROMANS: ("paulinus-moves", "force-march", "hail-caesar"),
}


class Hits(NamedTuple):
    """One result of the CRT."""

    steps: int
    hard: bool
    """H: the first step comes from the strongest unit."""
    disrupts: bool


BINDER, AUXILIARY = -1, 1


class Rules:
    """Data, map and counters of one game; shared by all its states and never changed."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.board = Board(data)
        self.units: tuple[Unit, ...] = roster(data)
        self.index = {u.id: n for n, u in enumerate(self.units)}
        self.side = tuple(u.side for u in self.units)
        self.combat = tuple(u.combat for u in self.units)
        romans, fighters = self.side.index(BRITONS), self.combat.index(False)
        self.ranks = {ROMANS: (0, romans), BRITONS: (romans, fighters)}
        """Where each side's combat units begin and end in the roster."""
        self.leader = tuple(u.leader for u in self.units)
        self.cavalry = tuple(u.cavalry for u in self.units)
        self.infantry = tuple(u.infantry for u in self.units)
        self.civilian = tuple(u.type == "civilian" for u in self.units)
        self.body = tuple(u.body for u in self.units)
        self.whose = tuple(u.body or u.side for u in self.units)
        self.strength = tuple(u.strength for u in self.units)
        self.ma = tuple(u.ma * 2 for u in self.units)
        self.tribes = tuple(data.units.tribes.counters)
        self.legions = tuple(data.units.legions.names)
        self.legion_of = tuple(u.body in data.units.legions.names for u in self.units)
        self.cohorts = sum(self.legion_of)
        """This many: they come first in the roster."""
        self.of_body = {
            b: tuple(n for n, u in enumerate(self.units) if u.body == b)
            for b in (*self.tribes, *self.legions)
        }
        kinds = dict.fromkeys(u.kind for u in self.units)
        self.of_kind = {k: tuple(n for n, u in enumerate(self.units) if u.kind == k) for k in kinds}
        self.boudicca = self.index["boudicca"]
        self.paulinus = self.index["paulinus"]
        self.druids = self.of_kind["druid"]
        self.civilians = self.of_kind["civ"]
        self.binders = {
            BRITONS: frozenset((self.boudicca, *self.druids)),
            ROMANS: frozenset((self.paulinus,)),
        }
        self.unarmed = {
            BRITONS: (self.boudicca, *self.druids),
            ROMANS: (self.paulinus, *self.civilians),
        }
        """Each side's counters that are no combat units."""
        self.mixing = {side: self._mixing(side) for side in (ROMANS, BRITONS)}
        """How each counter counts in a side's stacks: a body's number, AUXILIARY, BINDER, or nothing."""
        self.auxilia = data.units.stacking.auxilia
        """This many may stack."""
        self.watch = data.activation.ranges.bridge_enemy_hexes
        """Enemies this many hexes from a bridge keep watch over it."""
        self.decks = {side: _deck(data, side) for side in (ROMANS, BRITONS)}
        self.cards = tuple(dict.fromkeys(c for side in (BRITONS, ROMANS) for c in self.decks[side]))
        self.value = {c: int(c[3:]) if c.startswith("ap-") else 0 for c in self.cards}
        self.crt = {
            name: tuple(_hits(text, f"combat.toml, crt.{name}") for text in getattr(data.combat.crt, name))
            for name in ("skirmish", "major")
        }
        check(self)

    def _mixing(self, side: str) -> tuple[int, ...]:
        bodies = {body: AUXILIARY + 1 + n for n, body in enumerate((*self.tribes, *self.legions))}
        return tuple(
            0
            if u.side != side
            else BINDER
            if n in self.binders[side]
            else bodies.get(u.body, int(u.type == "auxilia"))
            for n, u in enumerate(self.units)
        )


def _deck(data: Data, side: str) -> tuple[str, ...]:
    deck = getattr(data.cards, side)
    for card in deck.ap.copies:
        if not (card.startswith("ap-") and card[3:].isdigit()):
            raise DataError(f"cards.toml, {side}.ap.copies.{card}: expected ap- and a number")
    for card in (*EVENTS[side], *deck.events.copies):
        if card not in EVENTS[side] or card not in deck.events.copies:
            expected = ", ".join(EVENTS[side])
            raise DataError(f"cards.toml, {side}.events.copies.{card}: expected exactly {expected}")
    return tuple(c for cards in (deck.ap, deck.events) for c, n in cards.copies.items() for _ in range(n))


def _hits(text: str, where: str) -> Hits:
    digits = text.rstrip("HD")
    letters = text[len(digits) :]
    if text == "-":
        return Hits(0, False, False)
    if (digits and not digits.isdigit()) or letters not in ("", "H", "D", "HD") or not text:
        raise DataError(f"{where}: expected -, a number, H and D, as in 2HD, found '{text}'")
    return Hits(int(digits or 0), "H" in letters, "D" in letters)


@cache
def rules_from(own: Path | None = None) -> Rules:
    """The rules record over our data, or with an owner's files in place of ours."""
    return Rules(read_data(own))
