"""5.9 Revolt of the Earls: Saxons leave the game, Norman stacks are split with the Barons."""

from __future__ import annotations

from collections.abc import Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Choice, Step, Steps, step
from albion.games.domesday.reasons import retreat_reason
from albion.games.domesday.refusals import Reason
from albion.games.domesday.s01_4_absentee import answerer
from albion.games.domesday.s04_5_stacking import ScatterExcess
from albion.games.domesday.s04_units import (
    available,
    change,
    kill_leader,
    set_castle,
    set_leader,
    units_of,
)
from albion.games.domesday.s05_5_3_retreat import retreat_forbids, ways
from albion.games.domesday.s05_8_effect_deeds import turn_unit
from albion.games.domesday.s06_victory import points
from albion.games.domesday.state import DEAD, EXILE, Dom

LOYAL = "norman"
KEPT, TURNED = cite("domesday 5.9.2.c"), cite("domesday 5.9.2.d")


@step(cite("domesday 5.9.a 5.9.1.a 5.9.1.b 5.9.1.c 5.9.1.d 5.9.1.e 5.9.2.a"))
class RevoltOfTheEarls(Step[Dom], frozen=True):
    """Saxons become others; then Normans and English choose stacks in turn."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """5.9.1, then 5.9.2, then 5.9.3."""
        remove_saxons(s, log)
        s.revolt = True
        emit(log, "revolt", self.cite)
        return (ScatterExcess(), SplitNormans(), LoyalLeaders(), Recount())


@rule(cite("domesday 5.9.1.a 5.9.1.b 5.9.1.c 5.9.1.e 4.2.8.a R26 R47"))
def remove_saxons(s: Dom, log: Log) -> None:
    """Leaders turn, their stacks with them; other units go to the people of the land."""
    for area in [a for a, row in s.stacks.items() if "saxon" in row]:
        st = s.at(area, "saxon")
        if st.castle:
            set_castle(s, area, "saxon", False)
        heirs = [x for x in s.board.leaders if x in st.leaders and other_side(s, x)]
        new = other_side(s, heirs[0]) if heirs else native(s, area)
        for kind, reduced, n in list(units_of(s, area, "saxon")):
            for _ in range(n):
                if kind != "knight" and available(s, new, kind) > 0:
                    turn_unit(s, area, "saxon", new, kind, reduced)
                else:
                    change(s, area, "saxon", kind, reduced, -1)
    for leader, place in list(s.leaders.items()):
        if s.sides[leader] != "saxon" or place == DEAD:
            continue
        side = other_side(s, leader)
        if side:
            set_leader(s, leader, place, side)
        elif place in s.stacks or place == EXILE:
            kill_leader(s, leader, log)


def other_side(s: Dom, leader: str) -> str:
    """The side he turns to when the Saxons are no more."""
    return next((f for f in s.board.leaders[leader].factions if f not in ("saxon", "baron")), "")


@rule(cite("domesday 5.9.1.c"))
def native(s: Dom, area: str) -> str:
    """Danes, Norse or Scots in their Homelands, Welsh elsewhere."""
    icons = s.board.spaces[area].homelands
    return next((f for f in ("danish", "norse", "scottish") if f in icons), "welsh")


@step(cite("domesday 5.9.2.a"))
class SplitNormans(Step[Dom], frozen=True):
    """Every Norman stack, without its Fyrd, is there to be chosen."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """The Norman player begins."""
        return (ChooseStack("norman", tuple(a for a, row in sorted(s.stacks.items()) if LOYAL in row)),)


@step(cite("domesday 5.9.2.a 5.9.2.b 5.9.2.c 5.9.2.d 4.5.d"))
class ChooseStack(Choice[Dom], frozen=True):
    """Normans keep a stack, the English turn one to the Barons, in turn."""

    exact = True
    player: str
    stacks: tuple[str, ...]

    def seat(self, s: Dom) -> Seat:
        """Norman first, then English; for an Absentee a player without units where the stacks stand."""
        return answerer(s, self.player, self.stacks[0] if self.stacks else "")

    def _royal(self, s: Dom) -> str:
        if (
            self.player == "norman"
            and s.king
            and s.sides[s.king] == LOYAL
            and s.leaders[s.king] in self.stacks
        ):
            return s.leaders[s.king]
        return ""

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Any stack left; a Norman King's first."""
        royal = self._royal(s)
        return (Action("stack", a) for a in ((royal,) if royal else self.stacks))

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Not a Norman stack, chosen already, or not the King's."""
        if a.verb != "stack":
            return None
        if a.noun not in self.stacks:
            if s.at(a.name, "baron").size:
                return TURNED
            return KEPT if s.at(a.name, LOYAL).size else cite("domesday 5.9.2.a")
        royal = self._royal(s)
        return cite("domesday 5.9.2.b") if royal and a.noun != royal else None

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """No Norman stack, one that the Normans keep or the Barons have, or the King's, which comes first."""
        if a.verb != "stack":
            return None
        if why[0].clause == "5.9.2.b":
            return "kings-stack-first", {"area": self._royal(s)}
        chosen = {KEPT: "stack-kept", TURNED: "stack-turned"}
        return chosen.get(why, "no-norman-stack"), {"area": a.name}

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Keep it, or turn it; then the other player."""
        area = a.name
        rest = tuple(x for x in self.stacks if x != area)
        emit(log, "stack-chosen", self.cite, seat=self.player, area=area)
        if self.player == "norman":
            return (ChooseStack("english", rest),) if rest else ()
        turn_stack(s, area)
        return (ScatterExcess(), *((ChooseStack("norman", rest),) if rest else ()))


@rule(cite("domesday 5.9.2.d 4.3.2.b R48 R67"))
def turn_stack(s: Dom, area: str) -> None:
    """Norman units become Baron ones of the same type and strength, Leaders turn if they can."""
    for kind, reduced, n in list(units_of(s, area, LOYAL)):
        for _ in range(min(n, available(s, "baron", kind))):
            turn_unit(s, area, LOYAL, "baron", kind, reduced)
    if s.at(area, LOYAL).castle:
        turn_unit(s, area, LOYAL, "baron", "castle", False)
    for leader in s.at(area, LOYAL).leaders:
        if "baron" in s.board.leaders[leader].factions:
            set_leader(s, leader, area, "baron")


@step(cite("domesday 5.9.2.e"))
class LoyalLeaders(Step[Dom], frozen=True):
    """Leaders without a Baron side who are left alone may slip away."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Ask for every Leader who has no Baron side and stands alone."""
        left = [
            x
            for x, place in s.leaders.items()
            if place in s.stacks
            and s.sides[x] == LOYAL
            and "baron" not in s.board.leaders[x].factions
            and s.at(place, LOYAL).count == 0
            and not s.at(place, LOYAL).castle
            and s.at(place, "baron").size
        ]
        return tuple(RetreatLoyalLeader(x) for x in left)


