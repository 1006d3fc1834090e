"""Disputes: "this is not what the rule says", filed as cases that the operator can run."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import NamedTuple

from albion.engine.action import Seat, parse_action
from albion.engine.cite import Cite, cite, cite_text
from albion.engine.dice import Dice, RecordingDice
from albion.engine.loop import apply, settle
from albion.engine.saved_case import Field, write_case
from albion.engine.state import State
from albion.server import history, requests, responses
from albion.server.access import Viewer
from albion.server.clock import iso, now_ms
from albion.server.errors import RequestError, malformed
from albion.server.identity import new_link
from albion.server.table import Table

FOLDER = "disputes"
"""Where in the data folder they lie."""
MOST = 500
"""The most disputes that can wait for the operator; then no more are accepted."""
_DEALS = 4
"""To find out whether a position hides anything, its hidden parts are dealt again this many times."""


class Disputed(NamedTuple):
    """A moment, what was done from there, and what a case would expect of it."""

    state: State
    fields: dict[str, Field]
    cite: Cite
    after: State | None = None
    """What came of it, if that is shown too."""


class Disputes:
    """The files of one data folder."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER

    async def file(self, table: Table, viewer: Viewer, asked: requests.DisputeRequest) -> responses.Dispute:
        """Write the case to a file; its text goes to the player too, if it contains nobody's secret."""
        at = table.n if asked.at is None else asked.at
        found = await (
            _happened(table, viewer, at, asked.event)
            if asked.should == "differ"
            else _answer(table, at, asked)
        )
        rule = cite(*asked.rule.split("; ")) if asked.rule else found.cite
        notes = await _notes(table, viewer, at, asked, found.state)
        text = write_case(table.game, found.state, cite_text(rule), asked.expected, found.fields, notes)
        id = f"{iso(now_ms())[:10]}-{table.game.id.partition('+')[0]}-{new_link()[:8]}"
        await asyncio.to_thread(self._write, id, text)
        return responses.Dispute(
            id,
            text if all(hides_nothing(table, s) for s in filter(None, (found.state, found.after))) else None,
        )

    def _write(self, id: str, text: str) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        if len(list(self._folder.glob("*.toml"))) >= MOST:
            raise RequestError(
                409,
                "disputes",
                f"{MOST} reports are already waiting for the operator: no more are accepted for now",
            )
        # It may hold secrets of a running match: for the operator alone.
        with os.fdopen(
            os.open(self._folder / f"{id}.toml", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w"
        ) as file:
            file.write(text)


async def _answer(table: Table, at: int, asked: requests.DisputeRequest) -> Disputed:
    """An answer that should be possible there, or should not be.

    Whether it is, is not checked here: of another seat's secret question that would tell too much.
    """
    if asked.action is None:
        raise malformed("action: which move should be allowed, or not?")
    state, decision = await table.position(at)
    if decision is None:
        raise RequestError(409, "disputes", "there is no question at that point: the match is over")
    verbs = table.match.verbs
    tried = [str(parse_action(text, verbs)) for text in asked.then]
    expected = "includes" if asked.should == "allow" else "excludes"
    fields: dict[str, Field] = {"do": tried, expected: [str(parse_action(asked.action, verbs))]}
    return Disputed(state, fields, decision.cite)


async def _happened(table: Table, viewer: Viewer, at: int, kind: str | None) -> Disputed:
    """What answer `at` led to, rolled again with the same dice."""
    if at < 1:
        raise malformed("at: must be the number of a move, counting from 1")
    state, decision = await table.position(at - 1)
    after, _ = await table.position(at)
    entry = table.entries[table.effective[at]]
    seen = [e for e in entry.events if table.over or e.seats is None or viewer.perspective in e.seats]
    event = next((e for e in seen if e.kind == kind), None)
    if event is None or (entry.hidden_from(viewer.perspective) and not table.over):
        raise malformed(f"event: move {at} caused no '{kind}' that you could have seen")
    action = parse_action(entry.row.action or "", table.match.verbs)
    dice = RecordingDice(after.dice.seed, state.dice.count)
    again = state.clone()
    again.dice = dice
    settle(again)
    apply(again, action)
    fields: dict[str, Field] = {"do": [str(action)], "dice": dice.faces, "without": [event.kind]}
    asked = decision.cite if decision else ()
    return Disputed(state, fields, cite(*event.cite) if event.cite else asked, after)


def hides_nothing(table: Table, state: State) -> bool:
    """Whether everybody at the table may know all of that position, and how it came about."""
    if table.over:
        return True
    if any(entry.row.secret or any(e.seats is not None for e in entry.events) for entry in table.entries):
        return False
    plain = state.clone()
    plain.dice = Dice(0)
    for row in table.seats:
        for seed in range(_DEALS):
            believed = table.game.imagine(state.clone(), Seat(row.seat), Dice(seed))
            believed.dice = Dice(0)
            if believed != plain:
                return False
    return True


async def _notes(
    table: Table, viewer: Viewer, at: int, asked: requests.DisputeRequest, state: State
) -> list[str]:
    """What a maintainer wants to read beside the case."""
    decision = settle(state.clone())
    notation = table.game.notation
    who = f"{table.player_name(viewer.player or '')} ({viewer.perspective or 'no seat'})"
    try:
        record = await history.whole_record(table)
    except RequestError as refusal:
        record = f"none: {refusal.message}"
    return [
        f"Disputed by {who} at move {at} of {table.n}: match {table.id}, version {table.row.version} of the rules.",
        f"Expected: {asked.expected}",
        f"Why: {asked.why}",
        f"Question: {decision.step}, for {decision.seat}" if decision else "No question is open.",
        "",
        "Position:",
        *(f"  {key}: {notation.read(state, key)}" for key in notation.keys(state)),
        "",
        "Record:",
        record,
    ]
