"""Makes .venv with everything Albion needs; begins on any Python 3.7, and says so if that is too old."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
LOCK = os.path.join(ROOT, "requirements.txt")
OLDEST = (3, 11)
UNUSED = r"[/\\](tests?|testing|pip|scipy|mypyc?|setuptools|lexers|examples)[/\\]"
"""Folders of packages that are hardly ever imported as Python."""
NAMES = ("python3.13", "python3.12", "python3.11", "python3.14")


def main() -> None:
    """Environment, locked packages, Albion itself; a stamp for make when all is done."""
    uv = shutil.which("uv")
    python = sys.executable if sys.version_info >= OLDEST else find_python()
    if python is None and uv is None:
        sys.exit(f"Albion needs Python 3.11 or newer, or uv: found only {sys.version.split()[0]}")
    if not os.path.exists(interpreter()):
        make_venv(uv, python)
    install = [uv, "pip", "install", "--python", interpreter()] if uv else pip()
    locked = [*install, "--no-deps", "--require-hashes", "-r"]
    if not (uv is None and shared(locked)) and not run([*locked, LOCK]):
        print("The locked packages could not all be had here; taking the newest ones that fit instead.")
        need(run(install + wanted()), "the packages could not be installed: is there a package index?")
    own = ["--no-deps", "--no-build-isolation", "-e", ROOT]
    need(run(install + own), "Albion itself could not be installed")
    translate()
    with open(os.path.join(VENV, "ready"), "w") as stamp:
        stamp.write("made by tools/setup.py\n")
    print("Albion is ready: .venv/bin/albion --help")


def find_python() -> str | None:
    """Another Python on this machine that is new enough."""
    for name in NAMES:
        path = shutil.which(name)
        test = f"import sys; sys.exit(sys.version_info < {OLDEST!r})"
        if path and subprocess.call([path, "-c", test], stderr=subprocess.DEVNULL) == 0:
            return path
    return None


def interpreter() -> str:
    """The environment's own Python."""
    folder = "Scripts" if os.name == "nt" else "bin"
    return os.path.join(VENV, folder, "python")


def make_venv(uv: str | None, python: str | None) -> None:
    """An empty environment; uv is faster, and can bring a Python along."""
    if uv and run([uv, "venv", "--python", python or "3.11", VENV]):
        return
    need(
        python is not None and run([python, "-m", "venv", "--clear", VENV]),
        "no virtual environment could be made (on Debian: apt install python3-venv)",
    )


def pip() -> list[str]:
    """pip inside the environment."""
    quiet = ["--quiet", "--disable-pip-version-check", "--no-compile"]
    return [interpreter(), "-m", "pip", "install", *quiet]


def shared(locked: list[str]) -> bool:
    """Whether two processes have installed half of the lock file each: pip uses one core, and a gigabyte is to be unpacked."""
    with open(LOCK, encoding="utf-8") as file:
        packages = re.split(r"\n(?=\S)", file.read())
    with tempfile.TemporaryDirectory() as folder:
        running = []
        for n in range(2):
            half = os.path.join(folder, f"{n}.txt")
            with open(half, "w", encoding="utf-8") as file:
                file.write("\n".join(packages[n::2]) + "\n")
            running.append(subprocess.Popen([*locked, half], cwd=ROOT))
        return [process.wait() for process in running] == [0, 0]


def translate() -> None:
    """Bytecode of what is imported, on all cores; pip would use one, and uv leaves it to the first start."""
    ask = [interpreter(), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = subprocess.check_output(ask, text=True).strip()
    command = [interpreter(), "-m", "compileall", "-qq", "-j", "0"]
    # Within the folder, because what is left out is told by the path.
    subprocess.call([*command, "-x", UNUSED, "."], cwd=packages)
    subprocess.call([*command, "src"], cwd=ROOT)


def wanted() -> list[str]:
    """The packages that pyproject.toml names, as arguments; read by the new environment's Python."""
    code = (
        "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb'));"
        "print('\\n'.join(p['project']['dependencies'] + p['dependency-groups']['dev']))"
    )
    return subprocess.check_output([interpreter(), "-c", code], cwd=ROOT, text=True).split("\n")[:-1]


def run(command: list[str]) -> bool:
    """Whether a command went well."""
    return subprocess.call(command, cwd=ROOT) == 0


def need(fine: bool, sentence: str) -> None:
    """Stop with one sentence if it did not."""
    if not fine:
        sys.exit(f"Albion could not be set up: {sentence}")


if __name__ == "__main__":
    main()
