"""`albion lab`: experiments, reports, studies and questions."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from albion.cli.parameters import Json, examples
from albion.cli.screen import err, out, print_json
from albion.engine.errors import DataError
from albion.engine.words import Words, load_words

if TYPE_CHECKING:
    from albion.lab.run import Progress as Done
    from albion.lab.store import Run
    from albion.lab.summary import Standing

app = typer.Typer(
    name="lab",
    help="Run experiments: described in files, games stored as Parquet, reports with charts.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

TELL_SECONDS = 30
"""Seconds between progress lines where no bar can be drawn."""

HOLDER_ROUNDS, HOLDER_PLACES = 5, 40
"""So much of the table of holders fits a screen; --json tells all of it."""

Folder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]


def _lab(module: str) -> Any:
    """A module of the laboratory, or one sentence on how to get what it needs."""
    try:
        return importlib.import_module(f"albion.lab.{module}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("albion"):
            raise
        raise DataError(
            f"the laboratory needs {error.name}, which is not installed: pip install 'albion[lab]'"
        ) from None


@app.command(
    epilog=examples("albion lab run four-seats.toml", "albion lab run four-seats.toml --out runs/again")
)
def run(
    experiment: Annotated[Path, typer.Argument(metavar="EXPERIMENT", help="The experiment's TOML file.")],
    folder: Annotated[
        Path | None, typer.Option("--out", help="The run's folder; by default runs/NAME.")
    ] = None,
    engine: Annotated[str, typer.Option(help="Where to play: local or ray.")] = "local",
    address: Annotated[str | None, typer.Option(help="With --engine ray: the cluster's address.")] = None,
    processes: Annotated[int, typer.Option(min=1, max=1024, help="Workers of the local engine.")] = 2,
    json: Json = False,
) -> None:
    """Run an experiment, or continue one that was stopped or enlarged."""
    chosen = _lab("experiment").read_experiment(experiment)
    make = _lab("engines").make_engine
    workers = make(engine, processes=processes, address=address)
    target = folder if folder is not None else Path("runs") / chosen.name
    begun: Run = _lab("store").Run.begin(target, chosen)
    session = _lab("run").Session(begun, workers, _Teller())
    before = session.progress()
    try:
        session.play()
    except KeyboardInterrupt:
        now: Done = session.progress()
        raise DataError(
            f"stopped after {now.done} of {now.wanted} games, all kept in '{target}': "
            "run the same command again to continue"
        ) from None
    end: Done = session.progress()
    standings: list[Standing] = _lab("summary").standings(begun)
    if json:
        print_json(_facts(target, before, end, standings))
        return
    out().print(
        f"{end.done} {'game' if end.done == 1 else 'games'} in '{target}', {end.fresh} of them new"
        + (f" ({end.rate:.1f} per second)" if end.fresh else "")
    )
    out().print(_table(standings))


def _facts(target: Path, before: Done, end: Done, standings: list[Standing]) -> dict[str, Any]:
    rows = [
        {
            **line._asdict(),
            "wins": line.wins.rounded(4),
            "points": line.points.rounded(2),
            "fair": round(line.fair, 4),
        }
        for line in standings
    ]
    return {
        "run": str(target),
        "games": end.done,
        "before": before.done,
        "new": end.fresh,
        "games_per_second": round(end.rate, 2),
        "standings": rows,
    }


def _table(standings: list[Standing]) -> Table:
    table = Table()
    for heading in ("Arm", "Seat", "Bot", "Games", "Won", "Points"):
        table.add_column(heading)
    for line in standings:
        won = f"{line.wins.value:.1%} ({line.wins.low:.1%} to {line.wins.high:.1%})"
        points = f"{line.points.value:.1f} ({line.points.low:.1f} to {line.points.high:.1f})"
        table.add_row(line.arm, line.seat, line.bots, str(line.games), won, points)
    return table


class _Teller:
    """Progress with rate and time left: a bar on a screen, a line now and then in a log."""

    def __init__(self) -> None:
        self.console = err()
        self._told = monotonic()
        self._bar: Progress | None = None

    def __call__(self, now: Done) -> None:
        left = "" if now.left is None else f", {_clock(now.left)} left"
        text = f"{now.rate:.1f} games/s{left}"
        if self.console.is_terminal:
            self._move(now, text)
        elif monotonic() - self._told >= TELL_SECONDS:
            self._told = monotonic()
            print(f"{now.done} of {now.wanted} games, {text}", file=sys.stderr, flush=True)

    def _move(self, now: Done, text: str) -> None:
        if self._bar is None:
            columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
            self._bar = Progress(*columns, console=self.console, transient=True)
            self._bar.add_task("")
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=now.done, total=now.wanted, description=text)
        if now.done >= now.wanted:
            self._bar.stop()
            self._bar = None


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


@app.command(
    epilog=examples(
        "albion lab query runs/four-seats 'SELECT seat, AVG(won) FROM seats GROUP BY seat'",
        'albion lab query runs/four-seats "SELECT faction, AVG(points) FROM points WHERE round = 5 GROUP BY faction"',
    )
)
def query(
    folder: Folder,
    sql: Annotated[str, typer.Argument(metavar="SQL", help="A question over the run's tables.")],
    json: Json = False,
) -> None:
    """Ask a run a question in SQL; its tables are games, seats, times, points, sources, areas and counts."""
    frame = _lab("questions").ask_sql(_lab("store").Run.open(folder), sql)
    if json:
        print_json(frame.to_dicts())
        return
    table = Table()
    for name in frame.columns:
        table.add_column(name)
    for row in frame.iter_rows():
        table.add_row(*(f"{v:.4g}" if isinstance(v, float) else str(v) for v in row))
    out().print(table)


@app.command(
    epilog=examples(
        "albion lab report runs/four-seats",
        "albion lab report runs/after --against runs/before --out after.html",
    )
)
def report(
    folder: Folder,
    against: Annotated[Path | None, typer.Option(help="Another run to compare with.")] = None,
    to: Annotated[
        Path | None, typer.Option("--out", help="The file to write; by default RUN/report.html.")
    ] = None,
) -> None:
    """Write a report on a run as one HTML file."""
    store = _lab("store")
    run: Run = store.Run.open(folder)
    other = store.Run.open(against) if against is not None else None
    target = to if to is not None else folder / "report.html"
    _lab("report").write_report(run, target, other)
    out().print(f"written to '{target}'")


@app.command(
    epilog=examples(
        "albion lab balance runs/four-seats --out docs/balance.md",
        "albion lab balance runs/strong-bots --renew docs/balance.md --out docs/balance.md",
    )
)
def balance(
    folders: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Folders of runs.")],
    to: Annotated[
        Path | None, typer.Option("--out", help="The file to write; by default the screen.")
    ] = None,
    renew: Annotated[
        Path | None,
        typer.Option(help="An earlier page: what it says of other runs stays.", exists=True, dir_okay=False),
    ] = None,
) -> None:
    """Write every seat's share of wins as a Markdown table."""
    store = _lab("store")
    page = "" if renew is None else renew.read_text(encoding="utf-8")
    text: str = _lab("balance").balance_text([store.Run.open(folder) for folder in folders], page)
    if to is None:
        print(text, end="")
    else:
        to.write_text(text, encoding="utf-8")
        out().print(f"written to '{to}'")


