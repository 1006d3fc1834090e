"""The names of things as people write them: 'East Riding', '2 reduced Huscarls', 'Danes', 'Great Hall'."""

from __future__ import annotations

import re
from collections.abc import Iterable

from albion.engine.errors import DataError
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.rules import Board

PEOPLES = {"danes": "danish", "scots": "scottish"}
"""Factions whose people are called otherwise."""
_PLURALS = {"spearmen": "spearman", **{f"{kind}s": kind for kind in (*KINDS, "castle")}}
_UNIT = re.compile(
    r"(?:(?P<n>\d+) )?(?P<reduced>reduced )?(?P<kind>[a-z-]+?)(?P<minus>-)?(?P<after> \(reduced\))?"
)


def plain(text: str) -> str:
    """Lower case, one blank between words."""
    return " ".join(text.lower().split())


def hyphened(text: str) -> str:
    """As ids are written: 'East Riding' is east-riding."""
    return plain(text).removeprefix("the ").replace(" ", "-").replace("'", "")


def space_id(board: Board, text: str) -> str:
    """The space of that id or name, or '' if there is none."""
    name = hyphened(text)
    if name in board.spaces:
        return name
    return next((x.id for x in board.spaces.values() if hyphened(x.name) == name), "")


def faction_id(board: Board, text: str, where: str) -> str:
    """The faction of that id, name or people."""
    name = plain(text)
    for guess in (name, PEOPLES.get(name, ""), name.removesuffix("s")):
        if guess in board.homelands:
            return guess
    return known(board.homelands, name, where, "faction")


def leader_id(board: Board, text: str, faction: str = "") -> str:
    """The Leader of that id or name, with several counters the one that has the faction; '' if there is none."""
    name = hyphened(text).removeprefix("king-")
    if name in board.leaders:
        return name
    named = [x for x in board.leaders.values() if hyphened(x.name) == name]
    return next((x.id for x in named if not faction or faction in x.factions), named[0].id if named else "")


def troop(text: str) -> tuple[int, str, bool] | None:
    """Number, kind and whether reduced, from '2 huscarl', 'spearman-' or '2 reduced Spearmen'."""
    found = _UNIT.fullmatch(plain(text))
    kind = _PLURALS.get(found["kind"], found["kind"]) if found else ""
    if not found or (kind != "castle" and kind not in KINDS):
        return None
    return int(found["n"] or 1), kind, bool(found["reduced"] or found["minus"] or found["after"])


def half_points(text: str) -> int:
    """Action points in halves, from '3', '3.5', '3½' or '½'."""
    found = re.fullmatch(r"(\d*)(\.5|\.0|½)?", text)
    if not found or not text:
        raise DataError(f"start: '{text}' is not a number of action points, expected such as 3, 3.5 or 3½")
    return 2 * int(found[1] or 0) + (found[2] in (".5", "½"))


def known(ids: Iterable[str], value: str, key: str, what: str) -> str:
    """The value itself, if it is one of these."""
    if value not in ids:
        some = ", ".join(list(ids)[:3])
        raise DataError(f"position, '{key}': unknown {what} '{value}', expected one such as {some}")
    return value


def entries(text: str) -> list[str]:
    """What stands between commas."""
    return [x.strip() for x in text.split(",") if x.strip()]
