"""A server in this process, and people who talk to it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from albion.server.app import Settings, create_app

sys.path.insert(0, str(Path(__file__).parent))

from clockwork import time  # noqa: F401
from people import Person
from postboxes import mailbox, posting, service  # noqa: F401
from postgres_server import NoPostgresError, PostgresServer


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def serve(data: Path) -> Iterator[Callable[..., TestClient]]:
    """Starts servers over the same data folder; each call is one more process's worth of server."""
    running: list[TestClient] = []

    def start(games: str = "hands:GAMES", database: str | None = None) -> TestClient:
        client = TestClient(create_app(Settings(data=data, games=games, database=database)))
        client.__enter__()
        running.append(client)
        return client

    yield start
    for client in running:
        client.__exit__(None, None, None)


@pytest.fixture
def client(serve: Callable[..., TestClient]) -> TestClient:
    return serve()


@pytest.fixture
def ann(client: TestClient) -> Person:
    return Person(client, "Ann")


@pytest.fixture
def bob(client: TestClient) -> Person:
    return Person(client, "Bob")


@pytest.fixture
def nobody(client: TestClient) -> Person:
    return Person(client, None)


@pytest.fixture
def joined(ann: Person, bob: Person) -> str:
    """A match of Ann (north) against Bob (south)."""
    table = ann.create(seats={"north": "human", "south": "open"})
    invite = table["seats"][1]["invite"]
    bob.post(f"/api/invites/{invite}")
    return str(table["match"])


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL server on loopback for this session: installed if that is allowed, otherwise said so."""
    try:
        server = PostgresServer(tmp_path_factory.mktemp("postgres"))
    except NoPostgresError as error:
        pytest.skip(f"PostgreSQL is not tested here: {error}")
    yield server.url
    server.stop()


@pytest.fixture
def carl(client: TestClient) -> Person:
    return Person(client, "Carl")


@pytest.fixture
def three(ann: Person, bob: Person, carl: Person) -> str:
    """A match of Ann (north), Bob (south) and Carl (west)."""
    table = ann.create(options={"players": 3}, seats={"north": "human"})
    for person, seat in zip((bob, carl), table["seats"][1:], strict=True):
        person.post(f"/api/invites/{seat['invite']}")
    return str(table["match"])
