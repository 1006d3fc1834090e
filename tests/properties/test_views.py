"""Views that keep what has not changed are those built whole, and what is sent makes one of the other."""

from collections import Counter
from typing import Any

import msgspec

from albion.engine.kept import Kept
from albion.engine.loop import apply
from albion.engine.match import Match
from albion.server.patches import patch
from support.every_game import every_game
from support.patching import applied

EVERY = 20
"""Of this many answers' views, one is compared with the view built whole."""
LARGEST = 1000
"""Bytes of changes a client is sent for one answer, on average."""


@every_game(seeds=1)
def test_a_view_kept_up_to_date_is_the_one_built_whole(match: Match[Any]) -> None:
    game, kept = match.game, Kept()
    s, d = match.at(0)
    assert d is not None
    seats = (None, *game.seats(match.options))
    shown: dict[Any, Any] = {}
    sent = answers = 0
    for n, action in enumerate(match.actions):
        seat = seats[n // 40 % len(seats)]
        view = game.view(s, seat, kept)
        if seat in shown:
            changes = msgspec.to_builtins(patch(shown[seat], view))
            sent, answers = sent + len(msgspec.json.encode(changes)), answers + 1
            if n % EVERY == 0:
                assert view == game.view(s, seat), f"after {n} answers, seen by {seat}"
                assert applied(shown[seat], changes) == view, f"after {n} answers, seen by {seat}"
        shown[seat] = view
        if n % 40 == 39:
            shown.clear()
        apply(s, action)

    assert answers
    assert sent / answers < LARGEST


@every_game(seeds=1)
def test_what_is_kept_serves_any_position_of_the_match(match: Match[Any]) -> None:
    kept, game = Kept(), match.game
    last = len(match.actions)
    for n in (last // 2, 0, last, last // 2 + 1, 1, last // 3):
        s, _ = match.at(n)
        for seat in (None, *game.seats(match.options)):
            assert game.view(s, seat, kept) == game.view(s, seat)


@every_game(seeds=1)
def test_pieces_and_points_counted_without_a_view_are_those_of_the_view(match: Match[Any]) -> None:
    game = match.game
    last = len(match.actions)
    for n in sorted({0, last // 3, last // 2, last}):
        s, _ = match.at(n)
        seen = game.view(s, None)
        told: Counter[tuple[str, str]] = Counter()
        for piece in seen["pieces"]:
            if piece.get("place") is not None and piece.get("faction"):
                told[piece["place"], piece["faction"]] += piece.get("count", 1)
        counted: Counter[tuple[str, str]] = Counter()
        for place, faction, number in game.presence(s):
            counted[place, faction] += number
        assert +counted == +told

        reasons = {who: why for who, why in seen.get("points", {}).items() if isinstance(why, dict)}
        assert game.sources(s) == reasons

        scores = game.scores(s)
        assert {seat: scores[seat] for seat in seen["scores"]} == seen["scores"]
        for faction, card in seen["factions"].items():
            if isinstance(card.get("points"), int):
                assert scores.get(f"faction:{faction}", scores.get(faction)) == card["points"], faction
