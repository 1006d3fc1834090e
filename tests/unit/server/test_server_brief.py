"""Updates in brief tell as much as whole ones, in every game, and the page makes the same of them."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from albion.engine.options import options_from
from albion.server import access, brief, commands, matches, requests, views
from albion.server.brief import Told
from albion.server.clock import now_ms
from albion.server.static import WEB
from albion.server.store import open_store
from albion.server.subscribers import Origin, Subscriber
from albion.server.tables import Tables
from support.brief import Client
from support.every_game import GAMES

SHORT = 1000
"""Bytes that an update may have on average."""


class Box:
    """Keeps what is sent to a connection."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def put(self, text: str) -> None:
        self.texts.append(text)

    def acknowledge(self, text: str) -> None:
        self.texts.append(text)


async def followed(folder: Path, game: str, answers: int) -> list[tuple[Any, list[str], list[str]]]:
    """For a player with all seats, a player of one, and a spectator: the table, whole updates and brief ones."""
    tables = Tables(await open_store(folder), limits=False)
    try:
        await tables.store.put_player("p_ann", "Ann", 1)
        await tables.store.put_player("p_bob", "Bob", 1)
        known = tables.games[game]
        seats = known.seats(options_from(known.options_type, {}))
        asked = requests.NewMatch(
            game=game, public=False, seats={s: "human" if s != seats[0] else "open" for s in seats}
        )
        match = await matches.create(tables, "p_ann", asked)
        await commands.carry_out(tables, commands.Claim(match, "p_bob", "Bob", seats[0]))
        table = await tables.find(match)
        who = [("p_ann", None), ("p_bob", None), (None, table.row.watch)]
        told = [_follow(table, player, watch) for player, watch in who]
        chance = random.Random(4)
        for _ in range(answers):
            d = table.match.decision
            if d is None:
                break
            player = "p_bob" if d.seat == seats[0] else "p_ann"
            origin = Origin(told[player == "p_bob"][2], 7)
            command = commands.Play(match, player, table.row.seq, str(chance.choice(d.actions)))
            await commands.carry_out(tables, command, origin)
        return [(shown, whole.texts, short.texts) for shown, whole, _, short in told]
    finally:
        await tables.stop()


def _follow(table: Any, player: str | None, watch: str | None) -> tuple[Any, Box, Subscriber, Box]:
    viewer = access.view(table, player, None, watch)
    shown = views.table_view(table, viewer, now_ms())
    whole, short = Box(), Box()
    table.subscribers.add(Subscriber(whole, player, None, watch, True))
    following = Subscriber(short, player, None, watch, True, Told(shown))
    table.subscribers.add(following)
    return json.loads(msgspec.json.encode(shown)), whole, following, short


@pytest.mark.parametrize("game", GAMES)
def test_a_brief_update_tells_what_a_whole_one_does(tmp_path: Path, game: str) -> None:
    for shown, whole, told in asyncio.run(followed(tmp_path, game, 250)):
        client = Client(shown)
        assert len(whole) == len(told) > 100
        for one, other in zip(whole, told, strict=True):
            expected, found = json.loads(one), client.read(json.loads(other))
            found.pop("id", None)
            assert found == expected


@pytest.mark.parametrize("game", GAMES)
def test_a_brief_update_is_short(tmp_path: Path, game: str) -> None:
    sizes = [len(t) for _, _, texts in asyncio.run(followed(tmp_path, game, 250)) for t in texts]

    assert sum(sizes) / len(sizes) < SHORT


def test_what_others_are_asked_leaves_no_trace_in_the_numbers(tmp_path: Path) -> None:
    """Answers are numbered by what this connection was told: a gap would tell what somebody else could do."""
    for shown, _, texts in asyncio.run(followed(tmp_path, "domesday", 250)):
        known = len(Client(shown).answers)
        for text in texts:
            told = json.loads(text)
            known += sum(len(some) - 3 for some in told.get("new", []))
            actions = (told.get("decision") or {}).get("actions") or []
            named = [run for some in actions if isinstance(some, str) for run in some.split(" ")]
            assert all(int(run.partition("-")[2] or run) < known for run in named)


def test_more_answers_than_are_remembered_are_told_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brief, "_MOST", 30)
    for shown, whole, told in asyncio.run(followed(tmp_path, "redux-core", 150)):
        client = Client(shown)
        for one, other in zip(whole, told, strict=True):
            assert client.read(json.loads(other))["decision"] == json.loads(one)["decision"]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed here")
def test_the_page_reads_brief_updates(tmp_path: Path) -> None:
    cases = asyncio.run(followed(tmp_path, "boudicca", 120))
    cases += asyncio.run(followed(tmp_path / "other", "redux-core", 120))
    (tmp_path / "cases.json").write_text(
        json.dumps([[shown, list(map(json.loads, w)), list(map(json.loads, b))] for shown, w, b in cases])
    )
    script = tmp_path / "run.mjs"
    script.write_text(
        f"""
        import {{ Told }} from "{(WEB / "lib" / "brief.js").as_uri()}";
        import {{ readFileSync }} from "node:fs";
        import assert from "node:assert/strict";
        for (const [table, whole, brief] of JSON.parse(readFileSync("{tmp_path / "cases.json"}"))) {{
          const told = new Told(table);
          brief.forEach((update, n) => {{
            const {{ id, ...found }} = told.read(update);
            assert.deepEqual(found, whole[n]);
          }});
        }}
        """
    )
    done = subprocess.run(["node", str(script)], capture_output=True, text=True, timeout=60)

    assert done.returncode == 0, done.stderr[-2000:]
