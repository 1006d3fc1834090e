"""Where Domesday's questions, stacks, End Phase and Battle Chart part from a second computation from the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.step import Step
from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from albion.games.domesday.s02_sequence import Attrition, AttritionLoss, Income, NewKing, RemoveExcessWasted
from albion.games.domesday.s05_5_battle import OpenBattle
from albion.games.domesday.state import Dom
from support.domesday_by_text import (
    AREAS,
    AT_EASE,
    _crowd,
    _limit,
    flag,
    forces,
    holder,
    home,
    seat_of,
)
from support.domesday_cards_by_text import CARD_WORDS, LEADERS, units
from support.domesday_events_by_text import EVENT_WORDS, claimants

WORDS = CARD_WORDS | EVENT_WORDS
"""How each question's answers are computed."""


def disagreements(options: DomesdayOptions, seed: int, answers: int) -> tuple[Counter[str], list[str]]:
    """How often each question was compared in a random game of this many answers, and where it and the words part."""
    s = GAME.setup(options, Dice(seed))
    dice, d = Dice(seed + 1), settle(s)
    compared: Counter[str] = Counter()
    found: list[str] = []
    while d is not None and answers and not found:
        words = WORDS.get(d.step)
        if words is not None:
            compared[d.step] += 1
            said, told = {str(a) for a in d.actions}, words(s, s.agenda[-1])
            if said != told:
                found.append(
                    f"{d.step} for {d.seat}: {sorted(said - told)} too many, {sorted(told - said)} too few"
                )
        if d.step in ("CardTurn", "Spend"):
            found += [f"{n} too many {f} in {a}" for a, f, n in crowds(s)]
        if d.step == "CardTurn":
            compared["end of a turn"] += 1
            found += [*_end_phase(s), *_boxes(s)]
        d = apply(s, _lively(d, dice))
        answers -= 1
    return compared, found


def _lively(d: Decision, dice: Dice) -> Action:
    """Rather an Event than points, and seldom the end of anything."""
    events = [a for a in d.actions if a.verb in ("event", "play", "absentee", "battle", "offer")]
    busy = [a for a in d.actions if a.verb not in ("end", "pass", "decline", "hold", "done")]
    chosen = events if events and dice.d(3) > 1 else busy if busy and dice.d(4) > 1 else d.actions
    return chosen[dice.d(len(chosen)) - 1]


def crowds(s: Dom) -> Iterator[tuple[str, str, int]]:
    """Every stack above its limit (4.5.1)."""
    for space in s.stacks:
        for faction in {flag(s, f) for f in s.stacks[space]}:
            excess = _crowd(s, space, faction) - _limit(s, space, faction)
            if excess > 0:
                yield space, faction, excess


# The End Phase (2.3) and the Battle Chart (5.5.1), tried out


def tried(s: Dom, *steps: Step[Dom]) -> tuple[Dom, Decision | None]:
    """The position after these steps, or at the first question they ask."""
    twin = s.clone()
    twin.agenda = [*reversed(steps)]
    return twin, settle(twin)


def _end_phase(s: Dom) -> Iterator[str]:
    after, asked = tried(s, NewKing())
    crowns = {city: claimants(s, city) for city in ("london", "york")}
    able = crowns["london"] or crowns["york"]
    if not s.king and asked is None and ({after.king} - {""} != able if len(able) < 2 else True):
        yield f"{after.king or 'nobody'} is crowned, by the words {sorted(able)}"
    after, _ = tried(s, Income())
    for seat in s.plunder:
        coins = sum(bool(x.get("coin")) for a, x in AREAS.items() if seat_of(s, holder(s, a)) == seat)
        gain = coins + bool(s.king and seat_of(s, "fyrd") == seat)
        if after.outcome is None and after.plunder[seat] != min(60, s.plunder[seat] + gain):
            yield f"{seat} gains {after.plunder[seat] - s.plunder[seat]} in the End Phase, by the words {gain}"
    after, _ = tried(s, RemoveExcessWasted())
    wasted = {a: n - (n > AREAS[a]["value"]) for a, n in s.wasted.items()}
    if after.wasted != wasted:
        yield f"Wasted {after.wasted}, by the words {wasted}"
    large = {(a, flag(s, f)) for a, row in s.stacks.items() for f in row if _crowd(s, a, flag(s, f)) > 4}
    after, asked = tried(s, Attrition())
    said = {(x.area, x.faction) for x in after.agenda if isinstance(x, AttritionLoss)}
    if said != large:
        yield f"large stacks {sorted(said)}, by the words {sorted(large)}"


def _boxes(s: Dom) -> Iterator[str]:
    """Everybody in the Box of his Initiative, defenders at home one higher (5.5.1, 4.1.3)."""
    for area in [*s.stacks]:
        for attacker in forces(s, area) if not holder(s, area) else ():
            after, _ = tried(s, OpenBattle(area, attacker))
            assert after.battle is not None
            said = [
                (x.faction, x.unit, x.reduced, x.box) for x in (*after.battle.attack, *after.battle.defend)
            ]
            words = [(*who, _box(s, area, attacker, *who)) for who in _fighters(s, area)]
            if sorted(said) != sorted(words):
                yield f"Boxes in {area}: {sorted(said)}, by the words {sorted(words)}"


def _fighters(s: Dom, area: str) -> Iterator[tuple[str, str, bool]]:
    for unit in units(s, area):
        faction, kind, *worn = unit.split(":")
        yield faction, kind, bool(worn)
    for faction, st in s.stacks[area].items():
        yield from ((faction, x, False) for x in st.leaders)
        if st.castle:
            yield faction, "castle", True


SWIFT = {"knight": 3, "huscarl": 2, "longship": 2, "spearman": 1, "archer": 4}
"""Initiative at full strength; a reduced unit has one more (4.1.3)."""


def _box(s: Dom, area: str, attacker: str, faction: str, unit: str, worn: bool) -> int:
    if unit == "castle":
        return 0
    leads = unit in LEADERS
    swift = LEADERS[unit]["factors"][2] if leads else SWIFT[unit] + worn
    if flag(s, faction) == attacker:
        return int(swift)
    kind, border = "leader" if leads else unit, s.at(area, faction).border
    ways = [x for x in (area, border) if x]
    own = any(home(s, x, faction) or _at_ease(s, x, kind) for x in ways)
    return min(7, swift + own)


def _at_ease(s: Dom, space: str, kind: str) -> bool:
    """Riders on Roads, sailors on water and in the Isles and Orkney (3.1.4 to 3.1.6)."""
    terrain = s.board.spaces[space].terrain.id
    return kind in AT_EASE.get(terrain, ())
