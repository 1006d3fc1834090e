"""Odd positions of Boudicca, such as no random game comes to: mixed stacks, sleepers, markers, sacked places, changed bridges."""

from __future__ import annotations

import random
from collections.abc import Iterator

from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.boudicca import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s04_sequence import EndOfTurn
from albion.games.boudicca.s05_impulses import BeginImpulse
from albion.games.boudicca.s07_interception import Interception
from albion.games.boudicca.s07_march import March
from albion.games.boudicca.s10_withdrawal import Withdraw
from albion.games.boudicca.state import (
    DEAD,
    FOUGHT,
    FURY,
    ISCA,
    MARCHED,
    MONA,
    NEVER,
    PLUNDER,
    RAMPAGE,
    RESERVE,
    SCARED,
    BoudiccaState,
    fresh,
)
from support import boudicca_by_text, boudicca_cards, boudicca_offers, boudicca_withdrawals
from support.boudicca_by_text import POSTS, QUIET, TOWNS, together
from support.boudicca_offers import FIRST

SIDES = (ROMANS, BRITONS)


def position(seed: int) -> BoudiccaState:
    """Such a position, at the start of an Impulse."""
    chance = random.Random(seed)
    s = fresh(GAME.rules, BoudiccaOptions())
    s.dice, s.phase = Dice(seed), "operations"
    s.turn, s.impulse = chance.randint(1, 6), chance.randint(3, 12)
    board = s.rules.board
    row, column = divmod(chance.choice(board.places), 100)
    near = [h for h in sorted(board.land) if abs(h // 100 - row) < 9 and abs(h % 100 - column) < 7]
    near += [h for h in board.places if h in near] * 4
    camps = {h: chance.choice(SIDES) for h in chance.sample(near, min(len(near), chance.randint(4, 20)))}
    for u in range(len(s.rules.units)):
        _stand(s, u, near, camps, chance)
    tribes = {s.rules.body[u] for u in range(*s.rules.ranks[BRITONS]) if s.where[u] > RESERVE} | {*FIRST}
    for u in range(*s.rules.ranks[BRITONS]):
        if s.rules.body[u] in tribes and s.where[u] == RESERVE:
            s.kill(u)
    s.revolted = tuple(sorted(tribes))
    _mark(s, chance)
    _places(s, chance)
    for side in SIDES:
        deck, n = chance.sample(s.rules.decks[side], 18), chance.randint(0, 9)
        s.hands[side], s.decks[side] = tuple(sorted(deck[:n])), tuple(deck[n:])
    s.phasing = chance.choice(SIDES)
    s.agenda = [EndOfTurn(), BeginImpulse(s.phasing)]
    return s


def _stand(s: BoudiccaState, u: int, near: list[int], camps: dict[int, str], chance: random.Random) -> None:
    """Dead, waiting, off the map, or in a hex of its side where it may stay."""
    unit, lot = s.rules.units[u], chance.random()
    own = [h for h, side in camps.items() if side == unit.side]
    box = {"xiv": MONA, "xx": MONA, "ii": ISCA}.get(unit.body)
    if unit.type == "civilian":
        own = near
    elif unit.leader and lot > 0.8:
        own = [h for h in near if h not in camps]
    elif box and lot > 0.8:
        own = [box]
    full = unit.kind == "druid" and sum(s.alive(x) for x in s.rules.druids) > 1
    here = lot > 0.45 or unit.type == "civilian"
    h = chance.choice(own) if own and here and not full else RESERVE
    if h > DEAD and not together(s, [*s.at.get(h, ()), u], unit.side):
        h = RESERVE
    if h:
        s.put(u, h)
        s.arrived[u], s.steps[u] = s.impulse - 1, chance.randint(1, unit.steps)
    elif (unit.side == ROMANS and unit.body) or lot > 0.3:
        s.kill(u)


def _mark(s: BoudiccaState, chance: random.Random) -> None:
    """Whole stacks that sleep, fear, rage or have marched; single units that have moved or fought."""
    for h, units in s.at.items():
        lot, fighters = chance.random(), [u for u in units if s.rules.combat[u]]
        mark = {0: SCARED, 1: MARCHED} if fighters and s.rules.side[fighters[0]] == ROMANS else {
            0: PLUNDER, 1: RAMPAGE, 2: RAMPAGE | FURY}  # fmt: skip
        for u in fighters:
            s.marks[u] |= mark.get(int(10 * lot), 0) if h > DEAD else 0
            asleep = h <= DEAD or lot > 0.8
            if asleep and s.rules.side[u] == ROMANS and any(s.rules.body[x] for x in units):
                s.ready[u] = NEVER
            s.used[u] = chance.choice((0, 0, 0, 0, 1, 2))
            s.marks[u] |= FOUGHT * (chance.random() < 0.1)


def _places(s: BoudiccaState, chance: random.Random) -> None:
    """Places sacked by either or both, bridges built or broken."""
    board = s.rules.board
    for h in board.places:
        able = [BRITONS] * (h in TOWNS | POSTS) + [ROMANS] * (board.tribe_at.get(h) in s.revolted)
        if chance.random() < 0.3 and able:
            s.sacked[h] = "both" if len(able) > 1 and chance.random() < 0.3 else chance.choice(able)
    for side in chance.sample(sorted(board.rivers), 6):
        s.span(side, "destroyed" if side in board.bridges else "built")


def disagreements(seed: int, answers: int) -> Iterator[str]:
    """Where play from an odd position and the words part, or a promise is broken, in this many answers."""
    s, dice = position(seed), Dice(seed + 1)
    yield from GAME.invariants(s)
    d = settle(s)
    for _ in range(answers):
        if d is None:
            break
        step = s.agenda[-1]
        if isinstance(step, March):
            yield from boudicca_by_text._marches(s, d)
        elif isinstance(step, Interception):
            yield from boudicca_by_text._interceptions(s, d, step.hex)
        elif isinstance(step, Withdraw):
            for units in boudicca_withdrawals.parts(s, step.side):
                yield from boudicca_withdrawals._compared(s, units)
        elif step.name == "Impulse":
            yield from boudicca_offers._compared(s, d)
        elif step.name in boudicca_cards.WORDS:
            said, told = {str(a) for a in d.actions}, boudicca_cards.WORDS[step.name](s, step)
            if said != told:
                yield f"{step}: {sorted(said ^ told)}"
        yield from GAME.invariants(s)
        lively = [a for a in d.actions if a.verb in ("attack", "intercept")] if dice.d(3) > 1 else []
        lively = lively or [a for a in d.actions if a.verb not in QUIET] or list(d.actions)
        verbs = list(dict.fromkeys(a.verb for a in lively))
        verb = verbs[dice.d(len(verbs)) - 1]
        likely = [a for a in lively if a.verb == verb]
        d = apply(s, likely[dice.d(len(likely)) - 1])
        if s.strained:
            break
