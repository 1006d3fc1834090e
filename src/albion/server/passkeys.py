"""Passkeys: a key on the player's own device instead of a password (WebAuthn)."""

from __future__ import annotations

import json
import re
import secrets
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import webauthn
from itsdangerous import BadData, URLSafeTimedSerializer
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from albion.server.clock import now_ms
from albion.server.errors import RequestError, foreign
from albion.server.identity import Player
from albion.server.store.accounts import Accounts, PasskeyRow

Json = dict[str, Any]
ID = r"^[A-Za-z0-9_-]{1,1364}$"
"""A key's id as text: at most 1,023 bytes (WebAuthn)."""
_ID = re.compile(ID)
_MOST = 20
"""Keys a player may have."""
_PATIENCE = 300
"""Seconds between asking for a key and getting it."""


class Passkeys:
    """Registers and checks passkeys for the site a browser sees."""

    def __init__(self, secret: str, accounts: Accounts) -> None:
        self._accounts = accounts
        self._signer = URLSafeTimedSerializer(secret, salt="albion-passkey")

    async def offer(self, player: Player, origin: str) -> tuple[Json, str]:
        """What the browser needs to make a key, and a state to send back with it."""
        challenge = secrets.token_bytes(32)
        known = await self._accounts.passkeys(player.id)
        options = webauthn.generate_registration_options(
            rp_id=_site(origin),
            rp_name="Albion",
            user_name=player.name,
            user_id=player.id.encode(),
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(k.id)) for k in known],
        )
        return json.loads(webauthn.options_to_json(options)), self._state(challenge, player.id)

    async def add(self, player: Player, origin: str, state: str, credential: Json, name: str) -> PasskeyRow:
        """Remember the key a browser has made."""
        challenge = self._challenge(state, player.id)
        try:
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=_site(origin),
                expected_origin=origin,
            )
        except Exception as error:
            raise foreign(f"the passkey cannot be used: {_why(error)}") from None
        id = bytes_to_base64url(made.credential_id)
        if await self._accounts.passkey(id) is not None:
            raise RequestError(409, "taken", "this passkey is already registered")
        if len(await self._accounts.passkeys(player.id)) >= _MOST:
            raise RequestError(409, "passkeys", f"you already have {_MOST} passkeys: forget one first")
        row = PasskeyRow(id, player.id, made.credential_public_key, made.sign_count, name, now_ms())
        await self._accounts.put_passkey(row)
        return row

    def ask(self, origin: str) -> tuple[Json, str]:
        """What the browser needs to show a key, and a state to send back with it."""
        challenge = secrets.token_bytes(32)
        options = webauthn.generate_authentication_options(rp_id=_site(origin), challenge=challenge)
        return json.loads(webauthn.options_to_json(options)), self._state(challenge, "")

    async def player(self, origin: str, state: str, credential: Json) -> str:
        """The player whose key a browser has shown."""
        challenge = self._challenge(state, "")
        id = credential.get("id")
        row = await self._accounts.passkey(id) if isinstance(id, str) and _ID.fullmatch(id) else None
        if row is None:
            raise foreign("this passkey is not registered here")
        try:
            shown = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=_site(origin),
                expected_origin=origin,
                credential_public_key=row.public_key,
                credential_current_sign_count=row.uses,
            )
        except Exception as error:
            raise foreign(f"the passkey does not match: {_why(error)}") from None
        # Most keys of today count nothing: so the answer to one challenge is taken once.
        if not await self._accounts.spend(sha256(challenge).hexdigest(), now_ms() + 2000 * _PATIENCE):
            raise foreign("this passkey has already been used: start again")
        if not await self._accounts.used_passkey(row, shown.new_sign_count):
            raise foreign("the passkey was used elsewhere at the same moment: try again")
        return row.player

    def _state(self, challenge: bytes, player: str) -> str:
        text = self._signer.dumps([bytes_to_base64url(challenge), player])
        return text if isinstance(text, str) else text.decode()

    def _challenge(self, state: str, player: str) -> bytes:
        try:
            challenge, whose = self._signer.loads(state, max_age=_PATIENCE)
        except (BadData, ValueError):
            raise foreign("signing in took too long: start again") from None
        if whose != player:
            raise foreign("this passkey belongs to another sign-in")
        return base64url_to_bytes(challenge)


def _why(error: Exception) -> str:
    """What is wrong with a key; the library stumbles over much that no browser sends, in any way."""
    return (
        str(error) if isinstance(error, (WebAuthnException, ValueError)) else "no browser makes one like it"
    )


def _site(origin: str) -> str:
    return urlsplit(origin).hostname or ""
