"""Tables in the middle of games that steady bots played."""

from __future__ import annotations

from functools import cache
from typing import Any

from albion.engine.action import Action
from albion.engine.match import Match
from albion.engine.record import record_of, write_record
from albion.games import GAMES
from albion.sim.play import play_recorded
from browser.table_page import TablePage

IMPORTED: dict[str, tuple[Any, str]] = {}
"""By game: the cookies of the player who imported its steady game, and the match it became."""


@cache
def steady_game(game: str) -> Match[Any]:
    """A whole game of steady bots, played once for all tests that look into it."""
    made = GAMES[game]
    options = made.options_type()
    return play_recorded(made, options, ("steady",) * len(made.seats(options)), seed=5)


def answers_at(match: Match[Any], n: int) -> tuple[Action, ...]:
    """The answers to the question after n others."""
    decision = match.at(n)[1]
    return decision.actions if decision is not None else ()


def at_first(player: TablePage, game: str, verb: str, following: int = 0) -> str:
    """A table at the first question of a steady game that was answered with this verb, where the next had this many answers; that answer."""
    match = steady_game(game)
    asked = (n for n, a in enumerate(match.actions) if a.verb == verb)
    n = next(n for n in asked if not following or len(answers_at(match, n + 1)) >= following)
    at_position(player, match, n)
    return str(match.actions[n])


def imported(player: TablePage, match: Match[Any]) -> str:
    """A whole steady game on the server, checked and imported once: this player goes on as the one who did that."""
    context, found = player.page.context, IMPORTED.get(match.game.id)
    if found is None:
        whole = player.api("POST", "/records", {"text": write_record(record_of(match))})["match"]
        IMPORTED[match.game.id] = found = (context.cookies(), str(whole))
    context.add_cookies(found[0])
    return found[1]


def at_position(player: TablePage, match: Match[Any], n: int) -> None:
    """A table where a game stood after this many answers, with all its seats."""
    whole = imported(player, match)
    body = {"at": n, "seats": dict.fromkeys(match.game.seats(match.options), "human")}
    player.open(player.api("POST", f"/matches/{whole}/fork", body)["match"])


def asked_of(match: Match[Any], n: int) -> tuple[str, str]:
    """What is asked after n answers, and whom."""
    decision = match.at(n)[1]
    return ("", "") if decision is None else (decision.step, decision.seat)
