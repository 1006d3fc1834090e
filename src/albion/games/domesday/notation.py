"""Positions as text: for cases, bug reports and puzzles; see docs/notation-domesday.md."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar

from albion.engine.errors import DataError
from albion.engine.game import Notation
from albion.games.domesday.facts import FACTS
from albion.games.domesday.invariants import impossible
from albion.games.domesday.s03_map import CASTLE_FACTIONS
from albion.games.domesday.s04_units import available, change, set_castle, set_leader, unit_name, units_of
from albion.games.domesday.s07_scenarios import empty, place_scenario
from albion.games.domesday.spelling import (
    entries,
    faction_id,
    hyphened,
    known,
    leader_id,
    plain,
    space_id,
    troop,
)
from albion.games.domesday.starts import begin
from albion.games.domesday.state import DEAD, EMPTY, EXILE, Dom, stack

_WASTED = re.compile(r"wasted(?: (\d+))?|(\d+) wasted")
PILES = ("deck", "discard", "removed", "played", "faceup")
WORDS = ("passes", "acting", "drawer")


class DomesdayNotation(Notation[Dom]):
    """Areas as 'saxon: harold, 2 huscarl, spearman-; wasted 1; cathedral'; other keys in words."""

    between = " | "
    renamed: ClassVar[Mapping[str, str]] = {
        "Wither": "AttritionLoss",
        "Thin": "ReduceStack",
        "Voyage": "KingToNormandy",
        "SlipAway": "RetreatLoyalLeader",
        "Loot": "GainPlunder",
        "Lift": "TakeFromMap",
        "Runaway": "ImmediateVictory",
        "Regrowth": "RemoveExcessWasted",
        "Victim": "ChooseVictim",
        "Volley": "InflictDamage",
        "Join": "LendDamage",
    }
    entered: ClassVar[Mapping[str, str]] = {"moved": "to"}

    def impossible(self, s: Dom) -> Iterable[str]:
        """What no game could bring to the table."""
        return impossible(s)

    def key(self, s: Dom, key: str) -> str:
        """Areas by id, seats in lower case."""
        return _key(s, key)

    def place(self, s: Dom, key: str, text: str) -> None:
        """Put one entry on the table."""
        key = _key(s, key)
        word, _, rest = key.partition(" ")
        if key in s.board.spaces:
            _place_area(s, key, text)
        elif word == "hand" and rest in s.hands:
            s.hands[rest] = tuple(sorted(_from_deck(s, _cards(s, key, text))))
        elif key == "deck":
            s.deck = tuple(reversed(_cards(s, key, text)))
        elif key in PILES:
            setattr(s, key, _from_deck(s, _cards(s, key, text)))
        elif key in ("exile", "dead"):
            for entry in entries(text):
                name, _, side = entry.partition("/")
                leader = _leader(s, name, key)
                if s.leaders[leader] in s.stacks:
                    raise DataError(f"position, '{key}': {leader} stands in {s.leaders[leader]} already")
                set_leader(s, leader, key, side)
        elif word == "side" and rest in s.sides:
            s.sides[rest] = known(s.board.leaders[rest].factions, text, key, "side")
        elif key == "king":
            s.king = _leader(s, text, key) if text else ""
        elif key == "turn":
            s.turn = _number(key, text)
        elif key == "revolt":
            s.revolt = {"yes": True, "no": False}[known({"yes": 0, "no": 0}, text, key, "answer")]
        elif word == "plunder" and rest in s.plunder:
            s.plunder[rest] = _number(key, text)
        elif key == "cards":
            _sort_cards(s, known(s.board.scenarios, text, key, "scenario"))
        elif key == "scenario":
            place_scenario(s, known(s.board.scenarios, text, key, "scenario"))
        elif key in WORDS:
            setattr(
                s, word, _number(key, text) if word == "passes" else known(s.rules.seats, text, key, "seat")
            )
        else:
            raise DataError(
                f"position, '{key}': no Area or entry of that name, expected one such as london, hand norman or king"
            )

    def read(self, s: Dom, key: str) -> str:
        """The canonical text of one entry."""
        key = _key(s, key)
        word, _, rest = key.partition(" ")
        if key in s.board.spaces:
            return _read_area(s, key)
        if word == "hand" and rest in s.hands:
            return " ".join(s.hands[rest])
        if key in PILES:
            return " ".join(_pile(s, key))
        if key in ("exile", "dead"):
            return ", ".join(sorted(x for x, at in s.leaders.items() if at == key))
        if word == "plunder" and rest in s.plunder:
            return str(s.plunder[rest])
        if word == "side" and rest in s.sides:
            return s.sides[rest]
        if word in FACTS:
            return _fact(s, word, rest)
        if word == "points":
            return _halves(s.purse.halves)
        if word == "chart":
            return _read_chart(s)
        if key == "revolt":
            return "yes" if s.revolt else "no"
        if key in ("king", "turn", *WORDS):
            return str(getattr(s, key))
        raise DataError(
            f"after, '{key}': no entry of that name, expected one such as london, hand norman or king"
        )

    def tidy(self, s: Dom, key: str, text: str) -> str:
        """An expected entry as `read` would write it."""
        key = _key(s, key)
        if key in s.board.spaces:
            blank = empty(s.rules, s.dice)
            blank.king, blank.sides = "", dict(s.sides)
            _place_area(blank, key, text, check=False)
            return _read_area(blank, key)
        if key in ("exile", "dead"):
            return ", ".join(sorted(_boxed(s, x, key) for x in entries(text)))
        if key.startswith("hand "):
            return " ".join(sorted(_cards(s, key, text)))
        return " ".join(_cards(s, key, text)) if key in PILES else text

    def keys(self, s: Dom) -> Iterable[str]:
        """Every entry with something to say."""
        yield from ("turn", "revolt")
        if s.king:
            yield "king"
        places = {*s.stacks, *s.wasted, *s.buildings}
        yield from (a for a in s.board.spaces if a in places)
        yield from (box for box in (EXILE, DEAD) if box in s.leaders.values())
        turned = (x for x, at in s.leaders.items() if at not in s.stacks and s.sides[x] != _front(s, x))
        yield from (f"side {x}" for x in turned)
        yield from (f"plunder {x}" for x in s.rules.seats if s.plunder[x])
        yield from (f"hand {x}" for x in s.rules.seats if s.hands[x])
        yield from (pile for pile in PILES if _pile(s, pile))
        yield from (word for word in WORDS if getattr(s, word))

    def start(self, s: Dom, text: str) -> None:
        """'Spend norman 3.5', 'Battle east-riding saxon', 'Event 016 by norman as danish', or a step and its fields."""
        word = text.partition(" ")[0]
        begin(s, text.replace(word, self.renamed.get(word, word), 1))


def _sort_cards(s: Dom, scenario: str) -> None:
    """A scenario's cards without chance: earlier ones out of play, the rest as a deck in their order."""
    out = s.board.scenarios[scenario].remove
    s.removed = tuple(c.id for c in s.board.cards.values() if c.scenario in out)
    taken = {*s.removed, *s.discard, *s.played, *s.faceup, *(c for hand in s.hands.values() for c in hand)}
    s.deck = tuple(c for c in reversed(s.board.cards) if c not in taken)


