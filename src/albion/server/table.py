"""A match in play: its position, its log, its seats, and what the next change would write."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from albion.bots import fits
from albion.engine.action import Action, Decision, Seat, parse_action
from albion.engine.errors import (
    IllegalActionError,
    MalformedActionError,
    NotYourTurnError,
    ReplayError,
    UndoError,
)
from albion.engine.event import Event
from albion.engine.game import Game
from albion.engine.kept import Kept
from albion.engine.loop import is_forced
from albion.engine.match import Match
from albion.engine.options import Options
from albion.engine.orders import passing_answer
from albion.engine.state import State
from albion.engine.words import Words
from albion.server import responses, standing
from albion.server.answers import Asked, answer_of_plan, forced_before_dice
from albion.server.entries import Entry
from albion.server.errors import RequestError
from albion.server.labels import Labels
from albion.server.positions import pack, unpack
from albion.server.served import ServedTime
from albion.server.store import Store
from albion.server.store.holidays import HolidayRows
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

_SNAPSHOT_EVERY = 64
"""A long turn of one seat is saved in between too."""

_MOST_PASSING = 100
"""Answers after which a turn is not passed any more, but played."""

_CHANCE = msgspec.json.Decoder(list[Contribution])
_MIGRATED = msgspec.json.Decoder(list[Migration])
_PROPOSAL = msgspec.json.Decoder(Proposal)
Position = tuple[State, Decision | None]


@dataclass(slots=True)
class Change:
    """What a command changes, before it is committed."""

    row: MatchRow
    entries: list[Entry] = field(default_factory=list)
    snapshot: SnapshotRow | None = None
    back_to: int | None = None
    """After an undo: the last entry still in effect."""
    seats: list[SeatRow] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    """What all are told in the talk."""


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
    entries: list[Entry] = field(default_factory=list)
    effective: list[int] = field(default_factory=list)
    """effective[n]: the entry of the n-th answer in effect."""
    players: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Names of those who sit or sat there, and when they were last seen."""
    sittings: set[tuple[str, str]] = field(default_factory=set)
    """Every seat with everybody who has ever sat on it."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    subscribers: set[Subscriber] = field(default_factory=set)
    kept: Kept = field(default_factory=Kept)
    """Parts of the views last told, to be told again while they are the same."""
    chat: int = 0
    served: ServedTime = field(init=False)
    used: int = 0
    gone: bool = False
    broken: bool = False
    """A command failed half way: the database is right, this copy must be read again."""

    def __post_init__(self) -> None:
        self.holidays = HolidayRows(self.store.database)

    @property
    def id(self) -> str:
        """The match's id."""
        return self.row.id

    @property
    def n(self) -> int:
        """Answers in effect."""
        return self.base + len(self.match.actions)

    @property
    def over(self) -> bool:
        """Whether the game has ended, and so nothing is secret any more."""
        return self.row.status == "over"

    def seat(self, seat: str) -> SeatRow | None:
        """Who sits there."""
        return next((row for row in self.seats if row.seat == seat), None)

    def seats_of(self, player: str | None) -> list[Seat]:
        """Where this player sits."""
        return [] if player is None else [Seat(row.seat) for row in self.seats if row.player == player]

    def player_name(self, player: str) -> str:
        """What a player is called."""
        return self.players.get(player, ("somebody", 0))[0]

    def last_answer(self, seats: Iterable[str]) -> tuple[int, Seat] | None:
        """The newest answer one of these seats gave of its own accord: its n, and the seat."""
        wanted = set(seats)
        for n in range(len(self.effective) - 1, 0, -1):
            row = self.entries[self.effective[n]].row
            if row.seat in wanted and not row.forced and not row.ordered:
                return n, Seat(row.seat or "")
        return None

    # changes: each is worked out here; nothing is told to anybody before it is committed

    def play(self, seat: Seat, action: str, now: int) -> Change:
        """An answer, and those that follow by themselves because nothing else is legal."""
        new: list[Entry] = []
        self._give(new, seat, parse_action(action, self.match.verbs), now)
        return self._change(new, None, now)

    def set_orders(self, orders: str, now: int) -> Change:
        """New standing orders, which may answer the open question at once."""
        self.row = self.row._replace(orders=orders)
        new: list[Entry] = []
        self._follow(new, now)
        change = self._change(new, None, now) if new else Change(self.row)
        change.row = change.row._replace(rev=self.row.rev + 1)
        return change

    def pass_turn(self, seat: Seat, now: int) -> Change | None:
        """Give up the seat's turn, with the least it must answer; None if that comes to no end."""
        start, new = len(self.match.actions), list[Entry]()
        while (d := self.match.decision) is not None and d.seat == seat:
            if len(new) >= _MOST_PASSING:
                self.match.truncate(start)
                return None
            self._give(new, seat, passing_answer(self.game, self.match.state, d), now)
        return self._change(new, None, now)

    def play_plan(self, seat: Seat, plan: Sequence[str], now: int) -> Change:
        """A bot's answers as far as they fit, as one change: half a plan is never stored."""
        new: list[Entry] = []
        thrown = self.match.state.dice.count
        for text in plan:
            a = parse_action(text, self.match.verbs)
            if new and not fits(a, seat, thrown, self.match.state, self.match.decision):
                break
            self._give(new, seat, a, now)
        return self._change(new, None, now)

    def play_together(self, seat: Seat, answers: Sequence[str], now: int) -> Change:
        """A player's plan: all of its answers as one change, or none of them."""
        start = len(self.match.actions)
        try:
            new = self._all(seat, answers, now)
        except BaseException:
            self.match.truncate(start)
            raise
        first = new[0].row.seq
        for entry in new:
            entry.row = entry.row._replace(plan=first)
        return self._change(new, None, now)

    def _all(self, seat: Seat, answers: Sequence[str], now: int) -> list[Entry]:
        """Give every answer; one that was forced meanwhile may stand in the plan or be left out.

        Nothing may follow a die or a secret: whether a plan is refused would tell how it fell.
        """
        new: list[Entry] = []
        forced: list[str | None] = []
        for number, text in enumerate(answers, start=1):
            if forced and text == forced[0]:
                del forced[0]
                continue
            with answer_of_plan(number, len(answers)):
                if any(entry.final for entry in new):
                    raise RequestError(409, "illegal", f"'{text}' would come after dice or a secret")
                if any(entry.row.ordered for entry in new):
                    raise RequestError(409, "illegal", f"'{text}' would come after another player's answer")
                before = len(new)
                self._give(new, seat, parse_action(text, self.match.verbs), now)
            forced = forced_before_dice(new[before:])
        return new

    def _give(self, new: list[Entry], seat: Seat, a: Action, now: int) -> None:
        asked = Asked.now(self.match)
        new.append(self._entry(asked, a, self.match.play(seat, a), now, len(new) + 1))
        self._follow(new, now)

    def settle_forced(self, now: int) -> Change | None:
        """What answers itself in the position as it stands."""
        new: list[Entry] = []
        self._follow(new, now)
        return self._change(new, None, now) if new else None

    def _follow(self, new: list[Entry], now: int) -> None:
        """Give the answers that wait for nobody: forced ones, and those of standing orders."""
        ordered = 0
        while (d := self.match.decision) is not None:
            forced = is_forced(self.match.state, d)
            a = d.actions[0] if forced else standing.ordered_answer(self)
            if a is None or ordered > standing.MOST_IN_A_ROW:
                return
            ordered += not forced
            asked = Asked.now(self.match)
            events = self.match.play(d.seat, a)
            new.append(self._entry(asked, a, events, now, len(new) + 1, forced=forced, ordered=not forced))

    def _entry(
        self,
        asked: Asked,
        a: Action,
        events: Iterable[Event],
        now: int,
        plus: int,
        *,
        forced: bool = False,
        ordered: bool = False,
    ) -> Entry:
        row = EntryRow(
            seq=self.row.seq + plus,
            n=self.n,
            kind="play",
            seat=asked.seat,
            action=str(a),
            text=self.labels.text(a, asked.about),
            step=asked.step,
            secret=int(asked.secret),
            forced=int(forced),
            time=now,
            events=b"",
            player=None if forced else self.person(asked.seat),
            ordered=int(ordered),
        )
        return Entry.new(row, events)

    def person(self, seat: str | None) -> str | None:
        """Who sits on a seat, if it is a person."""
        row = self.seat(seat or "")
        return None if row is None else row.player

    def undo_to(self, seat: Seat) -> int | None:
        """The n to which this seat may go back unasked: not past dice, a shown secret or another person's answer."""
        if self.over:
            return None
        me = self.person(seat)
        for n in range(len(self.effective) - 1, self.floor, -1):
            entry = self.entries[self.effective[n]]
            row = entry.row
            if entry.final:
                return None
            if row.forced:
                continue
            if row.seat == seat:
                first = entry if row.plan is None else self.entries[row.plan]
                return first.row.n - 1
            if (row.player or self.person(row.seat)) not in (None, me):
                return None
        return None

    def undo_text(self, to: int) -> str:
        """What an undo to that position would take back, named as one: an answer, or a plan."""
        rows = [self.entries[seq].row for seq in self.effective[to + 1 :]]
        plan = rows[0].plan
        own = [r for r in rows if r.plan == plan and not r.forced] if plan is not None else rows[:1]
        return ", ".join(row.text or "" for row in own)

    async def undo(self, seat: Seat, now: int) -> Change:
        """Take back this seat's last own answer and all after it."""
        n = self.undo_to(seat)
        if n is None:
            raise UndoError(
                f"{seat} cannot undo: nothing to take back since the last dice, secret, start or answer of another"
            )
        return await self.go_back(seat, n, now)

    async def go_back(self, seat: Seat, n: int, now: int) -> Change:
        """Return to the position after n answers; the caller has made sure that it is allowed."""
        if n >= self.base:
            self.match.truncate(n - self.base)
        else:
            self.match, self.base = await self._match_at(n), n
        row = EntryRow(self.row.seq + 1, n, "undo", seat, None, None, None, 0, 0, now, b"[]")
        change = self._change([Entry.new(row)], self.effective[n], now)
        kept = [msgspec.structs.replace(c, n=min(c.n, n + 1)) for c in self.contributions]
        change.row = change.row._replace(chance=msgspec.json.encode(kept).decode())
        return change

    def arrange(self, now: int, notices: list[str], seats: Sequence[SeatRow] = (), **row: Any) -> Change:
        """A change of the table itself, not of the position: seats, title, proposals."""
        changed = self.row._replace(rev=self.row.rev + 1, changed=now, **row)
        return Change(changed, seats=list(seats), notices=notices)

    def _change(self, new: list[Entry], back_to: int | None, now: int) -> Change:
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
        )
        snapshot = None
        if back_to is None and (turn != new[0].row.seat or row.n % _SNAPSHOT_EVERY < len(new)):
            snapshot = SnapshotRow(row.seq, row.n, pack(self.game, self.match.state))
        return Change(row, new, snapshot, back_to)

    @property
    def arrangement(self) -> tuple[Any, ...]:
        """What everybody at the table is told when it changes: seats, title, proposal, contributions."""
        row = self.row
        return row.title, row.public, row.proposal, row.chance, tuple(self.seats), tuple(self.players)

    @property
    def outdated(self) -> bool:
        """Whether the match began with other rules than the present ones, and must not go on unasked."""
        return self.row.version != self.game.version and not self.over

    @property
    def migrated(self) -> list[Migration]:
        """Where it went over to other rules."""
        return _MIGRATED.decode(self.row.migrated)

    @property
    def floor(self) -> int:
        """Nothing before this answer can be taken back: it was given under other rules."""
        return max((m.n for m in self.migrated), default=0)

    def migrate(self, now: int) -> Change:
        """Go on under the present rules, from the last answer that they can follow."""
        n, version = self.n, self.game.version
        mark = EntryRow(self.row.seq + 1, n, "undo", None, None, None, None, 0, 0, now, b"[]")
        change = self._change([Entry.new(mark)], self.effective[n], now)
        known = msgspec.json.encode([*self.migrated, Migration(n, version)]).decode()
        change.row = change.row._replace(
            version=version, migrated=known, proposal=None, rated=0, rev=self.row.rev + 1
        )
        change.snapshot = SnapshotRow(change.row.seq, n, pack(self.game, self.match.state))
        lost = len(self.effective) - 1 - n
        told = f"The match began with version {self.row.version} of the rules. From move {n} on it follows version {version}"
        taken_back = f"; {lost} answers that no longer fit are taken back." if lost else "."
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
        return [(max(0, c.n - base), c.text) for c in self.contributions]

    def use_chance(self) -> None:
        """Throw all dice to come with the contributions made so far."""
        self.match.chance = self._chance(self.base)

    @property
    def proposal(self) -> Proposal | None:
        """What the others are asked to agree to."""
        return proposal_of(self.row)

    def _lapses(self) -> bool:
        """Whether there is a proposal that lapses with the next answer."""
        proposal = self.proposal
        return proposal is not None and proposal.kind in ("undo", "timeout")

    # what is committed

    def accept(self, change: Change) -> list[Entry]:
        """Take a committed change into the log; seats and talk are read again from the database."""
        self.row = change.row._replace(rev=self.row.rev)
        self.use_chance()
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
        """Add to the log what lies in the database already."""
        return [self._add(Entry(row)) for row in rows]

    async def take_up(self) -> None:
        """Stand at the end of the log, which is the truth; the row is made to agree with it."""
        last = len(self.effective) - 1
        self.match, self.base = await self._played_on(last)
        if self.n < last and not self.outdated:
            raise ReplayError(f"answer {self.n + 1} of the match does not fit the rules it was given under")
        self.row = self.row._replace(seq=self.entries[-1].row.seq, n=last)

    # positions

    async def position(self, n: int) -> Position:
        """The position after the first n answers, a copy."""
        if not 0 <= n < len(self.effective):
            last = len(self.effective) - 1
            raise RequestError(404, "unknown", f"the match has {last} answers, so there is no position {n}")
        if n >= self.base:
            return self.match.at(n - self.base)
        match = await self._match_at(n)
        return match.state, match.decision

    async def _match_at(self, n: int) -> Match[Any]:
        """The match as it stood after n answers."""
        match, base = await self._played_on(n)
        if base + len(match.actions) < n:
            message = f"position {n} cannot be shown: it came about under other rules"
            raise RequestError(409, "rules", message)
        return match

    async def _played_on(self, n: int) -> tuple[Match[Any], int]:
        """The match from the nearest stored position towards n, as far as the present rules allow; and its base."""
        stored = await self.store.snapshot(self.id, self.effective[n])
        if stored is None:
            raise ReplayError("the match has lost its stored positions")
        state = unpack(self.game, stored.state)
        chance = self._chance(stored.n)
        match = Match.resume(self.game, self.options, int(self.row.seed), state, chance)
        for seq in self.effective[stored.n + 1 : n + 1]:
            row = self.entries[seq].row
            try:
                match.play(Seat(row.seat or ""), parse_action(row.action or "", match.verbs))
            except (IllegalActionError, MalformedActionError, NotYourTurnError):
                break
        return match, stored.n


def proposal_of(row: MatchRow) -> Proposal | None:
    """What the others at a match are asked to agree to."""
    return None if row.proposal is None else _PROPOSAL.decode(row.proposal)


def stored_outcome(match: Match[Any]) -> str | None:
    """How a match ended, as its row keeps it; None while it is running."""
    told = responses.Outcome.of(match.state.outcome if match.decision is None else None)
    return None if told is None else msgspec.json.encode(told).decode()
