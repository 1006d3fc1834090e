"""The shapes of everything the server sends; the OpenAPI description is made from these structs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from albion.engine import state
from albion.engine.cite import Cite, clause_text
from albion.server import clock_shapes, event_shapes, notify_shapes, order_shapes
from albion.server.patches import Operation
from albion.server.store.rows import ChatKind, EntryKind, Origin, Pace, ProposalKind, SeatKind, Status

Json = dict[str, Any]


# rules behind something


class ClauseText(Struct, frozen=True):
    """A clause and what it says."""

    ref: str
    text: str


def cite_texts(c: Cite) -> list[str]:
    """Clauses as texts such as 'book 6.3.b'."""
    return [str(ref) for ref in c]


def clause_texts(c: Cite) -> list[ClauseText]:
    """Clauses with what they say."""
    return [ClauseText(str(ref), clause_text(ref)) for ref in c]


# the table


class Seat(Struct, frozen=True):
    """Who sits on one seat."""

    seat: str
    name: str
    kind: SeatKind
    player: str | None
    bot: str | None
    you: bool
    online: bool
    seen: str | None
    abandoned: bool
    invite: str | None


class Turn(Struct, frozen=True):
    """Who must answer, and since when."""

    seat: str
    since: str


class Answer(Struct, frozen=True):
    """One legal answer."""

    action: str
    verb: str
    noun: str | int | None
    text: str
    warning: str | UnsetType = UNSET
    """Why it is risky; absent if it is not."""


class Decision(Struct, frozen=True, kw_only=True):
    """The open question."""

    seat: str
    mine: bool
    secret: bool
    step: str | None = None
    cite: list[str] = []
    question: str | None = None
    about: Json | None = None
    actions: list[Answer] | None = None
    disarmed: str | None = None
    """Why your standing order for such questions did not answer this one."""


class Undo(Struct, frozen=True):
    """Whether something may be taken back, and to which position that leads."""

    possible: bool
    to: int | None
    text: str | None
    """What would be taken back: an answer, or a whole plan."""


class Outcome(Struct, frozen=True):
    """How it ended."""

    scores: dict[str, int]
    winners: list[str]
    cite: list[str]

    @classmethod
    def of(cls, outcome: state.Outcome | None) -> Outcome | None:
        """The engine's outcome, if there is one yet."""
        if outcome is None:
            return None
        scores = {str(seat): score for seat, score in outcome.scores.items()}
        return cls(scores, list(outcome.winners), cite_texts(outcome.cite))


class Migrated(Struct, frozen=True):
    """From which answer on a match follows which version of the rules."""

    n: int
    version: int


class Chance(Struct, frozen=True):
    """What a player added to the seed: all dice from answer `n` on depend on it (0: the setup's too)."""

    n: int
    seat: str
    player: str
    text: str


class You(Struct, frozen=True):
    """What the table is to the player who asked."""

    player: str | None
    seats: list[str]
    creator: bool


class Proposal(Struct, frozen=True, kw_only=True):
    """What the others are asked to agree to."""

    id: int
    kind: ProposalKind
    """undo: go back to position `to`; reopen: give the seat to somebody new; claim: sit down there too."""
    player: str
    seat: str
    to: int | None
    granted: list[str]
    waiting: list[str]
    yours: bool
    """Whether it was made by the player who looks."""
    asks_you: bool
    """Whether the player who looks is asked and has not agreed yet."""


class Progress(Struct, frozen=True, kw_only=True):
    """How the match stands for one perspective."""

    match: str
    seq: int
    n: int
    status: Status
    perspective: str | None
    turn: Turn | None
    undo: Undo
    seed: str | None
    decision: Decision | None
    outcome: Outcome | None
    clock: clock_shapes.Clock | None = None


class Table(Progress, frozen=True, kw_only=True):
    """A match through the eyes of one perspective."""

    game: str
    variant: str | None
    """What the variant is called, if one is played."""
    board: str
    title: str
    version: int
    outdated: bool
    """It began with other rules than the present ones: answers are refused until its players agree to go on."""
    migrated: list[Migrated]
    options: Json
    pace: Pace
    public: bool
    sandbox: bool
    origin: Origin
    rated: bool
    """Whether it moves its players' ratings."""
    fork_of: str | None
    proposal: Proposal | None
    created: str
    at: int
    you: You
    seats: list[Seat]
    watch: str | None
    view: Json
    seed_hash: str
    chance: list[Chance]


# lessons


class LessonStage(Struct, frozen=True):
    """What the coach says now, and the answers it has in mind, in order; each is a list of those that would do."""

    title: str
    say: str
    rule: ClauseText | None
    press: list[list[str]]


class LessonStray(Struct, frozen=True):
    """The last own answer was another one than the coach had in mind."""

    title: str
    text: str
    pressed: str


