"""`albion bench server`: matches played over sockets by clients of another process, every action committed."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from albion.engine.differences import differences
from albion.engine.errors import DataError
from albion.engine.kept import Kept
from albion.engine.match import Match
from albion.engine.options import options_from
from albion.server.bench_wire import Wire
from albion.server.catalogue import find_games

T = TypeVar("T")
_WARM_UP = 3.0
_PATIENCE = 30.0
"""Seconds to wait at most for a server to have done what it does once, after its start."""
_LOOK, _IDLE = 0.5, 0.05
"""A server that used less processor time than this between two looks is idle."""


class _Answer(msgspec.Struct):
    action: str


class _Decision(msgspec.Struct):
    seat: str
    actions: list[str | _Answer] | None = None


class _Shown(msgspec.Struct):
    seq: int
    decision: _Decision | None


class _Told(msgspec.Struct):
    type: str
    id: int | None = None
    seq: int | None = None
    decision: _Decision | None = None
    new: list[list[str | int | None]] = []
    table: _Shown | None = None
    message: str | None = None


class _Acknowledged(NamedTuple):
    """An action that was committed: how long that took, and how much was sent back."""

    seconds: float
    size: int


_DECODE = msgspec.json.Decoder(_Told)


class Answers:
    """The answers a client was told, as far as it needs them to play: their actions, by number."""

    def __init__(self) -> None:
        self._known: list[str] = []

    def learn(self, told: Iterable[Sequence[str | int | None]]) -> None:
        """Take in the new answers of an update in brief."""
        for verb, _, _, *nouns in told:
            self._known += [str(verb) if noun is None else f"{verb} {noun}" for noun in nouns]

    def learn_whole(self, actions: Iterable[str]) -> None:
        """Take in the answers of the table that came with the subscription."""
        self._known += actions

    def of(self, told: Iterable[str | Any]) -> list[str]:
        """The actions of the open question: runs of numbers, or answers told whole."""
        found: list[str] = []
        for some in told:
            if not isinstance(some, str):
                found.append(some.action)
                continue
            for run in some.split(" "):
                first, _, last = run.partition("-")
                found += self._known[int(first) : int(last or first) + 1]
        return found


def run(
    game: str = "redux-core",
    matches: int = 20,
    seconds: float = 10.0,
    database: str | None = None,
    processes: int = 1,
) -> dict[str, Any]:
    """Play that many matches at once for that many seconds; acknowledged actions per second and their durations."""
    with tempfile.TemporaryDirectory(prefix="albion-") as folder:
        with serving(Path(folder), database, processes) as (address, pid):
            token, facts = _run(_measure(address, pid, game, matches, seconds))
            facts["processes"] = processes
        with serving(Path(folder), database) as (address, _):
            opened = _run(_opening(address, token))
    return {**facts, "view_us": round(view_us(game), 1), "open_ms": round(1000 * opened, 1)}


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Run it on the event loop that costs least."""
    found = importlib.util.find_spec("uvloop") is not None  # there is none for Windows
    factory = importlib.import_module("uvloop").new_event_loop if found else None
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)


def view_us(game: str, answers: int = 3000) -> float:
    """Microseconds of processor time to bring a player's view up to date after an answer and find what differs."""
    known, chance = find_games("albion.games:GAMES")[game], random.Random(1)
    spent = seed = given = 0
    while given < answers:
        seed += 1
        match = Match(known, options_from(known.options_type, {}), seed)
        kept, me = Kept(), known.seats(match.options)[0]
        before = known.view(match.state, me, kept)
        while (d := match.decision) is not None and given < answers:
            match.play(d.seat, chance.choice(d.actions))
            begin = time.thread_time_ns()
            view = known.view(match.state, me, kept)
            differences(before, view)
            spent += time.thread_time_ns() - begin
            before, given = view, given + 1
    return spent / given / 1000


@contextmanager
def serving(data: Path, database: str | None = None, processes: int = 1) -> Iterator[tuple[str, int]]:
    """A server of its own: its address, and its process."""
    where = f"data=Path({str(data)!r}), database={database!r}, processes={processes}"
    code = f"from pathlib import Path; from albion.server import run; run(port=0, {where}, browser=False, limits=False)"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        if found is None:
            raise DataError("the server to be measured did not start")
        yield found[0].rstrip("/"), process.pid
    finally:
        process.terminate()
        process.wait(timeout=20)


