"""Domesday as seen from outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from albion.engine.action import Action, Json, Noun, Seat
from albion.engine.cite import Cite
from albion.engine.dice import Dice
from albion.engine.game import Game, Table, View
from albion.engine.kept import Kept
from albion.engine.options import Options
from albion.engine.state import State
from albion.games.domesday.data import provenance
from albion.games.domesday.invariants import broken
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.notation import DomesdayNotation
from albion.games.domesday.odds import odds_of
from albion.games.domesday.options import SEATS, DomesdayOptions, present
from albion.games.domesday.refusals import DUE
from albion.games.domesday.rules import Board, Rules, load_board
from albion.games.domesday.s02_sequence import Turn
from albion.games.domesday.s06_victory import faction_points, points
from albion.games.domesday.s07_scenarios import deal_scenario, empty, place_scenario, rules_of
from albion.games.domesday.state import Dom
from albion.games.domesday.view import imagine, view_of

FACTIONS = ("norman", "baron", "saxon", "irish", "scottish", "norse", "welsh", "danish", "fyrd")


class Domesday(Game[Dom]):
    """The Norman Conquest, 1066 to 1106."""

    id: ClassVar[str] = "domesday"
    title: ClassVar[str] = "Domesday"
    version: ClassVar[int] = 15
    books: ClassVar[tuple[str, ...]] = ("domesday",)
    board: ClassVar[str] = "domesday"
    options_type: ClassVar[type[Options]] = DomesdayOptions
    state_type: ClassVar[type[State]] = Dom
    packages: ClassVar[tuple[str, ...]] = ("albion.games.domesday",)
    bound: ClassVar[int] = 120_000
    turn_event: ClassVar[str] = "card"
    idle_event: ClassVar[str] = "passed"
    due: ClassVar[Mapping[str, Cite]] = DUE

    def __init__(self, directory: Path | None = None) -> None:
        self.tables_board: Board = load_board(directory)
        self.notation = DomesdayNotation()
        self._rules: dict[DomesdayOptions, Rules] = {}

    def with_data(self, folder: Path) -> Domesday:
        """The same game over an owner's tables; a file that is not there stays ours."""
        return Domesday(folder)

    def rules(self, o: DomesdayOptions) -> Rules:
        """The rules record of an option set, built once."""
        if o not in self._rules:
            self._rules[o] = rules_of(o, self.tables_board)
        return self._rules[o]

    def seats(self, o: DomesdayOptions) -> tuple[Seat, ...]:
        """The seats with a player, in order of play."""
        return tuple(Seat(x) for x in present(o))

    def verbs(self, o: DomesdayOptions) -> Mapping[str, tuple[Noun, ...]]:
        """The whole finite action space."""
        board = self.tables_board
        spaces, leaders, cards = tuple(board.spaces), tuple(board.leaders), tuple(board.cards)
        units = tuple(f"{f}:{k}{r}" for f in FACTIONS for k in KINDS for r in ("", ":reduced"))
        castles = tuple(f"{f}:castle" for f in ("norman", "baron", "saxon"))
        plain = tuple(u for u in units if not u.endswith(":reduced"))
        boxed = tuple(f"{u}/{n}" for u in units for n in range(8))
        return {
            **dict.fromkeys(("event", "points", "play", "give"), cards),
            **dict.fromkeys(("recruit", "build", "move", "battle", "waste", "survey"), spaces),
            **dict.fromkeys(("enter", "to", "at"), spaces),
            **dict.fromkeys(("pick", "drop"), ("all", *units, *leaders, *castles)),
            **dict.fromkeys(("retreat", "displace", "reduce", "unit"), (*units, *leaders, *castles)),
            **dict.fromkeys(("new", "flip"), plain),
            "shift": ("all", *units, *leaders, *castles),
            "hit": (*boxed, *leaders, *castles),
            **dict.fromkeys(("target", "crown"), leaders),
            **dict.fromkeys(("lift", "stack"), spaces),
            "as": FACTIONS,
            **dict.fromkeys(("offer", "against", "combine"), SEATS),
            **dict.fromkeys(("want", "return"), (0, 1, 2)),
            "option": (1, 2),
            **dict.fromkeys(("pass", "absentee", "end", "stop", "done", "decline"), ()),
            **dict.fromkeys(("roll", "hold", "agree", "refuse"), ()),
        }

    def setup(self, o: DomesdayOptions, dice: Dice) -> Dom:
        """The scenario's units, hands and deck."""
        s = empty(self.rules(o), dice)
        place_scenario(s, o.scenario)
        deal_scenario(s, o.scenario)
        s.agenda = [Turn()]
        return s

    def blank(self, o: DomesdayOptions) -> Dom:
        """An empty table."""
        return empty(self.rules(o), Dice(0))

    def shared(self, o: DomesdayOptions) -> dict[str, Any]:
        """The rules record."""
        return {"rules": self.rules(o), "board": self.tables_board}

    def options_of(self, s: Dom) -> DomesdayOptions:
        """The options this state is played with."""
        return s.rules.options

    def view(self, s: Dom, seat: Seat | None, kept: Kept | None = None) -> View:
        """What that seat may see."""
        return view_of(s, seat, kept or Kept())

    def presence(self, s: Dom) -> Iterable[tuple[str, str, int]]:
        """Every unit, leader and castle on the map."""
        for area, stacks in s.stacks.items():
            for faction, st in sorted(stacks.items()):
                yield area, faction, sum(st.troops) + len(st.leaders) + st.castle

    def imagine(self, s: Dom, seat: Seat, dice: Dice) -> Dom:
        """Hidden cards dealt again."""
        return imagine(s, seat, dice)

    def round_of(self, s: Dom) -> int:
        """The turn being played."""
        return s.turn

    def scores(self, s: Dom) -> Mapping[str, int]:
        """VPs of the players; of factions where the name is not a player's, as 'faction:danish' too."""
        scored = faction_points(s)
        return {**{f"faction:{f}": scored.get(f, 0) for f in FACTIONS}, **points(s)}

    def option_sets(self) -> tuple[DomesdayOptions, ...]:
        """Every scenario with four and three, Absentees, campaigns and the loan of counters."""
        return tuple(_option_sets())

    def invariants(self, s: Dom) -> list[str]:
        """Counts of counters, cards and Leaders that do not add up."""
        return broken(s)

    def odds(self, s: Dom, a: Action | None) -> Json | None:
        """Chances of the open question."""
        return odds_of(s, a)

    def tables(self) -> tuple[Table, ...]:
        """The data this game stands on."""
        return tuple(provenance(self.tables_board.tables))


def _option_sets() -> Iterator[DomesdayOptions]:
    for scenario in ("comet", "invasion", "conquest", "domesday", "crusade"):
        for players in (4, 3):
            yield DomesdayOptions(scenario=scenario, players=players)
    yield DomesdayOptions(scenario="comet", absentee="danish")
    yield DomesdayOptions(absentee="norman", scenario="invasion")
    yield DomesdayOptions(scenario="comet", absentee="english", players=3)
    yield DomesdayOptions(absentee="norse", players=3, scenario="domesday")
    yield DomesdayOptions(scenario="comet", until="invasion")
    yield DomesdayOptions(scenario="conquest", until="domesday", players=3)
    yield DomesdayOptions(scenario="comet", until="crusade")
    yield DomesdayOptions(scenario="conquest", saxon_knights=True, saxon_castles=True)
