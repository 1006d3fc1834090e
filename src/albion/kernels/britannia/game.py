"""What every Britannia game answers in the same way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from albion.engine.action import Action, Json, Noun, Seat, Verbs
from albion.engine.cite import Cite
from albion.engine.dice import Dice
from albion.engine.game import Game, View
from albion.engine.kept import Kept
from albion.kernels.britannia.answers import MOST
from albion.kernels.britannia.board import load_board
from albion.kernels.britannia.growth import nothing_to_place, why_nothing
from albion.kernels.britannia.odds import odds_of
from albion.kernels.britannia.ruleset import Edition, Ruleset
from albion.kernels.britannia.sequence import GameRound, round_of, seat_scores
from albion.kernels.britannia.state import BritState, MapState
from albion.kernels.britannia.view import view

M = TypeVar("M", bound=MapState)
S = TypeVar("S", bound=BritState)


class MapGame(Game[M]):
    """What every edition answers alike."""

    board: ClassVar[str] = "britannia"

    def ruleset(self, o: Any) -> Edition:
        """The game's choices under these options; always the same record for the same options."""
        raise NotImplementedError

    def seats(self, o: Any) -> tuple[Seat, ...]:
        """The seats at the table."""
        return self.ruleset(o).seats

    def blank(self, o: Any) -> M:
        """An empty map."""
        rules = self.ruleset(o)
        s = self.state_type(dice=Dice(0), rules=rules)  # type: ignore[call-arg]
        assert isinstance(s, MapState)
        s.armies = {n: {} for n in rules.nations}
        s.track = dict.fromkeys(rules.nations, 0)
        s.points = dict.fromkeys(rules.nations, 0)
        return s  # type: ignore[return-value]

    def first_units(self, s: M) -> None:
        """Put on the map what stands there before round one."""
        raise NotImplementedError

    def setup(self, o: Any, dice: Dice) -> M:
        """The first units stand on the map; round one begins."""
        s = self.blank(o)
        s.dice = dice
        self.first_units(s)
        s.agenda = [GameRound(1)]
        return s

    def shared(self, o: Any) -> dict[str, Any]:
        """The ruleset record."""
        return {"rules": self.ruleset(o)}

    def options_of(self, s: M) -> Any:
        """The options the ruleset was built with."""
        return s.rules.options

    def imagine(self, s: M, seat: Seat, dice: Dice) -> M:
        """Nothing is hidden but the dice to come."""
        twin = s.clone()
        twin.dice = dice
        return twin

    round_of = staticmethod(round_of)

    def presence(self, s: M) -> Iterable[tuple[str, str, int]]:
        """Every army, and every other piece that counts as one of a nation."""
        return [(place, nation, n) for nation, where in s.armies.items() for place, n in where.items()]

    def scores(self, s: M) -> Mapping[str, int]:
        """Points by nation and by seat."""
        return {str(who): n for who, n in (*s.points.items(), *seat_scores(s).items())}


class BritGame(MapGame[S]):
    """Views, action space and checks of the reduX games."""

    def ruleset(self, o: Any) -> Ruleset:
        """The game's choices under these options; always the same record for the same options."""
        raise NotImplementedError

    def verbs(self, o: Any) -> Verbs:
        """The whole finite action space."""
        board = load_board()
        areas: tuple[Noun, ...] = tuple(board.areas)
        places: tuple[Noun, ...] = tuple(board.places)
        numbers: tuple[Noun, ...] = tuple(range(1, MOST + 1))
        return {
            "place": areas,
            "remove": areas,
            "from": places,
            "to": places,
            "send": numbers,
            "march-on": numbers,
            "stop": (),
            "end": (),
            "restart": (),
            "take-back": (),
            "fight": places,
            "lose": places,
            "retreat": places,
            "stay": (),
        }

    def view(self, s: S, seat: Seat | None, kept: Kept | None = None) -> View:
        """The open table."""
        return view(s, kept or Kept())

    def bears_on(self, s: S, a: Action) -> Cite | None:
        """Why there is nothing to place."""
        return nothing_to_place(s, a)

    def in_words(self, s: S, a: Action, law: Cite) -> tuple[str, dict[str, Json]] | None:
        """The sentence for `bears_on`, with its number."""
        return why_nothing(s, law) if a.verb == "place" else None

    def odds(self, s: S, a: Action | None) -> Json | None:
        """Exact odds of the battle that is open or would begin."""
        return odds_of(s, a)

    def invariants(self, s: S) -> list[str]:
        """Counters, stacking of all but the nation on turn, and who shares an area with whom."""
        broken = []
        for nation, card in s.rules.nations.items():
            if s.in_play(nation) > card.armies or any(n < 1 for n in s.armies[nation].values()):
                broken.append(f"the {card.name} have {s.in_play(nation)} armies of {card.armies}")
            if nation != s.turn and s.rules.stacking(s, nation, s.armies[nation]) is not None:
                broken.append(f"the {card.name} break the stacking limit outside their turn")
            if not 0 <= s.track[nation] <= s.rules.numbers.track_max:
                broken.append(f"the population marker of the {card.name} stands at {s.track[nation]}")
        stand = {(p, n) for n, where in s.armies.items() for p in where}
        if stand != {(p, n) for p, here in s.at.items() for n in here}:
            broken.append("who stands where is written down in two ways that differ")
        for place, here in s.at.items():
            if len(here) > 1 and place in s.rules.board.near and (len(here) > 2 or s.turn not in here):
                broken.append(f"{place} holds {' and '.join(here)} outside a battle")
        return broken
