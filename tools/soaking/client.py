"""One hammering client, in a process of its own: address, token, method, path, body and seconds come as JSON."""

from __future__ import annotations

import json
import sys
import time
import urllib.error
import urllib.request
from typing import Any


def ask_without_pause(
    address: str, token: str, method: str, path: str, body: Any, seconds: float
) -> dict[str, int]:
    """What one hammering client does."""
    seen: dict[str, int] = {}
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        status = _status(urllib.request.Request(f"{address}{path}", data, headers, method=method))
        seen[status] = seen.get(status, 0) + 1
    return seen


def _status(request: urllib.request.Request) -> str:
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            answer.read()
            return str(answer.status)
    except urllib.error.HTTPError as error:
        error.read()
        return str(error.code)
    except OSError:
        return "cut"


if __name__ == "__main__":
    print(json.dumps(ask_without_pause(*json.loads(sys.argv[1]))))
