"""A match as text that people can read and paste into a forum."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from albion.engine.action import Action, Seat, parse_action
from albion.engine.dice import seed_hash
from albion.engine.errors import AlbionError, DataError, ReplayError
from albion.engine.game import Game
from albion.engine.match import Chance, Match, replay
from albion.engine.options import Options, options_text, parse_options
from albion.engine.signature import Signature, check_signature, read_signature

MAGIC = "albion record 1"
MOST_DIGITS = 80
_KEYS = ("game", "variant", "version", "options", "seats", "seed", "seed-hash", "chance")
_CHANCE = re.compile(r"(\d{1,9}) ([A-Za-z0-9_-]{1,64})")


@dataclass(frozen=True, slots=True)
class Record:
    """Everything a match is: game, version, options, seed and actions; the dice are included as a check."""

    game: Game[Any]
    version: int
    options: Options
    seed: int | None
    """None while the match is running and its seed secret."""
    hash: str
    actions: tuple[Action, ...]
    seats: tuple[Seat, ...]
    """Who gave each action."""
    dice: tuple[tuple[int, ...], ...]
    """The faces rolled by each action, as written."""
    names: Mapping[Seat, str] = field(default_factory=dict)
    chance: tuple[Chance, ...] = ()
    """What players contributed to the seed, each with the first action whose dice depend on it."""
    signature: Signature | None = None


def record_of(match: Match[Any], names: Mapping[Seat, str] | None = None, *, reveal: bool = True) -> Record:
    """The record of a match; without `reveal` it has only the seed's hash."""
    rolled = tuple(tuple(match.dice_rolled(n)) for n in range(1, len(match.actions) + 1))
    return Record(
        match.game,
        match.game.version,
        match.options,
        match.seed if reveal else None,
        seed_hash(match.seed),
        tuple(match.actions),
        tuple(match.answered),
        rolled,
        dict(names or {}),
        tuple(match.chance),
    )


def write_record(r: Record) -> str:
    """The text of a record, closed by a line that counts and signs the actions."""
    seats = r.game.seats(r.options)
    head = [
        MAGIC,
        f"game: {r.game.id}",
        *([f"variant: {r.game.variant}"] if r.game.variant else ()),
        f"version: {r.version}",
        f"options: {options_text(r.options)}",
        f"seats: {', '.join(f'{s} = {r.names[s]}' if s in r.names else s for s in seats)}",
        f"seed: {r.seed}" if r.seed is not None else f"seed-hash: {r.hash}",
        *([f"chance: {', '.join(f'{n} {text}' for n, text in r.chance)}"] if r.chance else []),
        "",
    ]
    body = []
    for seat, action, faces in zip(r.seats, r.actions, r.dice, strict=True):
        line = f"{seat}: {action}"
        body.append(f"{line}  # {' '.join(str(f) for f in faces)}" if faces else line)
    text = "\n".join(head + body)
    return f"{text}\nend: {len(body)} actions, sha256 {_digest(text)}\n"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:32]


def read_record(text: str, games: Callable[[str], Game[Any]]) -> Record:
    """Read a record; anything missing, cut off or changed is reported in one sentence."""
    lines = [line.rstrip() for line in text.strip().splitlines()]
    if not lines or lines[0] != MAGIC:
        raise DataError(f"not a match record: the first line must be '{MAGIC}'")
    signature = read_signature(lines)
    if signature is not None:
        del lines[-1]
    _check_end(lines)
    head, body = _split(lines[1:-1])
    game = games(" ".join(head[key] for key in ("game", "variant") if key in head))
    version = _number("version", head["version"])
    options = parse_options(game.options_type, head["options"])
    seats, names = _seats(game, options, head["seats"])
    moves = [_move(n, line, game, options, seats) for n, line in body]
    if not lines[-1].startswith(f"end: {len(moves)} actions, sha256 "):
        raise DataError(f"the record holds {len(moves)} actions, but its last line is '{lines[-1]}'")
    seed = _number("seed", head["seed"]) if "seed" in head else None
    known = seed_hash(seed) if seed is not None else head["seed-hash"]
    actions, who, faces = zip(*moves, strict=True) if moves else ((), (), ())
    chance = _chance(head.get("chance", ""), len(moves))
    return Record(game, version, options, seed, known, actions, who, faces, names, tuple(chance), signature)