class LessonView(Struct, frozen=True, kw_only=True):
    """A lesson and how far this match has come in it."""

    title: str
    minutes: int
    intro: str
    end: str
    stages: list[str]
    stage: int
    waiting: bool
    now: LessonStage | None
    strayed: LessonStray | None


# the log


class Event(Struct, frozen=True):
    """One fact."""

    kind: str
    cite: list[str]
    data: Json
    text: str
    final: bool


class Entry(Struct, frozen=True, kw_only=True):
    """One line of the log."""

    seq: int
    n: int
    kind: EntryKind
    seat: str | None
    action: str | None
    text: str | None
    step: str | None
    forced: bool
    undone: bool
    plan: int | None
    """The first entry of the plan it belongs to: those are one move."""
    time: str
    events: list[Event]
    ordered: bool = False
    """Whether your standing order answered; of other seats it is not told."""


class Entries(Struct, frozen=True):
    """A part of the log."""

    seq: int
    n: int
    more: bool
    entries: list[Entry]


class Since(Struct, frozen=True):
    """What happened since a seat's last own answer."""

    seat: str
    start: int = msgspec.field(name="from")
    to: int = 0
    entries: list[Entry] = []


class Played(Struct, frozen=True):
    """What a command added, and the table after it."""

    seq: int
    n: int
    entries: list[Entry]
    table: Table


# talk


class ChatLine(Struct, frozen=True):
    """A line of talk."""

    id: int
    time: str
    player: str
    seats: list[str]
    you: bool
    text: str
    kind: ChatKind
    """say, or a notice of what happened to the table itself"""


class Chat(Struct, frozen=True):
    """The talk at a table."""

    chat: list[ChatLine]


class Opening(Struct, frozen=True):
    """All a page needs to show a match."""

    table: Table
    log: Entries
    chat: list[ChatLine]


class Notes(Struct, frozen=True):
    """Private notes."""

    text: str


# questions about a position


class Explained(Struct, frozen=True):
    """Why not."""

    legal: bool
    message: str
    reason: str
    """The sentence alone, with the number that decides; '' if it is legal."""
    cite: list[str]
    clauses: list[ClauseText]


class Odds(Struct, frozen=True):
    """Odds as the game gives them."""

    odds: Any


class Hint(Struct, frozen=True, kw_only=True):
    """One of the best answers; its figures are estimates, null where no bot of the game was trained."""

    action: str
    plan: list[str]
    """The answer and those that should follow it, up to the next throw or another seat's question."""
    text: str
    points: float | None
    """What the seat may expect in the end."""
    margin: float | None
    """How far that is ahead of the others, the strongest of whom count most."""
    win: float | None
    why: str
    odds: Any


class Hints(Struct, frozen=True):
    """The best answers to the open question, the best first."""

    seq: int
    hints: list[Hint]


class Interval(Struct, frozen=True):
    """A measured figure, and between which two it lies with 95 % certainty."""

    value: float
    low: float
    high: float


class StudiedSeat(Struct, frozen=True, kw_only=True):
    """How a seat fared over all continuations of a position."""

    seat: str
    name: str
    wins: Interval | None
    """null: no continuation reached the end of the game."""
    points: Interval
    low: float
    """Nine in ten continuations lie between this and `high` points."""
    high: float


class StudiedPlace(Struct, frozen=True):
    """Who most often holds a place, and in what share of continuations."""

    place: str
    faction: str
    share: float


class StudiedRound(Struct, frozen=True):
    """Who holds what as a round ends."""

    round: int
    places: list[StudiedPlace]


class Study(Struct, frozen=True, kw_only=True):
    """What usually happens from a position when bots play on."""

    games: int
    ended: int
    """Continuations that reached the end of the game."""
    bot: str
    seats: list[StudiedSeat]
    rounds: list[StudiedRound]


class Run(Struct, frozen=True):
    """An experiment that was played, or is being played."""

    name: str
    games: int
    arms: list[str]
    changed: str


class Runs(Struct, frozen=True):
    """Runs whose reports can be read at /lab/{name}."""

    runs: list[Run]


class RefusedAnswer(Struct, frozen=True):
    """An answer one might try that is not allowed, with the sentence that says why."""

    action: str
    text: str
    reason: str
    cite: list[str]


class ReachedQuestion(Struct, frozen=True, kw_only=True):
    """The question that follows an answer, and its legal answers."""

    step: str
    question: str
    about: Json
    answers: list[ReachedAnswer]


class ReachedAnswer(Struct, frozen=True, kw_only=True):
    """A legal answer, its odds, and what would be asked next."""

    action: str
    verb: str
    noun: str | int | None
    text: str
    warning: str | UnsetType = UNSET
    odds: Any = None
    ends: Literal["dice", "seat", "over"] | None = None
    """Why nothing is known of what follows: dice fall or a secret is shown, another seat is asked, it is over."""
    next: ReachedQuestion | None = None


