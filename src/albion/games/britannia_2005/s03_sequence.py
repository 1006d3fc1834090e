"""The order of play: sixteen rounds, seventeen nations, five phases."""

from __future__ import annotations

from albion.engine.cite import cite, rule
from albion.engine.event import Log
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.s02_points import (
    collect_tokens,
    occupied_meanwhile,
    occupy_standing,
    score_holding,
)
from albion.games.britannia_2005.s04_growth import Arrivals, Growth
from albion.games.britannia_2005.s05_movement import MovementPhase
from albion.games.britannia_2005.s07_withdrawal import RaidersSettle, RaiderWithdrawal
from albion.games.britannia_2005.s08_overpopulation import Overpopulation
from albion.games.britannia_2005.s10_leaders import leaders_leave
from albion.games.britannia_2005.s12_bretwalda import BretwaldaVote
from albion.games.britannia_2005.s13_king import King
from albion.games.britannia_2005.s14_romans import RecallLegions, RomanReinforcements
from albion.games.britannia_2005.s14_subjects import GrantGrowth, GrantLeave, release
from albion.games.britannia_2005.s14_submission import Offers, lapses
from albion.games.britannia_2005.s15_romano_british import ArthurGone, PlaceArthur, RomansLeave
from albion.games.britannia_2005.s16_last_round import SpecialReinforcements
from albion.games.britannia_2005.s19_danes import CnutKing, GreatRaid
from albion.games.britannia_2005.state import (
    ANGLES,
    BELGAE,
    BRITISH,
    ROMANS,
    Brit,
)
from albion.kernels.britannia.battles import Battles
from albion.kernels.britannia.board import Nation

BEGINNINGS: dict[str, Step[Brit]] = {
    "romans-leave": RomansLeave(),
    "arthur-leaves": ArthurGone(),
    "special-reinforcements": SpecialReinforcements(),
}
WITHDRAWALS: dict[str, Step[Brit]] = {"great-raid": GreatRaid(), "cnut": CnutKing()}


@rule(cite("britannia-2005 rb.entry.a rb.arthur.f round16.reinf.a"))
def round_begins(s: Brit, log: Log) -> Steps[Brit]:
    """What happens before the first turn of a round, by its word on the Timeline."""
    begins = s.rules.timeline[s.round - 1].begins
    return [*([BEGINNINGS[begins]] if begins else []), RoundOccupation()]


@step(cite("britannia-2005 vp.occupy.a"))
class RoundOccupation(Step[Brit], frozen=True):
    """Who already has a listed area to itself scores it as the round begins."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        occupy_standing(s, log)
        return []


@rule(cite("britannia-2005 round.e roman.belgae.b leader.h"))
def phases(s: Brit, log: Log, nation: Nation) -> Steps[Brit]:
    """Its leader leaves, the Belgae revolt, then its phases."""
    s.half, s.free, s.raiders = 0, False, {}
    leaders_leave(s, log, nation)
    if nation == BELGAE and BELGAE in s.subjects:
        release(s, log, BELGAE, "roman.belgae.b")
    if nation == ROMANS:
        occupied_meanwhile(s, log)
    return [*first_phase(s, nation), *middle_phases(s, nation), *last_phases(s, nation), TurnEnd(nation)]


@rule(cite("britannia-2005 round.d rb.arthur.c roman.reinf.a"))
def in_play(s: Brit, nation: Nation) -> bool:
    """A nation plays if it has units, or the Timeline, Arthur or the Roman table brings it some now."""
    if s.armies[nation] or s.land_areas(nation) or s.turn_of(nation).invaders:
        return True
    coming = nation == BRITISH and s.turn_of(nation).leader != ""
    return coming or (nation == ROMANS and s.round in s.rules.reinforcements)


@rule(cite("britannia-2005 round.e pop.i rb.entry.b rb.arthur.a"))
def first_phase(s: Brit, nation: Nation) -> list[Step[Brit]]:
    """Increase Population and arrivals; Romans take reinforcements, Romano-British skip it in round 6."""
    if nation == ROMANS:
        return [RomanReinforcements()]
    turn = s.turn_of(nation)
    arrivals: Step[Brit] = PlaceArthur() if turn.leader == "arthur" else Arrivals(nation)
    if not turn.growth:
        return [arrivals]
    granted: list[Step[Brit]] = [GrantGrowth(nation)] if nation in s.subjects else []
    return [*granted, Growth(nation), arrivals]


@rule(cite("britannia-2005 move.major.c move.boat.d roman.submission.e"))
def middle_phases(s: Brit, nation: Nation) -> list[Step[Brit]]:
    """Movement and battles, in a Major Invasion twice."""
    halves = (1, 2) if s.turn_of(nation).major else (0,)
    granted: list[Step[Brit]] = [GrantLeave(nation)] if nation in s.subjects else []
    offers: list[Step[Brit]] = [Offers(nation)] if nation in (ROMANS, ANGLES) else []
    found = granted
    for half in halves:
        found = [*found, MovementPhase(nation, half), *offers, Battles(nation)]
    return found


@rule(cite("britannia-2005 move.raid.e dane.cnut.b dane.round11.a overpop.e roman.reinf.l"))
def last_phases(s: Brit, nation: Nation) -> list[Step[Brit]]:
    """Raider Withdrawal, and Overpopulation; Romans only see legions recalled."""
    if nation == ROMANS:
        return [RecallLegions()]
    return [*withdrawal(s, nation), Overpopulation(nation)]


@rule(cite("britannia-2005 move.raid.e move.raid.f dane.cnut.b dane.round11.a"))
def withdrawal(s: Brit, nation: Nation) -> list[Step[Brit]]:
    """Raiders may go back on a Raiding turn; Danes must in round 11, and in round 14 some leave with Cnut."""
    turn = s.turn_of(nation)
    if turn.withdrawal:
        return [WITHDRAWALS[turn.withdrawal]]
    return [RaiderWithdrawal(nation) if turn.raid else RaidersSettle(nation)]


@step(cite("britannia-2005 round16.norman.c"))
class TurnEnd(Step[Brit], frozen=True):
    """A turn is over; that of the Normans in round 15 notes whether Harold still lives."""

    nation: Nation

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        s.turn, s.half, s.raiders, s.free = None, 0, {}, False
        if s.turn_of(self.nation).notes_harold:
            s.harold_fell = "harold" not in s.leaders
        return []


@rule(cite("britannia-2005 endround.a endround.c"))
def round_ends(s: Brit, log: Log) -> Steps[Brit]:
    """Held areas are scored, then Bretwalda or King."""
    score_holding(s, log)
    collect_tokens(s, log)
    row = s.rules.timeline[s.round - 1]
    return [BretwaldaVote()] if row.bretwalda else [King()] if row.king else []


@rule(cite("britannia-2005 angles.submission.o"))
def last_submission(s: Brit, log: Log) -> None:
    """Submission to the Angles lapses with its last round."""
    if s.round == max(f.last for f in s.rules.fealties):
        for subject in lapses(s, ANGLES):
            release(s, log, subject, "angles.submission.o")
