"""The chances of a whole battle, against the battle itself fought many times."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from time import process_time

import pytest

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.games.boudicca.battlefield import CHEAPEST, field_of
from albion.games.boudicca.courses import Courses, sample
from albion.games.boudicca.forecast import COURSES, GIVES_WAY, SAMPLED, endings, forecast, vast
from albion.games.boudicca.game import GAME
from albion.games.boudicca.options import BoudiccaOptions
from albion.games.boudicca.s10_combat import BattleSize
from albion.games.boudicca.state import BoudiccaState

GAMES = 300
FOLLOWED, ADDITIONS = ((20, 20), (24, 16)), 650_000
"""Battles of the largest size whose every course is followed, and how many additions that may take."""
SAMPLED_SIZES, DICE = ((68, 71), (60, 40), (25, 25)), 20_000
"""Battles too large for that, up to all counters of the game, and how many dice they may take."""
BATTLES = {
    "a garrison": ("CombatRound 6106 britons", "2 cav, 1 aux, 3 regni"),
    "an interception of force-marched cohorts": (
        "Battle 6106 britons intercepting",
        "3 ix force-marched, 1 cav force-marched, 1 trinovantes, 1 trinovantes-cav",
    ),
    "a skirmish of markers": ("CombatRound 6106 romans", "2 ix, 1 regni"),
    "a legion in hand": (
        "CombatRound 6106 romans",
        "6 ix, 1 ix-1, paulinus, 5 brigantes, 1 brigantes-cav, boudicca",
    ),
    "the great horde": (
        "CombatRound 6106 britons",
        "9 ix, 1 ix-1, 1 aux, 2 cav, 6 iceni, 2 iceni-cav, boudicca",
    ),
}


def table(start: str, text: str, seed: int = 0) -> BoudiccaState:
    """A battle about to be fought."""
    s = GAME.blank(BoudiccaOptions())
    GAME.notation.place(s, "6106", text)
    GAME.notation.start(s, start)
    s.dice = Dice(seed)
    return s


def ready(start: str, text: str) -> BoudiccaState:
    """The same with the battle joined and its size known."""
    s = table(start, text)
    if s.battle is None:
        s.agenda.pop().run(s, None)
    BattleSize().run(s, None)
    return s


def answer(s: BoudiccaState, d: Decision, cheap: bool) -> Action:
    """Stand, and lose steps as the forecast supposes."""
    if d.step != "LoseStep":
        return Action("stand")

    def figures(a: Action) -> tuple[int, int, int, int]:
        u = s.rules.index[str(a.noun)]
        table, steps = s.rules.strength[u], s.steps[u]
        first = s.rules.units[u].type == "first cohort"
        return table[steps] - table[steps - 1], -steps, -first, table[steps]

    hard = bool(getattr(s.agenda[-1], "hard", False))
    if cheap and not hard:
        return min(d.actions, key=lambda a: figures(a)[:3])
    return max(d.actions, key=lambda a: (figures(a)[2], figures(a)[3]))


@pytest.mark.parametrize("name", BATTLES)
def test_a_forecast_agrees_with_battles_fought(name: str) -> None:
    """Who wins and what it costs, within four standard errors."""
    start, text = BATTLES[name]
    field = field_of(ready(start, text))
    found = endings(field)
    attacker, cheap = field.b.attacker, field.sides[0].cheap
    chance = sum(p for (_, _, winner), p in found.items() if winner == attacker)
    mean = sum(a * p for (a, _, _), p in found.items())
    spread = sqrt(sum((a - mean) ** 2 * p for (a, _, _), p in found.items()))
    wins = lost = 0
    for seed in range(GAMES):
        s = table(start, text, seed)
        before = sum(s.steps[u] for u in s.fighters(6106, attacker))
        d = settle(s)
        while d is not None:
            d = apply(s, answer(s, d, cheap))
        left = sum(s.steps[u] for u in s.fighters(6106, attacker))
        wins, lost = wins + (left > 0), lost + before - left

    assert sum(found.values()) == pytest.approx(1, abs=1e-6)
    assert wins / GAMES == pytest.approx(chance, abs=4 * sqrt(chance * (1 - chance) / GAMES) + 1e-3)
    assert lost / GAMES == pytest.approx(mean, abs=4 * spread / sqrt(GAMES) + 1e-3)


def gathered(romans: int, britons: int, attacker: str = "britons") -> BoudiccaState:
    """This many counters of either side and its leader in one hex."""
    s = GAME.blank(BoudiccaOptions())
    first, last = s.rules.ranks["britons"]
    for u in (*range(romans), *range(first, min(first + britons, last)), s.rules.paulinus, s.rules.boudicca):
        s.put(u, 6106)
    GAME.notation.start(s, f"CombatRound 6106 {attacker}")
    BattleSize().run(s, None)
    return s


def everyone() -> BoudiccaState:
    """Every counter of the game in one hex."""
    return gathered(GAME.rules.ranks["romans"][1], len(GAME.rules.units))


def quietly(a: int, b: int, how: str, p: float) -> None:
    """Nobody listens how a battle ends."""


@pytest.mark.parametrize("attacker", ["britons", "romans"])
def test_the_work_of_a_forecast_is_bounded(attacker: str) -> None:
    """The costliest battles that are followed lie just below those that are sampled; a sampled one takes few dice."""
    followed = [field_of(gathered(romans, britons, attacker)) for romans, britons in FOLLOWED]
    sampled = [field_of(gathered(romans, britons, attacker)) for romans, britons in SAMPLED_SIZES]

    assert not any(vast(field) for field in followed)
    assert all(vast(field) for field in sampled)
    for field in followed:
        courses = Courses(field)
        for leave in (0, GIVES_WAY):
            courses.follow(leave, quietly)
        assert courses.work <= ADDITIONS
    for field in sampled:
        assert sum(sample(field, leave, COURSES, quietly) for leave in (0, GIVES_WAY)) <= DICE


def test_the_largest_battle_is_thrown_and_says_so() -> None:
    s = everyone()
    told = forecast(s)

    assert told["policy"] == SAMPLED
    assert told["wins"]["britons"] == pytest.approx(0.663, abs=4 * sqrt(0.663 * 0.337 / COURSES))


def test_thrown_courses_agree_with_all_courses() -> None:
    field = field_of(ready(*BATTLES["the great horde"]))
    exact = wins(endings(field), field.b.attacker)
    sampled = wins(endings(field, sampled=COURSES), field.b.attacker)

    assert not field.sides[0].cheap
    assert sampled != exact
    assert sampled == pytest.approx(exact, abs=4 * sqrt(exact * (1 - exact) / COURSES) + 1e-3)


def wins(found: Mapping[tuple[int, int, str], float], side: str) -> float:
    """The chance that a side keeps the field."""
    return sum(p for (_, _, winner), p in found.items() if winner == side)


def test_a_forecast_is_quick() -> None:
    """A tribe against a garrison, both ways of ending, in less time than a screen takes."""
    s = ready(*BATTLES["a garrison"])
    begin = process_time()
    told = forecast(s)

    assert process_time() - begin < 0.05
    assert told["policy"] == CHEAPEST
    assert told["wins"]["britons"] > 0.9


def test_a_side_that_gives_way_keeps_more() -> None:
    """Withdrawing costs the weaker side the field, but fewer steps."""
    told = forecast(ready(*BATTLES["a garrison"]))

    assert float(told["average-lost-leaving"]["romans"]) < float(told["average-lost"]["romans"])
    assert sum(told["steps-lost-leaving"]["romans"]) == pytest.approx(1, abs=1e-4)


def test_odds_of_an_attack_tell_the_whole_battle() -> None:
    """What the terminal and the browser show before an attack is confirmed."""
    s = GAME.blank(BoudiccaOptions())
    for key, text in {"6106": "5 trinovantes", "6107": "3 aux", "ap": "1"}.items():
        GAME.notation.place(s, key, text)
    GAME.notation.start(s, "Impulse britons")
    settle(s)
    for a in (Action("activate", 6106), Action("take", "all")):
        apply(s, a)
    told = GAME.odds(s, Action("attack", 6107))

    assert told is not None
    assert set(told["wins"]) == {"britons", "romans", "nobody"}
    assert told["inflicts"]


def test_odds_of_an_interception_tell_the_battle_that_would_follow() -> None:
    """A fault once: the chance to meet was told, but not what the meeting would bring."""
    s = GAME.blank(BoudiccaOptions())
    for key, text in {"6103": "2 ix", "6107": "5 trinovantes", "ap": "1"}.items():
        GAME.notation.place(s, key, text)
    GAME.notation.start(s, "Impulse romans")
    settle(s)
    for a in (Action("activate", 6103), Action("take", "all"), Action("to", 6106)):
        apply(s, a)
    before = s.clone()
    told = GAME.odds(s, Action("intercept", 6107))

    assert told is not None and told["kind"] == "interception" and told["chance"] != "0/6"
    battle = told["battle"]
    assert (battle["hex"], battle["attacker"]) == (6105, "britons"), "where the march is struck"
    assert battle["drm"]["britons"]["intercepting"] > 0
    assert len(battle["units"]["britons"]) == 5 and len(battle["units"]["romans"]) == 2
    assert sum(battle["wins"].values()) == pytest.approx(1)
    assert s == before


def test_an_interception_of_a_lone_leader_promises_no_battle() -> None:
    s = GAME.blank(BoudiccaOptions())
    for key, text in {"6103": "paulinus", "6107": "1 trinovantes-cav", "ap": "1"}.items():
        GAME.notation.place(s, key, text)
    GAME.notation.start(s, "Impulse romans")
    settle(s)
    for a in (Action("activate", 6103), Action("take", "all"), Action("to", 6106)):
        apply(s, a)
    told = GAME.odds(s, Action("intercept", 6107))

    assert told is not None and set(told) == {"kind", "chance"}


def test_a_loss_tells_what_it_takes_with_it() -> None:
    """So that the screen can offer to take losses where they cost least."""
    s = table("CombatRound 6106 britons", "6 ix, 2 aux, 6 iceni, boudicca", seed=1)
    d = settle(s)
    while d is not None and (d.step, d.seat) != ("LoseStep", "romans"):
        d = apply(s, d.actions[0])
    assert d is not None
    told = {str(a.noun): GAME.odds(s, a) for a in d.actions}
    whole = s.strength(s.fighters(6106, "romans"))
    for a in d.actions:
        twin = s.clone()
        apply(twin, a)
        loss = told[str(a.noun)]
        assert loss is not None and loss["kind"] == "loss"
        assert loss["strength"] == whole - twin.strength(twin.fighters(6106, "romans"))
        assert loss["eliminated"] == (not twin.alive(s.rules.index[str(a.noun)]))
