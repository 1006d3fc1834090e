"""One game of an experiment and what is written down about it; the public view and the events are all it reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from albion import games
from albion.engine.dice import Dice
from albion.engine.event import Event
from albion.engine.game import Game, View
from albion.engine.loop import settle
from albion.engine.options import parse_options
from albion.engine.state import State
from albion.engine.tally import Columns, Holders, Tally, holders
from albion.lab.experiment import Arm
from albion.sim.play import finished, play_out, seat_bots

if TYPE_CHECKING:
    from albion.lab.tables import Rows

_ACTORS = ("nation", "faction", "seat", "who", "attacker")
"""Where an event says who did it or who suffered it; first found first."""


def play_recorded_game(arm: Arm, n: int, seed: int, record: Iterable[str], rows: Rows) -> None:
    """Play game n of an arm to its end and append its rows."""
    begun = process_time()
    game = games.find_game(arm.full_game)
    options = parse_options(game.options_type, arm.options)
    names = arm.seated(n)
    bots = seat_bots(game, options, names)
    s = game.setup(options, Dice(seed + n))
    tables = frozenset(record)
    watcher = Watcher(game, s, tables, n, _cast_of(arm, game, s)) if tables else None
    log = watcher.log if watcher is not None else None
    d = settle(s, log)
    asked = play_out(game, bots, s, d, seed + n, log=log, watch=watcher.look if watcher is not None else None)
    outcome = finished(s.outcome, game)
    rounds, winners = game.round_of(s), len(outcome.winners)
    rows.add("games", n, game.id, game.version, arm.options, seed + n, asked, rounds, winners)
    scores = [outcome.scores.get(seat, 0) for seat in game.seats(options)]
    luck = watcher.finish() if watcher is not None else {}
    for i, seat in enumerate(game.seats(options)):
        won = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
        rank = 1 + sum(other > scores[i] for other in scores)
        dice, lucky = luck.get(seat, (0, 0.0))
        player = arm.player(n, i) + 1
        rows.add("seats", n, seat, names[i], player, scores[i], won, rank, dice, lucky)
    if watcher is not None:
        watcher.write(rows)
    rows.add("times", n, process_time() - begun)


class Cast(NamedTuple):
    """Who scores in a game: the same whatever the seed, so that one view tells it for all games with these options."""

    seat_of: dict[str, str]
    """The seat of each faction."""
    seats: frozenset[str]
    scorers: dict[str, tuple[str, str]]
    """Under which key of the scores each faction stands, with its seat."""

    @classmethod
    def of(cls, game: Game[Any], s: State) -> Cast:
        """Read from what a spectator sees."""
        seen = game.view(s, None)
        seat_of = {f: card.get("seat", f) for f, card in seen.get("factions", {}).items()}
        return cls(seat_of, frozenset(seen.get("scores", {})), _scorers(seen, game.scores(s), seat_of))


_casts: dict[tuple[str, str], Cast] = {}


def _cast_of(arm: Arm, game: Game[Any], s: State) -> Cast:
    """The cast of an arm, read once: in a short game a view costs as much as half of all counting."""
    key = (arm.full_game, arm.options)
    if key not in _casts:
        _casts[key] = Cast.of(game, s)
    return _casts[key]


class Watcher:
    """Follows a game from round to round; a round is written down when the next one has begun."""

    def __init__(
        self, game: Game[Any], s: State, tables: frozenset[str], n: int = 0, cast: Cast | None = None
    ) -> None:
        self.game, self.s, self.tables, self.n = game, s, tables, n
        self.round = game.round_of(s)
        self._points: dict[int, tuple[int, ...]] = {}
        self._rests: dict[int, list[tuple[str, int]]] = {}
        self._held: dict[int, Holders] = {}
        """By round: points in the order of `_scorers`, what seats have beyond those, and who held what, as it ended."""
        self._counted: Columns = ([], [], [], [], [])
        self._sources: dict[tuple[int, str, str], int] = {}
        self._seat_of, self._seats, self._scorers = cast if cast is not None else Cast.of(game, s)
        self._tally = Tally(_ACTORS, frozenset(self._seat_of), self._begins)
        """What happened in this round; of dice, what was rolled in the whole game."""
        self.log = self._tally.log
        self.look = self._tally.look
        """To be called after every answer."""
        self._of_factions = self._scorers.keys() != self._seats

    def _begins(self, e: Event) -> None:
        """A turn or round begins: if it opens a new round, close the one before."""
        now = self.game.round_of(self.s)
        if now != self.round and now in (e.data.get("number"), e.data.get("turn")):
            self._close()
            self.round = now

    def finish(self) -> dict[str, tuple[int, float]]:
        """Close the last round; dice rolled by each seat, and by how many standard deviations they beat the mean."""
        self._tally.count()
        self._close()
        self._tally.begins = _nothing  # the two no longer know each other: freed without being looked for
        return self._luck()

    def _luck(self) -> dict[str, tuple[int, float]]:
        held: dict[str, tuple[int, float, float]] = {}
        for (who, sides), rolled in self._tally.rolled.items():
            n, total = rolled.often, rolled.total
            seat = who if who in self._seats else self._seat_of.get(str(who))
            if seat is not None:
                dice, over, variance = held.get(seat, (0, 0.0, 0.0))
                held[seat] = (
                    dice + n,
                    over + total - n * (sides + 1) / 2,
                    variance + n * (sides * sides - 1) / 12,
                )
        return {
            seat: (n, round(over / sqrt(variance), 6) if variance else 0.0)
            for seat, (n, over, variance) in held.items()
        }

    def _close(self) -> None:
        """Write down the round's counts and how it leaves the table, and begin new counts."""
        now = self.game.scores(self.s)
        self._points[self.round] = tuple([now[key] for key in self._scorers])
        if self._of_factions:
            self._rests[self.round] = self._rest(now)
        if "areas" in self.tables:
            self._held[self.round] = holders(self.game.presence(self.s))
        tally, number = self._tally, self.round
        tally.close(number, self._counted)
        for (who, why), points in tally.scored.items():
            self._sources[number, who, why] = points
        tally.scored.clear()

    def _rest(self, now: Mapping[str, int]) -> list[tuple[str, int]]:
        """What seats have beyond the points of their factions, such as plunder."""
        rest = {seat: now[seat] for seat in self._seats}
        for key, (_, seat) in self._scorers.items():
            if seat in rest:
                rest[seat] -= now[key]
        return [(seat, n) for seat, n in sorted(rest.items()) if n]

    def write(self, rows: Rows) -> None:
        """Write the rows of every table that the experiment records."""
        n = self.n
        if "points" in self.tables:
            factions, seats = zip(*self._scorers.values(), strict=True)
            for number, points in self._points.items():
                rows.extend("points", n, [number] * len(points), factions, seats, points)
            for number, rests in self._rests.items():
                for seat, rest in rests:
                    rows.add("points", n, number, "", seat, rest)
        if "areas" in self.tables:
            for number, held in self._held.items():
                holders = [faction for faction, _ in held.values()]
                pieces = [k for _, k in held.values()]
                rows.extend("areas", n, [number] * len(held), held, holders, pieces)
        if "sources" in self.tables:
            for (number, who, why), scored in self._all_sources().items():
                rows.add("sources", n, number, who, why, scored)
        if "counts" in self.tables:
            rows.extend("counts", n, *self._counted)

    def areas(self) -> Iterator[tuple[int, str, str, int]]:
        """Round, place, the faction with most pieces there as the round ended, and how many."""
        for number, held in self._held.items():
            for place, (faction, count) in held.items():
                yield number, place, faction, count

    def _taken_back(self) -> dict[tuple[int, str, str], int]:
        """What to deduct for phases that were restarted: their scoring events remain in the log, but the points are gone."""
        told: Counter[str] = Counter()
        found = {}
        scored: dict[int, list[tuple[str, int]]] = {}
        for (number, who, _), points in self._sources.items():
            scored.setdefault(number, []).append((who, points))
        for number, ended in sorted(self._points.items()):
            for who, points in scored.get(number, ()):
                told[who] += points
            for (who, _), points in zip(self._scorers.values(), ended, strict=True):
                if who in told and told[who] != points:
                    found[number, who, "taken back"] = points - told[who]
                    told[who] = points
        return found

    def _all_sources(self) -> Mapping[tuple[int, str, str], int]:
        """Scored points by their reason; a game that scores by position alone tells its reasons in the last view."""
        if self._sources:
            return self._sources | self._taken_back()
        last = max(self._points)
        found = {
            (last, str(who), str(why)): n
            for who, reasons in self.game.sources(self.s).items()
            for why, n in reasons.items()
            if isinstance(n, int)
        }
        totals = zip(self._scorers.values(), self._points[last], strict=True)
        return found or {(last, faction, "position"): n for (faction, _), n in totals}


def _nothing(_: Event) -> None:
    """What the end of a game leaves to begin."""


def _scorers(view: View, scores: Mapping[str, int], seat_of: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Under which key of the scores each faction stands, with its seat; seats where factions score nothing of their own."""
    cards = [f for f, c in view.get("factions", {}).items() if isinstance(c.get("points"), int)]
    if cards:
        return {key if (key := f"faction:{f}") in scores else f: (f, seat_of.get(f, "")) for f in cards}
    return {seat: (seat, seat) for seat in view.get("scores", {})}
