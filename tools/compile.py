"""Compiles engine, kernels and games with mypyc into build/native, where a C compiler is found; else Albion stays plain Python.

.venv/bin/python tools/compile.py            # builds what is missing or out of date
.venv/bin/python tools/compile.py --again    # builds again
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

TOOLS = Path(__file__).resolve().parent
ROOT = TOOLS.parent
os.environ["ALBION_PURE"] = "1"
sys.path[:0] = [str(TOOLS), str(ROOT / "src")]

from albion.compiled import BUILT, GROUP, LIBRARY, MANIFEST, PURE, SOURCES, seal, seen_now  # noqa: E402
from native.records import Sources, read  # noqa: E402
from native.rewriting import Rewriting  # noqa: E402

ENGINE = (
    *("action", "dice", "differences", "event", "kept", "loop", "plain", "playout", "refusal", "state"),
    *("step", "tally", "words"),
)
PACKAGES = (
    "kernels.britannia",
    "kernels.hex",
    "games.redux_core",
    "games.redux_leaders",
    "games.britannia_2005",
    "games.boudicca",
    "games.domesday",
)
LEFT_OUT = (
    "data",
    "check",
    "schema",
    "options",
    "game",
    "notation",
    "reading",
    "spelling",
    "starts",
    "__init__",
)
"""Modules that read tables and write positions: seldom run, or made of what mypyc does not know."""
LENIENT = ("arg-type", "assignment", "return-value", "override", "dict-item", "misc", "type-var", "operator")
"""What mypy says against dictionaries in place of mappings, which it takes to be written to; `make types` checks the sources."""
KERNEL = "counting limits march measured movement moving muster next_move parties prospect spread state units waiting"
HOT = {
    *("engine.dice", "engine.loop", "engine.step", "games.redux_leaders.s11_limits"),
    *(f"kernels.britannia.{name}" for name in KERNEL.split()),
}
"""Where an answer in the Britannia games spends most of its time: only here does -O2 pay for its longer compiling."""
FLAGS = (
    "-fwrapv",
    "-g0",
    "-fPIC",
    "-DNDEBUG",
    "-w",
    "-fno-semantic-interposition",
    "-fvisibility=hidden",
)
"""Without optimisation (`-O1`, `-O2`) no small function of Python's headers is inlined, and compiled code is no faster than plain
Python; with -O2 most modules are hardly faster than with -O1, and take about twice as long to compile. Nothing but the modules' own beginnings is
seen from outside, so that what one file knows of another is reached directly."""
CHUNK = 2_500_000
"""Bytes of C that are compiled at once: every time the compiler reads a megabyte and a half of declarations first."""
CHECKS = ("--config-file", "", "--explicit-package-bases", *(f"--disable-error-code={x}" for x in LENIENT))
FILE = f"{LIBRARY}{sysconfig.get_config_var('EXT_SUFFIX')}"


class CompileError(Exception):
    """Why nothing was compiled, in one sentence."""


def main() -> None:
    """Build unless what is there is of today's sources; a failure leaves plain Python, and says so."""
    begin = perf_counter()
    try:
        if "--again" not in sys.argv[1:] and _known() == recipe() and _runs():
            print("What is compiled is of today's sources.")
            return
        compiler = _compiler()
        print("Compiling Albion for speed: a minute or two, and only after changes.", flush=True)
        count = build(compiler)
    except (CompileError, OSError) as problem:
        print(f"Not compiled, Albion runs as plain Python: {problem}.")
        return
    print(f"Compiled {count} modules in {perf_counter() - begin:.0f} s; ALBION_PURE=1 turns them off.")


def modules() -> list[str]:
    """The modules that are compiled."""
    names = [f"albion.engine.{name}" for name in ENGINE]
    for package in PACKAGES:
        folder = SOURCES.joinpath(*package.split("."))
        found = sorted(p.stem for p in folder.glob("*.py") if not _left_out(p.stem))
        names += [f"albion.{package}.{name}" for name in found]
    return names


def _left_out(stem: str) -> bool:
    return any(stem == word or stem.endswith(f"_{word}") or stem.startswith(f"{word}_") for word in LEFT_OUT)


def recipe() -> str:
    """By what a build is known: its sources, these tools, the compiler of Python."""
    parts = [version("mypy"), sys.version, " ".join(FLAGS)]
    parts += [
        seal(path.read_bytes()) for path in (TOOLS / "compile.py", *sorted((TOOLS / "native").glob("*.py")))
    ]
    parts += [seal(_source(name).read_bytes()) for name in modules()]
    return seal("\n".join(parts).encode())[:16]


def _known() -> str:
    with contextlib.suppress(OSError, ValueError, KeyError):
        found: str = json.loads((BUILT / MANIFEST).read_bytes())["recipe"]
        return found
    return ""


def _runs() -> bool:
    """Whether a new process uses what is there: it may be damaged."""
    tell = "import albion, sys; sys.exit(not albion.COMPILED.used)"
    env = {**os.environ, PURE: "0", "PYTHONPATH": str(SOURCES.parent)}
    return subprocess.run([sys.executable, "-c", tell], env=env, check=False).returncode == 0


def _source(module: str) -> Path:
    return SOURCES.parent.joinpath(*module.split(".")).with_suffix(".py")


def build(compiler: str) -> int:
    """Write C, compile it, link it, load it, and only then let it be used.

    Each build has a folder of its own: who runs the one before may still import from it.
    """
    names, known = modules(), recipe()
    sources = {name: seen_now(_source(name)) for name in names}
    work = BUILT.parent / f"work-{os.getpid()}"
    try:
        files, includes = write_c(names, work)
        folder = work / "made"
        folder.mkdir()
        _link(compiler, _chunks(files, work), includes, folder / FILE)
        manifest = {
            "recipe": known,
            "python": sys.version,
            "library": f"{known}/{FILE}",
            "seen": seen_now(folder / FILE),
            "modules": names,
            "sources": {str(_source(n).relative_to(SOURCES)): seen for n, seen in sources.items()},
        }
        _keep(folder, known, manifest)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return len(names)


