"""Population and arrivals in every edition: what land is worth, how many counters are left, where armies and leaders appear."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps
from albion.kernels.britannia.answers import PLACE
from albion.kernels.britannia.asking import Question
from albion.kernels.britannia.board import Area, Board, Nation
from albion.kernels.britannia.clauses import on
from albion.kernels.britannia.state import MapState
from albion.kernels.britannia.units import CAVALRY, Force, riding

M = TypeVar("M", bound=MapState, contravariant=True)


def land_points(board: Board, areas: list[Area], clear: int, difficult: int) -> int:
    """Population points of this many areas: more for clear terrain than for difficult."""
    hard = sum(1 for a in areas if a in board.difficult)
    return clear * (len(areas) - hard) + difficult * hard


@on("counters")
def counters_left(s: MapState, nation: Nation) -> int:
    """Counters of a nation not in play, cavalry apart."""
    return s.counters_left(nation)


def within_counters(s: MapState, nation: Nation, infantry: int, cavalry: int) -> Force:
    """Of the armies that are due, those for which there are counters."""
    horse = min(cavalry, s.left_of_kind(nation, CAVALRY))
    return Force(min(infantry, counters_left(s, nation)) + horse, riding(horse))


class MountSome(Question[M], Generic[M], frozen=True):
    """How many cavalry come instead of infantry."""

    short: ClassVar[Cite]
    """No more than there are counters."""
    dear: ClassVar[Cite]
    """This many infantry for each."""

    def due(self) -> tuple[Nation, int]:
        """Who comes, and how many they would be as infantry."""
        raise NotImplementedError

    def rate(self) -> int:
        """How many infantry each takes the place of."""
        raise NotImplementedError

    def come(self, s: M, log: Log, infantry: int, cavalry: int) -> Steps[Any]:
        """Put the infantry and this many cavalry on the map."""
        raise NotImplementedError

    def most(self, s: M) -> int:
        """As many as there are counters, and infantry to give up."""
        nation, n = self.due()
        return min(n // self.rate(), s.left_of_kind(nation, CAVALRY))

    def candidates(self, s: M) -> Iterable[Action]:
        """From none to the most; nothing where nobody comes."""
        return [Action("cavalry", k) for k in range(self.most(s) + 1)] if self.due()[1] else ()

    def forbids(self, s: M, a: Action) -> Cite | None:
        """Infantry for each, and counters for all."""
        if a.verb != "cavalry":
            return None
        nation, n = self.due()
        short = self.short if a.number > s.left_of_kind(nation, CAVALRY) else ()
        return (*short, *(self.dear if a.number * self.rate() > n else ())) or None

    def take(self, s: M, a: Action, log: Log) -> Steps[Any]:
        return self.come(s, log, self.due()[1] - self.rate() * a.number, a.number)


class Placing(Question[M], Generic[M], frozen=True):
    """Where armies or a leader appear."""

    def areas(self, s: M) -> Iterable[Area]:
        """The areas to consider."""
        raise NotImplementedError

    def closed(self, s: M, area: Area) -> Cite | None:
        """Why they may not appear in an area."""
        raise NotImplementedError

    def otherwise(self, s: M, a: Action) -> Cite | None:
        """What the position has against any other answer."""
        return self.skips(a)

    def appear(self, s: M, log: Log, area: Area) -> Steps[Any]:
        """Place them there."""
        raise NotImplementedError

    def candidates(self, s: M) -> Iterable[Action]:
        return [PLACE[a] for a in self.areas(s)]

    def forbids(self, s: M, a: Action) -> Cite | None:
        """Only where the book opens an area to them; nothing else is done before."""
        return self.closed(s, Area(a.name)) if a.verb == "place" else self.otherwise(s, a)

    def take(self, s: M, a: Action, log: Log) -> Steps[Any]:
        return self.appear(s, log, Area(a.name))


class NationPlacing(Placing[M], Generic[M], frozen=True):
    """The same, asked of the player of any nation."""

    nation: Nation

    def seat(self, s: M) -> Seat:
        return s.rules.seat_of[self.nation]


class OneByOne(Step[M], Generic[M], frozen=True):
    """What population brings is placed army by army; those that find no room are lost."""

    nation: Nation
    n: int
    given: tuple[Area, ...] = ()
    """Areas that have had one."""

    def next(self, s: M) -> Step[Any] | None:
        """The question where the next one appears; None: nowhere."""
        raise NotImplementedError

    def lost(self, s: M) -> None:
        """What armies without room leave behind."""

    def run(self, s: M, log: Log) -> Steps[Any]:
        if not self.n:
            return []
        asked = self.next(s)
        if asked is not None:
            return [asked]
        self.lost(s)
        emit(log, "no-room", self.cite, nation=self.nation, n=self.n)
        return []


class NextArmy(NationPlacing[M], Generic[M], frozen=True):
    """Where the next of these armies appears."""

    counted: ClassVar[dict[str, Json]] = {}
    """What the log says besides, where it counts single armies."""
    n: int
    given: tuple[Area, ...] = ()
    """Areas that have had one."""

    def rest(self, s: M, area: Area) -> Step[Any]:
        """The others, once one has been placed in an area."""
        raise NotImplementedError

    def appear(self, s: M, log: Log, area: Area) -> Steps[Any]:
        s.add(self.nation, area, 1)
        emit(log, "place", self.cite, nation=self.nation, **self.counted, area=area)
        return [self.rest(s, area)]
