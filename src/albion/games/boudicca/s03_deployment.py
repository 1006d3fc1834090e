"""3.0 Initial Deployment: what stands where, and what each player may place."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.actions import act
from albion.games.boudicca.questions import Question, Reason, elsewhere, place
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s04_sequence import Turn
from albion.games.boudicca.state import BOXES, NEVER, RESERVE, BoudiccaState
from albion.kernels.hex import Hex


def take_from_reserve(s: BoudiccaState, kind: str, n: int, place: int) -> list[int]:
    """The next n counters of a kind come into play."""
    taken = waiting(s, kind)[:n]
    for u in taken:
        s.put(u, place)
        s.arrived[u] = 0
    return taken


def waiting(s: BoudiccaState, kind: str) -> list[int]:
    """The counters of a kind that are not yet in play."""
    return [u for u in s.rules.of_kind[kind] if s.where[u] == RESERVE]


@rule(cite("boudicca 3.0.a 3.1.1.a 3.1.1.b 11.2.1.a 11.2.2.a 11.2.3.a tribes.l"))
def deploy_britons(s: BoudiccaState) -> None:
    """Trinovantes and Iceni in revolt in their oppida, Boudicca with the Iceni; all others wait."""
    setup = s.rules.data.setup.britons
    s.revolted = tuple(sorted(setup.in_revolt))
    for tribe in setup.in_revolt:
        for u in s.rules.of_body[tribe]:
            s.put(u, s.rules.board.oppidum[tribe])
    s.put(s.rules.boudicca, setup.boudicca)


@rule(cite("boudicca 3.2.a 3.2.b 3.2.c 3.2.d 3.2.e 3.2.f 3.2.g 3.2.h 8.0.a 11.1.1.a 11.1.1.b R1 R2"))
def deploy_romans(s: BoudiccaState) -> None:
    """Legions inactive on the map and off it, garrisons active, Civilians in their towns."""
    setup = s.rules.data.setup
    for stack in setup.romans.stacks:
        place = BOXES[stack.at] if stack.at in BOXES else int(stack.at)
        units = [s.rules.index[f"{stack.legion}-{n}"] for n in stack.cohorts]
        for u in units:
            s.put(u, place)
        units += take_from_reserve(s, "cav", stack.cavalry, place)
        units += take_from_reserve(s, "aux", stack.auxilia, place)
        for u in units:
            s.ready[u] = 0 if stack.active else NEVER
    s.put(s.rules.paulinus, BOXES[setup.romans.paulinus])
    s.ready[s.rules.paulinus] = NEVER
    towns = [*setup.civilians.list, *([setup.civilians.fifth_town] if s.options.fifth_town else [])]
    for town in towns:
        take_from_reserve(s, "civ", town.count, town.hex)


@step(cite("boudicca 3.0.a 3.1.2.a 3.2.i 4.0.a"))
class Deployment(Step[BoudiccaState], frozen=True):
    """The fixed counters stand; both players place the free ones; then the first turn."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Set up, then ask."""
        deploy_britons(s)
        deploy_romans(s)
        for u in range(len(s.arrived)):
            s.arrived[u] = 0
        druids = [PlaceDruid(n) for n in range(s.rules.data.setup.britons.druids)]
        posts = [Garrison(h) for h in s.rules.board.posts]
        return [*druids, *posts, Turn(1)]


EACH_ALONE = cite("boudicca 3.1.2.a")
AMONG_ROMANS = cite("boudicca 12.1.1.a R17")


@rule(cite("boudicca 3.1.2.a 3.1.2.b R17"))
def druid_place_fault(s: BoudiccaState, h: Hex) -> Cite | None:
    """Each Druid alone of his kind in a tribal capital, not of Brigantes or Parisi, nor among Romans."""
    tribe = s.rules.board.tribe_at.get(h)
    if tribe is None:
        return EACH_ALONE
    if tribe in s.rules.data.setup.britons.no_druids:
        return cite("boudicca 3.1.2.b")
    if any(s.where[u] == h for u in s.rules.druids):
        return EACH_ALONE
    return AMONG_ROMANS if s.occupied(h, ROMANS) else None


@step(cite("boudicca 3.1.2.a 3.1.2.b R17"))
class PlaceDruid(Question, frozen=True):
    """In which tribal capital a Druid starts."""

    number: int

    def seat(self, s: BoudiccaState) -> Seat:
        """The Briton player."""
        return Seat(BRITONS)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Every oppidum."""
        return [act("place", h) for h in sorted(s.rules.board.tribe_at)]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """The limits of 3.1.2."""
        return druid_place_fault(s, a.number) if a.verb == "place" else elsewhere(s, a)

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """What is wrong with the hex."""
        if a.verb != "place":
            return None
        if a.number not in s.rules.board.tribe_at:
            return "no-capital", place(s, a.number)
        if why == AMONG_ROMANS:
            return "enemies-there", place(s, a.number)
        return ("druid-there", place(s, a.number)) if why == EACH_ALONE else None

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Place the Druid there."""
        take_from_reserve(s, "druid", 1, a.number)
        emit(log, "druid-placed", self.cite, hex=a.noun)
        return []


@step(cite("boudicca 3.2.i"))
class Garrison(Question, frozen=True):
    """How many of a Post's three units are cavalry; the others are auxilia."""

    post: int

    def seat(self, s: BoudiccaState) -> Seat:
        """The Roman player."""
        return Seat(ROMANS)

    def about(self, s: BoudiccaState) -> dict[str, Json]:
        """The Post, and what is left to place."""
        cavalry, auxilia, _ = self._left(s)
        return {"hex": self.post, "cavalry": cavalry, "auxilia": auxilia}

    def _left(self, s: BoudiccaState) -> tuple[int, int, int]:
        """Free cavalry and auxilia left, and the size of a garrison."""
        cavalry, auxilia = (len(waiting(s, kind)) for kind in ("cav", "aux"))
        return cavalry, auxilia, s.rules.data.setup.garrisons.per_post

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """None to all of them."""
        return [act("garrison", n) for n in range(s.rules.data.setup.garrisons.per_post + 1)]

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Not more of a kind than there are."""
        if a.verb != "garrison":
            return elsewhere(s, a)
        cavalry, auxilia, size = self._left(s)
        return None if 0 <= size - a.number <= auxilia and a.number <= cavalry else self.cite

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """What is left to place."""
        if a.verb != "garrison":
            return None
        cavalry, auxilia, size = self._left(s)
        return "garrison", {"cavalry": cavalry, "auxilia": auxilia, "size": size}

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """The chosen number of cavalry, and auxilia for the rest."""
        _, _, size = self._left(s)
        n = a.number
        take_from_reserve(s, "cav", n, self.post)
        take_from_reserve(s, "aux", size - n, self.post)
        emit(log, "garrison", self.cite, hex=self.post, cavalry=n, auxilia=size - n)
        return []
