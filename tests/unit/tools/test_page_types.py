"""The browser code's types hold, as `make js` checks them."""

import subprocess

import pytest
from tools.check_js import CONFIG, compiler


def test_the_pages_types_hold() -> None:
    tsc = compiler()
    if isinstance(tsc, str):
        pytest.skip(tsc)
    told = subprocess.run([*tsc, "--noEmit", "--project", str(CONFIG)], capture_output=True, text=True)

    assert told.stdout == ""
    assert told.returncode == 0
