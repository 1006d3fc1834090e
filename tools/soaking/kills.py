"""Kills under load: every action that a client was told is committed must be in the database afterwards."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import time
import urllib.error
from collections.abc import AsyncIterator, Collection
from pathlib import Path
from typing import Any

from postgres_server import PostgresServer
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from albion.server.store import Store, open_store
from soaking.club import AGAIN, Club

Told = dict[tuple[str, int], str]
"""What clients were told is committed: match and number of the entry, and the action."""


class Load:
    """Clients that play until told to stop, each its own match, and note what they were told."""

    def __init__(
        self, club: Club, game: str, token: str, seats: list[str], think: float, bots: float
    ) -> None:
        self._club = club
        self._think = think
        self._game = game
        self._seats = seats
        self._bots = bots
        self._token = token
        self.begun: list[str] = []
        """Matches in progress, for watchers."""
        self.gaps: list[tuple[str, int, int]] = []
        """Where a watcher was not told of every entry once."""
        self.told: Told = {}
        self.waits: list[float] = []
        """Seconds from an answer to its acknowledgement."""
        self.cuts = 0
        self.stopping = False

    def _asked(self, chance: random.Random) -> dict[str, Any]:
        """A new match: all seats one's own, or bots on all but the first."""
        others = "bot:random" if chance.random() < self._bots else "human"
        return {
            "game": self._game,
            "seats": {s: "human" if s == self._seats[0] else others for s in self._seats},
        }

    async def client(self, chance: random.Random) -> None:
        """Match after match, coming back whenever the connection breaks."""
        match: str | None = None
        while not self.stopping:
            try:
                if match is None:
                    made = await asyncio.to_thread(
                        self._club.call, "/api/matches", self._asked(chance), self._token
                    )
                    match = str(made["match"])
                    self.begun.append(match)
                if await self._play(match, chance):
                    self.begun.remove(match)
                    match = None
            except (OSError, WebSocketException, urllib.error.URLError, TimeoutError):
                self.cuts += 1
                await asyncio.sleep(AGAIN)

    async def _play(self, match: str, chance: random.Random) -> bool:
        """True when the game is over."""
        async with self._connected(match) as socket:
            shown = (await _heard(socket, "table"))["table"]
            while (decision := shown["decision"]) is not None and not self.stopping:
                if not decision["actions"]:
                    shown = await _heard(socket, "update")
                    continue
                seq, action = shown["seq"], chance.choice(decision["actions"])["action"]
                command = {"do": "play", "id": seq, "match": match, "seq": seq, "action": action}
                begun = time.monotonic()
                await socket.send(json.dumps(command))
                while (shown := await _heard(socket, "update")).get("id") != seq:
                    pass
                self.waits.append(time.monotonic() - begun)
                self.told[match, seq + 1] = action
                await asyncio.sleep(self._think)
            return shown["decision"] is None

    @contextlib.asynccontextmanager
    async def _connected(self, match: str, since: int | None = None) -> AsyncIterator[ClientConnection]:
        """A socket that follows a match."""
        url = f"{self._club.address.replace('http', 'ws', 1)}/api/socket?match={match}"
        headers = {"Authorization": f"Bearer {self._token}"}
        async with connect(url, additional_headers=headers, max_size=None, open_timeout=10) as socket:
            asked = {"do": "subscribe", "match": match, "view": False, "since": since}
            await socket.send(json.dumps({key: value for key, value in asked.items() if value is not None}))
            yield socket

    async def watcher(self, number: int) -> None:
        """Follows one match after the other, and notes every entry that was left out or told twice."""
        match, last = "", 0
        while not self.stopping:
            if match not in self.begun:
                await asyncio.sleep(AGAIN)
                match, last = self.begun[number % len(self.begun)] if self.begun else "", 0
                continue
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with self._connected(match, last) as socket:
                    last = self._checked(match, last, (await _heard(socket, "table"))["entries"])
                    while match in self.begun and not self.stopping:
                        last = self._checked(match, last, (await _heard(socket, "update"))["entries"])
            await asyncio.sleep(AGAIN)

    def _checked(self, match: str, last: int, entries: list[Any]) -> int:
        for entry in entries:
            if entry["seq"] != last + 1:
                self.gaps.append((match, last, entry["seq"]))
            last = entry["seq"]
        return last


