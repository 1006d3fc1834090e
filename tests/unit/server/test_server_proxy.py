"""Behind a proxy: below a path of its own, and with the addresses of those who really ask."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from albion import server
from albion.engine.errors import DataError
from albion.server.app import Settings, create_app


@pytest.fixture
def client(data: Path) -> TestClient:
    return TestClient(create_app(Settings(data=data, games="hands:GAMES", base="/club")))


def test_the_page_and_its_files_lie_below_the_base_path(client: TestClient) -> None:
    with client:
        page = client.get("/club/match/m_1")
        files = re.findall(r'(?:href|src)="(/[^"]+)"', page.text)

        assert 'data-base="/club"' in page.text and files
        assert all(client.get(file).status_code == 200 for file in files)
        assert all(file.startswith("/club/edition-") for file in files)
        assert "</club/api/matches/m_1/opening>" in page.headers["link"]


def test_the_page_of_a_match_names_all_that_it_asks_for_first(data: Path) -> None:
    with TestClient(create_app(Settings(data=data, base="/club"))) as client:
        client.post("/club/api/me", json={"name": "Ann"})
        row = client.get("/club/api/games/redux-leaders").json()["seats"]["table"][0]
        seats = {seat["id"]: "human" for seat in row["seats"]}
        made = client.post("/club/api/matches", json={"game": "redux-leaders", "seats": seats}).json()
        wanted = re.findall(r"<([^>]+)>", client.get(f"/club/match/{made['match']}").headers["link"])

        assert [re.sub("edition-[^/]+/", "", address) for address in wanted] == [
            "/club/app.js",
            "/club/page.css",
            f"/club/api/matches/{made['match']}/opening",
            "/club/api/games/redux-leaders/table",
            "/club/boards/britannia.svg",
            "/club/boards/britannia.json",
        ]
        assert all(client.get(address).status_code == 200 for address in wanted)


def test_requests_work_with_the_base_path_and_without(client: TestClient) -> None:
    with client:
        assert client.get("/club/api/games").json() == client.get("/api/games").json()
        assert client.get("/clubhouse/api/games").status_code == 200, "that is an address of the page"
        assert client.get("/club/api/openapi.json").json()["servers"] == [{"url": "/club"}]


def test_a_recovery_link_carries_the_base_path_and_works(client: TestClient) -> None:
    with client:
        client.post("/club/api/me", json={"name": "Ann"})
        link = client.post("/club/api/me/recovery").json()["link"]
        client.cookies.clear()
        client.post(link)

        assert link.startswith("http://testserver/club/api/recover/")
        assert client.get("/club/api/me").json()["name"] == "Ann"


def test_two_clubs_on_one_host_do_not_sign_each_others_players_out(client: TestClient) -> None:
    with client:
        made = client.post("/club/api/me", json={"name": "Ann"}).headers["set-cookie"]
        ended = client.delete("/club/api/me").headers["set-cookie"]

    assert "; Path=/club;" in made and "; Path=/club;" in ended


def test_the_socket_works_below_the_base_path(client: TestClient) -> None:
    with client, client.websocket_connect("/club/api/socket") as socket:
        socket.send_json({"do": "ping", "id": 1})

        assert socket.receive_json()["type"] == "pong"


@pytest.mark.parametrize(
    ("trusted", "asks"), [("*", "203.0.113.7"), ("10.0.0.0/8", "203.0.113.7"), ("::2", "10.1.2.3")]
)
def test_only_a_known_proxys_word_counts(data: Path, trusted: str, asks: str) -> None:
    """The client is the address that the proxy names, if we know the proxy; otherwise the proxy's own."""
    config = server._config(Settings(data=data, games="hands:GAMES", proxies=("127.0.0.1", trusted)))
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["client"][0])

    assert config.forwarded_allow_ips is not None
    proxied = ProxyHeadersMiddleware(app, trusted_hosts=config.forwarded_allow_ips)  # type: ignore[arg-type]
    scope = {"type": "http", "client": ("10.1.2.3", 5), "headers": [(b"x-forwarded-for", b"203.0.113.7")]}
    asyncio.run(proxied(scope, None, None))  # type: ignore[arg-type]

    assert seen == [asks]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"base": "/a b"}, "base path '/a b' cannot be used"),
        ({"allowed_hosts": ("https://club.example/",)}, "'https://club.example/' is not a host name"),
        ({"allowed_hosts": ("club.example:443",)}, "'club.example:443' is not a host name"),
        ({"proxies": ("127.0.0.1", "caddy")}, "'caddy' is not a proxy's address"),
        ({"proxies": ("10.0.0.2/8",)}, "'10.0.0.2/8' is not a proxy's address"),
    ],
)
def test_what_would_never_take_effect_is_refused_at_the_start(
    data: Path, options: dict[str, Any], why: str
) -> None:
    with pytest.raises(DataError, match=re.escape(why)):
        server.run(data=data, browser=False, **options)
