"""A run as one HTML file that needs nothing else: sentences first, then pictures."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import altair as alt
import vl_convert

from albion import games
from albion.engine.errors import DataError
from albion.engine.options import parse_options
from albion.engine.words import Words, load_words, sentence
from albion.lab import pictures
from albion.lab.differences import Difference, compare
from albion.lab.experiment import Arm, short_options
from albion.lab.pictures import Shown, Spec
from albion.lab.store import Run, replace_file
from albion.lab.summary import Standing, standings
from albion.lab.tournaments import Tournaments, tournaments_of

LOW, HIGH = 0.6, 1.6
"""A seat below or above such a share of its fair share is out of balance."""
MOST_DIFFERENCES = 40

Picture = tuple[str, str, Callable[[Shown], Spec | None], str]
PICTURES: tuple[Picture, ...] = (
    (
        "Points by round",
        "Mean per seat; the shade holds the middle half of all games.",
        pictures.points_by_round,
        "points",
    ),
    (
        "Score bands",
        "Final points by faction: half of all games in the box, four in five within the line.",
        pictures.score_bands,
        "points",
    ),
    (
        "Beside tournaments",
        "Final points by seat; the shade behind is what people score in tournaments.",
        pictures.tournament_bands,
        "",
    ),
    ("Where points come from", "Mean per game, by faction and reason.", pictures.sources, "sources"),
    (
        "Who holds what",
        "The most frequent holder as each round ends; the fainter, the less certain.",
        pictures.areas,
        "areas",
    ),
    (
        "What happens",
        "The most frequent events per round.",
        pictures.happenings,
        "counts",
    ),
    ("Luck", "Mean points of a seat by how its dice fell.", pictures.luck, "counts"),
    ("Correlations", "Whose points rise and fall together.", pictures.correlations, ""),
    ("Length", "Decisions per game.", pictures.length, ""),
)


def write_report(run: Run, path: Path, against: Run | None = None) -> None:
    """Write the whole report; with another run, what differs from it comes first."""
    if run.kept() == 0:
        raise DataError(f"'{run.folder}' holds no finished games yet: run its experiment first")
    alt.data_transformers.disable_max_rows()
    specs: list[Spec] = []
    parts = list(_parts(run, specs, against))
    title = html.escape(run.experiment.name)
    note = f"<p>{html.escape(run.experiment.note)}</p>" if run.experiment.note else ""
    bundle: str = vl_convert.javascript_bundle()  # type: ignore[call-arg]
    text = (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{title} · Albion laboratory</title>"
        f"<meta name='viewport' content='width=device-width, initial-scale=1'><style>{STYLE}</style>"
        f"<main><h1>{title}</h1>{note}{''.join(parts)}</main>"
        f"<script>{bundle}</script>"
        f"<script>const specs = {_script(specs)}, inks = {json.dumps(pictures.DARK)};\n{DRAW}</script></html>\n"
    )
    try:
        replace_file(path, text)
    except OSError as error:
        raise DataError(f"the report cannot be written to '{path}': {error.strerror}") from error


def _script(specs: list[Spec]) -> str:
    return json.dumps(specs).replace("<", "\\u003c")


def _parts(run: Run, specs: list[Spec], against: Run | None) -> Iterator[str]:
    lines = standings(run)
    played = run.kept()
    count = len(run.experiment.arms)
    arms = "1 arm" if count == 1 else f"{count} arms"
    yield f"<p class='lead'>{played:,} games in {arms}, from seed {run.experiment.seed}. Intervals are 95%.</p>"
    if count > 1:
        links = "".join(
            f"<li><a href='#arm-{i}'>{html.escape(a.name)}</a></li>"
            for i, a in enumerate(run.experiment.arms)
        )
        yield f"<ul class='arms'>{links}</ul>"
    yield from _comparisons(run, against)
    colours = pictures.seat_colours(sorted({line.seat for line in lines}))
    for i, arm in enumerate(run.experiment.arms):
        mine = [line for line in lines if line.arm == arm.name]
        if mine:
            yield from _arm(run, i, arm, mine, colours, specs)


def _arm(
    run: Run, number: int, arm: Arm, mine: list[Standing], colours: dict[str, str], specs: list[Spec]
) -> Iterator[str]:
    game = games.find_game(arm.full_game)
    known = tournaments_of(game)
    shown = Shown(run, arm.name, load_words(*game.books), colours, mine, known)
    options = short_options(parse_options(game.options_type, arm.options)) or "default options"
    yield f"<section id='arm-{number}'><h2>{html.escape(arm.name)}</h2>"
    yield f"<p class='what'>{html.escape(game.title)}, {html.escape(options)}; {_who(arm)}; {mine[0].games:,} games.</p>"
    said = findings(mine, known)
    yield f"<ul class='findings'>{''.join(f'<li>{html.escape(x)}</li>' for x in said)}</ul>"
    yield _figure(
        "Wins",
        "Share of games won with its 95% interval; the upright mark is a fair share.",
        pictures.wins(shown),
        specs,
    )
    for title, words, draw, table in PICTURES:
        spec = draw(shown) if not table or table in run.experiment.record else None
        if spec is not None:
            yield _figure(title, words, spec, specs)
    yield "</section>"


def _who(arm: Arm) -> str:
    """The bots of an arm, and whether they change seats."""
    if len(set(arm.bots)) == 1:
        return f"{arm.bots[0]} on every seat"
    return f"{', '.join(arm.bots)}, {'changing seats after each game' if arm.rotate else 'each on its seat'}"


def findings(mine: list[Standing], known: Tournaments | None = None) -> list[str]:
    """What the win shares show, in sentences; also those of people, where tournament results are known."""
    said = _shares(mine) or ["No seat differs from its fair share by more than chance explains."]
    if known is not None:
        told = [f"{sentence(s.seat)} {share:.0%}" for s in mine if (share := known.share(s.seat)) is not None]
        if told:
            said.append(f"People in tournaments: {', '.join(told)} of {sum(known.wins.values())} games.")
    return said


def _shares(mine: list[Standing]) -> list[str]:
    """Of every seat that certainly differs from its fair share."""
    said = []
    for s in mine:
        share = f"{sentence(s.seat)} wins {s.wins.value:.0%} ({s.wins.low:.0%} to {s.wins.high:.0%})"
        if s.wins.high < LOW * s.fair:
            said.append(f"{share}: less than 60% of its fair share of {s.fair:.0%}.")
        elif s.wins.low > HIGH * s.fair:
            said.append(f"{share}: more than 160% of its fair share of {s.fair:.0%}.")
        elif s.wins.low > s.fair or s.wins.high < s.fair:
            said.append(
                f"{share}: {'above' if s.wins.low > s.fair else 'below'} its fair share of {s.fair:.0%}."
            )
    return said


def _figure(title: str, words: str, spec: Spec, specs: list[Spec]) -> str:
    specs.append(spec)
    caption = f"<figcaption><b>{html.escape(title)}</b> {html.escape(words)}</figcaption>"
    return f"<figure>{caption}<div class='picture' id='picture-{len(specs) - 1}'></div></figure>"


def pairs(run: Run, against: Run | None) -> list[tuple[Run, str, Run, str]]:
    """What is compared with what: arms of the same name in two runs, or arms of one game in this run."""
    if against is not None:
        theirs = {arm.name for arm in against.experiment.arms}
        return [(run, a.name, against, a.name) for a in run.experiment.arms if a.name in theirs]
    arms = run.experiment.arms
    return [
        (run, arm.name, run, first.name)
        for i, arm in enumerate(arms)
        for first in [
            next(
                (
                    a
                    for a in arms[:i]
                    if a.game.partition("+")[0] == arm.game.partition("+")[0] and len(a.bots) == len(arm.bots)
                ),
                None,
            )
        ]
        if first is not None
    ]


def _comparisons(run: Run, against: Run | None) -> Iterator[str]:
    for one, arm, other, before in pairs(run, against):
        named = f"{before} of {against.experiment.name}" if against is not None else before
        played = next(a for a in run.experiment.arms if a.name == arm)
        words = load_words(*games.find_game(played.full_game).books)
        found = _table(compare(one, arm, other, before), words)
        yield f"<section><h2>{html.escape(arm)} beside {html.escape(named)}</h2>{found}</section>"


def _table(found: list[Difference], words: Words) -> str:
    sure = [d for d in found if d.significant]
    lead = (
        f"<p>{len(sure)} of {len(found)} measures differ by more than chance explains (Holm's correction, 5%).</p>"
        if sure
        else f"<p>None of {len(found)} measures differs by more than chance explains (Holm's correction, 5%).</p>"
    )
    rows = "".join(
        f"<tr class='{'sure' if d.significant else ''}'><td>{html.escape(d.measure)}</td><td>{html.escape(_whose(d, words))}</td>"
        f"<td>{_figure_of(d, d.before)}</td><td>{_figure_of(d, d.after)}</td>"
        f"<td>{_figure_of(d, d.change.value, '+')} ({_figure_of(d, d.change.low, '+')} to {_figure_of(d, d.change.high, '+')})</td>"
        f"<td>{_p(d.p)}</td></tr>"
        for d in found[:MOST_DIFFERENCES]
    )
    head = "".join(f"<th>{h}</th>" for h in ("Measure", "Of", "Before", "After", "Change", "p, corrected"))
    return f"{lead}<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _whose(d: Difference, words: Words) -> str:
    """A seat or faction by its name, an event by its kind."""
    if d.measure == "decisions":
        return "per game"
    return d.who.replace("-", " ") if d.measure == "events" else sentence(words.name(d.who))


def _figure_of(d: Difference, value: float, sign: str = "") -> str:
    """Shares as percentages, everything else with as many digits as say something."""
    if d.measure == "win share":
        return f"{value:{sign}.1%}"
    return f"{value:{sign},.0f}" if abs(value) >= 1000 else f"{value:{sign}.3g}"


def _p(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


STYLE = """
:root{color-scheme:light dark;--ink:#2b2722;--paper:#faf8f3;--soft:#6b6255;--line:#d8d0bf;--thin:#e3dccd;--sure:#fdf0c8;--link:#7a3b12}
@media(prefers-color-scheme:dark){:root{--ink:#efe9dc;--paper:#191714;--soft:#b3a995;--line:#4d463a;--thin:#37322a;--sure:#4a3d16;--link:#e0a878}}
@media print{:root{color-scheme:light}}
body{font:16px/1.5 Georgia,'Times New Roman',serif;color:var(--ink);background:var(--paper);margin:0}a{color:var(--link)}
main{max-width:820px;margin:0 auto;padding:2rem 1rem 4rem}h1{font-size:2rem;margin:0}h2{margin:2.5rem 0 .3rem;border-top:2px solid var(--line);padding-top:1rem}
.lead{font-size:1.1rem}.what{color:var(--soft);margin-top:0}.arms{columns:2;padding-left:1.2rem}.findings li{font-weight:bold}
figure{margin:1.6rem 0;overflow-x:auto}.picture{width:100%}section>table{display:block;overflow-x:auto}figcaption{margin-bottom:.4rem;color:var(--soft)}figcaption b{color:var(--ink);margin-right:.4rem}
table{border-collapse:collapse;font-size:.9rem;width:100%}td,th{text-align:left;padding:.2rem .5rem;border-bottom:1px solid var(--thin)}tr.sure{background:var(--sure)}td:nth-child(n+3){white-space:nowrap}
"""
DRAW = """
const dark = matchMedia('(prefers-color-scheme: dark)');
function inDark(text) {
  return Object.entries(inks).reduce((t, [light, other]) => t.replaceAll(JSON.stringify(light), JSON.stringify(other)), text);
}
function dressed(spec) {
  const text = JSON.stringify(spec), found = JSON.parse(dark.matches ? inDark(text) : text), {axis, legend} = found.config;
  legend.columns = Math.max(2, Math.floor(document.querySelector('main').clientWidth / 160));
  if (dark.matches) {
    const ink = inks['#222'], line = inks['#888'];
    Object.assign(axis, {labelColor: ink, titleColor: ink, domainColor: line, tickColor: line});
    Object.assign(legend, {labelColor: ink, titleColor: ink});
  }
  return found;
}
function draw() {
  specs.forEach((spec, i) => vegaEmbed('#picture-' + i, dressed(spec), {actions: false, renderer: 'svg'}));
}
dark.addEventListener('change', draw);
draw();
"""
