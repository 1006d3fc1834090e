"""Who exactly goes: small questions on how many of a force are cavalry or raiders, and whether a leader goes too."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, Generic, Self, TypeVar

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite
from albion.engine.errors import RuleError
from albion.engine.event import Log
from albion.engine.plain import replaced
from albion.engine.step import Choice, Steps
from albion.kernels.britannia.answers import SEND, one_answer
from albion.kernels.britannia.breach import Breach
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.state import MapState
from albion.kernels.britannia.units import CAVALRY, INFANTRY, PLAIN, Force, Sort, home_of

M = TypeVar("M", bound=MapState, contravariant=True)
Look = Any
"""What an edition measures the end of a Movement phase by; None: moves may spoil it for now."""
Picks = tuple[int, ...]
"""Answers so far: armies of each special sort of the pool, then 1 or 0 for each leader."""
WHO_THERE_IS = cite("redux-core 6.a", "redux-leaders 9.1.a")
"""Only units that are there can go, as many of a sort as there are."""
WHICH_RAIDERS = cite("redux-core 6.a", "redux-leaders 11.4.1.b")
"""The same of raiders, which are told from others."""
NO_SUCH_LEADER = cite("redux-leaders 9.2.1.j 9.2.1.d")
"""Only a leader who is there goes along or is left."""


class Gathering(Choice[M], Generic[M], frozen=True):
    """A question after which some of a pool of units go somewhere together."""

    def pool(self, s: M) -> Force:
        """All that could go."""
        raise NotImplementedError

    def law(self, s: M, force: Force) -> Cite | None:
        """Why a force may not go."""
        raise NotImplementedError

    def go(self, s: M, log: Log, force: Force) -> Steps[M]:
        """A force goes."""
        raise NotImplementedError

    def muster(self, n: int) -> Mustering[M]:
        """The question who exactly goes."""
        raise NotImplementedError

    def breach(self, s: M, force: Force, look: Look = None) -> Breach | None:
        """A limit of the phase's end that a force would break by going, in editions where such a limit gives way if need be."""
        return None

    def forces(self, s: M, n: int) -> list[Force]:
        """Every force of n armies that may go."""
        return [f for f in complete(self.pool(s), n, ()) if self.law(s, f) is None]

    def hinders(self, s: M, forces: Iterable[Force], look: Look = None) -> Breach | None:
        """A limit that each of these forces would break; of those with so much cavalry a led one goes first."""
        first: Breach | None = None
        for force in sorted(forces, key=lambda f: (f.of(CAVALRY), not f.leaders)):
            broken = self.breach(s, force, look)
            if broken is None:
                return None
            first = first or broken
        return first

    def gather(self, s: M, log: Log, n: int) -> Steps[M]:
        """They go; if it matters who, ask."""
        pool = self.pool(s)
        plain = not pool.sorts and not pool.leaders
        return self.go(s, log, PLAIN[n]) if plain else self.muster(n).proceed(s, log)

    def why_not(self, s: M, n: int) -> Cite | None:
        """Why no force of n armies may go."""
        broken: Cite | None = WHO_THERE_IS
        for force in complete(self.pool(s), n, ()):
            broken = self.law(s, force)
            if broken is None:
                return None
        return broken


class HowMany(Gathering[M], Generic[M], frozen=True):
    """How many armies of a pool go; or a leader alone."""

    own: ClassVar[tuple[str, ...]] = ("send", "alone")
    not_alone: ClassVar[Cite] = ()
    """Which leaders go alone."""

    def too_many(self, s: M) -> Cite:
        """Why more than the pool holds do not go."""
        raise NotImplementedError

    def candidates(self, s: M) -> Iterable[Action]:
        """From one to all; each leader alone."""
        pool = self.pool(s)
        yield from SEND[1 : pool.n + 1]
        yield from (Action("alone", x) for x in pool.leaders)

    def forbids(self, s: M, a: Action) -> Cite | None:
        """No more than there are, in a force that may go."""
        pool = self.pool(s)
        if a.verb == "alone":
            return self.law(s, Force(0, (), (a.name,))) if a.name in pool.leaders else self.not_alone
        if a.verb != "send":
            return None
        if not 0 < a.number <= pool.n:
            return self.too_many(s)
        broken = self.bound(s, a.number) or self.why_not(s, a.number)
        if broken is not None:
            return broken
        spoilt = self.spoils_end(s, a.number)
        return None if spoilt is None or a in self.candidates(s) else spoilt

    def bound(self, s: M, n: int) -> Cite | None:
        """Why not this many can go, whoever they are."""
        return None

    def spoils_end(self, s: M, n: int) -> Cite | None:
        """Which limit of the phase's end could not be met any more; it gives way where every number breaks one."""
        return None

    def absent(self, s: M, a: Action) -> tuple[str, dict[str, Json]] | None:
        """In words: a leader named is not there."""
        gone = a.verb == "alone" and a.name not in self.pool(s).leaders
        return ("not-with-them", {"leader": a.noun}) if gone else None

    def take(self, s: M, a: Action, log: Log) -> Steps[M]:
        """A leader goes alone, or this many armies do."""
        alone = a.verb == "alone"
        return self.go(s, log, Force(0, (), (a.name,))) if alone else self.gather(s, log, a.number)