def _from_deck(s: Dom, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards, no longer in the deck if a scenario put them there."""
    s.deck = tuple(c for c in s.deck if c not in cards)
    return cards


def _place_area(s: Dom, area: str, text: str, check: bool = True) -> None:
    told: list[str] = []
    for part in (p.strip() for p in text.split(";")):
        faction, colon, units = part.partition(":")
        wasted = _WASTED.fullmatch(plain(part))
        if colon:
            told.append(faction_id(s.board, faction, area))
            if told[-1] in told[:-1]:
                raise DataError(
                    f"position, '{area}': the {told[-1]} stack stands there twice, expected one entry"
                )
            _place_stack(s, area, told[-1], units, check)
        elif wasted:
            s.wasted[area] = int(wasted[1] or wasted[2] or 1)
        elif hyphened(part) in s.board.buildings:
            s.buildings[area] = tuple(sorted((*s.buildings.get(area, ()), hyphened(part))))
        elif part:
            raise DataError(
                f"position, '{area}': '{part}' is neither 'faction: units', 'wasted n' nor a Building"
            )


def _place_stack(s: Dom, area: str, faction: str, text: str, check: bool) -> None:
    border = re.search(r"\(from ([^)]+)\)", text)
    for entry in entries(re.sub(r"\(from [^)]*\)", "", text)):
        leader = leader_id(s.board, entry, faction)
        if leader and faction not in s.board.leaders[leader].factions:
            raise DataError(f"position, '{area}': {leader} is not a Leader of the {faction} faction")
        if leader and check and s.leaders[leader] in s.stacks:
            raise DataError(f"position, '{area}': {leader} stands in {s.leaders[leader]} already")
        if leader:
            set_leader(s, leader, area, faction)
        else:
            _place_troops(s, area, faction, entry, check)
    if border:
        st = s.at(area, faction)
        gate = known(s.board.spaces[area].exits, space_id(s.board, border[1]), area, "neighbour")
        s.put(area, faction, stack(st.troops, st.leaders, st.castle, gate))


def _place_troops(s: Dom, area: str, faction: str, entry: str, check: bool) -> None:
    found = troop(entry)
    if found is None:
        raise DataError(
            f"position, '{area}': '{entry}' is not a unit, expected such as '2 huscarl', 'spearman-' or a Leader"
        )
    n, kind, reduced = found
    if kind == "castle":
        if faction not in CASTLE_FACTIONS:
            raise DataError(f"position, '{area}': the {faction} faction has no Castles")
        set_castle(s, area, faction, True)
        return
    if check and available(s, faction, kind) < n:
        raise DataError(f"position, '{area}': the counter mix has no {n} more {faction} {kind}")
    change(s, area, faction, kind, reduced, n)


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


def _key(s: Dom, key: str) -> str:
    """A key as it is kept: Areas by id, seats in lower case."""
    return space_id(s.board, key) or plain(key)


def _boxed(s: Dom, text: str, key: str) -> str:
    """A Leader of a box; with a side that he does not show, as he was written."""
    name, _, side = text.partition("/")
    leader = _leader(s, name.strip(), key)
    return leader if side.strip() in ("", s.sides[leader]) else text


def _leader(s: Dom, text: str, key: str) -> str:
    return known(s.board.leaders, leader_id(s.board, text) or text, key, "Leader")


def _front(s: Dom, leader: str) -> str:
    return s.board.leaders[leader].factions[0]


def _pile(s: Dom, key: str) -> tuple[str, ...]:
    """The cards of a pile; those that lie by a Battle are played."""
    pile: tuple[str, ...] = getattr(s, key)
    if key == "played" and s.battle is not None:
        return (*pile, *(card for _, card in s.battle.cards))
    return pile[::-1] if key == "deck" else pile


def _fact(s: Dom, word: str, rest: str) -> str:
    try:
        return FACTS[word](s, space_id(s.board, rest) or rest)
    except (KeyError, ValueError, AttributeError) as error:
        raise DataError(f"after, '{word} {rest}': there is nothing of that name") from error


def _halves(n: int) -> str:
    return str(n // 2) if n % 2 == 0 else f"{n / 2}"


def _cards(s: Dom, key: str, text: str) -> tuple[str, ...]:
    return tuple(known(s.board.cards, x.zfill(3), key, "card") for x in text.replace(",", " ").split())


def _number(key: str, text: str) -> int:
    if not re.fullmatch(r"-?\d+", text.strip()):
        raise DataError(f"position, '{key}': '{text}' is not a number")
    return int(text)
