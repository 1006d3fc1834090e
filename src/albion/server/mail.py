"""Mail, handed to the operator's own SMTP server."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from albion.engine.errors import DataError

_TIMEOUT = 20.0
_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


class Letter(NamedTuple):
    """What is to be sent."""

    to: str
    subject: str
    text: str
    id: str
    """The same for each attempt, so that a repetition is known as such."""


class Mailer:
    """Sends by the SMTP server at a URL such as smtp+starttls://user:password@mail.example.org."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in _PORTS or not parts.hostname:
            raise DataError(
                f"'{parts.scheme}:…' is no mail server: expected smtp://, smtp+starttls:// or smtps:// and a host"
            )
        if "@" not in parseaddr(sender)[1]:
            raise DataError(
                f"'{sender}' is no sender: expected an address such as 'Albion <club@example.org>'"
            )
        self._scheme, self._host = parts.scheme, parts.hostname
        self._port = parts.port or _PORTS[parts.scheme]
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self.sender = sender

    async def send(self, letter: Letter) -> bool:
        """Hand a letter over; whether it was taken."""
        return await asyncio.to_thread(self._send, letter)

    def _send(self, letter: Letter) -> bool:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, letter.to, letter.subject
        message["Date"] = formatdate()
        domain = parseaddr(self.sender)[1].partition("@")[2]
        message["Message-ID"] = f"<{letter.id}@{domain}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.text)
        try:
            with self._connection() as server:
                server.send_message(message)
        except (OSError, smtplib.SMTPException, ValueError):
            return False
        return True

    def _connection(self) -> smtplib.SMTP:
        if self._scheme == "smtps":
            context = ssl.create_default_context()
            server: smtplib.SMTP = smtplib.SMTP_SSL(self._host, self._port, timeout=_TIMEOUT, context=context)
        else:
            server = smtplib.SMTP(self._host, self._port, timeout=_TIMEOUT)
        if self._scheme == "smtp+starttls":
            server.starttls(context=ssl.create_default_context())
        if self._user:
            server.login(self._user, self._password)
        return server
