"""Garbage is looked for when that keeps nobody waiting; lines of the log keep no more than they must."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import msgspec
import pytest

from albion.server import memory
from albion.server.entries import Entry, StoredEvent
from albion.server.memory import Tidying
from albion.server.store.rows import EntryRow


@pytest.fixture
def seldom() -> Iterator[None]:
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(10**9, 10, 10)
    yield
    gc.set_threshold(*before)


def test_garbage_is_looked_for_only_while_little_is_going_on(
    seldom: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, used = 100.0, 5.0
    monkeypatch.setattr("albion.server.memory.time.monotonic", lambda: now)
    monkeypatch.setattr("albion.server.memory.time.process_time", lambda: used)
    tidying = Tidying()
    some: list[list[int]] = [[n] for n in range(memory._WORTH + 100)]

    now, used = 101.0, 5.9
    asyncio.run(tidying.look())
    assert gc.get_count()[0] >= len(some)
    now, used = 102.0, 5.91
    asyncio.run(tidying.look())
    assert gc.get_count()[0] < len(some)


def test_a_folded_line_says_the_same() -> None:
    happened = [StoredEvent("roll", [], {"who": "romans", "dice": [3, 5]}, None, True)]
    row = EntryRow(
        1, 1, "play", "romans", "to 4432", "To 4432", "March", 0, 0, 7, msgspec.json.encode(happened)
    )
    entry, folded = Entry(row, happened), Entry(row, happened)

    folded.fold()

    assert folded.final and folded._events is None
    assert (folded.rolled(), folded.events) == (entry.rolled(), entry.events)
