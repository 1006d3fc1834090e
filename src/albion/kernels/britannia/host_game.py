"""What every Britannia game with sorts of armies and leaders answers in the same way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from albion.engine.action import Action, Json, Noun, Seat, Verbs
from albion.engine.game import View
from albion.engine.kept import Kept
from albion.kernels.britannia.answers import MOST
from albion.kernels.britannia.board import load_board
from albion.kernels.britannia.game import BritGame
from albion.kernels.britannia.host import HostRuleset, HostState
from albion.kernels.britannia.host_odds import host_odds_of
from albion.kernels.britannia.host_view import host_view

H = TypeVar("H", bound=HostState)


class HostGame(BritGame[H]):
    """Action space, views and checks with sorts of armies and leaders."""

    def ruleset(self, o: Any) -> HostRuleset:
        """The game's choices under these options; always the same record for the same options."""
        raise NotImplementedError

    def verbs(self, o: Any) -> Verbs:
        """The whole finite action space."""
        rules, board = self.ruleset(o), load_board()
        leaders: tuple[Noun, ...] = tuple(rules.leaders)
        counts: tuple[Noun, ...] = tuple(range(MOST + 1))
        kinds = ("infantry", *dict.fromkeys(k for d in rules.counters.values() for k in d))
        return {
            **BritGame.verbs(self, o),
            "remove": tuple(board.places),
            "cavalry": counts,
            "raiders": counts,
            "others": counts,
            "alone": leaders,
            "with": leaders,
            "without": leaders,
            "strike": kinds,
            "give": (*kinds, *board.places),
            "withdraw": tuple(board.places),
            "done": (),
            "decline": (),
        }

    def view(self, s: H, seat: Seat | None, kept: Kept | None = None) -> View:
        """The open table."""
        return host_view(s, kept or Kept())

    def presence(self, s: H) -> Iterable[tuple[str, str, int]]:
        """Every army and every leader in play."""
        cards = s.rules.leaders
        return [*BritGame.presence(self, s), *((at, cards[x].nation, 1) for x, at in s.leaders.items())]

    def odds(self, s: H, a: Action | None) -> Json | None:
        """Exact odds of the battle that is open or would begin."""
        return host_odds_of(s, a)

    def invariants(self, s: H) -> list[str]:
        """What holds for plain armies, then counters of each kind, and leaders among their own armies."""
        broken = BritGame.invariants(self, s)
        for nation, where in s.sorts.items():
            name = s.rules.nations[nation].name
            for place, tally in where.items():
                if sum(tally.values()) > s.count(nation, place) or any(n < 1 for n in tally.values()):
                    broken.append(f"the {name} in {place} are {s.count(nation, place)}, of them {tally}")
            for kind, most in s.rules.counters.get(nation, {}).items():
                if s.of_kind(nation, kind) > most:
                    broken.append(f"the {name} have {s.of_kind(nation, kind)} {kind} of {most}")
        for leader, place in s.leaders.items():
            if not s.count(s.rules.leaders[leader].nation, place):
                broken.append(f"{leader} stands alone in {place}")
        for area, come in s.entered.items():
            if s.turn is not None and sum(come.values()) > s.count(s.turn, area):
                broken.append(f"more attackers are noted in {area} than stand there")
        return broken
