"""docs/soak.md, generated from the figures in docs/soak/."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from soaking.hammer import TARGET, requests_about

PAGE = Path(__file__).resolve().parents[2] / "docs" / "soak.md"
KEPT = PAGE.with_suffix("")
"""The figures behind the page: a file for each run."""
Facts = dict[str, Any]
KILLS = (300, 50)
"""How often the server and the database are killed."""
MOST_MEMORY = 1.3
"""The most memory the server may use at the end, relative to its start."""
LEAST_FASTER = 1.6
"""The least speed-up of two processes over one."""
BENCHES = (20, 100)
"""Matches at once of the runs with one process and with two; the target is for each of them."""

_HEAD = """# Load and crash tests of the server

Written by `python tools/soak.py all` from its own runs{when}; do not edit. `tools/soak.py kills`, `memory` and `hammer` repeat one of
them; `--help` lists the options. Everything ran on one machine with {cores} cores, including the clients.

{bars}

## Kills under load

Clients play matches over sockets while server processes (`kill -9`; with SQLite also the one that writes), occasionally the whole server, and
PostgreSQL are killed. Every action that was acknowledged must be in the database afterwards with its number and text, every match must be
complete, and every watcher must have received each entry once. `against bots`: the share of matches; `load`: how many processes wanted a core on average, including the test's own.

| database | matches at once | watchers | against bots | processes killed | whole server | database | matches | acknowledged | lost | half written | gaps | seconds | load |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
"""
_SPEED = """
## Several processes

`albion bench server redux-core` with one process and with two, in turn. Each player waits for his acknowledgement before he plays on, so a match
keeps a process busy for only part of the time. The load generator is a separate process on the same machine and uses part of its cores:
`cores used` shows how much the servers and the load generator used. Actions per second of the server's processor time show what a machine
with cores to spare could do.

| matches | processes | actions per second | p50 ms | p99 ms | server CPU per action, µs | actions per server CPU second | cores used, servers | load generator | load |
|---|---|---|---|---|---|---|---|---|---|
"""
_MEMORY = """
## Memory

{matches:,} matches and {sockets:,} sockets at once, a few moves in each match, then nobody. The server used {start_mb} MB at its start,
{loaded_mb} MB under load and {last} MB {after} seconds after the last client had left: {times_start} times the initial amount (target: 1.3
within ten minutes). This is the processes' proportional set size: their own memory and their share of common memory.{why}
"""
_KEPT_BY_PYTHON = """
No match was in memory any more. What remains is kept by Python for small objects: of 143 MB after a smaller run (1,200 matches) 49 MB were in use,
but no block of a megabyte was entirely free, because each contained something that is cached for good. Later matches use this memory again.
"""
_HAMMER = """
## Effect of greedy clients on others

