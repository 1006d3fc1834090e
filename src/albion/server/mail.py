"""Mail, handed to the operator's own SMTP server."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from albion.engine.errors import DataError
from albion.server.store import BusyError

_TIMEOUT = 20.0
_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


class Letter(NamedTuple):
    """What is to be sent."""

    to: str
    subject: str
    text: str
    id: str
    """The same for each attempt, so that a repetition is known as such."""


_END = b"\r\n.\r\n"
"""What ends a letter: before it the mail server has taken nothing, after it everything."""


class _HandingOver(smtplib.SMTP):
    """Calls back when all of a letter is sent but its end."""

    handing: Callable[[], None] | None = None

    def send(self, s: Any) -> None:
        """Send a command or a letter."""
        if self.handing is not None and isinstance(s, bytes) and s.endswith(_END):
            super().send(s.removesuffix(_END))
            self.handing()
            s = _END
        super().send(s)


class _HandingOverTls(_HandingOver, smtplib.SMTP_SSL):
    """The same over TLS."""


class Mailer:
    """Sends by the SMTP server at a URL such as smtp+starttls://user:password@mail.example.org."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in _PORTS or not parts.hostname:
            raise DataError(
                f"'{parts.scheme}:…' is not a mail server: expected smtp://, smtp+starttls:// or smtps:// and a host"
            )
        if "@" not in parseaddr(sender)[1]:
            raise DataError(
                f"'{sender}' is not a sender: expected an address such as 'Albion <club@example.org>'"
            )
        self._scheme, self._host = parts.scheme, parts.hostname
        try:
            self._port = parts.port or _PORTS[parts.scheme]
        except ValueError:
            raise DataError(
                f"the mail server's port is none: expected {parts.scheme}://{parts.hostname}:25 or the like"
            ) from None
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self.sender = sender

    async def send(self, letter: Letter, handing: Callable[[], Awaitable[None]] | None = None) -> bool:
        """Hand a letter over; whether it was taken. `handing` is done at the last moment before."""
        loop = asyncio.get_running_loop()

        async def noted() -> None:
            if handing is not None:
                await handing()

        def note() -> None:
            asyncio.run_coroutine_threadsafe(noted(), loop).result(_TIMEOUT)

        return await asyncio.to_thread(self._send, letter, note)

    def _send(self, letter: Letter, handing: Callable[[], None]) -> bool:
        message = EmailMessage()
        # A header has one line, and a match may be called anything.
        subject = " ".join(letter.subject.split())
        message["From"], message["To"], message["Subject"] = self.sender, letter.to, subject
        message["Date"] = formatdate()
        domain = parseaddr(self.sender)[1].partition("@")[2]
        message["Message-ID"] = f"<{letter.id}@{domain}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.text)
        try:
            with self._connection() as server:
                server.handing = handing
                server.send_message(message)
        except (OSError, smtplib.SMTPException, ValueError, BusyError):
            return False
        return True

    def _connection(self) -> _HandingOver:
        if self._scheme == "smtps":
            context = ssl.create_default_context()
            server: _HandingOver = _HandingOverTls(self._host, self._port, timeout=_TIMEOUT, context=context)
        else:
            server = _HandingOver(self._host, self._port, timeout=_TIMEOUT)
        if self._scheme == "smtp+starttls":
            server.starttls(context=ssl.create_default_context())
        if self._user:
            server.login(self._user, self._password)
        return server
