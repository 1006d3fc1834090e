"""7.0 Scenarios: seats, decks and the units that stand on the map at the start."""

from __future__ import annotations

from albion.engine.cite import cite, rule
from albion.engine.dice import Dice
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.options import DomesdayOptions, all_seats, last_scenario, present
from albion.games.domesday.rules import Board, Rules
from albion.games.domesday.s04_units import change, set_castle, set_leader
from albion.games.domesday.state import DEAD, EXILE, RESERVE, Dom


@rule(cite("domesday 1.3.a 1.3.1.a 1.3.2.a 1.3.3.a 1.3.4.a 1.4.a 2.1.a 7.2.a R21 R30"))
def rules_of(o: DomesdayOptions, board: Board) -> Rules:
    """Seats in order of play, their factions, cards drawn, and the last Turn."""
    seats, last = all_seats(o), last_scenario(o)
    table = {p.id: p.four if o.players == 4 else p.three for p in board.tables.player}
    hand = board.tables.hand
    return Rules(
        options=o,
        board=board,
        seats=seats,
        present=present(o),
        absentee="" if o.absentee == "none" else o.absentee,
        owner={f: seat for seat in seats for f in table[seat]},
        factions={seat: table[seat] for seat in seats},
        last_turn=board.scenarios[last].last_turn,
        linked=last != o.scenario,
        draw=hand.four if o.players == 4 else hand.three,
    )


def empty(rules: Rules, dice: Dice) -> Dom:
    """A table with nothing on it: Leaders beside the map, no cards, no Plunder."""
    board = rules.board
    return Dom(
        dice=dice,
        rules=rules,
        board=board,
        used={f: (0,) * len(KINDS) for f in board.homelands},
        reach=dict.fromkeys(board.homelands, 0),
        leaders=dict.fromkeys(board.leaders, RESERVE),
        sides={x.id: x.factions[0] for x in board.leaders.values()},
        plunder=dict.fromkeys(rules.seats, 0),
        hands=dict.fromkeys(rules.seats, ()),
        gave=dict.fromkeys(rules.seats, 0),
    )


@rule(cite("domesday 7.1.b 7.1.c 4.2.1.a 8.1.a 8.1.c 8.1.d 8.2.a 8.3.a 8.4.a 8.5.a 8.5.b R7"))
def place_scenario(s: Dom, name: str) -> None:
    """Units at full strength, boxes, markers, Plunder and the Turn of a scenario."""
    row = s.board.scenarios[name]
    s.turn, s.revolt = row.first_turn, row.revolt
    s.wasted, s.buildings = dict(row.wasted), {a: tuple(sorted(b)) for a, b in row.buildings.items()}
    s.plunder = dict(row.plunder_four if len(s.rules.seats) == 4 else row.plunder_three)
    if s.revolt:
        for x in s.board.leaders.values():
            s.sides[x.id] = next((f for f in x.factions if f != "saxon"), x.factions[0])
    for leader in row.exile:
        set_leader(s, leader, EXILE)
    for leader in row.dead:
        set_leader(s, leader, DEAD)
    for line in s.board.setups[name]:
        for area in line.areas:
            for reduced, units in ((False, line.units), (True, line.reduced)):
                for kind, n in units.items():
                    change(s, area, line.faction, kind, reduced, n)
            if line.castle:
                set_castle(s, area, line.faction, True)
            for leader in line.leaders:
                set_leader(s, leader, area, line.faction)
    s.king = row.king


@rule(cite("domesday 5.8.8.a 7.1.a 8.1.b 1.1.a"))
def deal_scenario(s: Dom, name: str) -> None:
    """Take out the cards of earlier scenarios, deal this one's, shuffle the rest."""
    row = s.board.scenarios[name]
    cards = list(s.board.cards.values())
    s.removed = tuple(c.id for c in cards if c.scenario in row.remove)
    own = s.dice.shuffled([c.id for c in cards if c.scenario == row.deal and row.deal])
    for seat in s.rules.seats:
        s.hands[seat] = tuple(sorted(own[: row.deal_each]))
        own = own[row.deal_each :]
    rest = [c.id for c in cards if c.id not in s.removed and (not row.deal or c.scenario != row.deal)]
    s.deck = tuple(s.dice.shuffled([*own, *rest]))
