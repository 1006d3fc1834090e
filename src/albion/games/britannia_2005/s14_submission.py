"""Submission: who may submit to whom, and where the master's armies go."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.data import Fealty, table
from albion.games.britannia_2005.reasons import counted
from albion.games.britannia_2005.s02_points import award, score_occupation
from albion.games.britannia_2005.s05_advance import shift_raiders
from albion.games.britannia_2005.s14_forts import arrive, road
from albion.games.britannia_2005.s14_subjects import masters_gone
from albion.games.britannia_2005.state import ANGLES, BELGAE, BRIGANTES, PICTS, ROMANS, Brit
from albion.kernels.britannia.answers import SEND
from albion.kernels.britannia.asking import NationChoice, Question
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.units import Force

SUBMIT = Action("submit")
RESIST = Action("resist")
MAY_SUBMIT = cite(
    "britannia-2005 roman.submission.a roman.submission.b roman.submission.c roman.submission.d",
    "britannia-2005 roman.belgae.a angles.submission.a R6 R12",
)


FEW_ENOUGH = {
    (BELGAE, ROMANS): cite("britannia-2005 roman.belgae.a"),
    (Nation("welsh"), ROMANS): cite("britannia-2005 roman.submission.a"),
    (BRIGANTES, ROMANS): cite("britannia-2005 roman.submission.b"),
    (PICTS, ROMANS): cite("britannia-2005 roman.submission.c"),
    (BRIGANTES, ANGLES): cite("britannia-2005 angles.submission.a"),
}
"""The clauses that say how few areas a nation must be left with to submit."""

NOT_NOW = {ROMANS: cite("britannia-2005 roman.submission.d"), ANGLES: cite("britannia-2005 R6")}
"""In whose turn a nation submits to a master, and while it has none."""


@rule(MAY_SUBMIT)
def may_submit(s: Brit, f: Fealty) -> Cite | None:
    """Few areas left, in the master's turn, while he has armies and one is nobody's subject."""
    few = bool(own := fealty_areas(s, f)) and own <= f.areas
    if s.round > f.last and f.master == ANGLES:
        return cite("britannia-2005 angles.submission.o R6")
    if f.nation in s.subjects or not f.first <= s.round <= f.last:
        return cite("britannia-2005 roman.belgae.a") if f.nation == BELGAE else NOT_NOW[f.master]
    if s.turn != f.master or not s.armies[f.master]:
        return NOT_NOW[f.master]
    return None if few else FEW_ENOUGH[f.nation, f.master]


def fealty_areas(s: Brit, f: Fealty) -> int:
    """The areas that count: to the Angles only those in Scotland and Galloway."""
    areas = s.land_areas(f.nation)
    return len(areas) if f.master != ANGLES else sum(1 for a in areas if a in s.rules.covered)


@step(cite("britannia-2005 roman.submission.e R36"))
class Offers(Step[Brit], frozen=True):
    """After a master's Movement phase and each round of his battles, those with few areas left may submit."""

    master: Nation

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        if self.master not in (ROMANS, ANGLES):
            return []
        mine = [f for f in s.rules.fealties if f.master == self.master]
        return [Offer(f.nation, f.master) for f in mine if may_submit(s, f) is None]


@step(
    cite(
        "britannia-2005 roman.submission.a roman.submission.b roman.submission.c roman.submission.d",
        "britannia-2005 roman.submission.e roman.belgae.a angles.submission.a",
    )
)
class Offer(NationChoice[Brit], frozen=True):
    """Submit, or not: it is always voluntary."""

    master: Nation

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Both, if nothing has changed since."""
        return (SUBMIT, RESIST) if self.fealty(s) is not None else ()

    def fealty(self, s: Brit) -> Fealty | None:
        """The rule that lets it submit, if it still does."""
        found = [f for f in s.rules.fealties if (f.nation, f.master) == (self.nation, self.master)]
        return next((f for f in found if may_submit(s, f) is None), None)

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """A new subject: the master scores and his armies leave."""
        return submit(s, log, self.nation, self.master) if a == SUBMIT else []

    def about(self, s: Brit) -> dict[str, Json]:
        return {"nation": self.nation, "master": self.master, "areas": sorted(s.land_areas(self.nation))}


@rule(cite("britannia-2005 roman.score.b roman.subject.a roman.belgae.e vp.roman.b angles.submission.b R7"))
def submit(s: Brit, log: Log, nation: Nation, master: Nation) -> Steps[Brit]:
    """Rome scores the subject's areas at once, six points more for the Belgae; armies in the subject's areas leave."""
    s.subjects[nation] = master
    cited = Offer.cite
    emit(log, "submission", cited, nation=nation, master=master)
    areas = s.land_areas(nation)
    if master == ROMANS:
        if nation != BELGAE and nation not in s.former:
            s.former.append(nation)
        row = table("titles")["belgae_submission"]
        if nation == BELGAE and s.round == row["round"]:
            award(s, log, ROMANS, row["points"], "submission", cite("britannia-2005 vp.roman.b"))
        for area in areas:
            score_occupation(s, log, ROMANS, area)
    under = areas if master == ROMANS else [a for a in areas if a in s.rules.covered]
    return [Evict(a, nation, master) for a in under if master in s.at[a]]


EVICT = cite(
    "britannia-2005 roman.submission.f roman.submission.g roman.submission.h roman.submission.i",
    "britannia-2005 roman.submission.j roman.submission.k R19 R20",
)


@step(EVICT)
class Evict(Step[Brit], frozen=True):
    """The master's armies leave a subject's area; with nowhere to go they are eliminated."""

    area: Area
    subject: Nation
    master: Nation

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        n = s.count(self.master, self.area)
        s.forget_entry(self.area)
        if not n:
            return []
        if refuges(s, self):
            return [EvictTo(self), self]
        s.add(self.master, self.area, -n)
        s.raiders.pop(self.area, None)
        _drop_leader(s, self.master, self.area)
        emit(
            log,
            "dispersed",
            cite("britannia-2005 roman.submission.k"),
            nation=self.master,
            n=n,
            area=self.area,
        )
        if not s.armies[self.master]:
            masters_gone(s, log, self.master)
        return []


def _drop_leader(s: Brit, nation: Nation, area: Area) -> None:
    leader = s.leader_at(nation, area)
    if leader is not None:
        del s.leaders[leader]


@rule(EVICT)
def refuges(s: Brit, e: Evict) -> list[Area]:
    """Next door, own areas first, else vacant ones; else near any of the subject's areas, in the same order; then roads."""
    near = s.rules.board.near
    around = [near[e.area], [a for x in s.land_areas(e.subject) for a in near[x]]]
    for areas in around:
        open_to = dict.fromkeys(areas)
        own = [a for a in open_to if s.alone(e.master, a)]
        vacant = [a for a in open_to if a not in s.at]
        if own or vacant:
            return by_road(s, own or vacant) if e.master == ROMANS else own or vacant
    return []


