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

from albion.server.bench import Answers
from soaking.club import Club
from soaking.page import MOST_MEMORY

ANSWERS = 3
"""Given in each match."""
_PATIENCE = 600.0


def memory(plan: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Load the server, leave it alone, and look how much it holds."""
    club = Club(folder / "data", None, plan.processes)
    club.start()
    try:
        seats = club.call(f"/api/games/{plan.game}", None, "")["seats"]["table"][0]["seats"]
        asked = {"game": plan.game, "seats": {seat["id"]: "human" for seat in seats}}
        asyncio.run(_visit(club, asked, 1, 1))  # so that what is built once is there
        time.sleep(plan.look)
        start, begun = club.memory(), time.monotonic()
        asyncio.run(_visit(club, asked, plan.matches, plan.sockets))
        loaded, left = club.memory(), time.monotonic()
        later = _watched(club, start, left, plan.look)
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


def _watched(club: Club, start: int, left: float, look: float) -> dict[int, int]:
    """What it holds, by seconds since the last client left, until it is little enough or ten minutes have passed."""
    seen: dict[int, int] = {}
    for n in count(1):
        time.sleep(max(0.0, left + n * look - time.monotonic()))
        seen[round(n * look)] = held = club.memory()
        if held <= MOST_MEMORY * start or n * look >= _PATIENCE:
            return seen
    raise AssertionError


async def _visit(club: Club, asked: dict[str, Any], matches: int, sockets: int) -> None:
    """So many players, each with a socket that stays open to the end, share so many matches."""
    left = iter(range(matches))
    gate = asyncio.Semaphore(16)
    async with contextlib.AsyncExitStack() as stack:
        players = []
        for n in range(sockets):
            token = (await asyncio.to_thread(club.call, "/api/me", {"name": f"Player {n}"}, ""))["token"]
            url = f"{club.address.replace('http', 'ws', 1)}/api/socket"
            headers = {"Authorization": f"Bearer {token}"}
            socket = await stack.enter_async_context(
                connect(url, additional_headers=headers, max_size=None, open_timeout=60)
            )
            players.append((socket, token))
        await asyncio.gather(
            *(
                _plays(club, asked, socket, token, left, gate, random.Random(n))
                for n, (socket, token) in enumerate(players)
            )
        )


async def _plays(
    club: Club,
    asked: dict[str, Any],
    socket: ClientConnection,
    token: str,
    left: Iterator[int],
    gate: asyncio.Semaphore,
    chance: random.Random,
) -> None:
    """Match after match, a few answers in each, followed to the end."""
    while True:
        async with gate:
            if next(left, None) is None:
                return
            match = (await asyncio.to_thread(club.call, "/api/matches", asked, token))["match"]
            await socket.send(json.dumps({"do": "subscribe", "match": match, "brief": True}))
            shown = (await _heard(socket, "table", match))["table"]
            known, actions = Answers(), [a["action"] for a in shown["decision"]["actions"]]
            known.learn_whole(actions)
            for _ in range(ANSWERS):
                command = {
                    "do": "play",
                    "id": 1,
                    "match": match,
                    "seq": shown["seq"],
                    "action": chance.choice(actions),
                }
                await socket.send(json.dumps(command))
                shown = await _heard(socket, "update", match)
                known.learn(shown.get("new", ()))
                actions = known.of(shown["decision"]["actions"])
        await asyncio.sleep(0)


async def _heard(socket: ClientConnection, kind: str, match: str) -> Any:
    while True:
        told = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if told["type"] == "refused":
            raise OSError(told["message"])
        if told["type"] == kind and (kind == "update" or told["table"]["match"] == match):
            return told
