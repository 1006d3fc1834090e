"""Trains something small in a few minutes, and lets it play against `random`.

    python examples/train_small.py [--game britannia-2005] [--games 120]

It watches random players and notes, for each answer, how many points more or less than usual the nation that gave it gained in that round and
the next. An answer is known by the question and how many pieces of its own and of others stand where it leads from and to; more closely by the
nation and the place it names. What was seldom tried counts as it does in general. Then it takes one seat after the other among random players
and draws its answers by the softmax of these numbers. It works for the games whose view tells `if_scored_now`, those of the Britannia family;
in redux-core it leads by points, but among random players Yellow wins whatever the others do.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from albion.envs import gymnasium, pettingzoo
from albion.envs.table import Playing
from albion.sim.statistics import mean, wilson

DOUBT = 30
"""An answer tried so often counts half by its own results, half by what is known of it in general."""
MANY = 4
"""More pieces than these count as these."""
Known = tuple[Any, ...]


class Answer(NamedTuple):
    """One answer and how it is known: in general, then more closely."""

    action: int
    general: Known
    closely: Known


class Asked(NamedTuple):
    """A question: who is asked in which round, and every answer."""

    nation: str
    round: int
    answers: list[Answer]


def asked_of(table: Playing, legal: list[int]) -> Asked:
    """What is asked now, from what everybody sees."""
    s, d = table.state, table.decision
    assert d is not None
    about = s.agenda[-1].about(s)  # type: ignore[attr-defined]
    nation = str(about.get("nation", ""))
    own: dict[Any, int] = defaultdict(int)
    others: dict[Any, int] = defaultdict(int)
    for place, faction, n in table.game.presence(s):
        if faction == nation:
            own[place] += n
        else:
            others[place] += n

    def standing(place: Any) -> tuple[int, int]:
        return min(own[place], MANY), min(others[place], MANY)

    here, there = standing(about.get("place")), standing(about.get("area"))
    answers = []
    for action in legal:
        a = table.numbers.actions[action]
        noun = standing(a.noun) if isinstance(a.noun, str) else a.noun
        general = (d.step, a.verb, noun, here, there)
        answers.append(Answer(action, general, (nation, a.noun, *general)))
    return Asked(nation, table.game.round_of(s), answers)


def points_of(table: Playing) -> dict[str, int]:
    """Each nation's points, and what it would score now."""
    factions = table.game.view(table.state, None)["factions"]
    return {name: card["points"] + card["if_scored_now"] for name, card in factions.items()}


class Worth:
    """By how much each answer was better than the average one."""

    def __init__(self) -> None:
        self.tried: dict[Known, list[float]] = defaultdict(lambda: [0.0, 0])
        """The sum of what it gained beyond the usual, and how often it was tried."""
        self.usual: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0, 0])
        """By nation and round: the sum of what was gained, and in how many games."""

    def learn(self, given: list[tuple[str, int, Answer]], points: dict[int, dict[str, int]]) -> None:
        """Credit every answer with what its nation gained in that round and the next, less what it usually does."""
        last, extra = max(points), {}
        for nation in points[last]:
            for number in range(1, last + 1):
                gain = points[min(number + 1, last)][nation] - points[number - 1].get(nation, 0)
                usual = self.usual[nation, number]
                extra[nation, number] = gain - usual[0] / max(usual[1], 1)
                usual[0], usual[1] = usual[0] + gain, usual[1] + 1
        for nation, number, answer in given:
            for known in (answer.general, answer.closely):
                tried = self.tried[known]
                tried[0], tried[1] = tried[0] + extra[nation, number], tried[1] + 1

    def of(self, answer: Answer) -> float:
        """What an answer is worth."""
        worth = 0.0
        for known in (answer.general, answer.closely):
            if known in self.tried:
                gained, times = self.tried[known]
                worth = (gained + DOUBT * worth) / (times + DOUBT)
        return worth


def watch(env: pettingzoo.AlbionEnv, worth: Worth, seed: int, chance: np.random.Generator) -> None:
    """One game of random players, learnt from."""
    env.reset(seed=seed)
    table, given = env.table, []
    points = {0: points_of(table)}
    while table.decision is not None:
        legal = np.flatnonzero(env.last()[0]["action_mask"])
        chosen = int(chance.integers(len(legal)))
        number = table.game.round_of(table.state)
        if len(legal) > 1:
            asked = asked_of(table, [int(legal[chosen])])
            if asked.nation in points[0]:
                given.append((asked.nation, asked.round, asked.answers[0]))
        env.step(int(legal[chosen]))
        if table.decision is None or table.game.round_of(table.state) != number:
            points[number] = points_of(table)
    worth.learn(given, points)


def play(env: gymnasium.SeatEnv, worth: Worth | None, sharp: float, seed: int) -> tuple[float, float]:
    """One game in a seat, by what was learnt or by chance: the margin over the others, and the share of the victory."""
    table, chance = env.table, np.random.default_rng(seed)
    env.begin(seed)
    while table.decision is not None:
        legal = [int(action) for action in table.legal(env.seat)]
        odds = np.ones(len(legal))
        if worth is not None and len(legal) > 1:
            known = np.array([worth.of(answer) for answer in asked_of(table, legal).answers])
            odds = np.exp(sharp * (known - known.max()))
        env.answer(int(chance.choice(legal, p=odds / odds.sum())))
    outcome = table.state.outcome
    assert outcome is not None
    scores = outcome.scores
    others = [n for seat, n in scores.items() if seat != env.seat]
    return float(scores[env.seat] - np.mean(others)), table.worth()[env.seat] + 1 / len(table.seats)


def told(name: str, results: list[tuple[float, float]]) -> None:
    """Print how a player did over all seats."""
    margin, won = mean([m for m, _ in results]), wilson(sum(w for _, w in results), len(results))
    print(
        f"{name}: margin {margin.value:+.1f} points ({margin.low:+.1f} to {margin.high:+.1f}), "
        f"won {won.value:.0%} ({won.low:.0%} to {won.high:.0%})"
    )


def main() -> None:
    """Learn, then compare with chance in the same seats of games that neither has seen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="britannia-2005")
    parser.add_argument("--games", type=int, default=120, help="to learn from")
    parser.add_argument("--test", type=int, default=80, help="games to play, over all seats in turn")
    parser.add_argument(
        "--sharp", type=float, default=3.0, help="how much more often the better answer is given"
    )
    plan = parser.parse_args()
    env, chance, begun = pettingzoo.env(plan.game), np.random.default_rng(1), monotonic()
    worth = Worth()
    for n in range(1, plan.games + 1):
        watch(env, worth, n, chance)
        if n % 100 == 0:
            print(f"{n} games watched, {monotonic() - begun:.0f} s", flush=True)
    seats = [gymnasium.SeatEnv(plan.game, seat, bots="random") for seat in env.possible_agents]
    tests = [(seats[n % len(seats)], 10**6 + n) for n in range(plan.test)]
    learnt = [play(seat, worth, plan.sharp, seed) for seat, seed in tests]
    random = [play(seat, None, plan.sharp, seed) for seat, seed in tests]
    told("learnt", learnt)
    told("random", random)
    better = mean([a - b for (a, _), (b, _) in zip(learnt, random, strict=True)])
    print(f"better by {better.value:.1f} points ({better.low:.1f} to {better.high:.1f})")


if __name__ == "__main__":
    main()
