"""Where a position begins, in words: action points to spend, a Battle, an Event, or any step."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from albion.engine.errors import DataError
from albion.engine.plain import field_types, read
from albion.engine.step import STEPS, family
from albion.games.domesday.s03_map import hosts, in_play
from albion.games.domesday.s05_5_battle import line_up
from albion.games.domesday.s05_8_events import play_card, resolvers
from albion.games.domesday.spelling import (
    entries,
    faction_id,
    half_points,
    known,
    space_id,
)
from albion.games.domesday.state import Battle, Dom, Happening, Purse


def begin(s: Dom, text: str) -> None:
    """Set the agenda: 'Spend norman 3.5', 'Battle east-riding saxon', 'Event 016 by norman as danish', or a step and its fields."""
    word, _, rest = text.partition(" ")
    if word == "Spend":
        _spend(s, rest)
    elif word == "Battle":
        _battle(s, rest)
    elif word == "Event":
        _event(s, rest)
    elif (whole := text.replace(" ", "")) in STEPS[family(__name__)]:
        s.agenda = [_step(s, whole, "")]
    else:
        s.agenda = [_step(s, word, rest)]


def _spend(s: Dom, text: str) -> None:
    seat, points, *rest = text.split() if len(text.split()) > 1 else ("", "")
    fields = {key: value for key, _, value in (part.partition("=") for part in rest)}
    if seat not in s.rules.seats or set(fields) - {"areas", "faction", "actions"}:
        raise DataError(
            f"start, 'Spend {text}': expected a seat, points and perhaps areas=, faction= and actions=, "
            "such as 'Spend norman 3.5'"
        )
    areas = tuple(known(s.board.spaces, x, "start", "Area") for x in entries(fields.get("areas", "")))
    faction, actions = fields.get("faction", ""), tuple(entries(fields.get("actions", "")))
    s.purse = Purse(seat, half_points(points), bool(areas), areas, faction, actions)
    s.agenda = [_step(s, "Spend", "")]


def _battle(s: Dom, text: str) -> None:
    area, _, faction = text.replace(":", "").rpartition(" ")
    place = space_id(s.board, area)
    there = [faction_id(s.board, faction, "start"), *hosts(s, place)]
    if not place or there[0] not in there[1:] or len(there) < 3:
        raise DataError(
            f"start, 'Battle {text}': expected an Area where that faction meets an enemy, "
            "such as 'Battle east-riding saxon'"
        )
    s.battle = Battle(place, there[0])
    line_up(s)
    s.agenda = [_step(s, "EndBattle", ""), _step(s, "FireBox", "side=attack box=7"), _step(s, "Retreats", "")]


def _event(s: Dom, text: str) -> None:
    """'016 by norman as danish': the Event begins; without a faction its player is asked for one."""
    found = re.fullmatch(r"(\d{1,3}) by (\w+)(?: as (\w+))?", text)
    card, seat, people = (found[1].zfill(3), found[2].lower(), found[3] or "") if found else ("", "", "")
    if card not in s.board.cards or seat not in s.rules.seats:
        raise DataError(f"start, 'Event {text}': expected words such as 'Event 016 by norman as danish'")
    s.played, s.acting = (*s.played, card), seat
    row = s.board.cards[card]
    faction = faction_id(s.board, people, "start") if people else ""
    if row.kind == "battle":
        raise DataError(f"start, 'Event {text}': a Battle Event is played in a Battle, expected OpenBattle")
    if faction and not (row.one_faction or faction in row.icons):
        some = ", ".join(row.icons) or "none"
        raise DataError(
            f"start, 'Event {text}': card {card} is not for the {faction} faction, expected {some}"
        )
    if faction and not in_play(s, faction):
        raise DataError(f"start, 'Event {text}': the {faction} faction is not in play, see 'revolt'")
    if faction or not (row.icons or row.one_faction):
        s.event = Happening(card, seat, faction)
        s.agenda = [_step(s, "BeginEvent", f"card={card} player={seat} faction={faction}")]
    elif resolvers(s, row, seat):
        s.agenda = [*reversed(play_card(s, card, seat, "event"))]
    else:
        raise DataError(f"start, 'Event {text}': nobody can resolve it now, expected its Turn and conditions")


def _field(s: Dom, key: str, value: str) -> str:
    """A field of a step, with names of seats, Areas and factions made sure of."""
    if key == "player":
        return known(s.rules.seats, value.lower(), "start", "seat")
    if key == "area":
        return known(s.board.spaces, space_id(s.board, value) or value, "start", "Area")
    return faction_id(s.board, value, "start") if key == "faction" and value else value


def _step(s: Dom, name: str, text: str) -> Any:
    steps = STEPS[family(__name__)]
    if name not in steps:
        raise DataError(f"start: there is no step '{name}', expected one such as CardTurn, Spend or EndPhase")
    fields: dict[str, Any] = {}
    hints = field_types(steps[name])
    for part in text.split():
        key, eq, value = part.partition("=")
        if not eq:
            key, value = next((x for x in hints if x not in fields), key), part
        if key not in hints or key in fields:
            raise DataError(f"start: {name} has no field for '{part}', expected {', '.join(hints) or 'none'}")
        fields[key] = tuple(entries(value)) if "tuple" in str(hints[key]) else _field(s, key, value)
    try:
        return msgspec.convert(fields | {"type": name}, type=steps[name], strict=False, dec_hook=read)
    except msgspec.ValidationError as error:
        raise DataError(f"start: {name} {text}: {error}") from error
