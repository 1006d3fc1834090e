"""Redraw the boards: python -m tools.maps [BOARD ...] [--check]."""

import argparse
import gzip
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.maps import boudicca, britannia, domesday
from tools.maps.board import Board
from tools.maps.strip import strip

TARGET = Path(__file__).resolve().parents[2] / "src" / "albion" / "web" / "boards"
BOARDS: dict[str, Callable[[], Board]] = {
    "britannia": britannia.draw,
    "boudicca": boudicca.draw,
    "domesday": domesday.draw,
}


def files(board: Board) -> dict[str, str]:
    """The two files of a board, by name; of Britain's also the strip that the lobby shows."""
    whole = {f"{board.id}.svg": board.svg, f"{board.id}.json": board.json()}
    return {**whole, "strip.svg": strip(board)} if board.id == "britannia" else whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files, or with --check say which are out of date."""
    parser = argparse.ArgumentParser(prog="python -m tools.maps", description=__doc__)
    parser.add_argument("board", nargs="*", choices=[[], *BOARDS], help="which boards; all if none is named")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if a file would change")
    chosen = parser.parse_args(arguments)
    stale = []
    for name in chosen.board or BOARDS:
        for file, text in files(BOARDS[name]()).items():
            path = TARGET / file
            if chosen.check:
                if not path.exists() or path.read_text(encoding="utf-8") != text:
                    stale.append(file)
                continue
            path.write_text(text, encoding="utf-8")
            packed = len(gzip.compress(text.encode(), mtime=0))
            print(f"{file}: {len(text) / 1024:.0f} KB, {packed / 1024:.0f} KB compressed")
    for file in stale:
        print(f"{file} is not what the tool draws now; run python -m tools.maps", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
