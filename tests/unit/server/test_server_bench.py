"""The load maker of `albion bench server`: a WebSocket of its own must understand what the server sends."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

from albion.engine.errors import DataError
from albion.server.bench import _call, _Club, _measure, _play_until, serving
from albion.server.bench_wire import Frames, Wire


def test_it_plays_and_counts_what_was_acknowledged(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, pid):
        token, facts = _measure(address, pid, "redux-core", 2, 0.5)
        assert _call(address, "/api/me", None, token)["name"] == "Bench"
        refusal = _long_message(address, token)
        with pytest.raises(DataError, match="opens no socket"):
            Wire(address, "/api/nothing", token)

    assert facts["actions"] > 0 and facts["update_bytes"] > 0
    assert facts["server_cpu_us"] > 0 and facts["load_cpu_us"] > 0
    assert refusal == "malformed", "a message of 300 letters has its length in two bytes"


def _long_message(address: str, token: str) -> str:
    wire = Wire(address, "/api/socket", token)
    wire.send(msgspec.json.encode({"do": "x" * 300}))
    told = msgspec.json.decode(wire.recv())
    wire.close()
    return str(told["error"])


def test_whoever_has_ended_a_match_begins_another(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, _):
        token = _call(address, "/api/me", {"name": "Bench"}, "")["token"]
        club = _Club(address, token, "boudicca")
        _play_until(club, [club.new_match()], time.perf_counter() + 0.1)
        until = time.perf_counter() + 60
        while len(listed := _call(address, "/api/matches", None, token)["matches"]) < 3:
            assert time.perf_counter() < until
            _play_until(club, [], time.perf_counter() + 0.1)
        club.end()

    assert sorted(m["n"] > 0 for m in listed)[1:] == [True, True]


@pytest.mark.parametrize("size", [0, 5, 125, 126, 300, 65_535, 70_000])
def test_messages_are_found_wherever_they_are_cut(size: int) -> None:
    text = b"y" * size
    long = b"\x7e" + size.to_bytes(2, "big") if size < 1 << 16 else b"\x7f" + size.to_bytes(8, "big")
    head = long if size > 125 else bytes((size,))
    one = b"\x81" + head + text
    stream = one + one + b"\x89\x02hi" + one
    told = [(1, text), (1, text), (9, b"hi"), (1, text)]
    starts = (0, len(one), 2 * len(one), 2 * len(one) + 4)
    for cut in {min(start + n, len(stream)) for start in starts for n in range(12)}:
        frames = Frames()
        assert [*frames.of(stream[:cut]), *frames.of(stream[cut:])] == told

    assert Frames().of(one) == [(1, text)]