def _keep(folder: Path, known: str, manifest: Mapping[str, object]) -> None:
    """Put a build in its place, and remove those before the last."""
    BUILT.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(BUILT / known, ignore_errors=True)
    folder.rename(BUILT / known)
    written = folder.parent / MANIFEST
    written.write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    written.replace(BUILT / MANIFEST)
    builds = sorted((p for p in BUILT.iterdir() if p.is_dir()), key=lambda p: p.stat().st_mtime)
    for old in builds[:-2]:
        shutil.rmtree(old, ignore_errors=True)


def _compiler() -> str:
    """A C compiler, and Python's headers for it."""
    names = (
        os.environ.get("CC", ""),
        (sysconfig.get_config_var("CC") or "").split(" ")[0],
        "cc",
        "gcc",
        "clang",
    )
    found = next((path for path in map(shutil.which, filter(None, names)) if path), None)
    if found is None:
        raise CompileError("there is no C compiler here")
    if not Path(sysconfig.get_paths()["include"], "Python.h").is_file():
        raise CompileError("Python's headers (Python.h) are not installed")
    return found


def write_c(names: list[str], work: Path) -> tuple[list[Path], list[str]]:
    """The C files of all modules and of their library, and where headers lie."""
    tree, out = work / "src", work / "c"
    shutil.copytree(SOURCES, tree / "albion", ignore=_only_python)
    sources = Sources(read(SOURCES.parent, names))
    for name in names:
        tree.joinpath(*name.split(".")).with_suffix(".py").write_text(
            Rewriting(sources, name).text(), encoding="utf-8"
        )
    paths = [str(Path(*name.split(".")).with_suffix(".py")) for name in names]
    log = BUILT.parent / "mypyc.log"
    try:
        from mypyc.build import include_dir, mypyc_build
        from mypyc.options import CompilerOptions

        options = CompilerOptions(
            multi_file=True, target_dir=str(out), group_name=GROUP, include_runtime_files=True
        )
        with _inside(tree), log.open("w") as told, contextlib.redirect_stdout(told):
            _, files, _ = mypyc_build([*CHECKS, *paths], options)
    except ImportError as problem:
        raise CompileError(f"mypyc cannot be used ({problem})") from None
    except (Exception, SystemExit) as problem:
        raise CompileError(
            f"mypyc refused a module ({type(problem).__name__}), see {log.relative_to(ROOT)}"
        ) from None
    return [Path(f) for f in files[0][0]], [include_dir(), str(out), sysconfig.get_paths()["include"]]


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Work in a folder, where mypy finds the modules of the copy."""
    before, found = os.getcwd(), os.environ.get("MYPYPATH")
    os.chdir(folder)
    os.environ["MYPYPATH"] = str(folder)
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.pop("MYPYPATH") if found is None else os.environ.update(MYPYPATH=found)


def _only_python(folder: str, names: list[str]) -> Iterable[str]:
    wanted = ("engine", "kernels", "games", "bots")
    top = Path(folder) == SOURCES
    return [
        n
        for n in names
        if (top and n not in wanted and n != "__init__.py" and n != "compiled.py" and n != "py.typed")
        or not (n.endswith(".py") or "." not in n or n == "py.typed")
        or n in ("data", "__pycache__")
    ]


def _chunks(files: list[Path], work: Path) -> list[tuple[Path, str]]:
    """Neighbouring files together, up to this many bytes: what they share is read once for all of them; and how to optimise them."""
    hot = {f"__native_albion___{name.replace('.', '___')}.c" for name in HOT}
    found: list[tuple[Path, str]] = []
    for level in ("-O2", "-O1"):  # those that take longest first
        filled = CHUNK
        lines: list[str] = []
        for file in files:
            if (file.name in hot) != (level == "-O2"):
                continue
            size = file.stat().st_size
            if filled + size > CHUNK:
                found.append((work / f"chunk{len(found)}.c", level))
                filled, lines = 0, []
            filled += size
            lines.append(f'#include "{os.path.relpath(file, work)}"\n')
            found[-1][0].write_text("".join(lines), encoding="utf-8")
    return found


def _link(compiler: str, chunks: list[tuple[Path, str]], includes: list[str], library: Path) -> None:
    """Compile everything, several files at once, link it to one library, and see whether Python can load it.

    Paths are told relative to the work folder, so that a compiler's cache knows a file of the build before again.
    """
    work = chunks[0][0].parent
    where = [f"-I{os.path.relpath(folder, work)}" for folder in includes]
    jobs = [
        [compiler, level, *FLAGS, *where, "-c", file.name, "-o", file.with_suffix(".o").name]
        for file, level in chunks
    ]
    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        list(pool.map(lambda job: _run("the C compiler", job, work), jobs))
    shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    _run("the linker", [compiler, *shared, *(job[-1] for job in jobs), "-o", str(library)], work)
    load = "import sys, pathlib, albion.compiled as c; c.load(pathlib.Path(sys.argv[1]))"
    _run("loading it", [sys.executable, "-c", load, str(library)], SOURCES.parent)


def _run(what: str, command: list[str], where: Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=where)
    if done.returncode:
        raise CompileError(f"{what} failed ({(done.stderr.strip().splitlines() or [done.returncode])[-1]})")


if __name__ == "__main__":
    main()
