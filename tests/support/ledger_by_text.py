"""The points of the 2005 game and its forts, kept once more from the rulebook's words while a random game is played.

After every step the table is looked at: who has an area to himself, what a battle has taken off the map, who holds what when
a round ends. The cards are the game's own tables; no law is asked. At every question both accounts must agree.
"""

from __future__ import annotations

import random
from typing import Any

from albion.engine.action import Decision
from albion.engine.cases import random_answer
from albion.engine.dice import Dice
from albion.engine.loop import queue
from albion.engine.step import Choice
from albion.games import find_game

GAME: Any = find_game("britannia-2005")
FALLS = {"Losses", "NormalLosses", "ChooseLoss", "Strike"}
"""Steps that take units off the map in a battle."""
LAST_FOUR = {
    "harold": "saxons",
    "william": "normans",
    "harald-hardrada": "norwegians",
    "svein-estrithson": "danes",
}
FORTS = 24
LIVELY = 0.5
"""So often the player tries whatever there is to do."""


def disagreements(seed: int, answers: int) -> list[str]:
    """Where the points or forts of a random game are not those of the text."""
    s, pick, chance = GAME.setup(GAME.option_sets()[0], Dice(seed)), Dice(seed + 1), random.Random(seed)
    ledger = Ledger(s)
    while s.agenda and s.outcome is None and answers and not ledger.found:
        step = s.agenda.pop()
        a = None
        if isinstance(step, Choice):
            legal = step.legal(s)
            if not legal:
                continue
            ledger.compare(step.name, s)
            d = Decision(step.seat(s), step.name, step.cite, legal)
            a = random_answer(GAME, d, pick, lively=chance.random() < LIVELY)
            answers -= 1
        ledger.before(step, s)
        queue(s.agenda, step.run(s, None) if a is None else step.take(s, a, None))
        ledger.after(step, s, a)
    return ledger.found


def units(s: Any, nation: str, area: str) -> int:
    """Armies, and a fort or burh."""
    fort = nation == "romans" and bool(s.forts.get(area))
    return s.armies[nation].get(area, 0) + (fort or (nation == "saxons" and area in s.burhs))


def alone(s: Any, nation: str, area: str) -> bool:
    return [n for n in s.rules.nations if units(s, n, area)] == [nation]


def areas(s: Any, nation: str) -> list[str]:
    return [a for a in s.rules.board.areas if units(s, nation, a)]


def english(s: Any) -> dict[str, int]:
    return {n: sum(1 for a in areas(s, n) if a in s.rules.england) for n in s.rules.nations}


