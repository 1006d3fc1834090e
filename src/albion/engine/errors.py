"""The error tree; every message is one sentence for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from albion.engine.cite import Cite
    from albion.engine.refusal import Refusal


class AlbionError(Exception):
    """Anything Albion refuses or fails at, explained in one sentence."""


class DataError(AlbionError):
    """A file or an input is wrong: where, which key, what was expected."""


class MalformedActionError(AlbionError):
    """Not an action of this game at all."""


class NotYourTurnError(AlbionError):
    """Another seat must answer now, or the match is over."""


class IllegalActionError(AlbionError):
    """An action of this game that is not legal now; carries the reason."""

    def __init__(self, message: str, refusal: Refusal) -> None:
        super().__init__(message)
        self.refusal = refusal

    @property
    def cite(self) -> Cite:
        """The clauses against it."""
        return self.refusal.cite


class UndoError(AlbionError):
    """Nothing to undo, or something final happened since."""


class ReplayError(AlbionError):
    """A stored action no longer fits: its index and version."""


class RuleError(AlbionError):
    """Our own bug: a dead end or a broken invariant; carries the record that reproduces it."""

    def __init__(self, message: str, record: str | None = None) -> None:
        super().__init__(message)
        self.record = record
