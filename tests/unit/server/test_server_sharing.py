"""Several servers on one database: each action once, everybody hears of it; with SQLite and with PostgreSQL."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from people import Person, finish
from starlette.testclient import TestClient

from albion.server.store import BusyError, Store, open_store
from albion.server.store.database import Statement
from albion.server.store.rows import ChangeRows, EntryRow, LogPart, MatchRow, SeatRow, SnapshotRow

pytestmark = pytest.mark.xdist_group("postgres")  # one worker makes what they share

Pair = tuple[TestClient, TestClient]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest) -> str | None:
    """Where the servers of a test keep their matches."""
    return None if request.param == "sqlite" else request.getfixturevalue("postgres")


@pytest.fixture
def pair(serve: Callable[..., TestClient], database: str | None) -> Pair:
    return serve(database=database), serve(database=database)


def elsewhere(client: TestClient, person: Person) -> Person:
    """The same person at another server."""
    other = Person(client, None)
    other.headers, other.id = person.headers, person.id
    return other


def test_of_two_answers_to_one_question_one_counts(pair: Pair) -> None:
    ann = Person(pair[0], "Ann")
    too = elsewhere(pair[1], ann)
    match = ann.create(seats={"north": "human", "south": "human"}, options={"rounds": 40})["match"]
    for _ in range(12):
        table = ann.get(f"/api/matches/{match}")
        action = table["decision"]["actions"][-1]["action"]
        body = {"seq": table["seq"], "action": action}
        answers: list[Any] = []

        def ask(person: Person, body: Any = body, answers: list[Any] = answers) -> None:
            answers.append(person.ask("POST", f"/api/matches/{match}/actions", body))

        threads = [threading.Thread(target=ask, args=(person,)) for person in (ann, too)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert sorted(status for status, _ in answers) == [200, 409], answers
        refused = next(told for status, told in answers if status == 409)
        assert refused["error"] == "stale" and refused["table"]["seq"] > table["seq"]
    log = ann.get(f"/api/matches/{match}/entries")["entries"]
    assert [e["seq"] for e in log] == list(range(len(log)))
    assert log == too.get(f"/api/matches/{match}/entries")["entries"]


def test_what_happens_at_one_server_is_told_at_the_other(pair: Pair) -> None:
    ann, bob = Person(pair[0], "Ann"), Person(pair[1], "Bob")
    table = ann.create(seats={"north": "human"})
    match = table["match"]
    bob.post(f"/api/invites/{table['seats'][1]['invite']}")
    with bob.socket() as socket:
        socket.send_json({"do": "subscribe", "match": match})
        ann.play(match, "lay 2")
        ann.post(f"/api/matches/{match}/undo", {"seq": 1})
        ann.play(match, "end")
        ann.post(f"/api/matches/{match}/chat", {"text": "Your turn"})
        told = []
        while not {"chat"} <= {t["type"] for t in told} or told[-1]["type"] == "seats" or _last(told) < 3:
            told.append(socket.receive_json())

    assert [e["seq"] for t in told if t["type"] == "update" for e in t["entries"]] == [1, 2, 3][
        -_count(told) :
    ]
    over = finish(match, ann, bob)
    assert over["outcome"] == bob.get(f"/api/matches/{match}")["outcome"]


def _last(told: list[Any]) -> int:
    seqs = [t["seq"] for t in told if t["type"] == "update"] + [
        t["table"]["seq"] for t in told if t["type"] == "table"
    ]
    return max(seqs, default=0)


def _count(told: list[Any]) -> int:
    return sum(len(t["entries"]) for t in told if t["type"] == "update")


def test_a_player_who_left_at_one_server_cannot_answer_at_the_other(pair: Pair) -> None:
    ann, bob = Person(pair[0], "Ann"), Person(pair[0], "Bob")
    table = ann.create(seats={"north": "open", "south": "human"})
    match = table["match"]
    bob.post(f"/api/invites/{table['seats'][0]['invite']}")
    gone = elsewhere(pair[1], bob)
    assert gone.get(f"/api/matches/{match}")["you"]["seats"] == ["north"]
    bob.post(f"/api/matches/{match}/seats/north", {"to": "bot:random"})
    status, told = gone.ask("POST", f"/api/matches/{match}/actions", {"seq": 0, "action": "end"})

    assert (status, told["error"]) == (403, "foreign")


def row(**more: Any) -> MatchRow:
    plain = MatchRow(
        "m",
        "hands",
        1,
        "{}",
        "1",
        "t",
        "p",
        "live",
        0,
        0,
        None,
        "w",
        1,
        1,
        0,
        0,
        0,
        "running",
        "north",
        1,
        None,
    )
    return plain._replace(**more)


def entry(seq: int) -> EntryRow:
    return EntryRow(seq, seq, "play", "north", "end", "End", "Lay", 0, 0, 5, b"[]")


def test_the_store_keeps_what_it_is_given(tmp_path: Path, database: str | None) -> None:
    async def run() -> None:
        store = await open_store(tmp_path, database)
        try:
            await _contract(store)
        finally:
            assert not await store.delete("m", 99)
            assert await store.delete("m", (await store.match("m")).rev)
            await store.database.close()

    asyncio.run(run())


def test_a_long_log_is_kept_whole(tmp_path: Path, database: str | None) -> None:
    """As an imported match has one: most of its lines are written many at a time."""
    log = [entry(seq)._replace(text=f"line {seq}", player=None) for seq in range(137)]

    async def run() -> list[EntryRow]:
        store = await open_store(tmp_path, database)
        try:
            await store.create(row(id="long", watch="l", seq=136, n=136), [], LogPart(log, []))
            return await store.entries("long")
        finally:
            assert await store.delete("long", 0)
            await store.database.close()

    assert asyncio.run(run()) == log


def test_what_was_written_of_a_log_that_was_cut_off_is_forgotten(
    tmp_path: Path, database: str | None
) -> None:
    """A server may die between two parts of an imported record."""

    def parts() -> Iterator[LogPart]:
        yield LogPart([entry(0), entry(1)], [SnapshotRow(0, 0, b"a")])
        raise KeyboardInterrupt

    async def run() -> tuple[bool, list[EntryRow], SnapshotRow | None]:
        store = await open_store(tmp_path, database)
        try:
            cut = row(id="cut", watch="c", created=5)
            with pytest.raises(KeyboardInterrupt):
                await store.create(cut, [], LogPart([entry(2)], []), earlier=parts())
            await store.forget_drafts(5)
            kept = bool(await store.entries("cut")) and bool(await store.snapshot("cut", 9))
            await store.forget_drafts(6)
            return kept, await store.entries("cut"), await store.snapshot("cut", 9)
        finally:
            await store.database.close()

    assert asyncio.run(run()) == (True, [], None)


async def _contract(store: Store) -> None:
    seats = [SeatRow("north", "human", "p", None, None), SeatRow("south", "open", None, None, "i")]
    await store.create(row(), seats, LogPart([entry(0)], [SnapshotRow(0, 0, b"a")]))
    first, undone = row(seq=2, n=2), row(seq=3, n=1)
    assert await store.commit(ChangeRows(row(), first, [entry(1), entry(2)], SnapshotRow(2, 2, b"\x00b")))
    assert not await store.commit(ChangeRows(row(), first, [entry(2)])), "number 2 is taken"
    assert not await store.commit(ChangeRows(row(seq=2, rev=1), undone, [entry(3)])), "seats are not as known"
    assert [e.seq for e in await store.entries("m")] == [0, 1, 2]
    assert (await store.snapshot("m", 9)) == SnapshotRow(2, 2, b"\x00b")
    assert (await store.snapshot("m", 1)) == SnapshotRow(0, 0, b"a")
    assert await store.commit(ChangeRows(first, undone, [entry(3)], back_to=1))
    assert (await store.snapshot("m", 9)) == SnapshotRow(0, 0, b"a"), "an undo forgets later positions"
    await store.put_player("q", "Quinn", 7)
    sat = row(seq=3, n=1, rev=1, changed=8)
    claimed = SeatRow("south", "human", "q", None, "i")
    assert await store.commit(ChangeRows(undone, sat, seats=[claimed], notices=["Quinn sits down."]))
    assert not await store.commit(ChangeRows(undone, sat, seats=[claimed])), "somebody else was first"
    assert (await store.seats("m"))[1] == claimed
    assert await store.sittings("m") == {("north", "p"), ("south", "q")}
    assert [(c.text, c.kind) for c in await store.talk.chat("m")] == [("Quinn sits down.", "notice")]
    assert await store.players(["q", "nobody"]) == {"q": ("Quinn", 7)}
    assert [m.id for m in await store.lists.mine("q", 5, 99)] == ["m"] and await store.lists.mine(
        "z", 5, 99
    ) == []
    assert ("m", 8, "q") in await store.lists.changed(1)
    assert all(id != "m" for id, _, _ in await store.lists.changed(8))
    head = await store.head("m")
    assert head is not None and (head.seq, head.rev) == (3, 1)
    assert await store.setting("motto", "first") == await store.setting("motto", "second") == "first"


@pytest.mark.postgres
def test_a_connection_cut_off_in_a_request_is_a_busy_database_and_no_bug_of_ours(postgres: str) -> None:
    """So asyncpg tells it when a database that hung for a while comes back."""
    asyncpg = pytest.importorskip("asyncpg")

    class Cut:
        """A pool whose connections are in the middle of something else."""

        def fetch(self, *asked: Any, **more: Any) -> None:
            raise asyncpg.InternalClientError(
                "cannot switch to state 12; another operation (2) is in progress"
            )

        acquire = fetch

    async def ask() -> None:
        store = await open_store(Path(), postgres)
        database: Any = store.database
        pool, database._pool = database._pool, Cut()
        try:
            with pytest.raises(BusyError):
                await database.fetch("SELECT 1")
            with pytest.raises(BusyError):
                await database.write(Statement("SELECT 1", ()))
        finally:
            database._pool = pool
            await database.close()

    asyncio.run(ask())
