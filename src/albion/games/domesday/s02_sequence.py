"""2.0 Sequence of play: Draw Phase, Action Phase, End Phase, Turn after Turn."""

from __future__ import annotations

from collections.abc import Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite
from albion.engine.event import Log, emit
from albion.engine.step import Choice, Step, Steps, step
from albion.games.domesday.reasons import no_claim
from albion.games.domesday.refusals import Reason, unlisted
from albion.games.domesday.s01_4_absentee import answerer, with_escort
from albion.games.domesday.s02_1_exchange import Exchange
from albion.games.domesday.s03_map import controller, owner
from albion.games.domesday.s04_5_stacking import AfterAction, ReduceTroop
from albion.games.domesday.s04_units import (
    available,
    change,
    claimants,
    crown,
    crowned,
    depose,
    set_leader,
    unit_name,
    unit_parts,
)
from albion.games.domesday.s05_1_2_cards import draw
from albion.games.domesday.s05_6_waste import take_wasted
from albion.games.domesday.s05_8_effect_laws import big_stacks
from albion.games.domesday.s05_8_events import CardTurn, may_draw_absentee, pass_turn
from albion.games.domesday.s06_victory import ImmediateVictory, Victory, add_plunder
from albion.games.domesday.state import Dom

HOME = "normandy"


@step(cite("domesday 1.5.2.a 2.1.a 2.2.a 2.3.a"))
class Turn(Step[Dom], frozen=True):
    """One Turn: draw and exchange cards, play them, end phase."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """The three phases, then the next turn."""
        emit(log, "turn", self.cite, turn=s.turn)
        return (DrawPhase(), ActionPhase(), EndPhase(), self)


@step(cite("domesday 2.1.a 2.1.b 4.2.2.f 5.1.1.a 5.1.2.a 5.1.2.c 1.4.1.a 1.4.1.e"))
class DrawPhase(Step[Dom], frozen=True):
    """Everybody draws, then the King's player one more; then cards may change hands."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """In order of play."""
        royal = owner(s, "fyrd") if s.king else ""
        for seat in s.rules.seats:
            draw(s, seat, s.rules.draw, log)
        if royal:
            draw(s, royal, s.board.tables.hand.king, log)
        s.gave = dict.fromkeys(s.rules.seats, 0)
        return tuple(Exchange(seat) for seat in s.rules.present)


@step(cite("domesday 2.2.a 5.1.3.a R30"))
class ActionPhase(Step[Dom], frozen=True):
    """Danish, Norse, English, Norman, card by card."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """From the first player."""
        s.passes = 0
        return (ActionRound(0),)


@step(cite("domesday 2.2.a 2.2.e 5.1.3.a 5.1.5.a 1.4.1.d R25 R60"))
class ActionRound(Step[Dom], frozen=True):
    """The next player's turn, until all have passed in succession."""

    n: int

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Ask the player; one without cards passes automatically."""
        present = s.rules.present
        if s.passes >= len(present):
            s.acting = ""
            return ()
        seat = s.acting = present[self.n]
        after = ActionRound((self.n + 1) % len(present))
        if not s.hands[seat] and (not s.rules.absentee or may_draw_absentee(s, seat) is not None):
            return (*pass_turn(s, seat, log), after)
        return (CardTurn(seat), after)


@step(cite("domesday 2.3.a 2.3.b 2.3.c 2.3.d 2.3.e 2.3.f 2.3.g 2.3.h"))
class EndPhase(Step[Dom], frozen=True):
    """King, attrition, Wasted, Normandy, Plunder, victory, next Turn: in this order."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """The seven steps in the order of 2.3."""
        return (
            NewKing(),
            Attrition(),
            RemoveExcessWasted(),
            KingToNormandy(),
            Levy(),
            Income(),
            Victory(),
            NextTurn(),
        )


@step(cite("domesday 2.3.a 4.2.2.a 4.2.2.b 4.2.2.c 4.2.e R61"))
class NewKing(Step[Dom], frozen=True):
    """Without a King, London makes one; if it cannot, York."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Crown the only candidate, or ask which."""
        depose(s, log)
        if s.king:
            return ()
        city, found = claimants(s)
        if len(found) > 1:
            return (ChooseKing(city, found), AfterAction())
        if found:
            crown(s, found[0], city, log)
            return (AfterAction(),)
        return ()


@step(cite("domesday 4.2.2.a R61"))
class ChooseKing(Choice[Dom], frozen=True):
    """Several Leaders with a Crown: which becomes King?"""

    exact = True
    city: str
    leaders: tuple[str, ...]

    def seat(self, s: Dom) -> Seat:
        """Their player."""
        return answerer(s, owner(s, s.sides[self.leaders[0]]), self.city)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Each Leader with a Crown."""
        return (Action("crown", x) for x in self.leaders)

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Only Crown Leaders of that faction in play."""
        if a.verb != "crown" or a.noun in self.leaders:
            return None
        return cite("domesday 4.2.2.a" if crowned(s, a.name) else "domesday 4.2.e 4.2.2.a")

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """No Crown, or another faction's."""
        return no_claim(s, a.name, self.city) if a.verb == "crown" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """The Leader becomes King in the City that made him."""
        crown(s, a.name, self.city, log)
        return ()


