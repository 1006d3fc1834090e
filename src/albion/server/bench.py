"""`albion bench server`: matches played over sockets by clients of another process, every action committed."""

from __future__ import annotations

import gc
import os
import queue
import random
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from albion.engine.differences import differences
from albion.engine.errors import DataError
from albion.engine.kept import Kept
from albion.engine.match import Match
from albion.engine.options import options_from
from albion.server.bench_wire import Wire
from albion.server.catalogue import find_games

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


class _Play(msgspec.Struct):
    do: str
    id: int
    match: str
    seq: int
    action: str


class _Acknowledged(NamedTuple):
    """An action that was committed: how long that took, and how much was sent back."""

    seconds: float
    size: int


_DECODE = msgspec.json.Decoder(_Told)
_ENCODE = msgspec.json.Encoder().encode
_TELLING = ("table", "update")
"""Messages that tell what is asked now."""


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
            token, facts = _measure(address, pid, game, matches, seconds)
            facts["processes"] = processes
        with serving(Path(folder), database) as (address, _):
            opened = _opening(address, token)
    return {**facts, "view_us": round(view_us(game), 1), "open_ms": round(1000 * opened, 1)}


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


def _measure(address: str, pid: int, game: str, matches: int, seconds: float) -> tuple[str, dict[str, Any]]:
    """The player's token, and the figures."""
    token = _call(address, "/api/me", {"name": "Bench"}, "")["token"]
    club = _Club(address, token, game)
    # However slow the machine: the time begins when every client has a match.
    first = [club.new_match() for _ in range(matches)]
    settled(pid)
    begin = time.perf_counter() + _WARM_UP
    with _unhindered():
        _play_until(club, first, begin)
        server, here = _processor_time(pid), time.process_time()
        club.seen.clear()
        _play_until(club, [], begin + seconds)
        server, here = _processor_time(pid) - server, time.process_time() - here
    club.end()
    seen, times = club.seen, sorted(answer.seconds for answer in club.seen)
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
        "server_cpu_us": round(1_000_000 * server / len(seen)),
        "load_cpu_us": round(1_000_000 * here / len(seen)),
        "load_cores": round(here / seconds, 2),
    }


def settled(pid: int) -> None:
    """Wait until a server has packed its files and read its games: nobody plays a match in its first seconds."""
    end, before = time.perf_counter() + _PATIENCE, _processor_time(pid)
    while time.perf_counter() < end:
        time.sleep(_LOOK)
        used, before = _processor_time(pid) - before, _processor_time(pid)
        if used < _IDLE:
            return


@contextmanager
def _unhindered() -> Iterator[None]:
    """Look for no garbage meanwhile: what this process does is time the server does not get."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _processor_time(pid: int) -> float:
    """Seconds used so far by a process and those it has begun; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_processor_time(int(child)) for child in children)


class _Club:
    """The players, who are all served by one thread, and what was acknowledged to them."""

    def __init__(self, address: str, token: str, game: str) -> None:
        self._address, self._token, self._game = address, token, game
        self._selector = selectors.DefaultSelector()
        self._opened: queue.SimpleQueue[Future[tuple[Wire, str]]] = queue.SimpleQueue()
        self._bell, rings = socket.socketpair()
        """Read when a connection has been opened beside the playing."""
        self._rings = rings
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._openers = ThreadPoolExecutor(4)
        self._chance = random.Random(1)
        self.seen: list[_Acknowledged] = []

    def new_match(self) -> str:
        """A new match with this player on all seats."""
        asked = {"game": self._game, "seats": _seats(self._address, self._game)}
        return str(_call(self._address, "/api/matches", asked, self._token)["match"])

    def open(self, match: str | None = None) -> None:
        """Connect to a match, by default a new one; the others play on meanwhile."""

        def opened(future: Future[tuple[Wire, str]]) -> None:
            self._opened.put(future)
            self._rings.send(b"!")

        self._openers.submit(self._connect, match).add_done_callback(opened)

    def _connect(self, match: str | None) -> tuple[Wire, str]:
        match = match or self.new_match()
        return Wire(self._address, f"/api/socket?match={match}", self._token), match

    def look(self, seconds: float) -> None:
        """Wait so long at most for somebody's answer, and play on."""
        for key, _ in self._selector.select(seconds):
            if key.data is None:
                self._begin()
            elif not key.data.hear(self.seen):
                self._selector.unregister(key.fileobj)
                key.data.wire.close()
                self.open()

    def _begin(self) -> None:
        self._bell.recv(1)
        wire, match = self._opened.get().result()
        self._selector.register(wire, selectors.EVENT_READ, _Player(wire, match, self._chance))

    def end(self) -> None:
        """Hang up."""
        self._openers.shutdown(cancel_futures=True)
        while not self._opened.empty():  # opened too late to play
            if not (future := self._opened.get()).cancelled() and future.exception() is None:
                future.result()[0].close()
        for key in list(self._selector.get_map().values()):
            if key.data is not None:
                key.data.wire.close()
        self._selector.close()
        self._bell.close()
        self._rings.close()


