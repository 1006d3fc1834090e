"""Positions as text: for cases, bug reports and puzzles; see docs/notation-domesday.md."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from albion.engine.errors import DataError
from albion.engine.game import Notation
from albion.engine.step import STEPS, family
from albion.games.domesday.data import KINDS
from albion.games.domesday.facts import FACTS
from albion.games.domesday.s04_units import available, set_leader, unit_name, units_of
from albion.games.domesday.s05_5_battle import line_up
from albion.games.domesday.s07_scenarios import empty, place_scenario
from albion.games.domesday.state import (
    DEAD,
    EMPTY,
    EXILE,
    SLOT,
    Battle,
    Dom,
    Happening,
    Purse,
    stack,
)

_UNIT = re.compile(r"(?:(\d+) )?([a-z-]+?)(-)?$")
PILES = ("deck", "discard", "removed", "played", "faceup")


class DomesdayNotation(Notation[Dom]):
    """Areas as 'saxon: harold, 2 huscarl, spearman-; wasted 1; cathedral'; other keys in words."""

    def place(self, s: Dom, key: str, text: str) -> None:
        """Put one entry on the table."""
        word, _, rest = key.partition(" ")
        if key in s.board.spaces:
            _place_area(s, key, text)
        elif word == "hand" and rest in s.hands:
            s.hands[rest] = tuple(sorted(_cards(s, key, text)))
        elif key in PILES:
            setattr(s, key, tuple(reversed(_cards(s, key, text))) if key == "deck" else _cards(s, key, text))
        elif key in ("exile", "dead"):
            for entry in _list(text):
                leader, _, side = entry.partition("/")
                set_leader(s, _known(s.board.leaders, leader, key, "Leader"), key, side)
        elif key == "king":
            s.king = _known(s.board.leaders, text, key, "Leader") if text else ""
        elif key == "turn":
            s.turn = _number(key, text)
        elif key == "revolt":
            s.revolt = {"yes": True, "no": False}[_known({"yes": 0, "no": 0}, text, key, "answer")]
        elif word == "plunder" and rest in s.plunder:
            s.plunder[rest] = _number(key, text)
        elif key == "cards":
            _sort_cards(s, _known(s.board.scenarios, text, key, "scenario"))
        elif key == "scenario":
            place_scenario(s, _known(s.board.scenarios, text, key, "scenario"))
        elif word in ("passes", "acting", "drawer"):
            setattr(s, word, _number(key, text) if word == "passes" else text)
        else:
            raise DataError(
                f"position, '{key}': no Area or entry of that name, expected one such as london, hand norman or king"
            )

    def read(self, s: Dom, key: str) -> str:
        """The canonical text of one entry."""
        word, _, rest = key.partition(" ")
        if key in s.board.spaces:
            return _read_area(s, key)
        if word == "hand" and rest in s.hands:
            return " ".join(s.hands[rest])
        if key in PILES:
            pile: tuple[str, ...] = getattr(s, key)
            return " ".join(reversed(pile)) if key == "deck" else " ".join(pile)
        if key in ("exile", "dead"):
            return ", ".join(sorted(x for x, at in s.leaders.items() if at == key))
        if word == "plunder" and rest in s.plunder:
            return str(s.plunder[rest])
        if word == "side" and rest in s.sides:
            return s.sides[rest]
        if word in FACTS:
            return FACTS[word](s, rest)
        if word == "points":
            return _halves(s.purse.halves)
        if word == "chart":
            return _read_chart(s)
        if key == "revolt":
            return "yes" if s.revolt else "no"
        if key in ("king", "turn", "passes", "acting", "drawer"):
            return str(getattr(s, key))
        raise DataError(
            f"after, '{key}': no entry of that name, expected one such as london, hand norman or king"
        )

    def tidy(self, s: Dom, key: str, text: str) -> str:
        """An expected entry as `read` would write it."""
        if key in s.board.spaces:
            blank = empty(s.rules, s.dice)
            blank.king, blank.sides = "", dict(s.sides)
            _place_area(blank, key, text, check=False)
            return _read_area(blank, key)
        if key in ("exile", "dead"):
            return ", ".join(sorted(_list(text)))
        if key.startswith("hand "):
            return " ".join(sorted(text.split()))
        return text

    def keys(self, s: Dom) -> Iterable[str]:
        """Every entry with something to say."""
        yield from ("turn", "revolt")
        if s.king:
            yield "king"
        places = {*s.stacks, *s.wasted, *s.buildings}
        yield from (a for a in s.board.spaces if a in places)
        yield from (box for box in (EXILE, DEAD) if box in s.leaders.values())
        yield from (f"plunder {x}" for x, n in s.plunder.items() if n)
        yield from (f"hand {x}" for x, cards in s.hands.items() if cards)
        yield from (pile for pile in PILES if getattr(s, pile))

    def start(self, s: Dom, text: str) -> None:
        """'Spend norman 3.5', 'Battle east-riding saxon', 'Event 016 by norman as danish', or a step and its fields."""
        word, _, rest = text.partition(" ")
        if word == "Spend":
            _start_spend(s, rest)
        elif word == "Battle":
            area, faction = rest.split()
            s.battle = Battle(area, faction)
            line_up(s)
            s.agenda = [_step("LineUp", ""), _step("EndBattle", "")][1:]
            s.agenda += [_step("FireBox", "side=attack box=7"), _step("Retreats", ""), _step("LineUp", "")]
        elif word == "Event":
            _start_event(s, rest)
        else:
            s.agenda = [_step(word, rest)]


def _sort_cards(s: Dom, scenario: str) -> None:
    """A scenario's cards without chance: earlier ones out of play, the rest as a deck in their order."""
    out = s.board.scenarios[scenario].remove
    s.removed = tuple(c.id for c in s.board.cards.values() if c.scenario in out)
    s.deck = tuple(c for c in reversed(s.board.cards) if c not in s.removed)


