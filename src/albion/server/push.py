"""Web Push: messages for browsers, encrypted so that only the subscribed page can read them."""

from __future__ import annotations

import base64
from hashlib import sha256
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from pydantic import ValidationError
from webpush import WebPush, WebPushSubscription

_DAY = 24 * 3600
_AUTH = 16
"""Bytes of the secret that a browser shares with whoever may write to it (RFC 8291)."""


def new_push_key() -> str:
    """A private key by which push services know this server, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


class PushRequest(NamedTuple):
    """What is posted to a push service."""

    url: str
    headers: dict[str, str]
    body: bytes


class Push:
    """Makes messages for subscriptions."""

    def __init__(self, key: str, contact: str) -> None:
        private = load_pem_private_key(key.encode(), None)
        public = private.public_key()
        self._push = WebPush(
            key.encode(),
            public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
            subscriber=contact,
            ttl=_DAY,
        )
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = base64.urlsafe_b64encode(point).rstrip(b"=").decode()
        """What browsers need to subscribe."""

    def message(self, subscription: str, text: str, topic: str) -> PushRequest:
        """A message to a subscription; one of the same topic replaces an earlier one that has not arrived."""
        to = WebPushSubscription.model_validate_json(subscription)
        made = self._push.get(text, to)
        name = base64.urlsafe_b64encode(sha256(topic.encode()).digest()).decode()[:32]
        headers = {**{str(k): str(v) for k, v in made.headers.items()}, "Topic": name}
        return PushRequest(str(to.endpoint), headers, made.encrypted)


def is_subscription(text: str) -> bool:
    """Whether this is what a browser gives when it subscribes."""
    try:
        to = WebPushSubscription.model_validate_json(text)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(to.keys.p256dh))
        return len(_bytes(to.keys.auth)) == _AUTH
    except (ValidationError, ValueError):
        return False


def _bytes(text: str) -> bytes:
    """What a browser writes without the signs that fill it up."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