@app.command(
    epilog=examples(
        "albion lab ask",
        "albion lab ask kent",
        'albion lab ask "britannia-2005: land 5 Saxons in Kent, round 5" --games 500',
        "albion lab ask mine.toml --json",
        "albion lab ask https://club.example/match/m_… --at 120",
    )
)
def ask(
    study: Annotated[
        str | None,
        typer.Argument(
            metavar="STUDY",
            help="A study's TOML file, the name of one that comes with Albion, or the link of a finished match. If left out, the studies that come with Albion are listed.",
        ),
    ] = None,
    count: Annotated[int | None, typer.Option("--games", min=1, help="How many games to play out.")] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="With a link: the number of the move to start from.")
    ] = None,
    bots: Annotated[str, typer.Option(help="With a link: the bot that plays every seat.")] = "steady",
    json: Json = False,
) -> None:
    """Show what usually happens from a position: wins, points, and who holds what after each round."""
    if study is None:
        _list_studies(json)
        return
    lab = _lab("study")
    asked = (
        lab.study_of_link(study, at, bots, count)
        if "://" in study
        else lab.read_study(_lab("canned").find_study(study), count)
    )
    teller, begun = _Teller(), monotonic()
    progress = _lab("run").Progress
    answer = lab.ask(asked, watch=lambda n: teller(progress(n, asked.games, n, monotonic() - begun)))
    if json:
        lines = [
            {
                "seat": x.seat,
                "wins": x.wins and x.wins.rounded(4),
                "points": x.points.rounded(2),
                "range": [x.low, x.high],
            }
            for x in answer.lines
        ]
        facts = {"games": answer.games, "ended": answer.ended, "done": answer.done, "seats": lines}
        print_json(facts | {"holders": [h._asdict() for h in answer.holders]})
        return
    _show_answer(asked, answer)