@rule(cite("britannia-2005 roman.submission.h R20"))
def by_road(s: Brit, first: list[Area]) -> list[Area]:
    """Those areas, and every fort area joined to them by road."""
    land = s.rules.board.land
    seen = dict.fromkeys(a for a in first)
    todo = [a for a in first if road(s, a)]
    while todo:
        here = todo.pop()
        for area in land[here]:
            if area not in seen and road(s, area):
                seen[area] = None
                todo.append(area)
    return [a for a in seen if a in first or s.alone(ROMANS, a)]


def of_master(e: Evict, law: Cite | None) -> Cite | None:
    """A law on Romans who leave a subject's area; of Angles it is a ruling that they leave as those would."""
    return law if law is None or e.master == ROMANS else (*cite("britannia-2005 R7"), *law)


@step(EVICT)
class EvictTo(Question[Brit], frozen=True):
    """Where armies that must leave a subject's area go."""

    must = cite("britannia-2005 roman.submission.f")

    evict: Evict

    def seat(self, s: Brit) -> Seat:
        return s.rules.seat_of[self.evict.master]

    def candidates(self, s: Brit) -> Iterable[Action]:
        return (Action("to", a) for a in refuges(s, self.evict))

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """What binds Romans; Angles go as those would."""
        return of_master(self.evict, self.against(s, a))

    def against(self, s: Brit, a: Action) -> Cite | None:
        """Only the nearest kind of refuge."""
        if a.verb != "to" or a.noun in refuges(s, self.evict):
            return self.skips(a)
        e, area = self.evict, Area(a.name)
        if area not in s.rules.board.near or not (s.alone(e.master, area) or area not in s.at):
            return cite("britannia-2005 roman.submission.f roman.submission.g")
        if area in s.rules.board.near[e.area]:
            return cite(
                "britannia-2005 roman.submission.g roman.submission.f"
            )  # vacant, while others are their own
        return cite("britannia-2005 roman.submission.f roman.submission.i")

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """Where they may go instead; of anything else, that they must leave first."""
        if a.verb != "to":
            return "must-leave", self.about(s)
        open_to: list[Json] = list(refuges(s, self.evict))
        return "refuges", {"area": self.evict.area, "places": open_to}

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        """One goes at once; of several, ask how many."""
        area, n = Area(a.name), s.count(self.evict.master, self.evict.area)
        return depart(s, log, self.evict, area, 1) if n == 1 else [EvictSend(self.evict, area)]

    def about(self, s: Brit) -> dict[str, Json]:
        e = self.evict
        return {"nation": e.master, "subject": e.subject, "area": e.area, "n": s.count(e.master, e.area)}


@step(EVICT)
class EvictSend(Question[Brit], frozen=True):
    """How many of them go there."""

    evict: Evict
    to: Area

    def seat(self, s: Brit) -> Seat:
        return s.rules.seat_of[self.evict.master]

    def candidates(self, s: Brit) -> Iterable[Action]:
        return SEND[1 : s.count(self.evict.master, self.evict.area) + 1]

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """No more than stand there; stacking limits do not bind them."""
        there = s.count(self.evict.master, self.evict.area)
        if a.verb != "send" or 1 <= a.number <= there:
            return None
        return of_master(self.evict, cite("britannia-2005 roman.submission.f"))

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """How many can go."""
        there = s.count(self.evict.master, self.evict.area)
        return counted("so-many", a.number, there, self.evict.area) if a.verb == "send" else None

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        return depart(s, log, self.evict, self.to, a.number)

    def about(self, s: Brit) -> dict[str, Json]:
        e = self.evict
        return {"nation": e.master, "subject": e.subject, "area": e.area, "to": self.to}


def depart(s: Brit, log: Log, e: Evict, to: Area, n: int) -> Steps[Brit]:
    """Armies leave a subject's area, their leader with the last of them."""
    leader = s.leader_at(e.master, e.area) if n == s.count(e.master, e.area) else None
    shift_raiders(s, e.area, to, n)
    s.shift(e.master, e.area, to, Force(n, (), () if leader is None else (leader,)))
    emit(log, "evicted", EVICT, nation=e.master, n=n, area=e.area, to=to)
    arrive(s, log, e.master, to, n)
    return []


@rule(cite("britannia-2005 angles.submission.o roman.subject.l"))
def lapses(s: Brit, master: Nation) -> list[Nation]:
    """The subjects that a master's end sets free."""
    return [x for x, m in s.subjects.items() if m == master]
