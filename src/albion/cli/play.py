"""`albion play`: a game at the terminal."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from albion import games
from albion.cli import teller
from albion.cli.files import read_match, write_match
from albion.cli.parameters import (
    OptionsText,
    Seed,
    Tables,
    given_game,
    given_names,
    given_options,
    given_seats,
    given_seed,
)
from albion.cli.screen import err, out
from albion.cli.session import HUMAN, Session
from albion.engine.action import Seat
from albion.engine.dice import seed_hash
from albion.engine.errors import DataError
from albion.engine.game import Game
from albion.engine.match import Match
from albion.engine.options import Options, options_text
from albion.sim.play import finished, spread

Bots = Annotated[str, typer.Option(help="Bots for the other seats: one name for all, or one per seat.")]
Mine = Annotated[str, typer.Option("--seat", help="Your seat, or several of them; by default the first.")]
Resume = Annotated[Path | None, typer.Option(help="Continue a match saved in this file.")]


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="A game's id.")] = None,
    bots: Bots = "",
    seat: Mine = "",
    options: OptionsText = "",
    seed: Seed = None,
    resume: Resume = None,
    data: Tables = None,
) -> None:
    """Play in the terminal: around one screen, or against bots."""
    screen = out()
    if resume is not None:
        match, names = read_match(resume, data)
        chairs = {s: names.get(s, HUMAN) for s in match.game.seats(match.options)}
    elif game is None:
        raise DataError(f"which game? expected one of {', '.join(games.GAMES)}, or --resume FILE")
    else:
        chosen = given_game(game, data)
        agreed = given_options(chosen, options)
        chairs = seat_everyone(chosen, agreed, bots, seat)
        match = Match(chosen, agreed, given_seed(seed))
    session = Session(match, chairs, screen)
    greet(session)
    try:
        converse(session)
    except BaseException:
        keep(session)
        raise


def seat_everyone(game: Game[Any], options: Options, bots: str, mine: str) -> dict[Seat, str]:
    """Who sits where: without bots everyone is human; with bots, you have the first seat or those you name."""
    seats = game.seats(options)
    humans = given_seats(game, options, mine) if mine else ()
    if not bots:
        if mine:
            raise DataError("--seat chooses your seats: choose who plays the others, as in --bots random")
        return dict.fromkeys(seats, HUMAN)
    names = given_names(bots)
    if HUMAN in names:
        return dict(zip(seats, spread(names, seats), strict=True))
    humans = humans or seats[:1]
    rest = [s for s in seats if s not in humans]
    whole = spread(names, seats) if len(names) == len(seats) else ()
    given = [whole[seats.index(s)] for s in rest] if whole else spread(names, rest)
    return dict.fromkeys(humans, HUMAN) | dict(zip(rest, given, strict=True))


def greet(session: Session) -> None:
    """What is being played, by whom, and the hash of the seed."""
    match, screen = session.match, session.screen
    seats = ", ".join(f"{session.words.name(s)} ({session.chairs[s]})" for s in session.chairs)
    screen.rule(f"[bold]{escape(match.game.title)}[/bold]")
    screen.print(f"Options: {options_text(match.options)}. Seats: {escape(seats)}.")
    screen.print(f"[dim]All dice come from a seed whose hash is {seed_hash(match.seed)[:16]}.[/dim]")
    screen.print("Type the number of an option, or [bold]help[/bold].")


def converse(session: Session) -> None:
    """Question and answer until the game is over, or someone leaves."""
    session.tell()
    last: Seat | None = None
    while not session.done:
        session.run_bots()
        session.answer_forced()
        d = session.match.decision
        if d is None:
            conclude(session)
            return
        if last not in (None, d.seat):
            hand_over(session, d.seat)
        last = d.seat
        session.ask()
        line = read_line(session.screen)
        if line is None:
            if sys.stdin.isatty():
                keep(session)
            session.screen.print(f"\nThe input ended after {len(session.match.actions)} actions.")
            return
        session.obey(line)


def keep(session: Session) -> None:
    """Save a match that is interrupted: by Ctrl+C, a closed terminal or an internal error."""
    if session.match.actions:
        path = Path(tempfile.gettempdir()) / f"albion-{session.match.game.id}-{os.getpid()}.albion"
        write_match(path, session.match, session.chairs)
        err().print(f"\nThe match is saved: continue it with 'albion play --resume {path}'.")


def hand_over(session: Session, seat: Seat) -> None:
    """Where hands are hidden and two people share a screen, the one asked comes to it alone."""
    secret = bool(session.match.game.view(session.match.state, seat).get("hand"))
    if not (secret and len(session.humans) > 1 and sys.stdin.isatty()):
        return
    session.screen.clear()
    session.screen.input(f"[bold]{escape(session.words.name(seat))}[/bold] to the screen, then press Enter.")
    session.log("")


def read_line(screen: Console) -> str | None:
    """The next line typed, or None when there will be none; a pipe's line is shown as if typed."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (gives input() a history)
        try:
            return input("> ")
        except EOFError:
            return None
    line = sys.stdin.readline()
    if line:
        screen.print(f"> {escape(line.rstrip())}")
    return line or None


def conclude(session: Session) -> None:
    """The result, the clause that ended the game, and the seed."""
    match, screen, words = session.match, session.screen, session.words
    session.show()
    outcome = finished(match.state.outcome, match.game)
    winners = ", ".join(words.name(s) for s in outcome.winners) or "nobody"
    points = ", ".join(f"{words.name(s)} {n}" for s, n in outcome.scores.items())
    screen.print(f"\n[bold]The game is over: {escape(winners)} won.[/bold] {escape(points)}")
    for ref, text in teller.clauses(outcome.cite):
        screen.print(f"  [cyan]{ref}[/cyan] {escape(text)}")
    screen.print(f"[dim]The seed was {match.seed}.[/dim]")
