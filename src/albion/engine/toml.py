"""TOML files that people write: errors are reported in one sentence."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any, TypeVar

from albion.engine.errors import DataError

T = TypeVar("T")


def read_toml(path: Path) -> dict[str, Any]:
    """The tables in a file."""
    try:
        return one_text_each(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise DataError(f"there is no file '{path}'") from None
    except OSError as error:
        raise DataError(f"'{path}' cannot be read: {error.strerror}; expected a TOML file") from None
    except UnicodeDecodeError:
        raise DataError(f"{path.name} is not TOML: expected a text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path.name} is not TOML: {error}") from None


def one_text_each(value: T) -> T:
    """The same tables with one object per string, so that dictionary lookups need not compare letters."""
    found: Any = value
    if isinstance(value, str):
        found = sys.intern(value)
    elif isinstance(value, list):
        found = [one_text_each(x) for x in value]
    elif isinstance(value, dict):
        found = {sys.intern(key): one_text_each(x) for key, x in value.items()}
    return found  # type: ignore[no-any-return]