def _chance(text: str, actions: int) -> list[Chance]:
    """What players contributed to the seed, in order."""
    parts = [_CHANCE.fullmatch(part.strip()) for part in text.split(",")] if text else []
    found = [(int(part[1]), part[2]) for part in parts if part is not None]
    if (
        len(found) < len(parts)
        or found != sorted(found, key=lambda c: c[0])
        or any(n > actions + 1 for n, _ in found)
    ):
        raise DataError("the record's chance must be a list of 'ACTION TEXT', in order")
    return found


def _check_end(lines: list[str]) -> None:
    last = lines[-1]
    if not last.startswith("end: "):
        raise DataError("the record is cut off: its last line must begin with 'end:'")
    digest = _digest("\n".join(lines[:-1]))
    if last.split()[-1] != digest:
        raise DataError("the record was changed after it was written: its closing sha256 does not match")


def _split(lines: list[str]) -> tuple[dict[str, str], list[tuple[int, str]]]:
    gap = lines.index("") if "" in lines else len(lines)
    head: dict[str, str] = {}
    for n, line in enumerate(lines[:gap], start=2):
        key, colon, value = line.partition(":")
        if not colon or key not in _KEYS or key in head:
            raise DataError(f"line {n} of the record: expected one of {', '.join(_KEYS)}, each once")
        head[key] = value.strip()
    missing = [k for k in ("game", "version", "options", "seats") if k not in head]
    if missing or ("seed" in head) == ("seed-hash" in head):
        raise DataError(f"the record's head lacks {missing[0] if missing else 'a seed or a seed-hash'}")
    body = [
        (n, line) for n, line in enumerate(lines[gap:], start=gap + 2) if line and not line.startswith("#")
    ]
    return head, body


def _number(key: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise DataError(f"the record's {key} must be a whole number, not '{text}'")
    return int(text)


def _seats(game: Game[Any], options: Options, text: str) -> tuple[tuple[Seat, ...], dict[Seat, str]]:
    parts = [part.partition("=") for part in text.split(",")]
    found = tuple(Seat(seat.strip()) for seat, _, _ in parts)
    if found != game.seats(options):
        raise DataError(f"the record's seats must be {', '.join(game.seats(options))}")
    return found, {Seat(seat.strip()): name.strip() for seat, eq, name in parts if eq}


def _move(
    n: int, line: str, game: Game[Any], options: Options, seats: tuple[Seat, ...]
) -> tuple[Action, Seat, tuple[int, ...]]:
    text, _, comment = line.partition("#")
    seat, colon, action = text.partition(":")
    if not colon or seat not in seats:
        raise DataError(f"line {n} of the record: expected 'SEAT: ACTION', found '{line}'")
    try:
        faces = tuple(int(face) for face in comment.split())
        return parse_action(action.strip(), game.verbs(options)), Seat(seat), faces
    except ValueError as error:
        raise DataError(f"line {n} of the record: the comment must hold the dice rolled") from error
    except AlbionError as error:
        raise DataError(f"line {n} of the record: {error}") from error


def replay_record(r: Record) -> Match[Any]:
    """Play a record again."""
    if r.seed is None:
        raise ReplayError(
            "the record holds only its seed's hash: it can be replayed once the match has ended"
        )
    if r.version > r.game.version:
        raise ReplayError(
            f"the record is of {r.game.id} version {r.version}; this is version {r.game.version}"
        )
    try:
        return replay(r.game, r.options, r.seed, r.actions, r.chance)
    except ReplayError as error:
        if r.version == r.game.version:
            raise
        raise ReplayError(
            f"the record was played with version {r.version} of {r.game.id}, and this is version {r.game.version}, whose"
            f" rules differ: {error}"
        ) from error


def verify_record(r: Record, published: str | None = None, key: str | None = None) -> Match[Any]:
    """Replay a record and check every roll, every seat, its signature and the seed's published hash."""
    check_signature(r.signature, key)
    if published is not None and r.hash != published:
        raise ReplayError(f"the seed's hash is {r.hash[:16]}…, but {published[:16]}… was published")
    match = replay_record(r)
    for n, (seat, faces) in enumerate(zip(r.seats, r.dice, strict=True), start=1):
        if match.answered[n - 1] != seat:
            raise ReplayError(f"action {n} was {match.answered[n - 1]}'s to give, but the record says {seat}")
        rolled = tuple(match.dice_rolled(n))
        if rolled != faces:
            raise ReplayError(f"action {n}: the seed rolls {list(rolled)}, but the record says {list(faces)}")
    return match
