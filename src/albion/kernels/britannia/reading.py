"""How words of a position or a start are read, alike in all Britannia games."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple, Protocol

from albion.engine.errors import DataError
from albion.engine.step import Step
from albion.kernels.britannia.board import Area, Board, Nation, Place, border
from albion.kernels.britannia.engagement import ATTACKER, DEFENDER, Battle, Side

START = re.compile(r"(?P<step>\w+)(?: (?P<place>[^:]+?))?(?:: (?P<words>.+))?")
ATTACK = re.compile(
    r"(?P<attacker>[\w -]+?) attacks? (?:the )?(?P<defender>[\w -]+?)(?: from (?P<whence>[^;]+?))?(?:, (?P<side>attacker|defender))?"
)


class Named(Protocol):
    """A card with an id and a name."""

    @property
    def id(self) -> Nation: ...

    @property
    def name(self) -> str: ...


def parts(text: str) -> list[str]:
    """What stands between commas."""
    return [p for p in (x.strip() for x in text.split(",")) if p]


def number(key: str, text: str, low: int, high: int) -> int:
    """A number within its bounds."""
    if not text.isdigit() or not low <= int(text) <= high:
        raise DataError(f"position {key}: expected a number from {low} to {high}, found '{text}'")
    return int(text)


def spellings(card: Named) -> tuple[str, ...]:
    """How people write a nation: 'Saxons', 'saxons', 'Saxon', 'Norseman'."""
    name = card.name.lower()
    single = name.removesuffix("s") if not name.endswith("men") else f"{name.removesuffix('men')}man"
    return (name, card.id, single)


def nation_named(cards: Mapping[Nation, Named], text: str) -> Nation:
    """The nation of that name or id."""
    wanted = text.strip().lower()
    for card in cards.values():
        if wanted in spellings(card):
            return card.id
    raise DataError(f"there is no nation '{text}' in this game")


def unit_named(cards: Mapping[Nation, Named], text: str) -> tuple[Nation, str]:
    """A nation and a kind of unit: 'Normans cavalry', 'Saxon burh', 'Danes'."""
    wanted = text.strip().lower()
    for card in cards.values():
        for name in spellings(card):
            if wanted == name:
                return card.id, ""
            if wanted.startswith(f"{name} "):
                kind = wanted[len(name) + 1 :].strip()
                return card.id, "" if kind in ("army", "armies", "infantry") else kind
    return nation_named(cards, text), ""


def place_named(text: str, places: Iterable[Place]) -> Place:
    """The place of that id or name: 'north-mercia', 'N. Mercia', 'the North Sea', two seas for their border."""
    if "/" in text:
        text = border(*(place_named(sea, places) for sea in text.split("/")))
    plain = text.strip().lower().removeprefix("the ").replace("n. ", "north ").replace("s. ", "south ")
    wanted = "-".join(plain.split())
    if wanted not in places:
        near = get_close_matches(wanted, list(places), 3, 0.4) or sorted(places)[:3]
        raise DataError(
            f"position: there is no place '{text}' on the map: expected one such as {', '.join(near)}"
        )
    return wanted


class Fight(NamedTuple):
    """A battle as a start names it: between whom, where attackers came from, and which side is asked."""

    battle: Battle
    whence: str | None
    side: Side


def fight_named(
    start: str, words: str, area: Place, areas: Collection[Place], cards: Mapping[Nation, Named]
) -> Fight:
    """'Saxons attack Danes from 2 york, 1 march, defender' in a land area."""
    found = ATTACK.fullmatch(words)
    if found is None or area not in areas:
        raise DataError(f"start '{start}': expected '{start.split()[0]} AREA: NATION attack NATION'")
    b = Battle(Area(area), nation_named(cards, found["attacker"]), nation_named(cards, found["defender"]))
    return Fight(b, found["whence"], ATTACKER if found["side"] == "attacker" else DEFENDER)


def spelt(action: str) -> str:
    """An action in the words of the action space: 'to South Mercia', 'from north-sea/frisian-sea', 'with Harold'."""
    verb, _, noun = action.strip().partition(" ")
    names = ["-".join(part.split()) for part in noun.lower().split("/")]
    name = "-".join(names) if verb in ("with", "without", "alone") else border(*names)
    return f"{verb} {name}".strip()


def amount(key: str, part: str) -> tuple[int, str]:
    """Read '2 Saxons' as a number, at least one, and the rest."""
    n, _, rest = part.partition(" ")
    if not n.isdigit() or not int(n) or not rest:
        raise DataError(f"position {key}: expected '2 Saxons', found '{part}'")
    return int(n), rest


def origins(text: str, total: int, place: Area, board: Board, places: Iterable[Place]) -> dict[Place, int]:
    """'york', or '2 york, 1 lindsey': where this many attackers of a place came from, by land or over one sea."""
    found: dict[Place, int] = {}
    for part in parts(text):
        n, _, name = part.partition(" ")
        if not n.isdigit():
            n, name = str(total), part
        origin = place_named(name, places)
        if not next_to(board, origin, place):
            raise DataError(
                f"start: nobody gets from {origin} to {place}: expected a place next to it, or a sea"
            )
        found[origin] = int(n)
    if sum(found.values()) != total:
        raise DataError(f"start: {total} attackers in {place}, but {sum(found.values())} came from elsewhere")
    return found


def next_to(board: Board, origin: Place, place: Area) -> bool:
    """Whether armies can enter an area from there: a sea, the place itself, next door, or the same coast."""
    if board.at_sea(origin) or origin == place or origin in board.near[place]:
        return True
    return bool(set(board.shores[Area(origin)]) & set(board.shores[place]))


def stand(leaders: dict[str, Place], leader: str, place: Place) -> None:
    """Put a leader into a place; he cannot be in two."""
    if leaders.get(leader, place) != place:
        raise DataError(f"position {place}: {leader} stands in {leaders[leader]} already")
    leaders[leader] = place


class Led(Protocol):
    """What a position needs of a leader's card."""

    @property
    def nation(self) -> Nation: ...

    @property
    def name(self) -> str: ...


def lost_leaders(
    leaders: Mapping[str, Place],
    cards: Mapping[str, Led],
    names: Mapping[Nation, Named],
    strength: Callable[[Nation, Place], int],
) -> Iterator[str]:
    """Leaders without their people, and two of one nation, of whom the first leaves when the second comes."""
    led: dict[Nation, str] = {}
    for leader, place in leaders.items():
        card = cards[leader]
        if led.setdefault(card.nation, card.name) != card.name:
            yield f"the {names[card.nation].name} have {led[card.nation]} and {card.name}, who never meet"
        if not strength(card.nation, place):
            yield f"{card.name} stands in {place} without {names[card.nation].name}"


def wrong_battles(
    agenda: Iterable[Step[Any]], at: Mapping[Area, Collection[Nation]], names: Mapping[Nation, Named]
) -> Iterable[str]:
    """What cannot be where a battle or a nation's battles are to begin; `at` says who stands on land."""
    for step in agenda:
        battle, attacker = getattr(step, "battle", None), getattr(step, "nation", None)
        if isinstance(battle, Battle):
            here = at.get(battle.area, ())
            for nation in (battle.attacker, battle.defender):
                if nation not in here:
                    yield f"the {names[nation].name} have nobody in {battle.area}, where they are to fight"
            crowded = [battle.area]
        else:
            crowded = [a for a, here in at.items() if step.name == "Battles" and attacker in here]
        for area in crowded:
            if len(at.get(area, ())) > 2:
                yield f"{', '.join(names[n].name for n in at[area])} stand in {area}, but two fight a battle"
