"""The bodies of requests, and what they may hold."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

_LINE = r"^[^\x00-\x1f\x7f]*$"
_TEXT = r"^[^\x00-\x08\x0b-\x1f\x7f]*$"
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
Name = Annotated[str, StringConstraints(pattern=r"^[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$", max_length=40)]
Title = Annotated[str, StringConstraints(pattern=_LINE, max_length=80)]
ActionText = Annotated[str, StringConstraints(pattern=_LINE, min_length=1, max_length=200)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
SeatWord = Annotated[str, StringConstraints(pattern=r"^(human|open|bot:[a-z0-9-]{1,40})$")]
Scalar = bool | int | str


class Asked(BaseModel):
    """A request's body: nothing unknown, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NameAsked(Asked):
    """The name others see."""

    name: Name = Field(examples=["Ann"])


class MatchAsked(Asked):
    """A new match."""

    game: Slug = Field(examples=["redux-core"])
    options: dict[str, Scalar] = Field(default_factory=dict, examples=[{}])
    seats: dict[str, SeatWord] = Field(default_factory=dict, examples=[{}])
    pace: Literal["live", "slow"] = "live"
    public: bool = False
    title: Title = ""


class MatchChange(Asked):
    """What the lobby shows of a match."""

    title: Title | None = None
    public: bool | None = None


class SeatAsked(Asked):
    """To whom a seat goes."""

    to: SeatWord = Field(examples=["bot:random", "open"])


class ActionAsked(Asked):
    """An answer to the open question."""

    seq: Count = Field(examples=[41], description="the last entry seen")
    action: ActionText = Field(examples=["from essex"])
    seat: Slug | None = None


class UndoAsked(Asked):
    """Taking an answer back."""

    seq: Count = Field(examples=[41], description="the last entry seen")
    seat: Slug | None = None


class ExplainAsked(Asked):
    """Why is this not possible?"""

    action: ActionText = Field(examples=["to wales"])
    seat: Slug | None = None


class OddsAsked(Asked):
    """What are the odds, of the open question or of an action?"""

    action: ActionText | None = None
    seat: Slug | None = None


class ForkAsked(Asked):
    """A sandbox from a position."""

    at: Count | None = None
    seats: dict[str, SeatWord] = Field(default_factory=dict)
    seat: Slug | None = None


class RecordAsked(Asked):
    """A record to import."""

    text: str = Field(max_length=1_000_000, examples=["albion record 1\ngame: redux-core\n…"])
    title: Title = ""


class PositionAsked(Asked):
    """A position as text."""

    game: Slug = Field(examples=["redux-core"])
    options: dict[str, Scalar] = Field(default_factory=dict)
    line: str = Field(max_length=20_000, examples=["essex: 2 Saxons"])


class ChatAsked(Asked):
    """A line of talk."""

    text: Annotated[str, StringConstraints(pattern=_TEXT, min_length=1, max_length=2000)] = Field(
        examples=["Hello"]
    )


class NotesAsked(Asked):
    """Private notes."""

    text: Annotated[str, StringConstraints(pattern=_TEXT, max_length=20_000)] = Field(examples=["Hold York."])
