"""Every seat's share of wins beside its fair share: docs/balance.md."""

from __future__ import annotations

from collections.abc import Iterator

from albion import games
from albion.lab.report import HIGH, LOW
from albion.lab.store import Run
from albion.lab.summary import Standing, standings
from albion.lab.tournaments import tournaments_of

_HEADING = "## "
_COLUMNS = ("arm", "version", "seat", "bots", "games", "won", "fair", "points", "")


def balance_text(runs: list[Run], page: str = "") -> str:
    """The whole page; sections of an earlier one stay where these runs have none of the same name."""
    played: dict[str, list[str]] = {}
    for run in runs:
        played.setdefault(run.experiment.name, []).append(_section(run))
    sections = _sections(page) | played
    told = [(name, section) for name, several in sections.items() for section in several]
    lines = [
        "# Balance",
        "",
        "Written by `albion lab balance RUN… --out docs/balance.md`; do not edit. Shares of games won, with 95% intervals. A seat is *low* below 60%",
        "of its fair share and *high* above 160%, in **bold** if the whole interval is there.",
        "",
        *_out_of_bounds([row for _, section in told for row in _rows(section)]),
    ]
    for name, section in told:
        lines += ["", _HEADING + name, "", section]
    return "\n".join(lines) + "\n"


def _sections(page: str) -> dict[str, list[str]]:
    """What a page says of the runs of each name."""
    found: dict[str, list[str]] = {}
    for section in f"\n{page}".split(f"\n{_HEADING}")[1:]:
        name, _, told = section.partition("\n")
        found.setdefault(name, []).append(told.strip("\n"))
    return found


def _section(run: Run) -> str:
    """The table of a run and its notes."""
    versions = {arm.name: arm.version for arm in run.experiment.arms}
    lines = [f"| {' | '.join(_COLUMNS[:-1])} | |", "|---" * len(_COLUMNS) + "|"]
    lines += [
        f"| {s.arm} | {versions[s.arm]} | {s.seat} | {s.bots} | {s.games} "
        f"| {s.wins.value:.0%} ({s.wins.low:.0%} to {s.wins.high:.0%}) | {s.fair:.0%} | {s.points.value:.1f} | {standing(s)} |"
        for s in standings(run)
    ]
    for told in (*_fixed(run), run.experiment.note):
        lines += ["", *told.splitlines()] if told else []
    return "\n".join(lines)


def _rows(section: str) -> Iterator[dict[str, str]]:
    """The rows of a section's table, by column."""
    for line in section.splitlines()[2:]:
        if not line.startswith("|"):
            return
        yield dict(zip(_COLUMNS, (cell.strip() for cell in line.split("|")[1:]), strict=False))


def _out_of_bounds(rows: list[dict[str, str]]) -> Iterator[str]:
    """The seats out of bounds come first: for certain, and then those whose interval reaches across the bound."""
    arms = len({(row["arm"], row["version"], row["bots"]) for row in rows})
    yield f"{len(rows)} seats of {arms} arms below."
    for said, certain in (
        ("Out of bounds for certain", True),
        ("Out of bounds, but perhaps by chance", False),
    ):
        found = [row for row in rows if row[""] and row[""].startswith("**") == certain]
        yield f"- {said}: {'; '.join(map(_told, found)) or 'none'}."


def _told(row: dict[str, str]) -> str:
    fair = int(row["fair"].removesuffix("%")) / 100
    share = row["won"].removesuffix(")")
    return (
        f"{row['seat']} of {row['arm']} (version {row['version']}, {row['bots']}) {share}; "
        f"bounds {LOW * fair:.0%} and {HIGH * fair:.0%})"
    )


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
