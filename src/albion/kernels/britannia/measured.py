"""One outlook for all questions asked about one position: from where, where to, and how many."""

from __future__ import annotations

import msgspec

from albion.kernels.britannia.board import Nation, Place
from albion.kernels.britannia.checkpoint import Checkpoint
from albion.kernels.britannia.prospect import Outlook
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.units import Move


class Measured(msgspec.Struct, frozen=True):
    """An outlook, and by what the position it was measured in is known again.

    A phase's position follows from its beginning and the moves made since; the armies are compared as
    well, so that a table changed in any other way is measured again.
    """

    look: Outlook
    nation: Nation
    since: Checkpoint
    moves: tuple[Move, ...]
    needy: bool
    armies: dict[Place, int]
    fresh: dict[Place, int]

    def fits(self, s: BritState, nation: Nation) -> bool:
        """Whether nothing has changed since."""
        return (
            self.since is s.checkpoint
            and self.moves is s.moves
            and self.needy == s.needy
            and self.nation == nation
            and self.armies == s.armies[nation]
            and self.fresh == s.fresh
        )


def outlook_now(s: BritState, nation: Nation) -> Outlook:
    """The outlook on the phase's end from the position as it is, measured once while nothing moves."""
    known = s.measured
    if known is not None and known.fits(s, nation):
        return known.look
    look = s.rules.outlook(s, nation)
    if s.checkpoint:
        s.measured = Measured(
            look, nation, s.checkpoint, s.moves, s.needy, s.armies[nation].copy(), s.fresh.copy()
        )
    return look


def care(s: BritState, nation: Nation) -> Outlook | None:
    """The outlook on the phase's end, where moves may not spoil it any more."""
    return outlook_now(s, nation) if s.careful else None
