"""The documented interface, tried by schemathesis: what it promises is kept, whatever is sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from processes import Server
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

pytestmark = pytest.mark.xdist_group("schema")  # one worker makes what they share

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # Without limits: calls beyond them would all be answered alike, each after a pause.
    running = Server(tmp_path_factory.mktemp("schema"), limits=False)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def ann(server: Server) -> dict[str, str]:
    """Somebody with a match of her own, so that calls reach deeper than 'unknown'."""
    token = server.call("/api/me", {"name": "Ann"})["token"]
    asked = {"game": "hands", "options": {"rounds": 40}, "seats": {"north": "human"}}
    table = server.call("/api/matches", asked, token)
    return {
        "token": token,
        "match": table["match"],
        "invite": table["seats"][1]["invite"],
        "watch": table["watch"],
    }


@pytest.fixture(scope="module")
def interface(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")


schema = schemathesis.pytest.from_fixture("interface")


@schema.parametrize()
@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_call_keeps_the_documented_promises(case: Any, ann: dict[str, str]) -> None:
    real = {
        "match": ann["match"],
        "invite": ann["invite"],
        "watch": ann["watch"],
        "game": "hands",
        "seat": "south",
    }
    for name in case.path_parameters or {}:
        if name in real and case.method != "DELETE" and len(str(case.body)) % 2:
            case.path_parameters[name] = real[name]
    # Ann stays signed in, so that the other calls reach deeper.
    leaves = case.method == "DELETE" and case.path.startswith("/api/me")
    headers = {} if leaves else {"authorization": f"Bearer {ann['token']}"}
    case.call_and_validate(headers=headers, checks=CHECKS)


def test_every_shape_has_a_name_of_its_own(server: Server) -> None:
    described = server.call("/api/openapi.json")
    named = set(described["components"]["schemas"])
    used = set(re.findall(r"#/components/schemas/([^'\"]+)", str(described)))

    assert used <= named and not [name for name in named if "." in name]
