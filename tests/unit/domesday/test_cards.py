"""Every card, once where it applies and once where it does not."""

from __future__ import annotations

from collections import Counter

import pytest

from albion.engine.action import Action
from albion.engine.cite import cite
from albion.engine.dice import Dice
from albion.engine.event import Event
from albion.engine.loop import apply, settle
from albion.engine.refusal import refuse
from albion.engine.step import Choice
from albion.games.domesday import GAME
from albion.games.domesday.data import Card, Effect
from albion.games.domesday.options import DomesdayOptions
from albion.games.domesday.s03_map import owner
from albion.games.domesday.s04_units import available, change, disband_fyrd, set_castle, set_leader
from albion.games.domesday.s05_5_battle import OpenBattle
from albion.games.domesday.s05_8_events import CardTurn, resolvers
from albion.games.domesday.s07_scenarios import empty, place_scenario
from albion.games.domesday.state import DEAD, EXILE, Dom, stack

BOARD = GAME.tables_board
CARDS = BOARD.cards
EVENTS = [c for c in CARDS.values() if c.kind != "battle"]
BATTLES = [c for c in CARDS.values() if c.kind == "battle"]


def table(turn: int, absentee: str = "none") -> Dom:
    """The scenario of that Turn, without cards."""
    scenario = BOARD.tables.turn[turn - 1].scenario
    o = DomesdayOptions(scenario=scenario, absentee=absentee)  # type: ignore[arg-type]
    s = empty(GAME.rules(o), Dice(11))
    place_scenario(s, scenario)
    s.turn = turn
    return s


def turn_for(card: Card) -> int:
    """A Turn of its window; a late one where Barons must be there."""
    first, last = card.turns or (2, 16)
    late = "baron" in card.icons and not {"saxon", "norman"} & set(card.icons)
    return min(last, max(first, 9)) if late else first


def flat(card: Card, faction: str) -> list[Effect]:
    """Its effects with the first option open to the faction."""
    found: list[Effect] = []
    for e in card.effects:
        if e.op == "choose-one":
            found += next(o.effects for o in e.options if faction in o.for_factions)
        else:
            found.append(e)
    return found


def clear(s: Dom, area: str) -> None:
    """Nobody and nothing in an Area."""
    for faction in list(s.stacks.get(area, {})):
        for leader in s.at(area, faction).leaders:
            set_leader(s, leader, EXILE if not BOARD.leaders[leader].dead else "reserve")
        s.put(area, faction, stack())
    if s.king and s.leaders[s.king] not in s.stacks:
        s.king = ""
    s.wasted.pop(area, None)


def prepare(s: Dom, card: Card, faction: str) -> None:
    """What the card needs to apply."""
    need = card.requires
    for leader in need.leader_dead:
        set_leader(s, leader, DEAD)
    for leader in need.leader_alive:
        if s.leaders[leader] == DEAD:
            set_leader(s, leader, "reserve")
    if need.no_king_of and s.king and s.sides[s.king] in need.no_king_of:
        disband_fyrd(s, None)
        s.king = ""
    if need.units_in:
        change(s, need.units_in[0], faction, "spearman", False, 1)
    if need.contests_area_of_target:
        clear(s, "kent")
        change(s, "kent", faction, "longship", False, 1)
        change(s, "kent", "norman", "archer", False, 1)
    for e in flat(card, faction):
        ready(s, e, faction)


def ready(s: Dom, e: Effect, faction: str) -> None:
    """What one effect needs."""
    area = e.areas[0] if e.areas else "kent"
    if e.op in ("exile-leader", "kill-leader"):
        row = BOARD.leaders[e.leader]
        side = next(f for f in row.factions if f != ("saxon" if s.revolt else "baron"))
        set_leader(s, e.leader, "norway", side)
    elif e.op in ("place-building", "place-castle") and (e.controlled or e.scope == "own-controlled"):
        clear(s, area)
        change(s, area, faction, "archer" if available(s, faction, "archer") else "spearman", False, 1)
        if e.op == "place-castle" and e.n > 1:
            clear(s, "essex")
            change(s, "essex", faction, "spearman", False, 1)
    elif e.op == "remove-wasted":
        for where in e.areas or ("london", "winchester", "lincoln"):
            s.wasted[where] = s.wasted.get(where, 0) + 2
    elif e.op == "reduce-units":
        clear(s, area)
        s.put(area, "irish", stack((0, 0, 0, 0, 3, 0, 2, 0, 0, 0)))
    elif e.op == "restore-units":
        where = "winchester" if e.scope else area
        clear(s, where)
        change(s, where, faction or "norman", "archer", True, 2)
    elif e.op == "remove-units":
        whose = faction if e.whose == "own" else "norman" if e.whose == "enemy" else e.whose
        if "castle" in e.unit_types:
            clear(s, area)
            set_castle(s, area, whose, True)
        else:
            free = [k for k in e.unit_types if available(s, whose, k) > 0]
            if free:
                change(s, area, whose, free[0], False, 1)
    elif e.op == "replace-units":
        old = "norman" if e.from_faction == "enemy" else e.from_faction
        clear(s, area)
        change(s, area, old, "archer", False, 1)
        if e.scope:
            change(s, area, faction, "spearman", False, 1)
    elif e.op == "test-leader":
        where = e.where[0] if e.where else "london"
        clear(s, where)
        set_leader(s, "rufus", where, "norman")
        s.king = "rufus" if e.target == "king" else s.king
    elif e.op == "return-exile":
        set_leader(s, "gruffydd", EXILE)


