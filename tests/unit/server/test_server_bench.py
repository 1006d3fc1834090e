"""The load maker of `albion bench server`: a WebSocket of its own must understand what the server sends."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from albion.engine.errors import DataError
from albion.server.bench import _call, _measure, _run, serving
from albion.server.bench_wire import Wire


def test_it_plays_and_counts_what_was_acknowledged(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, pid):
        token, facts = _run(_measure(address, pid, "redux-core", 2, 0.5))
        refusal = _run(_long_message(address, token))
        with pytest.raises(DataError, match="opens no socket"):
            _run(Wire.connect(address, "/api/nothing", token))

    assert facts["actions"] > 0 and facts["update_bytes"] > 0
    assert refusal == "malformed", "a message of 300 letters has its length in two bytes"


async def _long_message(address: str, token: str) -> str:
    assert (await _call(address, "/api/me", None, token))["name"] == "Bench"
    wire = await Wire.connect(address, "/api/socket", token)
    wire.send(msgspec.json.encode({"do": "x" * 300}))
    told = msgspec.json.decode(await asyncio.wait_for(wire.recv(), 20))
    wire.close()
    return str(told["error"])
