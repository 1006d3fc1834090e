"""What the server writes to its log: lines with time and request, as text or as JSON."""

from __future__ import annotations

import json
import logging
import time
from contextvars import ContextVar
from typing import Literal

Form = Literal["text", "json"]
_OURS = "albion.server"
REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request being served; the answer carries it as X-Request-Id."""


class TextLines(logging.Formatter):
    """2026-03-01T19:04:05Z WARNING [request] message"""

    def __init__(self) -> None:
        super().__init__("%(moment)s %(levelname)s %(request)s%(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """One line of text."""
        id = REQUEST.get()
        record.request = f"[{id}] " if id else ""
        record.moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        return super().format(record)


class JsonLines(logging.Formatter):
    """One JSON object a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told = {
            "time": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if id := REQUEST.get():
            told["request"] = id
        told |= getattr(record, "facts", {})
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def set_up(form: Form, requests: bool) -> None:
    """Write all messages, those of libraries too, to stderr in that form; with `requests` a line for each of them."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.getLogger().handlers[:] = [handler]
    logging.getLogger(_OURS).setLevel(logging.INFO if requests else logging.WARNING)