async def _heard(socket: Any, kind: str) -> Any:
    """The next message of a kind; a refusal (a busy database, an outdated number) breaks the connection off."""
    while True:
        told = json.loads(await asyncio.wait_for(socket.recv(), 30))
        if told["type"] == kind:
            return told
        if told["type"] == "refused":
            raise OSError(told["error"])


async def kill_again_and_again(
    club: Club, plan: argparse.Namespace, postgres: PostgresServer | None
) -> dict[str, int]:
    """As often as planned: one process, now and then the whole server, and the database."""
    chance = random.Random(plan.seed)
    done = {"processes": 0, "servers": 0, "databases": 0}
    for n in range(1, plan.kills + 1):
        await asyncio.sleep(chance.uniform(0.2, plan.pause))
        if plan.processes == 1 or n % plan.whole == 0:
            await asyncio.to_thread(club.kill_all)
            done["servers"] += 1
        else:
            club.kill_worker(chance)
            done["processes"] += 1
        if postgres is not None and n * plan.database_kills // plan.kills > done["databases"]:
            await asyncio.to_thread(postgres.kill)
            await asyncio.sleep(chance.uniform(0.1, 1.0))
            await asyncio.to_thread(postgres.start)
            done["databases"] += 1
        if n % 25 == 0:
            print(f"{n} kills", flush=True)
    return done


async def stopped(clients: Collection[asyncio.Task[None]]) -> None:
    """Let clients end what they are doing; one that waits for a message that nobody sends any more is cut off."""
    _, waiting = await asyncio.wait(clients, timeout=5)
    for client in waiting:
        client.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def lost(store: Store, told: Told) -> tuple[int, int]:
    """How many acknowledged actions are not there, and how many matches are not whole."""
    missing = broken = 0
    for match in {match for match, _ in told}:
        rows = {row.seq: row.action for row in await store.entries(match)}
        row = await store.match(match)
        broken += row is None or sorted(rows) != list(range(row.seq + 1))
        missing += sum(rows.get(seq) != action for (m, seq), action in told.items() if m == match)
    return missing, broken


async def soak(plan: argparse.Namespace, folder: Path, postgres: PostgresServer | None) -> dict[str, Any]:
    """The whole run; its figures."""
    database = None if postgres is None else postgres.url
    club = Club(folder / "data", database, plan.processes)
    club.start()
    token = club.call("/api/me", {"name": "Soak"}, "")["token"]
    table = club.call(f"/api/games/{plan.game}", None, "")["seats"]["table"][0]
    load = Load(club, plan.game, token, [seat["id"] for seat in table["seats"]], plan.think, plan.bots)
    clients = [asyncio.create_task(load.client(random.Random(n))) for n in range(plan.matches)]
    clients += [asyncio.create_task(load.watcher(n)) for n in range(plan.watchers)]
    begun = time.monotonic()
    try:
        done = await kill_again_and_again(club, plan, postgres)
        await asyncio.sleep(5)
    finally:
        load.stopping = True
        await stopped(clients)
        club.stop()
    store = await open_store(folder / "data", database)
    missing, broken = await lost(store, load.told)
    await store.database.close()
    return {
        **done,
        "seconds": round(time.monotonic() - begun),
        "matches": len({match for match, _ in load.told}),
        "acknowledged": len(load.told),
        "connections_cut": load.cuts,
        "lost": missing,
        "half_written": broken,
        "watchers": plan.watchers,
        "gaps": len(load.gaps),
    }
