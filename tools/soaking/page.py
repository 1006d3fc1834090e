"""docs/soak.md, written from the figures of one evening's runs."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[2] / "docs" / "soak.md"
Facts = dict[str, Any]
KILLS = (300, 50)
"""So often the server and the database are killed."""
MOST_MEMORY = 1.3
"""So many times what the server held at its start."""
MOST_WAITING = 2.0
"""Others' p99 may be so many times the quiet one."""
LEAST_FASTER = 1.6
"""Two processes do at least so many times what one does."""

_HEAD = """# What the server bears

Written by `python tools/soak.py all` from its own runs{when}; do not edit. `tools/soak.py kills`, `memory` and `hammer` repeat one of
them, `--help` names the knobs. Everything ran on one machine with {cores} cores, load makers included.

{bars}

## Kills under load

Clients play matches over sockets while server processes (`kill -9`), now and then the whole server, and PostgreSQL are killed. Every action that
a client was told is committed must be in the database afterwards with its number and text, every match whole, and every watcher
told of each entry once. `against bots`: the share of the matches; `load`: how many processes wanted a core on average, the test's own included.

| database | matches at once | watchers | against bots | processes killed | whole server | database | matches | acknowledged | lost | half written | gaps | seconds | load |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
"""
_SPEED = """
## Several processes

`albion bench server redux-core` with one process and with two, twenty matches, by turns. The load maker is a process of its own on the same
machine, and takes part of its cores: `load` is how much of a core it used. Actions per processor second of the server say what
a machine with cores to spare could do.

| processes | actions per second | p50 ms | p99 ms | server CPU per action, µs | actions per server CPU second | load |
|---|---|---|---|---|---|---|
"""
_MEMORY = """
## Memory

{matches:,} matches and {sockets:,} sockets at once, a few moves in each match, then nobody. The server held {start_mb} MB at its start,
{loaded_mb} MB under load and {last} MB {after} seconds after the last client had left: {times_start} times what it held at first (bar: 1.3 within
ten minutes). Counted is what its processes hold for themselves, with their share of what they have in common.
"""
_HAMMER = """
## Others' waiting

{matches} players at their own pace (an answer after 0.1 s) beside {hammering} clients that ask for one thing again and again without pause. Quiet p99:
{quiet_p99_ms} ms (bar: at most twice that).

| asked without pause | others' p99 ms | times the quiet one | answers by status |
|---|---|---|---|
"""


def written(
    kills: list[Facts], speeds: list[Facts], memory: Facts | None, hammer: Facts | None, when: str
) -> str:
    """The page."""
    text = _HEAD.format(when=when, cores=os.cpu_count(), bars=_bars(kills, speeds, memory, hammer))
    for k in kills:
        cells = [k["database"], k["at_once"], k["watchers"], f"{k['bots']:.0%}"]
        cells += [k["processes"], k["servers"], k["databases"], k["matches"], f"{k['acknowledged']:,}"]
        text += _row(*cells, k["lost"], k["half_written"], k["gaps"], k["seconds"], k.get("load", "–"))
    if speeds:
        text += _SPEED
        for s in speeds:
            cpu = s["server_cpu_us"]
            cells = [s["processes"], s["actions_per_second"], s["p50_ms"], s["p99_ms"], cpu]
            text += _row(*cells, round(1_000_000 / cpu) if cpu else "–", s["load_cores"])
        text += _compared(speeds)
    if memory is not None:
        after, last = list(memory["later_mb"].items())[-1]
        text += _MEMORY.format(**memory, last=last, after=after)
    if hammer is not None:
        text += _HAMMER.format(**hammer)
        for name, p99 in hammer["p99_ms"].items():
            answers = ", ".join(f"{n} × {status}" for status, n in sorted(hammer["answered"][name].items()))
            text += _row(name, p99, hammer["times_quiet"][name], answers)
    return text


def is_fine(facts: Facts) -> bool:
    """Whether a part of the evening is within its bars."""
    if "times_start" in facts:
        return bool(facts["times_start"] <= MOST_MEMORY)
    if "times_quiet" in facts:
        return bool(max(facts["times_quiet"].values()) <= MOST_WAITING)
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


def _bars(kills: list[Facts], speeds: list[Facts], memory: Facts | None, hammer: Facts | None) -> str:
    """One line for each bar: met, missed, or not measured."""
    killed = sum(k["processes"] + k["servers"] for k in kills), sum(k["databases"] for k in kills)
    asked = f"0 lost in {KILLS[0]} kills of the server and {KILLS[1]} of the database"
    asked += f" ({killed[0]} and {killed[1]} made, {sum(k['lost'] for k in kills)} lost)"
    lines = [
        (
            asked,
            kills,
            [*map(is_fine, kills), killed[0] >= KILLS[0], killed[1] >= KILLS[1]],
        ),
        (f"two processes at least {LEAST_FASTER} times one, p99 not higher", speeds, [is_faster(speeds)]),
        (f"memory back within {MOST_MEMORY} times its start", memory, [memory and is_fine(memory)]),
        (f"others' p99 at most {MOST_WAITING} times the quiet one", hammer, [hammer and is_fine(hammer)]),
    ]
    told = ["not measured" if not found else "met" if all(fine) else "missed" for _, found, fine in lines]
    return "\n".join(f"- {what}: {result}" for (what, *_), result in zip(lines, told, strict=True))


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |\n"


def _compared(speeds: list[Facts]) -> str:
    """How many times one process several are."""
    ratio, waits = compared(speeds)
    told = f"{ratio:.2f} times the actions of one, {waits:.2f} times its p99"
    return (
        f"\nTwo processes: {told} (bars: {LEAST_FASTER} and 1, where the load maker has cores of its own).\n"
    )


def kept(folder: Path, name: str, facts: Facts | None = None) -> Facts | None:
    """What a part of the evening has found, kept so that the rest can be repeated alone."""
    path = folder / f"{name}.json"
    if facts is not None:
        path.write_text(json.dumps(facts))
    return json.loads(path.read_text()) if path.exists() else None
