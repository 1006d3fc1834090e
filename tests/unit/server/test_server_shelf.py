"""Packed files are kept for the next start, and only whole ones of today's files are used."""

from __future__ import annotations

from pathlib import Path

import brotli
from starlette.applications import Starlette
from starlette.testclient import TestClient

from albion.server.shelf import Shelf
from albion.server.static import Static


class Press:
    def __init__(self) -> None:
        self.times = 0

    def pack(self, body: bytes) -> bytes:
        self.times += 1
        return body.upper()


def test_a_text_is_packed_once_and_again_when_what_was_kept_is_damaged(tmp_path: Path) -> None:
    press, folder = Press(), tmp_path / "packed"
    assert [Shelf(folder).packed(b"page", press.pack) for _ in range(3)] == [b"PAGE"] * 3
    assert press.times == 1

    (kept,) = folder.iterdir()
    kept.write_bytes(kept.read_bytes()[:-1])
    assert Shelf(folder).packed(b"page", press.pack) == b"PAGE" and press.times == 2


def test_what_is_no_longer_needed_is_removed_and_a_folder_that_cannot_be_written_is_done_without(
    tmp_path: Path,
) -> None:
    press, folder = Press(), tmp_path / "packed"
    Shelf(folder).packed(b"old", press.pack)
    shelf = Shelf(folder)
    shelf.packed(b"new", press.pack)
    shelf.tidy()
    assert len(list(folder.iterdir())) == 1

    nowhere = tmp_path / "file"
    nowhere.write_text("no folder")
    closed = Shelf(nowhere)
    assert closed.packed(b"page", press.pack) == b"PAGE"
    closed.tidy()


def test_a_file_packed_before_a_start_is_sent_as_it_is_now(tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    for text in ("one", "two"):
        (web / "app.js").write_text(f"console.log('{text * 400}');")
        static = Static(web, shelf=Shelf(tmp_path / "packed"))
        for work in static.packing():
            work()
        app = Starlette()
        app.router.default = static
        answer = TestClient(app).get("/app.js", headers={"accept-encoding": "br"})

        assert answer.headers["content-encoding"] == "br"
        assert text * 400 in answer.text
        (kept,) = (tmp_path / "packed").iterdir()
        assert text * 400 in brotli.decompress(kept.read_bytes()[32:]).decode()
