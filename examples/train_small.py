"""Trains something small in ten minutes, and lets it play against `random`.

    python examples/train_small.py [--game redux-core] [--seat green] [--games 150]

The policy is one number for each answer to each kind of question in each faction's turn: by how much the seat's lead grew, on
average, over its next few answers. The lead is what a spectator sees: points and what would be scored now, over the mean of the other seats. Answers
are drawn by the softmax of these numbers. It works for the games whose view tells `if_scored_now`, those of the Britannia family.
"""

from __future__ import annotations

import argparse
from time import monotonic

import numpy as np

from albion.envs.gymnasium import SeatEnv
from albion.sim.statistics import mean, wilson

AHEAD = 12
"""An answer is judged by the lead after so many more answers of its seat."""


class Preferences:
    """How much each answer to each kind of question was worth."""

    def __init__(self, size: int, sharp: float) -> None:
        self.size, self.sharp = size, sharp
        self.total: dict[str, np.ndarray] = {}
        self.count: dict[str, np.ndarray] = {}

    def choose(self, asked: str, legal: list[int], chance: np.random.Generator) -> int:
        """One of the legal answers, those that were worth more more often; one seldom tried counts as average."""
        if asked not in self.total:
            return int(chance.choice(legal))
        total, count = self.total[asked][legal], self.count[asked][legal]
        average = total.sum() / max(count.sum(), 1)
        worth = (total + 10 * average) / (count + 10)
        odds = np.exp(self.sharp * (worth - worth.max()))
        return legal[int(np.searchsorted(odds.cumsum() / odds.sum(), chance.random() * (1 - 1e-9)))]

    def learn(self, given: list[tuple[str, int, float]], end: float) -> None:
        """Credit every answer with what the lead grew by soon after."""
        leads = [lead for _, _, lead in given] + [end] * AHEAD
        for n, (asked, number, lead) in enumerate(given):
            if asked not in self.total:
                self.total[asked], self.count[asked] = np.zeros(self.size), np.zeros(self.size)
            self.total[asked][number] += leads[n + AHEAD] - lead
            self.count[asked][number] += 1


def lead_of(env: SeatEnv) -> float:
    """The seat's points and what it would score now, over the mean of the others."""
    sums = dict.fromkeys(env.table.seats, 0.0)
    for faction in env.table.game.view(env.table.state, None)["factions"].values():
        sums[faction["seat"]] += faction["points"] + faction["if_scored_now"]
    return float(sums[env.seat] - np.mean([n for seat, n in sums.items() if seat != env.seat]))


def play(
    env: SeatEnv, policy: Preferences | None, chance: np.random.Generator, seed: int, *, learn: bool = False
) -> tuple[float, float]:
    """One game: the margin over the others in points, and the share of the victory."""
    table = env.table
    env.begin(seed)
    given: list[tuple[str, int, float]] = []
    while (d := table.decision) is not None:
        legal = table.legal(env.seat)
        asked = f"{d.step} {table.state.turn}"
        number = int(chance.choice(legal)) if policy is None else policy.choose(asked, legal, chance)
        if learn and len(legal) > 1:
            given.append((asked, number, lead_of(env)))
        env.answer(number)
    scores = table.state.outcome.scores
    margin = float(scores[env.seat] - np.mean([n for seat, n in scores.items() if seat != env.seat]))
    if learn and policy is not None:
        policy.learn(given, lead_of(env))
    return margin, table.worth()[env.seat] + 1 / len(table.seats)


def main() -> None:
    """Train, then compare with chance on games that neither has seen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="redux-core")
    parser.add_argument("--seat", default="green")
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--test", type=int, default=100)
    parser.add_argument(
        "--sharp", type=float, default=3.0, help="how much more often the better answer is given"
    )
    given = parser.parse_args()
    env, chance, begun = SeatEnv(given.game, given.seat, bots="random"), np.random.default_rng(1), monotonic()
    policy = Preferences(len(env.table.numbers), given.sharp)
    margins: list[float] = []
    for n in range(given.games):
        margins.append(play(env, policy, chance, seed=n, learn=True)[0])
        if (n + 1) % 25 == 0:
            recent = np.mean(margins[-25:])
            print(f"{n + 1} games, {monotonic() - begun:.0f} s, margin of late {recent:+.1f}", flush=True)
    for name, learned in (("learned", policy), ("random", None)):
        results = [play(env, learned, chance, 10**6 + n) for n in range(given.test)]
        margin = mean([m for m, _ in results])
        won = wilson(sum(w for _, w in results), given.test)
        print(
            f"{name}: margin {margin.value:+.1f} points ({margin.low:+.1f} to {margin.high:+.1f}), "
            f"won {won.value:.0%} ({won.low:.0%} to {won.high:.0%})"
        )


if __name__ == "__main__":
    main()
