"""`albion habits`: what bots do again and again, and how often they do something foolish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.table import Table

from albion.cli.parameters import (
    GameId,
    Json,
    OptionsText,
    Processes,
    given_game,
    given_names,
    given_options,
)
from albion.cli.screen import out, print_json, tracked
from albion.sim.batch import jobs_of
from albion.sim.habits import Habits, habits_of, together
from albion.sim.pool import run_jobs
from albion.sim.thinking import spread_of

Count = Annotated[int, typer.Option("--games", min=1, help="How many games; their seeds count up.")]
Bots = Annotated[str, typer.Option(help="One bot for all seats, or one name per seat.")]


def habits(
    game: GameId,
    count: Count = 20,
    bots: Bots = "steady",
    seed: Annotated[int, typer.Option(min=0, help="The first game's seed.")] = 1,
    options: OptionsText = "",
    processes: Processes = 2,
    json: Json = False,
) -> None:
    """Count what bots do: answers, cards played, poor attacks, lost leaders, ignored warnings, time to think."""
    chosen = given_game(game)
    jobs = jobs_of(chosen, given_options(chosen, options), given_names(bots), seed, count, rotate=False)
    found = together(tracked(run_jobs(habits_of, jobs, processes), chosen.title, count))
    if json:
        print_json({"game": chosen.id, "seed": seed, "games": count, "bots": bots, **_facts(found)})
        return
    games = "1 game" if count == 1 else f"{count} games"
    _show(f"{chosen.title}, {games} of {bots} from seed {seed}", found)


def _facts(found: Habits) -> dict[str, Any]:
    return {
        "follies": _follies(found),
        "no_counters": found.no_counters,
        "returns": found.returns,
        "thinking": {bot: spread_of(x)._asdict() for bot, x in found.thinking.items() if x},
        "warnings": dict(found.warnings.most_common()),
        "cards": {card: dict(uses) for card, uses in found.cards().items()},
        "answers": {question: dict(verbs) for question, verbs in sorted(found.answers.items())},
    }


def _follies(found: Habits) -> dict[str, int]:
    """Attacks only where the game tells their odds."""
    attacks = {"attacks": found.attacks, "poor_attacks": found.poor_attacks} if found.attacks else {}
    return attacks | {
        "leaders_lost": found.leaders_lost,
        "no_room": found.no_room,
        "to_and_fro": found.to_and_fro,
        "warnings_ignored": found.warnings.total(),
    }


def _show(title: str, found: Habits) -> None:
    screen = out()
    screen.print(title)
    table = Table(title="Mistakes", title_justify="left")
    table.add_column("What")
    table.add_column("Times", justify="right")
    table.add_column("Per game", justify="right")
    for name, n in _follies(found).items():
        table.add_row(name.replace("_", " "), str(n), f"{n / found.games:.2f}")
    screen.print(table)
    screen.print(
        f"Not counted as mistakes: {found.no_counters} armies that nations at full strength had no counters for,"
        f" {found.returns - found.to_and_fro} moves straight back after something had happened."
    )
    _print_thinking(found)
    _print_counts("Warnings ignored", "Warning", {"": found.warnings} if found.warnings else {})
    _print_counts("Cards", "Card", found.cards())
    _print_counts("Answers", "Question", dict(sorted(found.answers.items())))


def _print_thinking(found: Habits) -> None:
    table = Table(title="Thinking, CPU seconds per turn", title_justify="left")
    for heading in ("Bot", "Turns", "Median", "95%", "Longest"):
        table.add_column(heading, justify="left" if heading == "Bot" else "right")
    for bot, seconds in found.thinking.items():
        if seconds:
            x = spread_of(seconds)
            table.add_row(bot, str(x.turns), f"{x.median:.3f}", f"{x.most:.3f}", f"{x.longest:.3f}")
    out().print(table)


def _print_counts(title: str, heading: str, rows: Mapping[str, Counter[str]]) -> None:
    if not rows:
        return
    table = Table(title=title, title_justify="left")
    table.add_column(heading)
    table.add_column("Times")
    for name, counts in rows.items():
        table.add_row(name or "all", ", ".join(f"{verb} {n}" for verb, n in counts.most_common()))
    out().print(table)
