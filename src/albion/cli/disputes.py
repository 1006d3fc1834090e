"""`albion disputes`: what players say is not what the rule says."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from albion import games
from albion.cli.parameters import Json
from albion.cli.proofs import gather
from albion.cli.screen import print_json, print_plain
from albion.engine.cases import run_case
from albion.engine.cite import cite_text

Data = Annotated[Path, typer.Option(help="The folder where matches are kept.")]


def disputes(data: Data = Path("data"), json: Json = False) -> None:
    """List the disputes that players have filed; each is a case, run with today's rules."""
    from albion.server.disputes import FOLDER

    folder = data / FOLDER
    found, unreadable = gather(folder, None) if folder.is_dir() else ([], [])
    listed = [
        {
            "file": str(folder / case.file),
            "game": case.game.partition(" ")[0],
            "rule": cite_text(case.rule),
            "name": case.name,
            "problems": run_case(case, games.find_game),
        }
        for case in found
    ]
    if json:
        print_json({"disputes": listed, "unreadable": unreadable})
        return
    for one in listed:
        verdict = "; ".join(one["problems"]) or "today's rules already agree"
        print_plain(f"{one['file']}\n  {one['rule']}: {one['name']}\n  {verdict}")
    for line in unreadable:
        print_plain(line)
    waiting = sum(bool(one["problems"]) for one in listed)
    print_plain(f"{len(listed)} disputes, {waiting} of them against today's rules")
