"""Every seat's share of wins beside its fair share: docs/balance.md."""

from __future__ import annotations

from collections.abc import Iterator

from albion import games
from albion.lab.report import HIGH, LOW
from albion.lab.store import Run
from albion.lab.summary import Standing, standings
from albion.lab.tournaments import tournaments_of


def balance_text(runs: list[Run]) -> str:
    """The whole page."""
    lines = [
        "# Balance",
        "",
        "Written by `albion lab balance RUN… --out docs/balance.md`; do not edit. Shares of games won, with 95% intervals. A seat is *low* below 60%",
        "of its fair share and *high* above 160%, in **bold** if the whole interval is there.",
    ]
    for run in runs:
        versions = {arm.name: arm.version for arm in run.experiment.arms}
        lines += [
            "",
            f"## {run.experiment.name}",
            "",
            "| arm | version | seat | bots | games | won | fair | points | |",
            "|---|---|---|---|---|---|---|---|---|",
        ]
        lines += [
            f"| {s.arm} | {versions[s.arm]} | {s.seat} | {s.bots} | {s.games} "
            f"| {s.wins.value:.0%} ({s.wins.low:.0%} to {s.wins.high:.0%}) | {s.fair:.0%} | {s.points.value:.1f} | {standing(s)} |"
            for s in standings(run)
        ]
        for told in (*_fixed(run), run.experiment.note):
            lines += ["", *told.splitlines()] if told else []
    return "\n".join(lines) + "\n"


def standing(s: Standing) -> str:
    """Whether a seat wins too seldom or too often, and whether that is certain."""
    if s.wins.value < LOW * s.fair:
        return "**low**" if s.wins.high < LOW * s.fair else "low"
    if s.wins.value > HIGH * s.fair:
        return "**high**" if s.wins.low > HIGH * s.fair else "high"
    return ""


def _fixed(run: Run) -> Iterator[str]:
    """Games without a reconstructed table: how they are balanced is their book's, and what people make of it."""
    for name in dict.fromkeys(arm.game for arm in run.experiment.arms if not arm.variant):
        game = games.find_game(name)
        if any(table.confidence == "reconstructed" for table in game.tables()):
            continue
        told = f"{game.title} has no reconstructed tables, so nothing is tuned here: its shares are due to the bots' play."
        known = tournaments_of(game)
        if known is not None:
            shares = ", ".join(f"{seat} {known.share(seat):.0%}" for seat in known.wins)
            told += (
                f" People in tournaments won {shares} of {sum(known.wins.values())} games ({known.source})."
            )
        yield told
