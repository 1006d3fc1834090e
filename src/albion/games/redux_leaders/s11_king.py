"""Sections 11.2 and 11.6: the end of a round, the King of England, and the extra nation turns."""

from __future__ import annotations

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, formerly, step
from albion.games.redux_leaders.data import ANGLES, DANES, ENGLAND, SAXONS, king_areas, leaders, table
from albion.games.redux_leaders.s10_scoring import (
    MARKS,
    SCORING,
    rex_anglorum,
    share,
)
from albion.games.redux_leaders.s11_arrivals import PlaceHost, come, fall_short
from albion.games.redux_leaders.s11_turn import Campaign
from albion.games.redux_leaders.s11_withdrawal import Withdrawal
from albion.games.redux_leaders.state import LeadersState, table_of
from albion.kernels.britannia.board import Area, Nation, Place, border
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.placing import MountSome
from albion.kernels.britannia.sequence import GameRound, NextRound, RoundEnd, award
from albion.kernels.britannia.state import holds
from albion.kernels.britannia.units import CAVALRY, Force, Leader

EXTRA = table("extra_turns")
KING_AREAS = king_areas()


@rule(cite("redux-leaders 11.2.a 11.2.b 11.6.a 10.7.a"))
def titles(s: LeadersState, log: Log) -> list[Step[LeadersState]]:
    """Rex Anglorum, then in the final round the King, if the round is marked with them."""
    s.half = 0
    row = MARKS[s.round - 1]
    first: list[Step[LeadersState]] = [RexAnglorum()] if row.rex else []
    return [*first, *([Kingship()] if row.final else [])]


@step(cite("redux-leaders 10.6.a 10.6.d 10.6.e R37 R41", "redux-core 5.f"))
class RexAnglorum(Step[LeadersState], frozen=True):
    """The nation that qualifies scores, and places an army as a reinforcement."""

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        """Points, and the army; without a counter for it the population marker goes up."""
        nation = crown(s, log, rex_anglorum(s))
        if nation is None:
            return []
        if not s.counters_left(nation):
            fall_short(s, log, nation, SCORING["rex_anglorum"]["infantry"])
            return []
        s.rex = nation
        return [PlaceHost(nation, Force(SCORING["rex_anglorum"]["infantry"]))]


def crown(s: LeadersState, log: Log, nation: Nation | None) -> Nation | None:
    """The points of Rex Anglorum."""
    if nation is not None:
        points = SCORING["rex_anglorum"]["points"]
        award(s, log, nation, points, "rex-anglorum", "redux-leaders 10.6.a 10.6.d")
    return nation


@rule(cite("redux-leaders 11.6.b 11.6.2.a"))
def eligible(s: HostState) -> list[Leader]:
    """Leaders in clear terrain of England, in or south of York and March; of three players never a Dane."""
    found = [x for x, place in s.leaders.items() if place in KING_AREAS]
    if len(s.rules.seats) in EXTRA[DANES]["players"]:
        return found
    return [x for x in found if leaders()[x].nation != DANES]


@step(cite("redux-leaders 11.6.a 11.6.c 11.6.d 11.6.e 11.6.f 11.6.g 11.6.1.a 11.6.1.k 11.6.2.a 11.6.2.b R42"))
class Kingship(Step[LeadersState], frozen=True):
    """One eligible leader is King; none: Rex Anglorum scores instead; several: extra nation turns decide."""

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        """Decide, or list the extra turns."""
        leaders_in = eligible(s)
        if len(leaders_in) < 2:
            decide(s, log, leaders_in)
            return []
        s.extra = True
        s.extra_armies = {n: extra_armies(s, n, leaders_in) for n in contenders(s, leaders_in)}
        emit(log, "extra-turns", self.cite, nations=list(s.extra_armies))
        return [*(ExtraTurn(n) for n in s.extra_armies), LastKingship()]


@rule(cite("redux-leaders 11.6.c 11.6.d 11.6.e 11.6.1.s 11.6.1.t 11.6.1.u R41"))
def decide(s: LeadersState, log: Log, leaders_in: list[Leader]) -> None:
    """The only eligible leader is King; none, any Rex Anglorum scores; several, only one of their nations."""
    nations = [leaders()[x].nation for x in leaders_in]
    if len(leaders_in) == 1:
        award(s, log, nations[0], SCORING["king"]["points"], "king", "redux-leaders 11.6.c 11.6.1.s")
        emit(log, "king", cite("redux-leaders 11.6.c"), nation=nations[0], leader=leaders_in[0])
        return
    rex = rex_anglorum(s)
    if not leaders_in or rex in nations:
        crown(s, log, rex)


@rule(cite("redux-leaders 11.6.f 11.6.g 11.6.1.a 11.6.1.k 11.6.2.a 11.6.2.b"))
def contenders(s: LeadersState, leaders_in: list[Leader]) -> list[Nation]:
    """Nations with an eligible leader, Danes whom Cnut made Rex Anglorum, Angles with five players; in play order."""
    players = len(s.rules.seats)
    found = {leaders()[x].nation for x in leaders_in}
    if s.cnut_rex and players in EXTRA[DANES]["players"]:
        found.add(DANES)
    if players in EXTRA[ANGLES]["players"]:
        found.add(ANGLES)
    return [n for n in s.rules.nations if n in found]