{matches} people play at a normal pace (an answer after 0.1 s), and {hammering} others, each with {others} matches of their own, repeat one request
without pause (target: the players' p99 at most twice that of a quiet server). These clients run at a lower priority, because in reality
they would not share the server's cores. Stints of a few seconds alternate, without them and beside one kind of request; the p99 is that of all
stints of a kind, and of all quiet ones. The interval holds the ratio with 95% certainty, from drawing the measured seconds anew 1,000 times; kinds whose
interval includes the target are measured more often.

| repeated request | waits measured | p99 ms | quiet p99 ms (waits) | times the quiet p99 | interval | responses by status |
|---|---|---|---|---|---|---|
"""


class Found(NamedTuple):
    """All measurements."""

    kills: list[Facts]
    speeds: list[Facts]
    memory: list[Facts]
    hammers: list[Facts]

    @classmethod
    def in_folder(cls, folder: Path) -> Found:
        """The measurements stored in a folder, by the names of its parts."""
        names = sorted({path.name.split(".")[0] for path in folder.glob("*.json")}, key=_order)
        some = {name: kept(folder, name) for name in names}

        def of(kind: str) -> list[Facts]:
            return [facts for name, all in some.items() if name.startswith(kind) for facts in all]

        return cls(of("kills"), of("bench"), of("memory"), of("hammer"))

    def is_fine(self) -> bool:
        """Whether every target was measured and met."""
        return all(result == "met" for _, result in self.bars())

    def bars(self) -> list[tuple[str, str]]:
        """Each target, and whether it is met, missed or not measured."""
        killed = tuple(sum(k[what] for k in self.kills) for what in ("processes", "servers", "databases"))
        servers, databases = killed[0] + killed[1], killed[2]
        asked = f"0 lost in {KILLS[0]} kills of the server and {KILLS[1]} of the database"
        asked += f" ({servers} and {databases} made, {sum(k['lost'] for k in self.kills)} lost)"
        enough = servers >= KILLS[0] and databases >= KILLS[1]
        each = [[s for s in self.speeds if s["matches"] == n] for n in BENCHES]
        return [
            (asked, _result(self.kills, enough)),
            (
                f"two processes at least {LEAST_FASTER} times one with {_listed(BENCHES)} matches, p99 not higher",
                _result(self.speeds if all(each) else [], all(map(is_faster, each))),
            ),
            (f"memory back within {MOST_MEMORY} times its start", _result(self.memory)),
            (f"others' p99 at most {TARGET} times the quiet one", self._waiting()),
        ]

    def _waiting(self) -> str:
        """Whether nobody waits too long, and beside how many of the dearest requests that was measured."""
        kinds = {name for h in self.hammers for name in h["p99_ms"]}
        every = len(requests_about("", "", ""))
        result = _result(self.hammers)
        if kinds and len(kinds) < every:
            return f"{result} as far as measured: {len(kinds)} of {every} kinds of requests"
        return result


def _order(name: str) -> tuple[str, int]:
    kind, _, number = name.rpartition("-")
    return kind, int(number) if number.isdigit() else 0


def _result(some: list[Facts], also: bool = True) -> str:
    if not some:
        return "not measured"
    return "met" if also and all(map(is_fine, some)) else "missed"


def written(found: Found, when: str) -> str:
    """The page."""
    bars = "\n".join(f"- {what}: {result}" for what, result in found.bars())
    text = _HEAD.format(when=when, cores=os.cpu_count(), bars=bars)
    for k in found.kills:
        cells = [k["database"], k["at_once"], k["watchers"], f"{k['bots']:.0%}"]
        cells += [k["processes"], k["servers"], k["databases"], k["matches"], f"{k['acknowledged']:,}"]
        text += _row(*cells, k["lost"], k["half_written"], k["gaps"], k["seconds"], k.get("load", "–"))
    return text + _speeds(found.speeds) + _memories(found.memory) + _hammered(found.hammers)


def _speeds(speeds: list[Facts]) -> str:
    text = _SPEED if speeds else ""
    for s in speeds:
        cpu = s["server_cpu_us"]
        cells = [s["matches"], s["processes"], s["actions_per_second"], s["p50_ms"], s["p99_ms"], cpu]
        used = round(cpu * s["actions_per_second"] / 1_000_000, 2)
        text += _row(
            *cells, round(1_000_000 / cpu) if cpu else "–", used, s["load_cores"], s.get("load", "–")
        )
    return text + (_compared(speeds) if speeds else "")


def _memories(memory: list[Facts]) -> str:
    text = ""
    for m in memory:
        after, last = list(m["later_mb"].items())[-1]
        text += _MEMORY.format(**m, last=last, after=after, why="" if is_fine(m) else _KEPT_BY_PYTHON)
    return text


def _hammered(hammers: list[Facts]) -> str:
    text = _HAMMER.format(**hammers[0]) if hammers else ""
    for h in hammers:
        for name, p99 in h["p99_ms"].items():
            answers = ", ".join(f"{n} × {status}" for status, n in sorted(h["answered"][name].items()))
            low, high = h["interval"][name]
            quiet = f"{h['quiet_p99_ms']} ({h['quiet_samples']:,})"
            waits = f"{h['samples'][name]:,}"
            text += _row(name, waits, p99, quiet, h["times_quiet"][name], f"{low} to {high}", answers)
    return text


def is_fine(facts: Facts) -> bool:
    """Whether a part of the evening is within its bars."""
    if "times_start" in facts:
        return bool(facts["times_start"] <= MOST_MEMORY)
    if "times_quiet" in facts:
        return bool(max(facts["times_quiet"].values()) <= TARGET)
    if "actions_per_second" in facts:
        return True
    return not (facts["lost"] or facts["half_written"] or facts["gaps"])


def is_faster(speeds: list[Facts]) -> bool:
    """Whether two processes do so much more than one, and let nobody wait longer."""
    ratio, waits = compared(speeds)
    return ratio >= LEAST_FASTER and waits <= 1.0


def compared(speeds: list[Facts]) -> tuple[float, float]:
    """How many times one process two are, in actions and in p99."""
    one = [s for s in speeds if s["processes"] == 1]
    two = [s for s in speeds if s["processes"] > 1]
    if not one or not two:
        return 0.0, 0.0
    actions, p99 = (
        sum(s[key] for s in two) * len(one) / (len(two) * sum(s[key] for s in one))
        for key in ("actions_per_second", "p99_ms")
    )
    return actions, p99


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |\n"


def _compared(speeds: list[Facts]) -> str:
    """How many times one process several are, and how many they could be at most."""
    text = ""
    for n in sorted({s["matches"] for s in speeds}):
        some = [s for s in speeds if s["matches"] == n]
        ratio, waits = compared(some)
        text += f"\nTwo processes with {n} matches: {ratio:.2f} times the actions of one, {waits:.2f} times its p99"
        text += f" (targets: {LEAST_FASTER} and 1).{_most(some)}\n"
    return text


def _most(speeds: list[Facts]) -> str:
    """What two processes could do if no core ever waited."""
    one = [s["actions_per_second"] for s in speeds if s["processes"] == 1]
    two = [s for s in speeds if s["processes"] > 1]
    server, load = _spent(two)
    if not one or not server:
        return ""
    cores = os.cpu_count() or 1
    possible = cores * 1_000_000 / (server + load)
    times = possible / (sum(one) / len(one))
    return (
        f" An action of theirs took {server:.0f} µs of\nthe server's processor time and {load:.0f} µs of the load generator's,"
        f" so {cores} cores that never wait could do {possible:,.0f} a second: {times:.2f} times."
    )


def _spent(speeds: list[Facts]) -> tuple[float, float]:
    """Microseconds of processor time per action: of the server, and of those who load it."""
    if not speeds:
        return 0.0, 0.0
    load = sum(1_000_000 * s["load_cores"] / s["actions_per_second"] for s in speeds)
    return sum(s["server_cpu_us"] for s in speeds) / len(speeds), load / len(speeds)


def _listed(numbers: Sequence[int]) -> str:
    return " and ".join(map(str, numbers))


def kept(folder: Path, name: str) -> list[Facts]:
    """What the runs of one part have found."""
    paths = sorted(folder.glob(f"{name}.*json"), key=lambda path: (len(path.name), path.name))
    return [json.loads(path.read_text()) for path in paths]


def keep(folder: Path, name: str, facts: Facts, add: bool = False) -> None:
    """Keep what a run has found, instead of what its part found before or beside it."""
    path = folder / f"{name}.json"
    if add:
        path = next(p for n in count(1) if not (p := folder / f"{name}.{n}.json").exists())
    path.write_text(json.dumps(facts, indent=1) + "\n")