class _Player:
    """Plays one match over a connection: an answer as soon as the one before is acknowledged."""

    def __init__(self, wire: Wire, match: str, chance: random.Random) -> None:
        self.wire = wire
        self._match, self._chance = match, chance
        self._known = Answers()
        self._seq = 0
        self._sent = 0.0
        wire.send(msgspec.json.encode({"do": "subscribe", "match": match, "brief": True}))

    def hear(self, seen: list[_Acknowledged]) -> bool:
        """Take in what the server says, and answer; False: the match is over."""
        messages = self.wire.received()
        while messages:
            told = _DECODE.decode(text := messages.popleft())
            if told.type == "refused":
                raise DataError(f"the server refused an action of the benchmark: {told.message}")
            if told.type in _TELLING and not self._answer(told, len(text), seen):
                return False
        return True

    def _answer(self, told: _Told, size: int, seen: list[_Acknowledged]) -> bool:
        now = time.perf_counter()
        if told.table is not None:
            self._seq, d = told.table.seq, told.table.decision
            actions = [a.action for a in d.actions or () if not isinstance(a, str)] if d is not None else []
            self._known.learn_whole(actions)
        else:
            if told.id != self._seq or told.seq is None:
                raise DataError("the server announced an action that it did not acknowledge")
            seen.append(_Acknowledged(now - self._sent, size))
            self._known.learn(told.new)
            self._seq, d = told.seq, told.decision
            actions = self._known.of(d.actions or ()) if d is not None else []
        if not actions:
            return False
        self._sent, action = now, self._chance.choice(actions)
        self.wire.send(_ENCODE(_Play("play", self._seq, self._match, self._seq, action)))
        return True


def _play_until(club: _Club, first: Sequence[str], end: float) -> None:
    """Play until a moment; `first`: matches to begin with."""
    for match in first:
        club.open(match)
    while (left := end - time.perf_counter()) > 0:
        club.look(left)


def _seats(address: str, game: str) -> dict[str, str]:
    if game not in _SEATS:
        told = _call(address, f"/api/games/{game}", None, "")
        _SEATS[game] = {seat["id"]: "human" for seat in told["seats"]["table"][0]["seats"]}
    return _SEATS[game]


_SEATS: dict[str, dict[str, str]] = {}


def _opening(address: str, token: str) -> float:
    """How long a server that has just begun takes to open the longest match played, log and all."""
    time.sleep(_WARM_UP)
    listed = (_call(address, "/api/matches?limit=200", None, token))["matches"]
    longest = max(listed, key=lambda m: int(m["n"]))["match"]
    begin = time.perf_counter()
    _call(address, f"/api/matches/{longest}", None, token)
    _call(address, f"/api/matches/{longest}/entries?limit=5000", None, token)
    return time.perf_counter() - begin


def _call(address: str, path: str, body: Any, token: str) -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else msgspec.json.encode(body)
    request = urllib.request.Request(
        f"{address}{path}", data, {"content-type": "application/json", **headers}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return msgspec.json.decode(answer.read())
