"""Two servers whose matches differ only in what a player cannot know answer that player alike, whatever is asked."""

from __future__ import annotations

import asyncio
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from people import Person
from starlette.testclient import TestClient

from albion.engine.action import Action
from albion.engine.cases import set_up
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.state import State
from albion.server import history, matches, reach
from albion.server.app import Settings, create_app
from albion.server.positions import pack
from albion.server.store import open_store
from albion.server.store.database import Statement
from albion.server.table import Table

GAMES = "albion.games:GAMES"
MOMENTS = {"seen", "online", "abandoned", "created", "time", "since"}
LINKS = {"match", "watch", "invite", "id"}


def told(answer: Any) -> Any:
    """An answer without what is drawn again each time: links, and moments at which it was asked."""
    if isinstance(answer, dict):
        return {key: told(value) for key, value in answer.items() if key not in MOMENTS | LINKS}
    return [told(part) for part in answer] if isinstance(answer, list) else answer


def played(client: TestClient, game: str, seed: int) -> tuple[Person, Table, State]:
    """A match against Bob, up to a question of Ann's, and another position that she cannot tell from it but Bob can."""
    chance = random.Random(seed)
    ann, bob = Person(client, "Ann"), Person(client, "Bob")
    table = ann.create(game)
    for n, seat in enumerate(table["seats"]):
        (bob if n else ann).post(f"/api/invites/{seat['invite']}")
    path, answers = f"/api/matches/{table['match']}", 0
    while True:
        shown = ann.get(path)
        if answers >= 40 and shown["decision"]["mine"]:
            tables: Any = client.app.state.tables  # type: ignore[attr-defined]
            here: Table = tables._open[table["match"]]
            other = here.game.imagine(here.match.state, here.seats_of(ann.id)[0], Dice(seed))
            his = here.seats_of(bob.id)[0]
            if here.game.view(other, his) != here.game.view(here.match.state, his):
                return ann, here, other
        who = ann if shown["decision"]["mine"] else bob
        offered = who.get(path)["decision"]["actions"]
        who.post(f"{path}/actions", {"seq": shown["seq"], "action": chance.choice(offered)["action"]})
        answers += 1


def balloting(client: TestClient) -> tuple[Person, Table, tuple[State, State]]:
    """A match against Bob, and two positions in a secret ballot: for whom Bob's nation has voted Ann cannot know."""
    ann, bob = Person(client, "Ann"), Person(client, "Bob")
    table = ann.create("britannia-2005")
    for seat in table["seats"]:
        (ann if seat["seat"] == "blue" else bob).post(f"/api/invites/{seat['invite']}")
    tables: Any = client.app.state.tables  # type: ignore[attr-defined]
    here: Table = tables._open[table["match"]]
    ballots = []
    for voted in ("saxons", "angles"):
        told = {"kent": "2 Saxons", "essex": "1 Saxons", "bernicia": "2 Angles", "york": "1 Angles"}
        s = set_up(here.game, here.options, "RoundEnd: 8", told, Dice(1))
        d = settle(s)
        for answer in (Action("demand-secret"), Action("vote", voted)):
            assert d is not None and d.seat != "blue"
            d = apply(s, answer)
        assert d is not None and d.seat == "blue"
        ballots.append(s)
    return ann, here, (ballots[0], ballots[1])


async def stand(data: Path, match: str, seq: int, n: int, state: bytes) -> None:
    """Let the last position of a stored match be this one."""
    store = await open_store(data)
    write, put = store.database.write, "INSERT INTO snapshots (match, seq, n, state) VALUES ($1, $2, $3, $4)"
    await write(Statement("DELETE FROM snapshots WHERE match = $1 AND seq >= $2", (match, seq)))
    assert await write(Statement(put, (match, seq, n, state)))
    await store.database.close()


def everything(ann: Person, match: str, game: str) -> dict[str, Any]:
    """All that a player can ask of a running match."""
    path, chance = f"/api/matches/{match}", random.Random(1)
    shown = ann.get(path)
    offered = [answer["action"] for answer in shown["decision"]["actions"]]
    verbs = ann.get(f"/api/games/{game}")["verbs"]
    tried = [
        *offered[:3],
        *(f"{verb} {chance.choice(nouns)}" if nouns else verb for verb, nouns in verbs.items()),
    ]
    found = {
        what: ann.ask("GET", path + what)
        for what in ("", "/entries", "/opening", "/since", "/record", "/review", "/chat", "/line", "/orders")
    }
    for action in tried:
        found[f"explain {action}"] = ann.ask("POST", f"{path}/explain", {"action": action})
        found[f"odds {action}"] = ann.ask("POST", f"{path}/odds", {"action": action})
        plan = {"seq": shown["seq"], "answers": [action, "no such answer"]}
        found[f"plan {action}"] = ann.ask("POST", f"{path}/plan", plan)
    for action in (None, *offered[:2]):
        asked = {"action": action, "deep": False}
        found[f"reach {action}"] = ann.ask("POST", f"{path}/reach", asked)
    dispute = {"should": "allow", "action": tried[-1], "expected": "It should."}
    found["dispute"] = ann.ask("POST", f"{path}/disputes", dispute)
    fork = ann.post(f"{path}/fork", {})
    for seat in fork["you"]["seats"]:  # there she has all of them
        found[f"fork {seat}"] = ann.ask("GET", f"/api/matches/{fork['match']}?seat={seat}")
    found["trial"] = ann.ask("POST", f"{path}/orders/trial", {"orders": {}})
    return {what: told(list(answer)) for what, answer in found.items()}


def compared(
    tmp_path: Path, ann: Person, table: Table, positions: tuple[State, State]
) -> list[dict[str, Any]]:
    """What Ann is answered by two servers at which her match stands so."""
    here, there = tmp_path / "here", tmp_path / "there"
    shutil.copytree(here, there)
    answers = []
    for data, position in zip((here, there), positions, strict=True):
        stored = pack(table.game, position)
        asyncio.run(stand(data, table.id, table.row.seq, table.row.n, stored))
        with TestClient(create_app(Settings(data=data, games=GAMES, limits=False))) as client:
            ann.client = client
            answers.append(everything(ann, table.id, table.row.game))
    return answers


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the server draws for itself is the same each time."""
    for module in (history, matches, reach):
        monkeypatch.setattr(module, "new_seed", lambda: 12345)


@pytest.mark.parametrize(("game", "seed"), [("domesday", 1), ("boudicca", 3)])
def test_what_a_player_cannot_know_shows_in_no_answer(game: str, seed: int, tmp_path: Path) -> None:
    with TestClient(create_app(Settings(data=tmp_path / "here", games=GAMES))) as client:
        ann, table, other = played(client, game, seed)
        positions = table.match.state, other

    one, two = compared(tmp_path, ann, table, positions)
    assert one == two


def test_nor_does_a_vote_in_a_secret_ballot(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(data=tmp_path / "here", games=GAMES))) as client:
        ann, table, positions = balloting(client)

    one, two = compared(tmp_path, ann, table, positions)
    assert positions[0] != positions[1]
    assert one == two and one[""][0] == 200 and one["fork blue"][0] == 200
    assert {answer["action"] for answer in one[""][1]["decision"]["actions"]} >= {
        "vote saxons",
        "vote angles",
    }
