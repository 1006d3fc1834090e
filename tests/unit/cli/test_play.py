"""The text client, with typed lines from a pipe."""

import io
import random
import re
import sys
import tempfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from albion.cli import errors, play
from albion.cli.app import app
from albion.cli.table import heading
from albion.cli.teller import words_of
from albion.engine.match import Match
from albion.games import GAMES
from support.terminal import Albion


def test_a_whole_game_around_one_screen(albion: Albion) -> None:
    said = albion("play", "tiny", "--seed", "5", typed="take 3\n3\ntake 3\n3\n")

    assert said.code == 0
    assert "Blue: What do you do with 12 stones left?" in said.out
    assert "Blue takes 3 stones" in said.out
    assert "The game is over: Blue, Red won." in said.out
    assert "tiny 4.a" in said.out
    assert "The seed was 5." in said.out


def test_against_bots_only_your_own_seat_is_asked(albion: Albion) -> None:
    said = albion("play", "tiny", "--bots", "random", "--seat", "red", "--seed", "5", typed="1\n" * 60)

    assert "Red: What do you do" in said.out
    assert "Blue: What do you do" not in said.out
    assert "The game is over" in said.out


def test_nobody_is_shown_what_another_seat_was_dealt(albion: Albion) -> None:
    said = albion("play", "tiny", "--bots", "random", "--seat", "red", "--seed", "5", typed="board\n")

    assert "Red is dealt" in said.out
    assert "Blue is dealt" not in said.out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("help", "undo your last choice"),
        ("why", "In your turn you take one, two or three stones"),
        ("why take 2", "take 2 stones (take 2) is allowed here"),
        ("why play six", "play card six (play six) is not allowed now:"),
        ("why take 3", "is allowed here"),
        ("why dance", "'dance' is neither an answer nor a command"),
        ("Take 2 Stones", "Blue takes 2 stones"),
        ("rule 3.b", "tiny 3.b"),
        ("rule 3", "tiny 3.b"),
        ("rule", "'rule' needs a clause"),
        ("rule 99", "tiny has no clause '99'"),
        ("rule whist 3.b", "'whist' is not a book of this game: expected tiny"),
        ("odds gamble", "50.0%"),
        ("odds", "no odds to show here"),
        ("hint", "1. "),
        ("undo", "there is nothing to undo yet"),
        ("scores", "Blue"),
        ("log", "Blue is dealt"),
        ("board", "heap"),
        ("99", "there is no option 99: expected a number from 1 to"),
        ("play six", "is not allowed now: tiny 3.b"),
        (
            "gibberish",
            "'gibberish' is neither an answer nor a command: expected the number of an option or its words.",
        ),
        ("score", "did you mean 'scores'?"),
        ("Board", "12 stones left?"),
        ("take", "'take' needs a noun"),
        ("save", "'save' needs a file"),
        ("resume", "'resume' needs a file"),
        ("resume nowhere", "there is no file 'nowhere'"),
        ("save /nowhere/x", "there is no folder '/nowhere'"),
    ],
)
def test_what_one_types_is_answered_and_the_game_goes_on(albion: Albion, typed: str, answer: str) -> None:
    said = albion("play", "tiny", "--seed", "5", typed=f"{typed}\nquit\n")

    assert answer in said.out
    assert said.code == 0


def test_q_leaves(albion: Albion) -> None:
    said = albion("play", "tiny", "--seed", "5", typed="q\ntake 3\n")

    assert said.code == 0
    assert "The input ended" not in said.out


def test_places_are_listed_without_their_article(albion: Albion) -> None:
    said = albion("play", "tiny", "--seed", "5", typed="board\n")

    assert "heap" in said.out
    assert "the heap" not in said.out


def test_undo_takes_the_last_answer_back(albion: Albion) -> None:
    said = albion("play", "tiny", "--seed", "5", typed="take 3\nundo\nboard\n")

    assert "Undone: Blue decides again." in said.out
    assert said.out.count("12 stones left?") == 3


def test_a_saved_match_goes_on_with_the_same_seats(albion: Albion, tmp_path: Path) -> None:
    file = tmp_path / "evening.albion"
    albion("play", "tiny", "--bots", "random", "--seed", "5", typed=f"take 3\nsave {file}\nquit\n")
    said = albion("play", "--resume", str(file), typed="take 1\n")

    assert "Blue (human), Red (random)" in said.out
    assert "Blue takes 1 stone" in said.out


def test_a_match_can_be_resumed_within_another(albion: Albion, tmp_path: Path) -> None:
    file = tmp_path / "evening.albion"
    typed = f"take 3\nsave {file}\ntake 3\ntake 3\nresume {file}\n"
    said = albion("play", "tiny", "--seed", "5", typed=typed)

    assert "Resumed after 1 actions." in said.out
    assert said.out.count("9 stones left?") == 2


def test_an_ended_pipe_is_told_and_is_no_error(albion: Albion) -> None:
    said = albion("play", "tiny", "--seed", "5", typed="take 3\n")

    assert "The input ended after 1 actions." in said.out
    assert said.code == 0


def test_a_match_broken_off_is_saved(albion: Albion, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def stop(_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    lines = iter(["take 3"])
    monkeypatch.setattr(play, "read_line", lambda screen: next(lines, None) or stop(screen))
    said = albion("play", "tiny", "--seed", "5")

    (kept,) = tmp_path.glob("albion-tiny-*.albion")
    assert f"albion play --resume {kept}" in said.err
    monkeypatch.undo()
    assert "take 3" in kept.read_text()


def test_answers_without_a_choice_give_themselves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A lone army sets out: nobody is asked how many go, and undo goes back to a question with a choice."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("from avalon\nto downlands\nundo\nquit\n"))
    words = ["play", "redux-leaders", "--bots", "random", "--seed", "3"]
    errors.guarded(lambda: app(words, standalone_mode=False))
    said = capsys.readouterr().out

    assert "Yellow: 1 army" in said and "How many of the Romano-British go" not in said
    assert said.count("Where do the Romano-British in Avalon go?") == 2


@pytest.mark.parametrize("game", GAMES)
def test_the_heading_names_the_phase_in_words(game: str) -> None:
    known, chance = GAMES[game], random.Random(1)
    words, match = words_of(known), Match(known, known.options_type(), 1)
    seen = set()
    for _ in range(200):
        decision = match.decision
        assert decision is not None
        seen.add(heading(known.view(match.state, decision.seat), words))
        match.play(decision.seat, chance.choice(decision.actions))

    assert not [text for text in seen if any(re.fullmatch("[a-z-]+", part) for part in text.split(" · "))]


def test_a_long_list_leaves_out_bare_numbers_until_all_are_asked_for() -> None:
    words = ["play", "boudicca", "--bots", "steady", "--seat", "romans", "--seed", "4"]
    garrisons_and_civilians = "2\n1\n1\n1\n"
    short = CliRunner().invoke(app, words, input=garrisons_and_civilians + "to 2217\n").stdout
    whole = CliRunner().invoke(app, words, input=garrisons_and_civilians + "all\n").stdout

    assert "Go to Verulamium" in short and "more by number, such as 'to 1519'; type all to list them" in short
    assert "Go to 1619" not in short and "Go to 1619" in whole
    assert "Romans: Go to 2217" in short
