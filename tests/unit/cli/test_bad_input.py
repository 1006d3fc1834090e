"""Bad input: one sentence on stderr, a non-zero exit, nothing written."""

from pathlib import Path

import pytest

from albion.cli import errors, listing
from support.terminal import Albion


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("play moon", "there is no game 'moon': expected one of tiny"),
        ("auto moon", "there is no game 'moon'"),
        ("cases moon", "there is no game 'moon'"),
        ("coverage moon", "there is no game 'moon'"),
        ("fuzz moon", "there is no game 'moon'"),
        ("bench moon", "there is no game 'moon'"),
        ("play", "which game? expected one of tiny"),
        ("auto tiny --options players=9", "option players cannot be '9': expected one of 2, 3"),
        ("auto tiny --options colour=red", "'colour=red' is not an option of this game"),
        ("auto tiny --bots deep", "there is no bot 'deep' for tiny: expected one of random"),
        ("auto tiny --bots random,random,random", "3 bots were named for 2 seats"),
        ("auto tiny --bots random,", "is not a list of names"),
        ("auto tiny --games 2 --bots deep", "there is no bot 'deep'"),
        ("auto tiny --games 2 --record x.albion", "--record is for a single match"),
        ("auto tiny --seed -3", "--seed"),
        ("auto tiny --seed three", "--seed"),
        ("auto tiny --record /nowhere/x.albion", "there is no folder '/nowhere'"),
        ("play tiny --seat pink --bots random", "there is no seat 'pink': expected one of blue, red"),
        ("play tiny --seat blue", "choose who plays the others"),
        ("play --resume nowhere.albion", "there is no file 'nowhere.albion'"),
        ("replay nowhere.albion", "there is no file 'nowhere.albion'"),
        ("verify nowhere.albion", "there is no file 'nowhere.albion'"),
        ("cases --path nowhere.toml", "there is no case file or folder 'nowhere.toml'"),
        ("fuzz tiny --games 0", "--games"),
        ("fuzz tiny --out /nowhere", "there is no folder '/nowhere'"),
        ("serve --data x --database y", "not both"),
        ("dance", "No such command 'dance'"),
        ("games --loud", "No such option"),
    ],
)
def test_bad_input_gets_one_sentence(
    albion: Albion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    said = albion(*words.split())

    assert said.code in (errors.REFUSED, errors.MISUSED)
    assert said.err.startswith("albion: ")
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_truncated_record_is_refused(albion: Albion, tmp_path: Path) -> None:
    file = tmp_path / "g.albion"
    albion("auto", "tiny", "--seed", "4", "--record", str(file))
    file.write_text(file.read_text()[:150])
    said = albion("replay", str(file))

    assert said.code == errors.REFUSED
    assert "g.albion: the record is cut off" in said.err


def test_a_tampered_record_is_refused(albion: Albion, tmp_path: Path) -> None:
    file = tmp_path / "g.albion"
    albion("auto", "tiny", "--seed", "4", "--record", str(file))
    file.write_text(file.read_text().replace("seed: 4", "seed: 5"))

    assert "changed after it was written" in albion("verify", str(file)).err


def test_a_file_of_another_kind_is_never_overwritten(albion: Albion, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann")
    said = albion("auto", "tiny", "--record", str(file))

    assert said.code == errors.REFUSED
    assert file.read_text() == "Dear Ann"


def test_bytes_that_are_no_text_are_no_record(albion: Albion, tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff\xfe")

    assert "is not a match record" in albion("replay", str(file)).err
    assert (
        "is a folder" in albion("replay", str(tmp_path)).err.lower() or albion("replay", str(tmp_path)).code
    )


def test_our_own_mistakes_are_told_in_one_sentence_too(
    albion: Albion, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise KeyError("a secret")

    monkeypatch.setattr(listing, "_facts", stumble)
    said = albion("games", "--json")
    details = Path(said.err.split()[-1])

    assert said.code == errors.BROKEN
    assert said.err.count("\n") == 1
    assert "KeyError: 'a secret'" in details.read_text()
    details.unlink()
