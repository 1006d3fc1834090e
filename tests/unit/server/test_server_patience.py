"""Connections that say nothing, say it drop by drop, or never take their answer are not kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from albion.server import patience

WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[Any]]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers with a megabyte where that is asked for."""
    body = b"x" * (8_000_000 if scope["path"] == "/much" else 2)
    await send(
        {
            "type": "http.response.start",
            "status": 200,
            "headers": [(b"content-length", str(len(body)).encode())],
        }
    )
    await send({"type": "http.response.body", "body": body})


def talked(talk: Talk, proxies: list[str] | None = None) -> Any:
    """What a client gets of a server that waits a fraction of a second."""

    async def run() -> Any:
        config = uvicorn.Config(
            app,
            http=patience.PatientProtocol,
            log_level="error",
            lifespan="off",
            forwarded_allow_ips=proxies,
        )
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: patience.PatientProtocol(config, state, {}), "127.0.0.1", 0)
        try:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            async with asyncio.timeout(5):
                return await talk(reader, writer)
        finally:
            server.close()

    return asyncio.run(run())


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "HEAD", 0.3)
    monkeypatch.setattr(patience, "ANSWER", 0.5)


async def ended(reader: asyncio.StreamReader) -> bytes:
    """Everything until the server hangs up."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize("begun", [b"", WHOLE[:20]])
def test_whoever_does_not_say_what_they_want_is_disconnected(begun: bytes) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(begun)
        return await ended(reader)

    assert talked(talk) == b""


def test_a_request_that_comes_drop_by_drop_gets_no_more_time() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> float:
        begin = asyncio.get_running_loop().time()
        for n in range(len(WHOLE) - 1):
            writer.write(WHOLE[n : n + 1])
            await asyncio.sleep(0.05)
            if reader.at_eof():
                break
        await ended(reader)
        return asyncio.get_running_loop().time() - begin

    assert talked(talk) < 1.5


def test_requests_that_arrive_are_answered_one_after_the_other() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> list[bytes]:
        seen = []
        for _ in range(3):
            writer.write(WHOLE)
            seen.append(await reader.readuntil(b"xx"))
            await asyncio.sleep(0.4)
        writer.write(WHOLE[:20])
        return [*seen, await ended(reader)]

    *answers, last = talked(talk)

    assert all(b"200 OK" in answer for answer in answers) and last == b""


def test_an_answer_that_is_not_taken_is_not_kept() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
        writer.write(WHOLE.replace(b"GET /", b"GET /much"))
        await asyncio.sleep(1.0)
        return len(await ended(reader))

    assert talked(talk) < 8_000_000


def test_one_address_has_so_many_connections_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a thousand that say nothing would keep everybody else out."""
    monkeypatch.setattr(patience, "CONNECTIONS", 3)
    held = [patience.Held("203.0.113.7", ["127.0.0.1"]) for _ in range(4)]
    others = [patience.Held(a, ["10.0.0.0/8"]) for a in ("203.0.113.8", "127.0.0.1", "10.1.2.3", None)]
    many = [patience.Held("10.1.2.3", ["10.0.0.0/8"]) for _ in range(9)]
    too_many = [h.too_many for h in held[:3]] + [h.too_many for h in (*others, *many)]
    one_left = held.pop(0)
    one_left.end()
    one_left.end()

    assert patience.Held("203.0.113.7", None).too_many, "three are left, and this is the fourth"
    assert not any(too_many[3:])
    assert patience.Held("203.0.113.9", "*").too_many is False


def test_a_connection_is_counted_while_it_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "counted", lambda address: True)
    monkeypatch.setattr(patience, "CONNECTIONS", 1)
    patience.Held.open.clear()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Any:
        there = writer.get_extra_info("peername")
        second = await asyncio.open_connection(*there)
        refused = await ended(second[0])
        open_now = sum(patience.Held.open.values())
        writer.write(WHOLE)
        answer = await reader.readuntil(b"xx")
        writer.close()
        await asyncio.sleep(0.1)
        return refused, open_now, b"200 OK" in answer, sum(patience.Held.open.values())

    assert talked(talk, proxies=[]) == (b"", 1, True, 0)
