"""What leaves the server about a match: everything here is filtered for one perspective."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from albion.engine.action import Action, Decision, Seat
from albion.engine.dice import seed_hash
from albion.engine.options import Options
from albion.engine.refusal import why_sentence
from albion.engine.state import Outcome, State
from albion.engine.step import Choice
from albion.server.catalogue import board_of
from albion.server.clock import iso
from albion.server.entry import Entry
from albion.server.errors import cite_json
from albion.server.live import Live, Position
from albion.server.store.rows import MatchRow, SeatRow

Json = dict[str, Any]
ONLINE = 45_000
"""Who was seen within so many milliseconds is there, even if connected to another process."""
ABANDONED = {"live": 10 * 60_000, "slow": 7 * 24 * 3600_000}


class Viewer(msgspec.Struct, frozen=True):
    """Who looks, and through whose eyes."""

    player: str | None
    perspective: Seat | None
    insider: bool
    """Sits there or created the match."""


def table(live: Live, viewer: Viewer, now: int, shown: tuple[int, Position] | None = None) -> Json:
    """The whole table; `shown` is an earlier position and its number."""
    row, seat = live.row, viewer.perspective
    at, (state, d) = shown if shown is not None else (live.n, (live.match.state, live.match.decision))
    return {
        "match": row.id,
        "game": row.game,
        "board": board_of(live.game),
        "title": row.title,
        "version": row.version,
        "options": options_json(live.options),
        "pace": row.pace,
        "public": bool(row.public),
        "sandbox": bool(row.sandbox),
        "fork_of": row.fork_of,
        "created": iso(row.created),
        "seq": row.seq,
        "at": at,
        "you": {
            "player": viewer.player,
            "seats": list(live.seats_of(viewer.player)),
            "creator": viewer.player == row.creator,
        },
        "seats": seats(live, viewer, now),
        "watch": row.watch if viewer.insider or row.public else None,
        "seed_hash": seed_hash(int(row.seed)),
        **progress(live, seat),
        "view": live.game.view(state, seat),
        "decision": decision(live, state, d, seat, past=at != live.n),
        "outcome": outcome(state.outcome if d is None else None),
    }


def progress(live: Live, seat: Seat | None) -> Json:
    """How the match stands now."""
    row = live.row
    to = None if seat is None else live.undo_to(seat)
    return {
        "n": row.n,
        "status": row.status,
        "perspective": seat,
        "turn": None if row.turn is None else {"seat": row.turn, "since": iso(row.since)},
        "undo": {"possible": to is not None, "to": to},
        "seed": row.seed if live.over else None,
    }


def update(live: Live, seat: Seat | None, new: Iterable[Entry]) -> Json:
    """What happened just now, and where that leaves this perspective; the view comes beside it."""
    state, d = live.match.state, live.match.decision
    return {
        "type": "update",
        "match": live.id,
        "seq": live.row.seq,
        "entries": entries(live, seat, new),
        **progress(live, seat),
        "decision": decision(live, state, d, seat),
        "outcome": outcome(state.outcome if d is None else None),
    }


def changes(before: Json | None, view: Json) -> Json:
    """The view, or only those parts of it that differ from the one sent before."""
    if before is None or before.keys() != view.keys():
        return {"view": view}
    return {
        "changes": {
            key: part for key, part in view.items() if part is not before[key] and part != before[key]
        }
    }


def entries(live: Live, seat: Seat | None, some: Iterable[Entry]) -> list[Json]:
    """Lines of the log as that seat may read them; when the match is over, all of them."""
    return [entry.told(live.words, seat, live.over) for entry in some]


def decision(
    live: Live, state: State, d: Decision | None, seat: Seat | None, past: bool = False
) -> Json | None:
    """The open question: in full for who must answer, in outline for others, bare if it is secret."""
    if d is None:
        return None
    step = state.agenda[-1]
    assert isinstance(step, Choice)
    mine = seat == d.seat
    if step.secret and not mine and not live.over:
        bare: Json = {"step": None, "cite": [], "question": None, "about": None, "actions": None}
        return {"seat": d.seat, "mine": False, "secret": True, **bare}
    about = step.about(state)
    actions = None
    if mine and not past:
        actions = [_answer(live, step, state, a, about) for a in d.actions]
    return {
        "seat": d.seat,
        "mine": mine and not past,
        "secret": step.secret,
        "step": d.step,
        "cite": cite_json(d.cite),
        "question": live.words.question(d.step, about),
        "about": about,
        "actions": actions,
    }


def _answer(live: Live, step: Choice[Any], state: State, a: Action, about: Json) -> Json:
    """An answer as it is offered, with its warning if it is risky."""
    answer, warning = live.labels.answer(a, about), step.warns(state, a)
    return answer if warning is None else {**answer, "warning": why_sentence(live.words, warning)}


def outcome(o: Outcome | None) -> Json | None:
    """How it ended."""
    return o and {"scores": dict(o.scores), "winners": list(o.winners), "cite": cite_json(o.cite)}


def seats(live: Live, viewer: Viewer, now: int) -> list[Json]:
    """Who sits where, as this viewer may know it."""
    inviting = viewer.player == live.row.creator or bool(live.row.public)
    return [_seat(live, row, viewer, inviting, now) for row in live.seats]


def _seat(live: Live, row: SeatRow, viewer: Viewer, inviting: bool, now: int) -> Json:
    name, seen = live.players.get(row.player or "", (None, None))
    online = row.kind == "bot" or is_online(live, row, now)
    return {
        "seat": row.seat,
        "name": live.words.name(row.seat),
        "kind": row.kind,
        "player": name,
        "bot": row.bot,
        "you": row.player is not None and row.player == viewer.player,
        "online": online,
        "seen": None if seen is None else iso(seen),
        "abandoned": is_abandoned(live, row, now),
        "invite": row.invite if row.kind == "open" and inviting else None,
    }


def is_online(live: Live, row: SeatRow, now: int) -> bool:
    """Whether a seat's player is connected, here or elsewhere."""
    if row.player is None:
        return False
    _, seen = live.players.get(row.player, ("", 0))
    return any(s.player == row.player for s in live.subscribers) or now - seen < ONLINE


