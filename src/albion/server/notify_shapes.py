"""The shapes of notifications, as they are sent."""

from __future__ import annotations

from msgspec import Struct

from albion.server.store.outbox import ChannelKind


class Channel(Struct, frozen=True):
    """One way to reach you."""

    id: str
    kind: ChannelKind
    name: str
    """The address, shortened where it holds secrets."""
    confirmed: bool
    created: str


class QuietTime(Struct, frozen=True):
    """When you want no messages, and how many minutes to wait and combine them."""

    begins: str
    """As 22:00; the same as `ends`: never quiet."""
    ends: str
    zone: str
    wait: int


class Notifications(Struct, frozen=True):
    """How you are notified of your turn, and which channels this server supports."""

    channels: list[Channel]
    quiet: QuietTime
    kinds: list[ChannelKind]
    """What can be added here."""
    push_key: str
    """What a browser needs to subscribe."""
