"""Compressed files kept beside the data: compressing a page as far as possible takes seconds, and it seldom changes."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

_SEAL = 32
"""Bytes at the beginning by which a file is known to be whole."""


class Shelf:
    """A folder of compressed texts, named after their sources; a folder that cannot be used is done without."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._used: set[str] = set()

    def packed(self, body: bytes, pack: Callable[[bytes], bytes]) -> bytes:
        """The text as it was packed before, or packed now and kept."""
        name = sha256(body).hexdigest()
        self._used.add(name)
        with contextlib.suppress(OSError):
            kept = (self._folder / name).read_bytes()
            if sha256(kept[_SEAL:]).digest() == kept[:_SEAL]:
                return kept[_SEAL:]
        made = pack(body)
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            written = self._folder / f"{name}.{secrets.token_hex(4)}"
            written.write_bytes(sha256(made).digest() + made)
            os.replace(written, self._folder / name)
        return made

    def tidy(self) -> None:
        """Remove what was made from files that no longer exist."""
        with contextlib.suppress(OSError):
            for path in [path for path in self._folder.iterdir() if path.name not in self._used]:
                path.unlink()
