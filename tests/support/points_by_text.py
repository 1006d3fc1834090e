"""Points of Leaders and Raiders counted once more from the rulebook's words while random games are played.

Nothing here asks the laws: it looks at the table between two steps, at the printed tables, and at what was told of losses.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from albion.engine.dice import Dice
from albion.engine.event import Event
from albion.engine.loop import queue
from albion.engine.step import Choice
from albion.games import find_game
from albion.games.redux_core.data import table as core_table
from albion.games.redux_leaders.data import bretwalda_areas, holdings, king_areas, leaders, occupying, table

GAME: Any = find_game("redux-leaders")
FIGHT = {"BattleRound", "BattleEnd", "BattleOver", "RollLosses", "LeadersFall", "Strike", "Falls"}
"""While these are under way nobody is said to be alone in an area yet."""
BACK = {"restart", "take-back", "decline"}
IDLE = {"end", "stop", "stay", "done"}
BRITISH = {"brigantes", "caledonians", "picts", "welsh"}
OTHER = table("scoring")


def miscounted(options: int, seed: int, steps: int) -> list[str]:
    """After which step of a random game the points are not those of the text; nothing, if they always are."""
    sets = GAME.option_sets()
    s, pick = GAME.setup(sets[options % len(sets)], Dice(seed)), Dice(seed + 1)
    book = Book()
    for _ in range(steps):
        if not s.agenda or s.outcome is not None:
            break
        step, before, log = s.agenda.pop(), s.clone(), list[Event]()
        if isinstance(step, Choice):
            a = _answer(step.legal(s), pick)
            queue(s.agenda, step.take(s, a, log) if a is not None else [])
            if a is not None and a.verb in BACK:
                book.begin_again(s)
        else:
            queue(s.agenda, step.run(s, log))
        book.losses(s, log)
        book.titles(step, before, s)
        if not any(x.name in FIGHT for x in s.agenda):
            book.alone(s)
            if +book.points != +Counter(s.points):
                return [f"after {step}: {+book.points}, by the game {+Counter(s.points)}"]
    return []


def _answer(legal: Any, pick: Dice) -> Any:
    """A random answer that takes nothing back, seldom one that ends something."""
    able = [a for a in legal if a.verb not in BACK] or list(legal)
    busy = [a for a in able if a.verb not in IDLE]
    if busy and pick.d(5) > 1:
        able = busy
    return able[pick.d(len(able)) - 1] if able else None


class Book:
    """What has been counted."""

    def __init__(self) -> None:
        self.points: Counter[str] = Counter()
        self.occupied: set[tuple[str, str]] = set()
        self.ashore: dict[str, list[str]] = {}

    def begin_again(self, s: Any) -> None:
        """Moves were taken back, and their points with them."""
        self.points = Counter(s.points)
        self.occupied = {(nation, area) for nation, areas in s.occupied.items() for area in areas}

    def alone(self, s: Any) -> None:
        """Areas that a marked nation has to itself for the first time; none in its own extra turn."""
        for nation, listed in occupying().items():
            if not _marked(s, nation, "occupy"):
                continue
            for area, worth in listed.items():
                if s.at.get(area) == (nation,) and (nation, area) not in self.occupied:
                    self.occupied.add((nation, area))
                    self.points[nation] += 0 if s.extra and s.turn == nation else worth

    def losses(self, s: Any, log: list[Event]) -> None:
        """Units of another player's nation that fell."""
        for e in log:
            if e.kind in ("loss", "leader-falls"):
                by, of = str(e.data["foe"]), str(e.data["nation"])
                if s.rules.seat_of[by] != s.rules.seat_of[of]:
                    unit, n = str(e.data.get("leader", e.data.get("unit"))), int(str(e.data.get("n", 1)))
                    self.points[by] += n * _worth(s, by, of, unit)

    def titles(self, step: Any, before: Any, s: Any) -> None:
        """What is scored when a turn, a withdrawal or a round ends."""
        name, nation = step.name, getattr(step, "nation", "")
        if name == "RaiderWithdrawal":
            self.ashore[nation] = [p for p in before.armies[nation] if p in s.rules.board.near]
        elif name == "WithdrawalEnd" and _raids(s, nation):
            gone = [a for a in self.ashore[nation] if not before.count(nation, a)]
            self.points[nation] += OTHER["raiding"][nation] * len(gone)
        elif name == "TurnEnd" and _round(s)["bretwalda"]:
            held = Counter(x[0] for a in bretwalda_areas() if len(x := before.at.get(a, ())) == 1)
            if held[nation] > max([0, *(k for x, k in held.items() if x != nation)]):
                self.points[nation] += OTHER["bretwalda"]["points"]
        elif name == "RexAnglorum" or (name == "Crowning" and _cnut_ashore(before, nation)):
            self.crown(before, {"danes"} if name == "Crowning" else set(s.rules.nations))
        elif name in ("Kingship", "LastKingship"):
            self.king(before, last=name == "LastKingship")
        elif name == "NextRound" and _round(s)["hold_scoring"]:
            for x in s.rules.nations:
                self.points[x] += _holding(before, x)

    def crown(self, s: Any, who: set[str]) -> None:
        """Most English areas, and as many as the next two together."""
        held = Counter(x[0] for a in s.rules.board.within("england") if len(x := s.at.get(a, ())) == 1)
        (first, most), (_, second), (_, third) = [*held.most_common(3), ("", 0), ("", 0), ("", 0)][:3]
        if most > second and most >= second + third and first in who:
            self.points[first] += OTHER["rex_anglorum"]["points"]

    def king(self, s: Any, *, last: bool) -> None:
        """The only leader in the clear south; none, or at the last several: perhaps Rex Anglorum."""
        found = [leaders()[x].nation for x, place in s.leaders.items() if place in king_areas()]
        if len(s.rules.seats) == 3:
            found = [x for x in found if x != "danes"]
        if len(found) == 1:
            self.points[found[0]] += OTHER["king"]["points"]
        elif last or not found:
            self.crown(s, set(found) or set(s.rules.nations))