def run(s: Dom, log: list[Event]) -> None:
    """First answers until nothing is asked; points are not spent."""
    d = settle(s, log)
    for _ in range(200):
        if d is None:
            return
        ends = [a for a in d.actions if a.verb in ("end", "refuse")]
        d = apply(s, ends[0] if ends else d.actions[0], log)
    raise AssertionError("the card never ends")


@pytest.mark.parametrize("card", EVENTS, ids=lambda c: c.id)
def test_it_does_what_it_says_where_it_applies(card: Card) -> None:
    s = table(turn_for(card))
    playable = [f for f in card.icons if f != ("saxon" if s.revolt else "baron")]
    faction = playable[0] if playable else "welsh" if card.one_faction else ""
    prepare(s, card, faction)
    player = owner(s, faction) if faction else "norman"
    s.hands[player] = (card.id, "061")
    s.deck = ("060", "064")
    s.agenda = [CardTurn(player)]
    before, log = s.clone(), list[Event]()
    d = settle(s, log)
    assert d is not None and Action("event", card.id) in d.actions
    d = apply(s, Action("event", card.id), log)
    if d is not None and d.step == "EventFaction":
        apply(s, Action("as", faction), log)
    run(s, log)

    for e in flat(card, faction):
        check(e, before, s, faction, player, log)
    assert card.id in (*s.discard, *s.removed)


def check(e: Effect, before: Dom, s: Dom, faction: str, player: str, log: list[Event]) -> None:
    """That an effect happened."""
    kinds = Counter(event.kind for event in log)
    f = e.faction or faction
    if e.op == "place-leader":
        leader = e.counter_by_faction.get(f, e.leader)
        assert s.leaders[leader] in (*e.areas, EXILE)
        assert any(
            x.kind == "leader-placed" and x.data["leader"] == leader and x.data["area"] in e.areas
            for x in log
        )
    elif e.op == "place-units":
        if f == "fyrd" and owner(s, "fyrd") != player:
            return
        for kind, n in e.units.items():
            copies = len(e.areas) if e.each else e.choose
            wanted = min(n * copies, available(before, f, kind))
            unit = f"{f}:{kind}"
            assert sum(x.data["n"] for x in log if x.kind == "placed" and x.data["unit"] == unit) >= wanted
    elif e.op in ("place-castle", "place-building", "place-wasted", "remove-wasted"):
        happened = {"place-castle": "built", "place-building": "building", "place-wasted": "wasted"}
        assert kinds[happened.get(e.op, "surveyed")] >= 1
    elif e.op == "plunder":
        assert any(x.kind == "plunder" and x.data["n"] == e.n for x in log) or e.who == "king-player"
    elif e.op == "spend-ap":
        sides = 6 if e.dice == "1d6" else 3
        points = [x.data for x in log if x.kind == "points" and x.data["seat"] == owner(s, faction)]
        assert any(2 <= x["halves"] <= 2 * sides for x in points)
    elif e.op in ("exile-leader", "kill-leader"):
        assert s.leaders[e.leader] == (EXILE if e.op == "exile-leader" else DEAD)
    elif e.op == "draw-cards":
        assert len(s.hands[player]) == len(before.hands[player]) - 1 + e.n
    elif e.op in DONE:
        assert kinds[DONE[e.op]] >= 1, log


DONE = {
    "reduce-units": "reduced",
    "remove-units": "removed",
    "replace-units": "replaced",
    "restore-units": "restored",
    "test-leader": "roll",
    "return-exile": "leader-placed",
    "relocate": "sent-home",
    "revolt-of-the-earls": "revolt",
}
"""The event that each of these effects leaves."""


