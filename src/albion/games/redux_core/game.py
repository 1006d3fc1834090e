"""Britannia reduX Core, as seen from outside."""

from __future__ import annotations

from typing import Any

from albion.engine.cite import cite, rule
from albion.engine.game import Table
from albion.games.redux_core.data import place_first_armies, tables
from albion.games.redux_core.options import CoreOptions
from albion.games.redux_core.rules import core
from albion.kernels.britannia.due import CORE_DUE
from albion.kernels.britannia.game import BritGame
from albion.kernels.britannia.notation import BritNotation
from albion.kernels.britannia.ruleset import Ruleset
from albion.kernels.britannia.state import BritState


class ReduxCore(BritGame[BritState]):
    """Fifteen nations, infantry only, ten rounds."""

    id = "redux-core"
    title = "Britannia reduX: Core"
    version = 5
    books = ("redux-core",)
    options_type = CoreOptions
    state_type = BritState
    packages = ("albion.kernels.britannia", "albion.games.redux_core")
    bound = 30_000
    due = CORE_DUE
    notation = BritNotation()

    def ruleset(self, o: Any) -> Ruleset:
        """The Core choices."""
        return core(o)

    @rule(cite("redux-core 2.a 2.b 2.c"))
    def first_units(self, s: BritState) -> None:
        """One army in each starting area."""
        place_first_armies(s)

    def option_sets(self) -> tuple[CoreOptions, ...]:
        """Three, four and five players, with and without reduced randomness."""
        return tuple(CoreOptions(players=p, reduced_randomness=r) for p in (4, 3, 5) for r in (False, True))

    def tables(self) -> tuple[Table, ...]:
        """What is printed and what is reconstructed."""
        return tables()


GAME = ReduxCore()
