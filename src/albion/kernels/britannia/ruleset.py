"""The record of choices that makes one Britannia game out of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from albion.engine.action import Seat
from albion.engine.cite import Cite
from albion.engine.event import Log
from albion.engine.options import Options
from albion.engine.step import Step, Steps
from albion.kernels.britannia.board import Area, Board, Nation, Place
from albion.kernels.britannia.units import Kind, Leader

if TYPE_CHECKING:
    from albion.kernels.britannia.clauses import Clauses
    from albion.kernels.britannia.engagement import Battle, Side
    from albion.kernels.britannia.prospect import Outlook
    from albion.kernels.britannia.state import BritState


class Counters(Protocol):
    """A nation, and how many army counters it has."""

    @property
    def id(self) -> Nation: ...

    @property
    def name(self) -> str: ...

    @property
    def armies(self) -> int: ...


class Commander(Protocol):
    """A leader, and whose he is."""

    @property
    def nation(self) -> Nation: ...


class Space(Protocol):
    """A space of the Timeline."""

    @property
    def number(self) -> int: ...

    @property
    def years(self) -> tuple[int, int]: ...

    def arriving(self) -> list[str]:
        """Who the log says will arrive."""
        ...


class NationCard(NamedTuple):
    """A nation of the Play Order list."""

    id: Nation
    name: str
    armies: int
    """How many counters it has."""
    centers: tuple[Area, ...] = ()
    """Its scoring centers."""
    values: Mapping[Area, int] = {}
    """What each area is worth to it when held."""


class Reinforcement(NamedTuple):
    """What the Timeline brings one nation in one round."""

    nation: Nation
    armies: int
    place: Place | None
    """The sea or border of seas they appear in; None: on land."""
    leader: str = ""
    cavalry: int = 0
    """How many of the armies are cavalry, in games that know it."""


class Round(NamedTuple):
    """One space of the Timeline."""

    number: int
    years: tuple[int, int]
    reinforcements: Mapping[Nation, Reinforcement]
    final: bool = False

    def arriving(self) -> list[str]:
        """Each nation that the Timeline brings armies, with their number."""
        return [f"{r.nation} {r.armies}" for r in self.reinforcements.values()]


class Numbers(NamedTuple):
    """The limits the kernel's laws compare with."""

    clear: int
    difficult: int
    overstack_clear: int
    overstack_difficult: int
    points_clear: int
    points_difficult: int
    points_per_army: int
    track_max: int
    limit_per_area: int
    limit_bonus: int
    move: int
    hit: int
    hit_difficult: int
    dice_per_army: int = 1


@dataclass(frozen=True, slots=True)
class Edition:
    """What every game on this map has; built once at setup, shared by all states, asked by every step."""

    options: Options
    board: Board
    nations: Mapping[Nation, Counters]
    """In play order."""
    counters: Mapping[Nation, Mapping[Kind, int]]
    """How many counters of each special kind a nation has; infantry is the rest of its armies."""
    leaders: Mapping[Leader, Commander]
    seat_of: Mapping[Nation, Seat]
    seats: tuple[Seat, ...]
    timeline: tuple[Space, ...]
    clauses: Clauses
    """Where its book states what all editions share."""
    opening: Callable[[Any, Battle], None]
    """What comes before the first dice of a battle."""
    hits: Callable[[Any, Log, Battle, Side], Any]
    """Dice of one side, and what they hit."""
    losses: Callable[[Any, Battle, Side, Any], Steps[Any]]
    """What such hits take off a side."""
    retreats: Callable[[Any, Battle, Any, Any], Steps[Any]]
    """Who may retreat, and what follows up to the next round, in which hits on defender and attacker may count on."""
    battle_ends: Callable[[Any, Log, Battle, Nation | None], Steps[Any]]
    """What follows a battle, for whoever is left."""
    dies_out: Callable[[Any, Log, Nation, Area, bool], None]
    """An army of the excess is removed, cavalry or not."""
    in_game: Callable[[Any, Nation], bool]
    """Whether a nation takes a turn in this round."""
    phases: Callable[[Any, Log, Nation], Steps[Any]]
    """What a nation turn begins with, and its phases in order."""
    round_begins: Callable[[Any, Log], Steps[Any]]
    """What comes before the first turn of a round."""
    round_ends: Callable[[Any, Log], Steps[Any]]
    """What is scored or asked when a round's turns are over."""
    round_closes: tuple[Callable[[Any, Log], None], ...]
    """What happens last, in order, before the marker advances."""


@dataclass(frozen=True, slots=True)
class Ruleset(Edition):
    """What one game has chosen of what the reduX games leave open.

    Laws that are asked several times for every answer are methods of the game's own record: compiled code calls them directly.
    """

    nations: Mapping[Nation, NationCard]
    timeline: tuple[Round, ...]
    numbers: Numbers
    movement_end: tuple[Callable[[BritState, Nation], Cite | None], ...]
    """What must hold when a Movement Phase ends."""
    standing: Callable[[Any, Nation], None]
    """Notes what the phase's end will be measured by, once it is known who may move."""
    spent: Callable[[BritState, Nation], Cite]
    """What says how far a nation's armies go."""
    no_overrun: Cite
    """What keeps armies among opponents in difficult terrain."""
    retreat: Callable[[Battle, Side, int], Step[Any]]
    """The question who retreats where, given the side's armies beyond the population limit."""
    retreat_limit: Callable[[BritState, Nation, Place, int], Cite | None]
    """What a retreat just made breaks, given the excess before it."""

    def stacking(self, s: BritState, nation: Nation, armies: Mapping[Place, int]) -> Cite | None:
        """What armies so placed break of their nation's stacking limits."""
        raise NotImplementedError

    def excess(self, s: BritState, nation: Nation) -> int:
        """Armies beyond the population limit."""
        raise NotImplementedError

    def no_end_left(self, s: BritState, nation: Nation) -> Cite:
        """The limit of the phase's end that the moving nation surely can no longer meet; (): perhaps all."""
        raise NotImplementedError

    def outlook(self, s: BritState, nation: Nation) -> Outlook:
        """Whether the phase can still end, as the nation stands or after a move."""
        raise NotImplementedError

    def overrun(self, s: BritState, nation: Nation, area: Area, arriving: int, led: bool) -> int:
        """Of this many armies that entered an area among opponents, how many may march on, led or not."""
        raise NotImplementedError

    def refuge(self, s: BritState, battle: Battle, nation: Nation, area: Area) -> Cite | None:
        """Why a side of a battle may not retreat to an area; None: it may."""
        raise NotImplementedError
