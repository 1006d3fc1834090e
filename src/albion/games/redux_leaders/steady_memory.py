"""What a steady player need not judge twice: worths of areas, and the best moves of a phase while nothing near them changes.

Nothing here judges. A player that forgets all of it between two questions answers the same; a property compares both.
"""

from __future__ import annotations

import msgspec

from albion.games.redux_leaders.state import table_of
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.checkpoint import NOTHING_NOTED, Checkpoint
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.units import Leader, Move, Sort


class Best(msgspec.Struct, frozen=True):
    """The best move from a place: what it gains, where it leads, and the ways there were."""

    gain: float
    area: Area
    ways: list[Area]


class Worths(msgspec.Struct):
    """What areas seem worth to a nation, by what that depends on."""

    round: int
    turn: Nation | None
    extra: bool
    taken: tuple[Area, ...]
    known: dict[Area, float]

    def hold(self, s: HostState, taken: tuple[Area, ...]) -> bool:
        """Whether they still hold."""
        same = self.round == s.round and self.turn == s.turn and self.taken == taken
        return same and self.extra == table_of(s).extra


class Memory:
    """Worths, and the best moves of the phase under way, place by place."""

    def __init__(self) -> None:
        self.worths: dict[Nation, Worths] = {}
        self.moves: dict[Place, Best] = {}
        self.phase: Checkpoint = NOTHING_NOTED
        self.made: tuple[Move, ...] = ()
        self.armies: dict[Place, int] = {}
        self.fresh: dict[Place, int] = {}
        self.sorts: dict[Place, dict[Sort, int]] = {}
        self.leaders: dict[Leader, Place] = {}
        self.strides: dict[Leader, int] = {}
        self.taken: tuple[Area, ...] = ()

    def worths_of(self, s: HostState, nation: Nation) -> dict[Area, float]:
        """What areas are known to be worth to a nation now."""
        taken = table_of(s).occupied.get(nation, ())
        found = self.worths.get(nation)
        if found is None or not found.hold(s, taken):
            found = Worths(s.round, s.turn, table_of(s).extra, taken, {})
            self.worths[nation] = found
        return found.known

    def moves_of(self, s: HostState, nation: Nation) -> dict[Place, Best]:
        """The best moves that still are; a place not listed must be judged.

        Where care or a law on entering binds, ways hang on the whole table, and by boat on other coasts: nothing is kept then.
        """
        taken = table_of(s).occupied.get(nation, ())
        bound = s.careful or s.restrained or s.rules.flags(s, nation).boats
        if bound or not s.checkpoint or self.phase is not s.checkpoint or self.taken != taken:
            self.moves = {}
        else:
            self._forget_near(s, self._changed(s, nation))
        self.phase, self.taken, self.made = s.checkpoint, taken, s.moves
        self.armies, self.fresh = s.armies[nation].copy(), s.fresh.copy()
        self.sorts = {p: there.copy() for p, there in s.sorts[nation].items()} if nation in s.sorts else {}
        self.leaders, self.strides = s.leaders.copy(), s.strides.copy()
        return self.moves

    def planned(self, s: HostState, place: Place, ways: list[Area]) -> Best | None:
        """The best move from a place as it was judged when those who move next were chosen, if nothing has moved since."""
        if self.phase is not s.checkpoint or self.made is not s.moves or not s.checkpoint:
            return None
        found = self.moves.get(place)
        return found if found is not None and found.ways == ways else None

    def _changed(self, s: HostState, nation: Nation) -> set[Place]:
        """Where the nation stands otherwise than before."""
        found = _differing(self.armies, s.armies[nation]) | _differing(self.fresh, s.fresh)
        now = s.sorts.get(nation, {})
        if now or self.sorts:
            found |= {p for p in (*now, *self.sorts) if now.get(p) != self.sorts.get(p)}
        for leader in (*s.leaders, *self.leaders):
            was, stands = self.leaders.get(leader), s.leaders.get(leader)
            if was != stands or self.strides.get(leader) != s.strides.get(leader):
                found |= {p for p in (was, stands) if p is not None}
        return found

    def _forget_near(self, s: HostState, changed: set[Place]) -> None:
        """What was judged in the places that changed, or next to them."""
        board = s.rules.board
        for place in list(self.moves):
            around = board.near[Area(place)] if place in board.near else board.coast[place]
            if place in changed or not changed.isdisjoint(around):
                del self.moves[place]


def _differing(before: dict[Place, int], now: dict[Place, int]) -> set[Place]:
    """Places with other numbers than before."""
    found = {p for p, n in now.items() if before.get(p) != n}
    for place in before:
        if place not in now:
            found.add(place)
    return found
