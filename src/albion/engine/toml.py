"""TOML files that people write: what is wrong with one is said in a sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from albion.engine.errors import DataError


def read_toml(path: Path) -> dict[str, Any]:
    """The tables in a file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(f"there is no file '{path}'") from None
    except OSError as error:
        raise DataError(f"'{path}' cannot be read: {error.strerror}; expected a TOML file") from None
    except UnicodeDecodeError:
        raise DataError(f"{path.name} is not TOML: expected a text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path.name} is not TOML: {error}") from None
