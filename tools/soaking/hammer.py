"""Others' waiting: how long players wait for their moves while a few clients ask for the most expensive things without pause."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from albion.engine.match import Match
from albion.engine.options import options_from
from albion.engine.record import record_of, write_record
from albion.server.catalogue import find_games
from soaking import client
from soaking.club import Club
from soaking.kills import Load, stopped
from soaking.waits import Second, drawn, interval, p99

LONG = 400
"""Answers in the match that is asked about."""
TARGET = 2.0
"""The highest p99 of other players, relative to a quiet server."""
QUIET = 0.5
"""Quiet seconds before each hammered stint, relative to its length: all kinds are compared with all of them."""
TWICE = 2
"""So often each kind is measured before those that are undecided are measured again."""
_START = 1.5
"""Seconds until clients are at it, about: for the plan only."""
_LONGEST = 120
"""Seconds within which some player must have been answered."""
_SETTLE = 1.0
"""Seconds until what the clients left behind is done."""
_END = 12.0
"""Seconds that are left for stopping the server and for the figures."""


class Asked(NamedTuple):
    """A request to be repeated: method, path after the match, body."""

    method: str
    path: str
    body: Any = None


class Hammerer(NamedTuple):
    """One of those who ask without pause, and what they can ask for."""

    token: str
    kinds: dict[str, Asked]


def requests_about(match: str, variation: str, record: str) -> dict[str, Asked]:
    """The most expensive requests, by name: about a match, a variation of it, and a record of another one."""
    here = f"/api/matches/{match}"
    return {
        "entries": Asked("GET", f"{here}/entries?limit=5000"),
        "opening": Asked("GET", f"{here}/opening"),
        "position": Asked("GET", f"{here}?at={LONG // 2 + 31}"),
        "record": Asked("GET", f"{here}/record"),
        "review": Asked("GET", f"{here}/review"),
        "reach": Asked("POST", f"{here}/reach", {"deep": True}),
        "odds": Asked("POST", f"{here}/odds", {}),
        "hints": Asked("POST", f"{here}/hints", {}),
        "explain": Asked("POST", f"{here}/explain", {"action": "end"}),
        "orders": Asked("POST", f"{here}/orders/trial", {"orders": {}}),
        "fork": Asked("POST", f"{here}/fork", {}),
        "study": Asked("POST", f"/api/matches/{variation}/study", {}),
        "import": Asked("POST", "/api/records", {"text": record, "title": "again"}),
        "lists": Asked("GET", "/api/matches?list=mine&limit=200"),
        "games": Asked("GET", "/api/games/redux-core"),
    }


def hammer(plan: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Players at their pace, in turn left alone and beside each kind of request; their p99 by kind."""
    begun = time.monotonic()
    record = _whole_record(plan.game)
    club = Club(folder / "data", None, plan.processes, limits=False)
    club.start()
    try:
        seats = club.call(f"/api/games/{plan.game}", None, "")["seats"]["table"][0]["seats"]
        names = [seat["id"] for seat in seats]
        hammers = [_hammerer(club, plan, names, n, record) for n in range(plan.clients)]
    finally:
        club.stop()
    club = Club(folder / "data", None, plan.processes, limits=plan.limits)
    club.start()
    try:
        run = _Run(club, plan, hammers, begun + 60 * plan.minutes - _END)
        return asyncio.run(run.measured(names))
    finally:
        club.stop()


def _hammerer(club: Club, plan: argparse.Namespace, seats: list[str], n: int, record: str) -> Hammerer:
    """A person with a long match, a variation of it and many other matches; made while nobody counts requests."""
    token = club.call("/api/me", {"name": f"Greedy {n + 1}"}, "")["token"]
    match = _long_match(club, plan.game, seats, token)
    variation = club.call(f"/api/matches/{match}/fork", {}, token)["match"]
    for _ in range(plan.others):
        club.call("/api/matches", {"game": plan.game, "seats": dict.fromkeys(seats, "human")}, token)
    return Hammerer(token, requests_about(match, variation, record))


def _long_match(club: Club, game: str, seats: list[str], token: str) -> str:
    """A match of some length, played alone."""
    chance = random.Random(1)
    asked = {"game": game, "seats": dict.fromkeys(seats, "human")}
    shown = club.call("/api/matches", asked, token)
    path = f"/api/matches/{shown['match']}"
    while shown["n"] < LONG and shown["decision"] is not None:
        action = chance.choice(shown["decision"]["actions"])["action"]
        shown = club.call(f"{path}/actions", {"seq": shown["seq"], "action": action}, token)["table"]
    return str(shown["match"])


def _whole_record(game: str) -> str:
    """A match from beginning to end, as text to be imported: only such a one is checked roll by roll."""
    known, chance = find_games("albion.games:GAMES")[game], random.Random(1)
    match = Match(known, options_from(known.options_type, {}), 1)
    while (decision := match.decision) is not None:
        match.play(decision.seat, chance.choice(decision.actions))
    return write_record(record_of(match))


