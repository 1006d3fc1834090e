"""Several server processes behind one address: matches pinned, deaths survived, each bot's turn thought about once."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import time
import urllib.error
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from processes import Server, play_until_cut
from starlette.testclient import TestClient
from test_server_crash import stored
from websockets.asyncio.client import ClientConnection, connect

from albion.server.limits import RATES
from albion.server.peers import Peers, home_of, match_of, process_of
from albion.server.store import open_store
from albion.server.supervisor import Supervisor, _Process
from albion.server.worker import CONNECTION, READY, Worker

TWO_PEOPLE = {"game": "hands", "options": {"rounds": 40}, "seats": {"north": "human", "south": "human"}}


@pytest.fixture
def server(data: Path) -> Iterator[Server]:
    """A server whose processes a test may kill."""
    running = Server(data, processes=2)
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave its processes alone."""
    running = Server(tmp_path_factory.mktemp("processes"), processes=2)
    yield running
    running.stop()


on_lasting_server = pytest.mark.xdist_group("processes")
"""One worker starts it."""


def children(server: Server) -> list[int]:
    server.call("/api/health")  # answers once all have begun
    told = subprocess.run(
        ["ps", "--ppid", str(server.process.pid), "-o", "pid="], capture_output=True, text=True
    ).stdout
    return [int(pid) for pid in told.split()]


def workers(server: Server) -> list[int]:
    """The processes that serve: all but the first, which writes for them."""
    return children(server)[1:]


