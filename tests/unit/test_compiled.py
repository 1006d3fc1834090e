"""Compiled code is used only while it is of today's sources, and nobody notices which of the two runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
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
    """A source, a library made of it, and a manifest that knows both."""
    source = folder / "engine" / "loop.py"
    source.parent.mkdir()
    source.write_text(text)
    library = folder / "made" / "library.so"
    library.parent.mkdir()
    library.write_text("stands for one")
    manifest = {
        "python": sys.version,
        "modules": [],
        "library": "made/library.so",
        "seen": compiled.seen_now(library),
        "sources": {"engine/loop.py": compiled.seen_now(source)},
    }
    (folder / compiled.MANIFEST).write_text(json.dumps(manifest))
    monkeypatch.setattr(compiled, "load", lambda path: ModuleType(path.stem))
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
        "plain Python (engine/loop.py was changed since; `make compile` builds it again)",
        False,
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
        assert "another Python compiled it" in compiled.use().told
    (tmp_path / "made" / "library.so").unlink()
    assert "is gone" in compiled.use().told
    (tmp_path / compiled.MANIFEST).write_text("{")
    assert not compiled.use().used
    (tmp_path / compiled.MANIFEST).unlink()
    assert "nothing was compiled" in compiled.use().told


def test_it_can_be_turned_off() -> None:
    assert told(ALBION_PURE="1").splitlines()[1].endswith("loop.py")
    assert "ALBION_PURE is set" in told(ALBION_PURE="1")


def cut_off(library: Path) -> None:
    os.truncate(library, library.stat().st_size // 2)


def overwritten(library: Path) -> None:
    with library.open("r+b") as file:
        file.write(bytes(64))


def of_another_machine(library: Path) -> None:
    """Whole, as its manifest says, but of a processor that does not exist."""
    with library.open("r+b") as file:
        file.seek(18)
        file.write(b"\xff\xff")
    path = library.parent.parent / compiled.MANIFEST
    manifest = json.loads(path.read_bytes())
    path.write_text(json.dumps(manifest | {"seen": compiled.seen_now(library)}))


def closed(library: Path) -> None:
    library.unlink()
    library.mkdir()


@needs_build
@pytest.mark.parametrize("damage", [None, cut_off, overwritten, of_another_machine, closed])
def test_a_damaged_build_leaves_plain_python_and_one_line(
    tmp_path: Path, damage: Callable[[Path], None] | None
) -> None:
    """These sources with a copy of their build, as a player would start them."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "albion").symlink_to(compiled.SOURCES)
    built = tmp_path / "build" / "native" / compiled.BUILT.name
    shutil.copytree(compiled.BUILT, built)
    if damage:
        damage(built / json.loads((built / compiled.MANIFEST).read_bytes())["library"])
    env = {**os.environ, compiled.PURE: "0", "PYTHONPATH": str(tmp_path / "src")}
    start = "import sys; sys.argv[0] = 'albion'; from albion.cli import main; main()"

    def ask(*command: str) -> subprocess.CompletedProcess[str]:
        call = [sys.executable, "-c", start, *command]
        return subprocess.run(call, env=env, text=True, capture_output=True, check=True)

    version, game = ask("--version"), ask("auto", "redux-core", "--seed", "1")

    assert version.stdout.split(", ", 1)[1].startswith("plain Python" if damage else "compiled")
    assert "win" in game.stdout
    assert game.stderr.count("\n") == (damage is not None)
    if damage:
        assert game.stderr.startswith("Albion runs as plain Python (what was compiled cannot be loaded: ")
        assert game.stderr.endswith("; `make compile` builds it again).\n")


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