class _Run:
    """Quiet and hammered stints in turn, so that what else the machine does meets both alike."""

    def __init__(self, club: Club, plan: argparse.Namespace, hammerers: list[Hammerer], until: float) -> None:
        self._club, self._plan, self._hammerers, self._until = club, plan, hammerers, until
        self._loads: list[Load] = []
        self._quiet: list[Second] = []
        self._beside: dict[str, list[Second]] = {
            name: [] for name in hammerers[0].kinds if not plan.only or name in plan.only
        }
        self._answered: dict[str, dict[str, int]] = {name: {} for name in self._beside}
        self._undecided: set[str] = set()
        """Kinds for which it is not certain yet on which side of the target they are."""

    async def measured(self, seats: list[str]) -> dict[str, Any]:
        """The figures, after as many stints as the time allows."""
        plan = self._plan
        for n in range(plan.matches):
            token = self._club.call("/api/me", {"name": f"Player {n + 1}"}, "")["token"]
            self._loads.append(Load(self._club, plan.game, token, seats, plan.think, 0.0))
        clients = [asyncio.create_task(load.client(random.Random(n))) for n, load in enumerate(self._loads)]
        try:
            await asyncio.sleep(_SETTLE * 3)
            each = plan.seconds * (1 + QUIET) + _START + 2 * _SETTLE + 1
            while not all(self._beside.values()) or time.monotonic() + each < self._until:
                await self._stint(self._next())
        finally:
            for load in self._loads:
                load.stopping = True
            await stopped(clients)
        return self._figures()

    def _next(self) -> str:
        """The kind to be measured: each twice, then those that are undecided, those with the fewest seconds first."""
        few = [name for name, seconds in self._beside.items() if len(seconds) < TWICE * self._plan.seconds]
        open = few or [name for name in self._beside if name in self._undecided] or list(self._beside)
        return min(open, key=lambda name: len(self._beside[name]))

    async def _stint(self, name: str) -> None:
        """Some seconds without, then some with those who ask for this."""
        plan = self._plan
        self._quiet += await self._waits(max(1, round(plan.seconds * QUIET)))
        asked = [(h.token, h.kinds[name]) for h in self._hammerers]
        hammers = await asyncio.to_thread(_at_it, self._club, asked)
        self._beside[name] += await self._waits(plan.seconds)
        for status, times in (await asyncio.to_thread(_ended, hammers)).items():
            self._answered[name][status] = self._answered[name].get(status, 0) + times
        low, high = self._interval(name, drawn(self._quiet, 0))
        (self._undecided.add if low <= TARGET <= high else self._undecided.discard)(name)
        await asyncio.sleep(_SETTLE)

    async def _waits(self, seconds: int) -> list[Second]:
        """How long acknowledgements took in the seconds to come: this many, and on a slow machine until there is one."""
        found: list[Second] = []
        for load in self._loads:
            load.waits.clear()
        while len(found) < seconds or not any(found):
            if len(found) > seconds + _LONGEST:
                raise SystemExit(f"no player was answered within {len(found)} seconds")
            await asyncio.sleep(1.0)
            found.append([wait for load in self._loads for wait in load.waits])
            for load in self._loads:
                load.waits.clear()
        return found

    def _interval(self, name: str, quiet: list[float]) -> tuple[float, float]:
        return interval(drawn(self._beside[name], 1), quiet)

    def _figures(self) -> dict[str, Any]:
        plan, calm, quiet = self._plan, p99(self._quiet), drawn(self._quiet, 0)
        high = {name: p99(seconds) for name, seconds in self._beside.items()}
        bounds = {name: self._interval(name, quiet) for name in high}
        return {
            "game": plan.game,
            "matches": plan.matches,
            "hammering": plan.clients,
            "others": plan.others,
            "limits": plan.limits,
            "quiet_p99_ms": round(1000 * calm, 2),
            "quiet_samples": sum(map(len, self._quiet)),
            "p99_ms": {name: round(1000 * wait, 2) for name, wait in high.items()},
            "samples": {name: sum(map(len, seconds)) for name, seconds in self._beside.items()},
            "answered": self._answered,
            "times_quiet": {name: round(wait / calm, 2) for name, wait in high.items()},
            "interval": {name: [round(low, 2), round(top, 2)] for name, (low, top) in bounds.items()},
        }


def _at_it(club: Club, asked: list[tuple[str, Asked]]) -> list[subprocess.Popen[str]]:
    """Clients in processes of their own, each answered once already: their work must not be taken for the server's.

    They run at a lower priority, because elsewhere they would not share the server's cores: refused at once, four of
    them want more than two cores for themselves.
    """
    file = str(Path(client.__file__))
    hammers = [
        subprocess.Popen(
            ["nice", "-n", "10", sys.executable, file, json.dumps([club.address, token, *what])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for token, what in asked
    ]
    for process in hammers:
        assert process.stdout is not None
        if process.stdout.readline().strip() != client.AT_IT:
            raise SystemExit("a hammering client ended before it was answered")
    return hammers


def _ended(hammers: list[subprocess.Popen[str]]) -> dict[str, int]:
    """Stop them; how often the server answered, by status."""
    total: dict[str, int] = {}
    for process in hammers:
        assert process.stdin is not None
        process.stdin.close()
    for process in hammers:
        assert process.stdout is not None
        for status, times in json.loads(process.stdout.read()).items():
            total[status] = total.get(status, 0) + times
        process.wait()
    return total
