"""Domesday computed a second time from the rulebook's words and the data files: points, what may be done, retreats, hits."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import albion.games.domesday
from albion.engine.action import Decision
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.domesday import GAME
from albion.games.domesday.options import DomesdayOptions
from albion.games.domesday.s05_5_4_damage import InflictDamage
from albion.games.domesday.s05_5_battle import RetreatTo
from albion.games.domesday.s05_actions import Spend
from albion.games.domesday.state import Dom, Fighter

DATA = Path(albion.games.domesday.__file__).parent / "data"
NAMES = ("knight", "huscarl", "longship", "spearman", "archer")
PRICES = {"knight": 4, "huscarl": 3, "longship": 2, "spearman": 1, "archer": 1}
"""In half points (5.2)."""
FACTORS = {
    "knight": ((4, 3), (3, 3)),
    "huscarl": ((3, 3), (2, 3)),
    "longship": ((2, 2), (1, 2)),
    "spearman": ((2, 2), (1, 2)),
    "archer": ((2, 1), (1, 1)),
    "castle": ((2, 4), (2, 4)),
}
"""Damage and Armor, full and reduced (4.1.1, 4.1.2)."""
COVER = {"city": 2, "marsh": 1, "forest": 1, "highland": 2}
"""Armor that terrain gives to defenders (TEC)."""
CASTLE_ARMOR = {"tower": 3, "cathedral": 2, "great-hall": 1}
AT_EASE = {
    "road": ("leader", "knight", "huscarl"),
    "road-box": ("leader", "knight", "huscarl"),
    "sea": ("leader", "longship"),
    "estuary": ("leader", "longship"),
}
"""Who attacks a City from there without losing Armor (5.5.6)."""
VIKINGS, NO_FLEETS = ("danish", "norse"), {"saxon", "scottish", "welsh"}
BUILDING_POINTS = {"tower": 1, "cathedral": 2, "great-hall": 3}


def _rows(file: str, table: str) -> dict[str, Any]:
    return {row["id"]: row for row in tomllib.loads((DATA / f"{file}.toml").read_text("utf-8"))[table]}


AREAS = _rows("areas", "area")
ESTUARIES = _rows("waters", "estuary")
COUNTERS = _rows("units", "counters")
CASTLES = 22
"""Norman and Baron Castles are two sides of the same counters (4.3.2)."""
CROWNS = {name: set(row.get("crown_as", ())) for name, row in _rows("leaders", "leader").items()}


def disagreements(options: DomesdayOptions, seed: int, answers: int) -> list[str]:
    """Where a random game and the words part, in this many answers."""
    s = GAME.setup(options, Dice(seed))
    dice, d = Dice(seed + 1), settle(s)
    found: list[str] = []
    while d is not None and answers and not found:
        found += _points(s)
        step = s.agenda[-1]
        if isinstance(step, Spend) and not (s.purse.bound or s.purse.faction or s.purse.actions):
            found += _offers(s, d)
        elif isinstance(step, RetreatTo):
            found += _retreats(s, d, step)
        elif isinstance(step, InflictDamage) and s.battle and not s.battle.modifiers:
            found += _hits(s, d, step)
        d = apply(s, d.actions[dice.d(len(d.actions)) - 1])
        answers -= 1
    return found


def flag(s: Dom, faction: str) -> str:
    """Fyrd are one and the same with the King's faction (4.3.4)."""
    return s.sides[s.king] if faction == "fyrd" and s.king else faction


def forces(s: Dom, space: str) -> dict[str, int]:
    """Units of each faction there: troops, Leaders and Castles (R9)."""
    count: dict[str, int] = {}
    for faction, st in s.stacks.get(space, {}).items():
        many = sum(st.troops) + len(st.leaders) + int(st.castle)
        count[flag(s, faction)] = count.get(flag(s, faction), 0) + many
    return count


def holder(s: Dom, space: str) -> str:
    """Two to one against all others together Controls (3.3.1)."""
    count = forces(s, space)
    rest = {f: sum(count.values()) - n for f, n in count.items()}
    return next((f for f, n in count.items() if n >= 2 * rest[f]), "")


def contested(s: Dom, space: str, faction: str) -> bool:
    """Units there, and nobody who Controls (3.3.2)."""
    return faction in forces(s, space) and not holder(s, space)


