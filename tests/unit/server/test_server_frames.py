"""Sockets: frames that carry no message cost the server neither memory nor time, and whoever takes nothing is cut off."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from albion.server import patience

CONT, TEXT, PING, PONG = 0, 1, 9, 10
FIN = 0x80
ENOUGH = 64 * 1024 * 1024
Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter, "Seen"], Awaitable[Any]]


class Seen(patience.PatientSocket):
    """The server's side, kept to be looked at."""

    now: Seen | None = None
    ended = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        type(self).now = self

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.ended = True


def frame(code: int, data: bytes = b"", last: bool = True) -> bytes:
    """As a client sends it, with the mask that changes nothing."""
    head = bytes([code | (FIN if last else 0)])
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
    return head + size + bytes(4) + data


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Says everything once more; `much` gets four megabytes."""
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        text = message["text"]
        for _ in range(64 if text == "much" else 1):
            await send({"type": "websocket.send", "text": text if text != "much" else "x" * 65536})


def talked(talk: Talk) -> Any:
    async def run() -> Any:
        config = uvicorn.Config(
            app, http=patience.PatientProtocol, ws=Seen, ws_per_message_deflate=False, log_level="critical"
        )
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: patience.PatientProtocol(config, state, {}), "127.0.0.1", 0)
        try:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname(), limit=2**16)
            key = base64.b64encode(os.urandom(16)).decode()
            asked = ["GET / HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade"]
            asked += ["Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", ""]
            writer.write("\r\n".join(asked).encode())
            async with asyncio.timeout(20):
                await reader.readuntil(b"\r\n\r\n")
                assert Seen.now is not None
                return await talk(reader, writer, Seen.now)
        finally:
            server.close()

    return asyncio.run(run())


async def until_ended(seen: Seen) -> bool:
    for _ in range(200):
        if seen.ended:
            return True
        await asyncio.sleep(0.02)
    return False


async def flood(writer: asyncio.StreamWriter, frames: bytes, seen: Seen) -> int:
    """Send the same again and again until the server hangs up; how much was sent."""
    sent = 0
    try:
        while sent < ENOUGH and not seen.ended:
            writer.write(frames)
            sent += len(frames)
            await writer.drain()
            await asyncio.sleep(0)
    except OSError:
        pass
    return sent


@pytest.mark.parametrize(
    "frames",
    [frame(PING, bytes(125)), frame(PONG), frame(TEXT, b"", last=False) + frame(CONT, b"", last=False) * 99],
    ids=["pings", "pongs", "a message in endless pieces"],
)
def test_a_flood_of_frames_without_a_message_ends_the_connection(frames: bytes) -> None:
    """Nobody reads what the server answers: it must neither keep the answers nor go on reading."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seen: Seen) -> tuple[int, int]:
        many = frames[len(frame(TEXT, b"", last=False)) :] if frames[0] == TEXT else frames
        writer.write(frames)
        sent = await flood(writer, many * 100, seen)
        return sent, len(seen.frames)

    sent, kept = talked(talk)

    assert sent < 8 * 1024 * 1024 and kept <= patience.FRAMES + 1


def test_one_chunk_full_of_small_frames_is_not_read_to_its_end() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seen: Seen) -> int:
        count = 0
        plain = seen.handle_pong

        def counted(event: Any) -> None:
            nonlocal count
            count += 1
            plain(event)

        seen.handle_pong = counted  # type: ignore[method-assign]
        seen.data_received(frame(PONG) * 40_000)
        assert await until_ended(seen)
        return count

    assert talked(talk) < 2_000


def test_an_ordinary_client_pings_and_sends_in_pieces_for_as_long_as_it_likes() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seen: Seen) -> list[bytes]:
        got = []
        for n in range(3):
            writer.write(frame(PING, b"there?"))
            got.append(await reader.readexactly(8))
            pieces = [frame(TEXT, b"a" * 900, last=False), *[frame(CONT, b"b" * 900, last=False)] * 60]
            writer.write(b"".join(pieces) + frame(CONT, str(n).encode()))
            head = await reader.readexactly(4)
            got.append((await reader.readexactly(struct.unpack(">H", head[2:])[0]))[-2:])
        return got

    assert talked(talk) == [b"\x8a\x06there?", b"b0", b"\x8a\x06there?", b"b1", b"\x8a\x06there?", b"b2"]


def test_a_client_that_takes_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing politely would wait for ever until it has taken what was sent before."""
    monkeypatch.setattr(patience, "UNREAD", 0.3)

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seen: Seen) -> bool:
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(frame(TEXT, b"much") * 8)
        return await until_ended(seen)

    assert talked(talk)


def test_a_client_that_reads_slowly_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "UNREAD", 0.5)

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seen: Seen) -> int:
        writer.write(frame(TEXT, b"much"))
        got = 0
        while got < 64 * 65536:
            got += len(await reader.read(65536))
            await asyncio.sleep(0.01)
        return got

    assert talked(talk) >= 64 * 65536
