"""Trains something small in less than ten minutes, and lets it play against `random`.

    python examples/train_small.py [--game redux-core] [--games 1500]

It watches random players and notes, for each answer to each question, how many points more or less than usual the nation whose turn it
was gained in that round and the next. A question is known by its kind and whose turn it is, and more closely by the places it is about; what was
seldom tried there counts as it does in general. Then it takes one seat after the other among random players and draws its answers by the
softmax of these numbers. It works for the games whose view tells `if_scored_now`, those of the Britannia family.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from time import monotonic
from typing import Any

import numpy as np

from albion.envs import gymnasium, pettingzoo
from albion.envs.table import Playing
from albion.sim.statistics import mean, wilson

DOUBT = 30
"""An answer tried so often counts half by its own results, half by what is known of it in general."""
Asked = tuple[str, str]
"""A question, first in general, then more closely."""


def question_of(table: Playing) -> Asked:
    """What is asked: the kind of question and whose turn it is; and which places it is about."""
    s: Any = table.state
    assert table.decision is not None
    general, about = f"{table.decision.step} {s.turn}", s.agenda[-1].about(s)
    return general, f"{general} {about.get('place', '')} {about.get('area', '')}"


def points_of(table: Playing) -> dict[str, int]:
    """Each nation's points, and what it would score now."""
    factions = table.game.view(table.state, None)["factions"]
    return {name: card["points"] + card["if_scored_now"] for name, card in factions.items()}


class Worth:
    """By how much each answer to each question was better than the average one."""

    def __init__(self, size: int) -> None:
        self.total: dict[str, np.ndarray] = defaultdict(lambda: np.zeros(size))
        self.count: dict[str, np.ndarray] = defaultdict(lambda: np.zeros(size))
        self.usual: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0, 0.0])
        """By nation and round: the sum of what was gained, and in how many games."""

    def learn(self, given: list[tuple[Asked, int, str, int]], points: dict[int, dict[str, int]]) -> None:
        """Credit every answer with what its nation gained in that round and the next, less what it usually does."""
        last, extra = max(points), {}
        for nation in points[last]:
            for number in range(1, last + 1):
                gain = points[min(number + 1, last)][nation] - points[number - 1].get(nation, 0)
                usual = self.usual[nation, number]
                extra[nation, number] = gain - usual[0] / max(usual[1], 1)
                usual[0], usual[1] = usual[0] + gain, usual[1] + 1
        for asked, action, nation, number in given:
            for known in asked:
                self.total[known][action] += extra[nation, number]
                self.count[known][action] += 1

    def of(self, asked: Asked, legal: np.ndarray) -> np.ndarray:
        """What each of the legal answers is worth."""
        worth = np.zeros(len(legal))
        for known in asked:
            if known in self.total:
                worth = (self.total[known][legal] + DOUBT * worth) / (self.count[known][legal] + DOUBT)
        return worth


def watch(env: pettingzoo.AlbionEnv, worth: Worth, seed: int, chance: np.random.Generator) -> None:
    """One game of random players, learnt from."""
    env.reset(seed=seed)
    table, given = env.table, []
    points = {0: points_of(table)}
    while table.decision is not None:
        legal = np.flatnonzero(env.last()[0]["action_mask"])
        action, s = int(legal[chance.integers(len(legal))]), table.state
        number = table.game.round_of(s)
        if len(legal) > 1 and s.turn:
            given.append((question_of(table), action, s.turn, number))
        env.step(action)
        if table.decision is None or table.game.round_of(table.state) != number:
            points[number] = points_of(table)
    worth.learn(given, points)


def play(env: gymnasium.SeatEnv, worth: Worth | None, sharp: float, seed: int) -> tuple[float, float]:
    """One game in a seat, by what was learnt or by chance: the margin over the others, and the share of the victory."""
    table, chance = env.table, np.random.default_rng(seed)
    env.begin(seed)
    while table.decision is not None:
        legal = np.array(table.legal(env.seat))
        odds = np.ones(len(legal))
        if worth is not None and len(legal) > 1:
            known = worth.of(question_of(table), legal)
            odds = np.exp(sharp * (known - known.max()))
        env.answer(int(chance.choice(legal, p=odds / odds.sum())))
    scores = table.state.outcome.scores
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
    parser.add_argument("--game", default="redux-core")
    parser.add_argument("--games", type=int, default=300, help="to learn from")
    parser.add_argument("--test", type=int, default=200, help="games to play, over all seats in turn")
    parser.add_argument(
        "--sharp", type=float, default=3.0, help="how much more often the better answer is given"
    )
    plan = parser.parse_args()
    env, chance, begun = pettingzoo.env(plan.game), np.random.default_rng(1), monotonic()
    worth = Worth(len(env.table.numbers))
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
