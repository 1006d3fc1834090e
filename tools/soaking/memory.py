"""Memory: after very many matches and sockets the server must hold little more than at its start."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from albion.server.bench import Answers, settled
from soaking.club import Club
from soaking.page import MOST_MEMORY

ANSWERS = 3
"""Given in each match."""
_PATIENCE = 600.0
_WAIT = 300.0


def memory(plan: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Load the server, leave it alone, and look how much it holds."""
    club = Club(folder / "data", None, plan.processes)
    club.start()
    try:
        seats = club.call(f"/api/games/{plan.game}", None, "")["seats"]["table"][0]["seats"]
        asked = {"game": plan.game, "seats": {seat["id"]: "human" for seat in seats}}
        asyncio.run(_visit(club, asked, 1, 1))  # so that what is built once is there
        settled(club.pid)  # files are packed and games read after the start
        start, begun = club.memory(), time.monotonic()
        asyncio.run(_visit(club, asked, plan.matches, plan.sockets))
        loaded, left = club.memory(), time.monotonic()
        later = _watched(club, asked, start, left, plan.look)
        return {
            "game": plan.game,
            "matches": plan.matches,
            "sockets": plan.sockets,
            "seconds": round(left - begun),
            "start_mb": round(start / 2**20, 1),
            "loaded_mb": round(loaded / 2**20, 1),
            "later_mb": {second: round(held / 2**20, 1) for second, held in later.items()},
            "times_start": round(list(later.values())[-1] / start, 3),
        }
    finally:
        club.stop()


def _watched(club: Club, asked: dict[str, Any], start: int, left: float, look: float) -> dict[int, int]:
    """What it holds, by seconds since the last client left, until it is little enough or ten minutes have passed.

    Little enough twice in a row, and after another visit like that before the start: a server that begins again is small until it
    has read its games.
    """
    seen: dict[int, int] = {}
    little = 0
    for n in count(1):
        time.sleep(max(0.0, left + n * look - time.monotonic()))
        if little:
            asyncio.run(_visit(club, asked, 1, 1))
            settled(club.pid)
        seen[round(n * look)] = held = club.memory()
        little = little + 1 if held <= MOST_MEMORY * start else 0
        if little > 1 or n * look >= _PATIENCE:
            return seen
    raise AssertionError


class _Visitor:
    """A player with a socket that stays open to the end; one that was lost, because the machine stood still, is opened again."""

    def __init__(self, club: Club, token: str) -> None:
        self._club, self.token = club, token
        self._socket: ClientConnection | None = None

    async def connected(self) -> ClientConnection:
        """The socket."""
        if self._socket is None:
            url = f"{self._club.address.replace('http', 'ws', 1)}/api/socket"
            headers = {"Authorization": f"Bearer {self.token}"}
            self._socket = await connect(
                url, additional_headers=headers, max_size=None, open_timeout=_WAIT, ping_interval=None
            )
        return self._socket

    async def leave(self) -> None:
        """Close the socket, if it still stands."""
        if self._socket is not None:
            with contextlib.suppress(OSError, WebSocketException):
                await self._socket.close()
            self._socket = None


async def _visit(club: Club, asked: dict[str, Any], matches: int, sockets: int) -> None:
    """This many players, each with a socket, share this many matches."""
    left = iter(range(matches))
    gate = asyncio.Semaphore(16)
    visitors = []
    for n in range(sockets):
        token = (await _asked(club, "/api/me", {"name": f"Player {n}"}, ""))["token"]
        visitors.append(_Visitor(club, token))
        await visitors[-1].connected()
    await asyncio.gather(
        *(_plays(club, asked, visitor, left, gate, random.Random(n)) for n, visitor in enumerate(visitors))
    )
    for visitor in visitors:
        await visitor.leave()


async def _asked(club: Club, path: str, body: dict[str, Any], token: str) -> Any:
    """One request, made again if it was not answered in time."""
    for _ in range(10):
        with contextlib.suppress(OSError):
            return await asyncio.to_thread(club.call, path, body, token)
        await asyncio.sleep(1)
    raise SystemExit("the server does not answer any more")


async def _plays(
    club: Club,
    asked: dict[str, Any],
    visitor: _Visitor,
    left: Iterator[int],
    gate: asyncio.Semaphore,
    chance: random.Random,
) -> None:
    """Match after match, a few answers in each, followed to the end."""
    while True:
        async with gate:
            if next(left, None) is None:
                return
            match = (await _asked(club, "/api/matches", asked, visitor.token))["match"]
            try:
                await _a_few_answers(await visitor.connected(), match, chance)
            except (OSError, WebSocketException):
                await visitor.leave()
        await asyncio.sleep(0)


async def _a_few_answers(socket: ClientConnection, match: str, chance: random.Random) -> None:
    await socket.send(json.dumps({"do": "subscribe", "match": match, "brief": True}))
    shown = (await _heard(socket, "table", match))["table"]
    known, actions = Answers(), [a["action"] for a in shown["decision"]["actions"]]
    known.learn_whole(actions)
    for _ in range(ANSWERS):
        action = chance.choice(actions)
        command = {"do": "play", "id": 1, "match": match, "seq": shown["seq"], "action": action}
        await socket.send(json.dumps(command))
        shown = await _heard(socket, "update", match)
        known.learn(shown.get("new", ()))
        actions = known.of(shown["decision"]["actions"])


async def _heard(socket: ClientConnection, kind: str, match: str) -> Any:
    while True:
        told = json.loads(await asyncio.wait_for(socket.recv(), _WAIT))
        if told["type"] == "refused":
            raise OSError(told["message"])
        if told["type"] == kind and (kind == "update" or told["table"]["match"] == match):
            return told