def is_abandoned(live: Live, row: SeatRow, now: int) -> bool:
    """Whether a seat may be handed on: nobody sits there, or nobody has been seen for long."""
    if row.kind != "human":
        return row.kind == "open"
    _, seen = live.players.get(row.player or "", ("", 0))
    return not is_online(live, row, now) and now - seen > ABANDONED[live.row.pace]


def listed(
    row: MatchRow,
    places: list[SeatRow],
    names: dict[str, str],
    seat_names: Mapping[str, str],
    player: str | None,
) -> Json:
    """One line of a list of matches."""
    mine = {s.seat for s in places if s.player is not None and s.player == player}
    turn = None
    if row.turn is not None:
        turn = {"seat": row.turn, "since": iso(row.since), "yours": row.turn in mine}
    return {
        "match": row.id,
        "game": row.game,
        "title": row.title,
        "pace": row.pace,
        "public": bool(row.public),
        "sandbox": bool(row.sandbox),
        "status": row.status,
        "created": iso(row.created),
        "changed": iso(row.changed),
        "seq": row.seq,
        "n": row.n,
        "turn": turn,
        "seats": [
            {
                "seat": s.seat,
                "name": seat_names.get(s.seat, s.seat),
                "kind": s.kind,
                "player": names.get(s.player or ""),
                "bot": s.bot,
                "you": s.seat in mine,
            }
            for s in places
        ],
        "outcome": msgspec.json.decode(row.outcome) if row.outcome else None,
        "watch": row.watch if row.public or mine or row.creator == player else None,
        "open": {
            s.seat: s.invite for s in places if s.kind == "open" and (row.public or row.creator == player)
        },
    }


def options_json(options: Options) -> Json:
    """Options as plain values."""
    plain: Json = msgspec.to_builtins(options)
    return plain
