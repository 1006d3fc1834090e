"""Britannia reduX with Leaders and Raiders, as seen from outside."""

from __future__ import annotations

from typing import Any

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.game import Table, View
from albion.engine.kept import Kept
from albion.games.redux_core.data import place_first_armies
from albion.games.redux_leaders.data import marks, tables
from albion.games.redux_leaders.notation import LeadersNotation
from albion.games.redux_leaders.options import LeadersOptions
from albion.games.redux_leaders.rules import leaders_and_raiders
from albion.games.redux_leaders.s10_scoring import holding_points
from albion.games.redux_leaders.s11_king import eligible, no_extra_armies
from albion.games.redux_leaders.s11_withdrawal import nobody_withdraws
from albion.games.redux_leaders.state import LeadersState, table_of
from albion.kernels.britannia.board import Nation
from albion.kernels.britannia.due import LEADERS_DUE
from albion.kernels.britannia.host import HostRuleset
from albion.kernels.britannia.host_game import HostGame
from albion.kernels.britannia.host_view import host_view
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.view import faction


class ReduxLeaders(HostGame[LeadersState]):
    """Fifteen nations, cavalry, leaders and raiders, ten rounds and perhaps a last one for the crown."""

    id = "redux-leaders"
    title = "Britannia reduX: Leaders and Raiders"
    version = 9
    books = ("redux-core", "redux-leaders")
    options_type = LeadersOptions
    state_type = LeadersState
    packages = ("albion.kernels.britannia", "albion.games.redux_leaders")
    bound = 40_000
    due = LEADERS_DUE
    notation = LeadersNotation()

    def ruleset(self, o: Any) -> HostRuleset:
        """The choices of chapters 8 to 12 on top of the Core."""
        return leaders_and_raiders(o)

    @rule(cite("redux-core 2.a 2.b 2.c", "redux-leaders 8.a"))
    def first_units(self, s: LeadersState) -> None:
        """One army in each starting area."""
        place_first_armies(s)

    def view(self, s: LeadersState, seat: Seat | None, kept: Kept | None = None) -> View:
        """The open table, with the Timeline's marks and the crown's candidates."""
        shown = host_view(s, kept or Kept(), _faction, s.occupied)
        for row, mark in zip(shown["timeline"], marks(), strict=True):
            if "turns" in row:
                break  # the printed timeline is shared by all views and marked once
            row["scoring"] = mark.holding
            row["bretwalda"], row["rex_anglorum"] = mark.bretwalda, mark.rex
            row["turns"] = {
                n: {"major": f.major, "raiding": f.raiding, "occupy": f.occupy} for n, f in mark.turns.items()
            }
        shown["extra_turns"] = list(s.extra_armies) if s.extra else []
        shown["eligible"] = eligible(s)
        return shown

    def bears_on(self, s: LeadersState, a: Action) -> Cite | None:
        """Why there is nothing to place, in an extra turn no growth; and why there is nobody to withdraw."""
        if a.verb == "withdraw" and s.turn is not None:
            return nobody_withdraws(s, s.turn, a.name)
        if a.verb == "place" and s.extra and s.turn is not None:
            return no_extra_armies(s, s.turn)
        return HostGame.bears_on(self, s, a)

    def in_words(self, s: LeadersState, a: Action, law: Cite) -> tuple[str, dict[str, Json]] | None:
        """Besides, that the nation does not raid now, or has no raiders there."""
        if a.verb == "withdraw":
            key = "not-raiding" if law[0].clause == "11.4.a" else "no-raiders"
            return key, {"nation": s.turn, "area": a.noun}
        return HostGame.in_words(self, s, a, law)

    def invariants(self, s: LeadersState) -> list[str]:
        """As for the family; Rex Anglorum's army, and who was hemmed in, may overfill an area until the next turn."""
        names = [s.rules.nations[n].name for n in (s.rex, *s.hemmed_in) if n is not None]
        excused = [f"the {name} break the stacking limit outside their turn" for name in names]
        return [broken for broken in HostGame.invariants(self, s) if broken not in excused]

    def option_sets(self) -> tuple[LeadersOptions, ...]:
        """Three, four and five players, with and without boats and reduced randomness."""
        return tuple(
            LeadersOptions(players=p, boats=b, reduced_randomness=r)
            for p in (4, 3, 5)
            for b, r in ((False, False), (True, True), (True, False), (False, True))
        )

    def tables(self) -> tuple[Table, ...]:
        """What is printed and what is reconstructed."""
        return tables()


def _faction(s: BritState, nation: Nation) -> dict[str, Json]:
    """A nation with its numbers, and the areas it has scored for occupying."""
    return {
        **faction(s, nation),
        "if_scored_now": holding_points(s, nation),
        "occupied": list(table_of(s).occupied.get(nation, ())),
    }


GAME = ReduxLeaders()