class Reach(Struct, frozen=True, kw_only=True):
    """What the seat could do from here: its answers, what would follow, and what is not allowed."""

    seq: int
    action: str | None
    """The answer tried first; null: the open question itself."""
    question: ReachedQuestion | None
    """null: the answer ends what can be known."""
    ends: Literal["dice", "seat", "over"] | None
    refused: list[RefusedAnswer]
    complete: bool
    """False: there was too much to try, so some odds and following questions are missing."""


class Line(Struct, frozen=True):
    """A position as text."""

    game: str
    options: Json
    line: str
    link: str


class Position(Struct, frozen=True):
    """A position as a spectator sees it."""

    game: str
    options: Json
    view: Json
    line: str


# lists of matches


class ListedTurn(Struct, frozen=True):
    """Who must answer, for the lobby."""

    seat: str
    since: str
    yours: bool


class ListedSeat(Struct, frozen=True):
    """Who sits on one seat, for the lobby."""

    seat: str
    name: str
    kind: SeatKind
    player: str | None
    bot: str | None
    you: bool


class ListedRound(Struct, frozen=True):
    """How far a match has come."""

    number: int
    of: int | None


class ListedMatch(Struct, frozen=True, kw_only=True):
    """One line of a list of matches."""

    match: str
    game: str
    variant: str | None
    """What the variant is called, if one is played."""
    title: str
    pace: Pace
    public: bool
    sandbox: bool
    origin: Origin
    rated: bool
    """Whether it moves its players' ratings."""
    status: Status
    created: str
    changed: str
    seq: int
    n: int
    turn: ListedTurn | None
    round: ListedRound | None
    """Of running matches of your own."""
    creator: bool
    """Whether you created it."""
    seats: list[ListedSeat]
    outcome: Outcome | None
    watch: str | None
    open: dict[str, str]
    """The invites of open seats."""


class Matches(Struct, frozen=True):
    """Matches for the lobby."""

    matches: list[ListedMatch]


class Invite(Struct, frozen=True, kw_only=True):
    """What one would join."""

    match: str
    game: str
    variant: str | None
    """What the variant is called, if one is played."""
    title: str
    seat: str
    name: str
    pace: Pace
    origin: Origin
    creator: str | None
    seats: list[Seat]
    seen_by: list[str]
    """Who has seen what this seat alone may know."""
    yours: bool


class Watch(Struct, frozen=True):
    """The match a spectator link leads to."""

    match: str


# games and rules


class Option(Struct, frozen=True):
    """One option of a game and what it may be."""

    name: str
    values: list[Any]
    default: Any


class NamedSeat(Struct, frozen=True):
    """A seat and what it is called."""

    id: str
    name: str


class SeatsWhen(Struct, frozen=True):
    """The seats under these options."""

    when: Json
    seats: list[NamedSeat]


class SeatTable(Struct, frozen=True):
    """The seats for every combination of the options on which they depend."""

    depends: list[str]
    table: list[SeatsWhen]


class OptionAbout(Struct, frozen=True):
    """An option in plain words."""

    title: str
    text: str
    values: dict[str, str]


class AboutGame(Struct, frozen=True):
    """A game for somebody who has never played it; minutes are an estimate, from and to."""

    line: str
    text: str
    players: str
    minutes: tuple[int, int]
    weight: int
    seats: dict[str, str]
    options: dict[str, OptionAbout]


class OverviewPart(Struct, frozen=True):
    """A heading of the one-page overview and its points."""

    title: str
    lines: list[str]


class BotLevel(Struct, frozen=True):
    """A bot in a line for people, and its measured rating if there is one."""

    name: str
    line: str
    rating: int | None


class Game(Struct, frozen=True, kw_only=True):
    """What the lobby needs to offer a game."""

    id: str
    title: str
    version: int
    books: list[str]
    board: str
    options: list[Option]
    seats: SeatTable
    bots: list[str]
    levels: list[BotLevel]
    """The bots once more, the strongest first, with what they are like."""
    about: AboutGame | None
    variant: VariantOf | None
    """Set if this is a variant of another game; its matches are never rated."""


class VariantOf(Struct, frozen=True):
    """What a variant is called, and of which game it is one."""

    game: str
    title: str


class DataTable(Struct, frozen=True):
    """A table of a game's data and where it comes from."""

    name: str
    source: str
    confidence: str


class GameDetails(Game, frozen=True, kw_only=True):
    """A game with its data tables, words and action space."""

    tables: list[DataTable]
    words: dict[str, dict[str, str]]
    verbs: dict[str, list[str | int]]
    overview: list[OverviewPart]


class Games(Struct, frozen=True):
    """What there is to play."""

    games: list[Game]


