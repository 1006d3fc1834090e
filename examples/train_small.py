"""Trains something small in less than ten minutes, and lets it play against `random`.

    python examples/train_small.py [--game redux-core] [--seat green] [--games 600]

The policy is one number for each answer to each question: by how much the seat's lead grew, on average, until its next turn. The lead is
what a spectator sees: points and what would be scored now, over the mean of the other seats. A question is known by its kind and whose turn it
is, and more closely by the places it is about; what was seldom tried there counts as it does in general. Answers are drawn by the softmax of
these numbers. It works for the games whose view tells `if_scored_now`, those of the Britannia family.
"""

from __future__ import annotations

import argparse
from time import monotonic
from typing import NamedTuple

import numpy as np

from albion.envs.gymnasium import SeatEnv
from albion.sim.statistics import mean, wilson

DOUBT = 10
"""An answer tried so often counts half by its own results, half by what is known of it in general."""
Asked = tuple[str, ...]
"""A question, first in general, then more closely."""


class Given(NamedTuple):
    """An answer that was given."""

    asked: Asked
    number: int
    lead: float
    """Before it."""
    turn: tuple[str, int]


class Preferences:
    """How much each answer to each question was worth."""

    def __init__(self, size: int, sharp: float) -> None:
        self.size, self.sharp = size, sharp
        self.total: dict[str, np.ndarray] = {}
        self.count: dict[str, np.ndarray] = {}

    def choose(self, asked: Asked, legal: list[int], chance: np.random.Generator) -> int:
        """One of the legal answers, those that were worth more more often."""
        worth = np.zeros(len(legal))
        for known in asked:
            if known in self.total:
                total, count = self.total[known][legal], self.count[known][legal]
                worth = (total + DOUBT * worth) / (count + DOUBT)
        odds = np.exp(self.sharp * (worth - worth.max()))
        return legal[int(np.searchsorted(odds.cumsum() / odds.sum(), chance.random() * (1 - 1e-9)))]

    def learn(self, given: list[Given], end: float) -> None:
        """Credit every answer with what the lead grew by until the seat's next turn."""
        later, turn = end, None
        for i in range(len(given) - 1, -1, -1):
            if turn is not None and given[i].turn != turn:
                later = given[i + 1].lead
            turn = given[i].turn
            for asked in given[i].asked:
                if asked not in self.total:
                    self.total[asked], self.count[asked] = np.zeros(self.size), np.zeros(self.size)
                self.total[asked][given[i].number] += later - given[i].lead
                self.count[asked][given[i].number] += 1


def lead_of(env: SeatEnv) -> float:
    """The seat's points and what it would score now, over the mean of the others."""
    sums = dict.fromkeys(env.table.seats, 0.0)
    for faction in env.table.game.view(env.table.state, None)["factions"].values():
        sums[faction["seat"]] += faction["points"] + faction["if_scored_now"]
    return float(sums[env.seat] - np.mean([n for seat, n in sums.items() if seat != env.seat]))


def question_of(env: SeatEnv) -> Asked:
    """What is asked: the kind of question and whose turn it is; and which places it is about."""
    s = env.table.state
    assert env.table.decision is not None
    general = f"{env.table.decision.step} {s.turn}"
    about = s.agenda[-1].about(s)
    return general, f"{general} {about.get('place', '')} {about.get('area', '')}"


def play(
    env: SeatEnv, policy: Preferences | None, chance: np.random.Generator, seed: int, *, learn: bool = False
) -> tuple[float, float]:
    """One game: the margin over the others in points, and the share of the victory."""
    table = env.table
    env.begin(seed)
    given: list[Given] = []
    while table.decision is not None:
        legal = table.legal(env.seat)
        if policy is None or len(legal) == 1:
            number = int(chance.choice(legal))
        else:
            asked = question_of(env)
            number = policy.choose(asked, legal, chance)
            if learn:
                turn = (table.state.turn, table.game.round_of(table.state))
                given.append(Given(asked, number, lead_of(env), turn))
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
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--test", type=int, default=200)
    parser.add_argument(
        "--sharp", type=float, default=3.0, help="how much more often the better answer is given"
    )
    given = parser.parse_args()
    env, chance, begun = SeatEnv(given.game, given.seat, bots="random"), np.random.default_rng(1), monotonic()
    policy = Preferences(len(env.table.numbers), given.sharp)
    margins: list[float] = []
    for n in range(given.games):
        margins.append(play(env, policy, chance, seed=n, learn=True)[0])
        if (n + 1) % 50 == 0:
            recent = np.mean(margins[-50:])
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
