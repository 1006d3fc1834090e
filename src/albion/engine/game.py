"""A game, as seen from outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from albion.engine.action import Action, Json, Seat, Verbs
from albion.engine.cite import Cite
from albion.engine.dice import Dice
from albion.engine.errors import DataError
from albion.engine.kept import Kept
from albion.engine.options import Options
from albion.engine.state import State

S = TypeVar("S", bound=State)
T = TypeVar("T", bound=State, contravariant=True)
View = dict[str, Json]


class Table(NamedTuple):
    """One table of the game's data and how reliable it is."""

    name: str
    source: str
    confidence: str
    """stated | found | derived | reconstructed"""


class Notation(Generic[T]):
    """How positions of one game are read and written as text."""

    def place(self, s: T, key: str, text: str) -> None:
        """Put one entry of a position on the table."""
        raise NotImplementedError

    def key(self, s: T, key: str) -> str:
        """The canonical form of a key that may be spelt in several ways."""
        return key

    def read(self, s: T, key: str) -> str:
        """The canonical text of one entry, '' when there is nothing."""
        raise NotImplementedError

    def tidy(self, s: T, key: str, text: str) -> str:
        """An expected entry in canonical form, so that it can be compared with `read`."""
        raise NotImplementedError

    def keys(self, s: T) -> Iterable[str]:
        """Every key with a non-empty entry."""
        raise NotImplementedError

    def start(self, s: T, text: str) -> None:
        """Set the agenda from words such as 'Movement: blue'."""
        raise NotImplementedError

    def impossible(self, s: T) -> Iterable[str]:
        """What is impossible in this position at this start, one sentence per problem."""
        return ()

    renamed: ClassVar[Mapping[str, str]] = {}
    """Steps by the names they had in earlier versions, for cases and positions written then."""

    entered: ClassVar[Mapping[str, str]] = {}
    """For each kind of event about a march, the field with the place entered."""

    def spelt(self, action: str) -> str:
        """An action as people may write it, converted to the action space."""
        return action

    between: ClassVar[str] = "; "
    """The separator between two entries of a line; no entry may contain it."""

    def line(self, s: T) -> str:
        """The whole position in one line: 'key: text; key: text'."""
        return self.between.join(f"{key}: {self.read(s, key)}" for key in self.keys(s))

    def from_line(self, s: T, line: str) -> None:
        """Put a line's entries on an empty table; an entry that depends on another is placed after it, whatever their order."""
        waiting = self._entries(line)
        while waiting:
            later: list[tuple[str, str]] = []
            problem: DataError | None = None
            for key, text in waiting:
                try:
                    self.place(s, key, text)
                except DataError as error:
                    later.append((key, text))
                    problem = problem or error
            if problem is not None and len(later) == len(waiting):
                raise problem
            waiting = later

    def _entries(self, line: str) -> list[tuple[str, str]]:
        """Keys and texts; bars divide the lines of every game, as they do in links."""
        found = []
        for part in filter(None, map(str.strip, line.split("|" if "|" in line else self.between.strip()))):
            key, colon, text = part.partition(":")
            if not colon:
                raise DataError(f"'{part[:60]}' is not part of a position: expected 'key: text'")
            found.append((key.strip(), text.strip()))
        return found


class Game(Generic[S]):
    """The interface of a game to the engine, server, bots and simulations."""

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int]
    """Bump when a change could alter a stored match."""
    books: ClassVar[tuple[str, ...]]
    board: ClassVar[str]
    """The drawing the browser shows."""
    options_type: ClassVar[type[Options]]
    state_type: ClassVar[type[State]]
    packages: ClassVar[tuple[str, ...]]
    """The packages whose steps may be on this game's agenda, the game's own last."""
    bound: ClassVar[int]
    """No game asks more questions than this in random play."""
    turn_event: ClassVar[str] = "turn"
    """The kind of event that begins the turn of a faction or a seat."""
    idle_event: ClassVar[str] = ""
    """The kind of event for a passed turn, if such a turn has no `turn_event`."""
    due: ClassVar[Mapping[str, Cite]] = {}
    """For each verb, the one or two clauses that say when it may be used."""
    notation: Notation[S]
    variant: ClassVar[str] = ""
    """The whole patch in one line, if this is a variant of a game; its records carry it."""

    def with_data(self, folder: Path) -> Game[S]:
        """The same game with an owner's tables; most games accept only their own."""
        raise DataError(f"{self.id} takes no tables but its own, so not those in '{folder}'")

    def seats(self, o: Any) -> tuple[Seat, ...]:
        """The seats at the table, in order."""
        raise NotImplementedError

    def verbs(self, o: Any) -> Verbs:
        """The whole finite action space."""
        raise NotImplementedError

    def setup(self, o: Any, dice: Dice) -> S:
        """The position before the first question, agenda included."""
        raise NotImplementedError

    def blank(self, o: Any) -> S:
        """An empty table, for positions and cases."""
        raise NotImplementedError

    def shared(self, o: Any) -> dict[str, Any]:
        """The state's shared fields, built again when a state is loaded."""
        return {}

    def options_of(self, s: S) -> Any:
        """The options this state is played with."""
        raise NotImplementedError

    def view(self, s: S, seat: Seat | None, kept: Kept | None = None) -> View:
        """What that seat (None: a spectator) may see, as plain JSON, to be read only.

        With `kept`, which belongs to one match, parts that have not changed since are the same objects.
        """
        raise NotImplementedError

    def presence(self, s: S) -> Iterable[tuple[str, str, int]]:
        """Place, faction and number of the pieces in a spectator's view, cheaper than the view itself."""
        for piece in self.view(s, None).get("pieces", ()):
            if piece.get("place") is not None and piece.get("faction"):
                yield piece["place"], piece["faction"], piece.get("count", 1)

    def imagine(self, s: S, seat: Seat, dice: Dice) -> S:
        """A complete state consistent with what the seat knows: every secret it cannot know is dealt again."""
        raise NotImplementedError

    def scores(self, s: S) -> Mapping[str, int]:
        """Points now, by seat and by faction."""
        raise NotImplementedError

    def sources(self, s: S) -> Mapping[str, Mapping[str, int]]:
        """Points by faction and reason, where they follow from the position."""
        told = self.view(s, None).get("points", {})
        return {who: reasons for who, reasons in told.items() if isinstance(reasons, dict)}

    def round_of(self, s: S) -> int:
        """The round or turn being played, counted from 1."""
        shown: int = self.view(s, None).get("round", {}).get("number", 1)
        return shown

    def option_sets(self) -> tuple[Any, ...]:
        """The option sets that fuzz and properties cover."""
        raise NotImplementedError

    def invariants(self, s: S) -> list[str]:
        """What is wrong with this position, one sentence per problem."""
        raise NotImplementedError

    def odds(self, s: S, a: Action | None) -> Json | None:
        """Exact odds of the open question, or of what that action would begin; None if there are none."""
        return None

    def bears_on(self, s: S, a: Action) -> Cite | None:
        """What in the position forbids an answer that the open question does not take; None: it is only the wrong time."""
        return None

    def in_words(self, s: S, a: Action, law: Cite) -> tuple[str, dict[str, Json]] | None:
        """The key and facts of a sentence for what bears on an answer; None: the decisive clause says enough."""
        return None

    def tables(self) -> tuple[Table, ...]:
        """The game's data tables, with source and confidence."""
        raise NotImplementedError