def home(s: Dom, space: str, faction: str) -> bool:
    """The icon, or a Castle of the faction's own (3.2, 3.2.1); for the Fyrd those of the Saxons (3.2.2)."""
    people = "saxon" if faction == "fyrd" else faction
    icons = AREAS[space]["homelands"] if space in AREAS else ()
    st = s.stacks.get(space, {}).get(people)
    return people in icons or bool(st and st.castle)


def seat_of(s: Dom, faction: str) -> str:
    """Whose faction it is."""
    return s.rules.owner.get(flag(s, faction), "")


def worth(s: Dom, space: str, faction: str) -> int:
    """VPs of an Area for a faction (6.1)."""
    value, own = AREAS[space]["value"], home(s, space, faction)
    if holder(s, space) == faction:
        points = 2 * value if own else value
    elif contested(s, space, faction) and own:
        points = value
    else:
        return 0
    points += sum(BUILDING_POINTS[b] for b in s.buildings.get(space, ()))
    return max(0, points - s.wasted.get(space, 0))


def _points(s: Dom) -> Iterator[str]:
    told = GAME.scores(s)
    for seat in s.plunder:
        areas = [
            max((worth(s, a, f) for f in forces(s, a) if seat_of(s, f) == seat), default=0)
            for a in s.stacks
            if a in AREAS
        ]
        points = max(0, sum(areas) + s.plunder[seat])
        if told[seat] != points:
            yield f"{seat} has {told[seat]} points, by the words {points}"


def _offers(s: Dom, d: Decision) -> Iterator[str]:
    for verb, law in (("recruit", _recruit), ("build", _build), ("waste", _waste), ("survey", _survey)):
        said = {a.noun for a in d.actions if a.verb == verb}
        words = {space for space in s.board.spaces if law(s, space)}
        if said != words:
            yield f"{verb} with {s.purse.halves} halves for {s.purse.seat}: {sorted(map(str, said ^ words))}"
    said = {a.noun for a in d.actions if a.verb == "battle"}
    words = {space for space in s.stacks if any(_fights(s, space, f) for f in _mine(s))}
    if said != words:
        yield f"battle with {s.purse.halves} halves for {s.purse.seat}: {sorted(map(str, said ^ words))}"


def _mine(s: Dom) -> list[str]:
    factions = [f for f in s.rules.owner if seat_of(s, f) == s.purse.seat]
    return [f for f in factions if f not in ("saxon", "baron") or (f == "baron") == s.revolt]


def _recruit(s: Dom, space: str) -> bool:
    """A new reduced unit at home, or a reduced one restored anywhere (5.2)."""
    fyrd = ["fyrd"] if s.king and seat_of(s, "fyrd") == s.purse.seat else []
    return any(
        PRICES[kind] <= s.purse.halves
        and (_restores(s, space, faction, kind) or _appears(s, space, faction, kind))
        for faction in (*_mine(s), *fyrd)
        for kind in NAMES
    )


def _restores(s: Dom, space: str, faction: str, kind: str) -> bool:
    st = s.stacks.get(space, {}).get(faction)
    return bool(st and st.troops[2 * NAMES.index(kind) + 1])


def _appears(s: Dom, space: str, faction: str, kind: str) -> bool:
    if space not in AREAS or not home(s, space, faction):
        return False
    castles = [f for f, st in s.stacks.get(space, {}).items() if st.castle]
    if any(f != flag(s, faction) for f in castles):
        return False
    king = s.sides[s.king] if s.king else ""
    if faction == "fyrd" and king != "saxon" and holder(s, space) != king:
        return False
    if faction in VIKINGS and kind == "longship" and NO_FLEETS & set(AREAS[space]["homelands"]):
        return False
    return _counters(s, faction, kind) > 0


def _counters(s: Dom, faction: str, kind: str) -> int:
    """Counters left: Saxons and Barons share most of theirs, Knights are the Barons' unless lent (4.3.3)."""
    pools = {"saxon": ("saxon-baron",), "baron": ("saxon-baron", "baron")}.get(faction, (faction,))
    if faction == "saxon" and kind == "knight" and s.rules.options.saxon_knights:
        pools = ("baron",)
    slot = 2 * NAMES.index(kind)
    used = sum(sum(row[faction].troops[slot : slot + 2]) for row in s.stacks.values() if faction in row)
    return int(sum(COUNTERS[pool]["units"].get(kind, 0) for pool in pools)) - used