async def _measure(
    address: str, pid: int, game: str, matches: int, seconds: float
) -> tuple[str, dict[str, Any]]:
    """The player's token, and the figures."""
    token = (await _call(address, "/api/me", {"name": "Bench"}, ""))["token"]
    # However slow the machine: the time begins when every client has a match.
    first = [await _new_match(address, token, game) for _ in range(matches)]
    await settled(pid)
    begin = time.perf_counter() + _WARM_UP
    clients = [
        _client(address, token, game, match, begin, begin + seconds, random.Random(n))
        for n, match in enumerate(first)
    ]
    used = asyncio.create_task(_used(pid, begin, begin + seconds))
    load = asyncio.create_task(_used_here(begin, begin + seconds))
    seen = [answer for some in await asyncio.gather(*clients) for answer in some]
    times = sorted(answer.seconds for answer in seen)
    if not times:
        raise DataError("no action was acknowledged: the server did not answer")
    return token, {
        "game": game,
        "matches": matches,
        "actions": len(times),
        "actions_per_second": round(len(times) / seconds, 1),
        "p50_ms": round(1000 * times[len(times) // 2], 2),
        "p99_ms": round(1000 * times[len(times) * 99 // 100], 2),
        "update_bytes": round(sum(answer.size for answer in seen) / len(seen)),
        "server_cpu_us": round(1_000_000 * await used / len(seen)),
        "load_cores": round(await load / seconds, 2),
    }


async def settled(pid: int) -> None:
    """Wait until a server has packed its files and read its games: nobody plays a match in its first seconds."""
    end, before = time.perf_counter() + _PATIENCE, _processor_time(pid)
    while time.perf_counter() < end:
        await asyncio.sleep(_LOOK)
        used, before = _processor_time(pid) - before, _processor_time(pid)
        if used < _IDLE:
            return


async def _used(pid: int, begin: float, end: float) -> float:
    """Seconds of processor time that the server's processes used between two moments, which shows what a quiet machine could do."""
    await asyncio.sleep(begin - time.perf_counter())
    before = _processor_time(pid)
    await asyncio.sleep(end - time.perf_counter())
    return _processor_time(pid) - before


async def _used_here(begin: float, end: float) -> float:
    """Seconds of processor time that the clients used: what they take is missing for the server on a small machine."""
    await asyncio.sleep(begin - time.perf_counter())
    before = time.process_time()
    await asyncio.sleep(end - time.perf_counter())
    return time.process_time() - before


def _processor_time(pid: int) -> float:
    """Seconds used so far by a process and those it has begun; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_processor_time(int(child)) for child in children)


async def _client(
    address: str, token: str, game: str, match: str, begin: float, end: float, chance: random.Random
) -> list[_Acknowledged]:
    """Plays this match and then others until the end; what was acknowledged."""
    seen: list[_Acknowledged] = []
    while time.perf_counter() < end:
        socket = await Wire.connect(address, f"/api/socket?match={match}", token)
        try:
            await _play(socket, match, begin, end, chance, seen)
        finally:
            socket.close()
        match = await _new_match(address, token, game)
    return seen


async def _new_match(address: str, token: str, game: str) -> str:
    asked = {"game": game, "seats": await _seats(address, game)}
    return str((await _call(address, "/api/matches", asked, token))["match"])


async def _play(
    socket: Wire,
    match: str,
    begin: float,
    end: float,
    chance: random.Random,
    seen: list[_Acknowledged],
) -> None:
    socket.send(msgspec.json.encode({"do": "subscribe", "match": match, "brief": True}))
    shown = _DECODE.decode(await socket.recv()).table
    assert shown is not None
    known, seq, actions = Answers(), shown.seq, list[str]()
    if shown.decision is not None:
        actions = [a.action for a in shown.decision.actions or () if not isinstance(a, str)]
        known.learn_whole(actions)
    while actions and (now := time.perf_counter()) < end:
        action = chance.choice(actions)
        socket.send(
            msgspec.json.encode({"do": "play", "id": seq, "match": match, "seq": seq, "action": action})
        )
        while (told := _DECODE.decode(text := await socket.recv())).type != "update":
            if told.type == "refused":
                raise DataError(f"the server refused an action of the benchmark: {told.message}")
        if told.id != seq or told.seq is None:
            raise DataError("the server announced an action that it did not acknowledge")
        if now >= begin:
            seen.append(_Acknowledged(time.perf_counter() - now, len(text)))
        known.learn(told.new)
        seq, actions = told.seq, known.of(told.decision.actions or ()) if told.decision is not None else []


async def _seats(address: str, game: str) -> dict[str, str]:
    if game not in _SEATS:
        told = await _call(address, f"/api/games/{game}", None, "")
        _SEATS[game] = {seat["id"]: "human" for seat in told["seats"]["table"][0]["seats"]}
    return _SEATS[game]


_SEATS: dict[str, dict[str, str]] = {}


async def _opening(address: str, token: str) -> float:
    """How long a server that has just begun takes to open the longest match played, log and all."""
    await asyncio.sleep(_WARM_UP)
    listed = (await _call(address, "/api/matches?limit=200", None, token))["matches"]
    longest = max(listed, key=lambda m: int(m["n"]))["match"]
    begin = time.perf_counter()
    await _call(address, f"/api/matches/{longest}", None, token)
    await _call(address, f"/api/matches/{longest}/entries?limit=5000", None, token)
    return time.perf_counter() - begin


async def _call(address: str, path: str, body: Any, token: str) -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else msgspec.json.encode(body)
    request = urllib.request.Request(
        f"{address}{path}", data, {"content-type": "application/json", **headers}
    )
    return await asyncio.to_thread(
        lambda: msgspec.json.decode(urllib.request.urlopen(request, timeout=30).read())
    )
