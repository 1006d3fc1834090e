"""People who talk to the server as clients do."""

from __future__ import annotations

import json
from typing import Any

from starlette.testclient import TestClient

Json = dict[str, Any]


class Person:
    """Somebody with a name and a token, calling the server as clients do."""

    def __init__(self, client: TestClient, name: str | None) -> None:
        self.client = client
        self.headers: dict[str, str] = {}
        if name is not None:
            told = self.post("/api/me", {"name": name})
            self.id, self.token = told["player"], told["token"]
            self.headers = {"authorization": f"Bearer {self.token}"}

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, Any]:
        self.client.cookies.clear()
        extra = {} if body is None else {"json": body}
        answer = self.client.request(method, path, headers=self.headers, **extra, **more)
        kind = answer.headers.get("content-type", "")
        return answer.status_code, json.loads(answer.text) if "json" in kind else answer.text

    def get(self, path: str, **query: Any) -> Any:
        status, told = self.ask("GET", path, params=query)
        assert status == 200, told
        return told

    def post(self, path: str, body: Any = None) -> Any:
        status, told = self.ask("POST", path, body)
        assert status in (200, 201), told
        return told

    def create(self, game: str = "hands", **more: Any) -> Json:
        return self.post("/api/matches", {"game": game, **more})

    def play(self, match: str, action: str | None = None) -> Json:
        """Answer with that action, or with the first legal one."""
        table = self.get(f"/api/matches/{match}")
        text = action or table["decision"]["actions"][0]["action"]
        return self.post(f"/api/matches/{match}/actions", {"seq": table["seq"], "action": text})

    def socket(self) -> Any:
        self.client.cookies.clear()
        return self.client.websocket_connect("/api/socket", headers=self.headers)


def finish(match: str, *people: Person) -> dict[str, Any]:
    """Play to the end with first answers."""
    while True:
        for person in people:
            table = person.get(f"/api/matches/{match}")
            if table["status"] == "over":
                return table
            if table["decision"]["mine"]:
                person.play(match, "end" if table["decision"]["step"] == "Lay" else None)
