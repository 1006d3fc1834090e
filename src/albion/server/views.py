"""What leaves the server about a match: everything here is filtered for one perspective."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

import msgspec

from albion.bots import bot_names
from albion.engine import action
from albion.engine.action import Seat
from albion.engine.dice import seed_hash
from albion.engine.options import Options
from albion.engine.refusal import why_sentence
from albion.engine.state import State
from albion.engine.step import Choice
from albion.engine.words import Words
from albion.server import access, clocks, consent, relief, responses, standing, taking_back
from albion.server.access import Viewer
from albion.server.catalogue import board_of, variant_title
from albion.server.clock import iso, now_ms
from albion.server.entries import Entry
from albion.server.labels import Labels
from albion.server.patches import patch
from albion.server.pauses import Pauses
from albion.server.store.rows import ChatRow, MatchRow, SeatRow
from albion.server.table import NAMES, Position, Table

Json = dict[str, Any]
_SHORT = 120
"""Letters of a line of talk that the lobby shows."""
_OUTCOME = msgspec.json.Decoder(responses.Outcome)


async def table_at(table: Table, viewer: Viewer, at: int | None) -> responses.Table:
    """The table as it stands, or after `at` answers; the caller holds the match still."""
    if at is None or at == table.n:
        return table_view(table, viewer, now_ms())
    return table_view(table, viewer, now_ms(), (at, await table.position(at)))


def table_view(
    table: Table, viewer: Viewer, now: int, shown: tuple[int, Position] | None = None
) -> responses.Table:
    """The whole table; `shown` is an earlier position and its number."""
    row, seat = table.row, viewer.perspective
    at, (state, d) = shown if shown is not None else (table.n, (table.match.state, table.match.decision))
    return responses.Table(
        game=row.game,
        variant=variant_title(row.variant),
        board=board_of(table.game),
        title=row.title,
        version=row.version,
        outdated=table.outdated,
        migrated=[responses.Migrated(m.n, m.version) for m in table.migrated],
        options=options_view(table.options),
        pace=row.pace,
        public=bool(row.public),
        sandbox=bool(row.sandbox),
        origin=row.origin,
        rated=bool(row.rated),
        relief=relief.relief(clocks.clock_of(row), table.game),
        fork_of=row.fork_of if access.may_see_origin(table, viewer.player) else None,
        fork_at=row.fork_at,
        proposal=proposal_view(table, viewer.player),
        created=iso(row.created),
        at=at,
        you=responses.You(viewer.player, list(table.seats_of(viewer.player)), viewer.player == row.creator),
        seats=seats_view(table, viewer, now),
        watch=row.watch if viewer.insider or row.public else None,
        seed_hash=seed_hash(int(row.seed)),
        chance=[
            responses.Chance(c.n, c.seat, table.player_name(c.player), c.text) for c in table.contributions
        ],
        view=table.game.view(state, seat, table.kept if shown is None else None),
        **_progress(table, seat, (state, d), past=at != table.n),
    )


def update_view(table: Table, seat: Seat | None, new: Iterable[Entry]) -> responses.Update:
    """What happened just now, and where that leaves this perspective; the view is added where it is wanted."""
    position = table.match.state, table.match.decision
    return responses.Update(entries=entry_views(table, seat, new), **_progress(table, seat, position))


def _progress(table: Table, seat: Seat | None, position: Position, past: bool = False) -> Json:
    """The fields of `responses.Progress`: how the match stands now, and the question of a position."""
    row, (state, d) = table.row, position
    player = table.person(seat)
    to = None if player is None else taking_back.open_to(table, player, now_ms())
    return {
        "match": row.id,
        "seq": row.seq,
        "n": row.n,
        "status": row.status,
        "perspective": seat,
        "turn": None if row.turn is None else responses.Turn(row.turn, iso(row.since)),
        "undo": responses.Undo(to is not None, to, None if to is None else taking_back.undo_text(table, to)),
        "seed": row.seed if table.over else None,
        "decision": decision_view(table, state, d, seat, past),
        "outcome": responses.Outcome.of(state.outcome if d is None else None),
        "clock": clocks.clock_view(row, table.seats, table.served) if row.clock else None,
    }


def with_view(update: responses.Update, before: Json | None, view: Json) -> responses.Update:
    """The update with the view, or only with what makes it of the one sent before."""
    if before is None:
        return msgspec.structs.replace(update, view=view)
    return msgspec.structs.replace(update, changes=patch(before, view))


def entry_views(table: Table, seat: Seat | None, some: Iterable[Entry]) -> list[responses.Entry]:
    """Lines of the log as that seat may read them; when the match is over, all of them."""
    return [entry.view(table.words, seat, table.over) for entry in some]


async def entry_lines(table: Table, seat: Seat | None, numbers: Sequence[int]) -> list[responses.Entry]:
    """The same of long parts of the log, written as JSON already; the caller holds the match still."""
    lines: list[msgspec.Raw] = []
    pauses = Pauses()
    for seq in numbers:
        lines.append(table.entries[seq].line(table.words, seat, table.over))
        await pauses.pause()
    return cast(list[responses.Entry], lines)


def decision_view(
    table: Table, state: State, d: action.Decision | None, seat: Seat | None, past: bool = False
) -> responses.Decision | None:
    """The open question: in full for the seat that must answer, in outline for others, bare if it is secret."""
    if d is None:
        return None
    step = state.agenda[-1]
    assert isinstance(step, Choice)
    mine = seat == d.seat
    if step.secret and not mine and not table.over:
        return responses.Decision(seat=d.seat, mine=False, secret=True)
    about = table.asked.about if d is table.match.decision else step.about(state)
    return responses.Decision(
        seat=d.seat,
        mine=mine and not past,
        secret=step.secret,
        step=d.step,
        cite=responses.cite_texts(d.cite),
        question=table.words.question(d.step, about),
        about=about,
        actions=answer_views(table.labels, table.words, step, state, d.actions, about)
        if mine and not past
        else None,
        disarmed=standing.disarmed_at(table, d) if mine and not past else None,
    )


def answer_views(
    labels: Labels,
    words: Words,
    step: Choice[Any],
    state: State,
    actions: Sequence[action.Action],
    about: Json,
) -> list[responses.Answer]:
    """The answers as they are offered, risky ones with a warning; most questions warn of none, so that is not asked of each."""
    found = labels.answers(actions, about)
    if type(step).warns is not Choice.warns:
        for i, a in enumerate(actions):
            warning = step.warns(state, a)
            if warning is not None:
                found[i] = labels.warned(found[i], why_sentence(words, warning))
    return found


def _recorded(match: MatchRow, row: SeatRow, names: Mapping[Seat, str]) -> tuple[SeatRow, str | None]:
    """Who played there, and under which name, as the record of an imported match tells."""
    name = names.get(Seat(row.seat)) or None
    if name in bot_names(match.game):
        return row._replace(kind="bot", player=None, bot=name), None
    return row._replace(player=None), name


def seats_view(table: Table, viewer: Viewer, now: int) -> list[responses.Seat]:
    """Who sits where, as this viewer may know it."""
    inviting = viewer.player == table.row.creator or bool(table.row.public)
    return [_seat_view(table, row, viewer, inviting, now) for row in table.seats]


def _seat_view(table: Table, row: SeatRow, viewer: Viewer, inviting: bool, now: int) -> responses.Seat:
    name, seen = table.players.get(row.player or "", (None, None))
    if table.row.recorded:
        row, name, seen = *_recorded(table.row, row, table.names()), None
    return responses.Seat(
        seat=row.seat,
        name=table.words.name(row.seat),
        kind=row.kind,
        player=name,
        bot=row.bot,
        you=row.player is not None and row.player == viewer.player,
        online=row.kind == "bot" or access.is_online(table, row, now),
        seen=None if seen is None else iso(seen),
        abandoned=access.is_abandoned(table, row, now),
        invite=row.invite if row.kind == "open" and inviting else None,
    )


def proposal_view(table: Table, player: str | None) -> responses.Proposal | None:
    """What the others are asked to agree to, if anything."""
    proposal = table.proposal
    if proposal is None:
        return None
    waiting = consent.waiting_for(table, proposal)
    return responses.Proposal(
        id=proposal.id,
        kind=proposal.kind,
        player=table.player_name(proposal.player),
        seat=proposal.seat,
        to=proposal.to,
        granted=[table.player_name(p) for p in proposal.granted],
        waiting=[table.player_name(p) for p in waiting],
        yours=proposal.player == player,
        asks_you=player in waiting,
    )


def chat_view(table: Table, line: ChatRow, player: str | None) -> responses.ChatLine:
    """A line of talk."""
    return responses.ChatLine(
        id=line.n,
        time=iso(line.time),
        player=table.player_name(line.player) if line.player in table.players else line.name,
        seats=list(table.seats_of(line.player)),
        you=line.player != "" and line.player == player,
        text=line.text,
        kind=line.kind,
    )


class ListedMore(NamedTuple):
    """What a line of a list tells that is not in the match's row."""

    round: responses.ListedRound | None
    due: str | None
    said: ChatRow | None


