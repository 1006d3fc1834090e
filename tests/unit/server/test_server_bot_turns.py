"""A match whose next answer is a bot's is never left alone: its turn is tried again, or found."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.server import subscribers
from albion.server.bot_turns import BotTurns
from albion.server.housekeeping import Housekeeping
from albion.server.store import BusyError
from albion.server.store.commits import Commits
from albion.server.store.database import Statement
from albion.server.store.writers import Job, WriterLink
from albion.server.table import Table
from albion.server.tables import Tables

PATIENCE = 60.0
"""Seconds for what takes a moment on a quiet machine."""
NEVER = 10**12
SEATS = {"north": "human", "south": "bot:random"}


def comes_to(data: Path, match: str, seat: str) -> bool:
    """Whether it becomes that seat's turn; whoever looks at a match wakes its bot, so nobody looks but at the database."""
    end = time.monotonic() + PATIENCE
    with sqlite3.connect(data / "albion.db") as db:
        while time.monotonic() < end:
            if db.execute("SELECT turn FROM matches WHERE id = ?", (match,)).fetchone() == (seat,):
                return True
            time.sleep(0.05)
    return False


def counted(client: TestClient) -> str:
    """What the operator's metrics say."""
    tables: Tables = client.app.state.tables  # type: ignore[attr-defined]
    return tables.metrics.text({})


def once(error: Exception, then: Callable[..., Any]) -> Callable[..., Any]:
    """Fails the first time it is called."""
    left = [error]

    def call(*args: Any, **more: Any) -> Any:
        if left:
            raise left.pop()
        return then(*args, **more)

    return call


@pytest.fixture
def unwatched(monkeypatch: pytest.MonkeyPatch) -> None:
    """No housekeeping wakes a bot."""
    monkeypatch.setattr("albion.server.housekeeping._STUCK", NEVER)


