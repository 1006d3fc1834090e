"""Reports of the laboratory's runs as pages: drawn in a process of their own, again whenever a run has grown."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeVar

from albion.engine.errors import DataError
from albion.server import responses
from albion.server.clock import iso
from albion.server.errors import RequestError, unknown
from albion.server.thinking import Workers

T = TypeVar("T")
MANIFEST, REPORT = "run.toml", "report.html"
POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval';"
    " style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'"
)
"""A report's pictures are drawn by a script within it, which may compile but neither load nor reach anything."""
_PATIENCE = 300.0
"""Seconds after which a report is given up."""


class Reports:
    """The runs in a folder, if the operator shows any."""

    def __init__(self, games: str, folder: Path | None) -> None:
        self._folder = folder
        self._workers = Workers(games, 1, _PATIENCE)

    async def runs(self) -> responses.Runs:
        """Every run, the newest first."""
        return responses.Runs([] if self._folder is None else await self._run(list_runs, self._folder))

    async def page(self, name: str) -> bytes:
        """A run's report, as `albion lab report` writes it."""
        run = None if self._folder is None else self._folder / name
        if run is None or not (run / MANIFEST).is_file():
            raise unknown("run")
        if not is_drawn(run):
            await self._run(draw, run)
        return (run / REPORT).read_bytes()

    async def _run(self, work: Callable[..., T], *args: Any) -> T:
        try:
            return await self._workers.run(work, *args)
        except DataError as error:
            raise RequestError(503, "unavailable", str(error)) from error
        except (TimeoutError, BrokenProcessPool):
            raise RequestError(503, "busy", "this report takes too long right now: try again later") from None

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self._workers.stop(wait=True)


def is_drawn(run: Path) -> bool:
    """Whether there is a report and nothing has been played since."""
    report = run / REPORT
    return report.is_file() and report.stat().st_mtime_ns >= _grown(run)


def _grown(run: Path) -> int:
    """When a run's last part was written."""
    parts = (p.stat().st_mtime_ns for p in (run / "parts").glob("[0-9]*"))
    return max(parts, default=(run / MANIFEST).stat().st_mtime_ns)


def list_runs(folder: Path) -> list[responses.Run]:
    """Every readable run; read in the drawing process."""
    store = _store()
    found = []
    for manifest in sorted(folder.glob(f"*/{MANIFEST}"), key=lambda p: (-_grown(p.parent), p.parent.name)):
        try:
            run = store.Run.open(manifest.parent)
            arms = [arm.name for arm in run.experiment.arms]
            changed = iso(_grown(manifest.parent) // 1_000_000)
            found.append(responses.Run(manifest.parent.name, run.kept(), arms, changed))
        except DataError:
            continue  # a run that is just being begun must not hide the others
    return found


def draw(folder: Path) -> None:
    """Write one report, which appears whole or not at all; runs in the drawing process."""
    run = _store().Run.open(folder)
    from albion.lab.report import write_report

    half = folder / f".{REPORT}"
    write_report(run, half)
    half.replace(folder / REPORT)


def _store() -> Any:
    try:
        from albion.lab import store
    except ModuleNotFoundError as error:
        raise DataError(f"reports need {error.name}, which is not installed on this server") from None
    return store