def _round(s: Any) -> Any:
    """The Timeline's row of this round."""
    return core_table("timeline")["round"][s.round - 1]


def _marked(s: Any, nation: str, mark: str) -> Any:
    """A mark of the Timeline for a nation in this round."""
    rows = [x for x in _round(s)["reinforcement"] if x["nation"] == nation]
    return rows[0][mark] if rows else None


def _raids(s: Any, nation: str) -> bool:
    """Whether raids score: in a raiding turn without the mark for occupying, and in the Danes' extra turn."""
    if s.extra:
        return nation == "danes"
    return _marked(s, nation, "raiding") not in (None, "none") and not _marked(s, nation, "occupy")


def _cnut_ashore(s: Any, nation: str) -> bool:
    """Whether the Danes are in the turn in which Cnut came, and he is in England."""
    england = s.rules.board.within("england")
    return nation == "danes" and not s.extra and s.leaders.get("cnut") in england


def _worth(s: Any, by: str, of: str, unit: str) -> int:
    """What one unit is worth to those that eliminate it."""
    if unit in leaders():
        row = OTHER["leader"]
        if unit == "arthur" and by in BRITISH:
            return 0
        return int(row["candidate_points" if unit in row["candidates"] else "points"])
    rows = [x for x in OTHER["eliminating"] if by in x["by"] and s.round in x["rounds"]]
    return sum(x["points"] for x in rows if of in (x["of"] or [of]) and x["unit"] in ("army", unit))


def _holding(s: Any, nation: str) -> int:
    """Centers, areas adjacent to them, and no more others than these."""
    near, worth = holdings()[nation], s.rules.nations[nation].values
    held = [a for a in s.rules.board.areas if s.at.get(a) == (nation,)]
    close = [a for a in held if a in near.centers or a in near.adjacent]
    others = [a for a in held if a not in close]
    return sum(worth[a] for a in (*close, *others[: len(close)]))
