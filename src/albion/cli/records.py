"""`albion replay` and `albion verify`: what a record says, and whether it is true."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from albion.cli import teller
from albion.cli.files import load_record
from albion.cli.parameters import Json, Tables
from albion.cli.screen import out, print_json, print_plain
from albion.cli.table import board
from albion.engine.errors import DataError
from albion.engine.match import Match
from albion.engine.options import options_text
from albion.engine.record import Record, replay_record, verify_record

File = Annotated[Path, typer.Argument(metavar="FILE", help="A match record.")]
At = Annotated[int | None, typer.Option(min=0, help="Show the table after this many actions instead.")]
Key = Annotated[
    str | None, typer.Option("--key", help="The public key of the server that must have signed the record.")
]
Hash = Annotated[str | None, typer.Option("--hash", help="The seed's hash that was published at the start.")]


def replay(file: File, at: At = None, data: Tables = None, json: Json = False) -> None:
    """Print a recorded match, action by action."""
    record = load_record(file, data)
    if record.seed is None:
        raise DataError(
            f"{file.name} holds only its seed's hash: it can be replayed once the match has ended"
        )
    match = replay_record(record)
    if at is not None and at > len(match.actions):
        raise DataError(f"{file.name} has {len(match.actions)} actions, so there is no position {at}")
    if at is not None:
        match.truncate(at)
    if json:
        print_json(_facts(record, match))
    elif at is not None:
        screen = out()
        view = match.game.view(match.state, None)
        screen.print(board(view, teller.words_of(match.game), screen.width))
        print_plain(match.game.notation.line(match.state))
    else:
        _tell(record, match, out())


def _facts(record: Record, match: Match[Any]) -> dict[str, Any]:
    outcome = match.state.outcome
    scores = outcome.scores if outcome else match.game.scores(match.state)
    return {
        "game": match.game.id,
        "version": record.version,
        "options": options_text(match.options),
        "seats": {seat: record.names.get(seat, "") for seat in match.game.seats(match.options)},
        "actions": [f"{s}: {a}" for s, a in zip(match.answered, match.actions, strict=True)],
        "finished": match.over,
        "scores": dict(scores),
        "winners": list(outcome.winners) if outcome else [],
        "position": match.game.notation.line(match.state),
    }


def _tell(record: Record, finished: Match[Any], screen: Console) -> None:
    """Play it once more and say what happens; sentences need each question while it is open."""
    assert record.seed is not None
    words = teller.words_of(record.game)
    match: Match[Any] = Match(record.game, record.options, record.seed, record.chance)
    screen.print(f"[bold]{escape(record.game.title)}[/bold], {options_text(record.options)}")
    _events(match, 0, words, screen)
    for n, action in enumerate(record.actions, start=1):
        seat = finished.answered[n - 1]
        screen.print(f"[dim]{n:>5}[/dim] {escape(teller.told(match, seat, action, words))}")
        match.play(seat, action)
        _events(match, n, words, screen)
    outcome = match.state.outcome
    if outcome is None:
        screen.print(f"The record stops after {len(record.actions)} actions, before the end of the game.")
        return
    points = ", ".join(f"{words.name(s)} {p}" for s, p in outcome.scores.items())
    winners = ", ".join(words.name(s) for s in outcome.winners) or "nobody"
    screen.print(f"[bold]{escape(winners)} won.[/bold] {escape(points)}")


def _events(match: Match[Any], n: int, words: Any, screen: Console) -> None:
    for event in match.events[n]:
        text = teller.sentence(event, words)
        if text:
            screen.print(f"        [dim]·[/dim] {escape(text)}")


def verify(
    file: File, published: Hash = None, key: Key = None, data: Tables = None, json: Json = False
) -> None:
    """Replay a record and check every action, every die roll, its signature and the seed's hash."""
    record = load_record(file, data)
    match = verify_record(record, published, key)
    signer = record.signature.key if record.signature else None
    dice = sum(len(faces) for faces in record.dice)
    if json:
        facts = {"verified": True, "game": record.game.id, "actions": len(record.actions), "dice": dice}
        print_json(facts | {"seed_hash": record.hash, "finished": match.over, "signed_by": signer})
        return
    end = "to the end of the game" if match.over else "the game is not finished"
    print_plain(f"{file.name} is valid: {len(record.actions)} actions, {dice} dice, {end}.")
    print_plain(f"The seed's hash is {record.hash}.")
    if record.chance:
        print_plain(f"{len(record.chance)} players contributed to the seed.")
    print_plain(f"Signed by the server with key {signer}." if signer else "Not signed by a server.")
