"""OpenSpiel's own search bot at one seat, chance at the others."""

from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts


def play_searching(game: Any) -> tuple[Any, int]:
    """The state at the end of a game, and how many answers the bot searched for."""
    chance = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance),
        uct_c=1.4,
        max_simulations=2,
        random_state=chance,
    )
    state, searched = game.new_initial_state(), 0
    state.apply_action(5)
    while not state.is_terminal():
        legal = state.legal_actions()
        mine = state.current_player() == 0 and len(legal) > 1
        action = bot.step(state) if mine else int(chance.choice(legal))
        searched += mine
        assert action in legal
        state.apply_action(action)
    return state, searched
