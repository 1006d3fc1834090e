"""Checks the browser code's JSDoc types with TypeScript, where node is there to run it."""

import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent.parent / "src" / "albion" / "web"
CONFIGS = ("tsconfig.json", "jsconfig.json")
TYPESCRIPT = "typescript@6"


def main() -> int:
    """0 if the types hold; where they cannot be checked, that is said aloud."""
    config = next((WEB / name for name in CONFIGS if (WEB / name).is_file()), None)
    if config is None:
        print("JavaScript types: there is no browser code to check yet.")
        return 0
    npx = shutil.which("npx")
    if npx is None:
        print("JavaScript types were NOT checked: node is not installed here.")
        return 0
    tsc = [npx, "--yes", "--package", TYPESCRIPT, "tsc"]
    if subprocess.run([*tsc, "--version"], capture_output=True).returncode:
        print("JavaScript types were NOT checked: npx cannot bring TypeScript here.")
        return 0
    print(f"tsc --project {config.name}")
    return subprocess.run([*tsc, "--noEmit", "--project", str(config)]).returncode


if __name__ == "__main__":
    sys.exit(main())
