"""Servers in processes of their own, and clients that play on them over sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

HERE = Path(__file__).parent


class Server:
    """One server process."""

    def __init__(
        self,
        data: Path,
        database: str | None = None,
        games: str = "hands:GAMES",
        limits: bool = True,
        processes: int = 1,
        before: str = "",
        log: Path | None = None,
    ) -> None:
        """`before`: code to run first; `log`: the file that gets the log, as JSON.

        Nothing is packed beforehand: that takes seconds, and nobody opens a page here.
        """
        where = f"data=Path({str(data)!r}), database={database!r}, games={games!r}, processes={processes}"
        form = "text" if log is None else "json"
        call = f"run(port=0, {where}, browser=False, limits={limits}, warm=False, log={form!r})"
        code = f"{before or 'pass'}; from pathlib import Path; from albion.server import run; {call}"
        env = {**os.environ, "PYTHONPATH": str(HERE), "PYTHONUNBUFFERED": "1"}
        with contextlib.ExitStack() as files:
            to = None if log is None else files.enter_context(log.open("w"))
            self.process = subprocess.Popen(
                [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=to, text=True, env=env
            )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None, "the server did not start"
        self.address = found[0].rstrip("/").replace("localhost", "127.0.0.1")

    def call(self, path: str, body: Any = None, token: str = "") -> Any:
        return json.loads(self.read(path, body, token))

    def read(self, path: str, body: Any = None, token: str = "") -> str:
        """What the server answers, as text."""
        headers = {
            "content-type": "application/json",
            **({"authorization": f"Bearer {token}"} if token else {}),
        }
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return str(answer.read().decode())

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


async def play_until_cut(
    server: Server, token: str, match: str, told: list[tuple[str, int, str]], most: int = 10_000
) -> None:
    """Play last answers until the connection breaks or nobody writes, noting every acknowledged one."""
    url = server.address.replace("http", "ws", 1) + f"/api/socket?match={match}"
    try:
        async with connect(url, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
            await socket.send(json.dumps({"do": "subscribe", "match": match}))
            shown = json.loads(await socket.recv())["table"]
            while shown["decision"] is not None and len(told) < most:
                seq, action = shown["seq"], shown["decision"]["actions"][-1]["action"]
                await socket.send(json.dumps({"do": "play", "match": match, "seq": seq, "action": action}))
                while (message := json.loads(await socket.recv()))["type"] != "update":
                    if (
                        message.get("error") == "busy"
                    ):  # the writer died: whether this was committed is seen later
                        return
                    assert message["type"] == "seats", message
                told.append((match, seq + 1, action))
                shown = message
    except (WebSocketException, OSError):
        pass


async def play_all(server: Server, token: str, matches: list[str], wait: int) -> list[tuple[str, int, str]]:
    """Play all these matches at once and cut the power after this many answers; what clients were told."""
    told: list[tuple[str, int, str]] = []
    clients = [asyncio.create_task(play_until_cut(server, token, match, told)) for match in matches]
    while len(told) < wait and not all(client.done() for client in clients):
        await asyncio.sleep(0.005)
    server.kill()
    await asyncio.gather(*clients)
    return told
