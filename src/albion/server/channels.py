"""Ways to reach a player: adding, confirming and removing them, and signing in by e-mail."""

from __future__ import annotations

import logging
import re
import secrets
from hashlib import sha256
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from albion.server import requests
from albion.server.clock import iso, now_ms
from albion.server.errors import RequestError, foreign, malformed, unknown
from albion.server.mail import Letter
from albion.server.notifier import Notifier
from albion.server.notify_shapes import Channel, Notifications, QuietTime
from albion.server.outgoing import has_services
from albion.server.push import is_subscription
from albion.server.store.outbox import DEFAULT_WAIT, ChannelKind, ChannelRow, QuietRow

_LOG = logging.getLogger("albion.server")
_MOST = 8
"""Channels a player may have."""
_ATOM = r"[\w!#$%&'*+/=^`{|}~-]+"
"""What stands between the dots of a mailbox's name; no question mark, by which a header could say something else."""
_MAIL = re.compile(rf"(?=.{{1,64}}@){_ATOM}(\.{_ATOM})*@[a-z0-9-]+(\.[a-z0-9-]+)+", re.IGNORECASE)
_HOUR = 3600_000
_HOSTED = {"ntfy", "ntfys", "gotify", "gotifys", "matrix", "matrixs", "json", "jsons"}
"""Services whose addresses name a host first; those of others may begin with a token."""


async def notifications(notifier: Notifier, player: str) -> Notifications:
    """A way to notify a player."""
    rows = await notifier.outbox.channels(player)
    quiet = (await notifier.outbox.quiet([player])).get(player) or QuietRow(player, 0, 0, "UTC", DEFAULT_WAIT)
    return Notifications(
        [Channel(r.id, r.kind, _name(r), bool(r.confirmed), iso(r.created)) for r in rows],
        QuietTime(_clock(quiet.begins), _clock(quiet.ends), quiet.zone, quiet.wait),
        _kinds(notifier),
        notifier.push.public_key,
    )


def _kinds(notifier: Notifier) -> list[ChannelKind]:
    kinds: list[ChannelKind] = ["push"]
    if notifier.mailer is not None:
        kinds.append("email")
    if has_services():
        kinds.append("apprise")
    return kinds


def _name(row: ChannelRow) -> str:
    if row.kind == "push":
        return "this or another browser"
    return row.address if row.kind == "email" else service_of(row.address)


def service_of(address: str) -> str:
    """The service of an address and its host, where the host of such addresses cannot be a token; never what follows."""
    service = address.partition(":")[0].lower()
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        host = ""
    return f"{service}://{host}/…" if service in _HOSTED and "." in host else f"{service}://…"


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


async def add(notifier: Notifier, player: str, origin: str, asked: requests.NewChannel) -> None:
    """Add a way to reach a player; an e-mail address must be confirmed by the message it receives."""
    if len(await notifier.outbox.channels(player)) >= _MOST:
        raise RequestError(
            409, "channels", f"you already have {_MOST} notification channels: remove one first"
        )
    address = await _checked(notifier, asked)
    row = ChannelRow(
        f"c_{secrets.token_urlsafe(12)}",
        player,
        asked.kind,
        address,
        origin,
        int(asked.kind != "email"),
        now_ms(),
    )
    await notifier.outbox.add_channel(row)
    if asked.kind == "email" and await notifier.outbox.channel(row.id) is not None:
        link = await _link(notifier, row, "confirm", 48 * _HOUR)
        text = f"Somebody, probably you, wants to be notified here when it is their turn.\n\nConfirm it: {link}\n"
        try:
            await _mail(notifier, row, "Albion: confirm your address", text)
        except RequestError:
            await notifier.outbox.remove_channel(player, row.id)  # to be added again, with another letter
            raise


async def _checked(notifier: Notifier, asked: requests.NewChannel) -> str:
    """The address, or a refusal that says what was expected."""
    address = asked.address.strip()
    if asked.kind == "push":
        if not is_subscription(address):
            raise malformed("expected a browser's push subscription as JSON")
    elif asked.kind == "email":
        need_mail(notifier)
        if _MAIL.fullmatch(address) is None:
            raise malformed(f"'{address}' is not an e-mail address")
        return address.lower()
    else:
        if not has_services():
            raise RequestError(
                409, "channels", "other services need the package apprise: pip install 'albion[notify]'"
            )
        if not await notifier.outgoing.knows_service(address):
            raise malformed(
                "this is not an Apprise address of a service on the internet, such as ntfy://ntfy.sh/topic"
            )
    return address


async def remove(notifier: Notifier, player: str, id: str) -> None:
    """Remove a notification channel."""
    if not await notifier.outbox.remove_channel(player, id):
        raise unknown("channel")


async def set_quiet(notifier: Notifier, player: str, asked: requests.QuietTime) -> None:
    """Keep a player's quiet time."""
    try:
        ZoneInfo(asked.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise malformed(f"'{asked.zone}' is not a time zone: expected a name such as Europe/London") from None
    minutes = [60 * int(text[:2]) + int(text[3:]) for text in (asked.begins, asked.ends)]
    await notifier.outbox.put_quiet(QuietRow(player, minutes[0], minutes[1], asked.zone, asked.wait))


# links by mail


async def send_sign_in(notifier: Notifier, address: str) -> None:
    """E-mail a sign-in link to a confirmed address; nobody learns whether there is one."""
    row = await notifier.outbox.by_address(address)
    if row is None:
        return
    link = await _link(notifier, row, "sign-in", _HOUR // 2)
    text = f"Sign in: {link}\n\nThe link works once, within half an hour. If you did not ask for it, ignore this message.\n"
    try:
        await _mail(notifier, row, "Albion: sign in", text)
    except RequestError as error:
        _LOG.warning("a link to sign in was not sent: %s", error.message)


def need_mail(notifier: Notifier) -> None:
    """Refuse what needs a mail server where there is none."""
    if notifier.mailer is None:
        raise RequestError(409, "channels", "this server cannot send e-mail: no mail server is set up")


async def _link(notifier: Notifier, row: ChannelRow, purpose: str, lasts: int) -> str:
    """A link that works once; it leads where the player subscribed, whatever the present request claims."""
    token = secrets.token_urlsafe(24)
    await notifier.outbox.put_token(_hash(token), row.id, purpose, now_ms() + lasts)
    return f"{row.origin}/api/mail/{purpose}/{token}"


def _hash(token: str) -> str:
    return sha256(b"albion mail " + token.encode()).hexdigest()


async def _mail(notifier: Notifier, row: ChannelRow, subject: str, text: str) -> None:
    assert notifier.mailer is not None
    if not await notifier.mailer.send(Letter(row.address, subject, text, secrets.token_hex(16))):
        raise RequestError(503, "mail", "the mail server did not accept the message: try again later")


async def used_link(notifier: Notifier, purpose: str, token: str) -> ChannelRow:
    """The channel a link was mailed to; the link is then spent."""
    row = await notifier.outbox.use_token(_hash(token), purpose, now_ms())
    if row is None:
        raise foreign("this link has already been used, or is too old")
    return row
