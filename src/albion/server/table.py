"""A match in play: its position, its log, its seats, and what the next change would write."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from albion.engine.action import Decision, Seat, parse_action
from albion.engine.errors import (
    DataError,
    IllegalActionError,
    MalformedActionError,
    NotYourTurnError,
    ReplayError,
)
from albion.engine.game import Game
from albion.engine.kept import Kept
from albion.engine.match import Match
from albion.engine.options import Options
from albion.engine.orders import Disarmed, Given, Order
from albion.engine.state import State
from albion.engine.words import Words
from albion.server import responses, standing
from albion.server.answers import NOTHING_ASKED, Asked
from albion.server.entries import Entry, rolled
from albion.server.errors import RequestError
from albion.server.labels import Labels
from albion.server.names import alike
from albion.server.pauses import Pauses
from albion.server.positions import is_due, pack, unpack
from albion.server.seating import Seating
from albion.server.served import ServedTime
from albion.server.store import Store
from albion.server.store.holidays import HolidayRow, HolidayRows
from albion.server.store.rows import (
    Contribution,
    EntryRow,
    MatchRow,
    Migration,
    Proposal,
    SeatRow,
    SnapshotRow,
)

if TYPE_CHECKING:
    from albion.server.subscribers import Subscriber

_CHANCE = msgspec.json.Decoder(list[Contribution])
_MIGRATED = msgspec.json.Decoder(list[Migration])
NAMES = msgspec.json.Decoder(dict[Seat, str])
_PROPOSAL = msgspec.json.Decoder(Proposal)
Position = tuple[State, Decision | None]


class Change(msgspec.Struct, eq=False):
    """What a command changes, before it is committed."""

    row: MatchRow
    entries: list[Entry] = []
    snapshot: SnapshotRow | None = None
    back_to: int | None = None
    """After an undo: the last entry still in effect."""
    seats: list[SeatRow] = []
    notices: list[str] = []
    """Notices for the chat."""


class Spared(NamedTuple):
    """What a clock spares the player whose time is running, as it was last read."""

    began: int
    """When that turn began, in milliseconds since 1970."""
    holidays: Sequence[HolidayRow]
    down: Sequence[tuple[int, int]]
    """When the server did not run."""


_NOTHING_SPARED = Spared(0, (), ())


@dataclass(eq=False)
class Table:
    """One match, as this process knows it; commands and reads happen under its lock."""

    store: Store
    game: Game[Any]
    options: Options
    words: Words
    labels: Labels
    row: MatchRow
    seats: list[SeatRow]
    match: Match[Any] = field(init=False)
    base: int = 0
    """Answers given before the position from which `match` counts."""
    saved: int = 0
    """The number of answers before the last position in the database."""
    entries: list[Entry] = field(default_factory=list)
    effective: list[int] = field(default_factory=list)
    """effective[n]: the entry of the n-th answer in effect."""
    players: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Names of those who sit or sat there, and when they were last seen."""
    origin_seen_by: set[str] | None = field(default_factory=set)
    """Who may look at the match of which this one is a fork; None: everybody."""
    sittings: set[tuple[str, str]] = field(default_factory=set)
    """Every seat with everybody who has ever sat on it."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    subscribers: set[Subscriber] = field(default_factory=set)
    kept: Kept = field(default_factory=Kept)
    """Parts of the views last told, to be told again while they are the same."""
    chat: int = 0
    served: ServedTime = field(init=False)
    used: int = 0
    looked: tuple[int, str] | None = None
    """For which entry and which orders it was last computed whether an order answers."""
    by_order: tuple[Decision, Mapping[str, Order], Given | Disarmed | None] | None = None
    """What the orders of the seat to answer made of a question."""
    spared: Spared = _NOTHING_SPARED
    gone: bool = False
    broken: bool = False
    """A command failed half way: the database is right, this copy must be read again."""

    def __post_init__(self) -> None:
        self.holidays = HolidayRows(self.store.database)
        self._seating = Seating(self.seats)
        self._asked: tuple[Decision | None, Asked] = None, NOTHING_ASKED

    @property
    def id(self) -> str:
        """The match's id."""
        return self.row.id

    @property
    def asked(self) -> Asked:
        """The open question; what it is about is worked out once for all who are told of it."""
        d = self.match.decision
        if self._asked[0] is not d:
            self._asked = d, Asked.now(self.match)
        return self._asked[1]

    @property
    def n(self) -> int:
        """Answers in effect."""
        return self.base + len(self.match.actions)

    @property
    def over(self) -> bool:
        """Whether the game has ended, and so nothing is secret any more."""
        return self.row.status == "over"

    @property
    def seating(self) -> Seating:
        """The seats as they are now, to be looked up."""
        known = self._seating
        if known.rows is not self.seats:
            known = self._seating = Seating(self.seats)
        return known

    def seat(self, seat: str) -> SeatRow | None:
        """Who sits there."""
        return self.seating.row(seat)

    def seats_of(self, player: str | None) -> list[Seat]:
        """Where this player sits."""
        return self.seating.of(player)

    def player_name(self, player: str) -> str:
        """What a player is called; where another's name looks the same, with the seat."""
        name = self.players.get(player, ("somebody", 0))[0]
        if all(who == player or not alike(name, other) for who, (other, _) in self.players.items()):
            return name
        seats = ", ".join(self.words.name(seat) for seat in self.seats_of(player))
        return f"{name} ({seats})" if seats else name

    def names(self) -> dict[Seat, str]:
        """Who played, or plays, without the signs that separate names in a record; a match that is over keeps its names."""
        if self.row.names:
            return NAMES.decode(self.row.names)
        names = {}
        for row in self.seats:
            name = row.bot or self.players.get(row.player or "", ("", 0))[0]
            plain = "".join(" " if c in ",=\n\r" else c for c in name).strip()
            if plain:
                names[Seat(row.seat)] = plain
        return names

    def last_answer(self, seats: Iterable[str]) -> tuple[int, Seat] | None:
        """The newest answer one of these seats gave of its own accord: its n, and the seat."""
        wanted = set(seats)
        for n in range(len(self.effective) - 1, 0, -1):
            row = self.entries[self.effective[n]].row
            if row.seat in wanted and not row.forced and not row.ordered:
                return n, Seat(row.seat or "")
        return None

    def person(self, seat: str | None) -> str | None:
        """Who sits on a seat, if it is a person."""
        return self.seating.person(seat)

    def watched(self, seat: str) -> bool:
        """Whether others may notice how fast a seat answers; a learner is asked in any case, as the lesson says."""
        me = self.seating.person(seat)
        return me is None or self.seating.has_company(me) or self.row.origin == "lesson"

    def arrange(self, now: int, notices: list[str], seats: Sequence[SeatRow] = (), **row: Any) -> Change:
        """A change of the table itself, not of the position: seats, title, proposals."""
        changed = self.row._replace(rev=self.row.rev + 1, changed=now, **row)
        return Change(changed, seats=list(seats), notices=notices)

    def changed_by(self, new: list[Entry], back_to: int | None, now: int) -> Change:
        """The change these entries make, now that the match in memory stands after them."""
        d, lapses = self.match.decision, self._lapses()
        turn = None if d is None else str(d.seat)
        row = self.row._replace(
            seq=new[-1].row.seq,
            n=self.n,
            status="over" if d is None else "running",
            turn=turn,
            since=self.row.since if turn == self.row.turn else now,
            outcome=stored_outcome(self.match),
            changed=now,
            proposal=None if lapses else self.row.proposal,
            rev=self.row.rev + lapses,
            orders=standing.after_question(self),
            names=msgspec.json.encode(self.names()).decode() if d is None else "",
        )
        snapshot = None
        handed_over = turn != new[0].row.seat
        if back_to is None and (turn is None or is_due(row.n - self.saved, handed_over=handed_over)):
            snapshot = SnapshotRow(row.seq, row.n, pack(self.game, self.match.state))
        return Change(row, new, snapshot, back_to)

    @property
    def arrangement(self) -> tuple[Any, ...]:
        """What is sent to everybody at the table when it changes: seats, title, proposal, contributions."""
        row = self.row
        called = tuple((player, name) for player, (name, _) in self.players.items())
        return row.title, row.public, row.proposal, row.chance, tuple(self.seats), called

    @property
    def outdated(self) -> bool:
        """Whether the match began with other rules than the present ones, and must not go on unasked."""
        return self.row.version != self.game.version and self.row.status != "over"

    @property
    def migrated(self) -> list[Migration]:
        """Where it went over to other rules."""
        return _MIGRATED.decode(self.row.migrated)

    @property
    def floor(self) -> int:
        """Nothing before this answer can be taken back: it was given under other rules."""
        return 0 if self.row.migrated == "[]" else max(m.n for m in self.migrated)

    def migrate(self, now: int) -> Change:
        """Go on under the present rules, from the last answer that they can follow."""
        n, version = self.n, self.game.version
        mark = EntryRow(self.row.seq + 1, n, "undo", None, None, None, None, 0, 0, now, b"[]")
        change = self.changed_by([Entry(mark)], self.effective[n], now)
        known = msgspec.json.encode([*self.migrated, Migration(n, version)]).decode()
        change.row = change.row._replace(
            version=version, migrated=known, proposal=None, rated=0, rev=self.row.rev + 1
        )
        change.snapshot = SnapshotRow(change.row.seq, n, pack(self.game, self.match.state))
        lost = len(self.effective) - 1 - n
        told = f"The match began with version {self.row.version} of the rules. From move {n} on it follows version {version}"
        taken = "1 answer that no longer fits is" if lost == 1 else f"{lost} answers that no longer fit are"
        taken_back = f"; {taken} taken back." if lost else "."
        # Nobody can verify a record of two sets of rules, so no rating may rest on it.
        unrated = " It is no longer rated." if self.row.rated else ""
        change.notices.append(f"{told}{taken_back}{unrated}")
        return change

    @property
    def contributions(self) -> list[Contribution]:
        """What players added to the seed."""
        return _CHANCE.decode(self.row.chance)

    def _chance(self, base: int) -> list[tuple[int, str]]:
        """The same for a match that counts from a later position."""
        return [] if self.row.chance == "[]" else [(max(0, c.n - base), c.text) for c in self.contributions]

    def use_chance(self) -> None:
        """Roll all dice to come with the contributions made so far."""
        self.match.chance = self._chance(self.base)

    @property
    def proposal(self) -> Proposal | None:
        """What the others are asked to agree to."""
        return proposal_of(self.row)

    def _lapses(self) -> bool:
        """Whether there is a proposal that the answer just given has settled: it goes back too far, or nobody's time is up any more.

        Who is still to answer when time is up may do so; the vote goes on, or it would begin again with each answer.
        """
        proposal, d = self.proposal, self.match.decision
        if proposal is None or d is None:
            return proposal is not None
        return proposal.kind == "undo" or (proposal.kind == "timeout" and proposal.seat != d.seat)

    # what is committed

    def accept(self, change: Change) -> list[Entry]:
        """Take a committed change into the log; seats and talk are read again from the database."""
        row, rev = change.row, self.row.rev
        self.row = row if row.rev == rev else row._replace(rev=rev)
        self.use_chance()
        # An undo forgets the positions after it; then the next one is saved a little early or late.
        self.saved = change.snapshot.n if change.snapshot is not None else min(self.saved, row.n)
        return [self._add(entry) for entry in change.entries]

    def _add(self, entry: Entry) -> Entry:
        row = entry.row
        self.entries.append(entry)
        if row.kind == "undo":
            for seq in self.effective[row.n + 1 :]:
                self.entries[seq].undone = True
            del self.effective[row.n + 1 :]
        else:
            self.effective.append(row.seq)
        return entry

    def read_log(self, rows: Iterable[EntryRow]) -> list[Entry]:
        """Add to the log what is already in the database."""
        return [self._add(Entry(row)) for row in rows]

    async def take_up(self) -> None:
        """Stand at the end of the log, which is the truth; the row is made to agree with it."""
        last = len(self.effective) - 1
        self.match, self.base = await self._played_on(last)
        self.saved = self.base
        if self.n < last and not self.outdated:
            raise ReplayError(f"answer {self.n + 1} of the match is not legal under the rules of its time")
        self.row = self.row._replace(seq=self.entries[-1].row.seq, n=last)

    # positions

    async def position(self, n: int) -> Position:
        """The position after the first n answers, a copy."""
        if not 0 <= n < len(self.effective):
            last = len(self.effective) - 1
            raise RequestError(404, "unknown", f"the match has {last} answers, so there is no position {n}")
        if n >= self.base:
            return self.match.at(n - self.base)
        match = await self.match_at(n)
        return match.state, match.decision

    async def match_at(self, n: int) -> Match[Any]:
        """The match as it stood after n answers."""
        match, base = await self._played_on(n)
        if base + len(match.actions) < n:
            message = f"position {n} cannot be shown: it was played under other rules"
            raise RequestError(409, "rules", message)
        return match

    async def _played_on(self, n: int) -> tuple[Match[Any], int]:
        """The match from the nearest stored position towards n, as far as the present rules allow; and its base."""
        match, base = await self._stored_before(n)
        pauses = Pauses()
        for k in range(base + 1, n + 1):
            await pauses.pause()
            entry = self.entries[self.effective[k]]
            try:
                events = match.play(
                    Seat(entry.row.seat or ""), parse_action(entry.row.action or "", match.verbs)
                )
            except (IllegalActionError, MalformedActionError, NotYourTurnError):
                break
            except Exception:
                if not self.outdated:
                    raise
                # The present rules may stumble over what those of its time have noted, half way through an answer.
                return await self._played_on(k - 1)
            if self.outdated and rolled(events) != entry.rolled():
                match.truncate(k - 1 - base)
                break
        return match, base

    async def _stored_before(self, n: int) -> tuple[Match[Any], int]:
        """The match at the nearest stored position before n, and its number; at the start if rules that have changed can read none."""
        seq, seed = self.effective[n], int(self.row.seed)
        while (stored := await self.store.snapshot(self.id, seq)) is not None:
            try:
                state = unpack(self.game, stored.state)
                if self.outdated:
                    state.read_whole()
            except DataError:
                if not self.outdated:
                    raise
                seq = stored.seq - 1
                continue
            return Match.resume(self.game, self.options, seed, state, self._chance(stored.n)), stored.n
        if not self.outdated:
            raise ReplayError("the match has lost its stored positions")
        if self.row.origin in ("fork", "lesson"):
            old, new = self.row.version, self.game.version
            message = f"the match began with version {old} of the rules, whose positions version {new} can no longer read"
            raise RequestError(409, "rules", message)
        return Match(self.game, self.options, seed, self._chance(0)), 0


def proposal_of(row: MatchRow) -> Proposal | None:
    """What the others at a match are asked to agree to."""
    return None if row.proposal is None else _PROPOSAL.decode(row.proposal)


def stored_outcome(match: Match[Any]) -> str | None:
    """How a match ended, as its row keeps it; None while it is running."""
    told = responses.Outcome.of(match.state.outcome if match.decision is None else None)
    return None if told is None else msgspec.json.encode(told).decode()
