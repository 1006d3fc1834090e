"""Trains something small in a few minutes, and lets it play against `random`.

    python examples/train_small.py [--game redux-core] [--seat green] [--games 600]

The learner keeps one number for each answer: how far the games in which it was given ended above the average, in points over
the mean of the others. It answers with the best of what is legal, or now and then with something else. That is a bandit,
not a player, but it needs nothing beyond the environment, and it beats chance.
"""

from __future__ import annotations

import argparse
from time import monotonic

import numpy as np

from albion.envs.gymnasium import SeatEnv
from albion.sim.statistics import wilson


class Averages:
    """The mean result after each answer, by the step that asked for it."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.total: dict[str, np.ndarray] = {}
        self.count: dict[str, np.ndarray] = {}
        self.mean, self.played = 0.0, 0

    def choose(self, step: str, legal: list[int], chance: np.random.Generator, explore: float) -> int:
        """Mostly the best of the legal answers; an answer seldom tried counts as average."""
        if step not in self.total or chance.random() < explore:
            return int(chance.choice(legal))
        value = self.total[step][legal] / (self.count[step][legal] + 20)
        return legal[int(np.argmax(value + chance.random(len(legal)) * 1e-6))]

    def learn(self, given: list[tuple[str, int]], result: float) -> None:
        """Every answer of a game shares in its result."""
        self.played += 1
        self.mean += (result - self.mean) / self.played
        for step, number in set(given):
            if step not in self.total:
                self.total[step], self.count[step] = np.zeros(self.size), np.zeros(self.size)
            self.total[step][number] += result - self.mean
            self.count[step][number] += 1


def play(
    env: SeatEnv, averages: Averages | None, chance: np.random.Generator, explore: float, seed: int
) -> tuple[float, float]:
    """One game: the margin over the others in points, and the share of the victory."""
    table = env.table
    env.begin(seed)
    given: list[tuple[str, int]] = []
    while (d := table.decision) is not None:
        legal = table.legal(env.seat)
        number = (
            int(chance.choice(legal)) if averages is None else averages.choose(d.step, legal, chance, explore)
        )
        if len(legal) > 1:
            given.append((d.step, number))
        env.answer(number)
    scores = table.state.outcome.scores
    margin = scores[env.seat] - np.mean([n for seat, n in scores.items() if seat != env.seat])
    if averages is not None and explore:
        averages.learn(given, float(margin))
    return float(margin), table.worth()[env.seat] + 1 / len(table.seats)


def main() -> None:
    """Train, then compare with chance on games that neither has seen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="redux-core")
    parser.add_argument("--seat", default="green")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--test", type=int, default=100)
    given = parser.parse_args()
    env, chance, begun = SeatEnv(given.game, given.seat, bots="random"), np.random.default_rng(1), monotonic()
    averages = Averages(len(env.table.numbers))
    for n in range(given.games):
        play(env, averages, chance, explore=0.3, seed=n)
        if (n + 1) % 100 == 0:
            print(f"{n + 1} games, {monotonic() - begun:.0f} s, mean margin {averages.mean:+.1f}", flush=True)
    for name, learned in (("learned", averages), ("random", None)):
        results = [play(env, learned, chance, 0.0, 10**6 + n) for n in range(given.test)]
        margin = np.mean([m for m, _ in results])
        won = wilson(sum(w for _, w in results), given.test)
        print(f"{name}: margin {margin:+.1f} points, won {won.value:.0%} ({won.low:.0%} to {won.high:.0%})")


if __name__ == "__main__":
    main()
