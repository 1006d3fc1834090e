"""The server's counters, in the text format that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from math import inf

_BOUNDS = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, inf)
"""Upper bounds of the classes of durations, in seconds."""
_HELP = {
    "albion_requests_total": "HTTP requests by route and status",
    "albion_request_seconds": "duration of HTTP requests",
    "albion_commands_total": "commands carried out or refused",
    "albion_command_seconds": "time to commit a command",
    "albion_process": "number of the server process that answered; ?process=N asks another",
    "albion_tables": "matches in memory",
    "albion_subscribers": "connections following a match",
    "albion_bots_thinking": "matches in which a bot is thinking",
    "albion_bot_turns_failed_total": "bots' turns that failed and were tried again, by error",
    "albion_bot_turns_found_total": "bots' turns that nobody had begun, found by housekeeping",
    "albion_bot_turns_slow_total": "bots' answers that took more than a minute",
    "albion_writes_waiting": "writes waiting for the database's writer",
}

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counters and durations since the server began."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, Labels]] = Counter()
        self._classes: Counter[tuple[str, Labels, float]] = Counter()
        self._sums: Counter[tuple[str, Labels]] = Counter()

    def count(self, name: str, *labels: tuple[str, str]) -> None:
        """Add one to a counter."""
        self._counts[name, labels] += 1

    def took(self, name: str, seconds: float, *labels: tuple[str, str]) -> None:
        """Record a duration."""
        self._classes[name, labels, _BOUNDS[bisect_left(_BOUNDS, seconds)]] += 1
        self._sums[name, labels] += seconds  # type: ignore[assignment]

    def text(self, gauges: Mapping[str, float]) -> str:
        """All counters, durations and current values."""
        lines: list[str] = []
        for name in _HELP:
            found = self._lines(name, gauges)
            if found:
                kind = "gauge" if name in gauges else "histogram" if name.endswith("_seconds") else "counter"
                lines += [f"# HELP {name} {_HELP[name]}", f"# TYPE {name} {kind}", *found]
        return "\n".join(lines) + "\n"

    def _lines(self, name: str, gauges: Mapping[str, float]) -> list[str]:
        if name in gauges:
            return [f"{name} {gauges[name]:g}"]
        lines = [f"{name}{_labels(key)} {n}" for (n_, key), n in sorted(self._counts.items()) if n_ == name]
        for key in sorted({k for n, k in self._sums if n == name}):
            total = 0
            for bound in _BOUNDS:
                total += self._classes[name, key, bound]
                shown = "+Inf" if bound == inf else f"{bound:g}"
                lines.append(f"{name}_bucket{_labels((*key, ('le', shown)))} {total}")
            lines.append(f"{name}_sum{_labels(key)} {self._sums[name, key]:.6f}")
            lines.append(f"{name}_count{_labels(key)} {total}")
        return lines


def _labels(key: Labels) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in key) + "}" if key else ""
