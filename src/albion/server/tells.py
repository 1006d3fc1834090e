"""The bodies of answers, for the documentation."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class ClauseText(BaseModel):
    """A clause and what it says."""

    ref: str = Field(examples=["redux-core 6.3.b"])
    text: str


class ErrorTold(BaseModel):
    """A refusal; nothing has changed."""

    error: str = Field(examples=["illegal"])
    message: str = Field(
        examples=["'send 9' is not allowed now: 9 are too many, 5 stand there (redux-core 6.1.a)"]
    )
    cite: list[str]
    clauses: list[ClauseText]
    table: dict[str, Any] | None = Field(default=None, description="with `stale`: the current table")


class Me(BaseModel):
    """Who I am."""

    player: str | None
    name: str | None


class MeMade(Me):
    """Who I am now, with the token that proves it."""

    token: str


class SeatTold(BaseModel):
    """Who sits on one seat."""

    seat: str
    name: str
    kind: Literal["human", "bot", "open"]
    player: str | None
    bot: str | None
    you: bool
    online: bool
    seen: str | None
    abandoned: bool
    invite: str | None


class Turn(BaseModel):
    """Who must answer, and since when."""

    seat: str
    since: str


class ActionTold(BaseModel):
    """One legal answer."""

    action: str
    verb: str
    noun: str | int | None
    text: str
    warning: str | None = Field(default=None, description="why it is risky; absent if it is not")


class DecisionTold(BaseModel):
    """The open question."""

    seat: str
    mine: bool
    secret: bool
    step: str | None
    cite: list[str]
    question: str | None
    about: dict[str, Any] | None
    actions: list[ActionTold] | None


class UndoTold(BaseModel):
    """Whether something may be taken back, and to which position that leads."""

    possible: bool
    to: int | None


class OutcomeTold(BaseModel):
    """How it ended."""

    scores: dict[str, int]
    winners: list[str]
    cite: list[str]


class You(BaseModel):
    """What the table is to who asked."""

    player: str | None
    seats: list[str]
    creator: bool


class Table(BaseModel):
    """A match through the eyes of one perspective."""

    match: str
    game: str
    board: str
    title: str
    version: int
    options: dict[str, Any]
    pace: Literal["live", "slow"]
    public: bool
    sandbox: bool
    fork_of: str | None
    created: str
    status: Literal["running", "over"]
    seq: int
    n: int
    at: int
    you: You
    perspective: str | None
    seats: list[SeatTold]
    watch: str | None
    turn: Turn | None
    view: dict[str, Any]
    decision: DecisionTold | None
    undo: UndoTold
    outcome: OutcomeTold | None
    seed_hash: str
    seed: str | None


class EventTold(BaseModel):
    """One fact."""

    kind: str
    cite: list[str]
    data: dict[str, Any]
    text: str
    final: bool


class EntryTold(BaseModel):
    """One line of the log."""

    seq: int
    n: int
    kind: Literal["setup", "play", "undo"]
    seat: str | None
    action: str | None
    text: str | None
    step: str | None
    forced: bool
    undone: bool
    time: str
    events: list[EventTold]


class Played(BaseModel):
    """What a command added, and the table after it."""

    seq: int
    n: int
    entries: list[EntryTold]
    table: Table


class Entries(BaseModel):
    """A part of the log."""

    seq: int
    n: int
    more: bool
    entries: list[EntryTold]


class Since(BaseModel):
    """What happened since a seat's last own answer."""

    model_config = ConfigDict(populate_by_name=True)

    seat: str
    start: int = Field(alias="from")
    to: int
    entries: list[EntryTold]


class Explained(BaseModel):
    """Why not."""

    legal: bool
    message: str
    reason: str = Field(description="the sentence alone, with the number that decides; '' if it is legal")
    cite: list[str]
    clauses: list[ClauseText]


class Odds(BaseModel):
    """Odds as the game gives them."""

    odds: Any


class Listed(BaseModel):
    """Matches for the lobby."""

    matches: list[dict[str, Any]]


class Line(BaseModel):
    """A position as text."""

    game: str
    options: dict[str, Any]
    line: str
    link: str


class PositionTold(BaseModel):
    """A position as a spectator sees it."""

    game: str
    options: dict[str, Any]
    view: dict[str, Any]
    line: str


class ChatLine(BaseModel):
    """A line of talk."""

    id: int
    time: str
    player: str
    seats: list[str]
    you: bool
    text: str


class Chat(BaseModel):
    """The talk at a table."""

    chat: list[ChatLine]


class Opening(Chat):
    """All a page needs to show a match."""

    table: Table
    log: Entries


class Notes(BaseModel):
    """Private notes."""

    text: str


class Invite(BaseModel):
    """What one would join."""

    match: str
    game: str
    title: str
    seat: str
    name: str
    pace: str
    creator: str | None
    seats: list[SeatTold]
    yours: bool


class Watch(BaseModel):
    """The match a spectator link leads to."""

    match: str


class Games(BaseModel):
    """What there is to play."""

    games: list[dict[str, Any]]


class Rules(BaseModel):
    """Every clause of a game's books, in our words."""

    books: list[dict[str, Any]]


class Health(BaseModel):
    """The server is well."""

    ok: bool
    version: str
