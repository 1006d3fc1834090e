"""The command line: `albion`."""

from __future__ import annotations

import sys


def main() -> None:
    """The entry point."""
    from albion.cli.app import app
    from albion.cli.errors import guarded

    sys.exit(guarded(lambda: app(standalone_mode=False)))
