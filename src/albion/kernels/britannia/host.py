"""The table of a Britannia game with sorts of armies and leaders, and the record of what such a game chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self

from albion.engine.action import Action, Json
from albion.engine.cite import Cite
from albion.engine.event import Log
from albion.engine.step import Step
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.ruleset import Ruleset
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.units import Force, Kind, Leader, LeaderCard, Way, home_of

if TYPE_CHECKING:
    from albion.kernels.britannia.engagement import Battle, Side

Raiding = Literal["none", "optional", "must-return"]


class TurnFlags(NamedTuple):
    """What the Timeline marks a nation's turn with."""

    major: bool = False
    raiding: Raiding = "none"
    occupy: bool = False
    boats: bool = False


PLAIN_TURN = TurnFlags()


@dataclass(frozen=True, slots=True, kw_only=True)
class HostRuleset(Ruleset):
    """What a game with sorts of armies and leaders chooses besides."""

    leaders: Mapping[Leader, LeaderCard] = (
        field()
    )  # restated for its type: field() says that there is no default
    allowance: Mapping[Kind, int]
    """How many areas an army of a kind moves by itself."""
    led_allowance: Mapping[Kind, int]
    """How many it moves if it is led for its whole move."""
    leader_moves: int
    """How many areas a leader moves."""
    no_way: Callable[[HostState, Nation, Place, Place, int], Cite]
    """Why none of the ways leads from one place to another."""
    restrained: Callable[[HostState, Nation], bool]
    """Whether any of these laws can bar anything to the nation that begins to move."""
    phase_begins: tuple[Callable[[HostState, Nation], None], ...]
    """What a Movement Phase begins with, before it is noted how the nation stands."""
    need: Callable[[HostState, Battle, Side, Kind, Kind], int]
    """What a die of a side's kind must show, the leader's bonus included, to eliminate the other side's kind."""
    bonus: Callable[[HostState, Nation, Area], int]
    """What a nation adds to each die in an area."""
    fell: tuple[Callable[[HostState, Log, Battle, Nation, str, int], None], ...]
    """What follows when units of a nation (a kind and number, or a leader and one) are eliminated in battle."""
    victory: Callable[[HostState, Battle], Sequence[Step[Any]]]
    """What follows a battle."""
    falls_back: Callable[[HostState, Battle, Side, Place, Force], Cite | None]
    """Why a force of a side may not retreat to a place, besides what `refuge` and the limits say."""
    withdrawn: Callable[[HostState, Nation], Cite | None]
    """Why Raider Withdrawal may not end yet."""
    still_ashore: Callable[[HostState, Nation, Cite], tuple[str, dict[str, Json]]]
    """The same in words."""
    withdraws: Callable[[HostState, Nation, Area, Force], Cite | None]
    """Why a force may not withdraw from an area."""
    before_withdrawal: Callable[[HostState, Nation], Sequence[Action]]
    """What else may be answered before anybody withdraws."""
    instead_of_withdrawal: Callable[[HostState, Log, Nation, Action], Sequence[Step[Any]]]
    """What follows such an answer."""
    raided: Callable[[HostState, Log, Nation, tuple[Area, ...]], None]
    """What raids bring, given where the nation's units stood when Raider Withdrawal began."""

    def flags(self, s: HostState, nation: Nation) -> TurnFlags:
        """The marks of a nation's turn now under way."""
        raise NotImplementedError

    def ways(self, s: HostState, nation: Nation, place: Place, used: int) -> Sequence[Way]:
        """Where one may go from a place, this many areas of the allowance used, led or not; the laws on entering apart."""
        raise NotImplementedError

    def entering(
        self, s: HostState, nation: Nation, place: Place, area: Area, force: Force | None
    ) -> Cite | None:
        """What forbids a force to enter an area where opponents stand; None: some force, not yet known which."""
        raise NotImplementedError

    def company(self, s: HostState, nation: Nation, place: Place, force: Force) -> Cite | None:
        """Why a force may not leave a place together (and the rest stay), in movement or retreat; plain infantry always may."""
        raise NotImplementedError

    def arrived(self, s: HostState, log: Log, nation: Nation, area: Area) -> None:
        """What happens when units of a nation have come into an area, or are left alone there."""
        raise NotImplementedError


@dataclass(slots=True)
class HostState(BritState):
    """Armies of several sorts, and leaders: besides, what is noted of leaders, boats and hits."""

    shared: ClassVar[frozenset[str]] = frozenset({"rules", "measured"})
    rules: HostRuleset = field(kw_only=True)
    entered_leaders: dict[Leader, Place] = field(default_factory=dict)
    """Where each leader that came among opponents came from; the area itself: by boat."""
    strides: dict[Leader, int] = field(default_factory=dict)
    """Areas each leader has moved in this phase."""
    passed: tuple[Area, ...] = ()
    """Areas a leader left in this phase while its nation held them."""
    raiding_leaders: dict[Leader, Place] = field(default_factory=dict)
    """Leaders that began the turn at sea in a raiding turn, and where."""
    restrained: bool = True
    """Whether laws on entering areas may bar the moving nation's way."""
    moved_back: bool = False
    """Some raiders have withdrawn in the phase under way."""
    boated: tuple[Place, ...] = ()
    """Where this phase's boats set out from, and where they landed."""
    kept: dict[str, tuple[Kind, ...]] = field(default_factory=dict)
    """A hit each side of a battle keeps, as the kinds it could have hit."""

    def lay_out(self, like: Self) -> None:
        BritState.lay_out(self, like)
        self.strides, self.kept = like.strides.copy(), like.kept.copy()
        self.entered_leaders, self.raiding_leaders = like.entered_leaders.copy(), like.raiding_leaders.copy()
        self.passed, self.boated = like.passed, like.boated
        self.moved_back, self.restrained = like.moved_back, like.restrained

    def forget_entries(self) -> None:
        """Nobody remembers any more where attackers came from, nor a hit kept."""
        BritState.forget_entries(self)
        self.entered_leaders, self.kept = {}, {}

    def raiders(self, nation: Nation, place: Place) -> int:
        """How many raiding armies stand in a place."""
        return sum(n for sort, n in self.tally(nation, place).items() if home_of(sort) is not None)

    def enter(self, area: Area, whence: Place, force: Force) -> None:
        """A force comes among opponents from a place."""
        for leader in force.leaders:
            self.entered_leaders[leader] = whence
        BritState.enter(self, area, whence, force)

    def go_back(self, area: Area, whence: Place, force: Force) -> None:
        """A force that had come among opponents from a place is there no longer."""
        for leader in force.leaders:
            self.entered_leaders.pop(leader, None)
        BritState.go_back(self, area, whence, force)


def host(s: BritState) -> HostState:
    """A state that a kernel's law passes on, as the richer state it is."""
    assert isinstance(s, HostState)
    return s
