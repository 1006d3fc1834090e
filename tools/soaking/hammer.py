"""Others' waiting: how long players wait for their moves while a few clients ask for the most expensive things without pause."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from albion.engine.match import Match
from albion.engine.options import options_from
from albion.engine.record import record_of, write_record
from albion.server.catalogue import find_games
from soaking.club import Club
from soaking.kills import Load, stopped

LONG = 400
"""Answers in the match that is asked about."""


class Asked(NamedTuple):
    """A request to be repeated: method, path after the match, body."""

    method: str
    path: str
    body: Any = None


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
    club = Club(folder / "data", None, plan.processes, limits=plan.limits)
    club.start()
    try:
        token = club.call("/api/me", {"name": "Long"}, "")["token"]
        seats = club.call(f"/api/games/{plan.game}", None, "")["seats"]["table"][0]["seats"]
        names = [seat["id"] for seat in seats]
        match = _long_match(club, plan.game, names, token)
        variation = club.call(f"/api/matches/{match}/fork", {}, token)["match"]
        kinds = requests_about(match, variation, _whole_record(plan.game))
        return asyncio.run(_measured(club, plan, names, token, kinds))
    finally:
        club.stop()


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


async def _measured(
    club: Club, plan: argparse.Namespace, names: list[str], token: str, kinds: dict[str, Asked]
) -> dict[str, Any]:
    """Quiet and hammered in turn, so that what else the machine does meets both alike."""
    player = club.call("/api/me", {"name": "Player"}, "")["token"]
    load = Load(club, plan.game, player, names, plan.think, 0.0)
    clients = [asyncio.create_task(load.client(random.Random(n))) for n in range(plan.matches)]
    quiet: list[float] = []
    beside: dict[str, list[float]] = {}
    answered: dict[str, dict[str, int]] = {}
    chosen = {name: asked for name, asked in kinds.items() if not plan.only or name in plan.only}
    try:
        await asyncio.sleep(plan.seconds)
        for name, asked in chosen.items():
            quiet += await _waits(load, plan.seconds)
            hammers = await asyncio.to_thread(_hammers, club, token, asked, plan.clients, plan.seconds + 1.5)
            await asyncio.sleep(1.0)
            beside[name] = await _waits(load, plan.seconds)
            answered[name] = await asyncio.to_thread(_ended, hammers)
            await asyncio.sleep(1.0)
    finally:
        load.stopping = True
        await stopped(clients)
    calm = _p99(quiet)
    return {
        "game": plan.game,
        "matches": plan.matches,
        "hammering": plan.clients,
        "limits": plan.limits,
        "quiet_p99_ms": calm,
        "p99_ms": {name: _p99(times) for name, times in beside.items()},
        "answered": answered,
        "times_quiet": {name: round(_p99(times) / calm, 2) for name, times in beside.items()},
    }


async def _waits(load: Load, seconds: float) -> list[float]:
    """How long acknowledgements took in the seconds to come."""
    load.waits.clear()
    await asyncio.sleep(seconds)
    return list(load.waits)


def _p99(times: list[float]) -> float:
    ordered = sorted(times)
    return round(1000 * ordered[len(ordered) * 99 // 100], 2)


def _hammers(
    club: Club, token: str, asked: Asked, clients: int, seconds: float
) -> list[subprocess.Popen[str]]:
    """Clients in processes of their own: their work must not be taken for the server's.

    They run at a lower priority, because elsewhere they would not share the server's cores: refused at once, four of
    them want more than two cores for themselves.
    """
    told = json.dumps([club.address, token, *asked, seconds])
    return [
        subprocess.Popen(
            ["nice", "-n", "10", sys.executable, str(Path(__file__).with_name("client.py")), told],
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(clients)
    ]


def _ended(hammers: list[subprocess.Popen[str]]) -> dict[str, int]:
    """How often the server answered, by status."""
    total: dict[str, int] = {}
    for process in hammers:
        for status, times in json.loads(process.communicate()[0]).items():
            total[status] = total.get(status, 0) + times
    return total
