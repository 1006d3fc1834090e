"""The shape of every error: a status, a code, one sentence, and the clauses behind it."""

from __future__ import annotations

import asyncio

from msgspec import UNSET, UnsetType

from albion.engine.cite import Cite
from albion.engine.errors import (
    AlbionError,
    IllegalActionError,
    MalformedActionError,
    NotYourTurnError,
    ReplayError,
    RuleError,
    UndoError,
)
from albion.server import responses
from albion.server.store import BusyError

TOO_MANY = 429
HELD_BACK = 0.5
"""Seconds before somebody who asks too often is told so."""


class RequestError(Exception):
    """A request that is not carried out; nothing has changed."""

    def __init__(
        self,
        status: int,
        error: str,
        message: str,
        cite: Cite = (),
        table: responses.Table | UnsetType = UNSET,
        retry: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.message = message
        self.cite = cite
        self.table = table
        self.retry = retry
        """After how many seconds it may be tried again."""
        self.answer: int | UnsetType = UNSET
        """Which answer of a plan was refused."""

    def response(self) -> responses.Error:
        """The refusal as it is sent."""
        return responses.Error(
            error=self.error,
            # It may repeat what was asked, and half a character cannot be sent.
            message=self.message.encode(errors="replace").decode(),
            cite=responses.cite_texts(self.cite),
            clauses=responses.clause_texts(self.cite),
            table=self.table,
            answer=self.answer,
        )


async def hold_back(status: int) -> None:
    """Delay the refusal for a client that asks too often: sent at once, it would be requested a thousand times a second."""
    if status == TOO_MANY:
        await asyncio.sleep(HELD_BACK)


def malformed(message: str) -> RequestError:
    """The error for a request that cannot be understood."""
    return RequestError(400, "malformed", message)


def foreign(message: str) -> RequestError:
    """The error for what belongs to somebody else."""
    return RequestError(403, "foreign", message)


def unknown(what: str) -> RequestError:
    """The error for what does not exist."""
    return RequestError(404, "unknown", f"there is no such {what}")


def request_error(error: Exception) -> RequestError | None:
    """The refusal that corresponds to an error of the engine or the store; None: it is our own bug."""
    match error:
        case RequestError():
            return error
        case IllegalActionError():
            return RequestError(409, "illegal", str(error), error.cite)
        case MalformedActionError():
            return malformed(str(error))
        case NotYourTurnError():
            return RequestError(403, "not-your-turn", str(error))
        case UndoError():
            return RequestError(409, "undo", str(error))
        case ReplayError():
            return RequestError(409, "record", str(error))
        case RuleError():
            return None
        case RecursionError():
            return malformed("the request is nested too deeply")
        case AlbionError():
            return malformed(str(error))
        case BusyError():
            return RequestError(
                503, "busy", "the database did not answer in time: check whether it was done, then try again"
            )
        case _:
            return None