def _start_spend(s: Dom, text: str) -> None:
    seat, points, *rest = text.split()
    fields = dict(part.split("=") for part in rest)
    areas = tuple(fields["areas"].split(",")) if "areas" in fields else ()
    actions = tuple(fields["actions"].split(",")) if "actions" in fields else ()
    s.purse = Purse(seat, round(2 * float(points)), bool(areas), areas, fields.get("faction", ""), actions)
    s.agenda = [_step("Spend", "")]


def _start_event(s: Dom, text: str) -> None:
    """'016 by norman as danish': the Event begins, its faction already chosen."""
    found = re.fullmatch(r"(\d{3}) by (\w+)(?: as (\w+))?", text)
    if not found or found[1] not in s.board.cards:
        raise DataError(f"start, 'Event {text}': expected words such as 'Event 016 by norman as danish'")
    s.event = Happening(found[1], found[2], found[3] or "")
    s.played = (*s.played, found[1])
    s.acting = found[2]
    s.agenda = [_step("BeginEvent", f"card={found[1]} player={found[2]} faction={found[3] or ''}")]


def _step(name: str, text: str) -> Any:
    steps = STEPS[family(__name__)]
    if name not in steps:
        raise DataError(f"start: there is no step '{name}', expected one such as CardTurn, Spend or EndPhase")
    fields: dict[str, Any] = {}
    hints = {f.name: f.type for f in msgspec.structs.fields(steps[name])}
    for part in text.split():
        key, eq, value = part.partition("=")
        if key not in hints or not eq:
            raise DataError(f"start: {name} has no field '{key}', expected {', '.join(hints) or 'none'}")
        fields[key] = tuple(x for x in value.split(",") if x) if "tuple" in str(hints[key]) else value
    try:
        return msgspec.convert(fields | {"type": name}, type=steps[name], strict=False)
    except msgspec.ValidationError as error:
        raise DataError(f"start: {name} {text}: {error}") from error


def _place_area(s: Dom, area: str, text: str, check: bool = True) -> None:
    for part in (p.strip() for p in text.split(";")):
        faction, colon, units = part.partition(":")
        if colon:
            _place_stack(s, area, faction.strip(), units, check)
        elif part.startswith("wasted "):
            s.wasted[area] = _number(area, part.removeprefix("wasted "))
        elif part in s.board.buildings:
            s.buildings[area] = tuple(sorted((*s.buildings.get(area, ()), part)))
        elif part:
            raise DataError(
                f"position, '{area}': '{part}' is neither 'faction: units', 'wasted n' nor a Building"
            )


