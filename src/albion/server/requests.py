"""What clients send: the bodies of requests, and the messages of sockets."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from albion.server.names import LONGEST

_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$"
"""No control characters, and none that turn round the text of others on the same page."""
_TEXT = r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$"
TALK = re.compile(_TEXT)
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
GameId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}(\+[a-z0-9-]{1,40})?$")]
"""A game, or one of its variants: 'redux-core+more-saxons'."""
Name = Annotated[str, StringConstraints(pattern=r"^[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$", max_length=LONGEST)]
Title = Annotated[str, StringConstraints(pattern=_LINE, max_length=80)]
ActionText = Annotated[str, StringConstraints(pattern=_LINE, min_length=1, max_length=200)]
ChanceText = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
SeatWord = Annotated[str, StringConstraints(pattern=r"^(human|open|bot:[a-z0-9-]{1,40})$")]
Scalar = bool | int | str
MOST_ANSWERS = 64
"""The most answers in one plan."""


class Body(BaseModel):
    """A request's body: nothing unknown, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class MyName(Body):
    """The name others see."""

    name: Name = Field(examples=["Ann"])


class RecoveryCode(Body):
    """A code with which a player signs in again."""

    code: Annotated[str, StringConstraints(pattern=_LINE, min_length=1, max_length=100)]


class NewPasskey(Body):
    """A key that a browser has made, with the state it was given."""

    state: Annotated[str, StringConstraints(max_length=1000)]
    credential: dict[str, Any]
    name: Title = "Passkey"


class ShownPasskey(Body):
    """A key that a browser shows, with the state it was given."""

    state: Annotated[str, StringConstraints(max_length=1000)]
    credential: dict[str, Any]


class Clock(Body):
    """How long players may take; what happens at zero is agreed here."""

    kind: Literal["turn", "bank"] = Field(description="time per turn, or a time bank for the whole match")
    minutes: Annotated[int, Field(ge=1, le=365 * 24 * 60)] = Field(examples=[3 * 24 * 60])
    increment: Annotated[int, Field(ge=0, le=30 * 24 * 60)] = Field(
        default=0, description="minutes added to a time bank with each turn"
    )
    at_zero: Annotated[str, StringConstraints(pattern=r"^(pass|vote|bot:[a-z0-9-]{1,40})$")] = Field(
        default="vote", description="a bot takes over, the turn is passed, or the others vote"
    )


class NewMatch(Body):
    """A new match."""

    game: GameId = Field(examples=["redux-core"])
    options: dict[str, Scalar] = Field(default_factory=dict, examples=[{}])
    seats: dict[str, SeatWord] = Field(default_factory=dict, examples=[{}])
    pace: Literal["live", "slow"] = "live"
    public: bool = False
    title: Title = ""
    chance: ChanceText | None = None
    clock: Clock | None = None
    rated: bool = Field(default=False, description="whether it counts for its players' ratings")


EVENT_CLOCK = Clock(kind="turn", minutes=7 * 24 * 60)
"""Of events for which none was chosen: without one a table that nobody plays would hold up all others for ever."""


class NewEvent(Body):
    """A league or tournament of several tables."""

    title: Title = ""
    game: Slug = Field(examples=["redux-core"])
    options: dict[str, Scalar] = Field(default_factory=dict, examples=[{}])
    kind: Literal["round-robin", "swiss", "league"] = "round-robin"
    rounds: Annotated[int, Field(ge=1, le=30)] | None = Field(
        default=None, description="by default as many as the number of players calls for"
    )
    pace: Literal["live", "slow"] = "slow"
    clock: Clock = Field(default=EVENT_CLOCK, description="every table of an event has one")


class MatchChange(Body):
    """What the lobby shows of a match."""

    title: Title | None = None
    public: bool | None = None


class AddedChance(Body):
    """What a player adds to the seed of a match at which somebody else has seated them."""

    chance: ChanceText


class Reassign(Body):
    """Who gets a seat."""

    to: SeatWord = Field(examples=["bot:random", "open"])


class SitDown(Body):
    """What a player adds to the seed on taking a seat: random text, made where the player sits."""

    chance: ChanceText | None = None


