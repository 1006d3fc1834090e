"""A server on a real port that is flooded with connections, or sent what is no request."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import Server

FEW = 100
"""Files that may be open at once: fewer than connections in these tests."""


def limited(soft: int, hard: int | str) -> str:
    """Code by which a server begins with room for this many open files, and may allow itself this many."""
    return f"import resource as r; most = r.getrlimit(r.RLIMIT_NOFILE)[1]; r.setrlimit(r.RLIMIT_NOFILE, ({soft}, {hard}))"


@contextlib.contextmanager
def running(data: Path, before: str, processes: int) -> Iterator[Server]:
    server = Server(data, before=before, processes=processes)
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def silent(server: Server, count: int) -> Iterator[None]:
    """This many connections on which nothing is said."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    with contextlib.ExitStack() as some:
        for _ in range(count):
            some.enter_context(socket.create_connection((host, int(port)), timeout=10))
        yield


@pytest.mark.parametrize("processes", [1, 2])
def test_a_server_that_begins_with_room_for_few_connections_makes_more(data: Path, processes: int) -> None:
    with running(data, limited(FEW, "most"), processes) as server, silent(server, 2 * FEW):
        told = server.call("/api/health")

    assert told["ok"], told


def test_without_any_room_the_longest_silent_connection_makes_way(data: Path) -> None:
    with running(data, limited(FEW, FEW), 2) as server, silent(server, 3 * FEW):
        told = server.call("/api/health")

    assert told["ok"], told


def test_what_is_no_request_is_a_line_of_the_log_like_any_other(data: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = Server(data, log=log)
    try:
        host, _, port = server.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=10) as stranger:
            stranger.sendall(b"\x16\x03\x01 hello\r\n\r\n")
            assert b" 400 " in stranger.recv(1000)
    finally:
        server.stop()
    lines = [json.loads(line) for line in log.read_text().splitlines()]

    assert [line["level"] for line in lines] == ["warning"] and "request" in lines[0]["message"]
