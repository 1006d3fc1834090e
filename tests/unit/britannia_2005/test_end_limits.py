"""The law of a Movement phase's end: its quick yes is never wrong, and no player ends up without a way out."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.britannia_2005 import GAME
from albion.games.britannia_2005.options import Options2005
from albion.games.britannia_2005.s05_end_outlook import Outlook, outlook_now
from albion.games.britannia_2005.s05_end_search import can_end, plans
from albion.games.britannia_2005.s05_marching import Send
from albion.games.britannia_2005.s05_passage import Group, ways
from albion.games.britannia_2005.s05_phase_end import breach
from albion.games.britannia_2005.state import Brit
from albion.kernels.britannia.units import Force


def searched(s: Brit, nation: str) -> bool:
    """The law without its quick yes."""
    armies = s.armies[nation]  # type: ignore[index]
    settled = {p: k for p, n in armies.items() if (k := n - s.fresh.get(p, 0))}
    return any(can_end(s, nation, settled, plan) for plan in plans(s, nation, None))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(3))
def test_a_quick_yes_is_borne_out_by_the_search(seed: int) -> None:
    s = GAME.setup(Options2005(), Dice(seed))
    chance, seen = random.Random(seed), 0
    d = settle(s)
    while d is not None:
        step = s.agenda[-1]
        if isinstance(step, Send) and chance.random() < 0.3:
            n = chance.randint(1, s.fresh[step.place])
            if Outlook(s, step.nation).allows(step.place, step.area, n):
                t = s.clone()
                force = step.forces(t, n)[0]
                step.go(t, None, Force(n, force.sorts))
                t.leaders.clear()

                assert searched(t, step.nation), step
                seen += 1
        d = apply(s, chance.choice(d.actions))
    assert seen > 20


def test_one_outlook_serves_a_position_and_no_other() -> None:
    s = GAME.setup(Options2005(), Dice(3))
    chance, served = random.Random(3), 0
    d = settle(s)
    while d is not None:
        nation = getattr(s.agenda[-1], "nation", None)
        if d.step in ("Movement", "MoveTo", "Send") and nation is not None:
            known, now, new = s.measured, outlook_now(s, nation), Outlook(s, nation)
            served += now is known

            assert (now.met, now.slack, now.over, now.seas) == (new.met, new.slack, new.over, new.seas)
            for p in s.fresh:
                out = [now.allows(p, a, 1) for a, _ in ways(s, Group(nation, 1), p)]
                assert any(out) or not now.lets_one_out(p)
        d = apply(s, chance.choice(d.actions))
    assert served > 200


def restless(d: Decision) -> Action:
    """Never ends or stops while there is anything else to do."""
    return d.actions[0]


def hoarder(d: Decision) -> Action:
    """Sends as many as it can, as far as it can."""
    moves = [a for a in d.actions if a.verb in ("send", "march-on", "from", "to", "sail")]
    return moves[-1] if moves else d.actions[-1]


@pytest.mark.parametrize("player", [restless, hoarder])
def test_every_phase_ends_within_its_limits_whoever_plays(player: Callable[[Decision], Action]) -> None:
    s = GAME.setup(Options2005(), Dice(7))
    d = settle(s)
    asked = 0
    while d is not None:
        asked += 1
        step, a = s.agenda[-1], player(d)
        if step.name == "Movement" and a == Action("end"):
            nation = step.nation  # type: ignore[attr-defined]

            assert breach(s, nation, s.armies[nation]) is None
        d = apply(s, a)
        assert asked < GAME.bound