class SeatRequest(Body):
    """Which of one's seats."""

    seat: Slug | None = None


_Moment = Annotated[str, StringConstraints(max_length=40)]


class NewHoliday(Body):
    """From when to when one is away."""

    begins: _Moment = Field(examples=["2026-08-01T00:00:00Z"])
    ends: _Moment = Field(examples=["2026-08-15T00:00:00Z"])


class NewChannel(Body):
    """A way to reach a player."""

    kind: Literal["push", "email", "apprise"] = Field(examples=["email"])
    address: Annotated[str, StringConstraints(pattern=_LINE, min_length=3, max_length=2000)] = Field(
        examples=["ann@example.org"],
        description="an e-mail or Apprise address, or a push subscription as JSON",
    )


_Hour = Annotated[str, StringConstraints(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]


class QuietTime(Body):
    """When to send no messages; the same hour twice for never."""

    begins: _Hour = Field(examples=["22:00"])
    ends: _Hour = Field(examples=["07:30"])
    zone: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_+/-]{1,60}$")] = Field(
        examples=["Europe/London"]
    )
    wait: Annotated[int, Field(ge=0, le=24 * 60)] = Field(
        default=2, description="minutes to wait and combine messages"
    )


class MailAddress(Body):
    """An e-mail address."""

    address: Annotated[str, StringConstraints(pattern=_LINE, min_length=3, max_length=254)]


class StandingOrder(Body):
    """How a kind of question is answered in others' turns; 'ask' for not at all."""

    policy: Slug = Field(examples=["odds"])
    n: Annotated[int, Field(ge=0, le=100)] | None = Field(
        default=None, description="in percent, where the policy has a number"
    )
    only: list[Annotated[str, StringConstraints(pattern=_LINE, max_length=100)]] = Field(
        default=[], max_length=100, description="the only nouns it may use, in order of preference"
    )


class OrdersRequest(Body):
    """A seat's standing orders, by kind."""

    orders: dict[Slug, StandingOrder] = Field(max_length=50, examples=[{"retreat": {"policy": "odds"}}])
    seat: Slug | None = None


class ProposalAnswer(Body):
    """Whether one agrees to the open proposal; its own player withdraws it."""

    id: Count = Field(examples=[3])
    agree: bool


class PlayRequest(Body):
    """An answer to the open question."""

    seq: Count = Field(examples=[41], description="the last entry seen")
    action: ActionText = Field(examples=["from essex"])
    seat: Slug | None = None


class PlanRequest(Body):
    """Several answers, given together or not at all."""

    seq: Count = Field(examples=[41], description="the last entry seen")
    answers: list[ActionText] = Field(
        min_length=1, max_length=MOST_ANSWERS, examples=[["from essex", "to kent", "send 2"]]
    )
    seat: Slug | None = None


class ReachRequest(Body):
    """What could be done from here, or after some answers?"""

    action: ActionText | None = Field(default=None, examples=["from essex"])
    then: list[ActionText] = Field(
        default=[], max_length=MOST_ANSWERS - 1, description="further answers, in order"
    )
    deep: bool | None = Field(
        default=None, description="whether what follows each answer is wanted too; by default after `action`"
    )
    through: Slug | None = Field(
        default=None, examples=["enter"], description="a verb: also where repeating it leads, step by step"
    )
    seat: Slug | None = None

    @property
    def tried(self) -> tuple[str, ...]:
        """All answers tried, in order; without `action` there are none."""
        return () if self.action is None else (self.action, *self.then)


class UndoRequest(Body):
    """Taking an answer back."""

    seq: Count = Field(examples=[41], description="the last entry seen")
    seat: Slug | None = None
    to: Count | None = Field(
        default=None, description="a position further back, to which the others must agree"
    )


class ExplainRequest(Body):
    """Why is this not possible?"""

    action: ActionText = Field(examples=["to wales"])
    seat: Slug | None = None


class OddsRequest(Body):
    """What are the odds, of the open question or of an action?"""

    action: ActionText | None = None
    seat: Slug | None = None


class HintsRequest(Body):
    """What would a strong player answer?"""

    seat: Slug | None = None