def _place_stack(s: Dom, area: str, faction: str, text: str, check: bool) -> None:
    _known(s.board.homelands, faction, area, "faction")
    border = re.search(r"\(from ([a-z0-9-]+)\)", text)
    for entry in _list(re.sub(r"\(from [^)]*\)", "", text)):
        st = s.at(area, faction)
        if entry == "castle":
            s.put(area, faction, stack(st.troops, st.leaders, True, st.border))
        elif entry in s.board.leaders:
            if faction not in s.board.leaders[entry].factions:
                raise DataError(f"position, '{area}': {entry} is no Leader of the {faction} faction")
            set_leader(s, entry, area, faction)
        else:
            _place_troops(s, area, faction, entry, check)
    if border:
        st = s.at(area, faction)
        s.put(area, faction, stack(st.troops, st.leaders, st.castle, border[1]))


def _place_troops(s: Dom, area: str, faction: str, entry: str, check: bool) -> None:
    found = _UNIT.fullmatch(entry)
    if not found or found[2] not in KINDS:
        raise DataError(
            f"position, '{area}': '{entry}' is no unit, expected such as '2 huscarl', 'spearman-' or a Leader"
        )
    n, kind = int(found[1] or 1), found[2]
    if check and available(s, faction, kind) < n:
        raise DataError(f"position, '{area}': the counter mix has no {n} more {faction} {kind}")
    st = s.at(area, faction)
    slot = SLOT[kind] + bool(found[3])
    troops = (*st.troops[:slot], st.troops[slot] + n, *st.troops[slot + 1 :])
    s.put(area, faction, stack(troops, st.leaders, st.castle, st.border))


def _read_area(s: Dom, area: str) -> str:
    parts = []
    for faction in s.board.homelands:
        st = s.stacks.get(area, {}).get(faction, EMPTY)
        if st.size:
            units = [*sorted(st.leaders)]
            for kind, reduced, n in units_of(s, area, faction):
                units.append(f"{n} {kind}{'-' if reduced else ''}")
            units += ["castle"] if st.castle else []
            parts.append(f"{faction}: {', '.join(units)}" + (f" (from {st.border})" if st.border else ""))
    if s.wasted.get(area):
        parts.append(f"wasted {s.wasted[area]}")
    return "; ".join([*parts, *s.buildings.get(area, ())])


def _read_chart(s: Dom) -> str:
    """'attack 4: saxon:archer; defend 2: hardrada, 3 norse:longship'."""
    b = s.battle
    if b is None:
        return ""
    parts = []
    for side, fighters in (("attack", b.attack), ("defend", b.defend)):
        for box in range(7, -1, -1):
            names: dict[str, int] = {}
            for x in fighters:
                if x.box == box:
                    plain = x.unit in s.board.leaders
                    name = x.unit if plain else unit_name(x.faction, x.unit, x.reduced and x.unit != "castle")
                    names[name] = names.get(name, 0) + 1
            if names:
                parts.append(
                    f"{side} {box}: "
                    + ", ".join(f"{n} {k}" if n > 1 else k for k, n in sorted(names.items()))
                )
    return "; ".join(parts)


def _halves(n: int) -> str:
    return str(n // 2) if n % 2 == 0 else f"{n / 2}"


def _list(text: str) -> list[str]:
    return [x.strip() for x in text.split(",") if x.strip()]


def _cards(s: Dom, key: str, text: str) -> tuple[str, ...]:
    return tuple(_known(s.board.cards, x, key, "card") for x in text.replace(",", " ").split())


def _known(ids: Iterable[str], value: str, key: str, what: str) -> str:
    if value not in ids:
        raise DataError(
            f"position, '{key}': unknown {what} '{value}', expected one such as {', '.join(list(ids)[:3])}"
        )
    return value


def _number(key: str, text: str) -> int:
    if not re.fullmatch(r"-?\d+", text.strip()):
        raise DataError(f"position, '{key}': '{text}' is no number")
    return int(text)