def listed_chat(line: ChatRow) -> responses.ListedChat:
    """A line of talk as the lobby shows it."""
    short = line.text if len(line.text) <= _SHORT else f"{line.text[: _SHORT - 1]}…"
    return responses.ListedChat(line.name, iso(line.time), short)


def listed_view(
    row: MatchRow,
    places: list[SeatRow],
    names: Mapping[str, str],
    seat_names: Mapping[str, str],
    player: str | None,
    more: ListedMore,
) -> responses.ListedMatch:
    """One line of a list of matches."""
    mine = {s.seat for s in places if s.player is not None and s.player == player}
    turn = None
    if row.turn is not None:
        turn = responses.ListedTurn(row.turn, iso(row.since), row.turn in mine)
    creator = player is not None and row.creator == player
    called = [(s, names.get(s.player or "")) for s in places]
    if row.recorded:
        called = [_recorded(row, s, NAMES.decode(row.names)) for s in places]
    return responses.ListedMatch(
        match=row.id,
        game=row.game,
        variant=variant_title(row.variant),
        title=row.title,
        pace=row.pace,
        public=bool(row.public),
        sandbox=bool(row.sandbox),
        origin=row.origin,
        rated=bool(row.rated),
        status=row.status,
        created=iso(row.created),
        changed=iso(row.changed),
        seq=row.seq,
        n=row.n,
        turn=turn,
        round=more.round,
        creator=creator,
        seats=[
            responses.ListedSeat(
                seat=s.seat,
                name=seat_names.get(s.seat, s.seat),
                kind=s.kind,
                player=name,
                bot=s.bot,
                you=s.player is not None and s.player == player,
            )
            for s, name in called
        ],
        due=more.due,
        said=None if more.said is None else listed_chat(more.said),
        outcome=_OUTCOME.decode(row.outcome) if row.outcome else None,
        watch=row.watch if row.public or mine or creator else None,
        open={s.seat: s.invite or "" for s in places if s.kind == "open" and (row.public or creator)},
    )


def options_view(options: Options) -> Json:
    """Options as plain values."""
    plain: Json = msgspec.to_builtins(options)
    return plain