class Clause(Struct, frozen=True):
    """One clause, in our words."""

    ref: str
    id: str
    section: str
    kind: str
    text: str
    rulings: list[str]
    cases: list[str]


class Ruling(Struct, frozen=True):
    """How we read clauses that leave something open."""

    ref: str
    id: str
    clauses: list[str]
    question: str
    reading: str


class Book(Struct, frozen=True):
    """A rulebook."""

    id: str
    clauses: list[Clause]
    rulings: list[Ruling]


class Rules(Struct, frozen=True):
    """Every clause of a game's books, in our words."""

    books: list[Book]


# the server itself


class Me(Struct, frozen=True):
    """Who I am."""

    player: str | None
    name: str | None


class NewMe(Struct, frozen=True):
    """Who I am now, with the token that proves it."""

    player: str
    name: str
    token: str


class SigningKey(Struct, frozen=True):
    """The public key with which this server signs records."""

    algorithm: str
    key: str


class Session(Struct, frozen=True):
    """A signed-in browser or program."""

    id: str
    created: str
    seen: str
    expires: str
    agent: str
    you: bool
    """Whether it is the one that asks."""


class SessionList(Struct, frozen=True):
    """Where I am signed in."""

    sessions: list[Session]


class Recovery(Struct, frozen=True):
    """A code and link by which to come back; shown once."""

    code: str
    link: str


class PasskeyOptions(Struct, frozen=True):
    """What the browser needs to make or show a passkey, and the state to send back with it."""

    options: Json
    state: str


class Passkey(Struct, frozen=True):
    """A key that one of my devices keeps."""

    id: str
    name: str
    created: str


class PasskeyList(Struct, frozen=True):
    """My passkeys."""

    passkeys: list[Passkey]


class Check(Struct, frozen=True):
    """One thing that was looked at."""

    ok: bool
    text: str


class Health(Struct, frozen=True):
    """How the server is: database, disk, bots, queue."""

    ok: bool
    version: str
    checks: dict[str, Check]


class Error(Struct, frozen=True, kw_only=True):
    """A refusal; nothing has changed."""

    error: str
    message: str
    cite: list[str]
    clauses: list[ClauseText]
    table: Table | UnsetType = UNSET
    """With `stale`: the current table."""
    answer: int | UnsetType = UNSET
    """With a plan: which of its answers was refused, counted from 1."""


# the socket's messages


class Message(Struct, frozen=True, kw_only=True, tag_field="type"):
    """Anything the server sends over a socket; `type` says what."""


class Subscribed(Message, frozen=True, kw_only=True, tag="table"):
    """The match as it is now, and the entries missed."""

    id: int | str | None
    match: str
    table: Table
    entries: list[Entry]


class Update(Progress, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """What happened, and where that leaves this perspective."""

    entries: list[Entry]
    id: int | str | UnsetType | None = UNSET
    view: Json | UnsetType = UNSET
    changes: list[Operation] | UnsetType = UNSET
    """A JSON Patch that makes the view of the one sent before."""


class Acknowledged(Message, frozen=True, kw_only=True, tag="ack"):
    """A command is committed."""

    id: int | str | None
    match: str
    seq: int | None


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    """A message was not carried out; nothing has changed."""

    id: int | str | None
    match: str | None
    status: int
    error: str
    message: str
    cite: list[str]
    clauses: list[ClauseText]
    table: Table | UnsetType = UNSET
    answer: int | UnsetType = UNSET


class Seats(Message, frozen=True, kw_only=True, tag="seats"):
    """Who sits where now."""

    match: str
    seats: list[Seat]
    title: str
    public: bool
    proposal: Proposal | None


class Said(Message, frozen=True, kw_only=True, tag="chat"):
    """Somebody said something."""

    match: str
    line: ChatLine


class LobbyChanged(Message, frozen=True, kw_only=True, tag="lobby"):
    """One of the player's matches changed."""

    match: str


class Gone(Message, frozen=True, kw_only=True, tag="gone"):
    """The match was deleted, or may no longer be seen."""

    match: str


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    """The server is there."""

    id: int | str | None


# the description


def reference(shape: type[Struct]) -> Json:
    """Where the OpenAPI description keeps a shape."""
    return {"$ref": f"#/components/schemas/{shape.__name__}"}


def schemas() -> Json:
    """Every shape above as JSON schema."""
    _, components = msgspec.json.schema_components(
        list(_shapes()), ref_template="#/components/schemas/{name}"
    )
    return components


def _shapes() -> Iterator[type[Struct]]:
    for module in (order_shapes, clock_shapes, notify_shapes, event_shapes):
        yield from _shapes_of(vars(module))
    yield from _shapes_of(globals())


def _shapes_of(names: Mapping[str, object]) -> Iterator[type[Struct]]:
    for value in names.values():
        if isinstance(value, type) and issubclass(value, Struct) and value is not Struct:
            yield value
