"""Counters never overlap, never cover a name, never leave the board, however crowded it is."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from drawing import BOARDS
from tools.maps.__main__ import BOARDS as DRAWERS

NODE = shutil.which("node")


@pytest.mark.skipif(
    NODE is None, reason="node is not installed, so the browser's placement module cannot run"
)
@pytest.mark.parametrize("board", sorted(DRAWERS))
def test_crowds_find_room(board: str) -> None:
    """Sixty random positions a board, some with a stack everywhere, some with heaps in a few places."""
    script = Path(__file__).with_name("placement_check.mjs")
    ran = subprocess.run(
        [str(NODE), str(script), str(BOARDS), board], capture_output=True, text=True, check=False, timeout=120
    )

    assert ran.returncode == 0, ran.stderr
    report = json.loads(ran.stdout)
    assert report["faults"] == []
    assert report["stacks"] > 500