class Ledger:
    """Both accounts as the text has them, step by step."""

    def __init__(self, s: Any) -> None:
        self.points: dict[str, int] = dict(s.points)
        self.paid: set[tuple[str, str]] = set()
        """Boxes of cards with the areas they have paid for."""
        self.forts: dict[str, bool] = {}
        self.subjects: dict[str, str] = {}
        self.former: set[str] = set()
        self.turncoats: set[str] = set()
        self.fought: tuple[Any, ...] = ()
        self.found: list[str] = []

    def compare(self, question: str, s: Any) -> None:
        """Whether the game agrees."""
        wrong = {n: (s.points[n], k) for n, k in self.points.items() if s.points[n] != k}
        if wrong:
            self.found.append(f"round {s.round}, {question}: points {wrong} (game, text)")
        if s.round < 6 and dict(s.forts) != self.forts:
            self.found.append(f"round {s.round}, {question}: forts {s.forts}, by the text {self.forts}")

    def before(self, step: Any, s: Any) -> None:
        """What must be looked at before a step has changed it."""
        self.fought = ()
        match step.name:
            case name if name in FALLS:
                self.fought = (step.battle.nation(step.side), step.battle.foe(step.side), s.clone())
            case "BattleRound" if step.battle.defender == "romano-british":
                self.turncoats |= {step.battle.attacker} & self.former
            case "RoundEnd" if s.rules.timeline[s.round - 1].scoring:
                for nation in s.rules.nations:
                    self.points[nation] += self.holding(s, nation)
            case "GreatRaid":
                for area in areas(s, "danes"):
                    self.occupied(s, "danes", area)
            case "CnutKing" if "cnut" in s.leaders and self.rules_england(s, least=1) == "danes":
                self.points["danes"] += 8
            case "King":
                self.crown(s)
            case "CountVotes":
                self.bretwalda(s)
            case "RomansLeave":
                self.subjects = {x: m for x, m in self.subjects.items() if m != "romans"}
            case _:
                pass

    def after(self, step: Any, s: Any, a: Any) -> None:
        """What a step has brought about."""
        if self.fought:
            self.fallen(s, step.battle.area)
        if step.name == "NationTurn" and step.nation == "belgae":
            self.subjects.pop("belgae", None)
        if step.name == "Offer" and a.verb == "submit":
            self.submitted(s, step.nation, step.master)
        if self.subjects.get("brigantes") == "angles" and (not s.armies["angles"] or s.round > 12):
            del self.subjects["brigantes"]
        in_battle = {x.battle.area for x in s.agenda if x.name in FALLS}
        for area in s.rules.board.areas:
            if area not in in_battle and len(s.at.get(area, ())) == 1:
                self.settled(s, s.at[area][0], area)

    def settled(self, s: Any, nation: str, area: str) -> None:
        """A nation that has an area to itself occupies it at once; legions build a fort the first time."""
        if nation == "romans" and s.armies[nation].get(area) and s.round < 6 and len(self.forts) < FORTS:
            self.forts.setdefault(area, True)
        if nation != "romans" or s.turn == "romans":
            self.occupied(s, nation, area, passing=True)
        if self.subjects.get(nation) == "romans":
            self.occupied(s, "romans", area)

    def occupied(self, s: Any, nation: str, area: str, *, passing: bool = False) -> None:
        """An area pays once in each box; the Danes of round 11 are not paid in passing."""
        box = s.rules.occupy[s.round - 1].get(nation) if s.round else None
        if box is None or area not in box.values or (passing and nation == "danes" and s.round == 11):
            return
        if (box.id, area) not in self.paid:
            self.paid.add((box.id, area))
            self.points[nation] += box.values[area]

    def submitted(self, s: Any, nation: str, master: str) -> None:
        """Rome scores every area of a new subject, and six points for the Belgae."""
        self.subjects[nation] = master
        if master != "romans":
            return
        if nation == "belgae":
            self.points["romans"] += 6
        else:
            self.former.add(nation)
        for area in areas(s, nation):
            self.occupied(s, "romans", area)

    def fallen(self, s: Any, area: str) -> None:
        """Points for what a battle took off the map, at once."""
        nation, killer, t = self.fought
        riders = t.number(nation, area, "cavalry") - s.number(nation, area, "cavalry")
        foot = t.armies[nation].get(area, 0) - s.armies[nation].get(area, 0) - riders
        self.points[killer] += foot * self.pays(s, killer, {"army"}, nation)
        self.points[killer] += riders * self.pays(s, killer, {"army", "cavalry"}, nation)
        if nation == "romans" and t.forts.get(area) and not s.forts.get(area):
            self.forts[area] = False
            self.points[killer] += self.pays(s, killer, {"fort"}, nation)
        for leader in t.leaders.keys() - s.leaders.keys():
            self.points[killer] += self.pays(s, killer, {"leader"}, leader)
            if leader == "harold" and killer in ("danes", "norwegians", "normans"):
                self.points["normans"] += 6

    def pays(self, s: Any, killer: str, targets: set[str], of: str) -> int:
        """The best line of the killer's card, some of which pay in its own turn only."""
        found = [0]
        for line in s.rules.bounties:
            own = s.turn == killer
            now = line.first <= s.round <= line.last and s.round != (own and line.except_own_round)
            meant = of in line.of or "any" in line.of or ("turncoat" in line.of and of in self.turncoats)
            if line.nation == killer and line.target in targets and meant and now and own >= line.own_turn:
                found.append(line.points)
        return max(found)

    def holding(self, s: Any, nation: str) -> int:
        """What a nation holds at the end of a round: sole occupant, within the caps, half of it for a subject."""
        card = s.rules.hold[s.round - 1].get(nation, {})
        if nation == "romans":
            under = [x for x, m in self.subjects.items() if m == "romans" and x != "belgae"]
            limes = {a for a, intact in s.forts.items() if intact} | {a for x in under for a in areas(s, x)}
            return sum(card.get(a, 0) for a in limes)
        held = {a for a in areas(s, nation) if alone(s, nation, a)}
        if nation == "angles" and self.subjects.get("brigantes") == "angles" and s.round in (7, 10):
            held |= {a for a in areas(s, "brigantes") if a in s.rules.covered}
        total = sum(card.get(a, 0) for a in held)
        cap = s.rules.caps.get(nation)
        if cap is not None:
            over = sum(card.get(a, 0) for a in held & cap.capped)
            total -= max(0, over - sum(card.get(a, 0) for a in held & cap.by) // 2)
        return -(-total // 2) if nation in self.subjects else total

    def rules_england(self, s: Any, least: int) -> str:
        """The nation with twice as many English areas as any other."""
        held = english(s)
        kings = (
            n for n, k in held.items() if k >= least and all(k >= 2 * m for x, m in held.items() if x != n)
        )
        return next(kings, "")

    def crown(self, s: Any) -> None:
        """A King of England; in round 16 one of four leaders, the last of them unless an outsider is twice as great."""
        if s.round < 16:
            if king := self.rules_england(s, least=4):
                self.points[king] += 8
            return
        alive = [nation for leader, nation in LAST_FOUR.items() if leader in s.leaders]
        king = self.rules_england(s, least=4)
        if len(alive) == 1:
            others = [len(areas(s, n)) for n in s.rules.nations if n not in LAST_FOUR.values()]
            king = "" if max(others) >= 2 * len(areas(s, alive[0])) else alive[0]
        if king in alive:
            self.points[king] += 10

    def bretwalda(self, s: Any) -> None:
        """More than half of all votes, one for each English area; Galloway of subject Brigantes votes with the Angles."""
        votes, cast = english(s), dict.fromkeys(s.rules.nations, 0)
        if self.subjects.get("brigantes") == "angles" and units(s, "brigantes", "galloway"):
            votes["brigantes"] -= 1
            votes["angles"] += 1
        for voter, choice in s.ballots.items():
            cast[choice] += votes[voter]
        for nation, n in cast.items():
            if 2 * n > sum(votes.values()):
                self.points[nation] += 4