@step(cite("domesday 5.9.2.e 5.5.3.g"))
class RetreatLoyalLeader(Choice[Dom], frozen=True):
    """Retreat a loyal Leader, or leave him there."""

    exact = True
    leader: str

    def about(self, s: Dom) -> dict[str, Json]:
        """Its fields, and what the refusal means."""
        return {**Choice.about(self, s), "no": "leader-stays"}

    def seat(self, s: Dom) -> Seat:
        """The Norman player."""
        return answerer(s, "norman", s.leaders[self.leader])

    def candidates(self, s: Dom) -> Iterator[Action]:
        """The spaces of the best priority, or staying."""
        found = ways(s, LOYAL, "leader", s.leaders[self.leader], None)
        if found:
            yield from (Action("to", x) for x in found)
            yield Action("hold")

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """By the rules of retreat."""
        if a.verb != "to":
            return None
        return retreat_forbids(s, LOYAL, "leader", s.leaders[self.leader], a.name, None)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Why he does not go there."""
        here = s.leaders[self.leader]
        return retreat_reason(s, LOYAL, "leader", here, a.name, None, why) if a.verb == "to" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """He retreats, or stays where he is."""
        if a.verb == "to":
            emit(log, "retreated", self.cite, unit=self.leader, area=s.leaders[self.leader], to=a.noun)
            set_leader(s, self.leader, a.name)
        return ()


@step(cite("domesday 5.9.3.a"))
class Recount(Step[Dom], frozen=True):
    """VPs are counted again."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Report the points of every player."""
        emit(log, "recount", self.cite, scores=points(s))
        return ()
