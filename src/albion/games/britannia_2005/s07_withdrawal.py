"""Phase 4: Raider Withdrawal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.reasons import said
from albion.games.britannia_2005.s14_forts import arrive
from albion.games.britannia_2005.state import PICTS, Brit
from albion.kernels.britannia.answers import DONE
from albion.kernels.britannia.asking import NationChoice
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.units import less
from albion.kernels.britannia.withdrawing import Withdrawing


@step(cite("britannia-2005 round.e withdraw.a move.raid.c move.raid.e"))
class RaiderWithdrawal(Step[Brit], frozen=True):
    """Raiders ashore may go back to where they began the turn, after the last battles of it."""

    nation: Nation

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """Ask, and forget who raided."""
        return [Withdraw(self.nation), RaidersSettle(self.nation)]


@step(cite("britannia-2005 withdraw.a"))
class RaidersSettle(Step[Brit], frozen=True):
    """Those that stayed ashore are raiders no longer."""

    nation: Nation

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        s.raiders = {}
        return []


@rule(cite("britannia-2005 move.raid.picts.d move.raid.picts.f withdraw.a R38"))
def homes(s: Brit, nation: Nation, area: Area) -> list[Place]:
    """Where raiders in an area may withdraw to: their sea, or land of their own that no other nation occupies."""
    return [h for h in s.raiders.get(area, {}) if no_home(s, nation, h) is None]


def no_home(s: Brit, nation: Nation, home: Place) -> Cite | None:
    """Why raiders may not go back to a place."""
    if s.rules.board.at_sea(home):
        return None
    return cite("britannia-2005 move.raid.picts.d") if s.foe(nation, home) is not None else None


def taken(s: Brit, nation: Nation, home: Place) -> tuple[str, dict[str, Json]]:
    """In words: which nation is where raiders began."""
    return "held-by", {"nation": nation, "place": home, "foe": s.foe(nation, home)}


def no_raider(nation: Nation) -> Cite:
    """Why armies that did not raid stay: Picts raid by sea only."""
    return cite(f"britannia-2005 withdraw.a {'move.raid.picts.e' if nation == PICTS else 'move.raid.c'}")


@step(cite("britannia-2005 withdraw.a withdraw.b move.raid.c move.raid.picts.f"))
class Withdraw(Withdrawing[Brit], frozen=True):
    """Which raiders go back, one by one; or the phase ends."""

    def ashore(self, s: Brit) -> Iterable[Area]:
        """Where raiders have somewhere to go."""
        return [a for a in s.raiders if homes(s, self.nation, a)]

    def tried(self, s: Brit, area: Area) -> Sequence[Cite | None]:
        return [no_home(s, self.nation, h) for h in s.raiders.get(area, {})]

    def none_there(self, s: Brit, area: Area) -> Cite:
        return no_raider(self.nation)

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """Who holds the home of raiders that cannot go back; or that there are none."""
        home = next(iter(s.raiders.get(Area(a.name), {})), None) if a.verb == "withdraw" else None
        return said(s, self.nation, a, why) if home is None else taken(s, self.nation, home)

    def warns(self, s: Brit, a: Action) -> Refusal | None:
        """Raiders who are not taken back now stay for good."""
        n = sum(k for area, here in s.raiders.items() if homes(s, self.nation, area) for k in here.values())
        return Refusal(cite("britannia-2005 withdraw.a"), "stay-ashore", {"n": n}) if a == DONE else None

    def withdraw(self, s: Brit, log: Log, area: Area) -> Steps[Brit]:
        """One goes back; if it could be from several places, ask."""
        open_to = homes(s, self.nation, area)
        if len(open_to) > 1:
            return [WithdrawTo(self.nation, area), self]
        take_back(s, log, self.nation, area, open_to[0])
        return [self]


@step(cite("britannia-2005 withdraw.a withdraw.b"))
class WithdrawTo(NationChoice[Brit], frozen=True):
    """Of raiders from several places in one area: where the next goes back to."""

    area: Area

    def candidates(self, s: Brit) -> Iterable[Action]:
        """Each place they began in."""
        return (Action("to", h) for h in homes(s, self.nation, self.area))

    def forbids(self, s: Brit, a: Action) -> Cite | None:
        """Only where raiders of that area began."""
        if a.verb != "to" or a.noun in homes(s, self.nation, self.area):
            return None
        known = a.name in s.raiders.get(self.area, {})
        shut = no_home(s, self.nation, a.name) if known else None
        return shut or cite("britannia-2005 withdraw.a move.raid.c")

    def reason(self, s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """Who has taken their home, or that none of them began there."""
        if why[0].clause == "move.raid.picts.d":
            return taken(s, self.nation, a.name)
        return ("not-begun-there", {"area": self.area, "place": a.noun}) if a.verb == "to" else None

    def take(self, s: Brit, a: Action, log: Log) -> Steps[Brit]:
        take_back(s, log, self.nation, self.area, a.name)
        return []


@rule(cite("britannia-2005 withdraw.b leader.g"))
def take_back(s: Brit, log: Log, nation: Nation, area: Area, home: Place) -> None:
    """A raider is picked up and put where it began; a leader leaves with the last army."""
    here = s.raiders[area]
    less(here, home, 1)
    if not here:
        del s.raiders[area]
    s.add(nation, area, -1)
    s.add(nation, home, 1)
    leader = s.leader_at(nation, area)
    if leader is not None and not s.count(nation, area):
        s.leaders[leader] = home
    emit(log, "withdraw", cite("britannia-2005 withdraw.b"), nation=nation, n=1, area=area, to=home)
    if not s.rules.board.at_sea(home):
        arrive(s, log, nation, Area(home))
