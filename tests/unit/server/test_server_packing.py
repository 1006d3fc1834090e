"""Packed answers: the same for those who unpack them, and never in one go."""

from __future__ import annotations

import asyncio
import gzip

from people import Person

from albion.server.packing import packed_in_pieces


def test_an_answer_is_packed_for_those_who_ask_for_it(ann: Person) -> None:
    match = ann.create()["match"]
    plain, packed = (
        ann.client.get(f"/api/matches/{match}", headers={**ann.headers, "accept-encoding": encoding})
        for encoding in ("identity", "gzip")
    )
    short = ann.client.get("/api/me", headers={**ann.headers, "accept-encoding": "gzip"})

    assert packed.headers["content-encoding"] == "gzip" and packed.json()["match"] == plain.json()["match"]
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
    assert {"content-encoding"} - {*plain.headers} and {"content-encoding"} - {*short.headers}
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"


def test_others_come_between_the_pieces_of_a_long_answer() -> None:
    """A log of a megabyte would otherwise keep everybody waiting for twenty milliseconds."""
    body = b"".join(b'{"seq": %d, "text": "line %d"},' % (n, n * n) for n in range(40_000))

    async def run() -> tuple[bytes, int]:
        rounds = 0

        async def others() -> None:
            nonlocal rounds
            while True:
                rounds += 1
                await asyncio.sleep(0)

        beside = asyncio.create_task(others())
        packed = await packed_in_pieces(body)
        beside.cancel()
        return packed, rounds

    packed, rounds = asyncio.run(run())
    assert gzip.decompress(packed) == body and len(packed) < len(body) / 4
    assert rounds > 10
