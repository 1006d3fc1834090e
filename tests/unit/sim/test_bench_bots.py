"""What `albion bench --bots` measures."""

from albion.games import find_game
from albion.sim.bench_bots import bench_bots


def test_games_and_rollouts_are_counted() -> None:
    game = find_game("redux-core")

    speed = bench_bots(game, game.options_type(), 1, 0.05)

    assert speed.steady_games_per_second > 0
    assert speed.rollouts_per_second > speed.steady_games_per_second
    assert 5 < speed.answers_per_rollout < 500
    assert speed.random_rounds_per_second > speed.steady_games_per_second
    assert 5 < speed.answers_per_random_round < 500