def _build(s: Dom, space: str) -> bool:
    """2 AP, Friendly Controlled, not Overseas, one Castle of a faction in an Area (5.3, 4.5.1)."""
    built = sum(st.castle for row in s.stacks.values() for st in row.values())
    lent = ("saxon",) if s.rules.options.saxon_castles else ()
    builders = [f for f in _mine(s) if f in ("norman", "baron", *lent)]
    return (
        s.purse.halves >= 4
        and built < CASTLES
        and space in AREAS
        and AREAS[space]["kind"] != "overseas"
        and any(holder(s, space) == f and not s.at(space, f).castle for f in builders)
    )


def _waste(s: Dom, space: str) -> bool:
    """1 AP, a foreign Area that is Controlled or any that is Contested, Wasted below its Value (5.6)."""
    if space not in AREAS or s.purse.halves < 2 or s.wasted.get(space, 0) >= AREAS[space]["value"]:
        return False
    return any((holder(s, space) == f and not home(s, space, f)) or contested(s, space, f) for f in _mine(s))


def _survey(s: Dom, space: str) -> bool:
    """Half a point in a Controlled Homeland, one in another Controlled Area (5.7)."""
    return any(
        holder(s, space) == f
        and s.wasted.get(space, 0) > 0
        and s.purse.halves >= (1 if home(s, space, f) else 2)
        for f in _mine(s)
    )


def _fights(s: Dom, space: str, faction: str) -> bool:
    """A Contested Area, half a point at home, one elsewhere (5.5)."""
    return contested(s, space, faction) and s.purse.halves >= (1 if home(s, space, faction) else 2)


def _retreats(s: Dom, d: Decision, step: RetreatTo) -> Iterator[str]:
    assert s.battle is not None
    space = s.battle.area
    faction, kind = _unit(s, step.unit)
    fighters = (*s.battle.attack, *s.battle.defend)
    boxes = [f.box for f in fighters if f.unit == step.unit]
    if kind != "leader":
        worn = step.unit.endswith(":reduced")
        boxes = [f.box for f in fighters if (f.faction, f.unit, f.reduced) == (faction, kind, worn)]
    spare = max(boxes) - step.die
    said, words = {a.noun for a in d.actions if a.verb == "to"}, _refuges(s, space, faction, kind, spare)
    if said != words:
        yield f"{step.unit} from {space}, {spare} above the die: {sorted(map(str, said))}, by the words {sorted(words)}"


def _unit(s: Dom, unit: str) -> tuple[str, str]:
    if ":" not in unit:
        return s.sides[unit], "leader"
    faction, kind = unit.split(":")[:2]
    return faction, kind


def _refuges(s: Dom, space: str, faction: str, kind: str, spare: int) -> set[str]:
    """Adjacent at the roll, across Roads, Road Boxes and Estuaries above it; the best priority only (5.5.3)."""
    ways: dict[str, set[str]] = {}
    if space in AREAS:
        row = AREAS[space]
        for to in row.get("borders", ()):
            ways.setdefault(to, set()).add("")
        for to in (*row.get("road_borders", ()), *row.get("box_borders", ())):
            ways.setdefault(to, set()).add("road")
        for water, estuary in ESTUARIES.items():
            banks = (*estuary["areas"], *estuary.get("across", ()))
            if space not in banks:
                continue
            ways.setdefault(water, set()).add("" if space in estuary["areas"] else "road")
            for to in banks:
                if to != space:
                    ways.setdefault(to, set()).add(water)
    else:
        for to in ESTUARIES[space]["areas"]:
            ways.setdefault(to, set()).add("")
        for to in ESTUARIES[space].get("across", ()):
            ways.setdefault(to, set()).add("road")
    ranks = {
        to: _rank(s, to, faction, kind)
        for to, how in ways.items()
        if any(_open(s, via, flag(s, faction), spare) for via in how) and _takes(s, to, faction, kind)
    }
    best = min(ranks.values(), default=0)
    return {to for to, rank in ranks.items() if rank == best}


def _open(s: Dom, via: str, mine: str, spare: int) -> bool:
    if not via:
        return True
    return spare > 0 and (via not in ESTUARIES or holder(s, via) in ("", mine))


