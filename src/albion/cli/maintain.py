"""`albion backup`, `albion restore`, `albion doctor`: looking after a server's data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from albion.cli.screen import print_json, print_plain
from albion.engine.errors import DataError

Data = Annotated[Path, typer.Option(help="The folder where matches are kept.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the backup is written.")],
    data: Data = Path("data"),
    verify: Annotated[
        bool, typer.Option("--verify/--no-verify", help="Replay every match of the copy.")
    ] = True,
    json: Json = False,
) -> None:
    """Copy all matches and secrets into one file, while the server runs, and check the copy by replay."""
    from albion.server.maintenance import back_up

    verdict = back_up(data, file, verify)
    size = file.stat().st_size
    if json:
        print_json({"file": str(file), "bytes": size, **(verdict._asdict() if verdict else {})})
        return
    checked = f"{verdict.replayed} of {verdict.matches} matches replayed" if verdict else "not verified"
    print_plain(f"{file}: {size:,} bytes, {checked}. It holds the server's secrets: keep it safe.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    data: Data = Path("data"),
    force: Annotated[bool, typer.Option("--force", help="Overwrite the matches that are there now.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify/--no-verify", help="Restore it only if every match replays.")
    ] = True,
    json: Json = False,
) -> None:
    """Check a backup and restore it; the server must not be running."""
    from albion.server.maintenance import restore as bring_back

    verdict = bring_back(file, data, force, verify=verify)
    if json:
        print_json({"data": str(data), **verdict._asdict()})
        return
    print_plain(f"{data}: {verdict.matches} matches restored, {verdict.replayed} of them replayed.")
    for fault in verdict.faults:
        print_plain(fault)


def doctor(
    data: Data = Path("data"),
    database: Annotated[
        str | None, typer.Option(help="The PostgreSQL URL of the server, if it keeps its matches there.")
    ] = None,
    json: Json = False,
) -> None:
    """Check everything that can go wrong with a server, and report what has."""
    from albion.server.maintenance import examine

    findings = list(examine(data, database=database))
    if json:
        print_json({"ok": all(f.ok for f in findings), "findings": [f._asdict() for f in findings]})
    else:
        for finding in findings:
            print_plain(f"{'ok ' if finding.ok else 'BAD'}  {finding.what:<12} {finding.text}")
    wrong = [f for f in findings if not f.ok]
    if wrong:
        raise DataError(f"{len(wrong)} of {len(findings)} checks failed: {wrong[0].what}: {wrong[0].text}")
