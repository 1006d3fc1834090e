"""What differs between two views is told as a JSON Patch, and the page carries it out."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from albion.server.patches import patch
from albion.server.static import WEB
from support.patching import applied


def told(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    changes: list[dict[str, Any]] = msgspec.to_builtins(patch(before, after))
    return changes


def document(chance: random.Random, depth: int = 3) -> Any:
    """Some JSON, with keys that a path must escape."""
    kind = chance.randrange(5 if depth else 2)
    if kind == 0:
        return chance.choice((None, True, 2.5, "york", ""))
    if kind == 1:
        return chance.randrange(2, 5)
    if kind == 2:
        return [document(chance, depth - 1) for _ in range(chance.randrange(6))]
    names = chance.sample(("a", "b", "c/d", "~", "e~1", ""), chance.randrange(6))
    return {name: document(chance, depth - 1) for name in names}


def pairs(count: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    chance = random.Random(5)
    return [({"it": document(chance, 4)}, {"it": document(chance, 4)}) for _ in range(count)]


def test_a_patch_makes_one_document_of_the_other() -> None:
    for before, after in pairs(3000):
        assert applied(before, told(before, after)) == after


def test_a_moved_piece_is_told_as_one_gone_and_one_come() -> None:
    before = {"pieces": [{"place": p, "count": 1} for p in "abcdefgh"]}
    pieces = [p for p in before["pieces"] if p["place"] != "c"]
    after = {"pieces": [*pieces[:5], {"place": "fa", "count": 1}, *pieces[5:]]}

    assert [(c["op"], c["path"]) for c in told(before, after)] == [
        ("remove", "/pieces/2"),
        ("add", "/pieces/5"),
    ]


def test_a_changed_number_is_told_alone() -> None:
    before = {"factions": {"picts": {"points": 1, "armies": 4, "held": 3}, "scots": {"points": 0}}}
    after = {"factions": {"picts": {"points": 3, "armies": 4, "held": 3}, "scots": {"points": 0}}}

    assert told(before, after) == [{"op": "replace", "path": "/factions/picts/points", "value": 3}]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed here")
def test_the_page_carries_out_every_patch(tmp_path: Path) -> None:
    cases = [(before, told(before, after), after) for before, after in pairs(500)]
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    script = tmp_path / "run.mjs"
    script.write_text(
        f"""
        import {{ patched }} from "{(WEB / "lib" / "patch.js").as_uri()}";
        import {{ readFileSync }} from "node:fs";
        import assert from "node:assert/strict";
        for (const [before, patch, after] of JSON.parse(readFileSync("{tmp_path / "cases.json"}"))) {{
          const kept = JSON.stringify(before);
          assert.deepEqual(patched(before, patch), after);
          assert.equal(JSON.stringify(before), kept);
        }}
        """
    )
    done = subprocess.run(["node", str(script)], capture_output=True, text=True, timeout=60)

    assert done.returncode == 0, done.stderr[-2000:]
