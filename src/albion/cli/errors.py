"""Every failure as one sentence and an exit code; no traceback reaches a user."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from typing import Any

from albion.engine.errors import AlbionError

REFUSED = 1
MISUSED = 2
BROKEN = 3
INTERRUPTED = 130


def guarded(command: Callable[[], Any]) -> int:
    """Run a command; errors are reported on stderr, and the exit code says what kind they are."""
    try:
        code = command()
        sys.stdout.flush()
    except AlbionError as error:
        return _tell(str(error), REFUSED)
    except (KeyboardInterrupt, EOFError):
        return _tell("stopped before the end", INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone: point stdout elsewhere so that the interpreter's last flush stays silent.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REFUSED
    except OSError as error:
        return _tell(f"{error.filename or 'the system'}: {error.strerror or error}", REFUSED)
    except Exception as error:
        return _unexpected(error)
    return code if isinstance(code, int) else 0


def _unexpected(error: Exception) -> int:
    usage = getattr(error, "format_message", None)
    if usage is not None:
        return _tell(f"{str(usage()).rstrip('.')}; see 'albion --help'", MISUSED)
    if type(error).__name__ == "Abort":
        return _tell("stopped before the end", INTERRUPTED)
    return _tell(f"internal error ({type(error).__name__}); details are in {_details(error)}", BROKEN)


def _details(error: Exception) -> str:
    handle, path = tempfile.mkstemp(prefix="albion-error-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(f"albion {' '.join(sys.argv[1:])}\n\n")
        file.write("".join(traceback.format_exception(error)))
    return path


def _tell(sentence: str, code: int) -> int:
    print(f"albion: {' '.join(sentence.split())}", file=sys.stderr)
    return code