def eventually(holds: Callable[[], bool], seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it never came about"
        time.sleep(0.05)


def test_the_first_line_of_a_request_says_where_it_belongs() -> None:
    assert match_of(b"GET /api/matches/m_1-x/entries?limit=5 HTTP/1.1\r\nHost: a") == b"m_1-x"
    assert match_of(b"GET /club/api/socket?watch=w&match=m_2 HTTP/1.1\r\n") == b"m_2"
    assert match_of(b"GET /match/m_3 HTTP/1.1\r\n") == b"m_3"
    assert match_of(b"GET /api/games HTTP/1.1\r\nReferer: /api/matches/m_4") is None
    assert match_of(b"\x16\x03\x01") is None
    assert process_of(b"GET /api/metrics?process=1 HTTP/1.1") == 1


def test_if_a_process_dies_only_its_matches_move() -> None:
    matches = [b"m_%d" % n for n in range(600)]
    before = {m: home_of(m, (0, 1, 2)) for m in matches}
    after = {m: home_of(m, (0, 2)) for m in matches}

    assert all(after[m] == before[m] for m in matches if before[m] != 1)
    assert min(Counter(before.values()).values()) > 150


def test_new_matches_are_spread_evenly() -> None:
    peers = [Peers(n) for n in range(3)]
    for peer in peers:
        peer.now_alive(range(3))
    ids = count()
    for peer in peers:
        homes = [home_of(peer.pinned_in_turn(lambda: f"m_{next(ids)}").encode(), range(3)) for _ in range(9)]

        assert homes == [(peer.me + n) % 3 for n in range(9)]


@on_lasting_server
def test_every_process_is_home_to_as_many_new_matches(lasting: Server) -> None:
    token = lasting.call("/api/me", {"name": "Ann"})["token"]
    eventually(lambda: all(f"albion_process {n}" in metrics(lasting, n) for n in (0, 1)))
    ids = [lasting.call("/api/matches", TWO_PEOPLE, token)["match"] for _ in range(30)]
    homes = Counter(home_of(id.encode(), (0, 1)) for id in ids)

    assert abs(homes[0] - homes[1]) <= 2


def test_a_call_reaches_the_process_a_match_is_pinned_to(tmp_path: Path) -> None:
    peers = [Peers(n, tmp_path) for n in range(3)]
    for peer in peers:
        peer.listen()
        peer.now_alive(range(3))
    home = next(peer for peer in peers if peer.at_home("m_1"))
    caller = next(peer for peer in peers if peer is not home)
    caller.call("m_1")

    assert [peer.heard().matches for peer in peers] == [["m_1"] if peer is home else [] for peer in peers]
    home.close()
    caller.call("m_1")


@on_lasting_server
def test_requests_about_a_match_go_to_one_process(lasting: Server) -> None:
    token = lasting.call("/api/me", {"name": "Ann"})["token"]
    eventually(lambda: all(f"albion_process {n}" in metrics(lasting, n) for n in (0, 1)))
    match = lasting.call("/api/matches", TWO_PEOPLE, token)["match"]
    before = [counts(lasting, n) for n in (0, 1)]
    for _ in range(10):
        lasting.call(f"/api/matches/{match}", token=token)
    risen = [counts(lasting, n) - was for n, was in enumerate(before)]

    assert sorted(risen) == [0, 10]


def metrics(server: Server, process: int) -> str:
    return server.read(f"/api/metrics?process={process}")


def counts(server: Server, process: int) -> int:
    """How often a process has been asked for a match."""
    told = metrics(server, process)
    wanted = 'albion_requests_total{method="GET",route="/api/matches/{match}",status="200"} '
    return sum(int(line.removeprefix(wanted)) for line in told.splitlines() if line.startswith(wanted))


@on_lasting_server
def test_two_people_at_different_processes_hear_of_each_other(lasting: Server) -> None:
    token = lasting.call("/api/me", {"name": "Ann"})["token"]
    match = lasting.call("/api/matches", TWO_PEOPLE, token)["match"]
    url = lasting.address.replace("http", "ws", 1) + "/api/socket?process="
    headers = {"Authorization": f"Bearer {token}"}

    async def answered(by: ClientConnection, heard: ClientConnection, seq: int, action: str) -> Any:
        """Answer here; what is told there."""
        command = {"do": "play", "match": match, "seq": seq, "action": action}
        await by.send(json.dumps(command))
        while True:
            told = json.loads(await asyncio.wait_for(heard.recv(), 10))
            assert told["type"] != "refused", told
            if told["type"] == "update" and told["seq"] > seq:
                return told

    async def play() -> int:
        async with (
            connect(url + "0", additional_headers=headers) as one,
            connect(url + "1", additional_headers=headers) as other,
        ):
            for player in (one, other):
                await player.send(json.dumps({"do": "subscribe", "match": match}))
                shown = json.loads(await player.recv())["table"]
            for n in range(6):
                action = shown["decision"]["actions"][-1]["action"]
                pair = (one, other) if n % 2 else (other, one)
                shown = await answered(*pair, shown["seq"], action)
            return int(shown["seq"])

    assert asyncio.run(play()) >= 6


def killed_under_load(server: Server, data: Path, victim: int) -> None:
    """Kill a process while eight matches are played, then play on: everything acknowledged must be in the database."""
    token = server.call("/api/me", {"name": "Ann"})["token"]
    matches = [server.call("/api/matches", TWO_PEOPLE, token)["match"] for _ in range(8)]
    told: list[tuple[str, int, str]] = []

    async def play() -> None:
        clients = [asyncio.create_task(play_until_cut(server, token, m, told)) for m in matches]
        while len(told) < 40:
            await asyncio.sleep(0.005)
        os.kill(victim, signal.SIGKILL)
        await asyncio.sleep(0.5)
        cut = [m for m, client in zip(matches, clients, strict=True) if client.done()]
        await asyncio.gather(*clients, *(play_until_cut(server, token, m, told) for m in cut))

    asyncio.run(play())
    over = [server.call(f"/api/matches/{match}", token=token)["status"] == "over" for match in matches]
    eventually(lambda: len(children(server)) == 3 and victim not in children(server))
    server.stop()
    kept = stored(data)

    assert all(over)
    assert [entry for entry in told if kept.get(entry[:2]) != entry[2]] == []


def test_a_killed_process_loses_nothing_and_is_begun_anew(server: Server, data: Path) -> None:
    killed_under_load(server, data, workers(server)[0])


def test_a_killed_writer_loses_nothing_and_is_begun_anew(server: Server, data: Path) -> None:
    killed_under_load(server, data, children(server)[0])


def test_the_writer_outlives_a_signal_to_everybody_until_all_is_written(server: Server, data: Path) -> None:
    """A service manager tells all processes to end at once, while some still have something to commit."""
    token = server.call("/api/me", {"name": "Ann"})["token"]
    matches = [server.call("/api/matches", TWO_PEOPLE, token)["match"] for _ in range(8)]
    everybody = [server.process.pid, *children(server)]
    told: list[tuple[str, int, str]] = []

    async def play() -> None:
        clients = [asyncio.create_task(play_until_cut(server, token, m, told)) for m in matches]
        while len(told) < 40:
            await asyncio.sleep(0.005)
        for pid in everybody:
            os.kill(pid, signal.SIGTERM)
        await asyncio.gather(*clients)

    asyncio.run(play())
    server.process.wait(timeout=30)
    kept = stored(data)

    assert not any(alive(pid) for pid in everybody)
    assert [entry for entry in told if kept.get(entry[:2]) != entry[2]] == []


def test_a_bot_goes_on_when_its_process_dies(server: Server) -> None:
    token = server.call("/api/me", {"name": "Ann"})["token"]
    bots = {
        "game": "hands",
        "options": {"rounds": 40},
        "seats": {"north": "bot:random", "south": "bot:random"},
    }
    matches = [server.call("/api/matches", bots, token)["match"] for _ in range(4)]

    def over(match: str) -> bool:
        try:
            return bool(server.call(f"/api/matches/{match}", token=token)["status"] == "over")
        except OSError:  # this one had been given to the process that died
            return False

    os.kill(workers(server)[1], signal.SIGKILL)

    eventually(lambda: all(over(match) for match in matches), 60)


def test_all_processes_end_with_the_supervisor(server: Server) -> None:
    begun = children(server)
    server.kill()

    assert len(begun) == 3
    eventually(lambda: not any(alive(pid) for pid in begun))


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@on_lasting_server
def test_a_connection_that_says_nothing_holds_up_nobody(lasting: Server) -> None:
    host, _, port = lasting.address.removeprefix("http://").partition(":")
    silent = [socket.create_connection((host, int(port))) for _ in range(50)]

    assert lasting.call("/api/health")["ok"]
    for connection in silent:
        connection.close()


@pytest.mark.postgres
@pytest.mark.xdist_group("postgres")
def test_postgres_tells_other_processes_at_once(postgres: str, serve: Callable[..., TestClient]) -> None:
    async def listen() -> list[str]:
        heard: list[str] = []
        mine, theirs = await open_store(Path(), postgres), await open_store(Path(), postgres)
        mine.database.follow(heard.append)
        while not mine.database.quiet():
            await asyncio.sleep(0.02)
        await theirs.talk.say("m_1", "p_1", "hello", 1)
        await mine.talk.say("m_2", "p_1", "hello", 1)
        until = time.monotonic() + 10
        while not heard and time.monotonic() < until:
            await asyncio.sleep(0.02)
        await mine.database.close()
        await theirs.database.close()
        return heard

    assert asyncio.run(listen()) == ["m_1"]


@on_lasting_server
def test_several_processes_allow_no_more_than_one(lasting: Server) -> None:
    """Each request comes by a connection of its own, so that the processes are asked in turn."""
    token = lasting.call("/api/me", {"name": "Ann"})["token"]
    burst, made = RATES["matches"].burst, 0
    with pytest.raises(urllib.error.HTTPError, match="429"):
        while made < 2 * burst:
            lasting.call("/api/matches", {"game": "hands"}, token)
            made += 1

    assert burst <= made < 1.25 * burst


ASKED = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def test_a_connection_on_its_way_to_a_process_that_ends_is_answered() -> None:
    """A fault once: what the supervisor had sent and the process had not taken yet was cut."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def run() -> bytes:
        mine, theirs = socket.socketpair()
        worker = Worker(uvicorn.Config(app, lifespan="off", log_level="critical"), theirs, Peers())
        worker.config.load()
        worker.lifespan = worker.config.lifespan_class(worker.config)
        await worker.startup()
        assert mine.recv(1) == READY
        client, connection = socket.socketpair()
        client.setblocking(False)
        client.send(ASKED)
        socket.send_fds(mine, [CONNECTION], [connection.fileno()])
        connection.close()
        ending = asyncio.create_task(worker.shutdown())
        assert await asyncio.to_thread(mine.recv, 1) == b"", "it says goodbye"
        mine.close()
        await ending
        client.settimeout(5)
        return await asyncio.to_thread(client.recv, 100)

    assert asyncio.run(run()).startswith(b"HTTP/1.1 204")


def test_who_asks_while_all_processes_begin_anew_waits(tmp_path: Path) -> None:
    """A fault once: processes that have grown alike begin again together, and who asked just then was cut off."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setblocking(False)
    supervisor = Supervisor(listening, 2, tmp_path, lambda door, peers: None)
    client = socket.create_connection(listening.getsockname())
    client.send(ASKED)
    eventually(lambda: supervisor._accept(None) or bool(supervisor._silent))
    (connection,) = supervisor._silent
    eventually(lambda: bool(_peeked(connection)))
    supervisor._pass_on(connection)
    mine, theirs = socket.socketpair()
    theirs.settimeout(5)
    supervisor._processes[0] = _Process(0, os.getpid(), mine, time.monotonic(), ready=True)
    supervisor._listen_when_ready()
    for key, _ in supervisor._selector.select(5):
        key.data(key.fileobj)

    code, (given,), _, _ = socket.recv_fds(theirs, 1, 1)
    with socket.socket(fileno=given) as passed_on:
        assert (code, passed_on.recv(1000)) == (CONNECTION, ASKED)
    assert not supervisor._silent and not supervisor._held


def _peeked(connection: socket.socket) -> bytes:
    try:
        return connection.recv(10, socket.MSG_PEEK)
    except BlockingIOError:
        return b""
