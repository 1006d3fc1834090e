"""Pages of other sites, names that are not this server's, and what browsers may keep or frame."""

from __future__ import annotations

from pathlib import Path

import pytest
from people import Person
from starlette.testclient import TestClient

from albion import server
from albion.server.app import Settings, create_app
from albion.server.origin import known_host, own_name


def test_no_other_sites_page_can_write(client: TestClient, ann: Person) -> None:
    body = {"game": "hands"}
    for headers in (
        {"origin": "https://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"origin": "null"},
        {"origin": "http://["},
    ):
        answer = client.post("/api/matches", json=body, headers={**ann.headers, **headers})
        assert (answer.status_code, answer.json()["error"]) == (403, "origin")
    own = {**ann.headers, "origin": "http://testserver", "sec-fetch-site": "same-origin"}
    assert client.post("/api/matches", json=body, headers=own).status_code == 201


def test_a_name_that_is_not_ours_leads_nowhere(data: Path) -> None:
    strange = [
        "evil.example",
        "",
        "[",
        "evil.example\\@club.example",
        "club.example/x",
        "a@club.example",
        "[::1",
    ]
    with TestClient(
        create_app(Settings(data=data, games="hands:GAMES", hosts=("localhost", "club.example")))
    ) as c:
        told = {
            h: c.get("/api/health", headers={"host": h}).status_code
            for h in (
                "localhost:8000",
                "127.0.0.1:8000",
                "[::1]:8000",
                "192.168.0.7",
                "CLUB.example",
                *strange,
            )
        }

    assert [h for h, status in told.items() if status != 200] == strange
    assert {told[h] for h in strange} == {421}


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::"])
def test_the_address_a_server_listens_on_is_no_name_for_a_letter(host: str) -> None:
    """Anybody can claim to have reached it by any address, behind a proxy too."""
    names = server._names(host, ("club.example",))
    asked = f"[{host}]:8000" if ":" in host else f"{host}:8000"

    assert known_host(asked, names) and not own_name(asked, names)
    assert own_name("club.example", names) and own_name("localhost:8000", names)
    assert own_name("hall.lan", server._names("hall.lan", ()))


def test_personal_answers_are_not_kept_and_pages_are_not_framed(client: TestClient, ann: Person) -> None:
    me, games = client.get("/api/me", headers=ann.headers), client.get("/api/games")
    policy = client.get("/").headers["content-security-policy"]
    docs = client.get("/api/docs")

    assert me.headers["cache-control"] == "private, no-store" and games.headers["cache-control"] == "no-cache"
    for part in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"):
        assert part in policy
    assert policy.endswith("connect-src 'self' ws://testserver wss://testserver")
    assert "<script" not in docs.text and "http" not in docs.text.replace("httponly", "")
    assert "POST /api/matches/{match}/plan" in docs.text and 'id="Table"' in docs.text