@pytest.mark.usefixtures("unwatched")
@pytest.mark.parametrize("error", [BusyError("no answer in time"), RuntimeError("a bug")])
def test_a_turn_that_fails_is_tried_again(
    ann: Person, client: TestClient, data: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    workers = client.app.state.tables.workers  # type: ignore[attr-defined]
    monkeypatch.setattr(workers, "choose", once(error, workers.choose))
    match = ann.create(seats=SEATS)["match"]
    ann.play(match, "end")

    assert comes_to(data, match, "north")
    told = counted(client)
    assert f'albion_bot_turns_failed_total{{error="{type(error).__name__}"}} 1' in told


@pytest.mark.usefixtures("unwatched")
def test_a_bot_is_asked_even_if_something_fails_after_a_players_answer(
    ann: Person, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.create(seats=SEATS)
    match, answer = table["match"], {"seq": table["seq"], "action": "end"}
    monkeypatch.setattr(subscribers, "publish", once(BusyError("no answer in time"), subscribers.publish))

    assert ann.ask("POST", f"/api/matches/{match}/actions", answer)[0] == 503
    assert comes_to(data, match, "north")


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first turn is lost, housekeeping looks often, and its other work fails; the matches whose turns were lost."""
    matches: list[str] = []
    run = BotTurns._run

    async def lose_first(self: BotTurns, match: str) -> None:
        if matches:
            await run(self, match)
        else:
            matches.append(match)
            self._busy.pop(match)

    async def fail(self: Housekeeping) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(BotTurns, "_run", lose_first)
    monkeypatch.setattr(Housekeeping, "_end_connections", fail)
    monkeypatch.setattr("albion.server.housekeeping._SWEEP", 0.2)
    monkeypatch.setattr("albion.server.housekeeping._STUCK", 1000)
    return matches


@pytest.mark.parametrize("ahead", [0, 3600_000])
def test_a_lost_turn_is_found_whatever_the_clock_said_then(
    lost: list[str], serve: Callable[..., TestClient], data: Path, caplog: Any, ahead: int
) -> None:
    client = serve()
    ann = Person(client, "Ann")
    match = ann.create(seats=SEATS)["match"]
    ann.play(match, "end")
    with sqlite3.connect(data / "albion.db") as db:
        db.execute("UPDATE matches SET changed = changed + ? WHERE id = ?", (ahead, match))

    assert comes_to(data, match, "north")
    assert lost == [match]
    assert "albion_bot_turns_found_total 1" in counted(client)
    assert f"a bot's turn in match {match} was lost: it is asked again" in caplog.text


def test_the_operator_is_told_what_a_slow_turn_waits_for(
    serve: Callable[..., TestClient], data: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    for name, value in {
        "housekeeping._SWEEP": 0.1,
        "housekeeping._STUCK": 100,
        "bot_turns._SLOW": 0.1,
    }.items():
        monkeypatch.setattr(f"albion.server.{name}", value)
    client = serve()
    ann = Person(client, "Ann")
    workers = client.app.state.tables.workers  # type: ignore[attr-defined]
    choose, told = workers.choose, asyncio.Event()

    async def slowly(*args: Any) -> Any:
        await told.wait()
        return await choose(*args)

    monkeypatch.setattr(workers, "choose", slowly)
    match = ann.create(seats=SEATS)["match"]
    ann.play(match, "end")
    end = time.monotonic() + PATIENCE
    while "takes more than" not in caplog.text and time.monotonic() < end:
        time.sleep(0.05)
    assert client.portal is not None
    client.portal.call(told.set)

    assert comes_to(data, match, "north")
    lines = [line for line in caplog.messages if "takes more than" in line]
    assert lines == [f"a bot's turn in match {match} takes more than 0 s: it waits for a process, or thinks"]
    assert "albion_bot_turns_slow_total 1" in counted(client)


def test_a_match_has_one_table_even_if_reading_it_failed_first(
    ann: Person, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    tables: Tables = client.app.state.tables  # type: ignore[attr-defined]
    load, loads = tables.load, list[asyncio.Event]()

    async def slowly(match: str) -> Table:
        loads.append(asyncio.Event())
        if len(loads) == 1:
            await asyncio.sleep(0.01)  # the second waits for it
            raise BusyError("no answer in time")
        table = await load(match)
        await loads[-1].wait()
        return table

    async def ask() -> list[Table]:
        tables._open.clear()
        asked: list[Awaitable[Table]] = [asyncio.create_task(tables.find(match)) for _ in range(2)]
        while len(loads) < 2:
            await asyncio.sleep(0)
        asked.append(asyncio.create_task(tables.find(match)))
        while len(loads) < 3:
            await asyncio.sleep(0)
        for begun in loads:
            begun.set()
        return [t for t in await asyncio.gather(*asked, return_exceptions=True) if isinstance(t, Table)]

    monkeypatch.setattr(tables, "load", slowly)
    assert client.portal is not None
    found = client.portal.call(ask)

    assert len(found) == 2 and all(table is tables._open[match] for table in found)


HALF = "\ud800"
"""Half a character: no database takes it, and it cannot be sent."""
_SQL = "INSERT INTO notes VALUES ($1)"


def test_what_cannot_be_written_harms_nobody_else(tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE notes (text TEXT)")
    commits = Commits(file)
    units = [(Statement(_SQL, (text,)),) for text in ("first", HALF, "last")]
    results = commits.commit(units)
    again = commits.commit(units[:1])
    commits.close()

    assert [type(result) for result in results] == [bool, UnicodeEncodeError, bool]
    assert again == [True]


def test_what_cannot_be_sent_to_the_writer_harms_nobody_else() -> None:
    class Sent(asyncio.Transport):
        written: list[bytes] = []

        def write(self, data: bytes | bytearray | memoryview) -> None:
            self.written.append(bytes(data))

    async def put() -> list[bool | BaseException]:
        link, sent = WriterLink(Path("nowhere")), Sent()
        link.connection_made(sent)
        loop = asyncio.get_running_loop()
        jobs = [Job((Statement(_SQL, (text,)),), loop.create_future()) for text in ("first", HALF, "last")]
        link.put(jobs)
        assert link.waiting == len(sent.written) == 2
        for _ in sent.written:
            link.data_received(b"\x00\x00\x00\x02\x91\xc3")  # one unit, committed
        return list(await asyncio.gather(*(job.done for job in jobs), return_exceptions=True))

    first, half, last = asyncio.run(put())

    assert first is last is True and isinstance(half, UnicodeEncodeError)