@step(cite("domesday 2.3.b 4.5.2.a"))
class Attrition(Step[Dom], frozen=True):
    """Every stack of more than four troops has one reduced."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """One question per stack."""
        found = big_stacks(s)
        return (*(AttritionLoss(area, faction) for area, faction in found), AfterAction()) if found else ()


@step(cite("domesday 2.3.b 4.5.2.a 4.3.1.c"))
class AttritionLoss(ReduceTroop, frozen=True):
    """Which unit of the large stack is reduced?"""

    verb = "reduce"
    against = cite("domesday 4.5.2.a 2.3.b")


@step(cite("domesday 2.3.c 3.4.e"))
class RemoveExcessWasted(Step[Dom], frozen=True):
    """Areas with more Wasted than Value lose one."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """All Areas at once."""
        for area, n in sorted(s.wasted.items()):
            if n > s.board.spaces[area].value:
                take_wasted(s, area, 1)
                emit(log, "regrown", self.cite, area=area)
        return ()


def french_king(s: Dom) -> bool:
    """Whether the King is a Norman or a Baron."""
    return bool(s.king) and s.sides[s.king] in ("norman", "baron")


@step(cite("domesday 2.3.d 4.2.6.a 4.2.6.b 1.4.3.c R54"))
class KingToNormandy(Choice[Dom], frozen=True):
    """A Norman or Baron King may go to Normandy; his stack stays."""

    exact = True

    def about(self, s: Dom) -> dict[str, Json]:
        """Its fields, and what the refusal means."""
        return {**Choice.about(self, s), "no": "king-stays"}

    def seat(self, s: Dom) -> Seat:
        """The King's player."""
        return answerer(s, owner(s, "fyrd"))

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Go or stay; nobody else is asked, nor who may not go."""
        if french_king(s) and s.leaders[s.king] != HOME and not self._kept(s):
            yield Action("to", HOME)
            yield Action("hold")

    @staticmethod
    def _kept(s: Dom) -> bool:
        """Whether an Absentee King would leave his four for an Area without."""
        here = s.leaders[s.king]
        return HOME not in with_escort(s, owner(s, "fyrd"), s.sides[s.king], (here, HOME))

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """To Normandy or nowhere."""
        return unlisted(a, self.candidates(s), cite("domesday 2.3.d 4.2.6.a"))

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """No other Area."""
        return ("normandy-only", {}) if a.verb == "to" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """The King goes alone."""
        if a.verb == "hold":
            return ()
        set_leader(s, s.king, HOME)
        emit(log, "king-sails", self.cite, leader=s.king)
        return (AfterAction(),)


@step(cite("domesday 2.3.e 4.2.6.c R50"))
class Levy(Step[Dom], frozen=True):
    """A Norman or Baron King in Normandy raises a rider or Huscarl, and a Spearman or Archer."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Ask for one unit of each kind."""
        if not french_king(s) or s.leaders[s.king] != HOME:
            return ()
        return (LevyUnit(("knight", "huscarl")), LevyUnit(("spearman", "archer")), AfterAction())


@step(cite("domesday 2.3.e 4.2.6.c 4.3.a"))
class LevyUnit(Choice[Dom], frozen=True):
    """Which of the two kinds?"""

    exact = True
    kinds: tuple[str, ...]

    def seat(self, s: Dom) -> Seat:
        """The King's player."""
        return answerer(s, owner(s, "fyrd"))

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Kinds with a counter left."""
        mine = s.sides[s.king]
        return (Action("new", unit_name(mine, k, False)) for k in self.kinds if available(s, mine, k) > 0)

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Of the King's faction, one of these kinds, while a counter is left."""
        if a.verb != "new" or a in tuple(self.candidates(s)):
            return None
        faction, kind, _ = unit_parts(a.name)
        return cite(
            "domesday 4.3.a"
            if faction == s.sides[s.king] and kind in self.kinds
            else "domesday 4.2.6.c 2.3.e"
        )

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """None left, or not what Normandy gives."""
        if a.verb != "new":
            return None
        faction, kind, _ = unit_parts(a.name)
        if why == cite("domesday 4.3.a"):
            return "none-left", {"kind": kind, "faction": faction}
        return "levy", {"kinds": [*self.kinds], "faction": s.sides[s.king]}

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Place the unit at full strength."""
        faction, kind, _ = unit_parts(a.name)
        change(s, HOME, faction, kind, False, 1)
        emit(log, "placed", self.cite, unit=a.noun, n=1, area=HOME)
        return ()


@step(cite("domesday 2.3.f 4.2.2.g 5.1.1.a 6.2.2.a 6.2.3.a 6.2.3.b 3.2.4.c R23"))
class Income(Step[Dom], frozen=True):
    """One Plunder for the King, and one for each Capital Controlled."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """One for the King's player, one for each Capital controlled."""
        if s.king:
            add_plunder(s, owner(s, "fyrd"), 1, log, cite("domesday 6.2.2.a"))
        for area in s.board.areas:
            if s.board.spaces[area].coin:
                master = controller(s, area)
                if master:
                    add_plunder(s, owner(s, master), 1, log, cite("domesday 6.2.3.a"), area)
        return (ImmediateVictory(),)


@step(cite("domesday 2.3.h 1.5.2.a 7.2.b"))
class NextTurn(Step[Dom], frozen=True):
    """The Turn counter moves one box; units stay where they are, also into the next scenario."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Advance the Turn counter by one box."""
        s.turn += 1
        return ()
