"""All commands and their help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from albion import COMPILED, __version__
from albion.cli.auto import auto
from albion.cli.bench import bench
from albion.cli.coverage import coverage
from albion.cli.disputes import disputes
from albion.cli.fuzz import fuzz
from albion.cli.habits import habits
from albion.cli.lab import app as lab
from albion.cli.ladder import ladder
from albion.cli.listing import games
from albion.cli.maintain import backup, doctor, restore
from albion.cli.parameters import examples
from albion.cli.play import play
from albion.cli.proofs import cases
from albion.cli.records import replay, verify
from albion.cli.review import review
from albion.cli.rule import rule
from albion.cli.rules import docs
from albion.cli.serve import serve
from albion.cli.train import train

app = typer.Typer(
    name="albion",
    help="Historical wargames of early Britain, true to their rulebooks: play, simulate, analyse.",
    epilog=examples("albion games", "albion play redux-core --bots steady", "albion serve"),
    no_args_is_help=True,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS: dict[Callable[..., None], tuple[str, ...]] = {
    games: ("albion games", "albion games boudicca", "albion games --json"),
    play: (
        "albion play redux-core",
        "albion play redux-core --bots steady --seat blue --options players=3",
        "albion play --resume evening.albion",
    ),
    auto: (
        "albion auto redux-core --bots steady,random,random,random --seed 7 --record game.albion",
        "albion auto redux-core --bots steady --options players=3 --json",
        "albion auto redux-core --bots steady,random,random,random --games 200 --rotate",
    ),
    replay: (
        "albion replay game.albion",
        "albion replay game.albion --at 120",
        "albion replay game.albion --json",
    ),
    verify: ("albion verify game.albion", "albion verify game.albion --hash 5f0c…"),
    review: ("albion review game.albion", "albion review game.albion --out evening.html"),
    cases: ("albion cases", "albion cases redux-core", "albion cases --path my_cases.toml"),
    coverage: ("albion coverage", "albion coverage redux-core --json", "albion coverage boudicca --refusals"),
    rule: ("albion rule redux-core 7.2.1.c", "albion rule boudicca 7.3", "albion rule domesday R16 --json"),
    fuzz: ("albion fuzz redux-core --games 2000 --seed 1",),
    bench: ("albion bench redux-core", "albion bench redux-core --peers --json", "albion bench server"),
    serve: ("albion serve", "albion serve --host 0.0.0.0 --port 8080 --data matches --no-browser"),
    backup: ("albion backup monday.tar.gz", "albion backup monday.tar.gz --data matches"),
    restore: ("albion restore monday.tar.gz --data matches",),
    doctor: ("albion doctor", "albion doctor --data matches --json"),
    disputes: ("albion disputes", "albion disputes --data matches --json"),
    train: ("albion train redux-core --games 2000", "albion train boudicca --generations 2 --matches 100"),
    ladder: ("albion ladder redux-core --games 200", "albion ladder boudicca --levels steady,novice"),
    habits: ("albion habits boudicca", "albion habits domesday --games 40 --bots steady --json"),
    docs: ("albion docs", "albion docs redux-core --check"),
}
for function, lines in COMMANDS.items():
    app.command(epilog=examples(*lines))(function)
app.add_typer(lab, epilog=examples("albion lab run four-seats.toml", "albion lab report runs/four-seats"))


def _version(wanted: bool) -> None:
    if wanted:
        print(f"albion {__version__}, {COMPILED.told}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Historical wargames of early Britain, true to their rulebooks: play, simulate, analyse."""
