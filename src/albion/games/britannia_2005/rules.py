"""The record of choices that the steps of the 2005 game ask: tables read from data, and laws chosen by options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from albion.engine.action import Seat
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.ruleset import Edition

if TYPE_CHECKING:
    from albion.games.britannia_2005.state import Brit


class Card(NamedTuple):
    """A nation of the Nation List and its counters."""

    id: Nation
    name: str
    colour: Seat
    infantry: int
    cavalry: int
    forts: int
    burhs: int

    @property
    def armies(self) -> int:
        """All its army counters."""
        return self.infantry + self.cavalry


class Leader(NamedTuple):
    """A leader: whose, from when, where he arrives and how long he stays."""

    id: str
    name: str
    nation: Nation
    round: int
    sea: Place
    stays: str
    needs: str


class Turn(NamedTuple):
    """What the Timeline says of one nation's turn."""

    invaders: tuple[tuple[Place, int, int], ...] = ()
    """Sea, infantry, cavalry."""
    leader: str = ""
    major: bool = False
    raid: bool = False
    boats: bool = False
    growth: bool = True
    """Whether the nation has an Increase Population phase."""
    withdrawal: str = ""
    """What takes the place of the usual Raider Withdrawal."""
    notes_harold: bool = False
    """Whether it counts that Harold is out of play when the turn ends."""


class Round(NamedTuple):
    """One space of the Timeline."""

    number: int
    years: tuple[int, int]
    scoring: bool
    bretwalda: bool
    king: bool
    begins: str
    """What happens before the first turn."""
    turns: Mapping[Nation, Turn]


class Box(NamedTuple):
    """A box of a nation card that pays for occupying areas."""

    id: str
    values: Mapping[Area, int]
    at_withdrawal: bool = False


class Bounty(NamedTuple):
    """A line of a nation card that pays for eliminating units."""

    nation: Nation
    first: int
    last: int
    target: str
    of: tuple[str, ...]
    points: int
    own_turn: bool
    except_own_round: int


class Cap(NamedTuple):
    """Holding points in some regions are at most half of those in others."""

    nation: Nation
    capped: frozenset[Area]
    by: frozenset[Area]


class Fealty(NamedTuple):
    """A nation that may submit, to whom, with how few areas, and when."""

    nation: Nation
    master: Nation
    areas: int
    first: int
    last: int


class Figures(NamedTuple):
    """The numbers that laws compare with."""

    clear: int
    difficult: int
    overstack_difficult: int
    roman_difficult: int
    points_clear: int
    points_difficult: int
    points_per_army: int
    track_max: int
    limit_per_area: int
    move: int
    move_fast: int
    hit: int
    hit_by_strong: int
    hit_sheltered: int
    keep: int
    keep_round: int
    truce_until: int


@dataclass(frozen=True, slots=True)
class Rules(Edition):
    """What this game has besides: its tables, and the laws its options choose."""

    nations: Mapping[Nation, Card]
    leaders: Mapping[str, Leader]
    timeline: tuple[Round, ...]
    figures: Figures
    hold: tuple[Mapping[Nation, Mapping[Area, int]], ...]
    """What each area is worth to each nation when held at the end of a round, by round."""
    occupy: tuple[Mapping[Nation, Box], ...]
    """What areas are worth when occupied, by round."""
    bounties: tuple[Bounty, ...]
    caps: Mapping[Nation, Cap]
    landing: Mapping[tuple[Nation, Place], Mapping[Area, int]]
    """Where invaders in a sea may land, and how many areas of movement that takes."""
    fealties: tuple[Fealty, ...]
    reinforcements: Mapping[int, tuple[int, ...]]
    """Roman reinforcements by round, by armies in play."""
    south: frozenset[Area]
    england: frozenset[Area]
    covered: frozenset[Area]
    """Galloway and Scotland: what the submission to the Angles covers."""
    sails: Mapping[Area, tuple[Area, ...]]
    """Where a boat may land that sets out from an area."""
    harold_adds: bool
    """The two boxes of the Norman card for Harold's end add up."""
    brigante_value: Callable[[Brit, Area], int]
    """What an area of the subject Brigantes is worth to the Angles now."""
