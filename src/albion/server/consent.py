"""What the others at a table must agree to: proposals, and who is still to answer them."""

from __future__ import annotations

import secrets

import msgspec

from albion.server.errors import RequestError, foreign
from albion.server.store.rows import Proposal, ProposalKind
from albion.server.table import Change, Table


def concerned(table: Table, kind: ProposalKind, player: str, seat: str) -> list[str]:
    """Whose consent is needed: everybody else who sits there, but not the one who is to be replaced."""
    gone = {row.player for row in table.seats if kind in ("reopen", "timeout") and row.seat == seat}
    people = dict.fromkeys(row.player for row in table.seats if row.player is not None)
    return [p for p in people if p != player and p not in gone]


def waiting_for(table: Table, proposal: Proposal) -> list[str]:
    """Who has not agreed yet."""
    asked = concerned(table, proposal.kind, proposal.player, proposal.seat)
    return [p for p in asked if p not in proposal.granted]


def propose(
    table: Table,
    kind: ProposalKind,
    player: str,
    seat: str,
    now: int,
    notice: str,
    to: int | None = None,
    chance: str | None = None,
) -> Change:
    """Ask the others; a new proposal replaces only one's own, but that time is up comes before everything else.

    Otherwise a player whose time runs out could keep the vote away with proposals of his own.
    """
    open_one = table.proposal
    # While a match waits for consent to new rules no time runs, so that time is up keeps nobody from asking for it.
    first = kind == "timeout" or (kind == "migrate" and open_one is not None and open_one.kind == "timeout")
    if open_one is not None and open_one.player != player and not first:
        raise RequestError(
            409, "proposal", "another proposal is open at this table: it must be answered first"
        )
    # Not counted: a number left out would tell that somebody changed standing orders meanwhile.
    made = Proposal(id=secrets.randbits(31), kind=kind, player=player, seat=seat, to=to, chance=chance)
    return _with(table, made, notice, now)


def agreed(table: Table, player: str, id: int, now: int) -> Change | Proposal:
    """The proposal once everybody has agreed; before that, the change that notes one more consent."""
    proposal = _answered(table, player, id)
    asked = waiting_for(table, proposal)
    if player not in asked:
        raise foreign("you are not asked to agree to this")
    if asked == [player]:
        return proposal
    more = msgspec.structs.replace(proposal, granted=(*proposal.granted, player))
    return _with(table, more, f"{table.player_name(player)} agrees.", now)


def declined(table: Table, player: str, id: int, now: int) -> Change:
    """The change when somebody declines the proposal, or its own player withdraws it."""
    proposal = _answered(table, player, id)
    if player != proposal.player and player not in waiting_for(table, proposal):
        raise foreign("you are not asked to agree to this")
    what = "withdraws the proposal" if player == proposal.player else "does not agree"
    return _with(table, None, f"{table.player_name(player)} {what}.", now)


def _answered(table: Table, player: str, id: int) -> Proposal:
    proposal = table.proposal
    if proposal is None or proposal.id != id:
        raise RequestError(409, "proposal", "this proposal is no longer open")
    return proposal


def _with(table: Table, proposal: Proposal | None, notice: str, now: int) -> Change:
    text = None if proposal is None else msgspec.json.encode(proposal).decode()
    return table.arrange(now, [notice], proposal=text)
