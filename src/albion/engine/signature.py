"""Records signed with Ed25519: nobody but the server that kept the match can have written them."""

from __future__ import annotations

from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from albion.engine.errors import DataError, ReplayError

_MARK = "signed: ed25519 "


class Signature(NamedTuple):
    """Who signed which text."""

    key: str
    """The public key, as hexadecimal digits."""
    value: str
    text: str


def public_key(private: str) -> str:
    """The key that everybody may know."""
    return _private(private).public_key().public_bytes_raw().hex()


def new_private_key() -> str:
    """A key that only its server may know."""
    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


def signed(text: str, private: str) -> str:
    """A record with its signature as the last line."""
    plain = "\n".join(line.rstrip() for line in text.strip().splitlines())
    key = _private(private)
    return f"{plain}\n{_MARK}{public_key(private)} {key.sign(plain.encode()).hex()}\n"


def read_signature(lines: list[str]) -> Signature | None:
    """The signature in the last line of a record, if there is one."""
    if not lines[-1].startswith("signed:"):
        return None
    parts = lines[-1].removeprefix(_MARK).split()
    if not lines[-1].startswith(_MARK) or len(parts) != 2:
        raise DataError(f"the record's last line must be '{_MARK}KEY SIGNATURE'")
    return Signature(parts[0], parts[1], "\n".join(lines[:-1]))


def check_signature(signature: Signature | None, key: str | None = None) -> None:
    """Refuse a signature that does not fit, or one by another key than the one expected."""
    if key is not None and (signature is None or signature.key != key):
        who = "not signed" if signature is None else f"signed by {signature.key[:16]}…"
        raise ReplayError(f"the record is {who}, but {key[:16]}… was expected to have signed it")
    if signature is None:
        return
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
        public.verify(bytes.fromhex(signature.value), signature.text.encode())
    except (ValueError, InvalidSignature):
        raise ReplayError("the record was changed after it was signed: its signature does not fit") from None


def _private(text: str) -> Ed25519PrivateKey:
    try:
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(text))
    except ValueError:
        raise DataError("the signing key must be 64 hexadecimal digits") from None
