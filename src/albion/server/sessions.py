"""Sessions: a signed-in browser or program, which lasts while it is used and can be ended from elsewhere."""

from __future__ import annotations

import secrets

from albion.server.believed import Believed
from albion.server.clock import now_ms
from albion.server.store.accounts import Accounts, SessionRow

LASTS = 180 * 24 * 3600_000
"""Milliseconds after its last use when a session expires."""
_TOUCH = 3600_000


class Sessions:
    """The sessions this process has seen lately."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self.known: Believed[SessionRow | None] = Believed()

    async def begin(self, player: str, agent: str) -> SessionRow:
        """A new session of a player."""
        now = now_ms()
        row = SessionRow(f"s_{secrets.token_urlsafe(18)}", player, now, now, now + LASTS, agent[:200])
        await self.accounts.put_session(row)
        return row

    async def find(self, id: str) -> SessionRow | None:
        """The session of that id, while it lasts."""
        known = self.known.get(id)
        row = known.value if known is not None else await self.accounts.session(id)
        if known is None:
            self.known.put(id, row)
        now = now_ms()
        if row is None or row.expires < now:
            return None
        if now - row.seen > _TOUCH:
            row = row._replace(seen=now, expires=now + LASTS)
            self.known.put(id, row)
            await self.accounts.touch_session(id, now, row.expires)
        return row

    async def end(self, player: str, id: str) -> bool:
        """End a session of this player; False if there is none."""
        ended = await self.accounts.end_session(player, id)
        self.known.forget(id)
        return ended
