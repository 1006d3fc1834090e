"""Odd positions of Domesday, such as no random game comes to: crowded Areas, Castles of several factions, Fyrd, borders, Absentees."""

from __future__ import annotations

import random
from collections.abc import Iterator

from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.domesday import GAME
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.options import SCENARIOS, DomesdayOptions, all_seats
from albion.games.domesday.s02_sequence import ActionPhase, EndPhase, Turn
from albion.games.domesday.s03_map import contests, controller, in_play
from albion.games.domesday.s04_5_stacking import AfterAction
from albion.games.domesday.s04_units import available, change, room, set_castle, set_leader
from albion.games.domesday.s05_4_march import March
from albion.games.domesday.s05_5_4_damage import InflictDamage
from albion.games.domesday.s05_5_battle import RetreatTo
from albion.games.domesday.s05_actions import Spend
from albion.games.domesday.state import DEAD, EXILE, RESERVE, Dom, stack
from support import domesday_by_text, domesday_disagreements, domesday_marches


def position(seed: int) -> Dom:
    """Such a position, at the start of an Action Phase."""
    chance = random.Random(seed)
    players = chance.choice((4, 3))
    o = DomesdayOptions(players=players, scenario=chance.choice(SCENARIOS), saxon_castles=seed % 5 == 0)
    absent = chance.choice(("none", "none", *all_seats(o)))
    o = DomesdayOptions(players, o.scenario, absentee=absent, saxon_castles=o.saxon_castles)
    s = GAME.blank(o)
    s.dice, s.turn = Dice(seed), chance.randint(1, s.rules.last_turn)
    s.revolt = s.turn > 6 and chance.random() < 0.6
    areas = [*chance.sample(s.board.areas, chance.randint(4, 14)), "london", "york"]
    spaces = [*areas, *areas, *areas, *chance.sample(s.board.areas, 5), "thames", "wash", "humber", "severn"]
    factions = [f for f in s.rules.owner if in_play(s, f)]
    _leaders(s, spaces, factions, chance)
    for _ in range(chance.randint(5, 60)):
        _troops(s, chance.choice(spaces), chance.choice(factions), chance)
    for _ in range(chance.randint(0, 10)):
        _castle(s, chance.choice(areas), chance.choice(factions))
    _king(s, spaces, chance)
    _borders(s, chance)
    for area in chance.sample(areas, 4):
        s.wasted[area] = chance.randint(1, 4)
    cards = chance.sample(sorted(set(s.board.cards) - {"021"}), len(s.board.cards) - 1)
    s.removed = ("021",)
    for seat in s.rules.seats:
        n = chance.randint(0, 5)
        s.hands[seat], cards = tuple(sorted(cards[:n])), cards[n:]
    s.discard, s.deck = tuple(cards[:40]), tuple(cards[40:])
    s.agenda = [*reversed((AfterAction(), ActionPhase(), EndPhase(), Turn()))]
    return s


def _leaders(s: Dom, spaces: list[str], factions: list[str], chance: random.Random) -> None:
    """Some on the map on one of their sides, some in exile or dead."""
    for x, row in s.board.leaders.items():
        sides = [f for f in row.factions if f in factions]
        twin = any(s.leaders[t] in s.stacks for t in s.board.twins[x])
        if sides and not twin and chance.random() < 0.3:
            set_leader(s, x, chance.choice(spaces), chance.choice(sides))
        else:
            set_leader(
                s, x, chance.choice((RESERVE, DEAD) if row.dead else (EXILE, RESERVE)), row.factions[-1]
            )


def _troops(s: Dom, space: str, faction: str, chance: random.Random) -> None:
    """A few of a kind that may stay there, as far as counters and stacking go."""
    kinds = KINDS if s.board.spaces[space].kind != "estuary" else ("longship",)
    kind = chance.choice(kinds)
    n = min(chance.randint(1, 3), available(s, faction, kind), room(s, space, faction))
    if n > 0:
        change(s, space, faction, kind, chance.random() < 0.35, n)


def _castle(s: Dom, area: str, faction: str) -> None:
    builds = faction in ("norman", "baron") or (faction == "saxon" and s.rules.options.saxon_castles)
    if builds and s.board.spaces[area].kind in ("city", "land") and available(s, faction, "castle") > 0:
        set_castle(s, area, faction, True)


def _king(s: Dom, spaces: list[str], chance: random.Random) -> None:
    """A Crown Leader whose faction has a part of London or York, and his Fyrd."""
    for x, place in s.leaders.items():
        side, crowns = s.sides[x], s.board.leaders[x].crown_as
        held = any(controller(s, c) == side or contests(s, c, side) for c in ("london", "york"))
        if place in s.stacks and side in crowns and held and not s.king:
            s.king = x
    for space in chance.sample(spaces, 12) if s.king else ():
        kind, place = chance.choice(("spearman", "longship")), s.board.spaces[space]
        abroad = "saxon" not in place.homelands if kind == "spearman" else place.kind == "overseas"
        if not abroad and available(s, "fyrd", kind) > 0 and room(s, space, "fyrd") > 0:
            change(s, space, "fyrd", kind, chance.random() < 0.4, 1)


def _borders(s: Dom, chance: random.Random) -> None:
    """Some stacks in Cities that they do not Control stand on the border they came from."""
    royal = s.sides[s.king] if s.king else ""
    for city in s.board.cities:
        for faction, st in tuple(s.stacks.get(city, {}).items()):
            shut = controller(s, city) != faction and not st.castle and faction not in ("fyrd", royal)
            if shut and chance.random() < 0.5:
                border = chance.choice(s.board.spaces[city].exits)
                s.put(city, faction, stack(st.troops, st.leaders, st.castle, border))


def disagreements(seed: int, answers: int) -> Iterator[str]:
    """Where play from an odd position and the words part, or a promise is broken, in this many answers."""
    s, dice = position(seed), Dice(seed + 1)
    yield from GAME.invariants(s)
    d = settle(s)
    for _ in range(answers):
        if d is None:
            break
        yield from domesday_by_text._points(s)
        step = s.agenda[-1]
        free = not (s.purse.bound or s.purse.faction or s.purse.actions)
        plain = s.battle is not None and not s.battle.modifiers
        if isinstance(step, Spend) and free:
            yield from domesday_by_text._offers(s, d)
        elif isinstance(step, March) and step.band.kinds():
            yield from domesday_marches._steps(s, d, step)
        elif isinstance(step, RetreatTo) and plain:
            yield from domesday_by_text._retreats(s, d, step)
        elif isinstance(step, InflictDamage) and plain:
            yield from domesday_by_text._hits(s, d, step)
        elif d.step in domesday_disagreements.WORDS:
            said, told = {str(a) for a in d.actions}, domesday_disagreements.WORDS[d.step](s, step)
            if said != told:
                yield f"{d.step} for {d.seat}: {sorted(said ^ told)}"
        if d.step in ("CardTurn", "Spend"):
            yield from (f"{n} too many {f} in {a}" for a, f, n in domesday_disagreements.crowds(s))
        yield from GAME.invariants(s)
        busy = [a for a in d.actions if a.verb in ("move", "battle", "enter")] if dice.d(3) == 1 else []
        d = apply(s, busy[dice.d(len(busy)) - 1] if busy else domesday_disagreements._lively(d, dice))
