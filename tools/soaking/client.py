"""One hammering client, in a process of its own: address, token, method, path and body come as JSON.

It says so when its first answer has come, goes on until its input ends, and then prints how often it was answered.
"""

from __future__ import annotations

import json
import select
import sys
import urllib.error
import urllib.request
from typing import Any

AT_IT = "at it"
"""What it prints once it has been answered for the first time."""


def ask_without_pause(address: str, token: str, method: str, path: str, body: Any) -> dict[str, int]:
    """What one hammering client does."""
    seen: dict[str, int] = {}
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    while not _is_stopped():
        status = _status(urllib.request.Request(f"{address}{path}", data, headers, method=method))
        if not seen:
            print(AT_IT, flush=True)
        seen[status] = seen.get(status, 0) + 1
    return seen


def _is_stopped() -> bool:
    """Whether the input has ended; nothing else comes by it."""
    return bool(select.select([sys.stdin], [], [], 0)[0])


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
