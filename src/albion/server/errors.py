"""How refusals are told: a status, a code, one sentence, and the clauses behind it."""

from __future__ import annotations

from typing import Any

from albion.engine.cite import Cite, Ref, load_book
from albion.engine.errors import (
    AlbionError,
    DataError,
    IllegalActionError,
    MalformedActionError,
    NotYourTurnError,
    ReplayError,
    RuleError,
    UndoError,
)
from albion.server.store import BusyError


class Refusal(Exception):
    """A request that is not carried out; nothing has changed."""

    def __init__(self, status: int, error: str, message: str, cite: Cite = (), **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.message = message
        self.cite = cite
        self.more = more

    def body(self) -> dict[str, Any]:
        """The answer's JSON."""
        refs = cite_json(self.cite)
        told = {
            "error": self.error,
            "message": self.message,
            "cite": refs,
            "clauses": clauses_json(self.cite),
        }
        return {**told, **self.more}


def malformed(message: str) -> Refusal:
    """What cannot be understood at all."""
    return Refusal(400, "malformed", message)


def foreign(message: str) -> Refusal:
    """What is somebody else's."""
    return Refusal(403, "foreign", message)


def unknown(what: str) -> Refusal:
    """What is not there."""
    return Refusal(404, "unknown", f"there is no such {what}")


def cite_json(c: Cite) -> list[str]:
    """Clauses as texts such as 'book 6.3.b'."""
    return [str(ref) for ref in c]


def clauses_json(c: Cite) -> list[dict[str, str]]:
    """Clauses with what they say."""
    return [{"ref": str(ref), "text": _text(ref)} for ref in c]


def _text(ref: Ref) -> str:
    try:
        return load_book(ref.book).text(ref.clause)
    except (DataError, KeyError):
        return ""


def refusal_of(error: Exception) -> Refusal | None:
    """The refusal that stands for an error of the engine or the store; None: it is our own bug."""
    match error:
        case Refusal():
            return error
        case IllegalActionError():
            return Refusal(409, "illegal", str(error), error.cite)
        case MalformedActionError():
            return malformed(str(error))
        case NotYourTurnError():
            return Refusal(403, "not-your-turn", str(error))
        case UndoError():
            return Refusal(409, "undo", str(error))
        case ReplayError():
            return Refusal(409, "record", str(error))
        case RuleError():
            return None
        case AlbionError():
            return malformed(str(error))
        case BusyError():
            return Refusal(503, "busy", "the database did not answer in time: look again, then try once more")
        case _:
            return None