@pytest.mark.parametrize("card", EVENTS, ids=lambda c: c.id)
def test_it_is_refused_where_it_does_not_apply(card: Card) -> None:
    if card.turns and card.turns[1] < 16:
        s, player, why = (
            table(card.turns[1] + 1),
            "norman",
            "5.8.5.a" if card.kind == "limited" else "5.8.6.c",
        )
    elif card.turns:
        s, player, why = (
            table(card.turns[0] - 1),
            "norman",
            "5.8.5.a" if card.kind == "limited" else "5.8.6.c",
        )
    elif card.requires.leader_alive or card.requires.controls or card.requires.contests_area_of_target:
        s, player, why = table(2), "norman", "5.8.a"
        clear(s, "albany")
        for leader in card.requires.leader_alive:
            set_leader(s, leader, DEAD)
    else:
        return refuses_strangers(card)
    s.hands[player] = (card.id, "061")
    s.agenda = [CardTurn(player)]
    settle(s)
    found = refuse(GAME, s, Action("event", card.id))

    assert found is not None and set(cite(f"domesday {why}")) <= set(found.cite)
    return None


def refuses_strangers(card: Card) -> None:
    """A faction without its icon, or an Absentee's, does not resolve it; without icons it needs a target."""
    owners = {GAME.rules(DomesdayOptions()).owner[f] for f in card.icons}
    s = table(2, absentee=next(iter(owners)) if len(owners) == 1 else "none")
    player = next(x for x in s.rules.present if x not in owners or len(owners) > 1)
    s.hands[player] = (card.id, "061")
    s.agenda = [CardTurn(player)]
    d = settle(s)
    assert d is not None
    if Action("event", card.id) not in d.actions:
        return
    if not card.icons:
        for area in list(s.stacks):
            clear(s, area)
        s.wasted = {a: BOARD.spaces[a].value for a in BOARD.areas}
        for leader in s.leaders:
            s.leaders[leader] = DEAD
        log: list[Event] = []
        apply(s, Action("event", card.id), log)
        run(s, log)
        assert not {"wasted", "reduced", "leader-placed"} & {x.kind for x in log}
        return
    strangers = {f for f in BOARD.homelands if f not in card.icons}

    assert not strangers & set(resolvers(s, card, player))


def battlefield(card: Card) -> tuple[Dom, str, str]:
    """A Battle in which the card helps its first faction."""
    s = table(9 if "baron" in card.icons[:1] else 2)
    mine = next((f for f in card.icons if f != "baron"), "norse")
    foe = "scottish" if mine != "scottish" else "welsh"
    spots = [w for e in card.effects for w in e.where]
    area = next((w for w in spots if w in BOARD.areas), "hampshire")
    clear(s, area)
    for kind in ("huscarl", "longship", "spearman", "archer", "knight"):
        if available(s, mine, kind) > 0:
            change(s, area, mine, kind, False, 1)
    for kind in ("spearman", "archer", "huscarl"):
        change(s, area, foe, kind, False, 1)
    set_leader(s, "malcolm" if foe == "scottish" else "bleddyn", area, foe)
    return s, area, mine


@pytest.mark.parametrize("card", BATTLES, ids=lambda c: c.id)
def test_a_battle_event_works_in_its_battle(card: Card) -> None:
    s, area, mine = battlefield(card)
    player = owner(s, mine)
    s.hands[player] = (card.id,)
    s.purse = s.purse.__class__(player, 8)
    s.agenda = [OpenBattle(area, mine)]
    log: list[Event] = []
    d = settle(s, log)
    assert d is not None and Action("play", card.id) in d.actions
    d = apply(s, Action("play", card.id), log)
    while d is not None and d.step in ("BattleFaction", "ChooseVictim", "StrikeLeader"):
        own = Action("as", mine)
        d = apply(s, own if own in d.actions else d.actions[0], log)
    kinds = Counter(x.kind for x in log)

    assert s.battle is not None
    for e in card.effects:
        if e.op == "battle-modifier":
            assert kinds["modified"]
        elif e.op == "no-retreat":
            assert s.battle.pinned
        else:
            assert kinds["roll"]


@pytest.mark.parametrize("card", BATTLES, ids=lambda c: c.id)
def test_a_battle_event_is_no_event_outside_and_helps_nobody_without_need(card: Card) -> None:
    s = table(2)
    s.hands["norman"] = (card.id, "060")
    s.agenda = [CardTurn("norman")]
    step = s.agenda[-1]
    assert isinstance(step, Choice)
    found = refuse(GAME, s, Action("event", card.id))
    assert found is not None and set(cite("domesday 5.8.7.a")) <= set(found.cite)

    s = table(2)
    clear(s, "bedford")
    change(s, "bedford", "welsh", "huscarl", False, 1)
    change(s, "bedford", "danish", "huscarl", False, 1)
    s.hands["norman"], s.purse = (card.id,), s.purse.__class__("norse", 8)
    s.agenda = [OpenBattle("bedford", "welsh")]
    d = settle(s)
    assert d is not None
    needs_others = bool(card.icons) and not {"welsh", "danish"} & set(card.icons)
    elsewhere = all(e.op == "test-leader" or "bedford" not in (e.where or ("bedford",)) for e in card.effects)
    offered = Action("play", card.id) in d.actions

    assert not (offered and (needs_others or elsewhere))