_Words = Annotated[str, StringConstraints(pattern=_TEXT, min_length=1, max_length=2000)]


class DisputeRequest(Body):
    """What the rules should say instead, at a moment of the match."""

    should: Literal["allow", "refuse", "differ"] = Field(
        description="a move should be allowed, should not be, or had the wrong effect"
    )
    at: Count | None = Field(default=None, description="the number of answers in effect; null: the last")
    then: list[ActionText] = Field(
        default=[],
        max_length=MOST_ANSWERS - 1,
        description="answers of an unfinished move, before the disputed one",
    )
    action: ActionText | None = Field(default=None, examples=["to wales"], description="for allow and refuse")
    event: Slug | None = Field(
        default=None, description="for differ: the kind of event of answer `at` that should not have happened"
    )
    rule: Annotated[str, StringConstraints(pattern=_LINE, max_length=200)] | None = Field(
        default=None, examples=["redux-core 6.2.c"], description="the clause; null: the question's own"
    )
    expected: _Words = Field(examples=["Two armies may cross to Wales."])
    why: Annotated[str, StringConstraints(pattern=_TEXT, max_length=2000)] = ""
    seat: Slug | None = None


class ForkRequest(Body):
    """A sandbox from a position."""

    at: Count | None = None
    seats: dict[str, SeatWord] = Field(default_factory=dict)
    seat: Slug | None = None


class StudyRequest(Body):
    """What usually happens from a position?"""

    at: Count | None = Field(default=None, description="the number of answers in effect; null: the last")
    bot: Slug | None = Field(default=None, description="the bot that plays every seat; null: steady")


class RecordText(Body):
    """A record to import."""

    text: str = Field(max_length=1_000_000, examples=["albion record 1\ngame: redux-core\n…"])
    title: Title = ""


class PositionLine(Body):
    """A position as text."""

    game: GameId = Field(examples=["redux-core"])
    options: dict[str, Scalar] = Field(default_factory=dict)
    line: str = Field(max_length=20_000, examples=["essex: 2 Saxons"])


class ChatText(Body):
    """A line of talk."""

    text: Annotated[str, StringConstraints(pattern=_TEXT, min_length=1, max_length=2000)] = Field(
        examples=["Hello"]
    )


class NotesText(Body):
    """Private notes."""

    text: Annotated[str, StringConstraints(pattern=_TEXT, max_length=20_000)] = Field(examples=["Hold York."])


# the socket's messages


class Message(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, frozen=True):
    """Anything a client sends over a socket; `do` says what, and `id` comes back with the answer."""

    id: int | str | None = None


class Subscribe(Message, tag="subscribe", kw_only=True, frozen=True):
    """Follow a match."""

    match: str
    seat: str | None = None
    watch: str | None = None
    since: int | None = None
    view: bool | Literal["changes"] = True
    brief: bool = False
    """Updates tell only what this connection was not told before."""


class Unsubscribe(Message, tag="unsubscribe", kw_only=True, frozen=True):
    """Stop following it."""

    match: str


class Play(Message, tag="play", kw_only=True, frozen=True):
    """Answer the open question."""

    match: str
    seq: int
    action: str
    seat: str | None = None


class Plan(Message, tag="plan", kw_only=True, frozen=True):
    """Give several answers together or not at all."""

    match: str
    seq: int
    answers: Annotated[list[str], msgspec.Meta(min_length=1, max_length=MOST_ANSWERS)]
    seat: str | None = None


class Undo(Message, tag="undo", kw_only=True, frozen=True):
    """Take an answer back."""

    match: str
    seq: int
    seat: str | None = None


class Say(Message, tag="chat", kw_only=True, frozen=True):
    """Say something."""

    match: str
    text: str


class FollowLobby(Message, tag="lobby", kw_only=True, frozen=True):
    """Be told when one of my matches changes."""


class Ping(Message, tag="ping", kw_only=True, frozen=True):
    """Ask whether the server is there."""


SocketMessage = Subscribe | Unsubscribe | Play | Plan | Undo | Say | FollowLobby | Ping
read_message = msgspec.json.Decoder(SocketMessage).decode
