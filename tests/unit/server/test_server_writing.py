"""What keeps the process that writes busy, and lets nobody wait for it longer than need be."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import msgspec

from albion.server.store.commits import Commits
from albion.server.store.database import Statement
from albion.server.store.sqlite import SqliteDatabase
from albion.server.store.writers import HANDFUL, WriterLink
from albion.server.store.writing import Frames

_PUT = "INSERT INTO notes (text) VALUES ($1)"


class Sent(asyncio.Transport):
    """The way to the process that writes."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: list[list[str]] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Note the texts of the units that are handed over."""
        for message in Frames().of(bytes(data)):
            self.groups.append([unit[0][1][0] for unit in msgspec.msgpack.decode(message)])


def test_a_handful_is_committed_while_the_other_answers_of_a_turn_are_worked_out(tmp_path: Path) -> None:
    texts = [str(n) for n in range(2 * HANDFUL + 2)]
    seen: list[int] = []

    async def writes() -> None:
        database, link, way = SqliteDatabase(tmp_path / "some.db"), WriterLink(Path("nowhere")), Sent()
        link.connection_made(way)
        database._loop, database._writer = asyncio.get_running_loop(), link

        async def write(text: str) -> bool:
            seen.append(len(way.groups))
            return await database.write(Statement(_PUT, (text,)))

        tasks = [asyncio.create_task(write(text)) for text in texts]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        answers = [b"\x00\x00\x00" + bytes((1 + len(group), 0x90 | len(group))) for group in way.groups]
        assert way.groups == [texts[:HANDFUL], texts[HANDFUL:]], "in order, and not more groups than that"
        for answer, group in zip(answers, way.groups, strict=True):
            link.data_received(answer + b"\xc3" * len(group))
        assert all(await asyncio.gather(*tasks))

    asyncio.run(writes())

    assert seen == [0] * HANDFUL + [1] * (HANDFUL + 2), (
        "the first group was on its way in the middle of the turn"
    )


def test_the_log_is_seldom_copied_to_the_file(tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE notes (text TEXT)")
    commits, page = Commits(file), "x" * 4000
    sizes = []
    for _ in range(10):  # each writes 500 pages
        commits.commit([(Statement(_PUT, (page,)),) for _ in range(500)])
        sizes.append(file.stat().st_size)
    commits.close()

    assert sizes[5] == sizes[0], "3,000 pages are kept in the log"
    assert sizes[9] > sizes[0], "5,000 are not"