@rule(
    cite(
        "redux-leaders 11.6.1.i 11.6.1.j 11.6.1.l 11.6.1.m 11.6.1.n 11.6.1.o 11.6.1.p 11.6.2.c 11.6.2.d",
        "redux-leaders R44 R46 R47",
    )
)
def extra_armies(s: LeadersState, nation: Nation, leaders_in: list[Leader]) -> int:
    """How many armies an extra turn brings, counted before the first of them."""
    row = EXTRA.get(nation, {})
    english = share(s, ENGLAND)[nation]
    n: int = row.get("fixed", 0)
    n += row.get("per_english_area", 0) * english + row.get("per_two_english_areas", 0) * (english // 2)
    centers = {c for x in row.get("per_center_of", ()) for c in s.rules.nations[Nation(x)].centers}
    n += sum(1 for c in centers if holds(s, nation, c))
    if any(x not in leaders_in for x in row.get("bonus_unless", ())):
        n += row["bonus"]
    return n


@step(cite("redux-leaders 11.6.1.b 11.6.1.c 11.6.1.d 11.6.1.g 11.6.1.h R43 R45"))
class ExtraTurn(Step[LeadersState], frozen=True):
    """A nation whose leader is still eligible plays once more; Danes and Angles, if entitled, always."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        """Reinforcements without growth, then the other phases."""
        nation = self.nation
        leads = any(leaders()[x].nation == nation for x in eligible(s))
        if not leads and nation not in contenders(s, []):
            return []
        s.turn = nation
        emit(log, "turn", self.cite, nation=nation, round=s.round, extra=True)
        return [ExtraArrivals(nation), Campaign(nation), Withdrawal(nation)]


@step(cite("redux-leaders 11.6.1.g 11.6.1.h 11.6.1.i 11.6.1.j 11.6.1.l 11.6.1.o 11.6.2.c R47"))
class ExtraArrivals(Step[LeadersState], frozen=True):
    """The reinforcements fixed before; no growth, and no leader leaves."""

    nation: Nation

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        """At sea or on land; Normans may swap."""
        nation, row = self.nation, EXTRA.get(self.nation, {})
        n = s.extra_armies.get(nation, 0)
        emit(log, "phase", self.cite, nation=nation, phase="population")
        rate = row.get("infantry_per_cavalry", 0)
        if rate and n >= rate and s.left_of_kind(nation, CAVALRY):
            return [Swap(nation, n)]
        return arrive(s, log, nation, n, 0)


NO_GROWTH = cite("redux-leaders 11.6.1.g")
NONE_DUE = {SAXONS: cite("redux-leaders 11.6.1.m"), ANGLES: cite("redux-leaders 11.6.2.c")}
"""What gives armies on land in an extra turn."""


def no_extra_armies(s: LeadersState, nation: Nation) -> Cite | None:
    """Why a nation places nothing on land in its extra turn; None: it has something to place there."""
    if nation not in NONE_DUE:
        return NO_GROWTH
    return None if s.extra_armies.get(nation) else NONE_DUE[nation]


def arrive(s: LeadersState, log: Log, nation: Nation, infantry: int, cavalry: int) -> Steps[LeadersState]:
    """Bring the armies of an extra turn where its table says."""
    row = EXTRA.get(nation, {})
    place: Place | None = border(*row["seas"]) if row.get("seas") else None
    return come(s, log, nation, infantry, cavalry, row.get("leader", ""), place)


@step(cite("redux-leaders 11.6.1.q R48"))
class Swap(MountSome[LeadersState], frozen=True):
    """How many cavalry come instead of two infantry each."""

    exact = True
    short = cite("redux-core 5.d", "redux-leaders 9.1.c")
    dear = cite("redux-leaders 11.6.1.q R48")
    nation: Nation
    n: int

    def seat(self, s: LeadersState) -> Seat:
        return s.rules.seat_of[self.nation]

    def due(self) -> tuple[Nation, int]:
        return self.nation, self.n

    def rate(self) -> int:
        return int(EXTRA[self.nation]["infantry_per_cavalry"])

    def reason(self, s: LeadersState, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """How many counters are left, or what they cost."""
        left = s.left_of_kind(self.nation, CAVALRY)
        if a.number > left:
            return "counters-left", {"n": left, "nation": self.nation}
        return "costs-infantry", {"n": a.number * self.rate(), "most": self.n}

    def come(self, s: LeadersState, log: Log, infantry: int, cavalry: int) -> Steps[LeadersState]:
        return arrive(s, log, self.nation, infantry, cavalry)


@rule(cite("redux-leaders 11.6.1.r R46"))
def extra_turn_attacks(
    s: HostState, nation: Nation, place: Place, area: Area, force: Force | None
) -> Cite | None:
    """In an extra turn one attacks only the clear south of England, or areas of others with an eligible leader."""
    if not table_of(s).extra or area in KING_AREAS:
        return None
    foe = s.foe(nation, area)
    theirs = [x for x in s.leaders if leaders()[x].nation == foe]
    return None if theirs and any(x in eligible(s) for x in theirs) else cite("redux-leaders 11.6.1.r")


@step(cite("redux-leaders 11.6.1.s 11.6.1.t 11.6.1.u"))
class LastKingship(Step[LeadersState], frozen=True):
    """After the extra turns the King is decided as before; several still eligible: only Rex Anglorum scores."""

    def run(self, s: LeadersState, log: Log) -> Steps[LeadersState]:
        s.turn, s.half = None, 0
        decide(s, log, eligible(s))
        return []


formerly("albion.games.redux_leaders", LeadersRound=GameRound, LeadersRoundEnd=RoundEnd, RoundClose=NextRound)
