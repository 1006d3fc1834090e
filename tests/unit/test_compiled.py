"""Compiled code is used only while it is of today's sources, and nobody notices which of the two runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from albion import COMPILED, compiled, games
from albion.engine.codec import load, save
from albion.engine.dice import Dice
from albion.engine.loop import settle

TELL = "import albion, albion.engine.loop as loop; print(albion.COMPILED.told); print(loop.__file__)"
needs_build = pytest.mark.skipif(not COMPILED.used, reason=COMPILED.told)


def told(**how: str) -> str:
    env = {**os.environ, **how}
    return subprocess.run(
        [sys.executable, "-c", TELL], env=env, text=True, capture_output=True, check=True
    ).stdout


def built(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str = "x = 1\n") -> Path:
    """A source and a manifest that knows it."""
    source = folder / "engine" / "loop.py"
    source.parent.mkdir()
    source.write_text(text)
    seen = (source.stat().st_size, source.stat().st_mtime_ns, compiled.seal(source.read_bytes()))
    manifest = {"recipe": "made", "python": sys.version, "modules": {}, "sources": {"engine/loop.py": seen}}
    (folder / "made").mkdir()
    (folder / compiled.MANIFEST).write_text(json.dumps(manifest))
    monkeypatch.setattr(compiled, "SOURCES", folder)
    monkeypatch.setattr(compiled, "BUILT", folder)
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    monkeypatch.setenv(compiled.PURE, "0")
    return source


def test_what_was_compiled_of_these_sources_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = built(tmp_path, monkeypatch)
    assert compiled.use().used
    os.utime(source, (1, 1))
    assert compiled.use().used, "a copied checkout has other times, but the same bytes"


def test_an_edited_source_is_never_shadowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = built(tmp_path, monkeypatch)
    source.write_text("x = 2\n")
    os.utime(source, (2, 2))
    assert compiled.use() == (
        False,
        "plain Python (engine/loop.py was changed since; `make compile` does it anew)",
    )
    source.unlink()
    assert not compiled.use().used


def test_a_broken_manifest_or_none_leaves_plain_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(tmp_path, monkeypatch)
    assert compiled.use().used
    with monkeypatch.context() as other:
        other.setattr(sys, "version", "another")
        assert "another one compiled it" in compiled.use().told
    (tmp_path / "made").rmdir()
    assert "is gone" in compiled.use().told
    (tmp_path / compiled.MANIFEST).write_text("{")
    assert not compiled.use().used
    (tmp_path / compiled.MANIFEST).unlink()
    assert "nothing was compiled" in compiled.use().told


def test_it_can_be_turned_off() -> None:
    assert told(ALBION_PURE="1").splitlines()[1].endswith("loop.py")
    assert "ALBION_PURE is set" in told(ALBION_PURE="1")


@needs_build
def test_compiled_modules_are_the_ones_imported() -> None:
    assert not told(ALBION_PURE="0").splitlines()[1].endswith(".py")


@needs_build
@pytest.mark.parametrize("game", games.GAMES)
def test_records_are_compared_hashed_and_copied_as_structs_are(game: str) -> None:
    g: Any = games.GAMES[game]
    s = g.setup(g.options_type(), Dice(1))
    settle(s)
    again = load(g, save(g, s))
    assert again == s
    step, same = s.agenda[-1], again.agenda[-1]
    assert step == same and hash(step) == hash(same) and repr(step) == repr(same)
    assert save(g, s.clone()) == save(g, s)


def test_no_compiled_source_has_a_cached_property() -> None:
    """Compiled code takes one for a plain property, and works it out every time it is asked for."""
    folders = [compiled.SOURCES / name for name in ("engine", "kernels", "games")]
    sources = [path for folder in folders for path in folder.rglob("*.py") if path.stem != "game"]
    assert len(sources) > 100
    assert not [path for path in sources if "cached_property" in path.read_text()]
