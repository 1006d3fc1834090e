"""The shapes of everything the server sends, a module for each noun; the OpenAPI description is made from these structs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from albion.server import clock_shapes, event_shapes, notify_shapes, order_shapes
from albion.server.responses.clauses import ClauseText, cite_texts, clause_texts
from albion.server.responses.games import (
    AboutGame,
    Book,
    BotLevel,
    Clause,
    DataTable,
    Game,
    GameDetails,
    Games,
    GameTable,
    NamedSeat,
    Option,
    OptionAbout,
    OverviewPart,
    Rules,
    Ruling,
    SeatsWhen,
    SeatTable,
    VariantOf,
)
from albion.server.responses.identity import (
    Check,
    Error,
    Health,
    Me,
    NewMe,
    Passkey,
    PasskeyList,
    PasskeyOptions,
    Recovery,
    Session,
    SessionList,
    SigningKey,
)
from albion.server.responses.lessons import LessonStage, LessonStray, LessonView
from albion.server.responses.lists import (
    Invite,
    ListedChat,
    ListedMatch,
    ListedRound,
    ListedSeat,
    ListedTurn,
    Matches,
    Watch,
)
from albion.server.responses.log import Chat, ChatLine, Entries, Entry, Event, Notes, Opening, Played, Since
from albion.server.responses.messages import (
    Acknowledged,
    Brief,
    Gone,
    LobbyChanged,
    Message,
    Pong,
    Refused,
    Said,
    Seats,
    Subscribed,
    Update,
)
from albion.server.responses.questions import (
    Dispute,
    Explained,
    Hint,
    Hints,
    Interval,
    Line,
    Odds,
    Position,
    Reach,
    ReachedAnswer,
    ReachedQuestion,
    RefusedAnswer,
    Run,
    Runs,
    StudiedPlace,
    StudiedRound,
    StudiedSeat,
    Study,
    Way,
)
from albion.server.responses.table import (
    Answer,
    Chance,
    Decision,
    Migrated,
    Outcome,
    Progress,
    Proposal,
    Seat,
    Table,
    Turn,
    Undo,
    You,
)

__all__ = [
    "AboutGame",
    "Acknowledged",
    "Answer",
    "Book",
    "BotLevel",
    "Brief",
    "Chance",
    "Chat",
    "ChatLine",
    "Check",
    "Clause",
    "ClauseText",
    "DataTable",
    "Decision",
    "Dispute",
    "Entries",
    "Entry",
    "Error",
    "Event",
    "Explained",
    "Game",
    "GameDetails",
    "GameTable",
    "Games",
    "Gone",
    "Health",
    "Hint",
    "Hints",
    "Interval",
    "Invite",
    "LessonStage",
    "LessonStray",
    "LessonView",
    "Line",
    "ListedChat",
    "ListedMatch",
    "ListedRound",
    "ListedSeat",
    "ListedTurn",
    "LobbyChanged",
    "Matches",
    "Me",
    "Message",
    "Migrated",
    "NamedSeat",
    "NewMe",
    "Notes",
    "Odds",
    "Opening",
    "Option",
    "OptionAbout",
    "Outcome",
    "OverviewPart",
    "Passkey",
    "PasskeyList",
    "PasskeyOptions",
    "Played",
    "Pong",
    "Position",
    "Progress",
    "Proposal",
    "Reach",
    "ReachedAnswer",
    "ReachedQuestion",
    "Recovery",
    "Refused",
    "RefusedAnswer",
    "Rules",
    "Ruling",
    "Run",
    "Runs",
    "Said",
    "Seat",
    "SeatTable",
    "Seats",
    "SeatsWhen",
    "Session",
    "SessionList",
    "SigningKey",
    "Since",
    "StudiedPlace",
    "StudiedRound",
    "StudiedSeat",
    "Study",
    "Subscribed",
    "Table",
    "Turn",
    "Undo",
    "Update",
    "VariantOf",
    "Watch",
    "Way",
    "You",
    "cite_texts",
    "clause_texts",
    "reference",
    "schemas",
]

Json = dict[str, Any]


def reference(shape: type[Struct]) -> Json:
    """Where the OpenAPI description keeps a shape."""
    return {"$ref": f"#/components/schemas/{shape.__name__}"}


def schemas() -> Json:
    """Every shape as JSON schema."""
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
