"""Memory: what a server knows for a moment is let go, and one that has grown is replaced when nobody needs it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import Server
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from albion.server import believed
from albion.server.believed import Believed
from albion.server.limits import Limits
from albion.server.shares import Shares

LINUX = pytest.mark.skipif(
    sys.platform != "linux", reason="the system does not tell how much a process holds"
)
SOON = (
    "from albion.server import housekeeping, memory;"
    "memory.MOST, memory.AGE, housekeeping._IDLE, housekeeping._SWEEP = 0.5, {age}, 300, 0.2;"
    "memory.MOST_WATCHED, memory.AGE_WATCHED, housekeeping._STILL = 0.5, {age}, {still}"
)


def until(so: Callable[[], bool]) -> None:
    end = time.monotonic() + 90
    while not so():
        assert time.monotonic() < end
        time.sleep(0.1)


def replaced(server: Server, began: set[str], processes: int) -> bool:
    """Whether others have taken the place of those that began; a busy machine can cut off who asks just then."""
    try:
        return not began & incarnations(server, processes)
    except ConnectionResetError:
        return False


@LINUX
@pytest.mark.parametrize("processes", [1, 2])
def test_an_idle_server_that_has_grown_begins_anew_and_loses_nothing(tmp_path: Path, processes: int) -> None:
    server = Server(tmp_path, processes=processes, before=SOON.format(age=3, still=600))
    try:
        began = incarnations(server, processes)
        token = server.call("/api/me", {"name": "Ann"})["token"]
        asked = {"game": "hands", "seats": {"north": "human", "south": "human"}}
        match = server.call("/api/matches", asked, token)["match"]
        done = server.call(f"/api/matches/{match}/actions", {"seq": 0, "action": "lay 1"}, token)["table"]
        until(lambda: replaced(server, began, processes))

        again = server.call(f"/api/matches/{match}", None, token)
        assert (again["seq"], again["view"]) == (done["seq"], done["view"])
        assert server.process.poll() is None, "it is still the process that was started"
        for _ in range(20):  # over and over again while it begins again: nobody is turned away
            server.call("/api/games")
            time.sleep(0.1)
    finally:
        server.stop()


@LINUX
def test_who_only_looks_on_keeps_no_server_from_beginning_anew(tmp_path: Path) -> None:
    server = Server(tmp_path, before=SOON.format(age=3, still=2))

    async def look_on(token: str, match: str) -> int:
        """Until the server closes the socket; the code it gives."""
        url = server.address.replace("http", "ws", 1) + f"/api/socket?match={match}"
        async with connect(url, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
            await socket.send(json.dumps({"do": "subscribe", "match": match}))
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await asyncio.wait_for(socket.recv(), 90)
            return socket.close_code or 0

    try:
        token = server.call("/api/me", {"name": "Ann"})["token"]
        asked = {"game": "hands", "seats": {"north": "human", "south": "human"}}
        match = server.call("/api/matches", asked, token)["match"]

        assert asyncio.run(look_on(token, match)) == 1012, "the server begins anew, not the visitor's fault"
        assert server.call(f"/api/matches/{match}", None, token)["seq"] == 0
        assert incarnations(server, 1) == {"anew"}
    finally:
        server.stop()


def incarnations(server: Server, processes: int) -> set[str]:
    """What tells a server process from the one that takes its place."""
    pid = server.process.pid
    if processes == 1:
        anew = b"ALBION_LISTENING=" in Path(f"/proc/{pid}/environ").read_bytes()
        return {"anew" if anew else "first"}
    server.call("/api/health")  # answers once all have begun
    return set(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[1:])  # the first one writes


def test_what_is_believed_for_a_moment_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Believed[str]()
    known.put("a", "Ann")
    found = known.get("a")
    assert found is not None and found.value == "Ann"
    monkeypatch.setattr(believed.time, "monotonic", lambda: time.monotonic_ns() / 1e9 + believed.FRESH + 1)
    assert known.get("a") is None
    known.put("b", "Bob")
    known.forget_old()

    assert list(known._known) == ["b"]


def test_limits_that_nobody_has_used_up_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    limits, shares = Limits(), Shares()
    limits.take("chat", "p_ann", None)
    shares._use("s_ann", 1, 1.0)
    limits.forget_full()
    shares.forget_old()
    assert limits._buckets and shares._left, "they still count"
    monkeypatch.setattr(believed.time, "monotonic", lambda: time.monotonic_ns() / 1e9 + 3600)
    limits.forget_full()
    shares.forget_old()

    assert not limits._buckets and not shares._left
