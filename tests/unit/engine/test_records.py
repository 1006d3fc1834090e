"""Records: a match as text, and every way in which such a text can be wrong."""

from collections.abc import Callable

import pytest

from albion.engine.action import Seat
from albion.engine.dice import seed_hash
from albion.engine.errors import AlbionError, DataError, ReplayError
from albion.engine.match import Match
from albion.engine.record import _digest, read_record, record_of, replay_record, verify_record, write_record
from support.tiny import TinyState, tiny

Play = Callable[..., Match[TinyState]]


@pytest.fixture
def text(played: Play) -> str:
    match = played("take 3", "gamble", "take 1", "gamble", seed=8)
    return write_record(record_of(match, {Seat("blue"): "Ann"}))


def signed(text: str) -> str:
    """The text with a closing line that fits, as a forger would write it."""
    body = text.rstrip("\n").rsplit("\n", 1)[0]
    return f"{body}\nend: 4 actions, sha256 {_digest(body)}\n"


def test_a_record_reads_back_as_it_was(text: str) -> None:
    record = read_record(text, tiny)

    assert write_record(record) == text
    assert record.names == {"blue": "Ann"}
    assert [str(a) for a in record.actions] == ["take 3", "gamble", "take 1", "gamble"]


def test_a_record_replays_to_the_same_state(text: str, played: Play) -> None:
    match = verify_record(read_record(text, tiny))

    assert match.state == played("take 3", "gamble", "take 1", "gamble", seed=8).state


def test_a_record_survives_a_mail_program(text: str) -> None:
    mailed = "\r\n".join(line + "  " for line in text.splitlines()) + "\r\n\r\n"

    assert write_record(read_record(mailed, tiny)) == text


def test_a_running_match_tells_only_the_hash_of_its_seed(played: Play) -> None:
    match = played("take 3", seed=987654321)
    text = write_record(record_of(match, reveal=False))

    assert "987654321" not in text
    assert f"seed-hash: {seed_hash(987654321)}" in text
    with pytest.raises(ReplayError, match="only its seed's hash"):
        replay_record(read_record(text, tiny))


def test_the_published_hash_must_fit(text: str) -> None:
    record = read_record(text, tiny)

    assert verify_record(record, seed_hash(8)).actions
    with pytest.raises(ReplayError, match="was published"):
        verify_record(record, seed_hash(9))


@pytest.mark.parametrize("keep", [1, 3, 6, 7, 8, 10])
def test_a_cut_off_record_is_refused(text: str, keep: int) -> None:
    with pytest.raises(DataError, match="cut off"):
        read_record("\n".join(text.splitlines()[:keep]), tiny)


def test_a_missing_line_in_the_middle_is_noticed(text: str) -> None:
    lines = text.splitlines()
    del lines[8]
    with pytest.raises(DataError, match="changed after it was written"):
        read_record("\n".join(lines), tiny)


@pytest.mark.parametrize(
    ("old", "new", "error", "sentence"),
    [
        ("seed: 8", "seed: 9", ReplayError, "the seed rolls"),
        ("seed: 8", "seed: x", DataError, "seed must be a whole number"),
        ("seed: 8", f"seed: {'8' * 5000}", DataError, "seed must be a whole number"),
        ("seed: 8", "seed: 8\nseed-hash: 1", DataError, "lacks a seed or a seed-hash"),
        ("seed: 8\n", "", DataError, "lacks a seed or a seed-hash"),
        ("version: 2", "version: 3", ReplayError, "version 3; this is version 2"),
        ("version: 2", "version: two", DataError, "version must be a whole number"),
        ("game: tiny", "game: tinier", DataError, "there is no game 'tinier'"),
        ("game: tiny", "title: tiny", DataError, "line 2 of the record"),
        ("players=2", "players=7", DataError, "option players cannot be '7': expected one of 2, 3"),
        ("players=2", "player=2", DataError, "'player=2' is not an option of this game"),
        ("seats: blue = Ann, red", "seats: blue", DataError, "seats must be blue, red"),
        ("blue: take 3", "red: take 3", ReplayError, "action 1 was blue's to give"),
        ("blue: take 3", "white: take 3", DataError, "line 8 of the record: expected 'SEAT: ACTION'"),
        ("blue: take 3", "blue take 3", DataError, "line 8 of the record: expected 'SEAT: ACTION'"),
        ("blue: take 3", "blue: take 4", DataError, "line 8 of the record: 'take' does not take '4'"),
        ("blue: take 3", "blue: take 3  # six", DataError, "line 8 of the record: the comment must hold"),
        ("blue: take 3", "blue: take 3  # 6", ReplayError, "action 1: the seed rolls"),
        ("albion record 1", "albion record 2", DataError, "first line must be 'albion record 1'"),
    ],
)
def test_a_tampered_record_is_refused_in_one_sentence(
    text: str, old: str, new: str, error: type[AlbionError], sentence: str
) -> None:
    assert old in text
    forged = signed(text.replace(old, new, 1))
    with pytest.raises(error, match=sentence.replace("(", r"\(")):
        verify_record(read_record(forged, tiny))


@pytest.mark.parametrize("junk", ["", "\n\n", "hello", "\x00\x01", "albion record 1", "{}", "end: 0"])
def test_what_is_no_record_is_refused(junk: str) -> None:
    with pytest.raises(DataError):
        read_record(junk, tiny)


def test_every_single_changed_character_is_noticed(text: str) -> None:
    for i, old in enumerate(text.rstrip()):
        changed = text[:i] + ("x" if old != "x" else "y") + text[i + 1 :]
        with pytest.raises(AlbionError):
            read_record(changed, tiny)


def test_an_empty_match_has_a_record_too(played: Play) -> None:
    text = write_record(record_of(played()))

    assert verify_record(read_record(text, tiny)).actions == []
