"""The Bretwalda: a vote at the end of rounds 8 to 10, secret if anyone wants it."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.data import table
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.s02_points import award
from albion.games.britannia_2005.state import ANGLES, BRIGANTES, Brit
from albion.kernels.britannia.asking import NationChoice, Question
from albion.kernels.britannia.board import Area, Nation

SECRET = Action("demand-secret")
OPEN = Action("accept-open")
GALLOWAY = Area("galloway")


@rule(cite("britannia-2005 bretwalda.b bretwalda.c R12 R22"))
def votes(s: Brit) -> dict[Nation, int]:
    """One vote for each English area a nation occupies; Galloway of subject Brigantes votes with the Angles."""
    england = s.rules.england
    found = {n: sum(1 for a in s.land_areas(n) if a in england) for n in s.rules.nations}
    if s.subjects.get(BRIGANTES) == ANGLES and GALLOWAY in s.land_areas(BRIGANTES):
        found[BRIGANTES] -= 1
        found[ANGLES] += 1
    return {n: k for n, k in found.items() if k}


@step(cite("britannia-2005 bretwalda.a vp.titles.a endround.c"))
class BretwaldaVote(Step[Brit], frozen=True):
    """Ask whether the ballot is to be secret, let every nation vote, and count."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        s.ballots, s.secret = {}, False
        if not votes(s):
            return []
        return [*(CallBallot(seat) for seat in s.rules.seats), OpenVoting()]


@step(cite("britannia-2005 bretwalda.d R22"))
class CallBallot(Question[Brit], frozen=True):
    """Any player may demand that the ballot be secret."""

    who: Seat

    def seat(self, s: Brit) -> Seat:
        return self.who

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Demand it, or not; once demanded, nobody else is asked."""
        return () if s.secret else (SECRET, OPEN)

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        if a == SECRET:
            s.secret = True
            emit(log, "secret-ballot", self.cite, who=self.who)
        return []


@step(cite("britannia-2005 bretwalda.b bretwalda.d"))
class OpenVoting(Step[Brit], frozen=True):
    """Every nation with English areas votes, in order."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        make = SecretVote if s.secret else Vote
        return [*(make(nation) for nation in votes(s)), CountVotes()]


class Ballot(NationChoice[Brit], frozen=True):
    """For whom all votes of a nation are cast."""

    must = cite("britannia-2005 bretwalda.b")

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Every nation with armies on land; nobody abstains."""
        return [Action("vote", n) for n in s.rules.nations if self.forbids(s, Action("vote", n)) is None]

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """A nation that is there."""
        if a.verb != "vote":
            return self.skips(a)
        there = any(p in s.rules.board.near for p in s.armies[Nation(a.name)])
        return None if there else cite("britannia-2005 R22 bretwalda.b")

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        return said(s, self.nation, a, why) if a.verb == "vote" else ("votes-due", self.about(s))

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        s.ballots[self.nation] = Nation(a.name)
        return []

    def about(self, s: Brit) -> dict[str, Json]:
        """Who votes, with how many votes, and what is known."""
        return {"nation": self.nation, "n": votes(s).get(self.nation, 0), "secret": s.secret}


@step(cite("britannia-2005 bretwalda.b"))
class Vote(Ballot, frozen=True):
    """An open vote."""

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """The ballot is cast for all to see."""
        emit(log, "vote", self.cite, nation=self.nation, n=votes(s)[self.nation], choice=a.noun)
        return Ballot.take(self, s, a, log)


@step(cite("britannia-2005 bretwalda.d bretwalda.b"))
class SecretVote(Ballot, frozen=True):
    """A secret vote, shown when all have voted."""

    secret = True

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """Only the voter knows."""
        emit(
            log, "secret-vote", self.cite, seats=[self.seat(s)], final=True, nation=self.nation, choice=a.noun
        )
        return Ballot.take(self, s, a, log)


@step(cite("britannia-2005 bretwalda.e bretwalda.f"))
class CountVotes(Step[Brit], frozen=True):
    """More than half of all votes make a Bretwalda."""

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        cast = votes(s)
        found: dict[Nation, int] = {}
        for nation, choice in s.ballots.items():
            found[choice] = found.get(choice, 0) + cast[nation]
        emit(log, "ballots", self.cite, ballots=dict(s.ballots), counted=dict(found))
        for nation, n in found.items():
            if 2 * n > sum(cast.values()):
                award(s, log, nation, table("titles")["bretwalda"]["points"], "bretwalda", self.cite)
        s.ballots, s.secret = {}, False
        return []
