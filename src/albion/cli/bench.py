"""`albion bench`: how fast Albion runs, compared with other programs."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.table import Table

from albion import games
from albion.cli.parameters import Json, OptionsText, given_options
from albion.cli.screen import err, out, print_json
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.sim.bench import OneGame, Speed, at_random, race, speed_of
from albion.sim.bench_bots import BotSpeed, bench_bots
from albion.sim.peers import peers as peer_runners
from albion.sim.pool import prepare_worker

What = Annotated[str | None, typer.Argument(metavar="[GAME|server]", help="By default all games.")]
Seconds = Annotated[float | None, typer.Option(min=0.1, help="Seconds for each measurement.")]
SECONDS = 5.0
HEADINGS = {
    "decisions_per_second": "Decisions/s",
    "games_per_second": "Games/s",
    "clone_us": "Clone µs",
    "replay_ms": "Replay ms",
    "decisions_per_game": "Decisions/game",
}
BOT_HEADINGS = {
    "steady_games_per_second": "Steady games/s",
    "rollouts_per_second": "Rollouts/s",
    "answers_per_rollout": "Answers each",
    "random_rounds_per_second": "Random rounds/s",
    "answers_per_random_round": "Answers each",
}


def bench(
    what: What = None,
    game: Annotated[str, typer.Argument(help="With `server`: the game to play.")] = "redux-core",
    processes: Annotated[int, typer.Option(min=1, help="With `server`: how many server processes.")] = 1,
    matches: Annotated[int, typer.Option(min=1, help="With `server`: how many matches at once.")] = 20,
    database: Annotated[str | None, typer.Option(help="With `server`: a PostgreSQL URL.")] = None,
    peers: Annotated[bool, typer.Option("--peers", help="Also run python-chess and Catanatron.")] = False,
    bots: Annotated[
        bool, typer.Option("--bots", help="Measure games and rollouts of the steady bot instead.")
    ] = False,
    seconds: Seconds = None,
    options: OptionsText = "",
    seed: Annotated[int, typer.Option(min=0)] = 1,
    json: Json = False,
) -> None:
    """Measure random play, copies and replays of a game on one core; or the server."""
    if what == "server":
        plan = {"game": games.find_game(game).id, "matches": matches}
        _server({**plan, "processes": processes, "database": database, "seconds": seconds or 10.0}, json)
        return
    prepare_worker()  # as simulations do, and for the peers alike
    span = seconds or SECONDS
    chosen = list(games.GAMES.values()) if what is None else [games.find_game(what)]
    if bots:
        _bots({x.id: bench_bots(x, given_options(x, options), seed, span) for x in chosen}, json)
        return
    speeds, rivals = _race(chosen, options, seed, span, peer_runners() if peers else {})
    if json:
        _print_json(speeds, rivals, alone=what is not None)
        return
    table = _table("Random play on one core, legal actions worked out at every decision", HEADINGS, speeds)
    for name, figures in rivals.items():
        table.add_row(f"[dim]{name}[/dim]", *(f"[dim]{v:,.1f}[/dim]" for v in figures.values()))
    out().print(table)
    for name, by in _ratios(speeds, rivals).items():
        out().print(f"{name}: " + ", ".join(f"{ratio:.2f} × {peer}" for peer, ratio in by.items()))


def _race(
    chosen: list[Game[Any]], options: str, seed: int, seconds: float, others: Mapping[str, OneGame]
) -> tuple[dict[str, Speed], dict[str, dict[str, float]]]:
    """The speeds of games and of peers, which play in turns."""
    runners = {x.id: at_random(x, given_options(x, options), seed) for x in chosen} | dict(others)
    err().print(f"[dim]measuring {', '.join(runners)} …[/dim]")
    paces = race(runners, seconds)
    speeds = {x.id: speed_of(x, given_options(x, options), seed, paces[x.id]) for x in chosen}
    return speeds, {peer: paces[peer].figures() for peer in others}


def _bots(speeds: dict[str, BotSpeed], json: bool) -> None:
    if json:
        shown = {name: {"game": name, **_rounded(speed._asdict())} for name, speed in speeds.items()}
        print_json(next(iter(shown.values())) if len(shown) == 1 else {"games": shown})
        return
    title = "On one core: games of the heuristic, its rollouts up to a search's horizon, and random play to the round's end"
    out().print(_table(title, BOT_HEADINGS, speeds))


def _table(title: str, headings: Mapping[str, str], speeds: Mapping[str, Sequence[float]]) -> Table:
    table = Table(title=title)
    for heading in ("Game", *headings.values()):
        table.add_column(heading, justify="left" if heading == "Game" else "right")
    for name, speed in speeds.items():
        table.add_row(name, *(f"{v:,.1f}" for v in speed))
    return table


def _rounded(figures: dict[str, float]) -> dict[str, float]:
    return {key: round(value, 2) for key, value in figures.items()}


def _ratios(speeds: dict[str, Speed], rivals: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """Each game's decisions per second over each peer's."""
    if not rivals:
        return {}
    return {
        name: {
            peer: round(speed.decisions_per_second / figures["decisions_per_second"], 2)
            for peer, figures in rivals.items()
        }
        for name, speed in speeds.items()
    }


def _print_json(speeds: dict[str, Speed], rivals: dict[str, dict[str, float]], *, alone: bool) -> None:
    ratios = _ratios(speeds, rivals)
    facts: dict[str, Any] = {}
    for name, speed in speeds.items():
        facts[name] = {"game": name, **_rounded(speed._asdict())}
        if rivals:
            facts[name]["ratios"] = ratios[name]
    shown: dict[str, Any] = next(iter(facts.values())) if alone else {"games": facts}
    if rivals:
        shown["peers"] = {peer: _rounded(figures) for peer, figures in rivals.items()}
    print_json(shown)


def _server(plan: dict[str, Any], json: bool) -> None:
    try:
        run = importlib.import_module("albion.server.bench").run
    except ModuleNotFoundError as error:
        raise DataError(f"the server cannot be measured: {error.name} is not installed") from None
    facts: dict[str, Any] = run(**plan)
    if json:
        print_json(facts)
        return
    for key, value in facts.items():
        out().print(f"{key.replace('_', ' ')}: {value}")
