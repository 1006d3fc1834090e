"""Checks the browser code's JSDoc types with TypeScript, where node can bring it."""

import shutil
import subprocess
import sys
from pathlib import Path

CONFIG = Path(__file__).parent.parent / "src" / "albion" / "web" / "tsconfig.json"
TYPESCRIPT = "typescript@6"


def compiler() -> list[str] | str:
    """The command that checks types, or why there is none."""
    npx = shutil.which("npx")
    if npx is None:
        return "the page's types: node is not installed"
    tsc = [npx, "--yes", "--package", TYPESCRIPT, "tsc"]
    if subprocess.run([*tsc, "--version"], capture_output=True).returncode:
        return "the page's types: npx cannot bring TypeScript here"
    return tsc


def main() -> int:
    """0 if the types hold, or cannot be checked here, which is said."""
    tsc = compiler()
    if isinstance(tsc, str):
        print(f"NOT checked: {tsc}")
        return 0
    return subprocess.run([*tsc, "--noEmit", "--project", str(CONFIG)]).returncode


if __name__ == "__main__":
    sys.exit(main())