def _list_studies(json: bool) -> None:
    """The studies that come with Albion."""
    known = _lab("canned").canned_studies()
    if json:
        print_json([{"name": s.name, "game": s.game, "title": s.title} for s in known])
        return
    table = Table()
    for heading in ("Study", "Game", "What it asks"):
        table.add_column(heading)
    for s in known:
        table.add_row(s.name, s.game, s.title)
    out().print(table)


def _show_answer(asked: Any, answer: Any) -> None:
    """Wins and points by seat, then who holds what."""
    words = load_words(*asked.game.books)
    if asked.title:
        out().print(asked.title)
    out().print(
        f"{asked.game.title}: {answer.games} continuations, {answer.ended} of them to the end of the game"
    )
    if asked.do and answer.done < answer.games:
        out().print(f"All the actions in 'do' could be played in {answer.done} of them")
    if answer.ended or any(x.low or x.high for x in answer.lines):
        _show_seats(answer, words)
    else:
        out().print("Nobody scores before they stop; what they change is who holds what.")
    _show_holders(answer, words)


def _show_holders(answer: Any, words: Words) -> None:
    """The first rounds, and the places that are held most often in them."""
    every = sorted({h.round for h in answer.holders})
    rounds = every[:HOLDER_ROUNDS]
    cells: dict[tuple[str, int], str] = {}
    often: dict[str, float] = {}
    for h in answer.holders:
        if h.round in rounds:
            cells.setdefault((h.place, h.round), f"{words.name(h.faction)} {h.share:.0%}")
            often[h.place] = often.get(h.place, 0.0) + h.share
    places = sorted(often, key=lambda place: (-often[place], place))[:HOLDER_PLACES]
    held = Table(title="Most frequent holder as each round ends")
    for heading in ("Place", *(f"Round {n}" for n in rounds)):
        held.add_column(heading)
    for place in sorted(places, key=words.name):
        held.add_row(words.name(place), *(cells.get((place, n), "") for n in rounds))
    out().print(held)
    if len(places) < len(often) or len(rounds) < len(every):
        out().print(
            f"Shown are {len(rounds)} of {len(every)} rounds and the {len(places)} places held most often, "
            f"of {len(often)}; --json lists all."
        )


def _show_seats(answer: Any, words: Words) -> None:
    """Wins and points by seat."""
    table = Table()
    for heading in ("Seat", "Won", "Points", "90% between"):
        table.add_column(heading)
    for x in answer.lines:
        won = f"{x.wins.value:.0%} ({x.wins.low:.0%} to {x.wins.high:.0%})" if x.wins else "-"
        table.add_row(words.name(x.seat), won, f"{x.points.value:.1f}", f"{x.low:.0f} and {x.high:.0f}")
    out().print(table)