class Mustering(Choice[M], Generic[M], frozen=True):
    """Of a pool of units n armies go: which sorts, and which leaders with them."""

    exact = True
    who_there_is: ClassVar[Cite] = WHO_THERE_IS
    which_raiders: ClassVar[Cite] = WHICH_RAIDERS
    no_such_leader: ClassVar[Cite] = NO_SUCH_LEADER
    so_many: ClassVar[str] = "so-many-of-them"
    """The sentence that says how many of a sort can go."""
    n: int

    def picked(self, pool: Force) -> Picks:
        """The answers so far."""
        raise NotImplementedError

    def with_picks(self, pool: Force, picks: Picks) -> Self:
        """The same question, further on."""
        raise NotImplementedError

    def gathering(self) -> Gathering[M]:
        """The question that was answered before."""
        raise NotImplementedError

    def seat(self, s: M) -> Seat:
        """Whoever answered it."""
        return self.gathering().seat(s)

    def pool(self, s: M) -> Force:
        """All that could go."""
        return self.gathering().pool(s)

    def allows(self, s: M, force: Force) -> Cite | None:
        """Why that force may not go."""
        return self.gathering().law(s, force)

    def forces(self, s: M) -> list[Force]:
        """Every force that may go with the answers so far."""
        pool = self.pool(s)
        return [f for f in complete(pool, self.n, self.picked(pool)) if self.allows(s, f) is None]

    def proceed(self, s: M, log: Log) -> Steps[M]:
        """Ask the next question that matters, or send the only force left."""
        pool = self.pool(s)
        if not pool.sorts and not pool.leaders:
            return self.gathering().go(s, log, PLAIN[self.n])
        forces = self.forces(s)
        if not forces:
            raise RuleError(f"nobody may go at {self!r}")
        return self.narrowed(s, log, pool, forces)

    def narrowed(self, s: M, log: Log, pool: Force, forces: list[Force]) -> Steps[M]:
        """Ask the next question that matters among the forces left, or send the only one."""
        if len(forces) == 1:
            return self.gathering().go(s, log, forces[0])
        picks = self.picked(pool)
        while len({answer(pool, f, len(picks)) for f in forces}) == 1:
            picks = (*picks, answer(pool, forces[0], len(picks)))
        return [self.with_picks(pool, picks)]

    def at(self, s: M) -> tuple[Force, int]:
        """The pool, and how many answers have been given."""
        pool = self.pool(s)
        return pool, len(self.picked(pool))

    def candidates(self, s: M) -> Iterable[Action]:
        """Answers that lead to a force that may go."""
        pool, i = self.at(s)
        return [action(pool, i, k) for k in sorted({answer(pool, f, i) for f in self.forces(s)})]

    def forbids(self, s: M, a: Action) -> Cite | None:
        """Some force with that answer must be able to go."""
        pool, i = self.at(s)
        if a.verb not in (action(pool, i, 0).verb, action(pool, i, 1).verb):
            return None
        if a.verb in ("with", "without") and a.name not in pool.leaders:
            return self.no_such_leader
        broken: Cite | None = self.only_so_many(pool, i)
        for force in complete(pool, self.n, self.picked(pool)):
            if action(pool, i, answer(pool, force, i)) == a:
                broken = self.allows(s, force)
                if broken is None:
                    return None
        return broken

    def only_so_many(self, pool: Force, i: int) -> Cite:
        """That no more of a sort go than there are."""
        raid = i < len(pool.sorts) and verb_of(pool.sorts[i][0]) != CAVALRY
        return self.which_raiders if raid else self.who_there_is

    def reason(self, s: M, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """How many of the sort asked about may go."""
        pool, i = self.at(s)
        if why == self.no_such_leader:
            return "not-with-them", {"leader": a.noun}
        if i >= len(pool.sorts) or why != self.only_so_many(pool, i):
            return None
        able = {answer(pool, f, i) for f in self.forces(s)}
        kind = verb_of(pool.sorts[i][0])
        return self.so_many, {"n": self.n, "kind": kind, "low": min(able), "high": max(able)}

    def take(self, s: M, a: Action, log: Log) -> Steps[M]:
        """Ask on, unless the answers leave a single force."""
        pool, i = self.at(s)
        found = [f for f in self.forces(s) if action(pool, i, answer(pool, f, i)) == a]
        return self.narrowed(s, log, pool, found)

    def about(self, s: M) -> dict[str, Json]:
        """How many go, and what is asked about."""
        pool, i = self.at(s)
        sorts = len(pool.sorts)
        if i < sorts:
            sort, most = pool.sorts[i]
            kind = verb_of(sort)
            return {
                "n": self.n,
                "asked": kind,
                "kind": kind,
                "leader": None,
                "home": home_of(sort),
                "most": most,
            }
        leader = pool.leaders[i - sorts]
        return {"n": self.n, "asked": leader, "kind": None, "leader": leader, "home": None, "most": 1}


class Muster(Mustering[HostState], frozen=True):
    """The same, with the answers kept one by one: there may be several sorts and leaders."""

    picks: Picks = ()

    def picked(self, pool: Force) -> Picks:
        return self.picks

    def with_picks(self, pool: Force, picks: Picks) -> Self:
        return replaced(self, picks=picks)


def complete(pool: Force, n: int, picks: Picks) -> tuple[Force, ...]:
    """Every force of n armies out of a pool that agrees with the answers given."""
    if not pool.sorts and not pool.leaders:
        return (PLAIN[n],)
    return _all_complete(pool.n, pool.sorts, pool.leaders, n, picks)


@lru_cache(maxsize=2048)
def _all_complete(
    most: int, sorts: tuple[tuple[Sort, int], ...], leaders: tuple[str, ...], n: int, picks: Picks
) -> tuple[Force, ...]:
    found: list[Force] = []
    _complete(Force(most, sorts, leaders), n, picks, (), found)
    return tuple(found)


def _complete(pool: Force, n: int, picks: Picks, done: Picks, found: list[Force]) -> None:
    i, sorts = len(done), len(pool.sorts)
    if i == sorts + len(pool.leaders):
        found.append(_force(pool, n, done))
        return
    if i < len(picks):
        choices: Iterable[int] = (picks[i],)
    elif i >= sorts:
        choices = (0, 1)
    else:
        rest = n - sum(done)
        others = pool.of(INFANTRY) + sum(k for _, k in pool.sorts[i + 1 :])
        choices = range(max(0, rest - others), min(rest, pool.sorts[i][1]) + 1)
    for k in choices:
        _complete(pool, n, picks, (*done, k), found)


def _force(pool: Force, n: int, done: Picks) -> Force:
    sorts = tuple((sort, k) for (sort, _), k in zip(pool.sorts, done, strict=False) if k)
    goes = done[len(pool.sorts) :]
    return Force(n, sorts, tuple(x for x, yes in zip(pool.leaders, goes, strict=True) if yes))


def answer(pool: Force, force: Force, i: int) -> int:
    """The answer to question i that a force stands for."""
    if i < len(pool.sorts):
        return force.of(pool.sorts[i][0])
    return int(pool.leaders[i - len(pool.sorts)] in force.leaders)


def action(pool: Force, i: int, k: int) -> Action:
    """Answer k to question i as an action."""
    if i < len(pool.sorts):
        return one_answer(verb_of(pool.sorts[i][0]), k)
    return one_answer("with" if k else "without", pool.leaders[i - len(pool.sorts)])


def verb_of(sort: Sort) -> str:
    """The verb that says how many of a sort go."""
    return CAVALRY if sort == CAVALRY else "raiders" if home_of(sort) is not None else "others"