def _takes(s: Dom, to: str, faction: str, kind: str) -> bool:
    mine = flag(s, faction)
    return _admits(s, to, faction, kind) and (kind == "leader" or _crowd(s, to, mine) < _limit(s, to, mine))


def _admits(s: Dom, to: str, faction: str, kind: str) -> bool:
    mine = flag(s, faction)
    if to in ESTUARIES and kind not in ("leader", "longship"):
        return False
    if faction == "fyrd" and kind == "spearman" and to in AREAS and not home(s, to, faction):
        return False
    count = forces(s, to)
    if count and mine not in count:
        return False
    return holder(s, to) in ("", mine)


def _crowd(s: Dom, space: str, mine: str) -> int:
    return sum(sum(st.troops) for f, st in s.stacks.get(space, {}).items() if flag(s, f) == mine)


def _limit(s: Dom, space: str, mine: str) -> int:
    leaders = [name for f, st in s.stacks.get(space, {}).items() if flag(s, f) == mine for name in st.leaders]
    if any(mine in CROWNS[name] for name in leaders):
        return 8
    return 6 if leaders else 4


def _rank(s: Dom, to: str, faction: str, kind: str) -> int:
    sailing = kind in ("leader", "longship") and (to in ESTUARIES or to in ("isles", "orkney"))
    own = home(s, to, faction) or sailing
    if not forces(s, to):
        return 5 if own else 6
    held = holder(s, to) == flag(s, faction)
    return (1 if own else 2) if held else (3 if own else 4)


def _factors(s: Dom, x: Fighter) -> tuple[int, int]:
    if x.unit in s.board.leaders:
        damage, armor, _ = s.board.leaders[x.unit].factors
        return damage, armor
    return FACTORS[x.unit][x.reduced]


def _armor(s: Dom, x: Fighter, area: str, *, defends: bool) -> int:
    """The Damage that forces a roll: Armor, Buildings for Castles, terrain for defenders (5.5.6)."""
    need = _factors(s, x)[1]
    if x.unit == "castle":
        need += sum(CASTLE_ARMOR[b] for b in s.buildings.get(area, ()))
    if defends:
        border = s.at(area, x.faction).border
        terrain = s.board.spaces[border or area].terrain.id
        need += COVER.get(terrain, 0)
        kind = "leader" if x.unit in s.board.leaders else x.unit
        need -= bool(border and terrain in AT_EASE and kind not in AT_EASE[terrain])
    return max(1, need)


def _shielded(s: Dom, x: Fighter, side: tuple[Fighter, ...]) -> bool:
    """Castles stand behind troops, Leaders behind both (4.2, 4.3.2)."""
    mine = [y.unit for y in side if y is not x and flag(s, y.faction) == flag(s, x.faction)]
    others = [unit for unit in mine if unit not in s.board.leaders]
    if x.unit in s.board.leaders:
        return bool(others)
    return x.unit == "castle" and any(unit != "castle" for unit in others)


def _target(s: Dom, x: Fighter) -> str:
    if x.unit in s.board.leaders:
        return x.unit
    worn = ":reduced" if x.reduced and x.unit != "castle" else ""
    return f"{x.faction}:{x.unit}{worn}" + ("" if x.unit == "castle" else f"/{x.box}")


def _hits(s: Dom, d: Decision, step: InflictDamage) -> Iterator[str]:
    """Which enemy units the combined Damage of a player's units in a Box can force to roll (5.5.5, 5.5.6)."""
    assert s.battle is not None
    b, attacks = s.battle, step.side == "attack"
    own, foes = (b.attack, b.defend) if attacks else (b.defend, b.attack)
    firing = [x for x in own if x.box == step.box and not x.fired]
    seats = (step.player, *step.allies)
    damage = sum(_factors(s, x)[0] for x in firing if seat_of(s, x.faction) in seats)
    if step.pool >= 0:
        damage = step.pool
    words = {
        _target(s, x)
        for x in foes
        if _armor(s, x, b.area, defends=attacks) <= damage and not _shielded(s, x, foes)
    }
    said = {a.noun for a in d.actions if a.verb == "hit"}
    if said != words:
        yield f"{damage} Damage in {b.area}: {sorted(map(str, said))}, by the words {sorted(words)}"
