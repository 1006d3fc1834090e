"""The command line: `albion`."""

from __future__ import annotations

import sys


def main() -> None:
    """The entry point."""
    from albion import COMPILED
    from albion.cli.app import app
    from albion.cli.errors import guarded

    if COMPILED.damaged:
        print(f"Albion runs as {COMPILED.told}.", file=sys.stderr)
    sys.exit(guarded(lambda: app(standalone_mode=False)))
